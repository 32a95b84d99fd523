//! What a line may begin, and whether it goes on with a container
//! (CommonMark 0.31.2, sections 4 and 5). Looks at the columns that are left of
//! one line, never at the document.

use super::blocks::{Container, heading};
use super::clauses::Clauses;
use super::html;
use super::source::{Cell, indent, is_blank, plain, text, trimmed, without};

/// A leaf that begins.
#[derive(Debug)]
pub(super) enum Leaf {
    /// A thematic break.
    Break,
    /// An ATX heading: the columns of its text.
    Heading(usize, usize),
    /// Fenced code.
    Fenced(Fence),
    /// An HTML block of a kind.
    Html(u8),
    /// Indented code.
    Indented,
}

/// How a fence was opened.
#[derive(Debug, Clone)]
pub(super) struct Fence {
    mark: char,
    length: usize,
    /// How far it is indented.
    pub(super) indent: usize,
    /// The raw info string.
    pub(super) info: String,
}

impl Fence {
    /// Whether a line closes it.
    pub(super) fn is_closed_by(&self, line: &[Cell]) -> bool {
        let rest = trimmed(without(line, indent(line)));
        indent(line) < 4 && rest.len() >= self.length && rest.iter().all(|c| c.ch == self.mark)
    }
}

/// What is left of a line on which the container goes on.
pub(super) fn continues<'a>(container: &Container, line: &'a [Cell]) -> Option<&'a [Cell]> {
    match container {
        Container::Quote => quoted(line),
        Container::Item(_, 0) if is_blank(line) => None,
        Container::Item(need, _) if indent(line) >= *need => Some(without(line, *need)),
        Container::Item(..) if is_blank(line) => Some(&[]),
        Container::Item(..) => None,
    }
}

/// Behind the marker of a block quote and one space.
fn quoted(line: &[Cell]) -> Option<&[Cell]> {
    let indented = indent(line);
    let rest = without(line, indented);
    if indented >= 4 || rest.first()?.ch != '>' {
        return None;
    }
    let rest = without(rest, 1);
    Some(without(rest, indent(rest).min(1)))
}

/// The container that begins, and what is left of the line.
pub(super) fn container(line: &[Cell], paragraph: bool) -> Option<(Container, &[Cell])> {
    if let Some(rest) = quoted(line) {
        return Some((Container::Quote, rest));
    }
    item(line, paragraph)
}

/// A list item; in a paragraph it must not be empty, and its number must be 1.
fn item(line: &[Cell], paragraph: bool) -> Option<(Container, &[Cell])> {
    let indented = indent(line);
    let rest = without(line, indented);
    if indented >= 4 {
        return None;
    }
    let marker = plain(rest);
    let digits = marker.chars().take_while(char::is_ascii_digit).count();
    let width = match (digits, marker.chars().nth(digits)?) {
        (0, '-' | '+' | '*') => 1,
        (1..=9, '.' | ')') if !paragraph || marker[..digits].parse() == Ok(1) => digits + 1,
        _ => return None,
    };
    let after = without(rest, width);
    let spaces = indent(after);
    let empty = is_blank(after);
    if (spaces == 0 && !after.is_empty()) || (paragraph && empty) {
        return None;
    }
    let padding = if empty || spaces >= 5 { 1 } else { spaces };
    let container = Container::Item(indented + width + padding, 0);
    Some((container, without(after, padding)))
}

/// The leaf that begins; `paragraph` when one would be interrupted, `lazy`
/// when the line could go on with one that is not in the same containers.
pub(super) fn leaf(line: &[Cell], paragraph: bool, lazy: bool, clauses: &Clauses) -> Option<Leaf> {
    let indented = indent(line);
    if indented >= 4 {
        let begins = !paragraph && !lazy && !is_blank(line);
        return begins.then_some(Leaf::Indented);
    }
    let rest = without(line, indented);
    if let Some((from, to)) = heading(rest) {
        return Some(Leaf::Heading(indented + from, indented + to));
    }
    if let Some(fence) = fence(rest, indented, clauses) {
        return Some(Leaf::Fenced(fence));
    }
    match html::begins(&plain(rest)) {
        Some(7) if (clauses.interrupts_by_tag)(paragraph, lazy) => return Some(Leaf::Html(7)),
        Some(kind @ 1..=6) => return Some(Leaf::Html(kind)),
        _ => {}
    }
    is_break(rest).then_some(Leaf::Break)
}

/// HTML of kind 7 interrupts no paragraph, not even lazily.
pub fn interrupts_by_tag(paragraph: bool, lazy: bool) -> bool {
    !paragraph && !lazy
}

fn fence(rest: &[Cell], indented: usize, clauses: &Clauses) -> Option<Fence> {
    let mark = rest.first()?.ch;
    let length = rest.iter().take_while(|cell| cell.ch == mark).count();
    let info = trimmed(without(rest, length));
    let info = without(info, indent(info));
    let ticks = mark == '`' && info.iter().any(|cell| cell.ch == '`');
    if !matches!(mark, '`' | '~') || length < 3 || ticks {
        return None;
    }
    Some(Fence {
        mark,
        length,
        indent: indented,
        info: text(info, clauses).iter().map(|c| c.ch).collect(),
    })
}

fn is_break(rest: &[Cell]) -> bool {
    let marks: Vec<char> = plain(rest).chars().filter(|c| *c != ' ').collect();
    let first = marks.first().copied().unwrap_or(' ');
    marks.len() >= 3 && matches!(first, '*' | '-' | '_') && marks.iter().all(|c| *c == first)
}

/// Whether a line could underline a paragraph.
pub(super) fn is_underline(line: &[Cell]) -> bool {
    let rest = trimmed(without(line, indent(line)));
    let first = rest.first().map_or(' ', |cell| cell.ch);
    indent(line) < 4 && matches!(first, '=' | '-') && rest.iter().all(|cell| cell.ch == first)
}
