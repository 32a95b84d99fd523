//! Numbers that would be hashed as other numbers (preflight, 1.7): decides
//! where they stand. Two record ids beyond 2^53 may share a double, and so a
//! fingerprint: the wrong result could be reused.

use crate::json::double::is_exact;
use crate::json::node::{Kind, SMALL};
use crate::json::path::{push_index, push_key};
use crate::json::tree::Tree;
use crate::json::value::Value;

/// A container on the way to a number.
struct Frame {
    next: u32,
    end: u32,
    object: bool,
    item: u32,
    /// How long the path of the container is.
    path: usize,
}

/// The paths of the numbers inside `value` that are not exact, in document
/// order; `path` is the value's own.
pub(super) fn inexact(value: Value<'_>, path: &str) -> Vec<String> {
    let tree = value.tree();
    let spans = tree.spans();
    let end = tree.node(value.index).after(value.index);
    let mut numbers = (value.index..end)
        .filter(|&at| {
            let node = tree.node(at);
            node.kind == Kind::Number && !node.has(SMALL) && !is_exact(spans.raw(node))
        })
        .peekable();
    let mut found = Vec::new();
    let mut path = path.to_owned();
    let mut frames = Vec::new();
    if numbers.next_if_eq(&value.index).is_some() {
        found.push(path.clone());
    }
    enter(tree, value.index, &path, &mut frames);
    while let (Some(&wanted), Some(frame)) = (numbers.peek(), frames.last_mut()) {
        if wanted >= frame.end {
            frames.pop();
            continue;
        }
        let child = frame.next;
        let at = child + u32::from(frame.object);
        frame.next = tree.node(at).after(at);
        frame.item += 1;
        if wanted >= frame.next {
            continue;
        }
        path.truncate(frame.path);
        if frame.object {
            push_key(&mut path, &spans.decoded(tree.node(child)));
        } else {
            push_index(&mut path, frame.item - 1);
        }
        if numbers.next_if_eq(&at).is_some() {
            found.push(path.clone());
        } else {
            enter(tree, at, &path, &mut frames);
        }
    }
    found
}

/// Opens the container at `at`, if one stands there.
fn enter(tree: &Tree<'_>, at: u32, path: &str, frames: &mut Vec<Frame>) {
    let node = tree.node(at);
    if node.is_container() {
        frames.push(Frame {
            next: at + 1,
            end: node.link,
            object: node.kind == Kind::Object,
            item: 0,
            path: path.len(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::value::Document;

    fn paths(json: &str) -> Vec<String> {
        let document = Document::parse(json.as_bytes()).expect(json);
        inexact(document.root(), "$.r")
    }

    #[test]
    fn every_inexact_number_is_named_in_document_order_with_quoted_keys() {
        let json = r#"{"a":[1,9007199254740993,{"b.c":1e-400}],"d":{"e":[[]],"f":0.1},
                       "9007199254740993":"9007199254740993","g":[[0.12345678901234567890]]}"#;
        assert_eq!(
            paths(json),
            ["$.r.a[1]", "$.r.a[2][\"b.c\"]", "$.r.g[0][0]"]
        );
    }

    #[test]
    fn the_value_itself_may_be_the_number() {
        assert_eq!(paths("9007199254740993"), ["$.r"]);
        assert_eq!(paths("9007199254740992"), [""; 0]);
    }

    #[test]
    fn exact_numbers_of_any_spelling_are_not_named() {
        assert_eq!(paths("[0.1,1.10,1E5,-0.0,1e300,123e-20]"), [""; 0]);
    }
}
