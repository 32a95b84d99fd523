//! JSON values as texts, made for no schema in particular.

use std::fmt::Write as _;

use arbitrary::{Result, Unstructured};

use super::dice::{below, one_in, pick, weigh};
use super::pool;

/// `text` as a JSON string, in the shortest spelling.
pub(super) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => escape(&mut out, u16::from(c as u8)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn escape(out: &mut String, unit: u16) {
    // Writing to a string cannot fail.
    let _ = write!(out, "\\u{unit:04X}");
}

/// `text` as a JSON string, now and then with an escape that need not be.
pub(super) fn spelled(u: &mut Unstructured<'_>, text: &str) -> Result<String> {
    let plain = quote(text);
    let Some(first) = text.chars().next() else {
        return Ok(plain);
    };
    if !one_in(u, 12)? || first < ' ' || first == '"' || first == '\\' {
        return Ok(plain);
    }
    let mut units = [0; 2];
    let mut out = String::from("\"");
    for unit in first.encode_utf16(&mut units) {
        escape(&mut out, *unit);
    }
    Ok(out + &plain[1 + first.len_utf8()..])
}

/// A number in one of its spellings.
pub(super) fn number(u: &mut Unstructured<'_>) -> Result<&'static str> {
    let row = u.choose(pool::NUMBERS)?;
    pick(u, row)
}

/// A string, as JSON.
pub(super) fn string(u: &mut Unstructured<'_>) -> Result<String> {
    let text = match weigh(u, &[10, 2, 2, 2])? {
        0 => pick(u, pool::STRINGS)?,
        1 => {
            let row = u.choose(pool::CASES)?;
            pick(u, row)?
        }
        2 => pick(u, pool::NOT_NUMBERS)?,
        _ => number(u)?,
    };
    spelled(u, text)
}

/// Any value with at most `depth` containers inside one another.
pub(super) fn any(u: &mut Unstructured<'_>, depth: usize) -> Result<String> {
    let containers = if depth == 0 { 0 } else { 2 };
    match weigh(u, &[2, 2, 3, 4, containers, containers])? {
        0 => Ok("null".to_owned()),
        1 => Ok(pick(u, &["true", "false"])?.to_owned()),
        2 => Ok(number(u)?.to_owned()),
        3 => string(u),
        4 => {
            let mut items = Vec::new();
            for _ in 0..below(u, 4)? {
                items.push(any(u, depth - 1)?);
            }
            Ok(format!("[{}]", items.join(",")))
        }
        _ => object(u, depth),
    }
}

/// Any object; rarely with a name twice.
pub(super) fn object(u: &mut Unstructured<'_>, depth: usize) -> Result<String> {
    let mut names = Vec::new();
    let mut members = Vec::new();
    for _ in 0..below(u, 4)? {
        let name = pick(u, pool::NAMES)?;
        if !names.contains(&name) || one_in(u, 60)? {
            names.push(name);
            let value = any(u, depth.saturating_sub(1))?;
            members.push(format!("{}:{value}", spelled(u, name)?));
        }
    }
    Ok(format!("{{{}}}", members.join(",")))
}
