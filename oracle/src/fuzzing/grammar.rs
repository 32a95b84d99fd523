//! Whether tokens are a JSON text: a state machine over the tokens of
//! [`crate::laws::text`], for targets that cannot afford to build values.
//!
//! It knows what a strict reader refuses besides (D1): a name twice in one
//! object, and an escape that is half a surrogate pair. It must never look at
//! white space, which is not a token, and never decide what may be repaired.

use std::borrow::Cow;

use crate::laws::text::{Kind, Token};

/// What a JSON text holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Root {
    /// An object.
    Object,
    /// Anything else.
    Other,
}

/// Why tokens are not a strict JSON text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flaw {
    /// They are not in the order of the grammar.
    Syntax,
    /// A string is half a surrogate pair.
    Surrogate,
    /// A name stands twice in one object.
    Duplicate,
}

/// What may come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Value,
    ValueOrClose,
    NameOrClose,
    Name,
    Colon,
    CommaOrClose,
    Nothing,
}

/// Reads the tokens of `text` without the commas that start at one of
/// `without`, and after them the closers `then`.
pub(super) fn read(
    text: &str,
    tokens: &[Token],
    without: &[usize],
    then: &str,
) -> Result<Root, Flaw> {
    let mut machine = Machine {
        next: Next::Value,
        open: Vec::new(),
        opened: 0,
        names: Vec::new(),
    };
    for token in tokens {
        if !without.contains(&token.start) {
            machine.step(token.kind, token).ok_or(Flaw::Syntax)?;
        }
    }
    let end = Token {
        kind: Kind::Comma,
        start: text.len(),
        end: text.len(),
    };
    for closer in then.bytes() {
        machine
            .step(Kind::Close(closer), &end)
            .ok_or(Flaw::Syntax)?;
    }
    if machine.next != Next::Nothing {
        return Err(Flaw::Syntax);
    }
    machine.strings(text, tokens)?;
    match tokens.first().map(|first| first.kind) {
        Some(Kind::Open(b'{')) => Ok(Root::Object),
        _ => Ok(Root::Other),
    }
}

struct Machine {
    next: Next,
    /// The open containers: their opener, and a number of their own.
    open: Vec<(u8, usize)>,
    opened: usize,
    /// The names, each with the number of its object.
    names: Vec<(usize, Token)>,
}

impl Machine {
    /// Goes on by one token, if it may stand here.
    fn step(&mut self, kind: Kind, token: &Token) -> Option<()> {
        self.next = match (self.next, kind) {
            (Next::Value | Next::ValueOrClose, Kind::Open(opener)) => {
                self.opened += 1;
                self.open.push((opener, self.opened));
                if opener == b'{' {
                    Next::NameOrClose
                } else {
                    Next::ValueOrClose
                }
            }
            (Next::Value | Next::ValueOrClose, Kind::Text | Kind::Number | Kind::Literal) => {
                self.after_value()
            }
            (Next::ValueOrClose | Next::NameOrClose | Next::CommaOrClose, Kind::Close(closer)) => {
                let (opener, _) = self.open.pop()?;
                if (opener == b'{') != (closer == b'}') {
                    return None;
                }
                self.after_value()
            }
            (Next::NameOrClose | Next::Name, Kind::Text) => {
                let (_, object) = self.open.last()?;
                self.names.push((*object, *token));
                Next::Colon
            }
            (Next::Colon, Kind::Colon) => Next::Value,
            (Next::CommaOrClose, Kind::Comma) => match self.open.last()? {
                (b'{', _) => Next::Name,
                _ => Next::Value,
            },
            _ => return None,
        };
        Some(())
    }

    fn after_value(&self) -> Next {
        if self.open.is_empty() {
            Next::Nothing
        } else {
            Next::CommaOrClose
        }
    }

    /// Looks at the strings: their escapes, and the names of each object.
    fn strings(&self, text: &str, tokens: &[Token]) -> Result<(), Flaw> {
        let of = |token: &Token| decoded(text.get(token.start..token.end).unwrap_or_default());
        for token in tokens.iter().filter(|token| token.kind == Kind::Text) {
            of(token).ok_or(Flaw::Surrogate)?;
        }
        let names = self.names.iter();
        let mut names: Vec<_> = names.map(|(object, token)| (*object, of(token))).collect();
        names.sort_unstable();
        if names.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Flaw::Duplicate);
        }
        Ok(())
    }
}

/// What a string token means; `None` for half a surrogate pair.
pub(super) fn decoded(token: &str) -> Option<Cow<'_, str>> {
    let content = token.get(1..token.len().checked_sub(1)?)?;
    if !content.contains('\\') {
        return Some(Cow::Borrowed(content));
    }
    let mut out = String::with_capacity(content.len());
    let mut rest = content;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let escape = after.chars().next()?;
        rest = &after[escape.len_utf8()..];
        match escape {
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'u' => {
                let mut unit = unit(&mut rest)?;
                if (0xd800..0xdc00).contains(&unit) {
                    rest = rest.strip_prefix("\\u")?;
                    let low = self::unit(&mut rest)?.checked_sub(0xdc00)?;
                    // Another high half leaves more than ten bits.
                    if low >= 0x400 {
                        return None;
                    }
                    unit = 0x1_0000 + ((unit - 0xd800) << 10) + low;
                }
                out.push(char::from_u32(unit)?);
            }
            plain => out.push(plain),
        }
    }
    out.push_str(rest);
    Some(Cow::Owned(out))
}

/// The four digits of an escape, taken from the front of `rest`.
fn unit(rest: &mut &str) -> Option<u32> {
    let (digits, after) = rest.split_at_checked(4)?;
    *rest = after;
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::text::tokens;
    use crate::lossless::{self, ReadError};

    #[test]
    fn a_text_is_read_as_the_lossless_library_reads_it() {
        for text in [
            "{}",
            "[]",
            "1",
            "\"a\"",
            "null",
            "[1,[2,{\"a\":[]}]]",
            "{\"a\":1,\"b\":{\"a\":1}}",
            "",
            "{",
            "}",
            "[,]",
            "{,}",
            "[1,]",
            "{\"a\":1,}",
            "{\"a\"}",
            "{\"a\":}",
            "{1:2}",
            "[1 2]",
            "[}",
            "{]",
            "{}{}",
            "1,",
            ":",
            "[:]",
            "{\"a\",\"b\"}",
            "[[]",
            "[]]",
            "{\"a\":1,\"a\":2}",
            "{\"a\":1,\"\\u0061\":2}",
            "[\"\\ud800\"]",
            "[\"\\ud83d\\ude00\"]",
            "[\"\\ude00\\ud83d\"]",
            "[\"\\ud800\\ud800\"]",
            "[\"\\ud800x\"]",
            "[\"\\ud800\\n\"]",
            "{\"a\":{\"a\":{\"a\":1}},\"b\":1,\"b\":2}",
            "{\"\\n\":1,\"\\u000A\":1}",
            "{\"\\/\":1,\"/\":1}",
            "[\"\\b\\f\\n\\r\\t\\\\\\\"\"]",
        ] {
            let read = read(text, &tokens(text).list, &[], "");
            let expected = match lossless::read_str(text) {
                Ok(lossless::Value::Object(_)) => Ok(Root::Object),
                Ok(_) => Ok(Root::Other),
                Err(ReadError::Surrogate) => Err(Flaw::Surrogate),
                Err(ReadError::Duplicate) => Err(Flaw::Duplicate),
                Err(_) => Err(Flaw::Syntax),
            };
            assert_eq!(read, expected, "{text}");
        }
    }

    #[test]
    fn removed_commas_and_appended_closers_count() {
        for (text, without, then, expected) in [
            ("[1,", &[2][..], "]", Ok(Root::Other)),
            ("{\"a\":[1,],", &[7, 9], "}", Ok(Root::Object)),
            ("{\"a\":", &[], "}", Err(Flaw::Syntax)),
            ("{\"a\":[", &[], "}]", Err(Flaw::Syntax)),
            ("{}", &[], "}", Err(Flaw::Syntax)),
        ] {
            assert_eq!(
                read(text, &tokens(text).list, without, then),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn strings_are_decoded_as_the_lossless_library_decodes_them() {
        for token in [
            "\"\"",
            "\"abc\"",
            "\"\\u0041\\n\\\"\\\\\\/\"",
            "\"\\ud83d\\ude00x\"",
            "\"\\u0000é\"",
        ] {
            let expected = lossless::read_str(token).unwrap();
            assert_eq!(decoded(token).as_deref(), expected.as_str(), "{token}");
        }
        assert_eq!(decoded("\"\\ud83d\\u0041\""), None);
        assert_eq!(decoded("\"\\ude00\""), None);
    }
}
