//! JSON texts that are spaced otherwise, cut, or almost JSON.

use arbitrary::{Result, Unstructured};

use super::dice::{below, one_in, pick, weigh};
use super::pool;

/// What may stand between tokens.
const SPACES: &[&str] = &[" ", "\n", "\t", "\r\n", "  ", "\n  "];

/// The text with white space between some of its tokens.
pub(super) fn spaced(u: &mut Unstructured<'_>, text: &str) -> Result<String> {
    let often = [0, 0, 6, 2][below(u, 4)?];
    if often == 0 {
        return Ok(text.to_owned());
    }
    let mut out = String::with_capacity(text.len() * 2);
    let mut inside = Inside::default();
    for c in text.chars() {
        let structural = inside.step(c);
        if structural && one_in(u, often)? {
            out.push_str(pick(u, SPACES)?);
        }
        out.push(c);
        if structural && one_in(u, often)? {
            out.push_str(pick(u, SPACES)?);
        }
    }
    Ok(out)
}

/// The text as some caller would spoil it; often as it is.
pub(super) fn spoiled(u: &mut Unstructured<'_>, text: String) -> Result<String> {
    match weigh(u, &[20, 4, 8, 14, 3, 3, 2, 2])? {
        0 => Ok(text),
        1 => cut_anywhere(u, &text),
        2 => cut_at_token(u, &text),
        3 => {
            let text = commas(u, &text)?;
            match below(u, 3)? {
                0 => Ok(text),
                1 => cut_at_token(u, &text),
                _ => Ok(text + pick(u, &[",", ", ", ",\n"])?),
            }
        }
        4 => Ok(text + pick(u, pool::PIECES)?),
        5 => insert(u, &text),
        6 => delete(u, &text),
        _ => soup(u),
    }
}

/// Cuts the text after any of its characters.
pub(super) fn cut_anywhere(u: &mut Unstructured<'_>, text: &str) -> Result<String> {
    let at = below(u, text.chars().count() + 1)?;
    Ok(text.chars().take(at).collect())
}

/// Cuts the text where R1 has a chance.
fn cut_at_token(u: &mut Unstructured<'_>, text: &str) -> Result<String> {
    let mut inside = Inside::default();
    let mut places = Vec::new();
    for (at, c) in text.char_indices() {
        let was_string = inside.string;
        if inside.step(c) || (was_string && !inside.string) {
            places.push(at + c.len_utf8());
        }
    }
    if places.is_empty() {
        return Ok(text.to_owned());
    }
    let at = places[below(u, places.len())?];
    Ok(text[..at].to_owned())
}

/// Puts commas before some of the closers.
fn commas(u: &mut Unstructured<'_>, text: &str) -> Result<String> {
    let mut out = String::with_capacity(text.len() + 8);
    let mut inside = Inside::default();
    for c in text.chars() {
        let structural = inside.step(c);
        if structural && matches!(c, '}' | ']') && one_in(u, 2)? {
            out.push_str(pick(
                u,
                &[",", ",", ",", ",", ", ", ", ", ",\n", " ,", ",,"],
            )?);
        }
        out.push(c);
    }
    Ok(out)
}

fn insert(u: &mut Unstructured<'_>, text: &str) -> Result<String> {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=below(u, 2)? {
        let at = below(u, chars.len() + 1)?;
        let piece = pick(u, pool::PIECES)?;
        chars.splice(at..at, piece.chars());
    }
    Ok(chars.into_iter().collect())
}

fn delete(u: &mut Unstructured<'_>, text: &str) -> Result<String> {
    let mut chars: Vec<char> = text.chars().collect();
    if !chars.is_empty() {
        let at = below(u, chars.len())?;
        chars.remove(at);
    }
    Ok(chars.into_iter().collect())
}

fn soup(u: &mut Unstructured<'_>) -> Result<String> {
    let mut out = String::from(if one_in(u, 3)? { "" } else { "{" });
    for _ in 0..below(u, 9)? {
        out.push_str(pick(u, pool::PIECES)?);
    }
    Ok(out)
}

/// Whether a scan stands inside a string.
#[derive(Debug, Default)]
struct Inside {
    string: bool,
    escaped: bool,
}

impl Inside {
    /// Goes on by one character; whether that is structural.
    fn step(&mut self, c: char) -> bool {
        if !self.string {
            self.string = c == '"';
            return matches!(c, '{' | '}' | '[' | ']' | ',' | ':');
        }
        if self.escaped {
            self.escaped = false;
        } else {
            self.escaped = c == '\\';
            self.string = c != '"';
        }
        false
    }
}
