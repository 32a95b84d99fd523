//! PF1: what is refused before either tool runs, and in which order.

use crate::lossless::{self, ReadError, Value};
use crate::reference;
use crate::reference::tokens::Cause;

/// The most containers in one another.
const DEPTH: usize = 128;

/// Reads the input, or says why it is refused: no JSON before a name that
/// stands twice, that before a number beyond the doubles, that before depth.
///
/// # Errors
/// The code of the refusal.
pub fn read(body: &[u8]) -> Result<Value, &'static str> {
    match lossless::read(body) {
        Ok(value) if overflows(&value) => Err("number_out_of_range"),
        Ok(value) if height(&value) > DEPTH => Err("too_deep"),
        Ok(value) => Ok(value),
        Err(ReadError::Utf8 | ReadError::Syntax(_) | ReadError::Surrogate) => Err("invalid_json"),
        Err(ReadError::Duplicate) => Err("duplicate_key"),
        Err(ReadError::TooDeep) => Err(deeper(body)),
    }
}

/// Deeper than the reader follows; that of the argument check has no limit.
fn deeper(body: &[u8]) -> &'static str {
    let Ok(text) = std::str::from_utf8(body) else {
        return "invalid_json";
    };
    match reference::numbers(text) {
        Err(Cause::Duplicate) => "duplicate_key",
        Err(_) => "invalid_json",
        Ok(numbers) if numbers.iter().any(|spelling| is_beyond(spelling)) => "number_out_of_range",
        Ok(_) => "too_deep",
    }
}

fn is_beyond(spelling: &str) -> bool {
    super::number::double(spelling).is_infinite()
}

/// Whether a number somewhere is an infinity as a double.
fn overflows(value: &Value) -> bool {
    match value {
        Value::Number(spelling) => is_beyond(spelling),
        Value::Array(items) => items.iter().any(overflows),
        Value::Object(members) => members.iter().any(|(_, value)| overflows(value)),
        _ => false,
    }
}

fn height(value: &Value) -> usize {
    let inside = match value {
        Value::Array(items) => items.iter().map(height).max(),
        Value::Object(members) => members.iter().map(|(_, value)| height(value)).max(),
        _ => return 0,
    };
    1 + inside.unwrap_or(0)
}
