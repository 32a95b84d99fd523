//! Reads and writes JSON without losing a token (D1, D30, D36).
//!
//! The judges' own way to read JSON: `json-syntax` keeps number spellings and
//! member order and refuses lone surrogates. It has two faults that matter
//! here: it keeps duplicate names silently, and it drops a deep tree
//! recursively. So an iterative scan refuses nesting over [`MAX_DEPTH`] first,
//! and duplicate names are found here. It must never share code with the
//! engine's reader: both have to be wrong in the same way to agree wrongly.

use json_syntax::Parse as _;
use std::collections::HashSet;

/// The deepest nesting of containers that is read.
pub const MAX_DEPTH: usize = 1_024;

/// A JSON value whose numbers keep their spelling and whose objects keep their
/// member order. Equality is token for token: `1.0` is not `1`, and the order
/// of members counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it is spelled.
    Number(String),
    /// A string, unescaped.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object, members in order, names distinct.
    Object(Vec<(String, Value)>),
}

/// Why a text is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The bytes are not UTF-8.
    #[error("the bytes are not UTF-8")]
    Utf8,
    /// The text nests deeper than [`MAX_DEPTH`].
    #[error("the text nests deeper than {MAX_DEPTH} containers")]
    TooDeep,
    /// The text is not JSON.
    #[error("the text is not JSON at byte {0}")]
    Syntax(usize),
    /// A string holds a lone surrogate escape.
    #[error("a string holds a lone surrogate escape")]
    Surrogate,
    /// An object holds the same name twice.
    #[error("an object holds the same name twice")]
    Duplicate,
}

impl Value {
    /// The member `name` of an object.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.members()?
            .iter()
            .find_map(|(key, value)| (key == name).then_some(value))
    }

    /// The members of an object.
    #[must_use]
    pub fn members(&self) -> Option<&[(String, Self)]> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The items of an array.
    #[must_use]
    pub fn items(&self) -> Option<&[Self]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// Compact JSON text: RFC 8785 escapes, numbers by spelling.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        write(self, &mut out);
        out
    }
}

/// Whether two values are equal token for token.
#[must_use]
pub fn token_equal(left: &Value, right: &Value) -> bool {
    left == right
}

/// Reads one JSON text from bytes.
pub fn read(bytes: &[u8]) -> Result<Value, ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|_| ReadError::Utf8)?;
    read_str(text)
}

/// Reads one JSON text.
pub fn read_str(text: &str) -> Result<Value, ReadError> {
    if nests_too_deep(text) {
        return Err(ReadError::TooDeep);
    }
    let (value, _) = json_syntax::Value::parse_str(text).map_err(|error| fault(&error))?;
    convert(value)
}

/// Scans for nesting without a stack of calls. Strings are skipped as the
/// parser would skip them; on a broken text the parser stops earlier.
fn nests_too_deep(text: &str) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'[' | b'{' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return true;
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

fn fault(error: &json_syntax::parse::Error) -> ReadError {
    use json_syntax::parse::Error;
    match error {
        Error::MissingLowSurrogate(..)
        | Error::InvalidLowSurrogate(..)
        | Error::InvalidUnicodeCodePoint(..) => ReadError::Surrogate,
        Error::Unexpected(at, _) | Error::Stream(at, _) => ReadError::Syntax(*at),
        Error::InvalidUtf8(_) => ReadError::Utf8,
    }
}

/// Recursion is bounded by [`MAX_DEPTH`].
fn convert(value: json_syntax::Value) -> Result<Value, ReadError> {
    Ok(match value {
        json_syntax::Value::Null => Value::Null,
        json_syntax::Value::Boolean(truth) => Value::Bool(truth),
        json_syntax::Value::Number(number) => Value::Number(number.as_str().to_owned()),
        json_syntax::Value::String(text) => Value::String(text.to_string()),
        json_syntax::Value::Array(items) => {
            Value::Array(items.into_iter().map(convert).collect::<Result<_, _>>()?)
        }
        json_syntax::Value::Object(object) => {
            let mut members = Vec::with_capacity(object.len());
            for entry in object {
                let (key, value) = entry.into_pair();
                members.push((key.to_string(), convert(value)?));
            }
            let mut names = HashSet::with_capacity(members.len());
            if !members.iter().all(|(key, _)| names.insert(key.as_str())) {
                return Err(ReadError::Duplicate);
            }
            Value::Object(members)
        }
    })
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(spelling) => out.push_str(spelling),
        Value::String(text) => write_string(text, out),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (index, (key, member)) in members.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_string(key, out);
                out.push(':');
                write(member, out);
            }
            out.push('}');
        }
    }
}

/// Writes one string with its quotes, escaped as RFC 8785 says.
pub(crate) fn write_string(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            control if control < ' ' => {
                out.push_str("\\u00");
                let code = control as u32;
                for nibble in [code >> 4, code & 15] {
                    out.push(char::from_digit(nibble, 16).unwrap_or('0'));
                }
            }
            plain => out.push(plain),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_spellings_and_member_order_survive() {
        for text in [
            r#"{"b":1E2,"a":1.50,"1":-0,"__proto__":1e400}"#,
            "[0e0,1e+02,123456789012345678901234567890.50]",
            "\"\\u0000\\u001f\\b\\t\\n\\f\\r\\\"\\\\/\u{7f}\u{2028}😀\"",
        ] {
            assert_eq!(read_str(text).unwrap().to_text(), text);
        }
    }

    #[test]
    fn long_numbers_strings_and_keys_survive() {
        let digits = "7".repeat(200_000);
        let text = format!(r#"{{"{digits}":[{digits},"{digits}"]}}"#);
        assert_eq!(read_str(&text).unwrap().to_text(), text);
    }

    #[test]
    fn escapes_are_resolved_before_names_are_compared() {
        assert_eq!(read_str(r#"{"a":1,"a":2}"#), Err(ReadError::Duplicate));
        assert_eq!(read_str(r#"{"a":1,"\u0061":2}"#), Err(ReadError::Duplicate));
        assert_eq!(
            read_str(r#"[{"x":{"a":1,"a":1}}]"#),
            Err(ReadError::Duplicate)
        );
        assert!(read_str(r#"[{"a":1},{"a":1}]"#).is_ok());
    }

    #[test]
    fn lone_surrogates_are_refused_wherever_they_stand() {
        for text in [
            r#""\ud800""#,
            r#""\udc00""#,
            r#""\ud800x""#,
            r#""\ud800\ud800""#,
            r#"{"\ud800":1}"#,
            r#""\ud800\n""#,
        ] {
            assert_eq!(read_str(text), Err(ReadError::Surrogate), "{text}");
        }
        assert_eq!(
            read_str(r#""\ud83d\ude00""#),
            Ok(Value::String("😀".to_owned()))
        );
    }

    #[test]
    fn what_is_not_rfc_8259_is_refused() {
        for text in [
            "",
            " ",
            "{",
            "[1,]",
            "{\"a\":1,}",
            "01",
            "1.",
            ".5",
            "+1",
            "-",
            "1e",
            "tru",
            "nul",
            "'a'",
            "\u{feff}{}",
            "\u{a0}1",
            "[1 2]",
            "{}{}",
            "1x",
            "\"\t\"",
            "\"\\x\"",
            "NaN",
            "{1:2}",
            "[,]",
            "\"\\u12\"",
            "{\"a\"}",
            "[1}",
            "/**/1",
            "\u{c}1",
        ] {
            assert!(
                matches!(read_str(text), Err(ReadError::Syntax(_))),
                "{text:?} {:?}",
                read_str(text)
            );
        }
        assert_eq!(read(b"\"\xff\""), Err(ReadError::Utf8));
    }

    #[test]
    fn depth_is_bounded_without_recursion() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(read_str(&nested(MAX_DEPTH)).is_ok());
        assert_eq!(read_str(&nested(MAX_DEPTH + 1)), Err(ReadError::TooDeep));
        assert_eq!(read_str(&"[".repeat(262_144)), Err(ReadError::TooDeep));
        let in_string = format!("\"\\\"{}\"", "[".repeat(5_000));
        assert!(read_str(&in_string).is_ok());
    }

    #[test]
    fn token_equality_sees_spelling_and_order() {
        let read = |text| read_str(text).unwrap();
        assert!(token_equal(&read("[1.0, {}]"), &read("[1.0,{}]")));
        assert!(!token_equal(&read("1.0"), &read("1")));
        assert!(!token_equal(
            &read(r#"{"a":1,"b":2}"#),
            &read(r#"{"b":2,"a":1}"#)
        ));
    }
}
