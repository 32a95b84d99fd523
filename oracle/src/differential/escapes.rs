//! J11: rewrites the widened identity escapes of D28 for `regress`.
//!
//! `\-` `\_` `\@` and the like mean their character, but are no ECMA-262 `u`
//! escapes. Each becomes `\xHH`, which is a literal wherever it stands; writing
//! the bare character could turn a wrong pattern into a right one.
//!
//! Also finds the constructs that D29 refuses, so that a verdict on one is seen.

use std::fmt::Write as _;

/// Escapes of punctuation that the `u` grammar has itself.
const ECMA: &str = "^$\\.*+?()[]{}|/";

/// The pattern with its widened escapes rewritten; `None` if it has none.
pub(super) fn rewrite(pattern: &str) -> Option<String> {
    let mut out = String::with_capacity(pattern.len());
    let (mut changed, mut in_class) = (false, false);
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match character {
            '[' => in_class = true,
            ']' => in_class = false,
            _ => {}
        }
        out.push(character);
        if character != '\\' {
            continue;
        }
        let Some(escaped) = characters.next() else {
            break;
        };
        let own = ECMA.contains(escaped) || (in_class && escaped == '-');
        if escaped.is_ascii_punctuation() && !own {
            changed = true;
            // Writing to a string does not fail.
            let _ = write!(out, "x{:02x}", escaped as u32);
        } else {
            out.push(escaped);
        }
    }
    changed.then_some(out)
}

/// Whether the pattern holds look-around, a back-reference or a modifier group:
/// `regress` would match them, but a verdict on them is undisclosed (D29).
pub(super) fn is_uncovered(pattern: &str) -> bool {
    let mut in_class = false;
    let mut rest = pattern;
    while let Some(character) = rest.chars().next() {
        let tail = &rest[character.len_utf8()..];
        rest = tail;
        match character {
            '[' => in_class = true,
            ']' => in_class = false,
            '\\' => {
                if !in_class && tail.starts_with(|c: char| matches!(c, '1'..='9' | 'k')) {
                    return true;
                }
                let escaped = tail.chars().next().map_or(0, char::len_utf8);
                rest = &tail[escaped..];
            }
            '(' if !in_class && is_special_group(tail) => return true,
            _ => {}
        }
    }
    false
}

/// Whether a group that goes on with `tail` is neither plain, `(?:` nor
/// `(?<name>`.
fn is_special_group(tail: &str) -> bool {
    tail.strip_prefix('?').is_some_and(|kind| {
        let named = kind
            .strip_prefix('<')
            .is_some_and(|name| !name.starts_with(['=', '!']));
        !named && !kind.starts_with(':')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uncovered_constructs_are_seen_outside_classes_only() {
        for pattern in [
            "^(?=.*a)",
            "(?!a)",
            "(?<=a)b",
            "(?<!a)b",
            r"(a)\1",
            r"(?<x>a)\k<x>",
            "(?i:a)",
            "(?-i:a)",
        ] {
            assert!(is_uncovered(pattern), "{pattern}");
        }
        for pattern in [
            "(?:a)(?<x>b)",
            r"[(?=\d]",
            r"\\1\(?=",
            r"\é\d{1,9}",
            "\\",
            r"\0",
        ] {
            assert!(!is_uncovered(pattern), "{pattern}");
        }
    }

    #[test]
    fn only_widened_escapes_are_rewritten() {
        assert_eq!(
            rewrite(r"^\w+\@\w\-\_$").as_deref(),
            Some(r"^\w+\x40\w\x2d\x5f$")
        );
        assert_eq!(rewrite(r#"[\"\-]\-"#).as_deref(), Some(r"[\x22\-]\x2d"));
        assert_eq!(rewrite(r"[\]\-]\/\.\\-"), None);
        assert_eq!(rewrite(r"\\\:").as_deref(), Some(r"\\\x3a"));
        assert_eq!(rewrite("\\"), None);
        assert_eq!(rewrite(r"\é\a"), None);
    }
}
