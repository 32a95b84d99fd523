//! The writers: compact text, and the stable pretty text of the pinned artefact.

use std::fmt::Write as _;

use super::Value;

impl Value {
    /// The text without white space; members in their order, numbers by spelling, strings escaped as
    /// RFC 8785 says.
    pub fn compact(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, None);
        out
    }

    /// The text with two spaces a level, one member or item a line, and a line end.
    pub fn pretty(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, Some(0));
        out.push('\n');
        out
    }

    fn write(&self, out: &mut String, level: Option<usize>) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(true) => out.push_str("true"),
            Self::Bool(false) => out.push_str("false"),
            Self::Number(spelling) => out.push_str(spelling),
            Self::String(text) => quote(out, text),
            Self::Array(items) => bracket(out, level, '[', ']', items, |out, item, level| {
                item.write(out, level);
            }),
            Self::Object(members) => {
                bracket(
                    out,
                    level,
                    '{',
                    '}',
                    members,
                    |out, (name, value), level| {
                        quote(out, name);
                        out.push_str(if level.is_some() { ": " } else { ":" });
                        value.write(out, level);
                    },
                );
            }
        }
    }
}

/// Writes a container; `each` writes one item or member.
fn bracket<T>(
    out: &mut String,
    level: Option<usize>,
    open: char,
    close: char,
    content: &[T],
    each: impl Fn(&mut String, &T, Option<usize>),
) {
    out.push(open);
    let inner = level.map(|level| level + 1);
    for (index, one) in content.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        new_line(out, inner);
        each(out, one, inner);
    }
    if !content.is_empty() {
        new_line(out, level);
    }
    out.push(close);
}

fn new_line(out: &mut String, level: Option<usize>) {
    if let Some(level) = level {
        out.push('\n');
        out.push_str(&"  ".repeat(level));
    }
}

/// Writes a string as RFC 8785 says: short escapes where there are any, `\u00xx` in lower case for
/// the other control characters, everything else raw.
pub(crate) fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            c if c < ' ' => {
                // Writing into a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::super::parse;

    #[test]
    fn strings_are_escaped_as_rfc_8785_says() {
        let text = r#"["\"\\\b\t\n\f\r\u0000\u001f/é😀"]"#;
        let value = parse(text).unwrap();
        assert_eq!(value.compact(), text);
        assert_eq!(
            parse("\"\\u007f\\u2028\"").unwrap().compact(),
            "\"\u{7f}\u{2028}\""
        );
    }

    #[test]
    fn pretty_text_has_one_member_a_line_and_ends_with_a_line_end() {
        assert_eq!(
            parse(r#"{"a":[1,{}],"b":[]}"#).unwrap().pretty(),
            "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}\n"
        );
    }
}
