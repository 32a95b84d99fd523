//! The block phase of CommonMark 0.31.2: which leaf blocks a text has.
//!
//! Line by line, with the open containers as a plain list and at most one open
//! leaf at its end. No inline phase is run (JC1, JC7). Lists are not kept: they
//! decide nothing about leaves that their items do not decide.

use super::clauses::Clauses;
use super::source::{Cell, Char, Line, indent, is_blank, lines, plain, text, trimmed, without};
use super::starts::{self, Fence, Leaf};
use super::{definitions, html};

/// What kind of leaf block a region comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A paragraph.
    Paragraph,
    /// A heading of either form.
    Heading,
    /// An HTML block.
    Html,
    /// Indented code.
    Indented,
    /// Fenced code with its number and its raw info string.
    Fenced(usize, String),
}

/// One leaf block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Its kind.
    pub kind: Kind,
    /// Its text, each character with its place.
    pub text: Vec<Char>,
}

impl Region {
    /// The plain text.
    pub fn plain(&self) -> String {
        self.text.iter().map(|c| c.ch).collect()
    }
}

/// More containers stand in one another than are followed (JC3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooDeep;

/// The leaf blocks of a text, in their order.
pub fn regions(text: &str, clauses: &Clauses) -> Result<Vec<Region>, TooDeep> {
    let mut document = Document {
        clauses,
        containers: Vec::new(),
        leaf: None,
        fences: 0,
        regions: Vec::new(),
    };
    for line in lines(text, clauses) {
        document.line(&line)?;
    }
    document.close_leaf();
    Ok(document.regions)
}

/// A container that is open.
#[derive(Debug, Clone)]
pub(super) enum Container {
    /// A block quote.
    Quote,
    /// A list item: how many columns belong to it, and how many blocks it has.
    Item(usize, usize),
}

/// A leaf that is open, with its lines so far.
#[derive(Debug)]
enum Open {
    Paragraph(Vec<Piece>),
    Html(u8, Vec<Piece>),
    Indented(Vec<Piece>),
    Fenced(Fence, usize, Vec<Piece>),
}

/// One line of a leaf, with the place of its ending.
#[derive(Debug, Clone)]
struct Piece {
    text: Vec<Char>,
    break_at: usize,
    break_end: usize,
}

struct Document<'a> {
    clauses: &'a Clauses,
    containers: Vec<Container>,
    leaf: Option<Open>,
    fences: usize,
    regions: Vec<Region>,
}

/// What became of the open leaf on a line.
enum Kept {
    /// The line is done.
    Done,
    /// It is a paragraph that goes on unless something else begins.
    Paragraph,
    /// Nothing of it goes on.
    No,
}

impl Document<'_> {
    fn line(&mut self, line: &Line) -> Result<(), TooDeep> {
        let mut rest = &line.cells[..];
        let mut matched = 0;
        while let Some(container) = self.containers.get(matched) {
            match starts::continues(container, rest) {
                Some(left) => rest = left,
                None => break,
            }
            matched += 1;
        }
        let all = matched == self.containers.len();
        let kept = if all {
            self.leaf_goes_on(line, rest)
        } else {
            Kept::No
        };
        match kept {
            Kept::Done => Ok(()),
            Kept::Paragraph => self.begin(line, rest, matched, true),
            Kept::No => self.begin(line, rest, matched, false),
        }
    }

    /// Whether the leaf, whose containers all go on, takes the line.
    fn leaf_goes_on(&mut self, line: &Line, rest: &[Cell]) -> Kept {
        let piece = |cells: &[Cell]| piece(cells, line, self.clauses);
        let blank = is_blank(rest);
        let mut ends = false;
        match &mut self.leaf {
            Some(Open::Paragraph(_)) if !blank => return Kept::Paragraph,
            Some(Open::Html(kind, pieces)) if !(blank && *kind >= 6) => {
                pieces.push(piece(rest));
                ends = html::ends(*kind, &plain(rest));
            }
            Some(Open::Indented(pieces)) if blank || indent(rest) >= 4 => {
                let taken = indent(rest).min(4);
                pieces.push(piece(without(rest, taken)));
            }
            Some(Open::Fenced(fence, _, _)) if fence.is_closed_by(rest) => ends = true,
            Some(Open::Fenced(fence, _, pieces)) => {
                pieces.push(piece(without(rest, indent(rest).min(fence.indent))));
            }
            _ => return Kept::No,
        }
        if ends {
            self.close_leaf();
        }
        Kept::Done
    }

    /// Everything that may begin on a line behind `matched` containers.
    fn begin(
        &mut self,
        line: &Line,
        mut rest: &[Cell],
        mut matched: usize,
        mut paragraph: bool,
    ) -> Result<(), TooDeep> {
        loop {
            let lazy = !paragraph && matches!(self.leaf, Some(Open::Paragraph(_)));
            if paragraph && starts::is_underline(rest) && self.is_heading() {
                return Ok(());
            }
            if let Some(leaf) = starts::leaf(rest, paragraph, lazy, self.clauses) {
                self.close_to(matched);
                self.add_leaf(leaf, line, rest);
                return Ok(());
            }
            let Some((container, left)) = starts::container(rest, paragraph) else {
                break;
            };
            self.close_to(matched);
            self.count_child();
            self.containers.push(container);
            if self.containers.len() > self.clauses.depth {
                return Err(TooDeep);
            }
            matched = self.containers.len();
            rest = left;
            paragraph = false;
        }
        self.plain_line(line, rest, matched, paragraph);
        Ok(())
    }

    /// A line on which no block begins: text, or nothing.
    fn plain_line(&mut self, line: &Line, rest: &[Cell], matched: usize, paragraph: bool) {
        let added = piece(rest, line, self.clauses);
        let blank = is_blank(rest);
        if let (false, Some(Open::Paragraph(pieces))) = (blank, &mut self.leaf) {
            // Its own containers go on, or the line is a lazy continuation.
            pieces.push(added);
            return;
        }
        self.close_to(matched);
        if !blank && !paragraph {
            self.count_child();
            self.leaf = Some(Open::Paragraph(vec![added]));
        }
    }

    fn add_leaf(&mut self, leaf: Leaf, line: &Line, rest: &[Cell]) {
        self.count_child();
        match leaf {
            Leaf::Break => {}
            Leaf::Heading(from, to) => {
                let cells = rest.get(from..to).unwrap_or_default();
                let text = text(cells, self.clauses);
                self.add_region(Kind::Heading, text);
            }
            Leaf::Fenced(fence) => {
                self.leaf = Some(Open::Fenced(fence, self.fences, Vec::new()));
                self.fences += 1;
            }
            Leaf::Html(kind) => {
                let ends = html::ends(kind, &plain(rest));
                self.leaf = Some(Open::Html(kind, vec![piece(rest, line, self.clauses)]));
                if ends {
                    self.close_leaf();
                }
            }
            Leaf::Indented => {
                let piece = piece(without(rest, 4), line, self.clauses);
                self.leaf = Some(Open::Indented(vec![piece]));
            }
        }
    }

    /// Closes the containers behind `matched` and the leaf, whatever it is.
    fn close_to(&mut self, matched: usize) {
        self.close_leaf();
        self.containers.truncate(matched);
    }

    fn count_child(&mut self) {
        if let Some(Container::Item(_, blocks)) = self.containers.last_mut() {
            *blocks += 1;
        }
    }

    /// Whether an underline makes a heading of the paragraph: not if nothing
    /// but definitions stands in it, which are taken out here (JC7).
    fn is_heading(&mut self) -> bool {
        let Some(Open::Paragraph(pieces)) = &mut self.leaf else {
            return false;
        };
        without_definitions(pieces, self.clauses);
        if pieces.is_empty() {
            return false;
        }
        let text = joined(std::mem::take(pieces));
        self.leaf = None;
        self.add_region(Kind::Heading, without_outer_spaces(text));
        true
    }

    fn close_leaf(&mut self) {
        match self.leaf.take() {
            Some(Open::Paragraph(mut pieces)) => {
                without_definitions(&mut pieces, self.clauses);
                if !pieces.is_empty() {
                    let text = without_outer_spaces(joined(pieces));
                    self.add_region(Kind::Paragraph, text);
                } else if let Some(Container::Item(_, blocks)) = self.containers.last_mut() {
                    // Nothing but definitions: there is no block.
                    *blocks -= 1;
                }
            }
            Some(Open::Html(_, pieces)) => self.add_region(Kind::Html, joined(pieces)),
            Some(Open::Indented(mut pieces)) => {
                while pieces.last().is_some_and(Piece::is_blank) {
                    pieces.pop();
                }
                self.add_region(Kind::Indented, joined(pieces));
            }
            Some(Open::Fenced(fence, number, pieces)) => {
                self.add_region(Kind::Fenced(number, fence.info), joined(pieces));
            }
            None => {}
        }
    }

    fn add_region(&mut self, kind: Kind, text: Vec<Char>) {
        let text = match kind {
            Kind::Paragraph | Kind::Heading => (self.clauses.prose)(text),
            _ => text,
        };
        self.regions.push(Region { kind, text });
    }
}

impl Piece {
    fn is_blank(&self) -> bool {
        self.text.iter().all(|c| matches!(c.ch, ' ' | '\t'))
    }
}

fn piece(cells: &[Cell], line: &Line, clauses: &Clauses) -> Piece {
    Piece {
        text: text(cells, clauses),
        break_at: line.end,
        break_end: line.end + line.ending,
    }
}

/// The lines with LF between them.
fn joined(pieces: Vec<Piece>) -> Vec<Char> {
    let mut text = Vec::new();
    let mut before: Option<(usize, usize)> = None;
    for piece in pieces {
        if let Some((at, end)) = before {
            text.push(Char { ch: '\n', at, end });
        }
        before = Some((piece.break_at, piece.break_end));
        text.extend(piece.text);
    }
    text
}

fn without_definitions(pieces: &mut Vec<Piece>, clauses: &Clauses) {
    let text: Vec<char> = joined(pieces.clone()).iter().map(|c| c.ch).collect();
    let mut taken = (clauses.definitions)(&text);
    let whole = |piece: &&Piece| {
        let more = taken > 0;
        taken = taken.saturating_sub(piece.text.len() + 1);
        more
    };
    let lines = pieces.iter().take_while(whole).count();
    pieces.drain(..lines);
}

/// The definitions as published: those at the beginning.
pub fn definitions(paragraph: &[char]) -> usize {
    definitions::length(paragraph)
}

/// White space around a paragraph or a heading is not part of it (JC1).
fn without_outer_spaces(text: Vec<Char>) -> Vec<Char> {
    let space = |c: &&Char| matches!(c.ch, ' ' | '\t');
    let from = text.iter().take_while(space).count();
    let behind = text.iter().rev().take_while(space).count();
    text.get(from..text.len() - behind.min(text.len() - from))
        .unwrap_or_default()
        .to_vec()
}

/// The columns of an ATX heading's text: without markers, closing marks and
/// white space.
pub(super) fn heading(cells: &[Cell]) -> Option<(usize, usize)> {
    let line = plain(cells);
    let marks = line.chars().take_while(|c| *c == '#').count();
    if !(1..=6).contains(&marks) || !matches!(cells.get(marks).map(|c| c.ch), None | Some(' ')) {
        return None;
    }
    let from = marks + indent(without(cells, marks));
    let mut to = trimmed(cells).len();
    let closing = cells.get(from.min(to)..to)?;
    let closing = closing.iter().rev().take_while(|c| c.ch == '#').count();
    let before = to - closing;
    if closing > 0 && cells.get(before - 1).is_some_and(|c| c.ch == ' ') {
        to = trimmed(cells.get(..before)?).len();
    }
    Some((from, to.max(from)))
}
