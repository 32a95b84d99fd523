//! Scans a `pattern` as ECMA-262 with the `u` flag reads it, once, from left
//! to right.
//!
//! Decides D28 (what is a pattern at all, and the widened escapes of ASCII
//! punctuation) and D29 (look-around, back-references, modifiers and
//! properties without a table are not covered; what a pattern costs). It never
//! matches: `matcher` does, on the portable spelling that the scan returns.
//!
//! | file | decides |
//! |---|---|
//! | here | which construct begins, and whether the whole is one |
//! | `cost` | what terms, repeats and groups cost, and what may be repeated |
//! | `group` | heads of groups, and which groups may share a name |
//! | `escape` | escapes, properties, and the widened spelling |
//! | `class` | classes and their ranges |

mod class;
mod cost;
mod escape;
mod group;
#[cfg(test)]
mod tests;

use super::matcher::Node;
use super::sets;

use cost::{Atom, Frame};

/// What a pattern is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pattern {
    /// Inside the covered part, if its cost is.
    Covered {
        /// Characters, classes and assertions times their repeats (D29).
        cost: u64,
        /// Code-point ranges of classes times their repeats (D29).
        ranges: u64,
        /// The pattern without widened escapes, for any ECMA-262 engine.
        portable: String,
        /// What it matches; no construct of D29 stands in it.
        tree: Node,
    },
    /// No pattern of ECMA-262 `u`, even as D28 widens it.
    Invalid,
    /// A pattern that holds a construct which D29 leaves out.
    NotCovered,
}

/// Why the scan stops.
struct NotAPattern;

type Scanned<T> = Result<T, NotAPattern>;

struct Scanner {
    chars: Vec<char>,
    at: usize,
    portable: String,
    frames: Vec<Frame>,
    opened: usize,
    captures: u64,
    names: Vec<(String, Vec<(usize, usize)>)>,
    numbers_referred: Vec<u64>,
    names_referred: Vec<String>,
    uncovered: bool,
}

/// D28 and D29: what `pattern` is and costs.
pub fn scan(pattern: &str) -> Pattern {
    let mut scanner = Scanner {
        chars: pattern.chars().collect(),
        at: 0,
        portable: String::new(),
        frames: vec![Frame::new(0, false)],
        opened: 0,
        captures: 0,
        names: Vec::new(),
        numbers_referred: Vec::new(),
        names_referred: Vec::new(),
        uncovered: false,
    };
    match scanner.run() {
        Err(NotAPattern) => Pattern::Invalid,
        Ok(_) if scanner.uncovered => Pattern::NotCovered,
        Ok(whole) => Pattern::Covered {
            cost: whole.cost,
            ranges: whole.ranges,
            portable: scanner.portable,
            tree: whole.node,
        },
    }
}

impl Scanner {
    fn run(&mut self) -> Scanned<Atom> {
        while self.at < self.chars.len() {
            let start = self.at;
            let widened = self.step()?;
            match widened {
                Some(spelling) => self.portable.push_str(&spelling),
                None => self.portable.extend(&self.chars[start..self.at]),
            }
        }
        let numbers_exist = self.numbers_referred.iter().all(|n| *n <= self.captures);
        let names_exist = self
            .names_referred
            .iter()
            .all(|n| self.names.iter().any(|(m, _)| n == m));
        match (self.frames.pop(), self.frames.is_empty()) {
            (Some(whole), true) if numbers_exist && names_exist => Ok(whole.end()),
            _ => Err(NotAPattern), // an open group, or a reference to no group
        }
    }

    /// Reads one term; returns its portable spelling if that is another.
    fn step(&mut self) -> Scanned<Option<String>> {
        let c = self.next()?;
        match c {
            '|' => {
                self.frame()?.end_alternative();
            }
            '(' => self.open_group()?,
            ')' => self.close_group()?,
            '*' => self.quantify(0, None)?,
            '+' => self.quantify(1, None)?,
            '?' => self.quantify(0, Some(1))?,
            '{' => {
                let (least, most) = self.braces()?;
                self.quantify(least, most)?;
            }
            '^' => self.assertion(Node::Start)?,
            '$' => self.assertion(Node::End)?,
            // D28: all but LF, CR, U+2028 and U+2029, which makes four ranges.
            '.' => self.atom(&sets::dot_set())?,
            '[' => return self.class(),
            ']' | '}' => return Err(NotAPattern),
            '\\' => return self.escape(),
            c => self.atom(&[(u32::from(c), u32::from(c))])?,
        }
        Ok(None)
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn next(&mut self) -> Scanned<char> {
        let c = self.peek(0).ok_or(NotAPattern)?;
        self.at += 1;
        Ok(c)
    }

    fn take(&mut self, text: &str) -> bool {
        let there = text
            .chars()
            .enumerate()
            .all(|(i, c)| self.peek(i) == Some(c));
        if there {
            self.at += text.chars().count();
        }
        there
    }

    /// A count without its leading zeros.
    fn digits(&mut self) -> Scanned<String> {
        let start = self.at;
        while self.peek(0).is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start {
            return Err(NotAPattern);
        }
        let digits: String = self.chars[start..self.at].iter().collect();
        Ok(digits.trim_start_matches('0').to_string())
    }
}

fn saturating(digits: &str) -> u64 {
    if digits.is_empty() {
        0
    } else {
        digits.parse().unwrap_or(u64::MAX)
    }
}
