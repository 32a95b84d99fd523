//! Paths of defects and diff entries (D87), read and written.
//!
//! `$` is the root, `.key` descends into an object, `[i]` into an array, and
//! `["key"]` stands for a key that is empty or holds `.` `[` `]` `"` or a
//! control character. `$arguments_text` is the raw text form. Only this one
//! spelling of each path is accepted: two spellings of one place would let a
//! defect be reported twice.

use crate::lossless::{self, Value};
use std::fmt;

/// One step down a tree.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// Into the member of an object.
    Key(String),
    /// Into the item of an array.
    Index(usize),
}

/// The place that a path names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// `$arguments_text`.
    Text,
    /// A node of the tree (or of a schema).
    Tree(Vec<Step>),
}

/// The text is not a path in its one spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a path in the grammar of D87, at byte {0}")]
pub struct PathError(pub usize);

impl Place {
    /// The root of the tree.
    #[must_use]
    pub fn root() -> Self {
        Self::Tree(Vec::new())
    }

    /// Reads a path.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        if text == "$arguments_text" {
            return Ok(Self::Text);
        }
        let Some(mut rest) = text.strip_prefix('$') else {
            return Err(PathError(0));
        };
        let mut steps = Vec::new();
        while !rest.is_empty() {
            let (step, length) = step(rest).ok_or(PathError(text.len() - rest.len()))?;
            steps.push(step);
            rest = &rest[length..];
        }
        Ok(Self::Tree(steps))
    }
}

/// The first step of `rest` and its length in bytes.
fn step(rest: &str) -> Option<(Step, usize)> {
    if let Some(tail) = rest.strip_prefix('.') {
        let length = tail.find(['.', '[']).unwrap_or(tail.len());
        let key = &tail[..length];
        return is_plain(key).then(|| (Step::Key(key.to_owned()), length + 1));
    }
    let tail = rest.strip_prefix('[')?;
    if tail.starts_with('"') {
        let length = quoted_length(tail)?;
        let Value::String(key) = lossless::read_str(&tail[..length]).ok()? else {
            return None;
        };
        let mut canonical = String::new();
        lossless::write_string(&key, &mut canonical);
        let one_spelling = !is_plain(&key) && canonical == tail[..length];
        return (one_spelling && tail[length..].starts_with(']'))
            .then_some((Step::Key(key), length + 2));
    }
    let length = tail.find(']')?;
    let digits = &tail[..length];
    let canonical = !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'));
    let index = digits.parse().ok().filter(|_| canonical)?;
    Some((Step::Index(index), length + 2))
}

/// The length of the JSON string that `text` starts with.
fn quoted_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn is_plain(key: &str) -> bool {
    !key.is_empty()
        && !key
            .chars()
            .any(|c| matches!(c, '.' | '[' | ']' | '"') || c < ' ')
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Tree(steps) = self else {
            return f.write_str("$arguments_text");
        };
        f.write_str("$")?;
        for step in steps {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) if is_plain(key) => write!(f, ".{key}")?,
                Step::Key(key) => {
                    let mut quoted = String::new();
                    lossless::write_string(key, &mut quoted);
                    write!(f, "[{quoted}]")?;
                }
            }
        }
        Ok(())
    }
}

/// The node of `tree` that `steps` lead to.
#[must_use]
pub fn resolve<'t>(tree: &'t Value, steps: &[Step]) -> Option<&'t Value> {
    steps.iter().try_fold(tree, |node, step| match step {
        Step::Key(key) => node.get(key),
        Step::Index(index) => node.items()?.get(*index),
    })
}

/// The node of `tree` that `steps` lead to, to be changed.
pub fn resolve_mut<'t>(tree: &'t mut Value, steps: &[Step]) -> Option<&'t mut Value> {
    steps
        .iter()
        .try_fold(tree, |node, step| match (node, step) {
            (Value::Object(members), Step::Key(key)) => members
                .iter_mut()
                .find_map(|(name, value)| (name == key).then_some(value)),
            (Value::Array(items), Step::Index(index)) => items.get_mut(*index),
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key(text: &str) -> Step {
        Step::Key(text.to_owned())
    }

    #[test]
    fn every_kind_of_step_is_read() {
        assert_eq!(Place::parse("$"), Ok(Place::root()));
        assert_eq!(Place::parse("$arguments_text"), Ok(Place::Text));
        assert_eq!(
            Place::parse(r#"$.a[0]["x.y"].x y.0[""]["]\"\u0001"]"#),
            Ok(Place::Tree(vec![
                key("a"),
                Step::Index(0),
                key("x.y"),
                key("x y"),
                key("0"),
                key(""),
                key("]\"\u{1}"),
            ]))
        );
        assert_eq!(
            Place::parse("$.arguments_text"),
            Ok(Place::Tree(vec![key("arguments_text")]))
        );
    }

    #[test]
    fn a_second_spelling_of_a_place_is_refused() {
        for text in [
            "",
            "x",
            "$.",
            "$..a",
            "$a",
            "$[01]",
            "$[-1]",
            "$[]",
            "$[1",
            "$[\"a\"]",
            "$[\"a.b\"",
            "$[\"a.b]",
            "$.a]",
            "$.a\"",
            "$[\"\\u002e\"]",
            "$.a\n",
            "$[+1]",
            "$[99999999999999999999999]",
        ] {
            assert!(Place::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn steps_resolve_only_where_the_kind_fits() {
        let tree = lossless::read_str(r#"{"a":[{"0":1}],"0":2}"#).unwrap();
        let at = |text: &str| match Place::parse(text).unwrap() {
            Place::Tree(steps) => resolve(&tree, &steps).map(Value::to_text),
            Place::Text => None,
        };
        assert_eq!(at("$.a[0].0").as_deref(), Some("1"));
        assert_eq!(at("$.0").as_deref(), Some("2"));
        assert_eq!(at("$[0]"), None);
        assert_eq!(at("$.a.0"), None);
        assert_eq!(at("$.a[1]"), None);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(keys in prop::collection::vec(".{0,4}", 0..4), index in 0_usize..12) {
            let mut steps: Vec<_> = keys.into_iter().map(Step::Key).collect();
            steps.push(Step::Index(index));
            let place = Place::Tree(steps);
            prop_assert_eq!(Place::parse(&place.to_string()), Ok(place));
        }

        #[test]
        fn what_is_read_is_written_back(text in r#"\$([.\[\]"a0\\]{0,8})"#) {
            if let Ok(place) = Place::parse(&text) {
                prop_assert_eq!(place.to_string(), text);
            }
        }
    }
}
