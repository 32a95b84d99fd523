//! The reader: strict RFC 8259, iterative, with an own stack.

use std::iter::Peekable;
use std::str::CharIndices;

use super::Value;

/// How deep a text may nest: four times what the service accepts in a body, and little enough that a
/// value can be written and dropped by recursion.
pub const MAX_DEPTH: usize = 256;

/// Why a text is not the JSON that is wanted, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct JsonError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

/// Reads one complete JSON text.
pub fn parse(text: &str) -> Result<Value, JsonError> {
    let mut reader = Reader {
        text,
        chars: text.char_indices().peekable(),
    };
    reader.document().map_err(|(offset, message)| {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        JsonError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message,
        }
    })
}

type Fault = (usize, String);

/// A container that is still open.
enum Open {
    Array(Vec<Value>),
    Object(Vec<(String, Value)>, String),
}

struct Reader<'t> {
    text: &'t str,
    chars: Peekable<CharIndices<'t>>,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<Value, Fault> {
        let mut stack: Vec<Open> = Vec::new();
        loop {
            let Some(value) = self.value(&mut stack)? else {
                continue;
            };
            if let Some(root) = self.close(&mut stack, value)? {
                self.space();
                return match self.chars.peek() {
                    None => Ok(root),
                    Some(&(at, _)) => Err((at, "content follows the complete value".into())),
                };
            }
        }
    }

    /// Reads a scalar or an empty container; opens any other container and returns `None`.
    fn value(&mut self, stack: &mut Vec<Open>) -> Result<Option<Value>, Fault> {
        self.space();
        let at = self.offset();
        match self.chars.peek().map(|&(_, c)| c) {
            Some('[') => self.open_array(stack, at),
            Some('{') => self.open_object(stack, at),
            Some('"') => self.string().map(|text| Some(Value::String(text))),
            Some('-' | '0'..='9') => self.number().map(Some),
            Some('a'..='z') => self.literal().map(Some),
            Some(other) => Err((at, format!("a value is wanted, not {other:?}"))),
            None => Err((at, "the text ends where a value is wanted".into())),
        }
    }

    fn open_array(&mut self, stack: &mut Vec<Open>, at: usize) -> Result<Option<Value>, Fault> {
        self.chars.next();
        self.space();
        if self.take(']') {
            return Ok(Some(Value::Array(Vec::new())));
        }
        Self::push(stack, Open::Array(Vec::new()), at)
    }

    fn open_object(&mut self, stack: &mut Vec<Open>, at: usize) -> Result<Option<Value>, Fault> {
        self.chars.next();
        self.space();
        if self.take('}') {
            return Ok(Some(Value::Object(Vec::new())));
        }
        let name = self.name()?;
        Self::push(stack, Open::Object(Vec::new(), name), at)
    }

    fn push(stack: &mut Vec<Open>, open: Open, at: usize) -> Result<Option<Value>, Fault> {
        if stack.len() + 1 >= MAX_DEPTH {
            return Err((at, format!("the text nests {MAX_DEPTH} levels or more")));
        }
        stack.push(open);
        Ok(None)
    }

    /// Hands a complete value to what is open around it, and closes as long as closers follow.
    /// Returns the root once it is complete, `None` if another value is wanted.
    fn close(&mut self, stack: &mut Vec<Open>, mut value: Value) -> Result<Option<Value>, Fault> {
        loop {
            let Some(open) = stack.pop() else {
                return Ok(Some(value));
            };
            self.space();
            let at = self.offset();
            match open {
                Open::Array(mut items) => {
                    items.push(value);
                    if self.take(',') {
                        stack.push(Open::Array(items));
                        return Ok(None);
                    }
                    if !self.take(']') {
                        return Err((at, "`,` or `]` is wanted after an item".into()));
                    }
                    value = Value::Array(items);
                }
                Open::Object(mut members, name) => {
                    members.push((name, value));
                    if self.take(',') {
                        self.space();
                        let name = self.name()?;
                        stack.push(Open::Object(members, name));
                        return Ok(None);
                    }
                    if !self.take('}') {
                        return Err((at, "`,` or `}` is wanted after a member".into()));
                    }
                    if let Some(twice) = repeated_name(&members) {
                        return Err((at, format!("an object holds the member {twice:?} twice")));
                    }
                    value = Value::Object(members);
                }
            }
        }
    }

    /// Reads a member name and its colon.
    fn name(&mut self) -> Result<String, Fault> {
        let at = self.offset();
        if self.chars.peek().map(|&(_, c)| c) != Some('"') {
            return Err((at, "a member name in quotes is wanted".into()));
        }
        let name = self.string()?;
        self.space();
        let at = self.offset();
        if self.take(':') {
            Ok(name)
        } else {
            Err((at, "`:` is wanted after a member name".into()))
        }
    }

    fn string(&mut self) -> Result<String, Fault> {
        let start = self.offset();
        self.chars.next();
        let mut out = String::new();
        loop {
            match self.chars.next() {
                None => return Err((start, "the string does not end".into())),
                Some((_, '"')) => return Ok(out),
                Some((at, '\\')) => out.push(self.escape(at)?),
                Some((at, c)) if c < ' ' => {
                    return Err((at, "a control character stands raw in a string".into()));
                }
                Some((_, c)) => out.push(c),
            }
        }
    }

    fn escape(&mut self, at: usize) -> Result<char, Fault> {
        match self.chars.next().map(|(_, c)| c) {
            Some(c @ ('"' | '\\' | '/')) => Ok(c),
            Some('b') => Ok('\u{8}'),
            Some('f') => Ok('\u{c}'),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('u') => self.unicode_escape(at),
            _ => Err((at, "this is no escape of JSON".into())),
        }
    }

    fn unicode_escape(&mut self, at: usize) -> Result<char, Fault> {
        let lone = || (at, "a lone surrogate names no character".to_owned());
        let high = self.hex(at)?;
        if let Some(c) = char::from_u32(high) {
            return Ok(c);
        }
        if high >= 0xDC00 || !self.take('\\') || !self.take('u') {
            return Err(lone());
        }
        let low = self.hex(at)?;
        if !(0xDC00..0xE000).contains(&low) {
            return Err(lone());
        }
        char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)).ok_or_else(lone)
    }

    fn hex(&mut self, at: usize) -> Result<u32, Fault> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.chars.next().and_then(|(_, c)| c.to_digit(16));
            code = code * 16
                + digit.ok_or_else(|| (at, "`\\u` wants four hexadecimal digits".to_owned()))?;
        }
        Ok(code)
    }

    fn number(&mut self) -> Result<Value, Fault> {
        let start = self.offset();
        self.take('-');
        if !self.take('0') && self.digits() == 0 {
            return Err((start, "a number wants a digit after `-`".into()));
        }
        if self.take('.') && self.digits() == 0 {
            return Err((start, "a number wants a digit after `.`".into()));
        }
        if self.take('e') || self.take('E') {
            if !self.take('+') {
                self.take('-');
            }
            if self.digits() == 0 {
                return Err((start, "a number wants a digit in its exponent".into()));
            }
        }
        Ok(Value::Number(self.text[start..self.offset()].to_owned()))
    }

    fn digits(&mut self) -> usize {
        let mut count = 0;
        while self.chars.next_if(|(_, c)| c.is_ascii_digit()).is_some() {
            count += 1;
        }
        count
    }

    fn literal(&mut self) -> Result<Value, Fault> {
        let start = self.offset();
        while self
            .chars
            .next_if(|(_, c)| c.is_ascii_alphabetic())
            .is_some()
        {}
        match &self.text[start..self.offset()] {
            "null" => Ok(Value::Null),
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            other => Err((start, format!("{other:?} is no literal of JSON"))),
        }
    }

    fn take(&mut self, wanted: char) -> bool {
        self.chars.next_if(|&(_, c)| c == wanted).is_some()
    }

    fn space(&mut self) {
        while self
            .chars
            .next_if(|(_, c)| matches!(c, ' ' | '\t' | '\n' | '\r'))
            .is_some()
        {}
    }

    fn offset(&mut self) -> usize {
        self.chars.peek().map_or(self.text.len(), |&(at, _)| at)
    }
}

/// A name that two members share. Sorting keeps an object of many members linear enough.
fn repeated_name(members: &[(String, Value)]) -> Option<&str> {
    let mut names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    names
        .windows(2)
        .find(|pair| pair[0] == pair[1])
        .map(|pair| pair[0])
}

#[cfg(test)]
mod tests;
