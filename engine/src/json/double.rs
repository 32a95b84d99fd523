//! IEEE doubles: decides which double a number stands for, how ECMAScript
//! spells a double (RFC 8785, section 3.2.2.3), and whether a number survives
//! the way through one.
//!
//! Only what is hashed, or counted in money, passes through here. A verdict on
//! arguments never does: it compares spellings ([`super::number`]).

use std::cmp::Ordering;

use super::number::{Decimal, compare};

/// Spellings up to this length are read as they stand; longer ones may hold an
/// exponent that only makes up for a million zeros.
const SHORT: usize = 64;

/// The double nearest to the value of a number of the JSON grammar, ties to
/// even; infinite beyond the largest double.
///
/// ```
/// use argument_check::json::double::nearest;
/// assert_eq!(nearest("9007199254740993"), 9_007_199_254_740_992.0);
/// assert!(nearest("1e999").is_infinite());
/// ```
pub fn nearest(spelling: &str) -> f64 {
    if spelling.len() <= SHORT {
        return spelling.parse().unwrap_or_default();
    }
    let mut normal = Vec::with_capacity(spelling.len() + 2);
    Decimal::parse(spelling).write_canonical(&mut normal);
    // The canonical form has its point before the first digit, and of an
    // exponent of zero no digit.
    let sign = usize::from(normal.first() == Some(&b'-'));
    normal.splice(sign..sign, *b"0.");
    if normal.last() == Some(&b'e') {
        normal.push(b'0');
    }
    let text = std::str::from_utf8(&normal).unwrap_or_default();
    text.parse().unwrap_or_default()
}

/// Does the number equal the shortest spelling of its double? Then nothing is
/// lost where it passes through one.
///
/// ```
/// use argument_check::json::double::is_exact;
/// assert!(is_exact("0.1") && is_exact("1E5"));
/// assert!(!is_exact("9007199254740993") && !is_exact("1e-400"));
/// ```
pub fn is_exact(spelling: &str) -> bool {
    let value = nearest(spelling);
    if !value.is_finite() {
        return false;
    }
    let mut shortest = String::new();
    write(&mut shortest, value);
    compare(spelling, &shortest) == Ordering::Equal
}

/// The shortest decimal that is nearest to a double: `digits × 10^exponent`,
/// without trailing zeros, of at most 17 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shortest {
    pub(crate) digits: u64,
    pub(crate) exponent: i32,
}

impl Shortest {
    /// That of the magnitude of a finite `value`.
    pub(crate) fn of(value: f64) -> Self {
        let value = value.abs();
        let text = format!("{value:e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or_default();
        let fraction = mantissa.get(2..).unwrap_or_default();
        let digits = mantissa
            .bytes()
            .filter(u8::is_ascii_digit)
            .fold(0, |digits, digit| digits * 10 + u64::from(digit - b'0'));
        let exponent: i32 = exponent.parse().unwrap_or_default();
        let places = fraction.bytes().fold(0, |places, _| places + 1);
        Self {
            digits,
            exponent: exponent - places,
        }
        .or_even(value)
    }

    /// Where another decimal is as near to `value`, the even one of the two,
    /// which RFC 8785 asks for and the formatter does not give.
    fn or_even(self, value: f64) -> Self {
        let Self { digits, exponent } = self;
        if digits % 2 == 0 {
            return self;
        }
        let tie = [(digits - 1, digits * 10 - 5), (digits + 1, digits * 10 + 5)]
            .into_iter()
            .find(|&(even, middle)| {
                let reads_back = || format!("{even}e{exponent}").parse() == Ok(value);
                is_exactly(value, middle, exponent - 1) && reads_back()
            });
        match tie {
            Some((digits, _)) => Self { digits, exponent },
            None => self,
        }
    }
}

/// Is a positive finite `value` exactly `odd × 10^exponent`? Both sides are an
/// odd number times a power of two, and are compared as such.
fn is_exactly(value: f64, odd: u64, exponent: i32) -> bool {
    let bits = value.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let (significand, power) = match (bits >> 52) as i32 {
        0 => (fraction, -1074),
        biased => (fraction | 1 << 52, biased - 1075),
    };
    let twos = significand.trailing_zeros();
    if power + twos.cast_signed() != exponent {
        return false;
    }
    let significand = significand.checked_shr(twos).unwrap_or(0);
    let fives = 5_u128.checked_pow(exponent.unsigned_abs());
    let times = |factor: u64| fives.and_then(|fives| fives.checked_mul(factor.into()));
    if exponent < 0 {
        times(significand) == Some(odd.into())
    } else {
        times(odd) == Some(significand.into())
    }
}

/// Integers below this are spelled by their digits alone.
const PLAIN: f64 = 1e15;

/// Appends a double as ECMAScript spells it; `null` if it is not finite, as
/// `JSON.stringify` has it.
///
/// ```
/// let mut out = String::new();
/// argument_check::json::double::write(&mut out, 1e-7);
/// assert_eq!(out, "1e-7");
/// ```
pub fn write(out: &mut String, value: f64) {
    if !value.is_finite() {
        out.push_str("null");
    } else if value.fract() == 0.0 && value.abs() < PLAIN {
        out.push_str(&(value as i64).to_string());
    } else {
        if value < 0.0 {
            out.push('-');
        }
        write_shortest(out, Shortest::of(value));
    }
}

/// ECMA-262, `Number::toString`, steps 5 and on: `point` is its n.
fn write_shortest(out: &mut String, shortest: Shortest) {
    let digits = shortest.digits.to_string();
    let point = digits.bytes().fold(shortest.exponent, |point, _| point + 1);
    let zeros = |count: i32| std::iter::repeat_n('0', usize::try_from(count).unwrap_or(0));
    match usize::try_from(point) {
        Ok(_) if shortest.exponent >= 0 && point <= 21 => {
            out.push_str(&digits);
            out.extend(zeros(shortest.exponent));
        }
        Ok(whole @ 1..=21) => {
            let (whole, fraction) = digits.split_at_checked(whole).unwrap_or((&digits, ""));
            out.push_str(whole);
            out.push('.');
            out.push_str(fraction);
        }
        _ if -6 < point && point <= 0 => {
            out.push_str("0.");
            out.extend(zeros(-point));
            out.push_str(&digits);
        }
        _ => {
            let (first, rest) = digits.split_at_checked(1).unwrap_or((&digits, ""));
            out.push_str(first);
            if !rest.is_empty() {
                out.push('.');
                out.push_str(rest);
            }
            out.push_str(if point > 0 { "e+" } else { "e-" });
            out.push_str(&(point - 1).unsigned_abs().to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::float_cmp,
        reason = "what is compared are doubles that must be equal to the bit"
    )]

    use proptest::prelude::*;

    use super::*;

    fn spelled(value: f64) -> String {
        let mut out = String::new();
        write(&mut out, value);
        out
    }

    #[test]
    fn doubles_are_spelled_as_the_examples_of_rfc_8785_are() {
        // RFC 8785, appendix B: the bits of a double and its spelling.
        for (bits, wanted) in [
            (0x0000_0000_0000_0000, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ] {
            assert_eq!(spelled(f64::from_bits(bits)), wanted, "{bits:#x}");
        }
        assert_eq!(spelled(f64::INFINITY), "null");
        assert_eq!(spelled(f64::NAN), "null");
    }

    #[test]
    fn of_two_decimals_that_are_equally_near_the_even_one_is_taken() {
        // What CPython's repr, an implementation of its own, writes.
        for (bits, wanted) in [
            (0x4313_9263_f28c_105d, "1377245631546391.2"),
            (0x42ee_ab47_6415_479c, "269767887858236.88"),
            (0x430b_b231_5b06_258e, "974468677682353.8"),
            (0x4302_6deb_8825_ae56, "648425993713098.8"),
            (0x4312_9ca8_6e45_05f5, "1309699199811965.2"),
            (0x42e2_1b1a_3196_cd44, "159260902995562.12"),
        ] {
            assert_eq!(spelled(f64::from_bits(bits)), wanted, "{bits:#x}");
        }
    }

    #[test]
    fn a_number_is_exact_if_the_shortest_spelling_of_its_double_has_its_value() {
        for exact in [
            "0.1",
            "1.10",
            "1E5",
            "-0.0",
            "0e999999",
            "9007199254740992",
            "123456789012345680000",
            "5e-324",
            "1e23",
        ] {
            assert!(is_exact(exact), "{exact}");
        }
        for lossy in [
            "9007199254740993",
            "0.12345678901234567890",
            "1e-400",
            "1e400",
            "123456789012345678901",
            "4.9406564584124654e-324",
            "0.1000000000000000055511151231257827",
        ] {
            assert!(!is_exact(lossy), "{lossy}");
        }
    }

    #[test]
    fn a_million_zeros_and_an_exponent_that_makes_up_for_them_change_nothing() {
        let zeros = "0".repeat(1_000_000);
        assert_eq!(nearest(&format!("0.{zeros}15e1000001")), 1.5);
        assert_eq!(nearest(&format!("-15{zeros}e-1000001")), -1.5);
        assert_eq!(nearest(&format!("0.{zeros}e5")), 0.0);
        assert_eq!(nearest(&format!("1e-{zeros}1")), 0.1);
        assert!(nearest(&format!("1{zeros}")).is_infinite());
        assert_eq!(nearest(&format!("1e-9{zeros}")), 0.0);
    }

    proptest! {
        #[test]
        fn a_spelling_reads_back_as_its_double_and_is_exact(bits in any::<u64>()) {
            let value = f64::from_bits(bits);
            prop_assume!(value.is_finite());
            let text = spelled(value);
            prop_assert_eq!(nearest(&text), value);
            prop_assert!(is_exact(&text));
        }

        #[test]
        fn a_long_spelling_has_the_double_of_the_short_one(
            digits in 0_u64..1_000_000_000_000_000_000, exponent in -340_i32..310
        ) {
            let short = format!("{digits}e{exponent}");
            let long = format!("{digits}{}e{}", "0".repeat(80), exponent - 80);
            prop_assert_eq!(nearest(&long), nearest(&short));
        }
    }
}
