//! The raw text as lines of cells: where each character stands in the input
//! (JC1), and how many columns it takes (tabs).
//!
//! A tab is as many cells as it has columns, so that a block structure which
//! takes a part of it needs no thought; [`text`] puts whole tabs together again
//! and leaves the rest of a split one as spaces. Nothing here knows a block.

use super::clauses::Clauses;

/// One column of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// The character; a space for every column of a tab.
    pub ch: char,
    /// Its raw offset.
    pub at: usize,
    /// How many columns of the same tab follow, for the first column of a tab.
    tab: Tab,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tab {
    /// No tab.
    None,
    /// The first column, and how many there are.
    First(usize),
    /// A later column.
    Later,
}

/// One line of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its columns.
    pub cells: Vec<Cell>,
    /// Where its ending stands.
    pub end: usize,
    /// How long the ending is; 0 for a last line without one.
    pub ending: usize,
}

/// One character of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Char {
    /// The character; LF for any line ending, a space for a part of a tab.
    pub ch: char,
    /// Where it begins in the input.
    pub at: usize,
    /// Where it ends in the input.
    pub end: usize,
}

/// The input in lines: LF, CR LF and CR each end one.
pub fn lines(text: &str, clauses: &Clauses) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut cells = Vec::new();
    let mut at = 0;
    let mut chars = text.chars().peekable();
    while let Some(ch) = chars.next() {
        let ending = match ch {
            '\r' if chars.next_if_eq(&'\n').is_some() => clauses.crlf,
            '\n' | '\r' => 1,
            _ => 0,
        };
        if ending > 0 {
            let cells = std::mem::take(&mut cells);
            lines.push(Line {
                cells,
                end: at,
                ending,
            });
            at += ending;
            continue;
        }
        push(&mut cells, (clauses.read)(ch), at);
        at += (clauses.width)(ch);
    }
    if !cells.is_empty() {
        lines.push(Line {
            cells,
            end: at,
            ending: 0,
        });
    }
    lines
}

fn push(cells: &mut Vec<Cell>, ch: char, at: usize) {
    if ch != '\t' {
        let tab = Tab::None;
        return cells.push(Cell { ch, at, tab });
    }
    let columns = 4 - cells.len() % 4;
    for column in 0..columns {
        let tab = match column {
            0 => Tab::First(columns),
            _ => Tab::Later,
        };
        cells.push(Cell { ch: ' ', at, tab });
    }
}

/// The characters of some columns.
pub fn text(cells: &[Cell], clauses: &Clauses) -> Vec<Char> {
    let mut text = Vec::new();
    let mut next = 0;
    while let Some(cell) = cells.get(next) {
        let (ch, columns) = match cell.tab {
            Tab::First(columns) if cells.len() >= next + columns => ('\t', columns),
            _ => (cell.ch, 1),
        };
        let end = cell.at + (clauses.width)(ch);
        text.push(Char {
            ch,
            at: cell.at,
            end,
        });
        next += columns;
    }
    text
}

/// How many spaces these columns begin with.
pub fn indent(cells: &[Cell]) -> usize {
    cells.iter().take_while(|cell| cell.ch == ' ').count()
}

/// Whether a line holds nothing but spaces and tabs.
pub fn is_blank(cells: &[Cell]) -> bool {
    indent(cells) == cells.len()
}

/// The columns without the first `n`.
pub fn without(cells: &[Cell], n: usize) -> &[Cell] {
    cells.get(n..).unwrap_or_default()
}

/// The columns without spaces at their end.
pub fn trimmed(cells: &[Cell]) -> &[Cell] {
    let spaces = cells.iter().rev().take_while(|cell| cell.ch == ' ').count();
    cells.get(..cells.len() - spaces).unwrap_or_default()
}

/// The columns as a plain string, for patterns; tabs are spaces in it.
pub fn plain(cells: &[Cell]) -> String {
    cells.iter().map(|cell| cell.ch).collect()
}
