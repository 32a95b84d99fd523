//! Exact decimal numbers: decides how two JSON numbers compare and whether
//! one is an integer (D30 to D34), from their spellings alone.
//!
//! A number is `sign × 0.d1d2… × 10^exponent`; the exponent may itself have
//! 200,000 digits. It must never pass through a float, and never write out
//! `10^exponent`.

// Lengths of texts stay far below 2^31, so that they fit an `i64`.
#![allow(clippy::cast_possible_wrap)]

use std::cmp::Ordering;

/// A number spelling taken apart, without leading or trailing zero digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal<'t> {
    negative: bool,
    /// Significant digits before and behind the point, as they stand; empty
    /// for zero.
    whole: &'t [u8],
    fraction: &'t [u8],
    /// The exponent that the spelling gives, and what the position of the
    /// first significant digit adds to it.
    exponent: Exponent<'t>,
    offset: i64,
}

/// A decimal integer of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Exponent<'t> {
    negative: bool,
    digits: &'t [u8],
}

fn trim_start(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    digits.get(zeros..).unwrap_or_default()
}

fn trim_end(digits: &[u8]) -> &[u8] {
    let zeros = digits
        .iter()
        .rev()
        .take_while(|&&digit| digit == b'0')
        .count();
    digits.get(..digits.len() - zeros).unwrap_or_default()
}

fn split_once(text: &[u8], at: impl Fn(u8) -> bool) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|&byte| at(byte)) {
        Some(found) => (text.get(..found).unwrap_or_default(), text.get(found + 1..)),
        None => (text, None),
    }
}

impl<'t> Decimal<'t> {
    /// Takes a spelling of the JSON number grammar apart.
    pub(crate) fn parse(spelling: &'t str) -> Self {
        let bytes = spelling.as_bytes();
        let (negative, bytes) = match bytes.strip_prefix(b"-") {
            Some(rest) => (true, rest),
            None => (false, bytes),
        };
        let (mantissa, exponent) = split_once(bytes, |byte| matches!(byte, b'e' | b'E'));
        let (whole, fraction) = split_once(mantissa, |byte| byte == b'.');
        let exponent = Exponent::parse(exponent.unwrap_or_default());
        let fraction = trim_end(fraction.unwrap_or_default());
        let whole = trim_start(whole);
        let offset = whole.len() as i64;
        let whole_digits = if fraction.is_empty() {
            trim_end(whole)
        } else {
            whole
        };
        if !whole.is_empty() {
            return Self {
                negative,
                whole: whole_digits,
                fraction,
                exponent,
                offset,
            };
        }
        let significant = trim_start(fraction);
        if significant.is_empty() {
            return Self {
                negative: false,
                whole: &[],
                fraction: &[],
                exponent: Exponent {
                    negative: false,
                    digits: &[],
                },
                offset: 0,
            };
        }
        let offset = significant.len() as i64 - fraction.len() as i64;
        Self {
            negative,
            whole: &[],
            fraction: significant,
            exponent,
            offset,
        }
    }

    fn is_zero(&self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    fn digits(&self) -> impl Iterator<Item = u8> + '_ {
        self.whole.iter().chain(self.fraction).copied()
    }

    fn digit_count(&self) -> i64 {
        (self.whole.len() + self.fraction.len()) as i64
    }

    /// Is the value an integer (D32)?
    pub(crate) fn is_integral(&self) -> bool {
        self.is_zero()
            || self
                .exponent
                .compare(self.offset, Exponent::ZERO, self.digit_count())
                != Ordering::Less
    }

    /// Compares by value (D31).
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => return Ordering::Equal,
            (true, false) => return sign_order(other.negative).reverse(),
            (false, true) => return sign_order(self.negative),
            (false, false) => {}
        }
        if self.negative != other.negative {
            return sign_order(self.negative);
        }
        let magnitude = self
            .exponent
            .compare(self.offset, other.exponent, other.offset)
            .then_with(|| self.digits().cmp(other.digits()));
        if self.negative {
            magnitude.reverse()
        } else {
            magnitude
        }
    }

    /// The value as `u64`, `u64::MAX` where it is larger, if it is an integer
    /// of at least zero: a length or count limit (D22).
    pub(crate) fn as_limit(&self) -> Option<u64> {
        if self.is_zero() {
            return Some(0);
        }
        if self.negative || !self.is_integral() {
            return None;
        }
        let Some(exponent) = self.exponent.as_i64() else {
            return Some(u64::MAX);
        };
        let places = exponent.saturating_add(self.offset);
        let Ok(places @ 0..=20) = usize::try_from(places) else {
            return Some(u64::MAX);
        };
        let mut value: u64 = 0;
        let zeros = std::iter::repeat(b'0');
        for digit in self.digits().chain(zeros).take(places) {
            value = value
                .saturating_mul(10)
                .saturating_add(u64::from(digit - b'0'));
        }
        Some(value)
    }

    /// Appends a spelling that two numbers share exactly if they are equal.
    pub(crate) fn write_canonical(&self, out: &mut Vec<u8>) {
        if self.is_zero() {
            out.extend_from_slice(b"0");
            return;
        }
        if self.negative {
            out.push(b'-');
        }
        out.extend(self.digits());
        out.push(b'e');
        self.exponent.write_sum(self.offset, out);
    }
}

fn sign_order(negative: bool) -> Ordering {
    if negative {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}

/// Exponents of up to this many digits fit an `i64` with room for an offset.
const NARROW: usize = 17;

impl<'t> Exponent<'t> {
    const ZERO: Self = Self {
        negative: false,
        digits: &[],
    };

    fn parse(text: &'t [u8]) -> Self {
        let (negative, digits) = match text.first() {
            Some(b'-') => (true, text.get(1..).unwrap_or_default()),
            Some(b'+') => (false, text.get(1..).unwrap_or_default()),
            _ => (false, text),
        };
        let digits = trim_start(digits);
        Self {
            negative: negative && !digits.is_empty(),
            digits,
        }
    }

    /// The value, where it is narrow.
    fn as_i64(self) -> Option<i64> {
        if self.digits.len() > NARROW {
            return None;
        }
        let value = self
            .digits
            .iter()
            .fold(0_i64, |value, digit| value * 10 + i64::from(digit - b'0'));
        Some(if self.negative { -value } else { value })
    }

    /// Compares `self + offset` with `other + other_offset`.
    fn compare(self, offset: i64, other: Exponent<'_>, other_offset: i64) -> Ordering {
        if let (Some(mine), Some(theirs)) = (self.as_i64(), other.as_i64()) {
            return (mine + offset).cmp(&(theirs + other_offset));
        }
        let mine = self.sum(offset);
        let theirs = other.sum(other_offset);
        match (mine.0, theirs.0) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (negative, _) => {
                let order = mine
                    .1
                    .len()
                    .cmp(&theirs.1.len())
                    .then_with(|| mine.1.cmp(&theirs.1));
                if negative { order.reverse() } else { order }
            }
        }
    }

    /// `self + offset` as sign and decimal digits without leading zeros.
    fn sum(self, offset: i64) -> (bool, Vec<u8>) {
        if let Some(value) = self.as_i64() {
            let value = value + offset;
            let digits = match value.unsigned_abs() {
                0 => Vec::new(),
                magnitude => magnitude.to_string().into_bytes(),
            };
            return (value < 0, digits);
        }
        // More than 17 digits against an offset below 2^31: the sign stays.
        let mut digits = self.digits.to_vec();
        let mut carry = if self.negative { -offset } else { offset };
        for digit in digits.iter_mut().rev() {
            let sum = i64::from(*digit - b'0') + carry;
            *digit = b'0' + sum.rem_euclid(10) as u8;
            carry = sum.div_euclid(10);
            if carry == 0 {
                break;
            }
        }
        if carry > 0 {
            let mut longer = carry.to_string().into_bytes();
            longer.append(&mut digits);
            digits = longer;
        }
        (self.negative, trim_start(&digits).to_vec())
    }

    fn write_sum(self, offset: i64, out: &mut Vec<u8>) {
        let (negative, digits) = self.sum(offset);
        if negative {
            out.push(b'-');
        }
        out.extend_from_slice(&digits);
    }
}

/// Compares two spellings of the JSON number grammar by value.
///
/// ```
/// use std::cmp::Ordering;
/// use argument_check::json::number::compare;
/// assert_eq!(compare("9007199254740993", "9007199254740992"), Ordering::Greater);
/// assert_eq!(compare("1e400", "10E+399"), Ordering::Equal);
/// ```
pub fn compare(one: &str, two: &str) -> Ordering {
    Decimal::parse(one).compare(&Decimal::parse(two))
}

/// Is the spelling's value an integer (D32)?
pub fn is_integral(spelling: &str) -> bool {
    Decimal::parse(spelling).is_integral()
}

/// Is the whole of `text` a number of the JSON grammar (D58)?
pub fn is_number(text: &str) -> bool {
    text.starts_with(|first: char| first == '-' || first.is_ascii_digit())
        && matches!(super::scan::number(text.as_bytes(), 0), Ok(token) if token.end == text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn comparison_is_exact_where_floats_are_not() {
        use Ordering::{Equal, Greater, Less};
        for (one, two, order) in [
            ("9007199254740992", "9007199254740993", Less),
            ("0.1", "0.10000000000000000001", Less),
            ("-0", "0", Equal),
            ("0e5", "-0.000", Equal),
            ("1", "1.0", Equal),
            ("100e-2", "1", Equal),
            ("10", "1e1", Equal),
            ("-1", "1", Less),
            ("-2", "-1", Less),
            ("0", "-1e-999", Greater),
            ("1e99999999999999999999", "1e99999999999999999998", Greater),
            ("1e-99999999999999999999", "1e-99999999999999999998", Less),
            ("10e99999999999999999999", "1e100000000000000000000", Equal),
            ("0.1e100000000000000000000", "1e99999999999999999999", Equal),
            ("18446744073709551616.5", "18446744073709551616", Greater),
        ] {
            assert_eq!(compare(one, two), order, "{one} {two}");
            assert_eq!(compare(two, one), order.reverse(), "{two} {one}");
        }
    }

    #[test]
    fn integrality_is_of_the_value_and_not_of_the_spelling() {
        for text in [
            "1.0", "1e2", "100e-2", "0e-5", "-0", "0.0", "12.50e1", "1e999",
        ] {
            assert!(is_integral(text), "{text}");
        }
        for text in ["4.5", "1e-1", "1e-400", "12.5", "1.0000000000000000000001"] {
            assert!(!is_integral(text), "{text}");
        }
        assert!(!is_integral("1e-99999999999999999999999"));
        assert!(is_integral("1e99999999999999999999999"));
    }

    #[test]
    fn limits_are_integral_numbers_of_at_least_zero_and_saturate() {
        let limit = |text| Decimal::parse(text).as_limit();
        assert_eq!(limit("2.0"), Some(2));
        assert_eq!(limit("1e2"), Some(100));
        assert_eq!(limit("-0"), Some(0));
        assert_eq!(limit("1200e-2"), Some(12));
        assert_eq!(limit("18446744073709551615"), Some(u64::MAX));
        assert_eq!(limit("1e400"), Some(u64::MAX));
        assert_eq!(limit("1e99999999999999999999"), Some(u64::MAX));
        assert_eq!(limit("-1"), None);
        assert_eq!(limit("1.5"), None);
    }

    #[test]
    fn two_hundred_thousand_digits_are_compared_in_the_blink_of_an_eye() {
        let long = "9".repeat(200_000);
        let exponent = format!("1e{long}");
        let bigger = format!("1e1{}", "0".repeat(200_000));
        assert_eq!(compare(&long, &format!("{long}.0")), Ordering::Equal);
        assert_eq!(compare(&exponent, &bigger), Ordering::Less);
        assert_eq!(compare(&format!("10e{long}"), &bigger), Ordering::Equal);
    }

    #[test]
    fn only_the_number_grammar_is_a_number() {
        for text in ["0", "-0", "1.0", "1e2", "1E+2", "10.25e-3"] {
            assert!(is_number(text), "{text}");
        }
        for text in [
            "", "00", "+1", " 1", "1 ", "1.", ".5", "0x10", "1e", "-", "١",
        ] {
            assert!(!is_number(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn small_decimals_compare_as_scaled_integers_do(
            a in -10_000_i64..10_000, b in -10_000_i64..10_000, p in 0_u32..4, q in 0_u32..4
        ) {
            let (one, two) = (format!("{a}e-{p}"), format!("{b}e-{q}"));
            let wanted = (a * 10_i64.pow(q)).cmp(&(b * 10_i64.pow(p)));
            prop_assert_eq!(compare(&one, &two), wanted);
            let (mut x, mut y) = (Vec::new(), Vec::new());
            Decimal::parse(&one).write_canonical(&mut x);
            Decimal::parse(&two).write_canonical(&mut y);
            prop_assert_eq!(x == y, wanted == Ordering::Equal);
        }
    }
}
