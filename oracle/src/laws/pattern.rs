//! Patterns as the laws see them: cost, coverage, and matching by `regress`
//! (D28, D29, J11, J12, J13).
//!
//! `regress` backtracks, so it is asked only where a bound on its steps follows
//! from the pattern and the length of the subject; elsewhere the match stays
//! undecided, and a law says so. Nothing is approximated.

use super::scan::{Groups, Scan};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Steps of a backtracking search that are taken for granted, as a power of 2.
const STEPS: f64 = 22.0;
/// Compiled patterns kept by a thread.
const CACHE: usize = 256;
/// A pattern above this cost is not compiled: its syntax stays open.
const COMPILED: u64 = 200_000;
/// D29: the budget of one pattern.
pub(crate) const PATTERN_COST: u64 = 5_000;
/// D29: the budget of a schema.
pub(crate) const SCHEMA_COST: u64 = 50_000;
/// D29: ranges times repeats over a schema.
pub(crate) const SCHEMA_RANGES: u64 = 250_000;

/// Whether a string matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Match {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// The search cannot be bounded, or two Unicode versions may differ.
    Undecided,
}

/// What a schema gate needs to know of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// Every part is covered.
    Covered,
    /// Look-around, a back-reference, a modifier, or an unknown property.
    Uncovered,
    /// Not ECMA-262 with flag `u`.
    Invalid,
    /// The libraries cannot say.
    Unknown,
}

/// A pattern, scanned once.
pub(crate) struct Pattern {
    pub(crate) syntax: Syntax,
    /// D29's cost, exact for a pattern of right syntax.
    pub(crate) cost: u64,
    /// An upper bound of D29's ranges times repeats.
    pub(crate) ranges: u64,
    scan: Scan,
    regex: Option<regress::Regex>,
}

thread_local! {
    static PATTERNS: RefCell<HashMap<String, Rc<Pattern>>> = RefCell::default();
}

/// Scans and compiles a pattern, or finds it in the cache of the thread.
pub(crate) fn pattern(text: &str) -> Rc<Pattern> {
    if let Some(known) = PATTERNS.with(|known| known.borrow().get(text).cloned()) {
        return known;
    }
    let fresh = Rc::new(Pattern::new(text));
    PATTERNS.with(|known| {
        let mut known = known.borrow_mut();
        if known.len() >= CACHE {
            known.clear();
        }
        known.insert(text.to_owned(), Rc::clone(&fresh));
    });
    fresh
}

/// Whether `pattern` matches somewhere in `subject`.
pub(crate) fn matches(text: &str, subject: &str) -> Match {
    let pattern = pattern(text);
    let length = subject.chars().count();
    let contested = pattern.scan.property && !subject.is_ascii();
    match &pattern.regex {
        Some(regex) if !contested && pattern.scan.steps(length) <= STEPS => {
            if regex.find(subject).is_some() {
                Match::Yes
            } else {
                Match::No
            }
        }
        _ => Match::Undecided,
    }
}

impl Pattern {
    fn new(text: &str) -> Self {
        let scan = Scan::new(text);
        let regex = if scan.cost > COMPILED {
            None
        } else {
            regress::Regex::with_flags(&scan.portable, "u").ok()
        };
        // What is too dear or known to be matched wrongly is only compiled.
        let is_matched = scan.cost <= PATTERN_COST && !scan.distrusted;
        let syntax = match (&regex, scan.groups) {
            // A modifier group is younger than the library (2.5).
            (None, groups) if scan.cost > COMPILED || groups == Groups::Modifier => Syntax::Unknown,
            (None, _) => Syntax::Invalid,
            (Some(_), _) if scan.misplaced => Syntax::Invalid,
            (Some(_), Groups::Special | Groups::Modifier) => Syntax::Uncovered,
            (Some(_), Groups::Plain) if scan.names.iter().any(|name| !is_known(name)) => {
                Syntax::Uncovered
            }
            (Some(_), Groups::Plain) => Syntax::Covered,
        };
        Self {
            syntax,
            cost: scan.cost,
            ranges: scan.ranges,
            regex: regex.filter(|_| is_matched && syntax == Syntax::Covered),
            scan,
        }
    }
}

/// Whether the property tables of the criteria have a name (D28).
fn is_known(name: &str) -> bool {
    regex_syntax::parse(&format!("\\p{{{name}}}")).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syntax_is_told_apart() {
        for (text, syntax) in [
            ("^[a-z]+$", Syntax::Covered),
            (r"\-\@\p{L}", Syntax::Covered),
            ("(?=a)", Syntax::Uncovered),
            (r"(a)\1", Syntax::Uncovered),
            ("(", Syntax::Invalid),
            (r"\p{Greek}", Syntax::Invalid),
            (r"\b*a", Syntax::Invalid),
            ("^{2}", Syntax::Invalid),
            ("(?=a)?", Syntax::Invalid),
            ("(?:^)*[$]+", Syntax::Covered),
        ] {
            assert_eq!(pattern(text).syntax, syntax, "{text}");
        }
    }

    #[test]
    fn cost_counts_repeats() {
        for (text, cost) in [
            ("abc", 3),
            ("a{3,5}", 5),
            ("a{3,}", 3),
            ("(ab|[cd]){10}x*", 31),
            (r"^\ud83d\ude00\u{61}\x61$", 5),
            ("(){9}", 0),
        ] {
            assert_eq!(pattern(text).cost, cost, "{text}");
        }
    }

    #[test]
    fn a_search_that_may_explode_is_not_begun() {
        assert_eq!(matches("^(a+)+$", &"a".repeat(200)), Match::Undecided);
        assert_eq!(matches("^(a+)+$", "aaab"), Match::No);
        assert_eq!(matches("^[a-z]+(-[a-z]+)*$", "a-b"), Match::Yes);
        assert_eq!(matches("^[a-z]+$", &"a".repeat(2_000)), Match::Yes);
        assert_eq!(matches(r"\p{L}", "\u{88f}"), Match::Undecided);
    }
}
