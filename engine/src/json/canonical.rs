//! The canonical form of a JSON text (RFC 8785): decides the one spelling that
//! is hashed. Compact, members in the order of their names' UTF-16 code units,
//! strings with the fewest escapes, every number as ECMAScript spells its
//! double.
//!
//! The form loses what doubles lose ([`super::double::is_exact`] tells), so it
//! must never stand for arguments: they are written by the writer, which keeps
//! every spelling.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use super::double;
use super::node::{ESCAPED, Kind, Node, SMALL};
use super::string::rewrite_content;
use super::tree::{Spans, Tree};
use super::value::{Document, Refused, Value};

/// Why a text has no canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncanonical {
    /// It is no strict JSON.
    Refused(Refused),
    /// A number is beyond the largest double, and RFC 8785 has no spelling
    /// for infinity.
    NumberOutOfRange,
}

impl fmt::Display for Uncanonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refused) => refused.fmt(f),
            Self::NumberOutOfRange => {
                f.write_str("a number is beyond the largest double; write it as a string")
            }
        }
    }
}

impl std::error::Error for Uncanonical {}

/// The canonical form of a strict JSON text (UTF-8, no name twice).
///
/// ```
/// use argument_check::json::canonical::canonicalize;
/// let form = canonicalize(br#"{ "b": 1.50, "a": [1e2, -0, "\u0041"] }"#)?;
/// assert_eq!(form, r#"{"a":[100,0,"A"],"b":1.5}"#);
/// # Ok::<(), argument_check::json::canonical::Uncanonical>(())
/// ```
///
/// # Errors
/// [`Uncanonical`].
pub fn canonicalize(json: &[u8]) -> Result<String, Uncanonical> {
    let document = Document::parse(json).map_err(Uncanonical::Refused)?;
    if has_infinite_number(&document) {
        return Err(Uncanonical::NumberOutOfRange);
    }
    let mut out = String::with_capacity(json.len());
    write(&mut out, document.root());
    Ok(out)
}

/// Is a number of the document beyond the largest double?
pub(crate) fn has_infinite_number(document: &Document<'_>) -> bool {
    let spans = document.tree.spans();
    let numbers = document
        .tree
        .nodes
        .iter()
        .filter(|node| node.kind == Kind::Number && !node.has(SMALL));
    numbers
        .map(|&node| double::nearest(spans.raw(node)))
        .any(f64::is_infinite)
}

/// A container that is being written.
struct Frame {
    /// Array: the next item on the tape. Object: the next entry of the list of
    /// sorted keys.
    next: u32,
    end: u32,
    object: bool,
    /// Where the object's keys start in the list.
    keys: usize,
    first: bool,
}

/// Appends the canonical form of `value`. Its numbers are finite; one that is
/// not would become `null`.
pub(crate) fn write(out: &mut String, value: Value<'_>) {
    let tree = value.tree();
    let spans = tree.spans();
    let mut stack: Vec<Frame> = Vec::new();
    // The keys of all open objects, each object's in canonical order.
    let mut keys: Vec<u32> = Vec::new();
    open(out, tree, &spans, value.index, &mut stack, &mut keys);
    while let Some(frame) = stack.last_mut() {
        if frame.next >= frame.end {
            out.push(if frame.object { '}' } else { ']' });
            keys.truncate(frame.keys);
            stack.pop();
            continue;
        }
        if !std::mem::take(&mut frame.first) {
            out.push(',');
        }
        let mut at = frame.next;
        if frame.object {
            frame.next += 1;
            let key = keys.get(at as usize).copied().unwrap_or_default();
            write_string(out, &spans, tree.node(key));
            out.push(':');
            at = key + 1;
        } else {
            frame.next = tree.node(at).after(at);
        }
        open(out, tree, &spans, at, &mut stack, &mut keys);
    }
}

/// Writes the scalar at `at`, or opens the container.
fn open(
    out: &mut String,
    tree: &Tree<'_>,
    spans: &Spans<'_>,
    at: u32,
    stack: &mut Vec<Frame>,
    keys: &mut Vec<u32>,
) {
    let node = tree.node(at);
    let before = keys.len();
    let (next, end) = match node.kind {
        Kind::Null => return out.push_str("null"),
        Kind::False => return out.push_str("false"),
        Kind::True => return out.push_str("true"),
        Kind::Number => return write_number(out, spans.raw(node), node),
        Kind::String | Kind::Key | Kind::Unwrapped => return write_string(out, spans, node),
        Kind::Array => (at + 1, node.link),
        Kind::Object => {
            keys.extend(tree.children(at));
            sort_keys(tree, spans, keys.get_mut(before..).unwrap_or_default());
            (before as u32, keys.len() as u32)
        }
    };
    let object = node.kind == Kind::Object;
    out.push(if object { '{' } else { '[' });
    stack.push(Frame {
        next,
        end,
        object,
        keys: before,
        first: true,
    });
}

fn write_number(out: &mut String, spelling: &str, node: Node) {
    // A few digits without a point are spelled as they stand, but for -0.
    if node.has(SMALL) && node.scale == 0 && node.link != 0 {
        out.push_str(spelling);
    } else {
        double::write(out, double::nearest(spelling));
    }
}

fn write_string(out: &mut String, spans: &Spans<'_>, node: Node) {
    out.push('"');
    let raw = spans.raw(node);
    if node.has(ESCAPED) {
        rewrite_content(out, raw);
    } else {
        out.push_str(raw);
    }
    out.push('"');
}

/// Puts keys into canonical order.
fn sort_keys(tree: &Tree<'_>, spans: &Spans<'_>, keys: &mut [u32]) {
    let sorted = keys.is_sorted_by(|&one, &two| {
        let name = |key| spans.decoded(tree.node(key));
        by_code_units(&name(one), &name(two)) != Ordering::Greater
    });
    if !sorted {
        keys.sort_by_cached_key(|&key| Name(spans.decoded(tree.node(key))));
    }
}

/// A name in the order of RFC 8785.
#[derive(PartialEq, Eq)]
struct Name<'t>(Cow<'t, str>);

impl Ord for Name<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        by_code_units(&self.0, &other.0)
    }
}

impl PartialOrd for Name<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares by UTF-16 code units. That is the order of code points, but for
/// astral characters, whose surrogates come before U+E000.
fn by_code_units(one: &str, two: &str) -> Ordering {
    one.encode_utf16().cmp(two.encode_utf16())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(json: &str) -> String {
        canonicalize(json.as_bytes()).expect(json)
    }

    #[test]
    fn members_are_sorted_by_utf_16_code_units_at_every_level() {
        // RFC 8785, section 3.2.3.
        let json = "{\"\\u20ac\":1,\"\\r\":2,\"\\ufb33\":3,\"1\":4,\"\\ud83d\\ude00\":5,\
                    \"\\u0080\":6,\"\\u00f6\":{\"b\":[{\"d\":0,\"c\":0}],\"a\":{}}}";
        assert_eq!(
            form(json),
            "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"\u{f6}\":{\"a\":{},\"b\":[{\"c\":0,\"d\":0}]},\
             \"\u{20ac}\":1,\"\u{1f600}\":5,\"\u{fb33}\":3}"
        );
    }

    #[test]
    fn strings_have_the_fewest_escapes_and_numbers_their_doubles_spelling() {
        assert_eq!(
            form(
                r#"["\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001]"#
            ),
            "[\"\u{20ac}$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\",333333333.3333333,1e+30,4.5,0.002,1e-27]"
        );
        assert_eq!(
            form("[-0,-0.0,0e5,1.0,9007199254740993,-12,1.50]"),
            "[0,0,0,1,9007199254740992,-12,1.5]"
        );
    }

    #[test]
    fn scalars_and_empty_containers_stand_alone() {
        for json in ["null", "true", "false", "[]", "{}", "\"\"", "[[],{}]"] {
            assert_eq!(form(&format!(" {json} ")), json);
        }
    }

    #[test]
    fn what_is_no_strict_json_or_has_no_double_has_no_form() {
        for json in ["", "{\"a\":1,\"a\":1}", "[\"\\ud800\"]", "[1,]"] {
            let refused = canonicalize(json.as_bytes());
            assert!(matches!(refused, Err(Uncanonical::Refused(_))), "{json}");
        }
        for json in ["1e999", "[-1e309]", "{\"a\":[1.8e308]}"] {
            let refused = canonicalize(json.as_bytes());
            assert_eq!(refused, Err(Uncanonical::NumberOutOfRange), "{json}");
        }
    }

    #[test]
    fn a_hundred_thousand_levels_are_written_without_recursion() {
        let deep = format!("{}{}", "{\"a\":[".repeat(50_000), "]}".repeat(50_000));
        assert_eq!(form(&deep), deep);
    }

    #[test]
    fn the_form_of_a_form_is_itself() {
        let json = "{\"\u{1f600}\":[1e21,1e-7],\"\u{e000}\":{\"\":\"\\u007f\"}}";
        assert_eq!(form(&form(json)), form(json));
    }
}
