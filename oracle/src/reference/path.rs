//! Paths into arguments and schemas, written as D87 says: `.key` for a plain
//! key, `["key"]` for one that could be misread, `[i]` for an item.
//!
//! It never decides what lies at a path.

use super::json::quote;

/// One step down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    /// Into the member of an object.
    Key(String),
    /// Into the item of an array.
    Index(usize),
}

/// The steps from the root.
pub type Path = Vec<Segment>;

/// A longer path: `path` and then the member `name`.
pub fn key(path: &Path, name: &str) -> Path {
    let mut longer = path.clone();
    longer.push(Segment::Key(name.to_string()));
    longer
}

/// A longer path: `path` and then the item `index`.
pub fn index(path: &Path, index: usize) -> Path {
    let mut longer = path.clone();
    longer.push(Segment::Index(index));
    longer
}

/// D87: the text of a path, no two paths alike.
pub fn render(path: &Path) -> String {
    let mut out = String::from("$");
    for segment in path {
        match segment {
            Segment::Index(i) => out.push_str(&format!("[{i}]")),
            Segment::Key(name) if is_plain(name) => {
                out.push('.');
                out.push_str(name);
            }
            Segment::Key(name) => out.push_str(&format!("[{}]", quote(name))),
        }
    }
    out
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
        let text = |name: &str| render(&key(&Path::new(), name));
        assert_eq!(text("x y"), "$.x y");
        assert_eq!(text("0"), "$.0");
        assert_eq!(text("a.b"), r#"$["a.b"]"#);
        assert_eq!(text(""), r#"$[""]"#);
        assert_eq!(text("\n\""), r#"$["\n\""]"#);
        assert_eq!(text("\u{7f}\\"), "$.\u{7f}\\");
        assert_eq!(render(&index(&key(&Path::new(), "a"), 3)), "$.a[3]");
    }
}
