//! J11: rewrites the widened identity escapes of D28 for `regress`.
//!
//! `\-` `\_` `\@` and the like mean their character, but are no ECMA-262 `u`
//! escapes. Each becomes `\xHH`, which is a literal wherever it stands; writing
//! the bare character could turn a wrong pattern into a right one.

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

#[cfg(test)]
mod tests {
    use super::*;

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
