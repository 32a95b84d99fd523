//! R7 on trial (D69): decides whether a wrap stands. The element is walked as
//! any other value; if a defect remains in it, the wrap and every repair
//! inside it are undone, and the bare value is walked instead.

use super::{Fold, Frame, Shape, Walk};
use crate::argument::entry::{Mark, Rule};
use crate::json::node::NONE;
use crate::json::tree::Place;
use crate::json::writer::write;
use crate::schema::table::{SchemaNode, has};

/// What a trial of R7 must restore when it is withdrawn.
pub(super) struct Trial {
    failed: bool,
    diff: Mark,
    undo: usize,
    nodes: usize,
    arena: usize,
    wraps: u32,
}

impl Walk<'_, '_, '_> {
    /// R7: wraps the value at `index` on trial; the frame's turn comes next.
    #[cold]
    pub(in crate::argument) fn begin_trial(&mut self, index: u32, schema: u32) {
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
        self.patch.broken = true;
        self.trials.push(trial);
        self.set(index, self.tree.node(index));
        self.tree.set_wraps(index, wraps + 1);
        self.failed = false;
        self.push(Frame {
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
    pub(super) fn end_trial(&mut self, frame: &Frame, node: &SchemaNode) -> Option<u32> {
        let trial = self.trials.pop()?;
        if !self.failed {
            self.failed = trial.failed
                || node.has_any(has::ITEM_COUNT) && (node.min_items > 1 || node.max_items < 1);
            if self.trials.is_empty() {
                self.undo.clear();
            }
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
    pub(in crate::argument) fn value_text(&self, index: u32) -> String {
        let mut out = String::new();
        write(&mut out, self.tree, Place { index, wraps: 0 });
        out
    }
}
