//! The walk: decides which repair is applied where (D51 to D78), in order
//! (a node's own repair before its children, members in submitted order), and
//! whether a defect remains.
//!
//! Repairs are tentative and in place. The walk never searches: the rule is
//! chosen by the node alone (D55), and only R7 is ever withdrawn (D69).

mod keywords;
mod trial;

use super::checks;
use super::entry::{Diff, Rule};
use crate::json::node::{ESCAPED, Kind, NONE, Node, REMOVED};
use crate::json::patch::Patch;
use crate::json::path::{ROOT, push_index, push_raw_key};
use crate::json::tree::{Place, Tree};
use crate::json::writer::write_scalar;
use crate::schema::Schema;
use crate::schema::names::Name;
use crate::schema::table::{SchemaNode, has, types};
use trial::Trial;

/// A container on the way to the value that is looked at.
#[derive(Clone, Copy)]
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
    /// Which of the schema's names is expected next.
    expected: u32,
    /// The key of the member that is looked at.
    key: u32,
}

impl Frame {
    /// Outside of every container.
    const OUTSIDE: Self = Self {
        shape: Shape::Outside,
        index: 0,
        schema: 0,
        next: 0,
        end: 0,
        count: 0,
        seen: 0,
        expected: 0,
        key: NONE,
    };
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Outside,
    Object,
    Array,
    /// R7's array of one.
    Wrap,
}

/// May R9 be tried at a node (D54)?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fold {
    Allowed,
    /// A type repair was the node's candidate, and did not apply.
    Barred,
}

/// See the module.
pub(super) struct Walk<'s, 'w, 't> {
    pub(super) schema: &'s Schema,
    pub(super) tree: &'w mut Tree<'t>,
    pub(super) diff: &'w mut Diff,
    /// How the blob follows from the text.
    pub(super) patch: &'w mut Patch,
    /// Does the tentatively repaired tree still have a defect?
    pub(super) failed: bool,
    /// The innermost container, and those around it: most arguments are
    /// flat, and need no memory for the latter.
    top: Frame,
    frames: Vec<Frame>,
    trials: Vec<Trial>,
    undo: Vec<(u32, Node)>,
}

impl<'s, 'w, 't> Walk<'s, 'w, 't> {
    pub(super) fn new(
        schema: &'s Schema,
        tree: &'w mut Tree<'t>,
        diff: &'w mut Diff,
        patch: &'w mut Patch,
    ) -> Self {
        Self {
            schema,
            tree,
            diff,
            patch,
            failed: false,
            top: Frame::OUTSIDE,
            frames: Vec::new(),
            trials: Vec::new(),
            undo: Vec::new(),
        }
    }

    /// Walks the whole tree.
    pub(super) fn run(&mut self) {
        self.root();
        loop {
            match self.top.shape {
                Shape::Outside => return,
                Shape::Object => self.members(),
                Shape::Array => self.items(),
                Shape::Wrap => self.element(),
            }
        }
    }

    /// Walks members until one of them is entered, or the object is done.
    ///
    /// The counters live in locals, and are written back where somebody else
    /// could look at them: most members are declared in this order and hold
    /// without further ado, and for those nothing is written at all.
    fn members(&mut self) {
        let schema = self.schema;
        let Some(node) = schema.node(self.top.schema) else {
            return self.close();
        };
        let names = schema.names.range(node.names);
        let targets = schema.nodes.as_slice();
        let level = self.frames.len();
        let Frame {
            mut next,
            end,
            mut count,
            mut seen,
            mut expected,
            ..
        } = self.top;
        'changed: while next < end {
            let tree = &*self.tree;
            let (nodes, text) = (tree.nodes.as_slice(), &*tree.text);
            while next < end {
                let at = next as usize;
                let Some([key, value]) = nodes.get(at..at + 2).and_then(<[Node]>::first_chunk)
                else {
                    break 'changed;
                };
                let at = next;
                next = value.after(at + 1);
                let name = match names.get(expected as usize) {
                    Some(name) if name.is_plain_key(text.as_bytes(), key) => name,
                    _ => {
                        let Some((index, name)) = self.declared(node, *key) else {
                            count += 1;
                            self.failed |= node.has_any(has::CLOSED);
                            continue;
                        };
                        expected = index;
                        name
                    }
                };
                expected += 1;
                seen += u32::from(name.required);
                count += 1;
                let Some(target) = targets.get(name.target as usize) else {
                    self.failed |= node.has_any(has::CLOSED);
                    continue;
                };
                if checks::holds_plainly(schema, target, text, value) {
                    continue;
                }
                let absent = value.kind == Kind::Null && self.is_absence(name, target);
                count -= u32::from(absent);
                self.top = Frame {
                    next,
                    count,
                    seen,
                    expected,
                    key: at,
                    ..self.top
                };
                if absent {
                    self.remove(at);
                } else {
                    self.visit(at + 1, name.target, target);
                    if self.frames.len() != level {
                        return;
                    }
                }
                continue 'changed;
            }
        }
        self.top = Frame {
            next,
            count,
            seen,
            expected,
            ..self.top
        };
        self.close();
    }

    /// Is `null` only the marker of an absent member here (R8, D72)?
    #[cold]
    fn is_absence(&self, name: &Name, target: &SchemaNode) -> bool {
        !name.required && !checks::admits_null(self.schema, target)
    }

    /// The entry of the name `key` among the names of `node`.
    #[inline(never)]
    fn declared(&self, node: &SchemaNode, key: Node) -> Option<(u32, &'s Name)> {
        if node.names.is_empty() {
            return None;
        }
        let content = self.tree.spans().decoded(key);
        let schema = self.schema;
        let found = schema.names.find_str(&schema.tree, node.names, &content)?;
        Some((found - node.names.first, schema.names.get(found)?))
    }

    /// Walks items until one of them is entered, or the array is done.
    fn items(&mut self) {
        let schema = self.schema;
        let items = schema.node(self.top.schema).map_or(NONE, |node| node.items);
        let target = schema.node(items);
        let level = self.frames.len();
        while self.top.next < self.top.end {
            let at = self.top.next;
            let Some(value) = self.tree.nodes.get(at as usize) else {
                break;
            };
            self.top.next = value.after(at);
            self.top.count += 1;
            let Some(target) = target else {
                continue;
            };
            if checks::holds_plainly(schema, target, &self.tree.text, value) {
                continue;
            }
            self.visit(at, items, target);
            if self.frames.len() != level {
                return;
            }
        }
        self.close();
    }

    /// Walks the one element of a wrap.
    fn element(&mut self) {
        if self.top.next >= self.top.end {
            return self.close();
        }
        self.top.next = self.top.end;
        let index = self.top.index;
        let items = match self.schema.node(self.top.schema) {
            Some(node) => node.items,
            None => NONE,
        };
        if let Some(target) = self.schema.node(items) {
            self.visit(index, items, target);
        }
    }

    fn push(&mut self, frame: Frame) {
        let outer = std::mem::replace(&mut self.top, frame);
        if outer.shape != Shape::Outside {
            self.frames.push(outer);
        }
    }

    fn pop(&mut self) -> Frame {
        let outer = self.frames.pop().unwrap_or(Frame::OUTSIDE);
        std::mem::replace(&mut self.top, outer)
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

    /// The value at `index` under schema `number`, which is `node`: the turn
    /// of every keyword, where [`checks::holds_plainly`] left a doubt.
    #[inline(never)]
    fn visit(&mut self, index: u32, number: u32, node: &SchemaNode) {
        let value = self.tree.node(index);
        if node.is_free(value.kind) {
            return;
        }
        if checks::admits(node.types, value, &self.tree.spans()) {
            self.check(index, number, node, Fold::Allowed);
        } else {
            self.mismatch(index, number, node);
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
        self.push(Frame {
            shape: if object { Shape::Object } else { Shape::Array },
            index: outer,
            schema,
            next: index + 1,
            end: value.link,
            count: 0,
            seen: 0,
            expected: 0,
            key: NONE,
        });
    }

    /// Leaves the innermost frame and checks its container as a whole.
    fn close(&mut self) {
        let frame = self.pop();
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
                    self.failed |= !checks::all_different(self.tree, index);
                }
            }
            Shape::Outside => return,
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

    /// Exchanges a scalar for a scalar.
    pub(super) fn exchange(&mut self, index: u32, before: Node, after: Node) {
        self.set(index, after);
        let quote = u32::from(before.kind == Kind::String);
        self.patch
            .edit(index, before.start.wrapping_sub(quote), before.end + quote);
    }

    /// How many containers stand around the value that is looked at.
    pub(super) fn depth(&self) -> u32 {
        self.frames.len() as u32 + u32::from(self.top.shape != Shape::Outside)
    }

    /// R8: removes the member whose key stands at `key`.
    fn remove(&mut self, key: u32) {
        let mut node = self.tree.node(key);
        node.flags |= REMOVED;
        self.set(key, node);
        self.patch.broken = true;
        let null = Node::plain(Kind::Null, 0, 0);
        self.scalar_entry(Rule::R8, null, null);
    }

    /// Adds an entry whose two values are scalars of the tree.
    pub(super) fn scalar_entry(&mut self, rule: Rule, before: Node, after: Node) {
        let spans = self.tree.spans();
        self.diff.push(
            rule,
            |out| write_path(out, self.tree, &self.frames, &self.top),
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
        let path = |out: &mut String| write_path(out, self.tree, &self.frames, &self.top);
        self.diff.push(rule, path, before, after);
    }
}

/// Appends the path of the place that is looked at, as the inside of a JSON
/// string.
fn write_path(out: &mut String, tree: &Tree<'_>, frames: &[Frame], top: &Frame) {
    let spans = tree.spans();
    out.push_str(ROOT);
    for frame in frames.iter().chain([top]) {
        match frame.shape {
            Shape::Outside => {}
            Shape::Object => {
                let key = tree.node(frame.key);
                push_raw_key(out, spans.raw(key), key.has(ESCAPED));
            }
            Shape::Array => push_index(out, frame.count - 1),
            Shape::Wrap => out.push_str("[0]"),
        }
    }
}
