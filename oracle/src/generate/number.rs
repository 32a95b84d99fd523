//! Spellings of numbers: any, those at the edges of machine types, and a
//! second one that is equal or almost equal to the first (D30 to D34).
//!
//! The rows of `pool` are the spellings that are known to tell implementations
//! apart; these are made, so that the ones nobody thought of come too.

use arbitrary::{Result, Unstructured};

use super::dice::{below, one_in, pick, weigh};
use super::value;

/// Where doubles and machine integers end: 2^24, 2^31, 2^32, 2^53, 2^63, 2^64,
/// 2^127, and ten to the power of 15, 17 and 19.
const EDGES: &[i128] = &[
    0,
    1 << 24,
    1 << 31,
    1 << 32,
    1 << 53,
    1 << 63,
    1 << 64,
    i128::MAX,
    1_000_000_000_000_000,
    100_000_000_000_000_000,
    10_000_000_000_000_000_000,
];

/// Exponents at which doubles and their readers give up.
const EXPONENTS: &[&str] = &[
    "0",
    "1",
    "-1",
    "9",
    "-9",
    "22",
    "23",
    "308",
    "309",
    "-308",
    "-324",
    "-325",
    "400",
    "-400",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "99999999999999999999999999999999999999",
    "-99999999999999999999999999999999999999",
];

/// Two numbers: the second is equal to the first in another spelling, differs
/// by little, or has nothing to do with it.
pub(super) fn pair(u: &mut Unstructured<'_>) -> Result<(String, String)> {
    let one = spelling(u)?;
    let two = match weigh(u, &[3, 3, 2])? {
        0 => respelled(u, &one)?,
        1 => near(u, &one)?,
        _ => spelling(u)?,
    };
    Ok(if one_in(u, 2)? {
        (two, one)
    } else {
        (one, two)
    })
}

/// A number in one of its spellings.
pub(super) fn spelling(u: &mut Unstructured<'_>) -> Result<String> {
    match weigh(u, &[3, 3, 4])? {
        0 => Ok(value::number(u)?.to_owned()),
        1 => {
            let edge = EDGES[below(u, EDGES.len())?];
            let number = edge.saturating_add(below(u, 5)? as i128 - 2);
            let number = if one_in(u, 3)? { -number } else { number };
            let number = number.to_string();
            if one_in(u, 2)? {
                respelled(u, &number)
            } else {
                Ok(number)
            }
        }
        _ => assembled(u),
    }
}

fn assembled(u: &mut Unstructured<'_>) -> Result<String> {
    let mut out = String::from(if one_in(u, 3)? { "-" } else { "" });
    let whole = digits(u, 22)?;
    let whole = whole.trim_start_matches('0');
    out.push_str(if whole.is_empty() { "0" } else { whole });
    if one_in(u, 2)? {
        out.push('.');
        out.push_str(&digits(u, 22)?);
    }
    if one_in(u, 3)? {
        out.push_str(pick(u, &["e", "E"])?);
        let exponent = pick(u, EXPONENTS)?;
        if !exponent.starts_with('-') {
            out.push_str(pick(u, &["", "+", "0", "+00"])?);
        }
        out.push_str(exponent);
    }
    Ok(out)
}

/// At least one digit, often the same one many times.
fn digits(u: &mut Unstructured<'_>, most: usize) -> Result<String> {
    let length = 1 + below(u, most)?;
    let mut out = String::with_capacity(length);
    let same = one_in(u, 3)?;
    while out.len() < length {
        let digit = [b'0', b'9', b'1', b'5', b'2', b'3', b'4', b'6', b'7', b'8'][below(u, 10)?];
        out.push(char::from(digit));
        while same && out.len() < length {
            out.push(char::from(digit));
        }
    }
    Ok(out)
}

/// The same value otherwise: zeros at the end, the point elsewhere, and an
/// exponent that makes up for both. Zero stays as it is.
fn respelled(u: &mut Unstructured<'_>, number: &str) -> Result<String> {
    let (sign, unsigned) = match number.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("", number),
    };
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0');
    let (false, Ok(exponent)) = (significant.is_empty(), exponent.parse::<i128>()) else {
        return Ok(number.to_owned());
    };
    let digits = significant.to_owned() + &"0".repeat(below(u, 4)?);
    let added = digits.len() - significant.len();
    let before = below(u, digits.len() + 1)?;
    let behind = digits.len() - before;
    let moved = behind as i128 - fraction.len() as i128 - added as i128;
    let exponent = exponent.saturating_add(moved);
    let point = if behind > 0 { "." } else { "" };
    let whole = if before > 0 { &digits[..before] } else { "0" };
    let mut out = format!("{sign}{whole}{point}{}", &digits[before..]);
    if exponent != 0 || one_in(u, 2)? {
        out.push_str(pick(u, &["e", "E"])?);
        if exponent >= 0 {
            out.push_str(pick(u, &["", "+", "0"])?);
        }
        out.push_str(&exponent.to_string());
    }
    Ok(out)
}

/// A number whose spelling differs in one place.
fn near(u: &mut Unstructured<'_>, number: &str) -> Result<String> {
    let (mantissa, exponent) = match number.find(['e', 'E']) {
        Some(at) => number.split_at(at),
        None => (number, ""),
    };
    Ok(match weigh(u, &[3, 2, 1])? {
        0 => {
            let last = mantissa.chars().next_back().unwrap_or('0');
            let other = if last == '1' { "2" } else { "1" };
            format!("{}{other}{exponent}", &mantissa[..mantissa.len() - 1])
        }
        1 if mantissa.contains('.') => format!("{mantissa}1{exponent}"),
        1 => format!("{mantissa}.0000000000000000000000001{exponent}"),
        _ => match number.strip_prefix('-') {
            Some(positive) => positive.to_owned(),
            None => format!("-{number}"),
        },
    })
}
