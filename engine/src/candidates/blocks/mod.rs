//! Block structure: decides which lines are leaves of which kind
//! (`CommonMark` 0.31.2, appendix, phase 1; link reference definitions are
//! removed). No inline structure is looked at.
//!
//! A leaf line is stored as the part of the raw text that it covers, and the
//! columns of a split tab before it, so that every character of a leaf can be
//! traced. White space on continuation lines of a paragraph is kept: only what
//! belongs to containers is not part of a leaf. At most
//! [`super::MAX_CONTAINER_DEPTH`] containers are ever open, which is what
//! keeps the work linear: a line is compared with every open container.

mod cursor;
mod definitions;
mod html;
mod leaf;
mod parser;
mod starts;

use std::ops::Range;

pub(super) use parser::parse;

/// What kind of leaf block a region is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeafKind {
    /// A paragraph, without link reference definitions (4.7, 4.8).
    Paragraph,
    /// An ATX or setext heading, without its marks (4.2, 4.3).
    Heading,
    /// An HTML block (4.6).
    Html,
    /// An indented code block (4.4).
    IndentedCode,
    /// A fenced code block, without its fences (4.5).
    FencedCode,
}

/// A line of a leaf. All positions are byte offsets into the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Columns of a tab that a container took in part: spaces of the leaf that
    /// no character of the text stands for.
    pub(super) pad: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    /// The line's number in the text, from 1.
    pub(super) number: u32,
}

/// A leaf block.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) kind: LeafKind,
    /// The info string of a fenced code block, trimmed, as it stands.
    pub(super) info: Range<usize>,
    /// Its lines in [`Blocks::lines`].
    pub(super) lines: Range<usize>,
}

/// The leaves of a text, in document order.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    pub(super) leaves: Vec<Leaf>,
    lines: Vec<Line>,
}

impl Blocks {
    /// The lines of a leaf.
    pub(super) fn lines_of(&self, leaf: &Leaf) -> &[Line] {
        self.lines.get(leaf.lines.clone()).unwrap_or_default()
    }
}

/// More than [`super::MAX_CONTAINER_DEPTH`] containers are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooDeep;
