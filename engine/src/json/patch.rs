//! A repaired text as a copy of the submitted one: decides which bytes are
//! copied and which give way.
//!
//! Where the submitted text is compact and spelled as the writer spells, and
//! no repair moved or removed a value, the written blob is that text with a
//! few tokens exchanged. It must give exactly what the writer would give.

use super::few::Few;
use super::reader::Events;
use super::tree::Tree;
use super::writer::write_scalar;

/// A token that gives way to the scalar that its node holds now.
#[derive(Clone, Copy)]
struct Edit {
    start: u32,
    end: u32,
    index: u32,
}

/// What is exchanged beside R1 and R2, in text order.
pub(crate) struct Patch {
    edits: Few<Edit, 4>,
    /// A value was moved or removed: the blob is no patch of the text.
    pub(crate) broken: bool,
}

impl Default for Patch {
    #[inline]
    fn default() -> Self {
        let none = Edit {
            start: 0,
            end: 0,
            index: 0,
        };
        Self {
            edits: Few::new(none),
            broken: false,
        }
    }
}

impl Patch {
    /// Notes that the token at `start..end` gave way to the node at `index`.
    pub(crate) fn edit(&mut self, index: u32, start: u32, end: u32) {
        // A second repair of the same node exchanges the same token.
        let last = self.edits.as_slice().last();
        if last.is_none_or(|last| last.index != index) {
            self.edits.push(Edit { start, end, index });
        }
    }

    /// Appends the patched text; `false` if it cannot be a patch.
    pub(crate) fn write(&self, out: &mut String, tree: &Tree<'_>, events: &Events) -> bool {
        if self.broken || !events.verbatim() {
            return false;
        }
        let spans = tree.spans();
        let mut from = 0;
        let mut commas = events.commas.as_slice().iter().copied().peekable();
        for edit in self.edits.as_slice() {
            while let Some(comma) = commas.next_if(|&comma| comma < edit.start) {
                out.push_str(spans.text(from, comma));
                from = comma + 1;
            }
            out.push_str(spans.text(from, edit.start));
            write_scalar(out, &spans, tree.node(edit.index));
            from = edit.end;
        }
        for comma in commas {
            out.push_str(spans.text(from, comma));
            from = comma + 1;
        }
        out.push_str(spans.text(from, tree.text.len() as u32));
        out.extend(events.closers.as_slice());
        true
    }
}
