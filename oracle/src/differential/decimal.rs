//! Exact facts about number spellings, for the predicates of J2 to J4.
//!
//! Never computes a power of ten: a spelling may hold an exponent of 18 digits.

use std::cmp::Ordering;

/// The number of digits in an exponent that the validator still follows (J3).
const EXPONENT_DIGITS: usize = 18;

/// A number as `0.d1d2d3… x 10^point`, without leading or trailing zeros.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decimal {
    pub(super) negative: bool,
    digits: String,
    point: i64,
}

impl Decimal {
    /// Reads a JSON number; `None` if its exponent is too long to follow.
    pub(super) fn parse(spelling: &str) -> Option<Self> {
        if has_wide_exponent(spelling) {
            return None;
        }
        let (mantissa, exponent) = split(spelling);
        let exponent: i64 = exponent.parse().ok()?;
        let (negative, mantissa) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let significant = all.trim_start_matches('0');
        let leading = all.len() - significant.len();
        let digits = significant.trim_end_matches('0').to_owned();
        let point = if digits.is_empty() {
            0
        } else {
            i64::try_from(whole.len()).ok()? - i64::try_from(leading).ok()? + exponent
        };
        Some(Self {
            negative,
            digits,
            point,
        })
    }

    /// Whether the value is an integer (D32).
    pub(super) fn is_integer(&self) -> bool {
        i64::try_from(self.digits.len()).is_ok_and(|length| length <= self.point)
            || self.digits.is_empty()
    }

    /// The magnitude against that of another spelling.
    pub(super) fn magnitude_cmp(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self
                .point
                .cmp(&other.point)
                .then_with(|| self.digits.cmp(&other.digits)),
        }
    }

    /// Whether the magnitude is above that of `spelling`.
    pub(super) fn is_beyond(&self, spelling: &str) -> bool {
        Self::parse(spelling).is_some_and(|other| self.magnitude_cmp(&other) == Ordering::Greater)
    }
}

fn split(spelling: &str) -> (&str, &str) {
    spelling.split_once(['e', 'E']).unwrap_or((spelling, "0"))
}

/// J3: whether the exponent is spelled with more than 18 digits.
pub(super) fn has_wide_exponent(spelling: &str) -> bool {
    split(spelling).1.trim_start_matches(['+', '-']).len() > EXPONENT_DIGITS
}

/// J4: whether the number is above the range of a double.
pub(super) fn is_above_double(spelling: &str) -> bool {
    spelling.parse::<f64>().is_ok_and(f64::is_infinite)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(spelling: &str) -> Decimal {
        Decimal::parse(spelling).unwrap()
    }

    #[test]
    fn integrality_is_by_value() {
        for spelling in ["0", "-0", "0e-5", "1.0", "100e-2", "1e2", "1E400", "12"] {
            assert!(decimal(spelling).is_integer(), "{spelling}");
        }
        for spelling in ["4.5", "1e-1", "0.1", "1e-400", "18446744073709551616.5"] {
            assert!(!decimal(spelling).is_integer(), "{spelling}");
        }
    }

    #[test]
    fn magnitudes_are_exact() {
        assert!(decimal("9007199254740993").is_beyond("9007199254740992"));
        assert!(!decimal("9007199254740992.0").is_beyond("9007199254740992"));
        assert!(decimal("-1e400").is_beyond("1e399"));
        assert!(decimal("0.11").is_beyond("0.1"));
        assert!(!decimal("0").is_beyond("1e-400"));
        assert!(decimal("12e-1").is_beyond("1.19"));
    }

    #[test]
    fn wide_spellings_are_seen() {
        assert!(has_wide_exponent("1e9223372036854775808"));
        assert!(has_wide_exponent("1E-0000000000000000001"));
        assert!(!has_wide_exponent("1e+999999999999999999"));
        assert_eq!(Decimal::parse("1e9223372036854775808"), None);
        assert!(is_above_double("1e400"));
        assert!(!is_above_double("1e308"));
    }
}
