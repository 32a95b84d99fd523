//! Block starts: decides whether the rest of a line opens a container or is a
//! leaf other than a paragraph (`CommonMark` chapters 4 and 5, in the order in
//! which they win over each other).

use super::cursor::Cursor;
use super::html::Html;
use super::parser::{Container, Open, Parser, Standing};
use super::{LeafKind, TooDeep};
use crate::candidates::bytes::{is_blank, is_space, leading_spaces, trim_end};
use crate::json::scan::byte;

/// What started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// A container, whose content follows on the line.
    Container,
    /// A leaf, which took the line.
    Leaf,
    /// Nothing: the line is text.
    Nothing,
}

impl<'t> Parser<'t> {
    /// Opens the block that starts at the cursor, which is not at the end of
    /// its line.
    pub(super) fn start(
        &mut self,
        cursor: &mut Cursor<'t>,
        standing: &mut Standing,
    ) -> Result<Start, TooDeep> {
        if cursor.indent() > 3 {
            return Ok(self.indented_code(cursor, *standing));
        }
        let started = match cursor.peek() {
            b'>' => {
                self.interrupt(standing);
                self.open_container(Container::Quote)?;
                cursor.take_quote();
                return Ok(Start::Container);
            }
            b'#' => self.atx_heading(cursor, standing),
            b'`' | b'~' => self.fence(cursor, standing),
            b'<' => self.html(cursor, standing),
            b'=' => self.setext_heading(cursor, *standing),
            b'-' if self.setext_heading(cursor, *standing) => true,
            b'-' | b'*' | b'_' if cursor.is_thematic_break() => {
                self.interrupt(standing);
                self.adopt();
                true
            }
            b'-' | b'*' | b'+' | b'0'..=b'9' => return self.list_item(cursor, standing),
            _ => false,
        };
        Ok(if started { Start::Leaf } else { Start::Nothing })
    }

    /// Indented code never interrupts a paragraph.
    fn indented_code(&mut self, cursor: &mut Cursor<'t>, standing: Standing) -> Start {
        if standing != Standing::Free {
            return Start::Nothing;
        }
        self.open_leaf(LeafKind::IndentedCode, Open::IndentedCode);
        cursor.take_columns(4);
        self.push_line(cursor);
        Start::Leaf
    }

    fn atx_heading(&mut self, cursor: &Cursor<'t>, standing: &mut Standing) -> bool {
        let rest = cursor.rest();
        let level = rest.iter().take_while(|&&byte| byte == b'#').count();
        let after = rest.get(level..).unwrap_or_default();
        if level > 6 || after.first().is_some_and(|&byte| !is_space(byte)) {
            return false;
        }
        self.interrupt(standing);
        self.open_leaf(LeafKind::Heading, Open::Heading);
        let spaces = leading_spaces(after);
        let content = without_closing(after.get(spaces..).unwrap_or_default());
        if !content.is_empty() {
            let start = cursor.next() + level + spaces;
            self.push(0, start, start + content.len());
        }
        self.close_leaf();
        true
    }

    fn fence(&mut self, cursor: &Cursor<'t>, standing: &mut Standing) -> bool {
        let (rest, marker) = (cursor.rest(), cursor.peek());
        let length = rest.iter().take_while(|&&byte| byte == marker).count();
        let after = rest.get(length..).unwrap_or_default();
        if length < 3 || marker == b'`' && after.contains(&b'`') {
            return false;
        }
        self.interrupt(standing);
        let indent = cursor.indent();
        let open = Open::Fence {
            marker,
            length,
            indent,
        };
        self.open_leaf(LeafKind::FencedCode, open);
        let start = cursor.next() + length + leading_spaces(after);
        let end = cursor.next() + length + trim_end(after).len();
        self.set_info(start.min(end), end);
        true
    }

    fn html(&mut self, cursor: &Cursor<'t>, standing: &mut Standing) -> bool {
        let Some(html) = Html::starting(cursor.rest(), *standing != Standing::Free) else {
            return false;
        };
        self.interrupt(standing);
        self.open_leaf(LeafKind::Html, Open::Html(html));
        self.html_line(html, cursor);
        true
    }

    /// The underline of a setext heading; the paragraph above it becomes one.
    fn setext_heading(&mut self, cursor: &Cursor<'t>, standing: Standing) -> bool {
        let (rest, marker) = (trim_end(cursor.rest()), cursor.peek());
        standing == Standing::Paragraph
            && rest.iter().all(|&byte| byte == marker)
            && self.end_as_heading()
    }

    fn list_item(
        &mut self,
        cursor: &mut Cursor<'t>,
        standing: &mut Standing,
    ) -> Result<Start, TooDeep> {
        let interrupts = *standing == Standing::Paragraph;
        let Some(length) = list_marker(cursor.rest(), interrupts) else {
            return Ok(Start::Nothing);
        };
        self.interrupt(standing);
        let offset = cursor.indent();
        cursor.take_marker(length);
        // Where code starts the item, or nothing does, one column is enough.
        let spaces = match cursor.indent() {
            spaces @ 1..=4 if !cursor.is_blank() => spaces,
            _ => 1,
        };
        cursor.take_columns(spaces);
        self.open_container(Container::Item {
            indent: offset + length + spaces,
            children: 0,
        })?;
        Ok(Start::Container)
    }
}

/// The content of an ATX heading without its closing sequence.
fn without_closing(content: &[u8]) -> &[u8] {
    let content = trim_end(content);
    let closing = content.iter().rev().take_while(|&&byte| byte == b'#');
    let before = content.len() - closing.count();
    match content.get(..before) {
        Some([.., last]) if !is_space(*last) => content,
        Some(before) => trim_end(before),
        None => content,
    }
}

/// The length of the list marker that `rest` starts with. Where a paragraph
/// would be interrupted, the item must not start blank, and not with another
/// number than 1.
fn list_marker(rest: &[u8], interrupts: bool) -> Option<usize> {
    let digits = rest
        .iter()
        .take(10)
        .take_while(|byte| byte.is_ascii_digit());
    let digits = digits.count();
    let length = match digits {
        0 => 1,
        1..=9 if matches!(byte(rest, digits), b'.' | b')') => digits + 1,
        _ => return None,
    };
    let after = rest.get(length..).unwrap_or_default();
    if after.first().is_some_and(|&byte| !is_space(byte)) {
        return None;
    }
    let one = |number: &[u8]| {
        let zeros = number.iter().take_while(|&&byte| byte == b'0').count();
        number.get(zeros..) == Some(b"1")
    };
    let numbered = digits == 0 || rest.get(..digits).is_some_and(one);
    (!interrupts || numbered && !is_blank(after)).then_some(length)
}
