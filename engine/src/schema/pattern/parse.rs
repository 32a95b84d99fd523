//! The grammar of ECMA-262 patterns under the `u` flag, and the cost of D29.
//!
//! One loop over the text with an explicit stack of open groups: 200,000 open
//! parentheses cost 200,000 frames and no call. What decides validity only at
//! the end (a back-reference to a later group) is remembered until there, and a
//! construct outside the coverage is noted while reading goes on, because a
//! fault behind it makes the pattern invalid all the same.

use super::group::Names;
use super::set::{Set, dot};
use super::syntax::{Assertion, Item, Syntax, UNBOUNDED};
use super::{PatternError, SCHEMA_CLASS_BUDGET};

/// Cost and class cost of a part of the pattern.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    items: u64,
    ranges: u64,
}

impl Cost {
    fn plus(self, other: Self) -> Self {
        Self {
            items: self.items.saturating_add(other.items),
            ranges: self.ranges.saturating_add(other.ranges),
        }
    }

    fn times(self, factor: u32) -> Self {
        Self {
            items: self.items.saturating_mul(factor.into()),
            ranges: self.ranges.saturating_mul(factor.into()),
        }
    }
}

/// A group whose end is not read yet.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    /// Where the group opens; its contents stand at higher places.
    pub(super) open: usize,
    /// Where its current alternative begins.
    pub(super) alternative: usize,
    /// Whether it is a look-around, which no quantifier may follow.
    pub(super) look: bool,
    /// The cost of what is read of it so far.
    sum: Cost,
}

/// The reader of one pattern.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    /// The byte to read next; always at the start of a character.
    pub(super) at: usize,
    items: Vec<Item>,
    sets: Vec<Set>,
    pub(super) current: Frame,
    pub(super) outer: Vec<Frame>,
    pub(super) names: Names,
    /// A construct outside the coverage has been met.
    pub(super) uncovered: bool,
    /// The ranges of all sets kept so far.
    kept: u64,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            items: Vec::with_capacity(text.len().min(16)),
            sets: Vec::new(),
            current: Frame::default(),
            outer: Vec::new(),
            names: Names::default(),
            uncovered: false,
            kept: 0,
        }
    }

    /// Reads the whole pattern.
    pub(super) fn run(mut self) -> Result<Syntax, PatternError> {
        while let Some(byte) = self.peek() {
            self.term(byte)?;
        }
        if !self.outer.is_empty() || !self.names.are_complete() {
            return Err(PatternError::Invalid);
        }
        if self.uncovered {
            return Err(PatternError::NotCovered);
        }
        let mut sum = self.current.sum;
        if self.is_spent() {
            sum.ranges = u64::MAX;
        }
        Ok(Syntax {
            items: self.items,
            sets: self.sets,
            cost: sum.items,
            class_cost: sum.ranges,
        })
    }

    /// Reads one term, `|` or end of a group, which begins with `byte`.
    fn term(&mut self, byte: u8) -> Result<(), PatternError> {
        match byte {
            b'^' => self.assertion(Assertion::Start, 1),
            b'$' => self.assertion(Assertion::End, 1),
            b'(' => self.open()?,
            b')' => return self.close(),
            b'|' => {
                self.at += 1;
                self.current.alternative = self.at;
                self.items.push(Item::Alternative);
            }
            b'.' => {
                self.at += 1;
                return self.atom(Item::Dot, dot().ranges());
            }
            b'[' => {
                let set = self.bracket()?;
                return self.set(set);
            }
            b'\\' => return self.escaped_term(),
            // A quantifier is read with its atom, so here it has none.
            b'*' | b'+' | b'?' | b'{' | b'}' | b']' => return Err(PatternError::Invalid),
            _ => {
                let character = self.next_char().ok_or(PatternError::Invalid)?;
                return self.atom(Item::Char(character), 1);
            }
        }
        Ok(())
    }

    /// Takes an assertion that is `length` bytes long.
    pub(super) fn assertion(&mut self, assertion: Assertion, length: usize) {
        self.at += length;
        self.items.push(Item::Assert(assertion));
        self.current.sum = self.current.sum.plus(Cost {
            items: 1,
            ranges: 0,
        });
    }

    /// Takes a class and the quantifier that may follow it.
    pub(super) fn set(&mut self, set: Set) -> Result<(), PatternError> {
        let ranges = set.ranges();
        let item = Item::Set(self.sets.len() as u32);
        if !self.is_spent() {
            self.kept += ranges;
            self.sets.push(set);
        }
        self.atom(item, ranges)
    }

    /// Whether the classes alone exceed the budget of a schema, so that no more
    /// of them need be kept: a small pattern can name very large sets.
    pub(super) fn is_spent(&self) -> bool {
        self.kept > SCHEMA_CLASS_BUDGET
    }

    /// Takes an item that matches one character, and its quantifier.
    pub(super) fn atom(&mut self, item: Item, ranges: u64) -> Result<(), PatternError> {
        self.items.push(item);
        self.repeated(Cost { items: 1, ranges })
    }

    /// Opens a group; its kind has been read.
    pub(super) fn push_frame(&mut self, open: usize, look: bool) {
        self.items.push(Item::Open);
        self.outer.push(self.current);
        self.current = Frame {
            open,
            alternative: open,
            look,
            sum: Cost::default(),
        };
    }

    fn close(&mut self) -> Result<(), PatternError> {
        self.at += 1;
        let outer = self.outer.pop().ok_or(PatternError::Invalid)?;
        let closed = std::mem::replace(&mut self.current, outer);
        self.items.push(Item::Close);
        if closed.look {
            return Ok(());
        }
        self.repeated(closed.sum)
    }

    /// Reads the quantifier that may follow an atom of this cost, and adds it up.
    fn repeated(&mut self, cost: Cost) -> Result<(), PatternError> {
        let Some((min, max)) = self.quantifier()? else {
            self.current.sum = self.current.sum.plus(cost);
            return Ok(());
        };
        self.items.push(Item::Repeat { min, max });
        let factor = if max == UNBOUNDED { min } else { max };
        self.current.sum = self.current.sum.plus(cost.times(factor.max(1)));
        Ok(())
    }

    fn quantifier(&mut self) -> Result<Option<(u32, u32)>, PatternError> {
        let bounds = match self.peek() {
            Some(b'*') => (0, UNBOUNDED),
            Some(b'+') => (1, UNBOUNDED),
            Some(b'?') => (0, 1),
            Some(b'{') => self.braces()?,
            _ => return Ok(None),
        };
        self.at += 1;
        // A lazy quantifier matches the same strings.
        self.eat(b'?');
        Ok(Some(bounds))
    }

    /// Reads `{m}`, `{m,}` or `{m,n}` up to its closing brace.
    fn braces(&mut self) -> Result<(u32, u32), PatternError> {
        self.at += 1;
        let low = self.digits()?;
        let high = if !self.eat(b',') {
            low
        } else if self.peek() == Some(b'}') {
            return Ok((bound(low), UNBOUNDED));
        } else {
            self.digits()?
        };
        if self.peek() != Some(b'}') || exceeds(low, high) {
            return Err(PatternError::Invalid);
        }
        Ok((bound(low), bound(high)))
    }

    /// Reads a number of any length and returns its digits without leading zeros.
    fn digits(&mut self) -> Result<&'a str, PatternError> {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let digits = rest.get(..length).filter(|found| !found.is_empty());
        self.at += length;
        Ok(digits.ok_or(PatternError::Invalid)?.trim_start_matches('0'))
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    pub(super) fn next_char(&mut self) -> Option<char> {
        if let Some(byte) = self.peek().filter(u8::is_ascii) {
            self.at += 1;
            return Some(byte.into());
        }
        let character = self.rest().chars().next()?;
        self.at += character.len_utf8();
        Some(character)
    }
}

/// The number that the digits write; one too large for any budget saturates.
fn bound(digits: &str) -> u32 {
    if digits.is_empty() {
        0
    } else {
        digits.parse().unwrap_or(UNBOUNDED).min(UNBOUNDED - 1)
    }
}

/// Whether the first number is larger; both without leading zeros.
fn exceeds(low: &str, high: &str) -> bool {
    (low.len(), low) > (high.len(), high)
}
