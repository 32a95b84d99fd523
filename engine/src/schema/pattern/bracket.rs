//! Classes in brackets, as the `u` flag has them.
//!
//! There are no nested classes, no set operations and no POSIX names (those
//! belong to other dialects and to the `v` flag): `[a&&b]` is three characters.

use super::PatternError;
use super::escape::Escaped;
use super::parse::Parser;
use super::property::Property;
use super::set::{Gatherer, Set};

/// A class while it is read.
#[derive(Default)]
struct Members {
    gathered: Gatherer,
    /// One bit for each property, and each complement, that is already in: a
    /// class that repeats a large one must not grow with every mention.
    properties: Vec<u64>,
}

impl Members {
    /// Whether the property is new to the class.
    fn admit(&mut self, property: Property, complement: bool) -> bool {
        self.properties.resize(Property::COUNT * 2 / 64 + 1, 0);
        let bit = property.index() * 2 + usize::from(complement);
        let Some(word) = self.properties.get_mut(bit / 64) else {
            return false;
        };
        let new = *word >> (bit % 64) & 1 == 0;
        *word |= 1 << (bit % 64);
        new
    }
}

impl Parser<'_> {
    /// Reads a class from its `[` to its `]`.
    pub(super) fn bracket(&mut self) -> Result<Set, PatternError> {
        self.at += 1;
        let complement = self.eat(b'^');
        let mut members = Members::default();
        while !self.eat(b']') {
            let first = self.class_atom()?;
            let is_range = self.peek() == Some(b'-') && self.peek_at(1) != Some(b']');
            if !is_range {
                self.admit(&mut members, first);
                continue;
            }
            self.at += 1;
            // A class escape at either end of a range is a fault under `u`.
            match (first, self.class_atom()?) {
                (Escaped::Point(low), Escaped::Point(high)) if low <= high => {
                    members.gathered.add(low, high);
                }
                _ => return Err(PatternError::Invalid),
            }
        }
        Ok(members.gathered.finish(complement))
    }

    fn admit(&mut self, members: &mut Members, atom: Escaped) {
        match atom {
            Escaped::Point(point) => members.gathered.add(point, point),
            Escaped::Set(set) => members.gathered.add_set(&set),
            Escaped::Property(property, complement) => {
                if !members.admit(property, complement) {
                    return;
                }
                if let Some(set) = self.property_set(property, complement)
                    && !self.is_spent()
                {
                    members.gathered.add_set(set);
                }
            }
        }
    }

    fn class_atom(&mut self) -> Result<Escaped, PatternError> {
        if self.peek() != Some(b'\\') {
            let character = self.next_char().ok_or(PatternError::Invalid)?;
            return Ok(Escaped::Point(character.into()));
        }
        if self.peek_at(1) == Some(b'b') {
            self.at += 2;
            return Ok(Escaped::Point(0x08));
        }
        self.escape()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pattern, PatternError, Syntax};

    fn members(pattern: &str) -> String {
        let matcher = Pattern::new(Syntax::parse(pattern).unwrap());
        (0..128_u8)
            .map(char::from)
            .filter(|c| matcher.is_match(&c.to_string()))
            .collect()
    }

    #[test]
    fn a_hyphen_is_a_range_only_between_two_characters() {
        assert_eq!(members("[a-]"), "-a");
        assert_eq!(members("[-a]"), "-a");
        assert_eq!(members("[-]"), "-");
        assert_eq!(members("[--]"), "-");
        assert_eq!(members("[---]"), "-");
        assert_eq!(members("[--/]"), "-./");
        assert_eq!(members("[!--]"), "!\"#$%&'()*+,-");
        assert_eq!(members("[a-c-e]"), "-abce");
        assert_eq!(members("[+--/]"), "+,-/");
        assert_eq!(members(r"[\--\/]"), "-./");
        assert_eq!(members(r"[\w-]"), members(r"[-\w]"));
    }

    #[test]
    fn faults_in_a_class_make_the_pattern_invalid() {
        for pattern in [
            "[",
            "[a",
            "[^",
            "[b-a]",
            "[a--b]",
            r"[a-\d]",
            r"[\d-x]",
            r"[\w-.]",
            r"[\p{L}-z]",
            r"[\B]",
            r"[\1]",
            r"[\k<a>]",
            r"[\8]",
            "[]a]",
            "[[a]]",
            "[[:alpha:]]",
            r"[\]",
            "[a-",
            r"[\ud83d\ude02-\ud83d\ude00]",
            "[😂-😀]",
        ] {
            assert_eq!(
                Syntax::parse(pattern).map(|_| ()),
                Err(PatternError::Invalid),
                "{pattern}"
            );
        }
    }

    #[test]
    fn other_dialects_have_no_say_in_a_class() {
        assert_eq!(members("[a&&b]"), "&ab");
        assert_eq!(members("[a~~b]"), "ab~");
        assert_eq!(members("[[]"), "[");
        assert_eq!(members("[.*+?(){}|^$]"), "$()*+.?^{|}");
        assert_eq!(members(r"[\b]"), "\u{8}");
        assert_eq!(members("[]"), "");
        assert_eq!(members("[^]").len(), 128);
        assert_eq!(members("[^^]").len(), 127);
    }

    #[test]
    fn a_class_counts_the_ranges_of_its_final_set() {
        for (pattern, ranges) in [
            ("[]", 0),
            ("[^]", 1),
            ("[abc]", 1),
            ("[a-cx]", 2),
            ("[^a]", 2),
            (".", 4),
            ("a", 1),
            (r"\w", 4),
            (r"\d", 1),
            (r"\s", 10),
            (r"\S", 11),
            (r"[\s\S]", 1),
            (r"[\p{L}\P{L}]", 1),
            (r"\p{Any}", 1),
            ("[é-ï]", 1),
            (r"[\ud800]", 0),
            ("^", 0),
            (r"\b", 0),
            ("[^\u{0}-\u{7f}]", 1),
        ] {
            assert_eq!(
                Syntax::parse(pattern).unwrap().class_cost(),
                ranges,
                "{pattern}"
            );
        }
    }
}
