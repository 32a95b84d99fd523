//! Strict validity (RFC 8259): decides whether a text is JSON, and otherwise
//! what is wrong first, and where. Depth, duplicate names, number ranges and
//! lone surrogate escapes are all within the grammar. It must never recurse.

use super::model::{FaultCode, JsonFault};
use super::units;
use crate::json::scan::{self, Cause, byte, hex4, plain_end, skip_space};

/// A fault and the byte offset that it stands at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    code: FaultCode,
    at: usize,
}

impl Fault {
    fn new(code: FaultCode, at: usize) -> Self {
        Self { code, at }
    }

    /// The fault as answers tell it, of the `text` that has it.
    pub(super) fn in_units(self, text: &str) -> JsonFault {
        JsonFault {
            code: self.code,
            offset: units::count(text.as_bytes().get(..self.at).unwrap_or_default()),
        }
    }
}

/// The first fault of `text`, if it is not JSON.
pub(super) fn fault(text: &str) -> Option<Fault> {
    check(text.as_bytes()).err()
}

fn check(text: &[u8]) -> Result<(), Fault> {
    // The closers that are owed: what is open, and in what a value stands.
    let mut owed: Vec<u8> = Vec::new();
    let mut at = skip_space(text, 0);
    'value: loop {
        if owed.last() == Some(&b'}') {
            at = name(text, at)?;
        }
        match byte(text, at) {
            b'"' => at = string(text, at + 1)?,
            b'-' | b'0'..=b'9' => at = number(text, at)?,
            b't' => at = literal(text, at, b"true")?,
            b'f' => at = literal(text, at, b"false")?,
            b'n' => at = literal(text, at, b"null")?,
            opener @ (b'{' | b'[') => {
                owed.push(if opener == b'{' { b'}' } else { b']' });
                at = skip_space(text, at + 1);
                if owed.last() != Some(&byte(text, at)) {
                    continue 'value;
                }
            }
            _ => return Err(unexpected(text, at)),
        }
        loop {
            at = skip_space(text, at);
            let Some(&closer) = owed.last() else {
                return if at < text.len() {
                    Err(Fault::new(FaultCode::TrailingContent, at))
                } else {
                    Ok(())
                };
            };
            match byte(text, at) {
                b',' => {
                    at = skip_space(text, at + 1);
                    continue 'value;
                }
                found if found == closer => {
                    owed.pop();
                    at += 1;
                }
                _ => return Err(unexpected(text, at)),
            }
        }
    }
}

/// A character that may not stand at `at`, or an end that may not be there.
#[cold]
fn unexpected(text: &[u8], at: usize) -> Fault {
    if at < text.len() {
        Fault::new(FaultCode::UnexpectedCharacter, at)
    } else {
        end(text)
    }
}

#[cold]
fn end(text: &[u8]) -> Fault {
    Fault::new(FaultCode::UnexpectedEnd, text.len())
}

/// A member's name and colon; returns where its value starts.
fn name(text: &[u8], at: usize) -> Result<usize, Fault> {
    if byte(text, at) != b'"' {
        return Err(unexpected(text, at));
    }
    let colon = skip_space(text, string(text, at + 1)?);
    if byte(text, colon) != b':' {
        return Err(unexpected(text, colon));
    }
    Ok(skip_space(text, colon + 1))
}

/// The position after the string whose content starts at `at`.
fn string(text: &[u8], mut at: usize) -> Result<usize, Fault> {
    loop {
        at = plain_end(text, at);
        match text.get(at) {
            None => return Err(end(text)),
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => at = escape(text, at)?,
            Some(_) => return Err(Fault::new(FaultCode::ControlCharacterInString, at)),
        }
    }
}

/// The position after the escape at `at`.
fn escape(text: &[u8], at: usize) -> Result<usize, Fault> {
    match text.get(at + 1) {
        None => Err(end(text)),
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
        Some(b'u') => match hex4(text, at + 2) {
            Ok(_) => Ok(at + 6),
            Err((_, Cause::InString)) => Err(end(text)),
            Err(_) => Err(Fault::new(FaultCode::InvalidEscape, at)),
        },
        Some(_) => Err(Fault::new(FaultCode::InvalidEscape, at)),
    }
}

/// The position after the number at `at`.
fn number(text: &[u8], at: usize) -> Result<usize, Fault> {
    match scan::number(text, at) {
        Ok(token) => {
            let zero = byte(text, token.end.saturating_sub(1)) == b'0';
            let leading = token.end == at + 1 + usize::from(byte(text, at) == b'-');
            if zero && leading && byte(text, token.end).is_ascii_digit() {
                return Err(Fault::new(FaultCode::InvalidNumber, at));
            }
            Ok(token.end)
        }
        Err((_, Cause::MidToken)) => Err(end(text)),
        Err(_) => Err(Fault::new(FaultCode::InvalidNumber, at)),
    }
}

/// The position after the literal `word` at `at`.
fn literal<const N: usize>(text: &[u8], at: usize, word: &[u8; N]) -> Result<usize, Fault> {
    scan::literal(text, at, word).map_err(|(_, cause)| match cause {
        Cause::MidToken => end(text),
        _ => Fault::new(FaultCode::InvalidLiteral, at),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use FaultCode::{
        ControlCharacterInString, InvalidEscape, InvalidLiteral, InvalidNumber, TrailingContent,
        UnexpectedCharacter, UnexpectedEnd,
    };

    #[test]
    fn what_the_grammar_allows_is_valid() {
        for text in [
            " { \"a\" : [ -0.5E+3 , true,false , null ] , \"a\":\"\\ud800\\u00e9\\/\" }\n",
            "[]",
            "{}\r\n\t ",
            "[1e999,-0,0]",
            "\"\u{7f}\"",
            "0",
        ] {
            assert_eq!(fault(text), None, "{text}");
        }
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(fault(&deep), None);
    }

    #[test]
    fn the_first_fault_is_told_at_its_place() {
        for (text, code, offset) in [
            ("", UnexpectedEnd, 0),
            ("[1, 2", UnexpectedEnd, 5),
            ("[tru", UnexpectedEnd, 4),
            ("[-", UnexpectedEnd, 2),
            ("[1.", UnexpectedEnd, 3),
            ("[1e+", UnexpectedEnd, 4),
            ("[\"a", UnexpectedEnd, 3),
            ("[\"a\\", UnexpectedEnd, 4),
            ("[\"a\\u12", UnexpectedEnd, 7),
            ("{\"a\"", UnexpectedEnd, 4),
            ("{\"a\":", UnexpectedEnd, 5),
            ("{\"a\":1,", UnexpectedEnd, 7),
            ("[1,]", UnexpectedCharacter, 3),
            ("{\"a\":1,}", UnexpectedCharacter, 7),
            ("[,1]", UnexpectedCharacter, 1),
            ("[1 2]", UnexpectedCharacter, 3),
            ("[1}", UnexpectedCharacter, 2),
            ("{\"a\" 1}", UnexpectedCharacter, 5),
            ("{a:1}", UnexpectedCharacter, 1),
            ("{1:1}", UnexpectedCharacter, 1),
            ("{]", UnexpectedCharacter, 1),
            ("[12x]", UnexpectedCharacter, 3),
            ("[truex]", UnexpectedCharacter, 5),
            ("[1.5.6]", UnexpectedCharacter, 4),
            ("[+1]", UnexpectedCharacter, 1),
            ("[True]", UnexpectedCharacter, 1),
            ("[\u{0}]", UnexpectedCharacter, 1),
            ("{} {}", TrailingContent, 3),
            ("[]]", TrailingContent, 2),
            ("[\"\\x\"]", InvalidEscape, 2),
            ("[\"\\u12g4\"]", InvalidEscape, 2),
            ("[\"\\\n\"]", InvalidEscape, 2),
            ("[\"\\u\n\"]", InvalidEscape, 2),
            ("[\"a\nb\"]", ControlCharacterInString, 3),
            ("[\"\u{0}\"]", ControlCharacterInString, 2),
            ("[01]", InvalidNumber, 1),
            ("[-01]", InvalidNumber, 1),
            ("[-x]", InvalidNumber, 1),
            ("[1.]", InvalidNumber, 1),
            ("[1.e5]", InvalidNumber, 1),
            ("[1e+]", InvalidNumber, 1),
            ("[00", InvalidNumber, 1),
            ("[thinking]", InvalidLiteral, 1),
            ("[nul ", InvalidLiteral, 1),
            ("[trux", InvalidLiteral, 1),
        ] {
            let found = fault(text).map(|fault| fault.in_units(text));
            assert_eq!(found, Some(JsonFault { code, offset }), "{text}");
        }
    }

    #[test]
    fn numbers_that_only_end_in_a_zero_have_no_leading_one() {
        for text in ["[10]", "[-10,0]", "[1.0]", "[1e0]", "[0.0]"] {
            assert_eq!(fault(text), None, "{text}");
        }
    }

    #[test]
    fn offsets_count_utf_16_units_for_every_code() {
        for (rest, code, offset) in [
            ("\"x", UnexpectedEnd, 9),
            ("'", UnexpectedCharacter, 7),
            ("\"\\é\"", InvalidEscape, 8),
            ("\"\t\"", ControlCharacterInString, 8),
            ("-", UnexpectedEnd, 8),
            ("-é", InvalidNumber, 7),
            ("nü", InvalidLiteral, 7),
            ("1] 😀", TrailingContent, 10),
        ] {
            let text = format!("[\"é😀\",{rest}");
            let found = fault(&text).map(|fault| fault.in_units(&text));
            assert_eq!(found, Some(JsonFault { code, offset }), "{text}");
        }
    }
}
