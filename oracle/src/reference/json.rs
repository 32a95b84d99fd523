//! Reads and writes JSON, plainly: a push-down check of where tokens may stand, and a recursive builder.
//!
//! Decides D1 (one strict reader: duplicate names and lone surrogates are
//! refused) and D30 (numbers and member order are kept as written). It never
//! mends anything: R1 and R2 live in `text`. The builder recurses, so `check`
//! in `mod.rs` runs deeply nested bodies on a thread with a large stack; the
//! check before it does not recurse.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::tokens::{Cause, Lexeme, Token, tokens};

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
                self.value_ended();
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
                    .is_some_and(|next| next.token == Token::Colon)
                    && open.last_mut().is_some_and(|names| !names.insert(value)) =>
            {
                return true;
            }
            _ => {}
        }
    }
    false
}

/// D1: the one strict reader, for the body, the text and R5's strings.
pub fn read(text: &str) -> Result<Value, Cause> {
    let lexemes = grammatical(text)?;
    if has_duplicate_name(&lexemes) {
        return Err(Cause::Duplicate);
    }
    Ok(build(&mut lexemes.into_iter().map(|l| l.token)))
}

/// What many readers do and D1 forbids: a name that comes again replaces what
/// it named before.
pub fn read_keeping_the_last(text: &str) -> Result<Value, Cause> {
    let lexemes = grammatical(text)?;
    let all = build(&mut lexemes.into_iter().map(|l| l.token));
    Ok(without_repeats(all))
}

fn without_repeats(value: Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.into_iter().map(without_repeats).collect()),
        Value::Object(members) => {
            let mut kept: Vec<(String, Value)> = Vec::new();
            for (name, value) in members {
                kept.retain(|(other, _)| *other != name);
                kept.push((name, without_repeats(value)));
            }
            Value::Object(kept)
        }
        scalar => scalar,
    }
}

/// The tokens of a text that is JSON but for names that come twice.
fn grammatical(text: &str) -> Result<Vec<Lexeme>, Cause> {
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
    Ok(lexemes)
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
