//! The input text: decides whether a tool runs at all (preflight, 1.1). A hash
//! over a text that two readers read differently would identify nothing.

use std::fmt;

use crate::json::canonical::has_infinite_number;
use crate::json::string;
use crate::json::value::{Cause, Document};

/// How many containers may be nested in the input, the root included.
pub const DEPTH_LIMIT: u32 = 128;

/// Why no tool runs on an input, in order of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputRefusal {
    /// Not RFC 8259 in UTF-8, or a lone surrogate escape.
    InvalidJson,
    /// An object holds the same name twice.
    DuplicateKey,
    /// A number is beyond the largest double.
    NumberOutOfRange,
    /// More than [`DEPTH_LIMIT`] containers are nested.
    TooDeep,
}

impl InputRefusal {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidJson => "invalid_json",
            Self::DuplicateKey => "duplicate_key",
            Self::NumberOutOfRange => "number_out_of_range",
            Self::TooDeep => "too_deep",
        }
    }

    /// The answer text: `{"refused":CODE}`.
    ///
    /// ```
    /// use argument_check::preflight::{InputRefusal, request};
    /// assert_eq!(request(b"[1,]"), InputRefusal::InvalidJson.answer());
    /// ```
    pub fn answer(self) -> String {
        let mut out = String::from("{\"refused\":");
        string::write(&mut out, self.as_str());
        out.push('}');
        out
    }
}

impl fmt::Display for InputRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InvalidJson => "the input is no JSON text (RFC 8259, UTF-8, no lone surrogates)",
            Self::DuplicateKey => "an object of the input holds the same name twice",
            Self::NumberOutOfRange => {
                "a number of the input is beyond the largest double; write it as a string"
            }
            Self::TooDeep => "the input nests more than 128 containers",
        })
    }
}

impl std::error::Error for InputRefusal {}

/// Reads an input, or says why no tool runs on it.
pub(super) fn read(input: &[u8]) -> Result<Document<'_>, InputRefusal> {
    let document = Document::parse_flawed(input).map_err(|_| InputRefusal::InvalidJson)?;
    match document.flaw() {
        Some(Cause::Duplicate) => Err(InputRefusal::DuplicateKey),
        Some(_) => Err(InputRefusal::InvalidJson),
        None if has_infinite_number(&document) => Err(InputRefusal::NumberOutOfRange),
        None if document.depth() > DEPTH_LIMIT => Err(InputRefusal::TooDeep),
        None => Ok(document),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refusal_fires_and_has_a_near_miss() {
        use InputRefusal::{DuplicateKey, InvalidJson, NumberOutOfRange, TooDeep};
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        for (input, refusal) in [
            ("[1,]", InvalidJson),
            ("", InvalidJson),
            ("\u{feff}{}", InvalidJson),
            ("[\"\\udc00\"]", InvalidJson),
            ("{\"a\":1,\"\\u0061\":2}", DuplicateKey),
            ("[1e309]", NumberOutOfRange),
            ("-1e999", NumberOutOfRange),
            (&nested(129), TooDeep),
        ] {
            assert_eq!(read(input.as_bytes()).err(), Some(refusal), "{input}");
        }
        assert_eq!(read(b"\"\xff\"").err(), Some(InvalidJson));
        for input in [
            "[1]",
            "[\"\\ud83d\\ude00\"]",
            "{\"a\":1,\"A\":2}",
            "[1.7976931348623157e308,1e-999]",
            &nested(128),
        ] {
            assert_eq!(read(input.as_bytes()).err(), None, "{input}");
        }
    }

    #[test]
    fn of_several_refusals_the_first_of_the_list_is_given() {
        let deep = "[".repeat(200) + &"]".repeat(200);
        for (input, refusal) in [
            (
                format!("[{deep},{{\"a\":1e999,\"a\":\"\\ud800\"}},]"),
                InputRefusal::InvalidJson,
            ),
            (
                format!("[{deep},{{\"a\":1e999,\"a\":\"\\ud800\"}}]"),
                InputRefusal::InvalidJson,
            ),
            (
                format!("[{deep},{{\"a\":1e999,\"a\":1}}]"),
                InputRefusal::DuplicateKey,
            ),
            (format!("[{deep},1e999]"), InputRefusal::NumberOutOfRange),
            (deep.clone(), InputRefusal::TooDeep),
        ] {
            assert_eq!(read(input.as_bytes()).err(), Some(refusal));
        }
    }
}
