//! Argument texts as the laws see them: tokens, nesting, and what R1 and R2
//! can do (D9, D37 to D45).
//!
//! Tokens are the longest matches of the RFC 8259 token grammar. Nothing is
//! repaired by guessing: a text is mended exactly when commas before a closer
//! or the end and the forced closers make it JSON.

use crate::lossless::{self, ReadError, Value};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `[` or `{`.
    Open(u8),
    /// `]` or `}`.
    Close(u8),
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// A string.
    Text,
    /// A number.
    Number,
    /// `true`, `false` or `null`.
    Literal,
}

/// One token and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The tokens of a text up to the first place where there is none.
pub(crate) struct Tokens {
    pub(crate) list: Vec<Token>,
    /// Whether the whole text is tokens.
    pub(crate) complete: bool,
}

/// Splits a text into tokens.
pub(crate) fn tokens(text: &str) -> Tokens {
    let bytes = text.as_bytes();
    let mut list = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if matches!(bytes[at], b' ' | b'\t' | b'\n' | b'\r') {
            at += 1;
            continue;
        }
        let Some((kind, end)) = token(bytes, at) else {
            return Tokens {
                list,
                complete: false,
            };
        };
        list.push(Token {
            kind,
            start: at,
            end,
        });
        at = end;
    }
    Tokens {
        list,
        complete: true,
    }
}

fn token(bytes: &[u8], at: usize) -> Option<(Kind, usize)> {
    Some(match bytes[at] {
        open @ (b'[' | b'{') => (Kind::Open(open), at + 1),
        close @ (b']' | b'}') => (Kind::Close(close), at + 1),
        b',' => (Kind::Comma, at + 1),
        b':' => (Kind::Colon, at + 1),
        b'"' => (Kind::Text, string_end(bytes, at)?),
        b'-' | b'0'..=b'9' => (Kind::Number, number_end(bytes, at)?),
        _ => {
            let literal = ["true", "false", "null"]
                .into_iter()
                .find(|literal| bytes[at..].starts_with(literal.as_bytes()))?;
            (Kind::Literal, at + literal.len())
        }
    })
}

fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match *bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => match *bytes.get(at + 1)? {
                b'u' => {
                    let digits = bytes.get(at + 2..at + 6)?;
                    if !digits.iter().all(u8::is_ascii_hexdigit) {
                        return None;
                    }
                    at += 6;
                }
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => at += 2,
                _ => return None,
            },
            control if control < b' ' => return None,
            _ => at += 1,
        }
    }
}

/// The end of the longest number; `None` where one is begun and broken.
fn number_end(bytes: &[u8], start: usize) -> Option<usize> {
    let digits = |from: usize| {
        let length = bytes[from.min(bytes.len())..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        (length > 0).then_some(from + length)
    };
    let whole = start + usize::from(bytes[start] == b'-');
    let mut end = match bytes.get(whole)? {
        b'0' => whole + 1,
        _ => digits(whole)?,
    };
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1)?;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let signed = matches!(bytes.get(end + 1), Some(b'+' | b'-'));
        end = digits(end + 1 + usize::from(signed))?;
    }
    Some(end)
}

/// D9: whether more than 64 delimiters are open at once before the first
/// lexical fault.
pub(crate) fn nests_too_deep(tokens: &Tokens, limit: usize) -> bool {
    let mut depth = 0_usize;
    tokens.list.iter().any(|token| {
        match token.kind {
            Kind::Open(_) => depth += 1,
            Kind::Close(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > limit
    })
}

/// A text after its repairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mended {
    /// How many commas go.
    pub(crate) commas: usize,
    /// The closers that are appended; may be empty.
    pub(crate) closers: String,
    /// The tree.
    pub(crate) tree: Value,
}

/// What R1 and R2 make of a text that the strict reader refuses; `None` where
/// they may not run or do not help.
pub(crate) fn mend(text: &str) -> Option<Mended> {
    match lossless::read_str(text) {
        Err(ReadError::Syntax(_)) => {}
        _ => return None,
    }
    let tokens = tokens(text);
    let (commas, closers) = repairs(text, &tokens)?;
    let mut mended = String::with_capacity(text.len());
    let mut from = 0;
    for comma in &commas {
        mended.push_str(&text[from..*comma]);
        from = comma + 1;
    }
    mended.push_str(&text[from..]);
    mended.push_str(&closers);
    let tree = lossless::read_str(&mended).ok()?;
    Some(Mended {
        commas: commas.len(),
        closers,
        tree,
    })
}

/// Where R2 removes, and what R1 appends. `None` where a token is broken, a
/// closer does not fit, or the text to be closed ends in a number (D39).
pub(crate) fn repairs(text: &str, tokens: &Tokens) -> Option<(Vec<usize>, String)> {
    if !tokens.complete {
        return None;
    }
    let mut commas = Vec::new();
    let mut open = Vec::new();
    for (index, token) in tokens.list.iter().enumerate() {
        match token.kind {
            Kind::Open(delimiter) => open.push(if delimiter == b'[' { ']' } else { '}' }),
            Kind::Close(delimiter) if open.pop() != Some(char::from(delimiter)) => return None,
            Kind::Comma => {
                let next = tokens.list.get(index + 1).map(|next| next.kind);
                if matches!(next, None | Some(Kind::Close(_))) {
                    commas.push(token.start);
                }
            }
            _ => {}
        }
    }
    let cut = tokens
        .list
        .last()
        .is_some_and(|last| last.kind == Kind::Number && last.end == text.len());
    if cut && !open.is_empty() {
        return None;
    }
    Some((commas, open.into_iter().rev().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_forced_is_mended() {
        for (text, commas, closers) in [
            ("{", 0, "}"),
            (r#"{"a":[1,],"#, 2, "}"),
            (r#"{"a":12 "#, 0, "}"),
            (r#"{"a":[true"#, 0, "]}"),
            (r#"{"a":1},"#, 1, ""),
            ("{,", 1, "}"),
        ] {
            let mended = mend(text).unwrap();
            assert_eq!(
                (mended.commas, mended.closers.as_str()),
                (commas, closers),
                "{text}"
            );
        }
        for text in [
            "",
            r#"{"a":12"#,
            r#"{"a":"b"#,
            r#"{"a":tru"#,
            r#"{"a":"#,
            r#"{"a""#,
            r#"{"a":[1}"#,
            r#"{"a":1}}"#,
            r#"{"a":[1,,]}"#,
            "{}{}",
            "{}",
            r#"{"a":1,"a":2"#,
            r#"{"a":1."#,
            "'a'",
        ] {
            assert_eq!(mend(text), None, "{text}");
        }
    }

    #[test]
    fn depth_is_counted_up_to_the_first_fault() {
        let deep = "[".repeat(65);
        assert!(nests_too_deep(&tokens(&deep), 64));
        assert!(!nests_too_deep(&tokens(&deep[1..]), 64));
        assert!(!nests_too_deep(&tokens(&format!("x{deep}")), 64));
        assert!(!nests_too_deep(&tokens(&"[]".repeat(100)), 64));
    }
}
