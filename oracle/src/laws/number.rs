//! Exact numbers from their spelling (D30, D31, D32).
//!
//! A number is a sign, digits and the place of the point; exponents may have
//! any length, so no power of ten is ever computed and nothing goes through a
//! binary float.

use std::cmp::Ordering;
use std::fmt;

/// An exponent of up to this many digits is held in an `i128`.
const SMALL: usize = 36;

/// A number as `0.d1d2d3… x 10^point`, without zeros at either end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Exact {
    negative: bool,
    digits: String,
    point: Point,
}

/// The place of the point; `Huge` only where `Small` cannot hold it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Point {
    Small(i128),
    Huge { negative: bool, digits: String },
}

/// Whether `text` is a JSON number, character for character (D58).
pub(crate) fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let mantissa = mantissa.strip_prefix('-').unwrap_or(mantissa);
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent
            .is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}

impl Exact {
    /// Reads a spelling that [`is_number`] admits.
    pub(crate) fn read(spelling: &str) -> Self {
        let (mantissa, exponent) = spelling.split_once(['e', 'E']).unwrap_or((spelling, "0"));
        let (negative, mantissa) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let significant = all.trim_start_matches('0');
        let offset = whole.len() as i128 - (all.len() - significant.len()) as i128;
        let digits = significant.trim_end_matches('0').to_owned();
        if digits.is_empty() {
            return Self {
                negative: false,
                digits,
                point: Point::Small(0),
            };
        }
        Self {
            negative,
            digits,
            point: Point::read(exponent, offset),
        }
    }

    /// Whether the value is integral (D32).
    pub(crate) fn is_integer(&self) -> bool {
        match &self.point {
            _ if self.digits.is_empty() => true,
            Point::Small(point) => *point >= self.digits.len() as i128,
            Point::Huge { negative, .. } => !negative,
        }
    }

    /// Whether the value is below zero.
    pub(crate) fn is_negative(&self) -> bool {
        self.negative
    }
}

impl Point {
    fn read(exponent: &str, offset: i128) -> Self {
        let (negative, digits) = match exponent.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, exponent.strip_prefix('+').unwrap_or(exponent)),
        };
        let digits = digits.trim_start_matches('0');
        if digits.len() <= SMALL {
            let magnitude: i128 = digits.parse().unwrap_or(0);
            let exponent = if negative { -magnitude } else { magnitude };
            return Self::Small(exponent + offset);
        }
        // The offset is smaller than a body is long: the sign cannot turn.
        let moved = shifted(digits, if negative { -offset } else { offset });
        match moved.parse::<i128>() {
            Ok(point) if moved.len() <= SMALL + 1 => {
                Self::Small(if negative { -point } else { point })
            }
            _ => Self::Huge {
                negative,
                digits: moved,
            },
        }
    }
}

/// `digits + by` in decimal, for digits of a far larger magnitude.
fn shifted(digits: &str, by: i128) -> String {
    let mut carry = by;
    let mut out: Vec<u8> = digits.bytes().collect();
    for digit in out.iter_mut().rev() {
        if carry == 0 {
            break;
        }
        let sum = i128::from(*digit - b'0') + carry;
        *digit = b'0' + sum.rem_euclid(10) as u8;
        carry = sum.div_euclid(10);
    }
    let tail: String = out.into_iter().map(char::from).collect();
    let whole = if carry > 0 {
        format!("{carry}{tail}")
    } else {
        tail
    };
    whole.trim_start_matches('0').to_owned()
}

impl Ord for Point {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |negative: bool| {
            if negative {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        };
        match (self, other) {
            (Self::Small(left), Self::Small(right)) => left.cmp(right),
            (Self::Small(_), Self::Huge { negative, .. }) => sign(!*negative),
            (
                Self::Huge {
                    negative: left,
                    digits: a,
                },
                Self::Huge {
                    negative: right,
                    digits: b,
                },
            ) if left == right => {
                let larger = a.len().cmp(&b.len()).then_with(|| a.cmp(b));
                if *left { larger.reverse() } else { larger }
            }
            (Self::Huge { negative, .. }, _) => sign(*negative),
        }
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        let magnitude = || match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self
                .point
                .cmp(&other.point)
                .then_with(|| self.digits.cmp(&other.digits)),
        };
        match (self.negative, other.negative) {
            (false, false) => magnitude(),
            (true, true) => magnitude().reverse(),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// One spelling for each value, so that equal numbers can be hashed.
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |negative: bool| if negative { "-" } else { "" };
        write!(f, "{}{}e", sign(self.negative), self.digits)?;
        match &self.point {
            Point::Small(point) => write!(f, "{point}"),
            Point::Huge { negative, digits } => write!(f, "{}{digits}", sign(*negative)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(spelling: &str) -> Exact {
        assert!(is_number(spelling), "{spelling}");
        Exact::read(spelling)
    }

    #[test]
    fn only_the_json_grammar_is_a_number() {
        for text in [
            "", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x1", " 1", "1 ", "١", "--1", "1e1.5",
        ] {
            assert!(!is_number(text), "{text}");
        }
        for text in ["0", "-0", "1.50", "1E+2", "100e-2", "1e00"] {
            assert!(is_number(text), "{text}");
        }
    }

    #[test]
    fn equal_values_have_one_spelling() {
        for (left, right) in [
            ("1", "1.0"),
            ("1e400", "10e399"),
            ("-0", "0e99999999999999999999999999999999999999999"),
            ("100e-2", "1"),
            (
                "1e99999999999999999999999999999999999999999",
                "10e99999999999999999999999999999999999999998",
            ),
            ("0.001e-1", "1e-4"),
        ] {
            assert_eq!(exact(left).to_string(), exact(right).to_string());
            assert_eq!(exact(left).cmp(&exact(right)), Ordering::Equal);
        }
    }

    #[test]
    fn order_is_exact() {
        let ascending = [
            "-1e99999999999999999999999999999999999999999",
            "-9007199254740993",
            "-9007199254740992.5",
            "-1e-99999999999999999999999999999999999999999",
            "0",
            "1e-99999999999999999999999999999999999999999",
            "1e-99999999999999999999999999999999999999998",
            "0.1",
            "0.10000000000000000001",
            "18446744073709551616",
            "18446744073709551616.5",
            "1e999999999999999999999999999999999999",
            "1e1000000000000000000000000000000000000",
            "1e99999999999999999999999999999999999999998",
            "1e99999999999999999999999999999999999999999",
        ];
        for pair in ascending.windows(2) {
            assert!(exact(pair[0]) < exact(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn integrality_is_by_value() {
        for spelling in [
            "0",
            "-0",
            "1.0",
            "1e2",
            "100e-2",
            "0e-5",
            "1e99999999999999999999999999999999999999999",
        ] {
            assert!(exact(spelling).is_integer(), "{spelling}");
        }
        for spelling in [
            "4.5",
            "1e-1",
            "1e-400",
            "1e-99999999999999999999999999999999999999999",
        ] {
            assert!(!exact(spelling).is_integer(), "{spelling}");
        }
    }
}
