//! The engine's reader against two libraries: what is JSON, and what it holds
//! (D1, D30, D36).
//!
//! `serde_json` reads without keeping anything, so it says what the grammar of
//! RFC 8259 admits; the lossless library says what the values are. Where the
//! criteria ask for more than the grammar, [`DIFFERENCES`] says so; outside
//! this list the three must agree. The spans of the values must tile the text:
//! each byte belongs to one token or to the white space between two, so that
//! nothing that was written can be lost or read twice.

use std::str;

use argument_check::json::value::{Document, Type, Value};
use serde::de::IgnoredAny;

use super::{Finding, Meaning, Target};
use crate::lossless::{self, ReadError};

/// See [`Target::about`].
pub const TARGET: Target = Target {
    name: "json_reader",
    about: "any bytes: the engine's reader accepts and holds what serde_json and the lossless library do, and its spans tile the text",
    law,
    meaning: |data| Meaning::of(String::from_utf8_lossy(data)),
};

/// What the libraries say of one input.
struct Facts {
    utf8: bool,
    lossless: Result<lossless::Value, ReadError>,
}

/// Something that the grammar admits and the engine's reader refuses.
struct Difference {
    /// What it is, for whoever reads the list.
    name: &'static str,
    /// Whether it is there.
    is_met: fn(&Facts) -> bool,
    /// Whether the libraries can tell; where they cannot, both answers stand.
    is_known: bool,
}

/// Where the engine may refuse what `serde_json` reads.
static DIFFERENCES: [Difference; 4] = [
    Difference {
        name: "bytes that are not UTF-8 in a string (serde_json does not look at what it ignores)",
        is_met: |facts| !facts.utf8,
        is_known: true,
    },
    Difference {
        name: "a name that stands twice in an object (D1)",
        is_met: |facts| matches!(facts.lossless, Err(ReadError::Duplicate)),
        is_known: true,
    },
    Difference {
        name: "an escape that is half a surrogate pair (D1)",
        is_met: |facts| matches!(facts.lossless, Err(ReadError::Surrogate)),
        is_known: true,
    },
    Difference {
        name: "nesting that the lossless library does not follow: it cannot tell of the two above",
        is_met: |facts| matches!(facts.lossless, Err(ReadError::TooDeep)),
        is_known: false,
    },
];

fn finding(law: &'static str, summary: &str, expected: String, actual: String) -> Finding {
    Finding {
        law,
        summary: summary.to_owned(),
        expected,
        actual,
    }
}

fn law(data: &[u8]) -> Result<(), Finding> {
    let document = Document::parse(data);
    let text = str::from_utf8(data);
    let facts = Facts {
        utf8: text.is_ok(),
        lossless: text.map_or(Err(ReadError::Utf8), lossless::read_str),
    };
    let grammar = serde_json::from_slice::<IgnoredAny>(data);
    if facts.lossless.is_ok() && grammar.is_err() {
        let (expected, actual) = (format!("{grammar:?}"), format!("{:?}", facts.lossless));
        return Err(finding(
            "oracles",
            "the libraries disagree",
            expected,
            actual,
        ));
    }
    let mut listed = DIFFERENCES.iter();
    let met = listed.find(|difference| (difference.is_met)(&facts));
    let expected = match met {
        _ if grammar.is_err() => Some(false),
        Some(difference) => difference.is_known.then_some(false),
        None => Some(true),
    };
    if expected.is_some_and(|expected| expected != document.is_ok()) {
        let said = match &document {
            Ok(_) => "accepted".to_owned(),
            Err(refused) => format!("refused: {refused}"),
        };
        let difference = met.map_or("no listed difference", |difference| difference.name);
        let wanted = format!("{difference}; {:?}", grammar.err());
        return Err(finding(
            "D1",
            "the reader and the libraries do not agree",
            wanted,
            said,
        ));
    }
    match (&document, text) {
        (Ok(document), Ok(text)) => {
            if let Ok(expected) = &facts.lossless {
                same(document.root(), expected)?;
            }
            tile(document.root(), text)
        }
        (Err(refused), _) if refused.offset > data.len() => Err(finding(
            "D1",
            "the place of the fault is outside the text",
            format!("at most {}", data.len()),
            refused.offset.to_string(),
        )),
        (Ok(_) | Err(_), _) => Ok(()),
    }
}

/// The engine's values are those of the lossless library: numbers by their
/// spelling, strings by what they mean, members and items in order.
fn same(root: Value<'_>, expected: &lossless::Value) -> Result<(), Finding> {
    let mut open = vec![(root, expected)];
    while let Some((value, expected)) = open.pop() {
        let is_same = match expected {
            lossless::Value::Null => value.kind() == Type::Null,
            lossless::Value::Bool(truth) => {
                value.kind() == Type::Boolean && value.text() == truth.to_string()
            }
            lossless::Value::Number(spelling) => {
                value.kind() == Type::Number && value.text() == spelling
            }
            lossless::Value::String(text) => value.as_str().as_deref() == Some(text),
            lossless::Value::Array(items) => {
                open.extend(value.items().zip(items));
                value.kind() == Type::Array && value.items().count() == items.len()
            }
            lossless::Value::Object(members) => {
                let names = value.members().map(|(name, _)| name);
                let is_same = names.eq(members.iter().map(|(name, _)| name.as_str()));
                let values = members.iter().map(|(_, value)| value);
                open.extend(value.members().map(|(_, value)| value).zip(values));
                value.kind() == Type::Object && is_same
            }
        };
        if !is_same {
            return Err(finding(
                "D30",
                "a value is not what the lossless library reads",
                expected.to_text(),
                value.text().to_owned(),
            ));
        }
    }
    Ok(())
}

/// What is left to be met in the text.
enum Open<'d> {
    /// The name of a member and its colon.
    Name,
    /// A value.
    Value(Value<'d>),
    /// This byte.
    Byte(u8),
}

/// Walks the text from its first byte to its last: between the tokens that the
/// spans point at there is nothing but the punctuation of the grammar.
fn tile(root: Value<'_>, text: &str) -> Result<(), Finding> {
    let mut at = 0;
    let mut open = vec![Open::Value(root)];
    while let Some(next) = open.pop() {
        at += space(&text[at..]);
        let width = match next {
            Open::Byte(byte) => text[at..].starts_with(char::from(byte)).then_some(1),
            Open::Name => string(&text[at..]),
            Open::Value(value) => token(value, text, at),
        };
        let Some(width) = width else {
            return Err(finding(
                "D30",
                "the spans of the values do not tile the text",
                format!("the next token at byte {at}"),
                text[at..].chars().take(40).collect(),
            ));
        };
        at += width;
        if let Open::Value(value) = next {
            inside(value, &mut open);
        }
    }
    at += space(&text[at..]);
    if at == text.len() {
        return Ok(());
    }
    let rest = text[at..].to_owned();
    let summary = "text is left behind the root value";
    Err(finding("D30", summary, "white space".to_owned(), rest))
}

/// The width of the token that begins the value's span, if the span begins
/// at `at`: the bracket of a container, or the whole value.
fn token(value: Value<'_>, text: &str, at: usize) -> Option<usize> {
    let start = (value.text().as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    (start == at).then_some(match value.kind() {
        Type::Array | Type::Object => 1,
        _ => value.text().len(),
    })
}

/// What follows the bracket of a container, last first.
fn inside<'d>(value: Value<'d>, open: &mut Vec<Open<'d>>) {
    let from = open.len();
    match value.kind() {
        Type::Array => {
            for (index, item) in value.items().enumerate() {
                open.extend((index > 0).then_some(Open::Byte(b',')));
                open.push(Open::Value(item));
            }
            open.push(Open::Byte(b']'));
        }
        Type::Object => {
            for (index, (_, member)) in value.members().enumerate() {
                open.extend((index > 0).then_some(Open::Byte(b',')));
                open.extend([Open::Name, Open::Byte(b':'), Open::Value(member)]);
            }
            open.push(Open::Byte(b'}'));
        }
        _ => {}
    }
    open[from..].reverse();
}

fn space(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t', '\n', '\r']).len()
}

/// The width of the string token that `text` begins with.
fn string(text: &str) -> Option<usize> {
    let mut escaped = false;
    let content = text.strip_prefix('"')?;
    let end = content.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })?;
    Some(end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_listed_difference_is_one_and_the_reader_keeps_to_the_list() {
        let deep = "[".repeat(2_000) + &"]".repeat(2_000);
        let inputs: [&[u8]; 4] = [
            b"\"\xff\"",
            b"{\"a\":1,\"\\u0061\":2}",
            b"[\"\\ud800\"]",
            deep.as_bytes(),
        ];
        for (difference, input) in DIFFERENCES.iter().zip(inputs) {
            let text = str::from_utf8(input);
            let facts = Facts {
                utf8: text.is_ok(),
                lossless: text.map_or(Err(ReadError::Utf8), lossless::read_str),
            };
            assert!((difference.is_met)(&facts), "{}", difference.name);
            assert!(serde_json::from_slice::<IgnoredAny>(input).is_ok());
            assert_eq!(Document::parse(input).is_ok(), !difference.is_known);
            assert_eq!(law(input), Ok(()), "{}", difference.name);
        }
    }

    #[test]
    fn json_and_what_is_none_pass() {
        for text in [
            "",
            " ",
            "{}",
            "[]x",
            "[1, 2 ,[3]]",
            "{\"a\":{},\"b\\\"\":[{}]} ",
            "nul",
            "-0e1",
            "\u{feff}1",
            "\"\\\\\"",
            "{\"a\":1,\"b\":1,}",
            "1 2",
        ] {
            assert_eq!(law(text.as_bytes()), Ok(()), "{text}");
        }
    }

    #[test]
    fn another_value_or_another_span_is_found() {
        let document = Document::parse(b"{\"a\":[1.0]}").unwrap();
        let other = lossless::read_str("{\"a\":[1.00]}").unwrap();
        assert_eq!(same(document.root(), &other).map_err(|f| f.law), Err("D30"));
        let more = lossless::read_str("{\"a\":[1.0,2]}").unwrap();
        assert_eq!(same(document.root(), &more).map_err(|f| f.law), Err("D30"));
        let elsewhere = String::from("{\"a\":[1.0]}");
        assert!(tile(document.root(), &elsewhere).is_err());
    }
}
