//! The checker's own view of the submission: one pass over the tokens as they
//! were submitted, each under the place that it has in the delivered blob.
//!
//! Only the diff says where the two differ: R7 puts an element one step
//! deeper, R5 goes on inside the content of a string. Commas and missing
//! closers (R1, R2) need no care, since they are no tokens of a value; that
//! the mended text is JSON is known before.

use super::Rejection;
use crate::lossless::{self, Value};
use crate::path::Step;
use crate::provenance::proof::{Range, Source};
use std::collections::{HashMap, HashSet};

/// Where the diff moves things.
#[derive(Default)]
pub(super) struct Moves<'a> {
    /// Places that R7 wrapped.
    pub(super) wrapped: HashSet<&'a [Step]>,
    /// Places that R5 unwrapped.
    pub(super) unwrapped: HashSet<&'a [Step]>,
}

/// Something that was submitted.
pub(super) struct Token {
    pub(super) source: Source,
    /// The scalar; for a container an empty one of its kind.
    pub(super) value: Value,
    /// Whether it is a scalar or a container without content.
    pub(super) is_leaf: bool,
}

/// All that was submitted, by its place in the delivered blob.
#[derive(Default)]
pub(super) struct Tokens {
    pub(super) keys: HashMap<Vec<Step>, Source>,
    pub(super) values: HashMap<Vec<Step>, Token>,
    /// The commas that stand before a closer or the end.
    pub(super) trailing: Vec<usize>,
}

/// A container whose end was not met yet.
struct Open {
    from: usize,
    /// The length of its path.
    base: usize,
    /// The items so far; no object has any.
    items: Option<usize>,
    is_leaf: bool,
}

impl Tokens {
    /// Scans `within` of `text`, which is the content of `strings` and stands
    /// at `path`.
    pub(super) fn scan(
        &mut self,
        text: &str,
        within: Range,
        strings: &[Range],
        path: &mut Vec<Step>,
        moves: &Moves<'_>,
    ) -> Result<(), Rejection> {
        let root = path.len();
        let mut open: Vec<Open> = Vec::new();
        let mut comma = None;
        let mut at = within.0;
        while at < within.1 {
            let (from, byte) = (at, text.as_bytes()[at]);
            at += 1;
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | b':' => continue,
                b',' => {
                    comma = Some(from);
                    continue;
                }
                _ => {}
            }
            let last = comma.take();
            match byte {
                b']' | b'}' => {
                    self.trailing.extend(last);
                    let closed = open.pop().ok_or(Rejection::Unreadable)?;
                    path.truncate(closed.base);
                    self.container(&closed, Range(closed.from, at), strings, path);
                }
                b'[' | b'{' => {
                    enter(&mut open, path, moves);
                    open.push(Open {
                        from,
                        base: path.len(),
                        items: (byte == b'[').then_some(0),
                        is_leaf: true,
                    });
                    continue;
                }
                _ => {
                    at = end(text, from);
                    let token = text.get(from..at).ok_or(Rejection::Unreadable)?;
                    let value = lossless::read_str(token).map_err(|_| Rejection::Unreadable)?;
                    let source = Source {
                        strings: strings.to_vec(),
                        at: Range(from, at),
                    };
                    let awaits_key = open
                        .last()
                        .is_some_and(|top| top.items.is_none() && top.base == path.len());
                    if awaits_key {
                        let Value::String(key) = value else {
                            return Err(Rejection::Unreadable);
                        };
                        path.push(Step::Key(key));
                        self.keys.insert(path.clone(), source);
                        continue;
                    }
                    enter(&mut open, path, moves);
                    self.scalar(value, source, path, moves)?;
                }
            }
            path.truncate(open.last().map_or(root, |top| top.base));
        }
        self.trailing.extend(comma);
        while let Some(unclosed) = open.pop() {
            path.truncate(unclosed.base);
            self.container(&unclosed, Range(unclosed.from, within.1), strings, path);
        }
        path.truncate(root);
        Ok(())
    }

    fn scalar(
        &mut self,
        value: Value,
        source: Source,
        path: &mut Vec<Step>,
        moves: &Moves<'_>,
    ) -> Result<(), Rejection> {
        if !moves.unwrapped.contains(path.as_slice()) {
            let token = Token {
                source,
                value,
                is_leaf: true,
            };
            self.values.insert(path.clone(), token);
            return Ok(());
        }
        let Value::String(content) = value else {
            return Err(Rejection::Unreadable);
        };
        let strings = [source.strings, vec![source.at]].concat();
        self.scan(&content, Range(0, content.len()), &strings, path, moves)
    }

    fn container(&mut self, open: &Open, at: Range, strings: &[Range], path: &[Step]) {
        let token = Token {
            source: Source {
                strings: strings.to_vec(),
                at,
            },
            value: match open.items {
                Some(_) => Value::Array(Vec::new()),
                None => Value::Object(Vec::new()),
            },
            is_leaf: open.is_leaf,
        };
        self.values.insert(path.to_vec(), token);
    }
}

/// Steps to where the next value stands in the delivered blob.
fn enter(open: &mut [Open], path: &mut Vec<Step>, moves: &Moves<'_>) {
    if let Some(top) = open.last_mut() {
        top.is_leaf = false;
        if let Some(items) = &mut top.items {
            path.push(Step::Index(*items));
            *items += 1;
        }
    }
    while moves.wrapped.contains(path.as_slice()) {
        path.push(Step::Index(0));
    }
}

/// The end of the scalar at `from`.
fn end(text: &str, from: usize) -> usize {
    let rest = &text.as_bytes()[from..];
    if rest[0] != b'"' {
        let stops = |byte: &u8| b" \t\n\r,:[]{}\"".contains(byte);
        return from + rest.iter().position(stops).unwrap_or(rest.len());
    }
    let mut at = from + 1;
    while at < text.len() {
        match text.as_bytes()[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}
