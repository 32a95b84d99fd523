//! Compiles a schema: decides what stands at every schema position and in
//! which order places are named (D14, D18, D20, D21).
//!
//! It walks with an explicit stack and names every place at fault, not only
//! the first.

use super::Schema;
use super::keyword::Word;
use super::names::{Name, NameTable};
use super::place::{keyword_path, node_path, push_step};
use super::table::{Constraints, SchemaNode, has};
use crate::json::node::{ESCAPED, Kind, NONE};
use crate::json::path::ROOT;
use crate::json::reader::read;
use crate::json::tree::Tree;
use crate::refusal::{Place, Refusal, RefusalCode};
use crate::{BODY_CAP, SCHEMA_DEPTH_LIMIT};

/// What is being walked.
pub(super) enum Frame {
    /// The members of a schema object.
    Schema { node: u32, next: u32, end: u32 },
    /// The members of its `properties`; `name` is the next one's entry.
    Properties {
        node: u32,
        next: u32,
        end: u32,
        name: u32,
    },
}

pub(super) struct Compiler {
    pub(super) schema: Schema,
    invalid: Vec<Place>,
    not_covered: Vec<Place>,
    pub(super) stack: Vec<Frame>,
    /// Sums over the patterns so far (D29).
    pub(super) cost: u64,
    pub(super) class_cost: u64,
}

/// Compiles the JSON text of a schema.
pub(crate) fn compile(text: &[u8]) -> Result<Schema, Refusal> {
    if text.len() > BODY_CAP {
        return Err(Refusal::bare(RefusalCode::CapExceeded));
    }
    let text = std::str::from_utf8(text).map_err(|_| malformed())?;
    let mut compiler = Compiler::of(text)?;
    compiler.run();
    compiler.finish()
}

fn malformed() -> Refusal {
    Refusal::bare(RefusalCode::InvalidRequestBody)
}

/// A schema of any length, with what is told of it even if it is refused.
pub(crate) struct Assessed {
    /// The compiled schema, or why there is none.
    pub(crate) schema: Result<Schema, Refusal>,
    /// The path of every `format`, in document order.
    pub(crate) formats: Vec<String>,
}

impl Assessed {
    /// Assesses the strict JSON text of a schema.
    pub(crate) fn of(text: &str) -> Self {
        match Compiler::of(text) {
            Ok(mut compiler) => {
                compiler.run();
                Self {
                    formats: compiler.formats(),
                    schema: compiler.finish(),
                }
            }
            Err(refusal) => Self {
                schema: Err(refusal),
                formats: Vec::new(),
            },
        }
    }
}

impl Compiler {
    /// Reads the schema.
    fn of(text: &str) -> Result<Self, Refusal> {
        let mut tree = Tree::new(text.to_owned().into());
        let events = read(text, u32::MAX, &mut tree.nodes).map_err(|_| malformed())?;
        if !events.is_strict() || events.flaw().is_some() {
            return Err(malformed());
        }
        let mut compiler = Self {
            schema: Schema {
                tree,
                nodes: Vec::with_capacity(8),
                names: NameTable::default(),
                constraints: Constraints::default(),
                enforced: 0,
                not_checked: Vec::new(),
            },
            invalid: Vec::new(),
            not_covered: Vec::new(),
            stack: Vec::with_capacity(4),
            cost: 0,
            class_cost: 0,
        };
        if events.depth > SCHEMA_DEPTH_LIMIT {
            compiler
                .not_covered
                .push(Place::new(ROOT.to_owned(), "nesting"));
        }
        Ok(compiler)
    }

    /// Walks every schema position.
    fn run(&mut self) {
        self.open(0, NONE, NONE);
        while let Some(frame) = self.stack.last_mut() {
            match frame {
                Frame::Schema { next, end, .. } | Frame::Properties { next, end, .. }
                    if *next >= *end =>
                {
                    self.stack.pop();
                }
                Frame::Schema { node, next, .. } => {
                    let (node, key) = (*node, *next);
                    *next = self.schema.tree.node(key + 1).after(key + 1);
                    self.keyword(node, key);
                }
                Frame::Properties {
                    node, next, name, ..
                } => {
                    let (node, key, name_at) = (*node, *next, *name);
                    *next = self.schema.tree.node(key + 1).after(key + 1);
                    *name += 1;
                    let target = self.open(key + 1, node, key);
                    if let Some(entry) = self.schema.names.get_mut(name_at) {
                        entry.target = target;
                    }
                }
            }
        }
    }

    /// The schema, unless something in it was at fault.
    fn finish(mut self) -> Result<Schema, Refusal> {
        if !self.invalid.is_empty() {
            return Err(Refusal::new(RefusalCode::SchemaInvalid, self.invalid));
        }
        if !self.not_covered.is_empty() {
            return Err(Refusal::new(
                RefusalCode::SchemaNotCovered,
                self.not_covered,
            ));
        }
        for node in &mut self.schema.nodes {
            node.settle();
        }
        Ok(self.schema)
    }

    /// The paths of the keyword `format`, as far as was walked.
    fn formats(&self) -> Vec<String> {
        let (tree, nodes) = (&self.schema.tree, &self.schema.nodes);
        let spans = tree.spans();
        let formats = self
            .schema
            .not_checked
            .iter()
            .filter(|&&(_, key)| spans.decoded(tree.node(key)) == "format");
        formats
            .map(|&(node, key)| keyword_path(tree, nodes, node, key))
            .collect()
    }

    /// Opens the schema at tape index `at`; returns its number, or [`NONE`]
    /// if no schema object stands there.
    pub(super) fn open(&mut self, at: u32, parent: u32, step: u32) -> u32 {
        let value = self.schema.tree.node(at);
        match value.kind {
            Kind::Object => {}
            Kind::True | Kind::False => {
                let path = self.position(parent, step);
                self.not_covered.push(Place::new(path, "boolean schema"));
                return NONE;
            }
            Kind::Array if parent != NONE && step == NONE => {
                let path = self.position(parent, step);
                self.not_covered.push(Place::new(path, "array-form items"));
                return NONE;
            }
            _ => {
                let path = self.position(parent, step);
                self.invalid.push(Place::new(path, "schema"));
                return NONE;
            }
        }
        let node = self.schema.nodes.len() as u32;
        let mut opened = SchemaNode::open(at, parent, step);
        self.names(at, &mut opened);
        self.schema.nodes.push(opened);
        self.stack.push(Frame::Schema {
            node,
            next: at + 1,
            end: value.link,
        });
        node
    }

    fn position(&self, parent: u32, step: u32) -> String {
        let mut path = node_path(&self.schema.tree, &self.schema.nodes, parent);
        if parent != NONE {
            push_step(&self.schema.tree, &mut path, step);
        }
        path
    }

    /// Enters the names of `properties` and `required` of the schema at `at`.
    fn names(&mut self, at: u32, node: &mut SchemaNode) {
        let (mut properties, mut required) = (NONE, NONE);
        let tree = &self.schema.tree;
        let (mut key, end) = (at + 1, tree.node(at).link);
        while key < end {
            match &*tree.spans().decoded(tree.node(key)) {
                "properties" => properties = key + 1,
                "required" => required = key + 1,
                _ => {}
            }
            key = tree.node(key + 1).after(key + 1);
        }
        let first = self.schema.names.len();
        if self.schema.tree.node(properties).kind == Kind::Object && properties != NONE {
            let mut key = properties + 1;
            let end = self.schema.tree.node(properties).link;
            while key < end {
                self.push_name(key, NONE, false);
                key = self.schema.tree.node(key + 1).after(key + 1);
            }
        }
        node.names = self.schema.names.seal(&self.schema.tree, first);
        if required != NONE {
            self.required(required, node);
        }
    }

    /// Marks the required names; adds those that are not declared.
    fn required(&mut self, at: u32, node: &mut SchemaNode) {
        let array = self.schema.tree.node(at);
        let mut undeclared = Vec::new();
        let mut valid = array.kind == Kind::Array;
        let mut item = at + 1;
        while valid && item < array.link {
            let entry = self.schema.tree.node(item);
            item = entry.after(item);
            if entry.kind != Kind::String {
                valid = false;
                break;
            }
            let tree = &self.schema.tree;
            let name = tree.spans().decoded(entry);
            match self.schema.names.find_str(tree, node.names, &name) {
                Some(found) => {
                    if let Some(known) = self.schema.names.get_mut(found) {
                        valid &= !known.required;
                        known.required = true;
                    }
                }
                None => undeclared.push((name.into_owned(), item - 1)),
            }
            node.required += 1;
        }
        let order: Vec<u32> = undeclared.iter().map(|&(_, item)| item).collect();
        undeclared.sort_unstable();
        valid &= undeclared.windows(2).all(|pair| match pair {
            [(one, _), (two, _)] => one != two,
            _ => true,
        });
        if !valid {
            node.has |= has::BAD_REQUIRED;
            return;
        }
        for &item in &order {
            self.push_name(item, NONE, true);
        }
        if !order.is_empty() {
            node.names = self.schema.names.seal(&self.schema.tree, node.names.first);
        }
    }

    /// Enters the key or string at tape index `at` as a name.
    pub(super) fn push_name(&mut self, at: u32, target: u32, required: bool) {
        let node = self.schema.tree.node(at);
        let (start, end) = if node.has(ESCAPED) {
            let content = self.schema.tree.spans().decoded(node).into_owned();
            self.schema.tree.store(&content)
        } else {
            (node.start, node.end)
        };
        let content = self.schema.tree.spans().text(start, end);
        let name = Name::new(content, (start, end), target, required);
        self.schema.names.push(name);
    }

    fn keyword(&mut self, node: u32, key: u32) {
        let word = {
            let tree = &self.schema.tree;
            Word::of(&tree.spans().decoded(tree.node(key)))
        };
        match word {
            Word::Enforced(keyword) => {
                self.schema.enforced |= 1 << keyword as u8;
                if self.enforced(node, key, keyword).is_err() {
                    self.reject(node, key);
                }
            }
            Word::NotChecked => self.schema.not_checked.push((node, key)),
            Word::NotCovered => {
                let name = self
                    .schema
                    .tree
                    .spans()
                    .decoded(self.schema.tree.node(key))
                    .into_owned();
                self.refuse(node, key, &name);
            }
        }
    }

    /// Names the keyword at `key` as not covered, because of `what`.
    pub(super) fn refuse(&mut self, node: u32, key: u32, what: &str) {
        let path = keyword_path(&self.schema.tree, &self.schema.nodes, node, key);
        self.not_covered.push(Place::new(path, what));
    }

    /// Names the keyword at `key` as invalid.
    fn reject(&mut self, node: u32, key: u32) {
        let path = keyword_path(&self.schema.tree, &self.schema.nodes, node, key);
        let name = self.schema.tree.spans().decoded(self.schema.tree.node(key));
        self.invalid.push(Place::new(path, &name));
    }
}
