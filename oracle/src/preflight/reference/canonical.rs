//! PF4: RFC 8785 canonical form by `serde_jcs`, and SHA-256 over it.
//!
//! Numbers reach the serializer as doubles, whatever a feature of `serde_json`
//! makes of its own values.

use serde::ser::{Serialize, SerializeMap as _, SerializeSeq as _, Serializer};
use sha2::{Digest as _, Sha256};

use super::number;
use crate::lossless::Value;

struct Canonical<'v>(&'v Value);

impl Serialize for Canonical<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(truth) => serializer.serialize_bool(*truth),
            Value::Number(spelling) => serializer.serialize_f64(number::double(spelling)),
            Value::String(text) => serializer.serialize_str(text),
            Value::Array(items) => {
                let mut seq = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    seq.serialize_element(&Canonical(item))?;
                }
                seq.end()
            }
            Value::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, member) in members {
                    map.serialize_entry(name, &Canonical(member))?;
                }
                map.end()
            }
        }
    }
}

/// The canonical form of a value whose numbers are doubles.
#[must_use]
pub fn canonical(value: &Value) -> String {
    // Only an infinity cannot be written, and no value here holds one.
    serde_jcs::to_string(&Canonical(value)).unwrap_or_default()
}

/// The lower-case hexadecimal SHA-256 of a text.
#[must_use]
pub fn sha256(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    let digits = |byte: u8| [byte >> 4, byte & 15];
    let nibbles = digest.iter().flat_map(|byte| digits(*byte));
    nibbles
        .filter_map(|nibble| char::from_digit(u32::from(nibble), 16))
        .collect()
}
