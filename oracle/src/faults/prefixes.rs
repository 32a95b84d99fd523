//! Every prefix of a call, not a sample of them: no scalar of the tree that R1
//! and R2 make may differ from the one at its path in the whole (I17).
//!
//! The prefixes are checked against the schema `{}`, so that what is delivered
//! is that tree. The text is written with `, ` and `: `, as most callers do:
//! the white space behind a number is then evidence that it ended (D39), which
//! is where a careless closer goes wrong.

use super::Call;
use super::call::{self, Arguments};
use super::judge::{Outcome, outcome};
use crate::lossless::{self, Value};

/// The longest text of which all prefixes are asked: their number times their
/// length grows with its square.
pub const LONGEST_TEXT: usize = 16_384;

/// The text of a call whose prefixes are asked.
#[must_use]
pub fn text(call: &Call) -> String {
    let mut out = String::new();
    write(&call.tree, &mut out);
    out
}

/// Every proper prefix, cut between two characters, the empty one too.
pub fn of(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().map(|(cut, _)| &text[..cut])
}

/// The request body that asks for a prefix; it is far below the cap.
#[must_use]
pub fn body(prefix: &str) -> Vec<u8> {
    call::body(&Arguments::Text(prefix), "{}").unwrap_or_default()
}

/// Judges the answer to a prefix of the call.
#[must_use]
pub fn judge(call: &Call, answer: &str) -> Outcome {
    outcome(answer, &call.tree, true)
}

/// Recursion is bounded by [`lossless::MAX_DEPTH`].
fn write(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (index, (key, member)) in members.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                lossless::write_string(key, out);
                out.push_str(": ");
                write(member, out);
            }
            out.push('}');
        }
        scalar => out.push_str(&scalar.to_text()),
    }
}
