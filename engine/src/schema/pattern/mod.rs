//! Patterns: what `pattern` means, and how a string is matched against it.
//!
//! Decides D28 (the dialect is ECMA-262 under the `u` flag, searched unanchored,
//! widened only by identity escapes of ASCII punctuation) and D29 (look-around,
//! back-references, modifiers and patterns over the budget are not covered).
//!
//! A pattern goes through three stages, each as late as it may be:
//! [`Syntax::parse`] checks the grammar and counts the cost, [`Pattern::new`]
//! recognises what can be matched directly over bytes, and the automaton of any
//! other pattern is built when the first string needs it. Building it while the
//! schema is compiled would cost ten times the whole check.
//!
//! No stage may recurse on the length or depth of a pattern, match in more than
//! linear time, or match a construct approximately.

mod automaton;
mod bits;
mod bracket;
mod direct;
mod escape;
mod group;
mod nfa;
mod parse;
mod property;
mod property_names;
mod set;
mod syntax;
mod tree;
mod utf8;

#[cfg(test)]
mod probes;
#[cfg(test)]
mod random;

use std::sync::OnceLock;

use automaton::Automaton;
use direct::Direct;
pub use syntax::Syntax;

/// The highest [`Syntax::cost`] that a single pattern may have (D29).
pub const PATTERN_BUDGET: u64 = 5_000;
/// The highest sum of [`Syntax::cost`] over the patterns of a schema (D29).
pub const SCHEMA_BUDGET: u64 = 50_000;
/// The highest sum of [`Syntax::class_cost`] over the patterns of a schema (D29).
pub const SCHEMA_CLASS_BUDGET: u64 = 250_000;

/// Why a pattern cannot be used. A pattern with both faults is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// Not a pattern of ECMA-262 under `u`, widened as D28 says: `schema_invalid`.
    Invalid,
    /// A valid pattern with a construct outside the coverage: `schema_not_covered`.
    NotCovered,
}

/// A pattern that strings can be matched against.
pub struct Pattern {
    matcher: Matcher,
}

enum Matcher {
    Direct(Direct),
    Automaton {
        syntax: Syntax,
        built: OnceLock<Box<Automaton>>,
    },
}

impl Pattern {
    /// Prepares a pattern; no automaton is built yet.
    ///
    /// The caller has held the pattern against the budget: what [`Pattern::is_match`]
    /// costs is bounded by it, and a pattern whose cost is saturated matches nothing.
    pub fn new(syntax: Syntax) -> Self {
        let matcher = match Direct::of(&syntax) {
            Some(direct) => Matcher::Direct(direct),
            None => Matcher::Automaton {
                syntax,
                built: OnceLock::new(),
            },
        };
        Self { matcher }
    }

    /// Whether the pattern matches anywhere in `subject`.
    pub fn is_match(&self, subject: &str) -> bool {
        match &self.matcher {
            Matcher::Direct(direct) => direct.is_match(subject.as_bytes()),
            Matcher::Automaton { syntax, built } => built
                .get_or_init(|| Box::new(Automaton::new(syntax)))
                .is_match(subject),
        }
    }
}
