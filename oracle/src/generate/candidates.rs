//! Bodies of json-candidate-list: Markdown with JSON in it, and the members
//! around the text.

use arbitrary::{Result, Unstructured};

use super::dice::{below, one_in, pick, weigh};
use super::markdown;
use super::text::{spaced, spoiled};
use super::value::{self, quote};

/// Pieces that a text of JSON may not hold, and some do.
const FOREIGN: &[&str] = &[
    "// a\n", "/* b */", "//", "/*", "# c\n", "'", "\t", "\\x", "\\ud800", "\"", "01", "-", "1e",
    "tru", "é", "𝒳", "\0", ",", ", ", "]", "}", "\n  ", "/* ] */", "// }\n", "// \"\n", "{", "[",
];

/// A JSON text as it may stand in an answer: spaced, cut, spoiled, commented.
pub(super) fn json_text(u: &mut Unstructured<'_>) -> Result<String> {
    let text = if one_in(u, 3)? {
        value::any(u, 2)?
    } else {
        value::object(u, 2)?
    };
    let text = spaced(u, &text)?;
    let text = if one_in(u, 2)? {
        spoiled(u, text)?
    } else {
        text
    };
    if !one_in(u, 3)? {
        return Ok(text);
    }
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=below(u, 3)? {
        let at = below(u, chars.len() + 1)?;
        chars.splice(at..at, pick(u, FOREIGN)?.chars());
    }
    Ok(chars.into_iter().collect())
}

/// A body with any document.
pub(super) fn body(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let text = match weigh(u, &[30, 10, 1])? {
        0 => markdown::document(u)?,
        1 => json_text(u)?,
        _ => String::new(),
    };
    let mut members = vec![format!("\"text\":{}", quote(&text))];
    if !one_in(u, 4)? {
        members.push(format!("\"repair\":{}", pick(u, &["true", "false"])?));
    }
    if one_in(u, 4)? {
        members.push(format!(
            "\"max_results\":{}",
            pick(u, &["1", "2", "100", "3.0", "1e1"])?
        ));
    }
    if one_in(u, 24)? {
        members.push(pick(u, ODD)?.to_owned());
    }
    let turn = below(u, members.len())?;
    members.rotate_left(turn);
    let body = format!("{{{}}}", members.join(","));
    Ok(if one_in(u, 40)? {
        spoiled(u, body)?.into_bytes()
    } else {
        body.into_bytes()
    })
}

/// Members that make another request of it, or none.
const ODD: &[&str] = &[
    "\"max_results\":0",
    "\"max_results\":101",
    "\"max_results\":1.5",
    "\"max_results\":null",
    "\"repair\":null",
    "\"repair\":1",
    "\"x\":1",
    "\"text\":\"[1]\"",
    "\"Text\":\"\"",
    "\"\\ud800\":1",
    "\"max_results\":1e99",
    "\"max_results\":-0",
];
