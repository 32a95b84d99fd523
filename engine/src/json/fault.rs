//! Faults: decides which cause a misplaced token is told as (D50, D41). All
//! of it is cold: a text has one fault at most, and mostly none.

use super::node::{Kind, NONE, Node};
use super::scan::{self, Cause, Marks, byte, skip_space};

/// Why reading stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The leftmost fault of the text and where it is.
    Syntax(usize, Cause),
    /// More containers are open than the caller allows.
    TooDeep,
}

impl From<(usize, Cause)> for Fault {
    fn from((at, cause): (usize, Cause)) -> Self {
        Self::Syntax(at, cause)
    }
}

/// A token that may not stand at `at`, where a value is owed.
#[cold]
pub(super) fn misplaced(bytes: &[u8], at: usize, nodes: &[Node], open: u32) -> Fault {
    match nodes.get(open as usize) {
        Some(node) => owed(bytes, at, node.kind == Kind::Object),
        None => match byte(bytes, past_comma(bytes, at)) {
            b'}' | b']' => Fault::Syntax(at, Cause::Mismatch),
            _ => unexpected(bytes, at, Cause::Syntax),
        },
    }
}

/// The fault of a token that follows a value without a comma.
#[cold]
pub(super) fn unseparated(bytes: &[u8], at: usize, open: u32) -> Fault {
    let cause = if open == NONE {
        Cause::Trailing
    } else {
        Cause::Syntax
    };
    unexpected(bytes, at, cause)
}

/// The fault at `at`, where something is owed inside an object or array.
#[cold]
pub(super) fn owed(bytes: &[u8], at: usize, in_object: bool) -> Fault {
    match byte(bytes, past_comma(bytes, at)) {
        b'}' if !in_object => Fault::Syntax(at, Cause::Mismatch),
        b']' if in_object => Fault::Syntax(at, Cause::Mismatch),
        _ => unexpected(bytes, at, Cause::Syntax),
    }
}

/// The fault of a token that may not stand at `at`: its own lexical fault if
/// it cannot even be read, else `cause`.
#[cold]
pub(super) fn unexpected(bytes: &[u8], at: usize, cause: Cause) -> Fault {
    let mut marks = Marks::default();
    let lexed = match byte(bytes, at) {
        b'"' => scan::string(bytes, at + 1, &mut marks).err(),
        b'-' | b'0'..=b'9' => scan::number(bytes, at).err(),
        b't' => scan::literal(bytes, at, b"true").err(),
        b'f' => scan::literal(bytes, at, b"false").err(),
        b'n' => scan::literal(bytes, at, b"null").err(),
        b'{' | b'}' | b'[' | b']' | b',' | b':' => None,
        _ => Some((at, Cause::Syntax)),
    };
    Fault::Syntax(at, lexed.map_or(cause, |(_, cause)| cause))
}

/// The position after the comma at `at`, if R2 would remove it; else `at`.
fn past_comma(bytes: &[u8], at: usize) -> usize {
    if byte(bytes, at) == b',' {
        let next = skip_space(bytes, at + 1);
        if matches!(byte(bytes, next), b'}' | b']') {
            return next;
        }
    }
    at
}
