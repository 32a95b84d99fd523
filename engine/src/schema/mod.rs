//! Schemas: decides whether a schema can be assessed (D15 to D29) and compiles
//! it once into a table that many checks share.
//!
//! It must never ignore a keyword in silence: whatever stands at a schema
//! position is enforced, disclosed as not checked, or refuses the schema.

mod compile;
mod keyword;
mod keywords;
pub(crate) mod names;
pub mod pattern;
mod place;
pub(crate) mod table;
mod values;

use crate::json::node::NONE;
use crate::json::tree::Tree;
use crate::refusal::Refusal;
pub(crate) use compile::Assessed;
use keyword::Word;
pub use keyword::{ENFORCED, Keyword};
use names::NameTable;
use table::{Constraints, SchemaNode};

/// A compiled schema: wholly inside the coverage of the criteria.
pub struct Schema {
    /// The schema's own text and tape.
    pub(crate) tree: Tree<'static>,
    pub(crate) nodes: Vec<SchemaNode>,
    pub(crate) names: NameTable,
    pub(crate) constraints: Constraints,
    /// Bit `k` is set if keyword `k` of [`ENFORCED`] was met.
    enforced: u32,
    /// Schema and tape index of the key, of what is disclosed as not checked.
    not_checked: Vec<(u32, u32)>,
}

impl Schema {
    /// Compiles the JSON text of a schema.
    ///
    /// ```
    /// use argument_check::{RefusalCode, Schema};
    /// assert!(Schema::compile(br#"{"type":"object"}"#).is_ok());
    /// let refusal = Schema::compile(br##"{"$ref":"#"}"##).err().unwrap();
    /// assert_eq!(refusal.code, RefusalCode::SchemaNotCovered);
    /// assert_eq!(refusal.detail[0].path, "$.$ref");
    /// ```
    ///
    /// # Errors
    /// `schema_invalid` or `schema_not_covered` with every place at fault in
    /// document order; `invalid_request_body` if the text is not strict JSON;
    /// `CAP-EXCEEDED:body_bytes` above [`crate::BODY_CAP`] bytes.
    pub fn compile(text: &[u8]) -> Result<Self, Refusal> {
        compile::compile(text)
    }

    /// The enforced keywords that the schema uses, in published order (D25).
    pub fn enforced(&self) -> impl Iterator<Item = &'static str> + '_ {
        ENFORCED
            .iter()
            .filter(|(keyword, _)| self.enforced >> *keyword as u8 & 1 == 1)
            .map(|&(_, name)| name)
    }

    /// The schema paths of `format`, annotations and inert keywords, in
    /// document order (D25).
    pub fn not_checked(&self) -> impl Iterator<Item = String> + '_ {
        self.not_checked
            .iter()
            .map(|&(node, key)| place::keyword_path(&self.tree, &self.nodes, node, key))
    }

    /// Does the schema's root hold an enforced keyword, whatever it says?
    pub(crate) fn constrains_root(&self) -> bool {
        let spans = self.tree.spans();
        self.tree.children(0).any(|key| {
            matches!(
                Word::of(&spans.decoded(self.tree.node(key))),
                Word::Enforced(_)
            )
        })
    }

    /// The spelling of a keyword's value at a schema object: the limit that a
    /// reason quotes.
    pub(crate) fn spelling(&self, node: &SchemaNode, keyword: &str) -> &str {
        let spans = self.tree.spans();
        self.tree
            .children(node.at)
            .find(|&key| spans.decoded(self.tree.node(key)) == keyword)
            .map_or("", |key| spans.raw(self.tree.node(key + 1)))
    }

    /// The tape index of a keyword's value at a schema object.
    pub(crate) fn keyword_value(&self, node: &SchemaNode, keyword: &str) -> u32 {
        let spans = self.tree.spans();
        self.tree
            .children(node.at)
            .find(|&key| spans.decoded(self.tree.node(key)) == keyword)
            .map_or(NONE, |key| key + 1)
    }

    #[inline]
    pub(crate) fn node(&self, index: u32) -> Option<&SchemaNode> {
        self.nodes.get(index as usize)
    }
}
