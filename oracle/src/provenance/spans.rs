//! A tree whose tokens know where they stand, for the prover.
//!
//! Reads only texts that the lossless reader has read before, so it decides
//! nothing about JSON; it must never panic all the same. Iterative.

use super::proof::{EnumEntry, Range, Source};
use crate::lossless::{self, Value};

/// A node of the tree, with what became of it so far.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) shape: Shape,
    pub(super) source: Source,
    /// The entries that were applied to this node itself.
    pub(super) through: Vec<usize>,
    pub(super) picked: Option<EnumEntry>,
}

#[derive(Debug, Clone)]
pub(super) enum Shape {
    Scalar(Value),
    Array(Vec<Node>),
    Object(Vec<Member>),
}

#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) key: String,
    pub(super) source: Source,
    pub(super) node: Node,
}

impl Node {
    /// A node that nothing was done to.
    pub(super) fn new(shape: Shape, source: Source) -> Self {
        Self {
            shape,
            source,
            through: Vec::new(),
            picked: None,
        }
    }
}

/// A container that is not closed yet.
struct Open {
    from: usize,
    shape: Shape,
    key: Option<(String, Source)>,
}

/// Reads `text`, which stands inside `strings`; `raw` maps its ranges to those
/// of the text as submitted.
pub(super) fn read(text: &str, strings: &[Range], raw: &dyn Fn(Range) -> Range) -> Option<Node> {
    let source = |from, to| Source {
        strings: strings.to_vec(),
        at: raw(Range(from, to)),
    };
    let mut stack: Vec<Open> = Vec::new();
    let mut at = 0;
    loop {
        let byte = *text.as_bytes().get(at)?;
        let from = at;
        at += 1;
        let node = match byte {
            b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' => continue,
            b'{' | b'[' => {
                let shape = match byte {
                    b'{' => Shape::Object(Vec::new()),
                    _ => Shape::Array(Vec::new()),
                };
                stack.push(Open {
                    from,
                    shape,
                    key: None,
                });
                continue;
            }
            b'}' | b']' => {
                let open = stack.pop()?;
                Node::new(open.shape, source(open.from, at))
            }
            _ => {
                at = token_end(text.as_bytes(), from);
                let value = lossless::read_str(text.get(from..at)?).ok()?;
                match (value, stack.last_mut()) {
                    (
                        Value::String(key),
                        Some(Open {
                            shape: Shape::Object(_),
                            key: slot @ None,
                            ..
                        }),
                    ) => {
                        *slot = Some((key, source(from, at)));
                        continue;
                    }
                    (value, _) => Node::new(Shape::Scalar(value), source(from, at)),
                }
            }
        };
        let Some(open) = stack.last_mut() else {
            return Some(node);
        };
        match &mut open.shape {
            Shape::Array(items) => items.push(node),
            Shape::Object(members) => {
                let (key, source) = open.key.take()?;
                members.push(Member { key, source, node });
            }
            Shape::Scalar(_) => return None,
        }
    }
}

/// Where the string, number or literal at `from` ends.
fn token_end(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    let length = if rest.first() == Some(&b'"') {
        let mut escaped = false;
        let closes = rest.iter().skip(1).position(|byte| {
            let closing = !escaped && *byte == b'"';
            escaped = !escaped && *byte == b'\\';
            closing
        });
        closes.map(|content| content + 2)
    } else {
        rest.iter()
            .position(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b']' | b'}'))
    };
    from + length.unwrap_or(rest.len())
}
