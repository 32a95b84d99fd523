//! The grammar of paths (D87): `$`, then `.key`, `["quoted key"]` or `[index]`.

use crate::json::{self, Value};

/// The path of the raw text form.
pub(super) const TEXT: &str = "$arguments_text";

/// Whether `text` is a path into a tree, written the one way that D87 allows.
pub fn is_path(text: &str) -> bool {
    let Some(mut rest) = text.strip_prefix('$') else {
        return false;
    };
    while !rest.is_empty() {
        let Some(after) = segment(rest) else {
            return false;
        };
        rest = after;
    }
    true
}

/// What follows the first segment of `rest`, if that is one.
fn segment(rest: &str) -> Option<&str> {
    if let Some(key) = rest.strip_prefix('.') {
        let end = key.find(special).unwrap_or(key.len());
        return (end > 0).then(|| &key[end..]);
    }
    let inside = rest.strip_prefix('[')?;
    if inside.starts_with('"') {
        return quoted(inside);
    }
    let (index, after) = inside.split_once(']')?;
    let digits = !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit());
    (digits && (index == "0" || !index.starts_with('0'))).then_some(after)
}

/// What follows a quoted key and its bracket. A key that needs no quotes must not have them, or one
/// place would have two names.
fn quoted(inside: &str) -> Option<&str> {
    let mut escaped = false;
    let end = inside.char_indices().skip(1).find_map(|(at, c)| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes.then_some(at + 1)
    })?;
    let (literal, after) = inside.split_at(end);
    let value = json::parse(literal).ok()?;
    let Value::String(key) = &value else {
        return None;
    };
    let needs_quotes = key.is_empty() || key.contains(special);
    (needs_quotes && value.compact() == literal)
        .then(|| after.strip_prefix(']'))
        .flatten()
}

fn special(c: char) -> bool {
    matches!(c, '.' | '[' | ']' | '"') || c < ' '
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_the_grammar_are_known() {
        for path in [
            "$",
            "$.a",
            "$.a.b",
            "$[0]",
            "$.x[10][2].y",
            "$.x y",
            "$.$ref",
            "$.é",
            r#"$["a.b"]"#,
            r#"$[""].a"#,
            r#"$["a\"]\\"][1]"#,
            r#"$["\u0001"]"#,
            "$.\u{7f}",
            r"$.a\b",
        ] {
            assert!(is_path(path), "{path}");
        }
    }

    #[test]
    fn anything_else_is_no_path() {
        for path in [
            "",
            "a",
            ".a",
            "$a",
            "$.",
            "$..a",
            "$.a.",
            "$[",
            "$[]",
            "$[01]",
            "$[-1]",
            "$[a]",
            "$[0",
            r#"$["a"]"#,
            r#"$["a.b]"#,
            r#"$["a.b""#,
            r#"$["a.b"x"#,
            r#"$["a\u002eb"]"#,
            r#"$["\/."]"#,
            "$arguments_text",
            "$.a\n",
            "$[\"\n\"]",
            "$.a\"b",
            "$.a]",
        ] {
            assert!(!is_path(path), "{path}");
        }
    }
}
