//! The parsed form of a pattern: one flat list in the order of the text.
//!
//! A tree would cost an allocation a node while the schema is compiled, and a
//! deep one would have to be walked and dropped with care; a list needs
//! neither. The groups are brackets in it, a repetition follows what it repeats.

use super::PatternError;
use super::parse::Parser;
use super::set::Set;

/// The upper bound of a repetition without one.
pub(super) const UNBOUNDED: u32 = u32::MAX;

/// One token of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// One character.
    Char(char),
    /// A lone surrogate: valid, but nothing in a string can match it.
    Never,
    /// A class, by its index.
    Set(u32),
    /// `.`, which is common enough to share one set.
    Dot,
    Assert(Assertion),
    Open,
    Alternative,
    Close,
    /// Repeats the item before it, or the group that it closes.
    Repeat {
        min: u32,
        max: u32,
    },
}

/// A condition on a place between two characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assertion {
    Start,
    End,
    WordBoundary,
    NoWordBoundary,
}

/// A checked pattern, with what it costs.
#[derive(Debug)]
pub struct Syntax {
    pub(super) items: Vec<Item>,
    pub(super) sets: Vec<Set>,
    pub(super) cost: u64,
    pub(super) class_cost: u64,
}

impl Syntax {
    /// Checks `pattern` against the grammar and counts its cost; nothing is compiled.
    pub fn parse(pattern: &str) -> Result<Self, PatternError> {
        Parser::new(pattern).run()
    }

    /// The cost of D29: 1 for each class, character, `.` or assertion, times its repeats.
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// The code-point ranges of each class, times its repeats.
    pub fn class_cost(&self) -> u64 {
        self.class_cost
    }
}
