//! Cuts a text into the tokens of RFC 8259, the longest match at each place,
//! up to the first lexical error.
//!
//! Decides what a token is (D38) and where a text breaks off inside one. It
//! never says whether a token may stand where it stands; `json` does.

use super::json::Value;

/// Why a text is not JSON; the names are the causes of `invalid_json_text` (D50).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The text ends inside a string.
    InString,
    /// The text ends inside a literal or number, or in a number that may be cut (D39).
    MidToken,
    /// A closer that fits nothing open.
    Mismatch,
    /// A token after the complete root.
    Trailing,
    /// Anything else that is not JSON.
    Syntax,
    /// A `\u` escape of half a surrogate pair.
    Surrogate,
    /// One object holds one name twice.
    Duplicate,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// `{` or `[`
    Open(char),
    /// `}` or `]`
    Close(char),
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// A string, decoded; half pairs stand as U+FFFD and are flagged.
    Text {
        /// The decoded characters.
        value: String,
        /// Whether an escape of half a surrogate pair stands in it.
        lone_surrogate: bool,
    },
    /// A number's spelling.
    Number(String),
    /// `true`, `false` or `null`
    Literal(Value),
}

/// A token and where it stands (byte offsets).
#[derive(Debug, Clone)]
pub struct Lexeme {
    /// The token.
    pub token: Token,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset after its last byte.
    pub end: usize,
}

/// All tokens up to the end or the first lexical error, and that error.
pub fn tokens(text: &str) -> (Vec<Lexeme>, Option<Cause>) {
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start_matches([' ', '\t', '\n', '\r']).len();
        if at == text.len() {
            return (found, None);
        }
        match token(&text[at..]) {
            Ok((token, length)) => {
                found.push(Lexeme {
                    token,
                    start: at,
                    end: at + length,
                });
                at += length;
            }
            Err(cause) => return (found, Some(cause)),
        }
    }
}

/// The longest token at the start of a text that starts with no white space.
fn token(rest: &str) -> Result<(Token, usize), Cause> {
    match rest.as_bytes()[0] {
        b'{' => Ok((Token::Open('{'), 1)),
        b'[' => Ok((Token::Open('['), 1)),
        b'}' => Ok((Token::Close('}'), 1)),
        b']' => Ok((Token::Close(']'), 1)),
        b',' => Ok((Token::Comma, 1)),
        b':' => Ok((Token::Colon, 1)),
        b'"' => string(rest),
        b'-' | b'0'..=b'9' => number(rest),
        _ => literal(rest),
    }
}

fn literal(rest: &str) -> Result<(Token, usize), Cause> {
    let words = [
        ("true", Value::Bool(true)),
        ("false", Value::Bool(false)),
        ("null", Value::Null),
    ];
    for (word, value) in words {
        if rest.starts_with(word) {
            return Ok((Token::Literal(value), word.len()));
        }
        // The text ends inside the word: `tru` (D38).
        if word.starts_with(rest) {
            return Err(Cause::MidToken);
        }
    }
    Err(Cause::Syntax)
}

/// `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`, as long as it goes.
fn number(rest: &str) -> Result<(Token, usize), Cause> {
    let bytes = rest.as_bytes();
    let digits = |from: usize| {
        bytes[from..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    // Digits are owed at `from`: the text may end before them, or hold none.
    let owed = |from: usize| match digits(from) {
        0 if from == bytes.len() => Err(Cause::MidToken),
        0 => Err(Cause::Syntax),
        n => Ok(n),
    };
    let mut at = usize::from(bytes[0] == b'-');
    let whole = owed(at)?;
    at += if bytes[at] == b'0' { 1 } else { whole };
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        at += owed(at)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        at += owed(at)?;
    }
    Ok((Token::Number(rest[..at].to_string()), at))
}

/// Whether the whole text is one number of the grammar above (D58).
pub fn is_number(text: &str) -> bool {
    let starts = matches!(text.as_bytes().first(), Some(b'-' | b'0'..=b'9'));
    starts && number(text).is_ok_and(|(_, length)| length == text.len())
}

fn string(rest: &str) -> Result<(Token, usize), Cause> {
    let mut value = String::new();
    let mut lone_surrogate = false;
    let mut at = 1;
    while let Some(c) = rest[at..].chars().next() {
        match c {
            '"' => {
                return Ok((
                    Token::Text {
                        value,
                        lone_surrogate,
                    },
                    at + 1,
                ));
            }
            '\\' => {
                let (decoded, length) = escape(&rest[at..])?;
                at += length;
                lone_surrogate |= decoded.is_none();
                value.push(decoded.unwrap_or('\u{fffd}'));
            }
            c if c < ' ' => return Err(Cause::Syntax),
            c => {
                value.push(c);
                at += c.len_utf8();
            }
        }
    }
    Err(Cause::InString)
}

/// One escape: its character (none for half a surrogate pair) and its length.
fn escape(rest: &str) -> Result<(Option<char>, usize), Cause> {
    let simple = match rest.as_bytes().get(1) {
        None => return Err(Cause::InString),
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => {
            let unit = hex4(&rest[2..])?;
            if (0xd800..0xdc00).contains(&unit) && rest[6..].starts_with("\\u") {
                // Only a low half that is written out in full makes a pair.
                if let Ok(low @ 0xdc00..=0xdfff) = hex4(&rest[8..]) {
                    let scalar = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                    return Ok((char::from_u32(scalar), 12));
                }
            }
            return Ok((char::from_u32(unit), 6));
        }
        Some(_) => return Err(Cause::Syntax),
    };
    Ok((Some(simple), 2))
}

fn hex4(rest: &str) -> Result<u32, Cause> {
    let mut unit = 0;
    for i in 0..4 {
        let byte = *rest.as_bytes().get(i).ok_or(Cause::InString)?;
        unit = unit * 16 + char::from(byte).to_digit(16).ok_or(Cause::Syntax)?;
    }
    Ok(unit)
}
