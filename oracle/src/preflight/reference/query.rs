//! PF12: query parameters, and their clash with those of the URL.

use super::request::Found;
use crate::lossless::Value;
use crate::reference::path;

const AT: &str = "$.request.query";

/// Judges every entry in order; what else is wrong with the URL does not matter.
pub fn judge(entries: &[(String, Value)], url: Option<&str>, found: &mut Found) {
    let names = url.map(names).unwrap_or_default();
    for (key, value) in entries {
        let at = path::key(AT, key);
        if key.is_empty() {
            found.warn(&at, "query_empty_name");
        }
        let nests = |item: &Value| matches!(item, Value::Array(_) | Value::Object(_));
        match value {
            Value::Object(_) => found.error(&at, "query_value_not_scalar"),
            Value::Array(items) if items.iter().any(nests) => {
                found.error(&at, "query_value_not_scalar");
            }
            Value::Array(_) => found.warn(&at, "query_array_ambiguous"),
            Value::Null => found.warn(&at, "query_null"),
            Value::String(text) if text.contains(|c: char| c < ' ' || c == '\u{7f}') => {
                found.warn(&at, "query_control_character");
            }
            _ => {}
        }
        if names.iter().any(|name| name == key.as_bytes()) {
            found.warn(&at, "query_key_conflict");
        }
    }
}

/// The decoded names in the URL's own query, as bytes.
fn names(url: &str) -> Vec<Vec<u8>> {
    let before = url.split('#').next().unwrap_or_default();
    let Some((_, query)) = before.split_once('?') else {
        return Vec::new();
    };
    let name = |pair: &str| decoded(pair.split('=').next().unwrap_or_default());
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs.map(name).collect()
}

fn decoded(name: &str) -> Vec<u8> {
    let bytes = name.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let digits = name.get(at + 1..at + 3);
        let coded = digits
            .filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (byte, coded) {
            (b'%', Some(coded)) => {
                out.push(coded);
                at += 2;
            }
            (b'+', _) => out.push(b' '),
            (byte, _) => out.push(*byte),
        }
        at += 1;
    }
    out
}
