//! Every decision that could have been taken otherwise, by name;
//! [`Clauses::published`] is json-candidate-list 1.0.0 as its readings have it.
//!
//! A mutant is this table with one entry exchanged.

use super::blocks;
use super::language::{self, Language};
use super::rank::{self, Candidate, Key};
use super::repair::{self, Site, Uncommented};
use super::scan::{self, Found};
use super::source::Char;
use super::starts;
use super::syntax::{self, Fault};

/// The decisions; each field names the reading that it takes.
#[derive(Debug, Clone, Copy)]
pub struct Clauses {
    /// JC11: the most bytes of a text.
    pub text_bytes: usize,
    /// JC16: the most results, and how many without a wish.
    pub results: (u64, u64),
    /// JC3: the most containers in one another.
    pub depth: usize,
    /// How long a character is in offsets.
    pub width: fn(char) -> usize,
    /// JC8: how long CR LF is in offsets.
    pub crlf: usize,
    /// JC9: what a character of the input stands for.
    pub read: fn(char) -> char,
    /// JC8: where the lines begin.
    pub line_starts: fn(&[char]) -> Vec<usize>,
    /// JC1: what of a paragraph or a heading is scanned.
    pub prose: fn(Vec<Char>) -> Vec<Char>,
    /// JC7: how many characters of a paragraph are definitions.
    pub definitions: fn(&[char]) -> usize,
    /// JC7: whether HTML of kind 7 begins: in a paragraph, lazily.
    pub interrupts_by_tag: fn(bool, bool) -> bool,
    /// JC6: the language of an info string.
    pub language: fn(&str) -> Language,
    /// JC2: the number of a fence, given that of all and that of scanned ones.
    pub fence_index: fn(usize, usize) -> usize,
    /// JC4: the candidate that begins at a bracket.
    pub candidate: fn(&[char], usize) -> Found,
    /// JC23: the place of a candidate, given the one of its characters.
    pub place: fn((usize, usize)) -> (usize, usize),
    /// JC23: whether the raw slice is the text.
    pub contiguous: fn(&str, &str) -> bool,
    /// JC12: the first fault of a text.
    pub fault: fn(&[char]) -> Option<Fault>,
    /// JC12: an offset into a text, given in characters.
    pub offset: fn(&[char], usize) -> usize,
    /// `remove_comments`.
    pub comments: fn(&[char]) -> Uncommented,
    /// `close_truncated`.
    pub closers: fn(&[char], Site) -> Option<Vec<char>>,
    /// `remove_trailing_commas`.
    pub commas: fn(&[char]) -> Vec<char>,
    /// JC14: whether an unchanged text gets a repair object.
    pub unchanged_is_told: bool,
    /// What decides the rank.
    pub key: fn(&Candidate) -> Key,
    /// JC16: how many there are said to be, given how many there are and may be.
    pub count: fn(usize, usize) -> usize,
    /// JC16: whether candidates were cut, given the same.
    pub truncated: fn(usize, usize) -> bool,
}

impl Clauses {
    /// The readings as published.
    pub fn published() -> Clauses {
        Clauses {
            text_bytes: 131_072,
            results: (100, 10),
            depth: 64,
            width: char::len_utf16,
            crlf: 2,
            read: |c| c,
            line_starts: rank::line_starts,
            prose: |text| text,
            definitions: blocks::definitions,
            interrupts_by_tag: starts::interrupts_by_tag,
            language: language::language,
            fence_index: |all, _| all,
            candidate: scan::candidate,
            place: |span| span,
            contiguous: |raw, text| raw == text,
            fault: syntax::fault,
            offset: rank::offset,
            comments: repair::uncommented,
            closers: repair::closers,
            commas: repair::without_commas,
            unchanged_is_told: true,
            key: rank::key,
            count: |found, _| found,
            truncated: |found, most| found > most,
        }
    }
}
