//! Equality of values (D34): decides it by a canonical form that two values
//! share exactly if they are equal: numbers by value, strings by code points,
//! objects without regard to order, types apart.
//!
//! The form is for comparing only; it never reaches an answer.

use super::node::Kind;
use super::number::Decimal;
use super::tree::{Place, Spans, Tree};

/// A container whose canonical form is being built.
struct Frame {
    next: u32,
    end: u32,
    /// How many closers of wraps follow its own.
    wraps: u32,
    object: bool,
    /// Where its form starts in the output.
    start: usize,
    /// Where its members start in the list of pieces.
    pieces: usize,
}

/// Appends the canonical form of the value at `place` to `out`.
pub(crate) fn write(out: &mut Vec<u8>, tree: &Tree<'_>, place: Place) {
    let spans = tree.spans();
    let mut stack: Vec<Frame> = Vec::new();
    let mut pieces: Vec<usize> = Vec::new();
    open(out, tree, &spans, place, &mut stack, pieces.len());
    while let Some(frame) = stack.last_mut() {
        let mut at = frame.next;
        while frame.object && at < frame.end && tree.node(at).has(super::node::REMOVED) {
            at = tree.node(at + 1).after(at + 1);
        }
        if at >= frame.end {
            if frame.object {
                sort_members(
                    out,
                    frame.start,
                    pieces.get(frame.pieces..).unwrap_or_default(),
                );
                pieces.truncate(frame.pieces);
            }
            out.push(if frame.object { b'}' } else { b']' });
            out.extend(std::iter::repeat_n(b']', frame.wraps as usize));
            stack.pop();
            continue;
        }
        if frame.object {
            pieces.push(out.len());
            string(out, &spans.decoded(tree.node(at)));
            at += 1;
        }
        frame.next = tree.node(at).after(at);
        open(out, tree, &spans, tree.place(at), &mut stack, pieces.len());
    }
}

/// Writes a scalar's form or opens a container.
fn open(
    out: &mut Vec<u8>,
    tree: &Tree<'_>,
    spans: &Spans<'_>,
    place: Place,
    stack: &mut Vec<Frame>,
    pieces: usize,
) {
    out.extend(std::iter::repeat_n(b'[', place.wraps as usize));
    let index = tree.resolve(place.index);
    let node = tree.node(index);
    match node.kind {
        Kind::Null => out.push(b'n'),
        Kind::False => out.push(b'f'),
        Kind::True => out.push(b't'),
        Kind::Number => {
            out.push(b'#');
            Decimal::parse(spans.raw(node)).write_canonical(out);
            out.push(b';');
        }
        Kind::Array | Kind::Object => {
            let object = node.kind == Kind::Object;
            out.push(if object { b'{' } else { b'[' });
            stack.push(Frame {
                next: index + 1,
                end: node.link,
                wraps: place.wraps,
                object,
                start: out.len(),
                pieces,
            });
            return;
        }
        Kind::String | Kind::Key | Kind::Unwrapped => string(out, &spans.decoded(node)),
    }
    out.extend(std::iter::repeat_n(b']', place.wraps as usize));
}

/// A string's form: its length first, so that no form is a prefix of another.
fn string(out: &mut Vec<u8>, content: &str) {
    out.push(b'"');
    out.extend_from_slice(content.len().to_string().as_bytes());
    out.push(b':');
    out.extend_from_slice(content.as_bytes());
}

/// Sorts the members that start at `starts` and fill `out` to its end.
fn sort_members(out: &mut Vec<u8>, start: usize, starts: &[usize]) {
    let ends = starts.iter().skip(1).copied().chain([out.len()]);
    let mut members: Vec<&[u8]> = starts
        .iter()
        .zip(ends)
        .map(|(&from, to)| out.get(from..to).unwrap_or_default())
        .collect();
    members.sort_unstable();
    let sorted = members.concat();
    out.truncate(start);
    out.extend_from_slice(&sorted);
}

/// Do two of the `items` have the same canonical form?
pub(crate) fn has_equal(tree: &Tree<'_>, items: impl Iterator<Item = u32>) -> bool {
    let mut forms = Vec::new();
    let mut starts = Vec::new();
    for item in items {
        starts.push(forms.len());
        write(&mut forms, tree, tree.place(item));
    }
    let ends = starts.iter().skip(1).copied().chain([forms.len()]);
    let mut all: Vec<&[u8]> = starts
        .iter()
        .zip(ends)
        .map(|(&from, to)| forms.get(from..to).unwrap_or_default())
        .collect();
    all.sort_unstable();
    all.windows(2).any(|pair| matches!(pair, [a, b] if a == b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::reader::read;

    fn form(text: &str) -> Vec<u8> {
        let mut tree = Tree::new(text.into());
        read(text, 64, &mut tree.nodes).expect("JSON");
        let mut out = Vec::new();
        write(&mut out, &tree, tree.place(0));
        out
    }

    #[test]
    fn equal_values_share_a_form_and_different_ones_do_not() {
        let groups = [
            vec!["1", "1.0", "1e0", "10e-1", "100E-02"],
            vec!["0", "-0", "0e5"],
            vec!["true"],
            vec!["\"1\""],
            vec!["9007199254740993", "9007199254740993.0"],
            vec!["9007199254740992"],
            vec![
                "{\"a\":1,\"b\":2}",
                "{\"b\":2.0,\"a\":1}",
                "{\"\\u0062\":2,\"a\":1}",
            ],
            vec!["{\"a\":2,\"b\":1}"],
            vec!["[1,2]"],
            vec!["[2,1]"],
            vec!["[[1],2]"],
            vec!["[[1,2]]"],
            vec!["[]"],
            vec!["{}"],
            vec!["\"e\u{301}\"", "\"\\u0065\\u0301\""],
            vec!["\"\u{e9}\""],
            vec![
                "{\"a\":{\"y\":[],\"x\":null}}",
                "{\"a\":{\"x\":null,\"y\":[]}}",
            ],
        ];
        for (i, one) in groups.iter().enumerate() {
            for (j, two) in groups.iter().enumerate() {
                for a in one {
                    for b in two {
                        assert_eq!(form(a) == form(b), i == j, "{a} {b}");
                    }
                }
            }
        }
    }
}
