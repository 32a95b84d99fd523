//! Groups: their kinds, their names, and the references to them.
//!
//! ECMA-262 2025 lets two groups share a name when they stand in different
//! alternatives of one disjunction, and forbids it otherwise. Look-around,
//! references and modifiers are read here too: they are outside the coverage
//! (D29), but a fault in them makes the pattern invalid.

use std::collections::BTreeMap;

use super::PatternError;
use super::parse::{Frame, Parser};
use super::property::names_may_hold;

/// What is known of the groups and of the references to them.
#[derive(Default)]
pub(super) struct Names {
    /// The number of capturing groups.
    groups: u32,
    /// Each name, and where the last group with it opens.
    opened: BTreeMap<String, usize>,
    /// The names that `\k` refers to.
    referred: Vec<String>,
    /// The highest number that a back-reference refers to.
    highest: u32,
}

impl Names {
    /// Notes a back-reference by number.
    pub(super) fn refer_to(&mut self, number: u32) {
        self.highest = self.highest.max(number);
    }

    /// Whether every reference has a group.
    pub(super) fn are_complete(&self) -> bool {
        self.highest <= self.groups
            && self
                .referred
                .iter()
                .all(|name| self.opened.contains_key(name))
    }
}

impl Parser<'_> {
    /// Reads the opening of a group.
    pub(super) fn open(&mut self) -> Result<(), PatternError> {
        self.at += 1;
        let open = self.at;
        let mut look = false;
        if self.eat(b'?') {
            match (self.peek(), self.peek_at(1)) {
                (Some(b':'), _) => self.at += 1,
                (Some(b'=' | b'!'), _) => {
                    self.at += 1;
                    look = true;
                }
                (Some(b'<'), Some(b'=' | b'!')) => {
                    self.at += 2;
                    look = true;
                }
                (Some(b'<'), _) => {
                    self.at += 1;
                    let name = self.group_name()?;
                    self.declare(name, open)?;
                }
                _ => self.modifiers()?,
            }
            self.uncovered |= look;
        } else {
            self.names.groups = self.names.groups.saturating_add(1);
        }
        self.push_frame(open, look);
        Ok(())
    }

    /// Enters a named group, unless a match could have to fill two of its name.
    fn declare(&mut self, name: String, open: usize) -> Result<(), PatternError> {
        self.names.groups = self.names.groups.saturating_add(1);
        let Some(last) = self.names.opened.insert(name, open) else {
            return Ok(());
        };
        // The innermost open group that holds both decides; that it is enough to
        // look at the last group of the name follows from reading in order.
        let common = if self.current.open < last {
            &self.current
        } else {
            let within = self.outer.partition_point(|frame| frame.open < last);
            within
                .checked_sub(1)
                .and_then(|at| self.outer.get(at))
                .unwrap_or(&self.current)
        };
        if holds_in_current_alternative(common, last) {
            Err(PatternError::Invalid)
        } else {
            Ok(())
        }
    }

    /// Reads `i`, `m`, `s` switched on, then off, and the colon.
    fn modifiers(&mut self) -> Result<(), PatternError> {
        let (mut seen, mut minus) = ([false; 3], false);
        loop {
            let flag = match self.peek() {
                Some(b'i') => 0,
                Some(b'm') => 1,
                Some(b's') => 2,
                Some(b'-') if !minus => {
                    minus = true;
                    self.at += 1;
                    continue;
                }
                Some(b':') => break,
                _ => return Err(PatternError::Invalid),
            };
            self.at += 1;
            match seen.get_mut(flag) {
                Some(slot) if !*slot => *slot = true,
                _ => return Err(PatternError::Invalid),
            }
        }
        self.at += 1;
        self.uncovered = true;
        if seen.contains(&true) {
            Ok(())
        } else {
            Err(PatternError::Invalid)
        }
    }

    /// Reads `<name>` of a reference, after `\k`.
    pub(super) fn named_reference(&mut self) -> Result<(), PatternError> {
        if !self.eat(b'<') {
            return Err(PatternError::Invalid);
        }
        let name = self.group_name()?;
        self.names.referred.push(name);
        self.uncovered = true;
        Ok(())
    }

    /// Reads an identifier and the `>` behind it; escapes in it are decoded.
    fn group_name(&mut self) -> Result<String, PatternError> {
        let mut name = String::new();
        loop {
            let character = self.next_char().ok_or(PatternError::Invalid)?;
            let point = match character {
                '>' if !name.is_empty() => return Ok(name),
                '\\' if self.eat(b'u') => self.unicode_escape()?,
                other => other.into(),
            };
            if !names_may_hold(point, name.is_empty()) {
                return Err(PatternError::Invalid);
            }
            name.push(char::from_u32(point).ok_or(PatternError::Invalid)?);
        }
    }
}

fn holds_in_current_alternative(frame: &Frame, place: usize) -> bool {
    place >= frame.alternative
}

#[cfg(test)]
mod tests {
    use super::super::{PatternError, Syntax};

    fn outcome(pattern: &str) -> Result<(), PatternError> {
        Syntax::parse(pattern).map(|_| ())
    }

    #[test]
    fn a_name_may_come_twice_only_in_different_alternatives() {
        for pattern in [
            "(?<a>x)|(?<a>y)",
            "(?:(?<a>x)|(?<a>y))(?<b>z)",
            "(?:(?:(?<a>x))|q(?:(?<a>y)|(?<a>z)))",
            "(?<a>x)|(?:(?<b>y)|(?<a>z))|(?<b>w)",
        ] {
            assert_eq!(outcome(pattern), Ok(()), "{pattern}");
        }
        for pattern in [
            "(?<a>.)(?<a>.)",
            "(?<a>(?<a>x))",
            "(?:(?<a>x)|y)(?<a>z)",
            "(?<a>x)(?:y|(?<a>z))",
            "(?<a>x)|(?<b>y)(?:(?<c>z)|(?<b>w))",
            "(?:(?<a>x)|(?:(?<b>y)|(?<a>z)))(?<b>q)",
            r"(?<a>x)(?<\u0061>y)",
        ] {
            assert_eq!(outcome(pattern), Err(PatternError::Invalid), "{pattern}");
        }
    }

    #[test]
    fn a_name_is_an_identifier() {
        for pattern in [
            "(?<$>x)",
            "(?<_9>x)",
            "(?<é>x)",
            r"(?<\u{1d4d0}>x)",
            r"(?<\ud835\udcd0>x)",
            "(?<𝓐>x)",
            "(?<a\u{200d}>x)",
            r"(?<a\u200c>x)",
        ] {
            assert_eq!(outcome(pattern), Ok(()), "{pattern}");
        }
        for pattern in [
            "(?<>x)",
            "(?<9>x)",
            "(?<a",
            "(?<a-b>x)",
            "(?<a b>x)",
            r"(?<\x61>x)",
            r"(?<a\u002d>x)",
            r"(?<\ud835>x)",
            r"(?<a\>x)",
            "(?<\u{200d}>x)",
            "(?<😀>x)",
            "(?<a>x",
            r"(?<\u{110000}>x)",
        ] {
            assert_eq!(outcome(pattern), Err(PatternError::Invalid), "{pattern}");
        }
    }

    #[test]
    fn modifiers_are_read_but_not_covered() {
        for pattern in ["(?i:a)", "(?-i:a)", "(?im-s:a)", "(?s-:a)", "(?msi:)"] {
            assert_eq!(outcome(pattern), Err(PatternError::NotCovered), "{pattern}");
        }
        for pattern in [
            "(?-:a)",
            "(?ii:a)",
            "(?i-i:a)",
            "(?u:a)",
            "(?i-m-s:a)",
            "(?i",
            "(?",
            "(?i)a",
            "(?)",
            "(?I:a)",
        ] {
            assert_eq!(outcome(pattern), Err(PatternError::Invalid), "{pattern}");
        }
    }

    #[test]
    fn references_need_their_group() {
        for pattern in [
            r"\1(a)",
            r"(a)\1",
            r"(?<a>.)\k<a>",
            r"\k<a>(?<a>.)",
            r"(?<a>.)\1",
            r"\2(?=(a)(b))",
        ] {
            assert_eq!(outcome(pattern), Err(PatternError::NotCovered), "{pattern}");
        }
        for pattern in [
            r"(a)\2",
            r"\1",
            r"(?:a)\1",
            r"\k<a>",
            r"\k",
            r"(?<a>.)\k",
            r"(?<a>.)\k<b>",
            r"(a)\99999999999999999999",
        ] {
            assert_eq!(outcome(pattern), Err(PatternError::Invalid), "{pattern}");
        }
    }

    #[test]
    fn a_fault_outranks_what_is_not_covered() {
        for pattern in [
            "(?=a)*",
            "(?=a){2}",
            "(?!a)+",
            "(?<=a)?",
            "(?=a)(",
            r"(?i:a)\z",
            r"(a)\1[b-a]",
            "(?=",
            "(?<!a",
        ] {
            assert_eq!(outcome(pattern), Err(PatternError::Invalid), "{pattern}");
        }
    }
}
