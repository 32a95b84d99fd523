//! The canonical form of a corpus and its digest (D98): RFC 8785 over values that every implementation
//! of it writes alike.
//!
//! The pin must be checkable by a stranger with another language. So the corpus that we publish is
//! restricted to strings, lists, objects with ASCII names, booleans and whole numbers below 2^53, and
//! anything else is an error here, never a digest that depends on how a number is printed.

use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::json::{Value, quote};

/// The largest whole number that a binary float holds together with all below it.
const LARGEST: u64 = (1 << 53) - 1;

/// Why a value has no canonical form, or none that D98 allows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CanonicalError {
    /// The value holds something that D98 keeps out of a corpus.
    #[error("at {path}: {what} has no place in a corpus (D98); store it inside a string")]
    Outside {
        /// Where.
        path: String,
        /// What.
        what: &'static str,
    },
    /// RFC 8785 has no form for the value.
    #[error("RFC 8785 has no form for it: {0}")]
    NoForm(String),
}

/// The bytes of RFC 8785 for any value, numbers as ECMAScript prints the nearest binary float.
pub fn jcs(value: &Value) -> Result<Vec<u8>, CanonicalError> {
    serde_jcs::to_vec(&Jcs(value)).map_err(|error| CanonicalError::NoForm(error.to_string()))
}

/// The pin of a corpus object that is restricted as D98 says.
pub fn pin(value: &Value) -> Result<String, CanonicalError> {
    restricted(value)?;
    Ok(sha256_hex(&jcs(value)?))
}

/// The SHA-256 of bytes in lower-case hexadecimal.
pub fn sha256_hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}

/// Whether a value holds only what D98 allows; the first place that does not, otherwise.
pub fn restricted(value: &Value) -> Result<(), CanonicalError> {
    let mut open = vec![("$".to_owned(), value)];
    while let Some((path, value)) = open.pop() {
        let outside = |what| {
            Err(CanonicalError::Outside {
                path: path.clone(),
                what,
            })
        };
        match value {
            Value::Null => return outside("null"),
            Value::Number(spelling) if whole(spelling).is_none() => {
                return outside("a number that is not a whole number below 2^53 in plain digits");
            }
            Value::Number(_) | Value::Bool(_) | Value::String(_) => {}
            // In reverse, so that the first place in reading order is the one that is named.
            Value::Array(items) => {
                open.extend(
                    items
                        .iter()
                        .enumerate()
                        .rev()
                        .map(|(i, item)| (format!("{path}[{i}]"), item)),
                );
            }
            Value::Object(members) => {
                if members.iter().any(|(name, _)| !name.is_ascii()) {
                    return outside("a member name that is not ASCII");
                }
                for (name, member) in members.iter().rev() {
                    let mut path = format!("{path}[");
                    quote(&mut path, name);
                    path.push(']');
                    open.push((path, member));
                }
            }
        }
    }
    Ok(())
}

/// The whole number that a spelling without fraction, exponent or `-0` names, if it is below 2^53.
fn whole(spelling: &str) -> Option<i64> {
    let number: i64 = spelling.parse().ok()?;
    (number.unsigned_abs() <= LARGEST && spelling != "-0").then_some(number)
}

/// A value as RFC 8785 sees it. An own adaptor, because the number type of a JSON library changes
/// with features that any crate of the build may turn on.
struct Jcs<'v>(&'v Value);

impl Serialize for Jcs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::String(text) => serializer.serialize_str(text),
            Value::Number(spelling) => match (whole(spelling), spelling.parse::<f64>()) {
                (Some(number), _) => serializer.serialize_i64(number),
                (None, Ok(number)) if number.is_finite() => serializer.serialize_f64(number),
                _ => Err(S::Error::custom(format!(
                    "the number {spelling} is beyond a binary float"
                ))),
            },
            Value::Array(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    list.serialize_element(&Jcs(item))?;
                }
                list.end()
            }
            Value::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, value) in members {
                    map.serialize_entry(name, &Jcs(value))?;
                }
                map.end()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    fn text(json: &str) -> String {
        String::from_utf8(jcs(&parse(json).unwrap()).unwrap()).unwrap()
    }

    fn outside(json: &str) -> String {
        restricted(&parse(json).unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn members_are_sorted_by_utf16_and_strings_escaped_as_rfc_8785_says() {
        assert_eq!(
            text(
                "{\"\\ufb33\":1,\"\\ud83d\\ude00\":2,\"b\":[true,false,null],\"a\":{},\"10\":3,\"9\":4}"
            ),
            "{\"10\":3,\"9\":4,\"a\":{},\"b\":[true,false,null],\"😀\":2,\"\u{fb33}\":1}"
        );
        assert_eq!(
            text(r#""\u0000\u001f\b\t\n\f\r\"\\\/\u007f\u2028é""#),
            "\"\\u0000\\u001f\\b\\t\\n\\f\\r\\\"\\\\/\u{7f}\u{2028}é\""
        );
    }

    #[test]
    fn numbers_are_printed_as_ecmascript_does() {
        assert_eq!(
            text("[1.0,-0,1e21,1e-7,333333333.33333329,9007199254740993,4.50,0.1]"),
            "[1,0,1e+21,1e-7,333333333.3333333,9007199254740992,4.5,0.1]"
        );
        let error = jcs(&parse("1e400").unwrap()).unwrap_err();
        assert!(error.to_string().contains("1e400"), "{error}");
    }

    #[test]
    fn a_corpus_holds_only_what_every_implementation_writes_alike() {
        assert!(
            restricted(
                &parse(r#"{"a":["é",true,0,-1,9007199254740991,-9007199254740991]}"#).unwrap()
            )
            .is_ok()
        );
        assert!(outside(r#"{"a":[1,null]}"#).contains(r#"$["a"][1]"#));
        for number in [
            "1.0",
            "1e2",
            "-0",
            "9007199254740992",
            "-9007199254740992",
            "1e999",
        ] {
            assert!(outside(&format!("[{number}]")).contains("$[0]"), "{number}");
        }
        assert!(outside(r#"{"é":1}"#).contains("not ASCII"));
    }

    #[test]
    fn the_first_place_outside_is_the_one_that_is_named() {
        assert!(outside(r#"{"a":[1.5],"b":null}"#).contains(r#"$["a"][0]"#));
    }

    #[test]
    fn the_pin_is_the_lower_case_sha256_of_the_canonical_text() {
        assert_eq!(
            sha256_hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        let value = parse(r#"{"b":"é","a":1}"#).unwrap();
        assert_eq!(
            pin(&value).unwrap(),
            sha256_hex("{\"a\":1,\"b\":\"é\"}".as_bytes())
        );
        assert!(pin(&parse("[1.5]").unwrap()).is_err());
    }
}
