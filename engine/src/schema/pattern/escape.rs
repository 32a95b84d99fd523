//! Escapes of a pattern, inside and outside a class.
//!
//! Under `u` an escape means something or is a fault; only syntax characters
//! and `/` escape to themselves. D28 widens that to all ASCII punctuation,
//! which can be read in one way only. Letters, digits and the space stay
//! faults: other dialects give `\A`, `\z`, `\h` a meaning of their own.

use super::PatternError;
use super::parse::Parser;
use super::property::{Property, shared};
use super::set::{Set, shorthand};
use super::syntax::{Assertion, Item};

/// What an escape stands for.
pub(super) enum Escaped {
    /// A code point, perhaps a lone surrogate.
    Point(u32),
    Set(Set),
    /// A property or its complement; the set is looked up by whoever needs it.
    Property(Property, bool),
}

impl Parser<'_> {
    /// Reads an escape outside a class, and its quantifier.
    pub(super) fn escaped_term(&mut self) -> Result<(), PatternError> {
        match self.peek_at(1) {
            Some(b'b') => {
                self.assertion(Assertion::WordBoundary, 2);
                return Ok(());
            }
            Some(b'B') => {
                self.assertion(Assertion::NoWordBoundary, 2);
                return Ok(());
            }
            Some(b'1'..=b'9') => {
                self.at += 1;
                let number = self.reference_number();
                self.names.refer_to(number);
                self.uncovered = true;
                return self.atom(Item::Never, 0);
            }
            Some(b'k') => {
                self.at += 2;
                self.named_reference()?;
                return self.atom(Item::Never, 0);
            }
            _ => {}
        }
        match self.escape()? {
            Escaped::Point(point) => {
                self.atom(char::from_u32(point).map_or(Item::Never, Item::Char), 1)
            }
            Escaped::Set(set) => self.set(set),
            Escaped::Property(property, complement) => {
                let set = self
                    .property_set(property, complement)
                    .map_or(Set::ascii(0), shared);
                self.set(set)
            }
        }
    }

    /// The set of a property; `None`, and noted as not covered, if regex-syntax lacks it.
    pub(super) fn property_set(
        &mut self,
        property: Property,
        complement: bool,
    ) -> Option<&'static Set> {
        let found = property.set(complement).ok();
        self.uncovered |= found.is_none();
        found
    }

    /// Reads an escape that means the same inside and outside a class, from its `\`.
    pub(super) fn escape(&mut self) -> Result<Escaped, PatternError> {
        let letter = self.peek_at(1).ok_or(PatternError::Invalid)?;
        self.at += 2;
        let point = match letter {
            b't' => 0x09,
            b'n' => 0x0A,
            b'v' => 0x0B,
            b'f' => 0x0C,
            b'r' => 0x0D,
            b'0' if !self.peek().is_some_and(|next| next.is_ascii_digit()) => 0,
            b'c' => {
                let control = self.peek().filter(u8::is_ascii_alphabetic);
                self.at += 1;
                u32::from(control.ok_or(PatternError::Invalid)? & 0x1F)
            }
            b'x' => self.hex(2)?,
            b'u' => self.unicode_escape()?,
            b'p' | b'P' => return self.property(letter == b'P'),
            punctuation if punctuation.is_ascii_punctuation() => punctuation.into(),
            other => {
                return shorthand(other)
                    .map(Escaped::Set)
                    .ok_or(PatternError::Invalid);
            }
        };
        Ok(Escaped::Point(point))
    }

    /// Reads what follows `\u`: four digits, a pair of surrogates, or `{…}`.
    pub(super) fn unicode_escape(&mut self) -> Result<u32, PatternError> {
        if self.eat(b'{') {
            return self.braced_point();
        }
        let lead = self.hex(4)?;
        if !(0xD800..0xDC00).contains(&lead)
            || (self.peek(), self.peek_at(1)) != (Some(b'\\'), Some(b'u'))
        {
            return Ok(lead);
        }
        // Not a trail surrogate, or not even valid: then it is read again on its own.
        let back = self.at;
        self.at += 2;
        match self.hex(4) {
            Ok(trail) if (0xDC00..0xE000).contains(&trail) => {
                Ok(0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00))
            }
            _ => {
                self.at = back;
                Ok(lead)
            }
        }
    }

    /// Reads the digits of `\u{…}`, any number of them, up to U+10FFFF.
    fn braced_point(&mut self) -> Result<u32, PatternError> {
        let (mut point, mut any) = (0_u32, false);
        while !self.eat(b'}') {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            point = (point << 4) | digit.ok_or(PatternError::Invalid)?;
            if point > 0x0010_FFFF {
                return Err(PatternError::Invalid);
            }
            any = true;
            self.at += 1;
        }
        if any {
            Ok(point)
        } else {
            Err(PatternError::Invalid)
        }
    }

    fn hex(&mut self, digits: usize) -> Result<u32, PatternError> {
        let mut point = 0;
        for _ in 0..digits {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            point = (point << 4) | digit.ok_or(PatternError::Invalid)?;
            self.at += 1;
        }
        Ok(point)
    }

    fn property(&mut self, complement: bool) -> Result<Escaped, PatternError> {
        if !self.eat(b'{') {
            return Err(PatternError::Invalid);
        }
        let (name, _) = self.rest().split_once('}').ok_or(PatternError::Invalid)?;
        self.at += name.len() + 1;
        Ok(Escaped::Property(Property::named(name)?, complement))
    }

    fn reference_number(&mut self) -> u32 {
        let mut number = 0_u32;
        while let Some(digit) = self.peek().and_then(|byte| char::from(byte).to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(digit);
            self.at += 1;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pattern, PatternError, Syntax};

    fn whole(pattern: &str, subject: &str) -> bool {
        let bare =
            Pattern::new(Syntax::parse(&format!("^(?:{pattern})$")).unwrap()).is_match(subject);
        let in_class = Syntax::parse(&format!("^[{pattern}]$"));
        if let Ok(syntax) = in_class {
            assert_eq!(
                Pattern::new(syntax).is_match(subject),
                bare,
                "{pattern} in a class"
            );
        }
        bare
    }

    fn invalid(pattern: &str) {
        assert_eq!(
            Syntax::parse(pattern).map(|_| ()),
            Err(PatternError::Invalid),
            "{pattern}"
        );
        let class = format!("[{pattern}]");
        assert_eq!(
            Syntax::parse(&class).map(|_| ()),
            Err(PatternError::Invalid),
            "{class}"
        );
    }

    #[test]
    fn every_ascii_character_escapes_as_d28_says() {
        for byte in 0..128_u8 {
            let character = char::from(byte);
            let pattern = format!("\\{character}");
            if character.is_ascii_punctuation() {
                assert!(whole(&pattern, &character.to_string()), "{pattern}");
            } else if !"bBdDfnrsStvwW0".contains(character) {
                assert!(Syntax::parse(&pattern).is_err(), "{pattern}");
            } else {
                assert!(Syntax::parse(&pattern).is_ok(), "{pattern}");
            }
        }
        invalid("\\é");
        invalid("\\");
    }

    #[test]
    fn control_escapes_mean_their_characters() {
        for (pattern, subject) in [
            (r"\t", "\t"),
            (r"\n", "\n"),
            (r"\v", "\u{b}"),
            (r"\f", "\u{c}"),
            (r"\r", "\r"),
            (r"\0", "\0"),
            (r"\cA", "\u{1}"),
            (r"\cz", "\u{1a}"),
            (r"\cJ", "\n"),
        ] {
            assert!(whole(pattern, subject), "{pattern}");
        }
        for pattern in [r"\c", r"\c1", r"\c_", r"\cé", r"\00", r"\01", r"\09"] {
            invalid(pattern);
        }
    }

    #[test]
    fn numeric_escapes_mean_their_characters() {
        for (pattern, subject) in [
            (r"\x41", "A"),
            (r"\xe9", "é"),
            (r"\u0041", "A"),
            (r"\u00E9", "é"),
            (r"\u{0}", "\0"),
            (r"\u{00000000000000041}", "A"),
            (r"\u{10FFFF}", "\u{10FFFF}"),
            (r"\ud83d\ude00", "😀"),
            (r"\u{1f600}", "😀"),
        ] {
            assert!(whole(pattern, subject), "{pattern}");
        }
        for pattern in [
            r"\x",
            r"\x4",
            r"\xg1",
            r"\u",
            r"\u004",
            r"\u00g1",
            r"\u{",
            r"\u{}",
            r"\u{110000}",
            r"\u{41",
            r"\u{g}",
            r"\u{ 41}",
            r"\u{99999999999999999}",
            r"\ud83d\u00",
        ] {
            invalid(pattern);
        }
    }

    #[test]
    fn a_lone_surrogate_is_valid_and_matches_nothing() {
        for pattern in [
            r"\ud800",
            r"\udc00",
            r"\ud83d\u0041",
            r"\ud83d\ud83d",
            r"\u{d83d}\u{de00}",
        ] {
            let matcher = Pattern::new(Syntax::parse(pattern).unwrap());
            for subject in ["", "A", "😀", "\u{FFFD}", "\u{D7FF}\u{E000}"] {
                assert!(!matcher.is_match(subject), "{pattern} on {subject}");
            }
        }
        assert!(whole(r"\ud800|A", "A"));
        assert!(!whole(r"[^\ud800-\udfff]", ""));
        assert!(whole(r"[^\ud800-\udfff]", "A"));
        assert!(whole(r"[\ud83d\ude00-\ud83d\ude02]", "😁"));
    }

    #[test]
    fn shorthands_are_ascii_but_for_white_space() {
        for (pattern, inside, outside) in [
            (r"\d", "09", "٣a"),
            (r"\w", "azAZ09_", "éſ\u{212A}-"),
            (
                r"\s",
                "\t\n\u{b}\u{c}\r \u{a0}\u{1680}\u{2000}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}",
                "a\u{85}\u{200b}\u{180e}",
            ),
        ] {
            let others = pattern.to_uppercase();
            for character in inside.chars() {
                assert!(
                    whole(pattern, &character.to_string()),
                    "{pattern} {character:?}"
                );
                assert!(
                    !whole(&others, &character.to_string()),
                    "{others} {character:?}"
                );
            }
            for character in outside.chars() {
                assert!(
                    !whole(pattern, &character.to_string()),
                    "{pattern} {character:?}"
                );
                assert!(
                    whole(&others, &character.to_string()),
                    "{others} {character:?}"
                );
            }
        }
    }

    #[test]
    fn properties_are_named_exactly() {
        for pattern in [
            r"\p{L}",
            r"\p{Letter}",
            r"\p{gc=L}",
            r"\p{General_Category=Letter}",
            r"\p{Alphabetic}",
            r"\p{Alpha}",
            r"\p{Script=Latin}",
            r"\p{sc=Latn}",
            r"\p{scx=Latn}",
            r"\p{Script_Extensions=Latin}",
            r"\p{Any}",
            r"\p{Assigned}",
            r"\p{ASCII}",
            r"\P{Lu}",
            r"\P{Cn}",
            r"\p{AHex}",
            r"\p{LC}",
            r"\p{IDS}",
        ] {
            assert!(whole(pattern, "a"), "{pattern}");
        }
        for pattern in [
            r"\p",
            r"\p{",
            r"\p{}",
            r"\pL",
            r"\p{l}",
            r"\p{letter}",
            r"\p{Greek}",
            r"\p{Latn}",
            r"\p{IsL}",
            r"\p{InGreek}",
            r"\p{ L}",
            r"\p{L }",
            r"\p{^L}",
            r"\p{L=}",
            r"\p{=L}",
            r"\p{gc}",
            r"\p{Script}",
            r"\p{sc=latn}",
            r"\p{sc=}",
            r"\p{Alphabetic=Y}",
            r"\p{gc=Alphabetic}",
            r"\p{GC=L}",
            r"\p{RGI_Emoji}",
            r"\p{Basic_Emoji}",
            r"\p{Block=ASCII}",
            r"\p{Hyphen}",
            r"\p{Other_Alphabetic}",
            r"\p{Age=1.1}",
            r"\p{ccc=1}",
            r"\p{any}",
            r"\p{Lowercase_letter}",
        ] {
            invalid(pattern);
        }
    }

    #[test]
    fn a_property_that_regex_syntax_lacks_is_not_covered() {
        for pattern in [
            r"\p{CWKCF}",
            r"\p{Changes_When_NFKC_Casefolded}",
            r"\p{sc=Sidt}",
            r"[\P{sc=Unknown}]",
        ] {
            assert_eq!(
                Syntax::parse(pattern).map(|_| ()),
                Err(PatternError::NotCovered),
                "{pattern}"
            );
        }
    }
}
