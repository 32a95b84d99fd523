//! Escapes, in a class or outside: the character or set that each stands for,
//! and which of them this reading widens (D28).
//!
//! A widened escape is spelled as every ECMA-262 engine reads it; any other
//! must never be spelled anew.

use super::{NotAPattern, Scanned, Scanner, saturating};
use crate::reference::matcher::Node;
use crate::reference::sets::{self, Range, negated};

impl Scanner {
    /// An escape outside a class.
    pub(super) fn escape(&mut self) -> Scanned<Option<String>> {
        match self.peek(0) {
            Some(c @ ('b' | 'B')) => {
                self.at += 1;
                self.assertion(Node::Boundary { wanted: c == 'b' })?;
            }
            Some('1'..='9') => {
                let number = saturating(&self.digits()?);
                self.numbers_referred.push(number);
                self.uncovered = true; // D29: back-reference
                self.atom(&[])?;
            }
            Some('k') => {
                self.at += 1;
                if !self.take("<") {
                    return Err(NotAPattern);
                }
                let name = self.group_name()?;
                self.names_referred.push(name);
                self.uncovered = true; // D29: back-reference
                self.atom(&[])?;
            }
            _ => {
                let (set, widened) = self.set_escape()?;
                self.atom(&set)?;
                return Ok(widened);
            }
        }
        Ok(None)
    }

    /// An escape that stands for a character or a set, in a class or outside.
    pub(super) fn set_escape(&mut self) -> Scanned<(Vec<Range>, Option<String>)> {
        let c = self.next()?;
        let one = |code: u32| vec![(code, code)];
        let set = match c {
            'd' => sets::digit_set(),
            'D' => negated(&sets::digit_set()),
            'w' => sets::word_set(),
            'W' => negated(&sets::word_set()),
            's' => sets::space_set(),
            'S' => negated(&sets::space_set()),
            'p' => self.property()?,
            'P' => negated(&self.property()?),
            'f' => one(0xc),
            'n' => one(0xa),
            'r' => one(0xd),
            't' => one(0x9),
            'v' => one(0xb),
            'c' => match self.next()? {
                letter if letter.is_ascii_alphabetic() => one(u32::from(letter) % 32),
                _ => return Err(NotAPattern),
            },
            '0' if !self.peek(0).is_some_and(|d| d.is_ascii_digit()) => one(0),
            'x' => one(self.hex(2)?),
            'u' => one(self.unicode_escape()?),
            // D28: `u` escapes these itself ...
            c if "^$\\.*+?()[]{}|/".contains(c) => one(u32::from(c)),
            // ... and this reading any other ASCII punctuation as well.
            c if c.is_ascii_punctuation() => {
                return Ok((one(u32::from(c)), Some(format!("\\x{:02x}", u32::from(c)))));
            }
            _ => return Err(NotAPattern),
        };
        Ok((set, None))
    }

    fn hex(&mut self, length: usize) -> Scanned<u32> {
        let mut code = 0;
        for _ in 0..length {
            code = code * 16 + self.next()?.to_digit(16).ok_or(NotAPattern)?;
        }
        Ok(code)
    }

    /// What follows `\u`: `{h…}`, or four digits, or two of them that pair up.
    pub(super) fn unicode_escape(&mut self) -> Scanned<u32> {
        if self.take("{") {
            let mut code: u32 = 0;
            let start = self.at;
            while !self.take("}") {
                let digit = self.next()?.to_digit(16).ok_or(NotAPattern)?;
                code = code.saturating_mul(16).saturating_add(digit);
            }
            return if self.at == start + 1 || code > 0x10_ffff {
                Err(NotAPattern)
            } else {
                Ok(code)
            };
        }
        let unit = self.hex(4)?;
        let after = self.at;
        if (0xd800..0xdc00).contains(&unit) && self.take("\\u") {
            if let Ok(low @ 0xdc00..=0xdfff) = self.hex(4) {
                return Ok(0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
            }
            self.at = after;
        }
        Ok(unit)
    }

    /// `{Name}` or `{Name=Value}` after `\p` or `\P`.
    fn property(&mut self) -> Scanned<Vec<Range>> {
        if !self.take("{") {
            return Err(NotAPattern);
        }
        let mut name = String::new();
        loop {
            match self.next()? {
                '}' => break,
                c if c.is_ascii_alphanumeric() || matches!(c, '_' | '=') => name.push(c),
                _ => return Err(NotAPattern),
            }
        }
        // D28: what ECMA-262 does not know is no pattern; `regress` knows its
        // closed and exactly spelled list.
        let spelled = format!("\\p{{{name}}}");
        if regress::Regex::with_flags(&spelled, "u").is_err() {
            return Err(NotAPattern);
        }
        let table = sets::property_table(&spelled);
        self.uncovered |= table.is_none(); // D28: known there, no table here
        Ok(table.unwrap_or_default())
    }
}
