//! The walk: decides which repair is applied where (D51 to D78), in order
//! (a node's own repair before its children, members in submitted order), and
//! whether a defect remains.
//!
//! Repairs are tentative and in place. The walk never searches: the rule is
//! chosen by the node alone (D55), and only R7 is ever withdrawn (D69).

use super::checks;
use super::entry::{Diff, Mark, Rule};
use crate::json::node::{ESCAPED, Kind, NONE, Node, REMOVED};
use crate::json::path::{ROOT, push_index, push_key};
use crate::json::string;
use crate::json::tree::{Place, Tree};
use crate::json::writer::{write, write_scalar};
use crate::schema::Schema;
use crate::schema::table::{SchemaNode, has, types};

/// A container on the way to the value that is looked at.
struct Frame {
    shape: Shape,
    /// The container; for a wrap, the wrapped node.
    index: u32,
    schema: u32,
    next: u32,
    end: u32,
    /// How many members or items were kept so far.
    count: u32,
    /// How many required names were met.
    seen: u32,
    /// The name that is expected next.
    expected: u32,
    /// The key of the member that is looked at.
    key: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Object,
    Array,
    /// R7's array of one.
    Wrap,
}

/// What a trial of R7 must restore when it is withdrawn.
struct Trial {
    failed: bool,
    diff: Mark,
    undo: usize,
    nodes: usize,
    arena: usize,
    wraps: u32,
}

/// May R9 be tried at a node (D54)?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fold {
    Allowed,
    /// A type repair was the node's candidate, and did not apply.
    Barred,
}

/// See the module.
pub(super) struct Walk<'s, 't> {
    pub(super) schema: &'s Schema,
    pub(super) tree: Tree<'t>,
    pub(super) diff: Diff,
    /// Does the tentatively repaired tree still have a defect?
    pub(super) failed: bool,
    frames: Vec<Frame>,
    trials: Vec<Trial>,
    undo: Vec<(u32, Node)>,
    path: String,
}

impl<'s, 't> Walk<'s, 't> {
    pub(super) fn new(schema: &'s Schema, tree: Tree<'t>, diff: Diff) -> Self {
        Self {
            schema,
            tree,
            diff,
            failed: false,
            frames: Vec::with_capacity(4),
            trials: Vec::new(),
            undo: Vec::new(),
            path: String::new(),
        }
    }

    /// Walks the whole tree.
    pub(super) fn run(&mut self) {
        self.root();
        while let Some(frame) = self.frames.last_mut() {
            if frame.next >= frame.end {
                self.close();
                continue;
            }
            let at = frame.next;
            match frame.shape {
                Shape::Object => {
                    let value = at + 1;
                    frame.next = self.tree.node(value).after(value);
                    frame.key = at;
                    self.member(at);
                }
                Shape::Array => {
                    frame.next = self.tree.node(at).after(at);
                    frame.count += 1;
                    let schema = frame.schema;
                    if let Some(node) = self.schema.node(schema) {
                        self.visit(at, node.items);
                    }
                }
                Shape::Wrap => {
                    frame.next = frame.end;
                    let index = frame.index;
                    let schema = frame.schema;
                    if let Some(node) = self.schema.node(schema) {
                        self.visit(index, node.items);
                    }
                }
            }
        }
    }

    /// The root is never replaced (D7).
    fn root(&mut self) {
        let Some(node) = self.schema.node(0) else {
            return;
        };
        if node.types & types::OBJECT == 0 {
            self.failed = true;
        }
        self.enter(0, 0, node, 0);
    }

    /// The member whose key stands at `key`, in the innermost frame.
    #[inline]
    fn member(&mut self, key: u32) {
        let schema = self.schema;
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let Some(node) = schema.node(frame.schema) else {
            return;
        };
        let key_node = self.tree.node(key);
        let spans = self.tree.spans();
        let found = if node.names.is_empty() {
            None
        } else if key_node.has(ESCAPED) {
            let name = spans.decoded(key_node);
            schema
                .names
                .find(&schema.tree, node.names, frame.expected, &name)
        } else {
            let name = spans.raw(key_node);
            schema
                .names
                .find(&schema.tree, node.names, frame.expected, name)
        };
        let Some((at, name)) = found.and_then(|at| Some((at, schema.names.get(at)?))) else {
            frame.count += 1;
            self.failed |= node.has_any(has::CLOSED);
            return;
        };
        frame.expected = at + 1;
        frame.seen += u32::from(name.required);
        if self.tree.node(key + 1).kind == Kind::Null
            && !name.required
            && name.target != NONE
            && schema
                .node(name.target)
                .is_some_and(|node| !checks::admits_null(schema, node))
        {
            self.remove(key);
            return;
        }
        frame.count += 1;
        if name.target == NONE {
            self.failed |= node.has_any(has::CLOSED);
        } else {
            self.visit(key + 1, name.target);
        }
    }

    /// The value at `index` under a schema.
    #[inline]
    fn visit(&mut self, index: u32, schema: u32) {
        let Some(node) = self.schema.node(schema) else {
            return;
        };
        let value = self.tree.node(index);
        if checks::admits(node.types, value, &self.tree.spans()) {
            self.check(index, schema, node, Fold::Allowed);
        } else {
            self.mismatch(index, schema, node);
        }
    }

    /// Everything but the type, for the value as it stands now.
    #[inline]
    pub(super) fn check(&mut self, index: u32, schema: u32, node: &SchemaNode, fold: Fold) {
        let value = self.tree.node(index);
        match value.kind {
            Kind::String => {
                const BITS: u16 = has::LENGTH | has::PATTERN | has::ENUM | has::CONST;
                if node.has_any(BITS) {
                    self.check_string(index, node, fold);
                }
            }
            Kind::Number => {
                if node.has_any(has::BOUNDS) {
                    let spans = self.tree.spans();
                    self.failed |= !checks::bounds(self.schema, node)
                        .iter()
                        .all(|bound| checks::within(bound, self.schema, value, &spans));
                }
                self.check_equality(node, Place { index, wraps: 0 });
            }
            Kind::Null | Kind::False | Kind::True | Kind::Key => {
                self.check_equality(node, Place { index, wraps: 0 });
            }
            Kind::Array | Kind::Object => self.enter(index, schema, node, index),
            Kind::Unwrapped => self.enter(value.link, schema, node, index),
        }
    }

    /// `enum` and `const` of a value that no later repair changes.
    #[inline]
    fn check_equality(&mut self, node: &SchemaNode, place: Place) {
        if node.has_any(has::ENUM | has::CONST) {
            self.failed |= !checks::in_enum(self.schema, node, &self.tree, place)
                || !checks::is_const(self.schema, node, &self.tree, place);
        }
    }

    fn check_string(&mut self, index: u32, node: &SchemaNode, fold: Fold) {
        let place = Place { index, wraps: 0 };
        if node.has_any(has::ENUM)
            && !checks::in_enum(self.schema, node, &self.tree, place)
            && (fold == Fold::Barred || !self.fold(index, node))
        {
            self.failed = true;
        }
        let value = self.tree.node(index);
        let spans = self.tree.spans();
        if node.has_any(has::LENGTH) {
            self.failed |= !checks::long_enough(node.min_length, value, &spans)
                || !checks::short_enough(node.max_length, value, &spans);
        }
        if node.has_any(has::PATTERN) {
            self.failed |= !checks::matches(self.schema, node, value, &spans);
        }
        if node.has_any(has::CONST) {
            self.failed |= !checks::is_const(self.schema, node, &self.tree, place);
        }
    }

    /// Enters the container at `index` if its schema says anything about it;
    /// `outer` is where it stands, through R5.
    #[inline]
    fn enter(&mut self, index: u32, schema: u32, node: &SchemaNode, outer: u32) {
        let value = self.tree.node(index);
        let object = value.kind == Kind::Object;
        let guided = if object {
            !node.names.is_empty()
                || node.has_any(has::CLOSED | has::MEMBER_COUNT | has::ENUM | has::CONST)
        } else {
            node.items != NONE
                || node.has_any(has::ITEM_COUNT | has::UNIQUE | has::ENUM | has::CONST)
        };
        if !guided {
            return;
        }
        self.frames.push(Frame {
            shape: if object { Shape::Object } else { Shape::Array },
            index: outer,
            schema,
            next: index + 1,
            end: value.link,
            count: 0,
            seen: 0,
            expected: node.names.first,
            key: NONE,
        });
    }

    /// Leaves the innermost frame and checks its container as a whole.
    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let Some(node) = self.schema.node(frame.schema) else {
            return;
        };
        let mut place = Place {
            index: frame.index,
            wraps: 0,
        };
        match frame.shape {
            Shape::Object => {
                self.failed |= frame.seen < node.required;
                if node.has_any(has::MEMBER_COUNT) {
                    self.failed |= frame.count < node.min_members || frame.count > node.max_members;
                }
            }
            Shape::Array => {
                if node.has_any(has::ITEM_COUNT) {
                    self.failed |= frame.count < node.min_items || frame.count > node.max_items;
                }
                if node.has_any(has::UNIQUE) {
                    let index = self.tree.resolve(frame.index);
                    self.failed |= !checks::all_different(&self.tree, index);
                }
            }
            Shape::Wrap => match self.end_trial(&frame, node) {
                Some(wraps) => place.wraps = wraps,
                None => return,
            },
        }
        self.check_equality(node, place);
    }

    /// Changes a node, so that a trial can change it back.
    #[inline]
    pub(super) fn set(&mut self, index: u32, node: Node) {
        if !self.trials.is_empty() {
            self.undo.push((index, self.tree.node(index)));
        }
        self.tree.set(index, node);
    }

    /// How many containers stand around the value that is looked at.
    pub(super) fn depth(&self) -> u32 {
        self.frames.len() as u32
    }

    /// R7: wraps the value at `index` on trial; the frame's turn comes next.
    #[cold]
    pub(super) fn begin_trial(&mut self, index: u32, schema: u32) {
        let wraps = self.tree.place(index).wraps;
        let trial = Trial {
            failed: self.failed,
            diff: self.diff.mark(),
            undo: self.undo.len(),
            nodes: self.tree.nodes.len(),
            arena: self.tree.arena.len(),
            wraps,
        };
        let before = self.value_text(index);
        self.entry(
            Rule::R7,
            |out| out.push_str(&before),
            |out| {
                out.push('[');
                out.push_str(&before);
                out.push(']');
            },
        );
        self.trials.push(trial);
        self.set(index, self.tree.node(index));
        self.tree.set_wraps(index, wraps + 1);
        self.failed = false;
        self.frames.push(Frame {
            shape: Shape::Wrap,
            index,
            schema,
            next: 0,
            end: 1,
            count: 1,
            seen: 0,
            expected: 0,
            key: NONE,
        });
    }

    /// The element of a wrap was walked: keeps the wrap and returns how many
    /// wraps its array has, or withdraws it and goes on with the bare value.
    fn end_trial(&mut self, frame: &Frame, node: &SchemaNode) -> Option<u32> {
        let trial = self.trials.pop()?;
        if !self.failed {
            self.failed = trial.failed
                || node.has_any(has::ITEM_COUNT) && (node.min_items > 1 || node.max_items < 1);
            return Some(self.tree.place(frame.index).wraps - trial.wraps);
        }
        for (index, old) in self.undo.drain(trial.undo..).rev() {
            self.tree.set(index, old);
        }
        if trial.wraps > 0 {
            self.tree.set_wraps(frame.index, trial.wraps);
        }
        self.tree.nodes.truncate(trial.nodes);
        self.tree.arena.truncate(trial.arena);
        self.diff.withdraw(trial.diff);
        self.check(frame.index, frame.schema, node, Fold::Barred);
        None
    }

    /// The value at `index` as it stands now, without the wraps of a trial.
    pub(super) fn value_text(&self, index: u32) -> String {
        let mut out = String::new();
        write(&mut out, &self.tree, Place { index, wraps: 0 });
        out
    }

    /// R8: removes the member whose key stands at `key`.
    fn remove(&mut self, key: u32) {
        let mut node = self.tree.node(key);
        node.flags |= REMOVED;
        self.set(key, node);
        let null = Node::plain(Kind::Null, 0, 0);
        self.scalar_entry(Rule::R8, null, null);
    }

    /// Adds an entry whose two values are scalars of the tree.
    pub(super) fn scalar_entry(&mut self, rule: Rule, before: Node, after: Node) {
        self.locate();
        let spans = self.tree.spans();
        self.diff.push(
            &self.path,
            rule,
            |out| write_scalar(out, &spans, before),
            |out| write_scalar(out, &spans, after),
        );
    }

    /// Adds an entry at the place that is looked at.
    pub(super) fn entry(
        &mut self,
        rule: Rule,
        before: impl FnOnce(&mut String),
        after: impl FnOnce(&mut String),
    ) {
        self.locate();
        self.diff.push(&self.path, rule, before, after);
    }

    /// Renders the path of the place that is looked at.
    fn locate(&mut self) {
        self.path.clear();
        self.path.push_str(ROOT);
        let spans = self.tree.spans();
        for frame in &self.frames {
            match frame.shape {
                Shape::Object => {
                    push_key(&mut self.path, &spans.decoded(self.tree.node(frame.key)));
                }
                Shape::Array => push_index(&mut self.path, frame.count - 1),
                Shape::Wrap => self.path.push_str("[0]"),
            }
        }
    }

    /// R9: replaces the string at `index` by the one entry of an all-string
    /// enum that equals it after lower-casing (D76 to D78).
    #[cold]
    fn fold(&mut self, index: u32, node: &SchemaNode) -> bool {
        let schema = self.schema;
        let Some(known) = schema
            .constraints
            .enumerations
            .get(node.enumeration as usize)
        else {
            return false;
        };
        if known.strings.is_none() {
            return false;
        }
        let value = self.tree.node(index);
        let before = self.tree.spans().decoded(value).into_owned();
        let Some(entry) = known.unique_fold(&schema.tree, &before) else {
            return false;
        };
        let after = schema.tree.spans().decoded(schema.tree.node(entry));
        let span = self.tree.store(&after);
        let mut replaced = crate::json::tree::string_node(span, false);
        replaced.flags |= value.flags & crate::json::node::WRAPPED;
        self.set(index, replaced);
        self.entry(
            Rule::R9,
            |out| string::write(out, &before),
            |out| string::write(out, &after),
        );
        true
    }
}
