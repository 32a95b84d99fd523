//! PF5: the double of a number token, and whether the token says exactly that.

use std::cmp::Ordering;

use super::clauses::Clauses;
use super::entry::{Entry, entry};
use crate::lossless::Value;
use crate::reference::{number, path};

/// The double nearest to a token; an infinity if there is none.
#[must_use]
pub fn double(spelling: &str) -> f64 {
    // Every JSON number is a Rust one.
    spelling.parse().unwrap_or(f64::INFINITY)
}

/// The shortest spelling that reads back as this double.
#[must_use]
pub fn shortest(double: f64) -> String {
    // As ECMAScript: where two shortest ones are as near, the even one.
    serde_jcs::to_string(&double).unwrap_or_default()
}

/// Whether the decimal value of the token is that of the shortest spelling of
/// its double.
#[must_use]
pub fn is_exact(spelling: &str) -> bool {
    number::compare(spelling, &shortest(double(spelling))) == Ordering::Equal
}

/// An entry for each token below `value` that is not exact, in document order.
pub fn inexact(value: &Value, at: &str, clauses: &Clauses, found: &mut Vec<Entry>) {
    match value {
        Value::Number(spelling) if !(clauses.is_exact)(spelling) => {
            found.push(entry(at, "number_not_exact"));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                inexact(item, &path::index(at, index), clauses, found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                inexact(member, &path::key(at, name), clauses, found);
            }
        }
        _ => {}
    }
}
