//! Matching without an automaton: anchored sequences of ASCII classes.
//!
//! Most patterns of tool schemas have the shape `^[A-Z]{2,6}-[0-9]+$`. Where a
//! class that may take a varying number of characters shares none with what may
//! follow it, taking as many as possible is the only way to match, so one pass
//! over the bytes decides. Whatever does not have that shape exactly is left to
//! the automaton; the two must never disagree.

use super::set::mask;
use super::syntax::{Assertion, Item, Syntax, UNBOUNDED};

/// A pattern that one pass over the bytes decides.
pub(super) struct Direct {
    steps: Vec<Step>,
    /// Whether the subject must end where the last step does.
    to_end: bool,
}

/// Between `min` and `max` characters of one ASCII set.
#[derive(Clone, Copy)]
struct Step {
    low: u64,
    high: u64,
    min: u32,
    max: u32,
}

impl Direct {
    /// Recognises the shape; cheap, because it runs while a schema is compiled.
    pub(super) fn of(syntax: &Syntax) -> Option<Self> {
        let (&Item::Assert(Assertion::Start), mut rest) = syntax.items.split_first()? else {
            return None;
        };
        let mut steps: Vec<Step> = Vec::with_capacity(rest.len());
        while let Some((item, tail)) = rest.split_first() {
            rest = tail;
            let bits = match *item {
                Item::Char(character) if character.is_ascii() => {
                    mask(character.into(), character.into())
                }
                Item::Set(index) => {
                    let set = syntax.sets.get(index as usize)?;
                    if !set.wide.spans().is_empty() {
                        return None;
                    }
                    set.ascii
                }
                Item::Assert(Assertion::End) if rest.is_empty() => {
                    return Self::forced(steps, true);
                }
                _ => return None,
            };
            let (mut min, mut max) = (1, 1);
            if let Some((
                &Item::Repeat {
                    min: low,
                    max: high,
                },
                tail,
            )) = rest.split_first()
            {
                (min, max) = (low, high);
                rest = tail;
            }
            if max > 0 {
                steps.push(Step {
                    low: bits as u64,
                    high: (bits >> 64) as u64,
                    min,
                    max,
                });
            }
        }
        Self::forced(steps, false)
    }

    /// Accepts the steps if the number of characters that each takes is forced.
    fn forced(steps: Vec<Step>, to_end: bool) -> Option<Self> {
        // What may come next after the step looked at, from the last step back.
        let (mut low, mut high) = (0, 0);
        for step in steps.iter().rev() {
            if step.min != step.max && (step.low & low != 0 || step.high & high != 0) {
                return None;
            }
            if step.min > 0 {
                (low, high) = (0, 0);
            }
            (low, high) = (low | step.low, high | step.high);
        }
        Some(Self { steps, to_end })
    }

    /// Whether the subject matches.
    pub(super) fn is_match(&self, subject: &[u8]) -> bool {
        let mut rest = subject;
        for step in &self.steps {
            let limit = if step.max == UNBOUNDED {
                rest.len()
            } else {
                rest.len().min(step.max as usize)
            };
            let Some((reach, _)) = rest.split_at_checked(limit) else {
                return false;
            };
            let taken = reach
                .iter()
                .position(|&byte| !step.holds(byte))
                .unwrap_or(limit);
            if taken < step.min as usize {
                return false;
            }
            rest = rest.get(taken..).unwrap_or_default();
        }
        !self.to_end || rest.is_empty()
    }
}

impl Step {
    #[inline]
    fn holds(&self, byte: u8) -> bool {
        let half = if byte & 0x40 == 0 {
            self.low
        } else {
            self.high
        };
        byte < 0x80 && half >> (byte & 0x3F) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn direct(pattern: &str) -> Option<Direct> {
        Direct::of(&Syntax::parse(pattern).unwrap())
    }

    #[test]
    fn sequences_of_disjoint_classes_are_recognised() {
        for pattern in [
            "^[A-Za-z0-9_./-]+$",
            "^[A-Z]{2,6}-[0-9]+$",
            "^[A-Z]{3}-[0-9]{4}$",
            "^foo",
            "^$",
            "^",
            r"^\d+$",
            r"^\w{3,}?$",
            "^#[0-9a-fA-F]{6}$",
            "^[a-zA-Z0-9][a-zA-Z0-9._-]*$",
            "^a?b?c?$",
            "^a{0}a{2}$",
            "^[]$",
            r"^v\d+\.\d+\.\d+$",
        ] {
            assert!(direct(pattern).is_some(), "{pattern}");
        }
    }

    #[test]
    fn anything_else_is_left_to_the_automaton() {
        for pattern in [
            "",
            "a$",
            "[a-z]+",
            "^a|b$",
            "^(a)$",
            "^.$",
            "^é$",
            "^[^a]$",
            r"^\s$",
            r"^\ba$",
            "^a+a$",
            "^[a-c]*[c-d]$",
            "^a?b?a$",
            "^a*b*a*$",
            "^a$b",
            "^^a",
            "^a{1,2}[ab]$",
        ] {
            assert!(direct(pattern).is_none(), "{pattern}");
        }
    }

    #[test]
    fn bounds_and_ends_are_exact() {
        for (pattern, subject, expected) in [
            ("^[A-Z]{2,6}-[0-9]+$", "AB-1", true),
            ("^[A-Z]{2,6}-[0-9]+$", "A-1", false),
            ("^[A-Z]{2,6}-[0-9]+$", "ABCDEFG-1", false),
            ("^[A-Z]{2,6}-[0-9]+$", "AB-1\n", false),
            ("^[A-Z]{2,6}-[0-9]+$", "AB-", false),
            ("^[A-Z]{3}-[0-9]{4}$", "ABC-12345", false),
            ("^[A-Z]{3}-[0-9]{4}$", "ABC-1234", true),
            ("^foo", "foobar", true),
            ("^foo", "fo", false),
            ("^a{2,3}b", "aaab!", true),
            ("^a{2,3}b", "aaaab", false),
            ("^$", "", true),
            ("^$", "a", false),
            ("^[]$", "", false),
            ("^[\u{7f}]$", "\u{7f}", true),
            ("^[@A]+$", "@A@", true),
            ("^\\w+$", "é", false),
        ] {
            assert_eq!(
                direct(pattern).unwrap().is_match(subject.as_bytes()),
                expected,
                "{pattern} on {subject:?}"
            );
        }
    }
}
