//! A repaired text as a copy of the submitted one: decides which bytes are
//! copied and which give way.
//!
//! Where the submitted text is compact and spelled as the writer spells, and
//! no repair moved or removed a value, the written blob is that text with a
//! few tokens exchanged. It must give exactly what the writer would give.

use super::reader::Events;
use super::tree::Tree;
use super::writer::write_scalar;

/// A token that gives way to the scalar that its node holds now.
struct Edit {
    start: u32,
    end: u32,
    index: u32,
}

/// What is exchanged beside R1 and R2, in text order.
#[derive(Default)]
pub(crate) struct Patch {
    edits: Vec<Edit>,
    /// A value was moved or removed: the blob is no patch of the text.
    pub(crate) broken: bool,
}

impl Patch {
    /// Notes that the token at `start..end` gave way to the node at `index`.
    pub(crate) fn edit(&mut self, index: u32, start: u32, end: u32) {
        // A second repair of the same node exchanges the same token.
        if self.edits.last().is_none_or(|last| last.index != index) {
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
        let mut commas = events.commas.iter().copied().peekable();
        for edit in &self.edits {
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
        out.push_str(&events.closers);
        true
    }
}
