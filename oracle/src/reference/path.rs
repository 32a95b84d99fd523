//! Paths into arguments and schemas, written as D87 says: `.key` for a plain
//! key, `["key"]` for one that could be misread, `[i]` for an item.
//!
//! It never decides what lies at a path.

use super::json::quote;

/// Where every path starts.
pub const ROOT: &str = "$";

/// D87: the path of the member `name` of what lies at `path`; no two members
/// of one tree have one path.
pub fn key(path: &str, name: &str) -> String {
    if is_plain(name) {
        format!("{path}.{name}")
    } else {
        format!("{path}[{}]", quote(name))
    }
}

/// The path of an item of what lies at `path`.
pub fn index(path: &str, index: usize) -> String {
    format!("{path}[{index}]")
}

/// D87: a key that may stand after a dot as it is.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && !name
            .chars()
            .any(|c| matches!(c, '.' | '[' | ']' | '"') || c < ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_could_be_misread_are_quoted() {
        assert_eq!(key(ROOT, "x y"), "$.x y");
        assert_eq!(key(ROOT, "0"), "$.0");
        assert_eq!(key(ROOT, "a.b"), r#"$["a.b"]"#);
        assert_eq!(key(ROOT, ""), r#"$[""]"#);
        assert_eq!(key(ROOT, "\n\""), r#"$["\n\""]"#);
        assert_eq!(key(ROOT, "\u{7f}\\"), "$.\u{7f}\\");
        assert_eq!(index(&key(ROOT, "a"), 3), "$.a[3]");
    }
}
