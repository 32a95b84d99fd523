//! Answers whether a pattern occurs in a string.
//!
//! Implements the matching half of D28, twice: with `regress`, an engine of
//! ECMA-262 that backtracks, and by sets of positions on the scanned pattern,
//! which takes time in proportion to pattern and string. It never decides what
//! a pattern is (`pattern` does) and never guesses: no answer is an answer.

use std::sync::{Mutex, PoisonError};

use super::pattern::{self, Pattern};
use super::sets::{self, Range, holds};

/// Answers whether a pattern is found anywhere in a string. A runner may plug
/// in one that asks a process which it can kill.
pub trait Matcher: Sync {
    /// Whether `portable` (ECMA-262 `u`) occurs in `subject`; none if this
    /// matcher cannot tell.
    fn matches(&self, portable: &str, subject: &str) -> Option<bool>;
}

/// The longest string that is given to an engine which backtracks: nested
/// repeats cost it a power of the length.
const SHORT: usize = 12;

/// A pattern and its compiled form, none if it does not compile.
type Compiled = (String, Option<regress::Regex>);

/// Matches in this process: short strings with `regress`, longer ones, and
/// patterns that it will not compile, by sets of positions.
#[derive(Debug, Default)]
pub struct InProcess {
    last: Mutex<Option<Compiled>>,
}

impl Matcher for InProcess {
    fn matches(&self, portable: &str, subject: &str) -> Option<bool> {
        if subject.chars().count() > SHORT {
            return BySets.matches(portable, subject);
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_none_or(|(pattern, _)| pattern != portable) {
            let compiled = compile(portable);
            *last = Some((portable.to_string(), compiled));
        }
        match last.as_ref() {
            Some((_, Some(compiled))) => Some(compiled.find(subject).is_some()),
            _ => BySets.matches(portable, subject),
        }
    }
}

/// `regress` fails a pattern as a whole for half a surrogate pair in it, even
/// for one that need not occur (`\ud800*`), and counts through the repeats of
/// nothing (`(){9999999999}`, which costs nothing), so it is not asked then.
fn compile(portable: &str) -> Option<regress::Regex> {
    match pattern::scan(portable) {
        Pattern::Covered { tree, .. } if !misleads(&tree) => {
            regress::Regex::with_flags(portable, "u").ok()
        }
        _ => None,
    }
}

/// Whether some part of the pattern stands for no character at all, or repeats
/// nothing.
fn misleads(node: &Node) -> bool {
    match node {
        Node::Set(set) => set.is_empty(),
        Node::Sequence(parts) | Node::Either(parts) => parts.iter().any(misleads),
        Node::Repeat { inner, .. } => is_nothing(inner) || misleads(inner),
        Node::Start | Node::End | Node::Boundary { .. } => false,
    }
}

/// Whether the part is empty: neither characters nor assertions, at no cost.
fn is_nothing(node: &Node) -> bool {
    match node {
        Node::Sequence(parts) | Node::Either(parts) => parts.iter().all(is_nothing),
        Node::Repeat { inner, .. } => is_nothing(inner),
        Node::Set(_) | Node::Start | Node::End | Node::Boundary { .. } => false,
    }
}

/// Matches by sets of positions: what a part of the pattern makes of the
/// positions where it may start is the positions where it may end.
#[derive(Debug, Clone, Copy, Default)]
pub struct BySets;

impl Matcher for BySets {
    fn matches(&self, portable: &str, subject: &str) -> Option<bool> {
        let Pattern::Covered { tree, .. } = pattern::scan(portable) else {
            return None;
        };
        let chars: Vec<char> = subject.chars().collect();
        let anywhere = vec![true; chars.len() + 1];
        Some(ends(&tree, &chars, &anywhere).contains(&true))
    }
}

/// A part of a covered pattern. Greed and captures do not matter to whether
/// something matches, so they are not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// One code point of these.
    Set(Vec<(u32, u32)>),
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b` or, if not wanted, `\B`.
    Boundary {
        /// Whether a boundary is wanted.
        wanted: bool,
    },
    /// One after another.
    Sequence(Vec<Node>),
    /// Any of them.
    Either(Vec<Node>),
    /// Again and again.
    Repeat {
        /// What is repeated.
        inner: Box<Node>,
        /// At least so often.
        least: u64,
        /// At most so often, if there is a most.
        most: Option<u64>,
    },
}

/// Positions by their number, true where a match may stand.
type Positions = Vec<bool>;

/// Where the node may end if it may start at `starts`.
fn ends(node: &Node, chars: &[char], starts: &Positions) -> Positions {
    match node {
        Node::Set(set) => after_one(set, chars, starts),
        Node::Start => only(starts, |at| at == 0),
        Node::End => only(starts, |at| at == chars.len()),
        Node::Boundary { wanted } => only(starts, |at| is_boundary(chars, at) == *wanted),
        Node::Sequence(parts) => parts
            .iter()
            .fold(starts.clone(), |reached, part| ends(part, chars, &reached)),
        Node::Either(parts) => {
            let mut reached = vec![false; starts.len()];
            for part in parts {
                add(&mut reached, &ends(part, chars, starts));
            }
            reached
        }
        Node::Repeat { inner, least, most } => repeated(inner, *least, *most, chars, starts),
    }
}

/// Stops as soon as another round changes nothing.
fn repeated(
    inner: &Node,
    least: u64,
    most: Option<u64>,
    chars: &[char],
    starts: &Positions,
) -> Positions {
    let mut round = starts.clone();
    let mut done = 0;
    while done < least {
        let next = ends(inner, chars, &round);
        done += 1;
        if next == round {
            break; // so would all further rounds
        }
        round = next;
    }
    let mut reached = round.clone();
    let mut rounds = most.map(|most| most - least);
    while rounds != Some(0) {
        round = ends(inner, chars, &round);
        if !add(&mut reached, &round) {
            break;
        }
        rounds = rounds.map(|left| left - 1);
    }
    reached
}

/// Adds positions; says whether any was new.
fn add(reached: &mut Positions, more: &Positions) -> bool {
    let mut grew = false;
    for (here, new) in reached.iter_mut().zip(more) {
        grew |= *new && !*here;
        *here |= *new;
    }
    grew
}

fn only(starts: &Positions, holds: impl Fn(usize) -> bool) -> Positions {
    starts
        .iter()
        .enumerate()
        .map(|(at, start)| *start && holds(at))
        .collect()
}

fn after_one(set: &[Range], chars: &[char], starts: &Positions) -> Positions {
    let mut reached = vec![false; starts.len()];
    for (at, c) in chars.iter().enumerate() {
        reached[at + 1] = starts[at] && holds(set, *c);
    }
    reached
}

/// D28: a boundary of ASCII words.
fn is_boundary(chars: &[char], at: usize) -> bool {
    let word = |at: Option<usize>| {
        at.and_then(|at| chars.get(at))
            .is_some_and(|c| holds(&sets::word_set(), *c))
    };
    word(at.checked_sub(1)) != word(Some(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_matching_agree() {
        let patterns = [
            "b",
            "^a$",
            r"\d+",
            "^(a|bc)*$",
            "a{2,3}b",
            r"^\w+\b",
            r"\Bb",
            "(a*)*b",
            "^$",
            "[^a-c]",
            ".",
            "x{0}",
            r"^\p{L}+$",
            "(?:a?){3}c",
            r"\s$",
            "a||b",
            "[]",
            r"^\S{2,}$",
            "^(a+)+$",
        ];
        let subjects = [
            "", "a", "ab", "aab", "abc", "bcbca", "é b", "123", "\n", "aaaa!", "😀", "c c ",
        ];
        for pattern in patterns {
            for subject in subjects {
                let (regress, sets) = (InProcess::default(), BySets);
                assert_eq!(
                    regress.matches(pattern, subject),
                    sets.matches(pattern, subject),
                    "{pattern} in {subject:?}"
                );
            }
        }
    }

    #[test]
    fn half_a_surrogate_pair_that_need_not_occur_does_no_harm() {
        for (pattern, expected) in [
            (r"\ud800*", true),
            (r"\ude00{0}", true),
            (r"\ud800|a", true),
            (r"\ud800", false),
        ] {
            assert_eq!(
                InProcess::default().matches(pattern, "a"),
                Some(expected),
                "{pattern}"
            );
        }
    }

    #[test]
    fn repeats_of_nothing_are_not_counted_through() {
        let pattern = "^(){99999999999999999999}a$";
        assert_eq!(InProcess::default().matches(pattern, "a"), Some(true));
    }

    #[test]
    fn a_pattern_that_makes_others_explode_is_answered() {
        let subject = format!("{}!", "a".repeat(5_000));
        assert_eq!(
            InProcess::default().matches("^(a+)+$", &subject),
            Some(false)
        );
    }
}
