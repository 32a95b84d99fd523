//! One pass over a pattern: cost, coverage, and a bound of backtracking (D28,
//! D29, J11, J13).
//!
//! The scan counts and copies; it leaves the grammar to `regress`, which gets
//! the pattern with its widened escapes in a spelling that it reads. It must not
//! be relied on for a pattern that `regress` refuses.

use super::pattern::PATTERN_COST;
use std::fmt::Write as _;

/// No class of one property has more ranges than this.
const PROPERTY_RANGES: u64 = 1_000;

/// What kinds of construct a pattern holds.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Groups {
    /// Only what is covered.
    #[default]
    Plain,
    /// Look-around or a back-reference.
    Special,
    /// A modifier group.
    Modifier,
}

/// What one pass over a pattern finds.
#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "four findings that have nothing to do with each other"
)]
pub(super) struct Scan {
    pub(super) portable: String,
    pub(super) cost: u64,
    pub(super) ranges: u64,
    pub(super) groups: Groups,
    /// A lone surrogate, or nothing repeated many times: `regress` is known to
    /// be wrong or endless there.
    pub(super) distrusted: bool,
    /// A quantifier behind an assertion: no pattern, though `regress` takes
    /// some of these for one.
    pub(super) misplaced: bool,
    pub(super) property: bool,
    pub(super) names: Vec<String>,
    anchored: bool,
    /// Quantifiers outside quantified groups that may give back.
    loops: f64,
    /// Bits of choice by alternation outside quantified groups.
    bits: f64,
    /// Bits of choice for each character, inside quantified groups.
    nested: f64,
}

/// What a sequence or a group adds up to.
#[derive(Default, Clone, Copy)]
struct Sum {
    /// It is an assertion, which nothing may repeat.
    asserts: bool,
    cost: u64,
    ranges: u64,
    loops: f64,
    bits: f64,
    nested: f64,
}

impl Sum {
    fn add(&mut self, other: Self) {
        self.cost = self.cost.saturating_add(other.cost);
        self.ranges = self.ranges.saturating_add(other.ranges);
        self.loops += other.loops;
        self.bits += other.bits;
        self.nested += other.nested;
    }

    /// The sum under a quantifier `{least,most}`.
    fn times(self, least: u64, most: Option<u64>) -> Self {
        let repeats = most.unwrap_or(least).max(1);
        let repeated = most.is_none_or(|most| most > 1);
        let varies = f64::from(most != Some(least));
        let mut sum = Self {
            cost: self.cost.saturating_mul(repeats),
            ranges: self.ranges.saturating_mul(repeats),
            ..self
        };
        if repeated && (self.loops > 0.0 || self.bits > 0.0) {
            sum.nested += (self.loops + self.bits.exp2()).log2().max(1.0);
            (sum.loops, sum.bits) = (0.0, 0.0);
        }
        sum.loops += varies;
        sum
    }
}

#[derive(Default)]
struct Frame {
    sum: Sum,
    last: Option<Sum>,
    bars: f64,
    /// It looks around.
    asserts: bool,
}

impl Frame {
    fn push(&mut self, atom: Sum) {
        if let Some(last) = self.last.replace(atom) {
            self.sum.add(last);
        }
    }

    fn close(mut self) -> Sum {
        self.sum.add(self.last.take().unwrap_or_default());
        self.sum.bits += (self.bars + 1.0).log2();
        self.sum.asserts = self.asserts;
        self.sum
    }
}

impl Scan {
    pub(super) fn new(text: &str) -> Self {
        let mut scan = Self {
            anchored: text.starts_with('^') && !text.contains('|'),
            ..Self::default()
        };
        let mut frames = vec![Frame::default()];
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            let tail = &rest[character.len_utf8()..];
            let taken = match character {
                '\\' => scan.escape(tail, &mut frames),
                '[' => scan.class(tail, &mut frames),
                '(' => {
                    frames.push(Frame {
                        asserts: ["?=", "?!", "?<=", "?<!"]
                            .iter()
                            .any(|head| tail.starts_with(head)),
                        ..Frame::default()
                    });
                    scan.group(tail)
                }
                ')' => {
                    if let Some(frame) = (frames.len() > 1).then(|| frames.pop()).flatten() {
                        atom(&mut frames, frame.close());
                    }
                    0
                }
                '|' => {
                    if let Some(frame) = frames.last_mut() {
                        let last = frame.last.take().unwrap_or_default();
                        frame.sum.add(last);
                        frame.bars += 1.0;
                    }
                    0
                }
                '*' | '+' | '?' | '{' => scan.quantifier(character, tail, &mut frames),
                '^' | '$' => Self::single(0, true, &mut frames),
                '.' => Self::single(4, false, &mut frames),
                _ => Self::single(1, false, &mut frames),
            };
            scan.keep(character, tail, taken);
            rest = &tail[taken..];
        }
        let mut total = Sum::default();
        for frame in frames {
            total.add(frame.close());
        }
        (scan.cost, scan.ranges) = (total.cost, total.ranges);
        (scan.loops, scan.bits, scan.nested) = (total.loops, total.bits, total.nested);
        scan
    }

    /// Copies what was scanned; escapes copy themselves (J11).
    fn keep(&mut self, character: char, tail: &str, taken: usize) {
        if character == '\\' {
            return;
        }
        self.portable.push(character);
        if character == '[' {
            rewrite_class(&tail[..taken], &mut self.portable);
        } else {
            self.portable.push_str(&tail[..taken]);
        }
    }

    fn single(ranges: u64, asserts: bool, frames: &mut [Frame]) -> usize {
        atom(
            frames,
            Sum {
                asserts,
                cost: 1,
                ranges,
                ..Sum::default()
            },
        );
        0
    }

    /// An escape outside a class; the bytes of `tail` that belong to it.
    fn escape(&mut self, tail: &str, frames: &mut [Frame]) -> usize {
        let (taken, ranges) = self.escaped(tail);
        Self::single(ranges, tail.starts_with(['b', 'B']), frames);
        if tail.starts_with(|c: char| matches!(c, '1'..='9' | 'k')) {
            self.groups = self.groups.max(Groups::Special);
        }
        portable_escape(&tail[..taken], &mut self.portable, false);
        taken
    }

    /// The length of an escape behind its backslash, and a bound of its ranges.
    fn escaped(&mut self, tail: &str) -> (usize, u64) {
        let Some(first) = tail.chars().next() else {
            return (0, 0);
        };
        let named = tail.strip_prefix("p{").or_else(|| tail.strip_prefix("P{"));
        if let Some((name, _)) = named.and_then(|named| named.split_once('}')) {
            self.property = true;
            self.names.push(name.to_owned());
            return (name.len() + 3, PROPERTY_RANGES);
        }
        self.distrusted |= tail.strip_prefix('u').is_some_and(lone_surrogate);
        let ranges = match first {
            'b' | 'B' => 0,
            'd' | 'D' | 'w' | 'W' | 's' | 'S' => 16,
            _ => 1,
        };
        (escape_length(tail, first), ranges)
    }

    /// A class; the bytes of `tail` up to and with its bracket.
    fn class(&mut self, tail: &str, frames: &mut [Frame]) -> usize {
        let (mut at, mut ranges) = (0, 2);
        while let Some(character) = tail[at..].chars().next() {
            at += character.len_utf8();
            match character {
                ']' => break,
                '\\' => {
                    let (taken, more) = self.escaped(&tail[at..]);
                    at += taken;
                    ranges += more;
                }
                _ => ranges += 1,
            }
        }
        Self::single(ranges, false, frames);
        at
    }

    /// The head of a group behind its parenthesis.
    fn group(&mut self, tail: &str) -> usize {
        let Some(kind) = tail.strip_prefix('?') else {
            return 0;
        };
        if kind.starts_with(':') {
            return 2;
        }
        match kind.strip_prefix('<') {
            Some(name) if !name.starts_with(['=', '!']) => {
                name.find('>').map_or(2, |length| length + 3)
            }
            Some(_) => {
                self.groups = self.groups.max(Groups::Special);
                3
            }
            None => {
                let modifies = !kind.starts_with(['=', '!']);
                self.groups = self.groups.max(if modifies {
                    Groups::Modifier
                } else {
                    Groups::Special
                });
                kind.find([':', '=', '!']).map_or(1, |length| length + 2)
            }
        }
    }

    fn quantifier(&mut self, character: char, tail: &str, frames: &mut [Frame]) -> usize {
        let (least, most, length) = match character {
            '*' => (0, None, 0),
            '+' => (1, None, 0),
            '?' => (0, Some(1), 0),
            _ => match braces(tail) {
                Some(braces) => braces,
                None => return 0,
            },
        };
        if let Some(last) = frames.last_mut().and_then(|frame| frame.last.as_mut()) {
            self.misplaced |= last.asserts;
            self.distrusted |= last.cost == 0 && most.unwrap_or(least) > PATTERN_COST;
            *last = last.times(least, most);
        }
        length + usize::from(tail[length..].starts_with('?'))
    }

    /// A bound of the steps on a subject of `length` characters, as a power
    /// of 2.
    pub(super) fn steps(&self, length: usize) -> f64 {
        #[allow(
            clippy::cast_precision_loss,
            reason = "a length of a body is exact in a double"
        )]
        let length = length as f64;
        let starts = if self.anchored { 0.0 } else { 1.0 };
        (length + 1.0).log2() * (self.loops + starts) + self.bits + self.nested * length
    }
}

fn atom(frames: &mut [Frame], sum: Sum) {
    if let Some(frame) = frames.last_mut() {
        frame.push(sum);
    }
}

/// `{m}`, `{m,}` or `{m,n}` behind its brace.
fn braces(tail: &str) -> Option<(u64, Option<u64>, usize)> {
    let (inner, _) = tail.split_once('}')?;
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| text.parse().unwrap_or(u64::MAX))
    };
    let (least, most) = match inner.split_once(',') {
        None => (number(inner)?, Some(number(inner)?)),
        Some((least, "")) => (number(least)?, None),
        Some((least, most)) => (number(least)?, Some(number(most)?)),
    };
    Some((least, most, inner.len() + 1))
}

/// The bytes of an escape behind its backslash; a surrogate pair is one.
fn escape_length(tail: &str, first: char) -> usize {
    let length = match first {
        'u' if tail[1..].starts_with('{') => tail.find('}').map_or(1, |end| end + 1),
        'u' if pair(&tail[1..]) => 11,
        'u' => 5,
        'x' => 3,
        'c' => 2,
        'k' => tail.find('>').map_or(1, |end| end + 1),
        _ => first.len_utf8(),
    };
    if tail.is_char_boundary(length) {
        length
    } else {
        first.len_utf8()
    }
}

/// The code unit that four hexadecimal digits spell.
fn unit(text: &str) -> Option<u32> {
    u32::from_str_radix(text.get(..4)?, 16).ok()
}

/// Whether `\u` with these digits begins a surrogate pair.
fn pair(digits: &str) -> bool {
    let low = digits
        .get(4..)
        .and_then(|rest| unit(rest.strip_prefix("\\u")?));
    matches!(unit(digits), Some(0xd800..=0xdbff)) && matches!(low, Some(0xdc00..=0xdfff))
}

/// Whether `\u` with these digits is half of a pair without its other half.
fn lone_surrogate(digits: &str) -> bool {
    matches!(unit(digits), Some(0xd800..=0xdfff)) && !pair(digits)
}

/// Escapes of punctuation that the `u` grammar has itself.
const ECMA: &str = "^$\\.*+?()[]{}|/";

/// Writes an escape so that `regress` reads it (J11). The bare character could
/// turn a wrong pattern into a right one.
fn portable_escape(escape: &str, out: &mut String, in_class: bool) {
    out.push('\\');
    match escape.chars().next() {
        Some(character)
            if character.is_ascii_punctuation()
                && !ECMA.contains(character)
                && !(in_class && character == '-') =>
        {
            // Writing to a string does not fail.
            let _ = write!(out, "x{:02x}", character as u32);
        }
        _ => out.push_str(escape),
    }
}

fn rewrite_class(class: &str, out: &mut String) {
    let mut rest = class;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let tail = &rest[at + 1..];
        let length = tail.chars().next().map_or(0, char::len_utf8);
        portable_escape(&tail[..length], out, true);
        rest = &tail[length..];
    }
    out.push_str(rest);
}
