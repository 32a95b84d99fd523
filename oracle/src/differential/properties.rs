//! J12: on which code points two Unicode versions differ.
//!
//! A property escape of a pattern is looked up in both libraries, `regress` and
//! `regex-syntax`; where they differ on a character of the subject, neither is
//! right or wrong, and the pair is not compared. The engine is not asked.

use regex_syntax::hir::{Class, ClassUnicode, HirKind};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// One property as the two libraries have it.
struct Property {
    regress: regress::Regex,
    syntax: ClassUnicode,
}

/// Properties met so far; `None` where one of the libraries lacks it.
#[derive(Default)]
pub(super) struct Properties(Mutex<HashMap<String, Option<Arc<Property>>>>);

impl Properties {
    /// Whether a property escape of `pattern` is contested on a character of
    /// `subject`.
    pub(super) fn contest(&self, pattern: &str, subject: &str) -> bool {
        escapes(pattern)
            .filter_map(|name| self.property(name))
            .any(|property| {
                subject
                    .chars()
                    .any(|character| differs(&property, character))
            })
    }

    fn property(&self, name: &str) -> Option<Arc<Property>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .entry(name.to_owned())
            .or_insert_with(|| look_up(name).map(Arc::new))
            .clone()
    }
}

fn look_up(name: &str) -> Option<Property> {
    let escape = format!("\\p{{{name}}}");
    let regress = regress::Regex::with_flags(&format!("^{escape}$"), "u").ok()?;
    match regex_syntax::parse(&escape).ok()?.into_kind() {
        HirKind::Class(Class::Unicode(syntax)) => Some(Property { regress, syntax }),
        _ => None,
    }
}

fn differs(property: &Property, character: char) -> bool {
    let in_syntax = property
        .syntax
        .ranges()
        .iter()
        .any(|range| (range.start()..=range.end()).contains(&character));
    let mut buffer = [0; 4];
    let in_regress = property
        .regress
        .find(character.encode_utf8(&mut buffer))
        .is_some();
    in_syntax != in_regress
}

/// The names inside `\p{…}` and `\P{…}`.
fn escapes(pattern: &str) -> impl Iterator<Item = &str> {
    let mut rest = pattern;
    std::iter::from_fn(move || {
        loop {
            let at = rest.find('\\')?;
            let tail = &rest[at + 1..];
            let named = tail.strip_prefix("p{").or_else(|| tail.strip_prefix("P{"));
            if let Some((name, after)) = named.and_then(|tail| tail.split_once('}')) {
                rest = after;
                return Some(name);
            }
            let skipped = tail.chars().next().map_or(0, char::len_utf8);
            rest = &tail[skipped..];
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_behind_single_backslashes_only() {
        let names: Vec<_> = escapes(r"\\p{no}\p{L}x\P{Script=Greek}\d\p{").collect();
        assert_eq!(names, ["L", "Script=Greek"]);
    }

    #[test]
    fn old_characters_are_not_contested() {
        let properties = Properties::default();
        assert!(!properties.contest(r"\p{L}\p{Script=Greek}\P{Lu}", "aZé٣α😀 _\u{378}"));
        assert!(!properties.contest(r"\p{Nonsense}", "a"));
    }

    #[test]
    fn a_letter_of_the_newer_version_is_contested() {
        // U+088F came with Unicode 17.
        assert!(Properties::default().contest(r"^\p{L}+$", "a\u{88f}"));
    }
}
