//! Patterns from a grammar, and subjects that may match them (D28, D29).
//!
//! Most are regular and cheap. Some hold a construct that is not covered, a
//! widened escape, or a fault of syntax; some cost about as much as the budget.

use std::fmt::Write as _;

use arbitrary::{Result, Unstructured};

use super::dice::{below, one_in, pick, weigh};
use super::words;

/// Atoms that match one character or assert a place.
const ATOMS: &[&str] = &[
    "a",
    "b",
    ".",
    "\\d",
    "\\w",
    "\\s",
    "\\D",
    "\\W",
    "\\S",
    "^",
    "$",
    "\\b",
    "\\B",
    "é",
    "😀",
    "\\.",
    "\\/",
    "\\-",
    "\\_",
    "\\@",
    "\\n",
    "\\t",
    "\\v",
    "\\0",
    "\\x41",
    "\\u0062",
    "\\u{1F600}",
    "\\ud83d\\ude00",
    "\\cJ",
    "\\p{L}",
    "\\p{Lu}",
    "\\P{Ll}",
    "\\p{ASCII}",
    "\\p{Script=Greek}",
    "[]",
    "[^]",
    "-",
    "#",
    "&&",
    "\u{2028}",
    "k",
    "\u{212a}",
    "ß",
];

/// What stands inside a class.
const MEMBERS: &[&str] = &[
    "a",
    "b",
    "a-c",
    "A-Z",
    "0-9",
    "\\d",
    "\\w",
    "\\s",
    "\\-",
    "\\]",
    "\\\\",
    "^",
    "-",
    "é",
    "\\p{L}",
    "\\P{ASCII}",
    "\\b",
    "\\u{1F600}-\\u{1F64F}",
    "&&",
    "--",
    "[",
    "~~",
    ".",
    "(",
];

/// What is not covered, or no pattern at all.
const ODD: &[&str] = &[
    "(?=a)",
    "(?!b)",
    "(?<=a)",
    "(?<!b)",
    "\\1",
    "\\k<n>",
    "(?i:a)",
    "(?-i:a)",
    "(",
    ")",
    "{",
    "}",
    "]",
    "*",
    "\\",
    "\\p{Greek}",
    "\\8",
    "\\u{110000}",
    "[b-a]",
    "[\\d-a]",
    "{1}",
    "a{2,1}",
    "(?<n>a)",
    "(?<1>a)",
    "(?P<n>a)",
    "\\A",
    "\\pL",
    "[[:alpha:]]",
    "\\u12",
    "\\c",
    "(?:",
];

const QUANTIFIERS: &[&str] = &[
    "*", "+", "?", "{2}", "{0,1}", "{1,3}", "{2,}", "*?", "+?", "??", "{0}", "{1,2}?", "{20}",
    "{4000}", "{99999}",
];

/// A pattern and a subject for it.
pub(super) fn pair(u: &mut Unstructured<'_>) -> Result<(String, String)> {
    if one_in(u, 8)? {
        let (pattern, subjects) = u.choose(words::PATTERNS)?;
        return Ok(((*pattern).to_owned(), pick(u, subjects)?.to_owned()));
    }
    if one_in(u, 24)? {
        return Ok((pick(u, words::BAD_PATTERNS)?.to_owned(), "a".to_owned()));
    }
    let mut pattern = String::new();
    if one_in(u, 3)? {
        pattern.push('^');
    }
    alternatives(u, 3, &mut pattern)?;
    if one_in(u, 3)? {
        pattern.push('$');
    }
    if one_in(u, 10)? {
        pattern.push_str(pick(u, ODD)?);
    }
    let subject = subject(u, &pattern)?;
    Ok((pattern, subject))
}

fn alternatives(u: &mut Unstructured<'_>, depth: usize, out: &mut String) -> Result<()> {
    for index in 0..=weigh(u, &[6, 2, 1])? {
        if index > 0 {
            out.push('|');
        }
        for _ in 0..below(u, 5)? {
            term(u, depth, out)?;
        }
    }
    Ok(())
}

fn term(u: &mut Unstructured<'_>, depth: usize, out: &mut String) -> Result<()> {
    let group = if depth == 0 { 0 } else { 3 };
    match weigh(u, &[8, 4, group])? {
        0 => out.push_str(pick(u, ATOMS)?),
        1 => class(u, out)?,
        _ => {
            out.push_str(pick(u, &["(", "(?:"])?);
            alternatives(u, depth - 1, out)?;
            out.push(')');
        }
    }
    if one_in(u, 3)? {
        out.push_str(match weigh(u, &[12, 1])? {
            0 => QUANTIFIERS[below(u, QUANTIFIERS.len() - 3)?],
            _ => pick(u, QUANTIFIERS)?,
        });
    }
    Ok(())
}

fn class(u: &mut Unstructured<'_>, out: &mut String) -> Result<()> {
    out.push_str(pick(u, &["[", "[^"])?);
    for _ in 0..below(u, 4)? {
        if one_in(u, 6)? {
            let from = 0x40 + below(u, 0x40)?;
            let _ = write!(out, "\\u{{{from:x}}}-\\u{{{:x}}}", from + below(u, 0x400)?);
        } else {
            out.push_str(pick(u, MEMBERS)?);
        }
    }
    out.push(']');
    Ok(())
}

/// A short string of characters that the pattern may be about.
fn subject(u: &mut Unstructured<'_>, pattern: &str) -> Result<String> {
    let written: Vec<char> = pattern.chars().filter(|c| c.is_alphanumeric()).collect();
    let others = [
        "a", "b", "A", "0", " ", "-", "\n", "é", "😀", "_", "\u{2028}", ".", "É", "\u{3b1}",
        "\u{663}", "\u{a0}", "\u{0}", "@", "[", "\\",
    ];
    let mut out = String::new();
    for _ in 0..below(u, 9)? {
        match weigh(u, &[3, 2])? {
            0 if !written.is_empty() => out.push(written[below(u, written.len())?]),
            _ => out.push_str(pick(u, &others)?),
        }
    }
    Ok(out)
}
