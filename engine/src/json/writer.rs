//! Writes a value: decides the one spelling of every answer (compact, strings
//! as RFC 8785 writes them, numbers as the caller spelled them, members in
//! submitted order). It must never reformat a number.

use super::node::{DECODED, ESCAPED, Kind, Node, REMOVED};
use super::string::{rewrite_content, write_content};
use super::tree::{Place, Spans, Tree};

/// A container that is being written.
struct Frame {
    /// One past its last descendant.
    end: u32,
    /// Where writing goes on behind it.
    resume: u32,
    /// How many closers of wraps follow its own.
    wraps: u32,
    closer: char,
}

/// Appends the value at `place` to `out`.
pub(crate) fn write(out: &mut String, tree: &Tree<'_>, place: Place) {
    let spans = tree.spans();
    let mut stack: Vec<Frame> = Vec::new();
    let mut place = place;
    let mut separate = false;
    loop {
        let next = write_head(out, tree, &spans, place, &mut stack, &mut separate);
        let Some(next) = next_value(out, tree, &spans, &mut stack, next, &mut separate) else {
            return;
        };
        place = tree.place(next);
    }
}

/// Writes a scalar, or opens a container; returns the next index to look at.
#[inline]
fn write_head(
    out: &mut String,
    tree: &Tree<'_>,
    spans: &Spans<'_>,
    place: Place,
    stack: &mut Vec<Frame>,
    separate: &mut bool,
) -> u32 {
    if *separate {
        out.push(',');
    }
    for _ in 0..place.wraps {
        out.push('[');
    }
    let index = tree.resolve(place.index);
    let node = tree.node(index);
    if node.is_container() {
        let object = node.kind == Kind::Object;
        out.push(if object { '{' } else { '[' });
        stack.push(Frame {
            end: node.link,
            resume: if index == place.index {
                node.link
            } else {
                place.index + 1
            },
            wraps: place.wraps,
            closer: if object { '}' } else { ']' },
        });
        *separate = false;
        return index + 1;
    }
    write_scalar(out, spans, node);
    for _ in 0..place.wraps {
        out.push(']');
    }
    *separate = true;
    place.index + 1
}

/// Closes what ends at `at`, writes the name of the next member and returns
/// the index of the next value, if there is one.
#[inline]
fn next_value(
    out: &mut String,
    tree: &Tree<'_>,
    spans: &Spans<'_>,
    stack: &mut Vec<Frame>,
    mut at: u32,
    separate: &mut bool,
) -> Option<u32> {
    loop {
        let frame = stack.last()?;
        if at >= frame.end {
            out.push(frame.closer);
            for _ in 0..frame.wraps {
                out.push(']');
            }
            at = frame.resume;
            *separate = true;
            stack.pop();
            continue;
        }
        let node = tree.node(at);
        if node.kind != Kind::Key {
            return Some(at);
        }
        if node.has(REMOVED) {
            at = tree.node(at + 1).after(at + 1);
            continue;
        }
        if *separate {
            out.push(',');
            *separate = false;
        }
        write_string(out, spans, node);
        out.push(':');
        return Some(at + 1);
    }
}

/// Appends a scalar.
#[inline]
pub(crate) fn write_scalar(out: &mut String, spans: &Spans<'_>, node: Node) {
    match node.kind {
        Kind::Null => out.push_str("null"),
        Kind::False => out.push_str("false"),
        Kind::True => out.push_str("true"),
        Kind::Number => out.push_str(spans.raw(node)),
        _ => write_string(out, spans, node),
    }
}

/// Appends a string or key with its quotes.
#[inline]
pub(crate) fn write_string(out: &mut String, spans: &Spans<'_>, node: Node) {
    out.push('"');
    let raw = spans.raw(node);
    if node.flags & (ESCAPED | DECODED) == 0 {
        out.push_str(raw);
    } else if node.has(ESCAPED) {
        rewrite_content(out, raw);
    } else {
        write_content(out, raw);
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::reader::read;

    fn rewritten(text: &str) -> String {
        let mut tree = Tree::new(text.into());
        read(text, 64, &mut tree.nodes).expect("JSON");
        let mut out = String::new();
        let root = tree.place(0);
        write(&mut out, &tree, root);
        out
    }

    #[test]
    fn white_space_goes_and_everything_else_stays() {
        assert_eq!(
            rewritten(" { \"a\" : [ 1.50 , 1E+2 , { } , [ ] ] , \"\\u0062\" : \"\\/\" } "),
            "{\"a\":[1.50,1E+2,{},[]],\"b\":\"/\"}"
        );
        assert_eq!(rewritten("\"x\""), "\"x\"");
    }

    #[test]
    fn wraps_and_removed_members_are_written_as_repaired() {
        let text = "{\"a\":null,\"b\":{\"c\":1},\"d\":2,\"e\":null}";
        let mut tree = Tree::new(text.into());
        read(text, 64, &mut tree.nodes).expect("JSON");
        for key in [1, 9] {
            let mut node = tree.node(key);
            node.flags |= REMOVED;
            tree.set(key, node);
        }
        tree.set_wraps(4, 2);
        tree.set_wraps(8, 1);
        let mut out = String::new();
        let root = tree.place(0);
        write(&mut out, &tree, root);
        assert_eq!(out, "{\"b\":[[{\"c\":1}]],\"d\":[2]}");
    }
}
