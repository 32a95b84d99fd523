//! Reads and writes JSON, plainly: a lexer that yields one token at a time, a
//! push-down check of where tokens may stand, and a recursive builder.
//!
//! Decides D1 (one strict reader: duplicate names and lone surrogates are
//! refused) and D30 (numbers and member order are kept as written). It never
//! mends anything: R1 and R2 live in `text`. The builder recurses, so `check`
//! in `mod.rs` runs deeply nested bodies on a thread with a large stack; the
//! check before it does not recurse.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A JSON value with everything the caller wrote except white space and the
/// spelling of string escapes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as its exact spelling (D30).
    Number(String),
    /// A string, decoded.
    String(String),
    /// The items in order.
    Array(Vec<Value>),
    /// The members in submitted order (D36); names are unique (D1).
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The member `name` of an object, by linear search.
    pub fn member(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(members) => members.iter().find(|(n, _)| n == name).map(|(_, v)| v),
            _ => None,
        }
    }

    /// How many containers stand inside one another, a scalar being 0 (D8).
    pub fn height(&self) -> usize {
        let inside = match self {
            Value::Array(items) => items.iter().map(Value::height).max(),
            Value::Object(members) => members.iter().map(|(_, v)| v.height()).max(),
            _ => return 0,
        };
        1 + inside.unwrap_or(0)
    }

    /// Compact JSON text: escapes as RFC 8785, numbers by their spelling.
    pub fn render(&self) -> String {
        let mut out = String::new();
        self.render_into(&mut out);
        out
    }

    fn render_into(&self, out: &mut String) {
        match self {
            Value::Null => out.push_str("null"),
            Value::Bool(true) => out.push_str("true"),
            Value::Bool(false) => out.push_str("false"),
            Value::Number(spelling) => out.push_str(spelling),
            Value::String(text) => out.push_str(&quote(text)),
            Value::Array(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    item.render_into(out);
                }
                out.push(']');
            }
            Value::Object(members) => {
                out.push('{');
                for (i, (name, value)) in members.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    out.push_str(&quote(name));
                    out.push(':');
                    value.render_into(out);
                }
                out.push('}');
            }
        }
    }
}

/// A string as a JSON string, with the escapes of RFC 8785.
pub fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

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

/// What may stand next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owed {
    Value,
    ValueOrClose,
    Name,
    NameOrClose,
    Colon,
    CommaOrClose,
    Nothing,
}

/// Where the grammar stands after some tokens.
#[derive(Debug)]
pub struct Grammar {
    open: Vec<char>,
    owed: Owed,
}

impl Default for Grammar {
    fn default() -> Self {
        Grammar {
            open: Vec::new(),
            owed: Owed::Value,
        }
    }
}

impl Grammar {
    /// Lets one more token stand, or says why it may not.
    pub fn place(&mut self, token: &Token) -> Result<(), Cause> {
        let fits_value = matches!(self.owed, Owed::Value | Owed::ValueOrClose);
        match token {
            Token::Close(closer) => return self.close(*closer),
            _ if self.owed == Owed::Nothing => return Err(Cause::Trailing),
            Token::Open(opener) if fits_value => {
                self.open.push(*opener);
                self.owed = if *opener == '{' {
                    Owed::NameOrClose
                } else {
                    Owed::ValueOrClose
                };
            }
            Token::Text { .. } if matches!(self.owed, Owed::Name | Owed::NameOrClose) => {
                self.owed = Owed::Colon;
            }
            Token::Text { .. } | Token::Number(_) | Token::Literal(_) if fits_value => {
                self.value_ended()
            }
            Token::Colon if self.owed == Owed::Colon => self.owed = Owed::Value,
            Token::Comma if self.owed == Owed::CommaOrClose => {
                self.owed = if self.open.last() == Some(&'{') {
                    Owed::Name
                } else {
                    Owed::Value
                };
            }
            _ => return Err(Cause::Syntax),
        }
        Ok(())
    }

    fn close(&mut self, closer: char) -> Result<(), Cause> {
        if self.open.last().map(|&opener| closer_of(opener)) != Some(closer) {
            return Err(Cause::Mismatch);
        }
        if !self.may_close() {
            return Err(Cause::Syntax);
        }
        self.open.pop();
        self.value_ended();
        Ok(())
    }

    fn value_ended(&mut self) {
        self.owed = if self.open.is_empty() {
            Owed::Nothing
        } else {
            Owed::CommaOrClose
        };
    }

    /// Whether the innermost open delimiter may be closed here.
    pub fn may_close(&self) -> bool {
        matches!(
            self.owed,
            Owed::ValueOrClose | Owed::NameOrClose | Owed::CommaOrClose
        )
    }

    /// Whether the root is complete.
    pub fn is_complete(&self) -> bool {
        self.owed == Owed::Nothing
    }

    /// The closers that the open delimiters require, innermost first.
    pub fn closers(&self) -> String {
        self.open
            .iter()
            .rev()
            .map(|&opener| closer_of(opener))
            .collect()
    }
}

fn closer_of(opener: char) -> char {
    if opener == '{' { '}' } else { ']' }
}

/// D1: whether any string or name among the tokens holds half a surrogate pair.
pub fn has_lone_surrogate(lexemes: &[Lexeme]) -> bool {
    lexemes.iter().any(|l| {
        matches!(
            l.token,
            Token::Text {
                lone_surrogate: true,
                ..
            }
        )
    })
}

/// D1: whether an object holds a name twice (compared decoded). The tokens
/// must be grammatical as far as they go.
pub fn has_duplicate_name(lexemes: &[Lexeme]) -> bool {
    let mut open: Vec<BTreeSet<&str>> = Vec::new();
    for (i, lexeme) in lexemes.iter().enumerate() {
        match &lexeme.token {
            Token::Open(_) => open.push(BTreeSet::new()),
            Token::Close(_) => drop(open.pop()),
            // A string before a colon is a name of the innermost object.
            Token::Text { value, .. }
                if lexemes
                    .get(i + 1)
                    .is_some_and(|next| next.token == Token::Colon) =>
            {
                if open.last_mut().is_some_and(|names| !names.insert(value)) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// D1: the one strict reader, for the body, the text and R5's strings.
pub fn read(text: &str) -> Result<Value, Cause> {
    let (lexemes, fault) = tokens(text);
    let mut grammar = Grammar::default();
    for lexeme in &lexemes {
        grammar.place(&lexeme.token)?;
    }
    if let Some(cause) = fault {
        return Err(cause);
    }
    if !grammar.is_complete() {
        return Err(Cause::Syntax);
    }
    if has_lone_surrogate(&lexemes) {
        return Err(Cause::Surrogate);
    }
    if has_duplicate_name(&lexemes) {
        return Err(Cause::Duplicate);
    }
    Ok(build(&mut lexemes.into_iter().map(|l| l.token)))
}

/// Builds a value from tokens whose grammar has been checked, so that an
/// iterator that ends early can only mean a complete value.
fn build(tokens: &mut impl Iterator<Item = Token>) -> Value {
    let first = tokens.next();
    build_from(first, tokens)
}

fn build_from(first: Option<Token>, tokens: &mut impl Iterator<Item = Token>) -> Value {
    match first {
        Some(Token::Open('{')) => Value::Object(build_members(tokens)),
        Some(Token::Open(_)) => Value::Array(build_items(tokens)),
        Some(Token::Text { value, .. }) => Value::String(value),
        Some(Token::Number(spelling)) => Value::Number(spelling),
        Some(Token::Literal(value)) => value,
        _ => Value::Null,
    }
}

fn build_items(tokens: &mut impl Iterator<Item = Token>) -> Vec<Value> {
    let mut items = Vec::new();
    loop {
        match tokens.next() {
            None | Some(Token::Close(_)) => return items,
            Some(Token::Comma) => {}
            first => items.push(build_from(first, tokens)),
        }
    }
}

fn build_members(tokens: &mut impl Iterator<Item = Token>) -> Vec<(String, Value)> {
    let mut members = Vec::new();
    loop {
        match tokens.next() {
            None | Some(Token::Close(_)) => return members,
            Some(Token::Text { value: name, .. }) => {
                tokens.next(); // the colon
                members.push((name, build(tokens)));
            }
            Some(_) => {} // a comma
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_member_order_are_kept_as_written() {
        let text = r#"{"b":1E+2,"a":[-0,1.50,"é\u0001/"]}"#;
        assert_eq!(read(text).map(|v| v.render()).as_deref(), Ok(text));
    }

    #[test]
    fn duplicate_names_are_found_after_decoding() {
        assert_eq!(read(r#"{"a":1,"\u0061":2}"#), Err(Cause::Duplicate));
        assert!(read(r#"{"a":{"a":1},"b":[{"a":1},{"a":1}]}"#).is_ok());
    }

    #[test]
    fn half_a_surrogate_pair_is_refused_and_a_whole_one_decoded() {
        assert_eq!(read(r#""\ud800""#), Err(Cause::Surrogate));
        assert_eq!(read(r#""\ud83d\u0041""#), Err(Cause::Surrogate));
        assert_eq!(read(r#""\ud83d\ude00""#), Ok(Value::String("😀".into())));
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in [
            "",
            "01",
            "+1",
            "1.",
            ".5",
            "[1,]",
            "{,}",
            "\u{feff}{}",
            "NaN",
            "'a'",
            "{} {}",
            "\"\t\"",
            "[1 2]",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_hundred_thousand_open_brackets_are_refused_without_recursion() {
        assert_eq!(read(&"[".repeat(100_000)), Err(Cause::Syntax));
    }
}
