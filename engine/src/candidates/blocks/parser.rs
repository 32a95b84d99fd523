//! The parser of the block phase: decides, line by line, which containers go
//! on, which leaf takes the line, and where a leaf ends.
//!
//! Containers are matched from the outside in; what follows their markers
//! either continues the open leaf, starts blocks, or is text. A paragraph may
//! take text although some of its containers did not match (lazily); every
//! other open leaf ends there.

use super::cursor::Cursor;
use super::html::Html;
use super::starts::Start;
use super::{Blocks, LeafKind, TooDeep};
use crate::candidates::MAX_CONTAINER_DEPTH;
use crate::candidates::bytes::{first_of, is_blank};
use crate::json::scan::byte;

/// An open block quote or list item.
#[derive(Clone, Copy)]
pub(super) enum Container {
    Quote,
    Item {
        /// The columns that a line must be indented by to belong to it.
        indent: usize,
        /// How many blocks it holds; definitions count only while their
        /// paragraph is open.
        children: u32,
    },
}

/// The leaf that takes lines: always the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    Nothing,
    Paragraph,
    IndentedCode,
    Fence {
        marker: u8,
        length: usize,
        indent: usize,
    },
    Html(Html),
    /// The line of an ATX heading: ends at once.
    Heading,
}

/// What a line, past the markers of its containers, would interrupt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nothing is open that could take text.
    Free,
    /// A paragraph is open.
    Paragraph,
    /// A paragraph is open, but only this many of its containers matched.
    Lazy(usize),
}

/// The state between two lines.
pub(super) struct Parser<'t> {
    pub(super) text: &'t [u8],
    pub(super) containers: Vec<Container>,
    pub(super) open: Open,
    pub(super) blocks: Blocks,
    /// The number of the line that is read.
    pub(super) number: u32,
}

/// The leaves of `text`, whose length is below 2^32.
///
/// # Errors
/// [`TooDeep`] as soon as one container too many is opened.
pub(in crate::candidates) fn parse(text: &str) -> Result<Blocks, TooDeep> {
    let text = text.as_bytes();
    let mut parser = Parser {
        text,
        containers: Vec::with_capacity(MAX_CONTAINER_DEPTH),
        open: Open::Nothing,
        blocks: Blocks::default(),
        number: 0,
    };
    let mut start = 0;
    while start < text.len() {
        let end = first_of(text, start, b'\n', b'\r');
        parser.number += 1;
        parser.line(Cursor::new(text.get(..end).unwrap_or_default(), start))?;
        let pair = byte(text, end) == b'\r' && byte(text, end + 1) == b'\n';
        start = end + 1 + usize::from(pair);
    }
    parser.close_leaf();
    Ok(parser.blocks)
}

impl<'t> Parser<'t> {
    fn line(&mut self, mut cursor: Cursor<'t>) -> Result<(), TooDeep> {
        let matched = self.matched(&mut cursor);
        let mut standing = if matched == self.containers.len() {
            if self.leaf_takes(&mut cursor) {
                return Ok(());
            }
            match self.open {
                Open::Paragraph => Standing::Paragraph,
                _ => Standing::Free,
            }
        } else if self.open == Open::Paragraph && !cursor.is_blank() {
            Standing::Lazy(matched)
        } else {
            self.close_leaf();
            self.containers.truncate(matched);
            Standing::Free
        };
        loop {
            if cursor.is_blank() {
                return Ok(());
            }
            match self.start(&mut cursor, &mut standing)? {
                Start::Container => {}
                Start::Leaf => return Ok(()),
                Start::Nothing => break,
            }
        }
        self.text_line(&cursor, standing);
        Ok(())
    }

    /// How many of the open containers go on in this line; takes their
    /// markers and indentation.
    fn matched(&self, cursor: &mut Cursor<'t>) -> usize {
        let mut goes_on = |container: &Container| match *container {
            Container::Quote => cursor.take_quote(),
            Container::Item { children: 0, .. } if cursor.is_blank() => false,
            Container::Item { indent, .. } if cursor.indent() >= indent => {
                cursor.take_columns(indent);
                true
            }
            Container::Item { .. } => {
                let blank = cursor.is_blank();
                if blank {
                    cursor.take_space();
                }
                blank
            }
        };
        let ended = self.containers.iter().position(|open| !goes_on(open));
        ended.unwrap_or(self.containers.len())
    }

    /// Does the open leaf, whose containers all matched, take the line, or is
    /// the line a blank one that only ends it?
    fn leaf_takes(&mut self, cursor: &mut Cursor<'t>) -> bool {
        match self.open {
            Open::Nothing | Open::Heading => false,
            Open::Paragraph => {
                if cursor.is_blank() {
                    self.close_leaf();
                }
                false
            }
            Open::IndentedCode => {
                let takes = cursor.indent() > 3 || cursor.is_blank();
                if takes {
                    cursor.take_columns(4);
                    self.push_line(cursor);
                } else {
                    self.close_leaf();
                }
                takes
            }
            Open::Fence {
                marker,
                length,
                indent,
            } => {
                if is_closing_fence(cursor, marker, length) {
                    self.close_leaf();
                } else {
                    cursor.take_columns(indent);
                    self.push_line(cursor);
                }
                true
            }
            Open::Html(html) => {
                let takes = html.spans_blank_lines() || !cursor.is_blank();
                if takes {
                    self.html_line(html, cursor);
                } else {
                    self.close_leaf();
                }
                takes
            }
        }
    }

    /// Adds a line to the open HTML block, and ends it where it says so.
    pub(super) fn html_line(&mut self, html: Html, cursor: &Cursor<'t>) {
        self.push_line(cursor);
        if html.ends_with(cursor.content_bytes()) {
            self.close_leaf();
        }
    }

    /// A line that starts nothing: text of the open or of a new paragraph.
    fn text_line(&mut self, cursor: &Cursor<'t>, standing: Standing) {
        if standing == Standing::Free {
            self.open_leaf(LeafKind::Paragraph, Open::Paragraph);
        }
        if self.open_lines().is_empty() {
            self.push(0, cursor.next(), cursor.end());
        } else {
            self.push_line(cursor);
        }
    }

    /// Opens a container in the innermost open one.
    pub(super) fn open_container(&mut self, container: Container) -> Result<(), TooDeep> {
        if self.containers.len() >= MAX_CONTAINER_DEPTH {
            return Err(TooDeep);
        }
        self.adopt();
        self.containers.push(container);
        Ok(())
    }

    /// The innermost container has one more child.
    pub(super) fn adopt(&mut self) {
        if let Some(Container::Item { children, .. }) = self.containers.last_mut() {
            *children += 1;
        }
    }

    /// Ends what the block that starts here interrupts.
    pub(super) fn interrupt(&mut self, standing: &mut Standing) {
        if *standing != Standing::Free {
            self.close_leaf();
        }
        if let Standing::Lazy(matched) = *standing {
            self.containers.truncate(matched);
        }
        *standing = Standing::Free;
    }
}

fn is_closing_fence(cursor: &Cursor<'_>, marker: u8, length: usize) -> bool {
    if cursor.peek() != marker || cursor.indent() > 3 {
        return false;
    }
    let rest = cursor.rest();
    let run = rest.iter().take_while(|&&byte| byte == marker).count();
    run >= length && is_blank(rest.get(run..).unwrap_or_default())
}
