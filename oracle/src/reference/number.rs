//! Compares numbers by their text: sign, digits and the place of the decimal
//! point, the last as decimal text too, so that an exponent may have any
//! number of digits (D31).
//!
//! Decides D31 (exact comparison), D32 (what is an integer) and the number
//! part of D34. It never converts to a machine number.

use std::cmp::Ordering;

/// A signed whole number as text: digits without leading zeros, `0` unsigned.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Whole {
    negative: bool,
    digits: String,
}

impl Whole {
    fn of(negative: bool, digits: &str) -> Whole {
        let digits = digits.trim_start_matches('0');
        match digits {
            "" => Whole {
                negative: false,
                digits: "0".into(),
            },
            digits => Whole {
                negative,
                digits: digits.into(),
            },
        }
    }

    /// Adds a machine-sized number, as one does on paper.
    fn plus(&self, small: i64) -> Whole {
        if self.digits.len() <= 18 {
            let value = self.digits.parse::<i128>().unwrap_or(0);
            let sum = if self.negative { -value } else { value } + i128::from(small);
            return Whole::of(sum < 0, &sum.unsigned_abs().to_string());
        }
        // From here |self| is the larger by far: the sign stays.
        let outward = if self.negative { -small } else { small };
        let mut carry = outward;
        let mut digits: Vec<u8> = Vec::with_capacity(self.digits.len() + 1);
        for byte in self.digits.bytes().rev() {
            let sum = i64::from(byte - b'0') + carry;
            digits.push(b'0' + u8::try_from(sum.rem_euclid(10)).unwrap_or(0));
            carry = sum.div_euclid(10);
        }
        while carry > 0 {
            digits.push(b'0' + u8::try_from(carry % 10).unwrap_or(0));
            carry /= 10;
        }
        let text: String = digits.into_iter().rev().map(char::from).collect();
        Whole::of(self.negative, &text)
    }

    fn compare(&self, other: &Whole) -> Ordering {
        let magnitude = || {
            let by_length = self.digits.len().cmp(&other.digits.len());
            by_length.then_with(|| self.digits.cmp(&other.digits))
        };
        match (self.negative, other.negative) {
            (false, false) => magnitude(),
            (true, true) => magnitude().reverse(),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

/// `±0.DIGITS × 10^point`, the digits without zeros at either end; zero has
/// no digits, no sign and no point.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Decimal {
    negative: bool,
    digits: String,
    point: Whole,
}

fn decimal(spelling: &str) -> Decimal {
    let (negative, unsigned) = match spelling.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, spelling),
    };
    let (coefficient, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = coefficient.split_once('.').unwrap_or((coefficient, ""));
    let all = format!("{whole}{fraction}");
    let without_leading = all.trim_start_matches('0');
    let digits = without_leading.trim_end_matches('0').to_string();
    if digits.is_empty() {
        // 0, -0, 0e5 and 0.00 are one number (D34).
        return Decimal {
            negative: false,
            digits,
            point: Whole::of(false, "0"),
        };
    }
    let leading = all.len() - without_leading.len();
    let shift = i64::try_from(whole.len()).unwrap_or(0) - i64::try_from(leading).unwrap_or(0);
    let exponent_negative = exponent.starts_with('-');
    let exponent = Whole::of(exponent_negative, exponent.trim_start_matches(['+', '-']));
    Decimal {
        negative,
        digits,
        point: exponent.plus(shift),
    }
}

/// D31: exact comparison of two numbers of the JSON grammar.
pub fn compare(left: &str, right: &str) -> Ordering {
    let (a, b) = (decimal(left), decimal(right));
    let magnitude = || match (a.digits.is_empty(), b.digits.is_empty()) {
        (true, true) => Ordering::Equal,
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        // The digits have no trailing zeros, so text order is their order.
        (false, false) => a
            .point
            .compare(&b.point)
            .then_with(|| a.digits.cmp(&b.digits)),
    };
    match (a.negative, b.negative) {
        (false, false) => magnitude(),
        (true, true) => magnitude().reverse(),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    }
}

/// D32: whether the number is integral, however it is spelled.
pub fn is_integral(spelling: &str) -> bool {
    let number = decimal(spelling);
    let length = Whole::of(false, &number.digits.len().to_string());
    number.digits.is_empty() || number.point.compare(&length) != Ordering::Less
}

/// One text for all spellings of one number (D34).
pub fn canonical(spelling: &str) -> String {
    let number = decimal(spelling);
    let sign = |negative: bool| if negative { "-" } else { "" };
    format!(
        "{}.{}e{}{}",
        sign(number.negative),
        number.digits,
        sign(number.point.negative),
        number.point.digits
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_number_are_equal() {
        for (a, b) in [
            ("1", "1.0"),
            ("1e0", "10e-1"),
            ("0", "-0.0e9"),
            ("1e400", "10E+399"),
            ("-2.50", "-25e-1"),
        ] {
            assert_eq!(compare(a, b), Ordering::Equal, "{a} {b}");
            assert_eq!(canonical(a), canonical(b));
        }
    }

    #[test]
    fn comparison_is_exact_beyond_machine_numbers() {
        for (a, b) in [
            ("9007199254740992", "9007199254740993"),
            ("0.1", "0.10000000000000000001"),
            ("1e99999999999999999998", "1e99999999999999999999"),
            ("1e9223372036854775807", "1e9223372036854775808"),
            ("-1e9", "-1e8"),
            ("-1", "0"),
            ("1e-99999999999999999999", "1e-99999999999999999998"),
        ] {
            assert_eq!(compare(a, b), Ordering::Less, "{a} {b}");
            assert_eq!(compare(b, a), Ordering::Greater, "{a} {b}");
        }
        assert_eq!(
            compare("10e99999999999999999999", "1e100000000000000000000"),
            Ordering::Equal
        );
    }

    #[test]
    fn an_exponent_of_two_hundred_thousand_digits_is_compared() {
        let (a, b) = (
            format!("1e{}", "9".repeat(200_000)),
            format!("10e{}8", "9".repeat(199_999)),
        );
        assert_eq!(compare(&a, &b), Ordering::Equal);
    }

    #[test]
    fn integrality_is_by_value() {
        for yes in ["1.0", "100e-2", "0e-5", "-0", "1e999", "120e-1"] {
            assert!(is_integral(yes), "{yes}");
        }
        for no in [
            "4.5",
            "1e-1",
            "1e-400",
            "125e-1",
            "1.0000000000000000000001",
        ] {
            assert!(!is_integral(no), "{no}");
        }
    }
}
