//! Compiles a schema: decides validity (D20 to D24), coverage (D15 to D19)
//! and the pattern budget (D29) at every schema position, in document order.
//!
//! It walks with an explicit stack and names every place at fault, not only
//! the first.

use super::Schema;
use super::keyword::{Keyword, Word};
use super::pattern::{
    PATTERN_BUDGET, Pattern, PatternError, SCHEMA_BUDGET, SCHEMA_CLASS_BUDGET, Syntax,
};
use super::place::{keyword_path, node_path, push_step};
use super::table::{
    Bound, Constant, Constraints, Enumeration, Name, NameTable, SchemaNode, has, types,
};
use crate::json::name::Words;
use crate::json::node::{ESCAPED, Kind, NONE, Node, SMALL};
use crate::json::number::Decimal;
use crate::json::path::ROOT;
use crate::json::reader::read;
use crate::json::tree::Tree;
use crate::refusal::{Place, Refusal, RefusalCode};
use crate::{BODY_CAP, SCHEMA_DEPTH_LIMIT};

/// What is being walked.
enum Frame {
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

struct Compiler {
    schema: Schema,
    invalid: Vec<Place>,
    not_covered: Vec<Place>,
    stack: Vec<Frame>,
    cost: u64,
    class_cost: u64,
}

/// Compiles the JSON text of a schema.
pub(crate) fn compile(text: &[u8]) -> Result<Schema, Refusal> {
    if text.len() > BODY_CAP {
        return Err(Refusal::bare(RefusalCode::CapExceeded));
    }
    let malformed = || Refusal::bare(RefusalCode::InvalidRequestBody);
    let text = std::str::from_utf8(text).map_err(|_| malformed())?;
    let mut tree = Tree::new(text.to_owned().into());
    let events = read(text, 0, u32::MAX, &mut tree.nodes).map_err(|_| malformed())?;
    if !events.is_strict() || events.flaw().is_some() {
        return Err(malformed());
    }
    let mut compiler = Compiler {
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
    compiler.run()
}

impl Compiler {
    fn run(mut self) -> Result<Schema, Refusal> {
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
        if !self.invalid.is_empty() {
            return Err(Refusal::new(RefusalCode::SchemaInvalid, self.invalid));
        }
        if !self.not_covered.is_empty() {
            return Err(Refusal::new(
                RefusalCode::SchemaNotCovered,
                self.not_covered,
            ));
        }
        Ok(self.schema)
    }

    /// Opens the schema at tape index `at`; returns its number, or [`NONE`]
    /// if no schema object stands there.
    fn open(&mut self, at: u32, parent: u32, step: u32) -> u32 {
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
        for key in self.schema.tree.children(at) {
            match &*self.schema.tree.spans().decoded(self.schema.tree.node(key)) {
                "properties" => properties = key + 1,
                "required" => required = key + 1,
                _ => {}
            }
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
            match self
                .schema
                .names
                .find(tree, node.names, node.names.first, &name)
            {
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
    fn push_name(&mut self, at: u32, target: u32, required: bool) {
        let node = self.schema.tree.node(at);
        let (start, end) = if node.has(ESCAPED) {
            let content = self.schema.tree.spans().decoded(node).into_owned();
            self.schema.tree.store(&content)
        } else {
            (node.start, node.end)
        };
        let content = self.schema.tree.spans().text(start, end);
        let words = Words::of(content.as_bytes());
        self.schema.names.push(Name {
            words,
            start,
            end,
            target,
            required,
        });
    }

    fn keyword(&mut self, node: u32, key: u32) {
        let word = {
            let tree = &self.schema.tree;
            Word::of(&tree.spans().decoded(tree.node(key)))
        };
        match word {
            Word::Enforced(keyword) => {
                self.schema.enforced |= 1 << keyword as u8;
                self.enforced(node, key, keyword);
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
    fn refuse(&mut self, node: u32, key: u32, what: &str) {
        let path = keyword_path(&self.schema.tree, &self.schema.nodes, node, key);
        self.not_covered.push(Place::new(path, what));
    }

    /// Names the keyword at `key` as invalid.
    fn reject(&mut self, node: u32, key: u32) {
        let path = keyword_path(&self.schema.tree, &self.schema.nodes, node, key);
        let name = self.schema.tree.spans().decoded(self.schema.tree.node(key));
        self.invalid.push(Place::new(path, &name));
    }

    fn enforced(&mut self, node: u32, key: u32, keyword: Keyword) {
        use Keyword as K;
        let at = key + 1;
        let value = self.schema.tree.node(at);
        let Some(&current) = self.schema.nodes.get(node as usize) else {
            return;
        };
        let mut new = current;
        let done = match keyword {
            K::Type => self.type_names(at).map(|mask| new.types = mask),
            K::Enum => (value.kind == Kind::Array).then(|| {
                new.has |= has::ENUM;
                new.enumeration = self.enumeration(at);
            }),
            K::Const => {
                new.has |= has::CONST;
                let constants = &mut self.schema.constraints.constants;
                new.constant = constants.len() as u32;
                constants.push(Constant::new(at));
                Some(())
            }
            K::Required => (current.has & has::BAD_REQUIRED == 0).then_some(()),
            K::Properties => (value.kind == Kind::Object).then(|| {
                self.stack.push(Frame::Properties {
                    node,
                    next: at + 1,
                    end: value.link,
                    name: current.names.first,
                });
            }),
            K::AdditionalProperties => match value.kind {
                Kind::False => {
                    new.has |= has::CLOSED;
                    Some(())
                }
                Kind::True => Some(()),
                Kind::Object => {
                    self.refuse(node, key, "schema-valued additionalProperties");
                    Some(())
                }
                _ => None,
            },
            K::Items => {
                new.items = self.open(at, node, NONE);
                Some(())
            }
            K::Pattern => self.pattern(node, key).map(|pattern| {
                if pattern != NONE {
                    new.pattern = pattern;
                    new.has |= has::PATTERN;
                }
            }),
            K::Minimum | K::Maximum | K::ExclusiveMinimum | K::ExclusiveMaximum => {
                self.bound(node, key, keyword).map(|()| {
                    new.bounds = self.bounds_of(current.bounds);
                    new.has |= has::BOUNDS;
                })
            }
            K::UniqueItems => match value.kind {
                Kind::True => {
                    new.has |= has::UNIQUE;
                    Some(())
                }
                Kind::False => Some(()),
                _ => None,
            },
            K::MinLength => self.limit(value).map(|limit| {
                new.min_length = limit;
                new.has |= has::LENGTH;
            }),
            K::MaxLength => self.limit(value).map(|limit| {
                new.max_length = limit;
                new.has |= has::LENGTH;
            }),
            K::MinItems => self.limit(value).map(|limit| {
                new.min_items = limit;
                new.has |= has::ITEM_COUNT;
            }),
            K::MaxItems => self.limit(value).map(|limit| {
                new.max_items = limit;
                new.has |= has::ITEM_COUNT;
            }),
            K::MinProperties => self.limit(value).map(|limit| {
                new.min_members = limit;
                new.has |= has::MEMBER_COUNT;
            }),
            K::MaxProperties => self.limit(value).map(|limit| {
                new.max_members = limit;
                new.has |= has::MEMBER_COUNT;
            }),
        };
        if done.is_none() {
            self.reject(node, key);
        }
        if let Some(slot) = self.schema.nodes.get_mut(node as usize) {
            *slot = new;
        }
    }

    /// The mask of a well-formed `type` (D22).
    fn type_names(&self, at: u32) -> Option<u8> {
        let value = self.schema.tree.node(at);
        if value.kind == Kind::String {
            return type_bit(&self.schema.tree.spans().decoded(value));
        }
        if value.kind != Kind::Array {
            return None;
        }
        let mut mask = 0;
        for item in self.schema.tree.children(at) {
            let entry = self.schema.tree.node(item);
            if entry.kind != Kind::String {
                return None;
            }
            let bit = type_bit(&self.schema.tree.spans().decoded(entry))?;
            if mask & bit != 0 {
                return None;
            }
            mask |= bit;
        }
        (mask != 0).then_some(mask)
    }

    /// A length or count limit, clipped to `u32`: no value comes near that.
    fn limit(&self, value: Node) -> Option<u32> {
        if value.kind != Kind::Number {
            return None;
        }
        if value.has(SMALL) && value.scale == 0 && value.flags == SMALL {
            return Some(value.link);
        }
        let limit = Decimal::parse(self.schema.tree.spans().raw(value)).as_limit()?;
        Some(u32::try_from(limit).unwrap_or(u32::MAX))
    }

    fn bound(&mut self, node: u32, key: u32, keyword: Keyword) -> Option<()> {
        let limit = self.schema.tree.node(key + 1);
        match limit.kind {
            Kind::Number => self
                .schema
                .constraints
                .bounds
                .push(Bound { keyword, limit }),
            Kind::True | Kind::False if keyword == Keyword::ExclusiveMinimum => {
                self.refuse(node, key, "boolean-form exclusiveMinimum");
            }
            Kind::True | Kind::False if keyword == Keyword::ExclusiveMaximum => {
                self.refuse(node, key, "boolean-form exclusiveMaximum");
            }
            _ => return None,
        }
        Some(())
    }

    /// The range of bounds of a node after one more was pushed: the bounds of
    /// one node may be cut apart by a subschema's, and then move together.
    fn bounds_of(&mut self, known: (u32, u32)) -> (u32, u32) {
        let bounds = &mut self.schema.constraints.bounds;
        let end = bounds.len() as u32;
        let (first, last) = known;
        if first == last {
            return (end.saturating_sub(1), end);
        }
        if last + 1 == end {
            return (first, end);
        }
        let newest = bounds.pop();
        let moved: Vec<Bound> = bounds
            .get(first as usize..last as usize)
            .unwrap_or_default()
            .to_vec();
        let start = bounds.len() as u32;
        bounds.extend(moved);
        bounds.extend(newest);
        (start, bounds.len() as u32)
    }

    fn enumeration(&mut self, at: u32) -> u32 {
        let entries: Vec<u32> = self.schema.tree.children(at).collect();
        let kinds = || {
            entries
                .iter()
                .map(|&entry| self.schema.tree.node(entry).kind)
        };
        let has_null = kinds().any(|kind| kind == Kind::Null);
        let all_strings = !entries.is_empty() && kinds().all(|kind| kind == Kind::String);
        let strings = all_strings.then(|| {
            let first = self.schema.names.len();
            for &entry in &entries {
                self.push_name(entry, entry, false);
            }
            self.schema.names.seal(&self.schema.tree, first)
        });
        let enumerations = &mut self.schema.constraints.enumerations;
        enumerations.push(Enumeration::new(at, strings, has_null));
        enumerations.len() as u32 - 1
    }

    /// Compiles a pattern; [`NONE`] if it was named as not covered.
    fn pattern(&mut self, node: u32, key: u32) -> Option<u32> {
        let value = self.schema.tree.node(key + 1);
        if value.kind != Kind::String {
            return None;
        }
        let syntax = match Syntax::parse(&self.schema.tree.spans().decoded(value)) {
            Ok(syntax) => syntax,
            Err(PatternError::Invalid) => return None,
            Err(PatternError::NotCovered) => {
                self.refuse(node, key, "pattern construct");
                return Some(NONE);
            }
        };
        self.cost = self.cost.saturating_add(syntax.cost());
        self.class_cost = self.class_cost.saturating_add(syntax.class_cost());
        if syntax.cost() > PATTERN_BUDGET
            || self.cost > SCHEMA_BUDGET
            || self.class_cost > SCHEMA_CLASS_BUDGET
        {
            self.refuse(node, key, "pattern budget");
            return Some(NONE);
        }
        self.schema.constraints.patterns.push(Pattern::new(syntax));
        Some(self.schema.constraints.patterns.len() as u32 - 1)
    }
}

fn type_bit(name: &str) -> Option<u8> {
    Some(match name {
        "null" => types::NULL,
        "boolean" => types::BOOLEAN,
        "integer" => types::INTEGER,
        "number" => types::NUMBER,
        "string" => types::STRING,
        "array" => types::ARRAY,
        "object" => types::OBJECT,
        _ => return None,
    })
}
