//! The list of defects: decides what is named, where and in which order (D79
//! to D86), on the tentatively repaired tree (D80).
//!
//! It runs only when the walk found that a defect remains, and shares every
//! keyword's function with it.

use std::collections::HashSet;

use super::checks;
use crate::json::node::{Kind, NONE, Node};
use crate::json::path::{TEXT, push_index, push_key};
use crate::json::scan::Cause;
use crate::json::tree::{Place, Tree};
use crate::schema::Schema;
use crate::schema::table::{SchemaNode, has, types};

/// The published defect codes, in published order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are the published codes")]
pub enum DefectCode {
    MissingRequired,
    TypeMismatch,
    EnumMismatch,
    ConstMismatch,
    StringTooShort,
    StringTooLong,
    PatternMismatch,
    MinimumViolation,
    MaximumViolation,
    ExclusiveMinimumViolation,
    ExclusiveMaximumViolation,
    ArrayTooShort,
    ArrayTooLong,
    ItemsNotUnique,
    TooFewProperties,
    TooManyProperties,
    AdditionalProperty,
    InvalidJsonText,
}

impl DefectCode {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        self.texts().0
    }

    /// The name, the sentence of the reason, and the keyword whose value the
    /// reason quotes.
    fn texts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::MissingRequired => ("missing_required", "a required member is absent", ""),
            Self::TypeMismatch => (
                "type_mismatch",
                "the value has none of the allowed types",
                "type",
            ),
            Self::EnumMismatch => ("enum_mismatch", "the value equals no entry of enum", ""),
            Self::ConstMismatch => ("const_mismatch", "the value does not equal const", ""),
            Self::StringTooShort => (
                "string_too_short",
                "the string has fewer characters than minLength",
                "minLength",
            ),
            Self::StringTooLong => (
                "string_too_long",
                "the string has more characters than maxLength",
                "maxLength",
            ),
            Self::PatternMismatch => ("pattern_mismatch", "the string does not match pattern", ""),
            Self::MinimumViolation => (
                "minimum_violation",
                "the number is below minimum",
                "minimum",
            ),
            Self::MaximumViolation => (
                "maximum_violation",
                "the number is above maximum",
                "maximum",
            ),
            Self::ExclusiveMinimumViolation => (
                "exclusive_minimum_violation",
                "the number is not above exclusiveMinimum",
                "exclusiveMinimum",
            ),
            Self::ExclusiveMaximumViolation => (
                "exclusive_maximum_violation",
                "the number is not below exclusiveMaximum",
                "exclusiveMaximum",
            ),
            Self::ArrayTooShort => (
                "array_too_short",
                "the array has fewer items than minItems",
                "minItems",
            ),
            Self::ArrayTooLong => (
                "array_too_long",
                "the array has more items than maxItems",
                "maxItems",
            ),
            Self::ItemsNotUnique => ("items_not_unique", "two items of the array are equal", ""),
            Self::TooFewProperties => (
                "too_few_properties",
                "the object has fewer members than minProperties",
                "minProperties",
            ),
            Self::TooManyProperties => (
                "too_many_properties",
                "the object has more members than maxProperties",
                "maxProperties",
            ),
            Self::AdditionalProperty => (
                "additional_property",
                "the member is not declared and additionalProperties is false",
                "",
            ),
            Self::InvalidJsonText => ("invalid_json_text", "", ""),
        }
    }
}

/// One blocking defect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// Where, in the arguments (D87).
    pub path: String,
    /// What.
    pub code: DefectCode,
    /// A fixed sentence, with the schema's limit; never a guess at a fix.
    pub reason: String,
}

/// The one defect of a text that no text repair makes JSON (D50).
pub(super) fn unreadable(cause: Cause) -> Defect {
    let reason = match cause {
        Cause::InString => "the text ends inside a string",
        Cause::MidToken => "the text ends inside a token, or in a number that may be cut",
        Cause::Mismatch => "a closing delimiter does not match what is open",
        Cause::Trailing => "content follows the complete value",
        Cause::Syntax => "the text is not JSON at some token",
        Cause::Surrogate => "a string holds a lone surrogate escape",
        Cause::Duplicate => "an object holds the same member name twice",
    };
    Defect {
        path: TEXT.to_owned(),
        code: DefectCode::InvalidJsonText,
        reason: reason.to_owned(),
    }
}

/// A container whose children are being listed.
struct Frame {
    next: u32,
    end: u32,
    schema: u32,
    object: bool,
    item: u32,
    /// How long the path of the container is.
    path: usize,
}

struct Lister<'a, 't> {
    schema: &'a Schema,
    tree: &'a Tree<'t>,
    missing: Vec<Defect>,
    others: Vec<Defect>,
    path: String,
    frames: Vec<Frame>,
}

/// All defects of the value at `index` of `tree` under `schema`; `path` is the
/// value's own.
///
/// On a tree that nobody repaired this is the check with every repair off.
pub(crate) fn list(schema: &Schema, tree: &Tree<'_>, index: u32, path: &str) -> Vec<Defect> {
    let mut lister = Lister {
        schema,
        tree,
        missing: Vec::new(),
        others: Vec::new(),
        path: path.to_owned(),
        frames: Vec::new(),
    };
    lister.value(index, 0);
    while let Some(frame) = lister.frames.last_mut() {
        if frame.next >= frame.end {
            lister.frames.pop();
            continue;
        }
        let at = frame.next;
        let value = at + u32::from(frame.object);
        frame.next = tree.node(value).after(value);
        let (schema, path) = (frame.schema, frame.path);
        lister.path.truncate(path);
        if frame.object {
            lister.member(at, schema);
        } else {
            push_index(&mut lister.path, frame.item);
            frame.item += 1;
            if let Some(node) = lister.schema.node(schema) {
                lister.value(at, node.items);
            }
        }
    }
    lister.missing.append(&mut lister.others);
    lister.missing
}

impl Lister<'_, '_> {
    fn member(&mut self, key: u32, schema: u32) {
        let key_node = self.tree.node(key);
        let Some(node) = self.schema.node(schema) else {
            return;
        };
        if key_node.has(crate::json::node::REMOVED) {
            return;
        }
        let name = self.tree.spans().decoded(key_node);
        push_key(&mut self.path, &name);
        let names = &self.schema.names;
        let target = names
            .find_str(&self.schema.tree, node.names, &name)
            .and_then(|found| names.get(found))
            .map_or(NONE, |found| found.target);
        if target != NONE {
            self.value(key + 1, target);
        } else if node.has_any(has::CLOSED) {
            self.push(node, DefectCode::AdditionalProperty);
        }
    }

    /// The defects of the value at `index`, and a frame for its children.
    fn value(&mut self, index: u32, schema: u32) {
        let Some(&node) = self.schema.node(schema) else {
            return;
        };
        let place = self.tree.place(index);
        if place.wraps > 0 {
            // A wrap stands only if its element has no defect (D69).
            self.require(
                &node,
                DefectCode::TypeMismatch,
                node.types & types::ARRAY != 0,
            );
            self.equality(&node, place);
            self.require(&node, DefectCode::ArrayTooShort, node.min_items <= 1);
            self.require(&node, DefectCode::ArrayTooLong, node.max_items >= 1);
            return;
        }
        let index = self.tree.resolve(index);
        let value = self.tree.node(index);
        let admitted = checks::admits(node.types, value, &self.tree.spans());
        self.require(&node, DefectCode::TypeMismatch, admitted);
        self.equality(&node, Place { index, wraps: 0 });
        match value.kind {
            Kind::String => self.string(&node, value),
            Kind::Number => self.number(&node, value),
            Kind::Array => self.array(&node, schema, index, value),
            Kind::Object => self.object(&node, schema, index, value),
            _ => {}
        }
    }

    fn equality(&mut self, node: &SchemaNode, place: Place) {
        if node.has_any(has::ENUM) {
            let known = checks::in_enum(self.schema, node, self.tree, place);
            self.require(node, DefectCode::EnumMismatch, known);
        }
        if node.has_any(has::CONST) {
            let equal = checks::is_const(self.schema, node, self.tree, place);
            self.require(node, DefectCode::ConstMismatch, equal);
        }
    }

    fn string(&mut self, node: &SchemaNode, value: Node) {
        let spans = self.tree.spans();
        let long = checks::long_enough(node.min_length, value, &spans);
        self.require(node, DefectCode::StringTooShort, long);
        let short = checks::short_enough(node.max_length, value, &spans);
        self.require(node, DefectCode::StringTooLong, short);
        if node.has_any(has::PATTERN) {
            let matches = checks::matches(self.schema, node, value, &spans);
            self.require(node, DefectCode::PatternMismatch, matches);
        }
    }

    fn number(&mut self, node: &SchemaNode, value: Node) {
        let spans = self.tree.spans();
        for (which, code) in [
            DefectCode::MinimumViolation,
            DefectCode::MaximumViolation,
            DefectCode::ExclusiveMinimumViolation,
            DefectCode::ExclusiveMaximumViolation,
        ]
        .into_iter()
        .enumerate()
        {
            let within = checks::within(which, self.schema, node, value, &spans);
            self.require(node, code, within);
        }
    }

    fn array(&mut self, node: &SchemaNode, schema: u32, index: u32, value: Node) {
        if node.has_any(has::ITEM_COUNT) {
            let count = self.tree.children(index).count() as u32;
            self.require(node, DefectCode::ArrayTooShort, count >= node.min_items);
            self.require(node, DefectCode::ArrayTooLong, count <= node.max_items);
        }
        if node.has_any(has::UNIQUE) {
            let different = checks::all_different(self.tree, index);
            self.require(node, DefectCode::ItemsNotUnique, different);
        }
        if node.items != NONE {
            self.enter(schema, index, value);
        }
    }

    fn object(&mut self, node: &SchemaNode, schema: u32, index: u32, value: Node) {
        if node.required > 0 {
            self.missing_names(node, index);
        }
        if node.has_any(has::MEMBER_COUNT) {
            let count = self.tree.children(index).count() as u32;
            self.require(
                node,
                DefectCode::TooFewProperties,
                count >= node.min_members,
            );
            self.require(
                node,
                DefectCode::TooManyProperties,
                count <= node.max_members,
            );
        }
        if !node.names.is_empty() || node.has_any(has::CLOSED) {
            self.enter(schema, index, value);
        }
    }

    fn enter(&mut self, schema: u32, index: u32, value: Node) {
        self.frames.push(Frame {
            next: index + 1,
            end: value.link,
            schema,
            object: value.kind == Kind::Object,
            item: 0,
            path: self.path.len(),
        });
    }

    /// The required names that the object at `index` lacks, in the order of
    /// `required`.
    fn missing_names(&mut self, node: &SchemaNode, index: u32) {
        let (tree, schema) = (self.tree, self.schema);
        let spans = tree.spans();
        let present: HashSet<_> = tree
            .children(index)
            .map(|key| spans.decoded(tree.node(key)))
            .collect();
        let required = schema.keyword_value(node, "required");
        for entry in schema.tree.children(required) {
            let name = schema.tree.spans().decoded(schema.tree.node(entry));
            if !present.contains(&name) {
                let mut path = self.path.clone();
                push_key(&mut path, &name);
                let code = DefectCode::MissingRequired;
                let reason = code.texts().1.to_owned();
                self.missing.push(Defect { path, code, reason });
            }
        }
    }

    /// Names `code` at the current path unless the constraint holds.
    fn require(&mut self, node: &SchemaNode, code: DefectCode, holds: bool) {
        if !holds {
            self.push(node, code);
        }
    }

    fn push(&mut self, node: &SchemaNode, code: DefectCode) {
        let (_, sentence, keyword) = code.texts();
        let mut reason = sentence.to_owned();
        if code == DefectCode::TypeMismatch {
            reason.push_str(": ");
            reason.push_str(&self.type_names(node));
        } else if !keyword.is_empty() {
            reason.push_str(": ");
            reason.push_str(self.schema.spelling(node, keyword));
        }
        let path = self.path.clone();
        self.others.push(Defect { path, code, reason });
    }

    /// The names of `type`, in the schema's order.
    fn type_names(&self, node: &SchemaNode) -> String {
        let tree = &self.schema.tree;
        let at = self.schema.keyword_value(node, "type");
        if tree.node(at).kind == Kind::String {
            return tree.spans().decoded(tree.node(at)).into_owned();
        }
        let names: Vec<_> = tree
            .children(at)
            .map(|entry| tree.spans().decoded(tree.node(entry)))
            .collect();
        names.join(", ")
    }
}
