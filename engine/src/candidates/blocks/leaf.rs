//! The leaf that takes lines: decides what a leaf keeps of its lines when it
//! ends. Definitions and the white space around a paragraph go, as do blank
//! lines at the end of indented code; everything else stays as it stands.

use std::mem;

use super::cursor::Cursor;
use super::parser::{Container, Open, Parser};
use super::{Leaf, LeafKind, Line, definitions};
use crate::candidates::bytes::{is_blank, leading_spaces, trim_end};
use crate::json::scan::byte;

impl<'t> Parser<'t> {
    /// Adds a leaf, which takes lines from now on.
    pub(super) fn open_leaf(&mut self, kind: LeafKind, open: Open) {
        self.adopt();
        let first = self.blocks.lines.len();
        self.blocks.leaves.push(Leaf {
            kind,
            info: 0..0,
            lines: first..first,
        });
        self.open = open;
    }

    /// Says what the info string of the leaf that was just opened is.
    pub(super) fn set_info(&mut self, start: usize, end: usize) {
        if let Some(leaf) = self.blocks.leaves.last_mut() {
            leaf.info = start..end;
        }
    }

    /// The open paragraph turns out to be a setext heading, unless nothing but
    /// definitions is in it.
    pub(super) fn end_as_heading(&mut self) -> bool {
        self.strip_definitions();
        if self.open_lines().is_empty() {
            return false;
        }
        self.close_leaf();
        if let Some(leaf) = self.blocks.leaves.last_mut() {
            leaf.kind = LeafKind::Heading;
        }
        true
    }

    /// Ends the open leaf, if there is one.
    pub(super) fn close_leaf(&mut self) {
        match mem::replace(&mut self.open, Open::Nothing) {
            Open::Nothing => return,
            Open::Paragraph => {
                self.strip_definitions();
                self.trim_last_line();
                if self.open_lines().is_empty() {
                    self.disown();
                    return;
                }
            }
            Open::IndentedCode => self.drop_blank_lines(),
            Open::Heading | Open::Fence { .. } | Open::Html(_) => {}
        }
        let end = self.blocks.lines.len();
        if let Some(leaf) = self.blocks.leaves.last_mut() {
            leaf.lines.end = end;
        }
    }

    /// Removes the last leaf, of which nothing is left.
    fn disown(&mut self) {
        self.blocks.leaves.pop();
        if let Some(Container::Item { children, .. }) = self.containers.last_mut() {
            *children = children.saturating_sub(1);
        }
    }

    /// The lines of the open leaf.
    pub(super) fn open_lines(&self) -> &[Line] {
        let leaf = self.blocks.leaves.last();
        let first = leaf.map_or(0, |leaf| leaf.lines.start);
        self.blocks.lines.get(first..).unwrap_or_default()
    }

    /// Removes the definitions at the start of the open paragraph.
    fn strip_definitions(&mut self) {
        let lines = self.open_lines();
        let starts = |line: &Line| byte(self.text, line.start as usize) == b'[';
        if !lines.first().is_some_and(starts) {
            return;
        }
        let mut content = Vec::new();
        for line in lines {
            let raw = self.raw(line);
            content.extend_from_slice(raw.get(leading_spaces(raw)..).unwrap_or_default());
            content.push(b'\n');
        }
        content.pop();
        let removed = definitions::lines(&content);
        if let (Some(leaf), true) = (self.blocks.leaves.last_mut(), removed > 0) {
            leaf.lines.start += removed;
            let first = leaf.lines.start;
            self.trim_start(first);
        }
    }

    /// What a line covers of the text.
    fn raw(&self, line: &Line) -> &'t [u8] {
        let range = line.start as usize..line.end as usize;
        self.text.get(range).unwrap_or_default()
    }

    /// A paragraph starts with no white space.
    fn trim_start(&mut self, index: usize) {
        if let Some(&line) = self.blocks.lines.get(index) {
            let spaces = leading_spaces(self.raw(&line)) as u32;
            if let Some(line) = self.blocks.lines.get_mut(index) {
                line.pad = 0;
                line.start += spaces;
            }
        }
    }

    /// A paragraph ends with no white space.
    fn trim_last_line(&mut self) {
        if let Some(&last) = self.open_lines().last() {
            let length = trim_end(self.raw(&last)).len() as u32;
            if let Some(line) = self.blocks.lines.last_mut() {
                line.end = line.start + length;
            }
        }
    }

    /// Indented code ends with no blank lines.
    fn drop_blank_lines(&mut self) {
        while let Some(last) = self.open_lines().last() {
            if !is_blank(self.raw(last)) {
                return;
            }
            self.blocks.lines.pop();
        }
    }

    /// Adds what is left of the line to the open leaf.
    pub(super) fn push_line(&mut self, cursor: &Cursor<'t>) {
        let (pad, start) = cursor.content();
        self.push(pad, start, cursor.end());
    }

    /// Adds a line to the open leaf.
    pub(super) fn push(&mut self, pad: usize, start: usize, end: usize) {
        self.blocks.lines.push(Line {
            pad: pad as u32,
            start: start as u32,
            end: end as u32,
            number: self.number,
        });
    }
}
