//! Scans a `pattern` as ECMA-262 with the `u` flag reads it, once, from left
//! to right.
//!
//! Decides D28 (what is a pattern at all, and the widened escapes of ASCII
//! punctuation) and D29 (look-around, back-references, modifiers and
//! properties without a table are not covered; what a pattern costs). It never
//! matches: `matcher` does, on the portable spelling that the scan returns.

use super::matcher::Node;
use super::sets::{self, Range, count, negated, normal};

/// What a pattern is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pattern {
    /// Inside the covered part, if its cost is.
    Covered {
        /// Characters, classes and assertions times their repeats (D29).
        cost: u64,
        /// Code-point ranges of classes times their repeats (D29).
        ranges: u64,
        /// The pattern without widened escapes, for any ECMA-262 engine.
        portable: String,
        /// What it matches; no construct of D29 stands in it.
        tree: Node,
    },
    /// No pattern of ECMA-262 `u`, even as D28 widens it.
    Invalid,
    /// A pattern that holds a construct which D29 leaves out.
    NotCovered,
}

/// Why the scan stops.
struct NotAPattern;

type Scanned<T> = Result<T, NotAPattern>;

/// What a quantifier would repeat.
struct Atom {
    cost: u64,
    ranges: u64,
    repeatable: bool,
    node: Node,
}

/// What stands in a class: a set, and its character if it is one.
struct ClassAtom {
    set: Vec<Range>,
    single: Option<u32>,
}

/// One open group; the whole pattern is the first.
struct Frame {
    id: usize,
    alternative: usize,
    repeatable: bool,
    cost: u64,
    ranges: u64,
    last: Option<Atom>,
    sequence: Vec<Node>,
    alternatives: Vec<Node>,
}

impl Frame {
    fn new(id: usize, repeatable: bool) -> Frame {
        Frame {
            id,
            alternative: 0,
            repeatable,
            cost: 0,
            ranges: 0,
            last: None,
            sequence: Vec::new(),
            alternatives: Vec::new(),
        }
    }

    /// Sequence and alternation add (D29).
    fn add_last(&mut self) {
        if let Some(atom) = self.last.take() {
            self.cost = self.cost.saturating_add(atom.cost);
            self.ranges = self.ranges.saturating_add(atom.ranges);
            self.sequence.push(atom.node);
        }
    }

    fn end_alternative(&mut self) {
        self.add_last();
        let sequence = std::mem::take(&mut self.sequence);
        self.alternatives.push(Node::Sequence(sequence));
        self.alternative += 1;
    }

    fn end(mut self) -> Atom {
        self.end_alternative();
        let node = Node::Either(self.alternatives);
        Atom {
            cost: self.cost,
            ranges: self.ranges,
            repeatable: self.repeatable,
            node,
        }
    }
}

struct Scanner {
    chars: Vec<char>,
    at: usize,
    portable: String,
    frames: Vec<Frame>,
    opened: usize,
    captures: u64,
    names: Vec<(String, Vec<(usize, usize)>)>,
    numbers_referred: Vec<u64>,
    names_referred: Vec<String>,
    uncovered: bool,
}

/// D28 and D29: what `pattern` is and costs.
pub fn scan(pattern: &str) -> Pattern {
    let mut scanner = Scanner {
        chars: pattern.chars().collect(),
        at: 0,
        portable: String::new(),
        frames: vec![Frame::new(0, false)],
        opened: 0,
        captures: 0,
        names: Vec::new(),
        numbers_referred: Vec::new(),
        names_referred: Vec::new(),
        uncovered: false,
    };
    match scanner.run() {
        Err(NotAPattern) => Pattern::Invalid,
        Ok(_) if scanner.uncovered => Pattern::NotCovered,
        Ok(whole) => Pattern::Covered {
            cost: whole.cost,
            ranges: whole.ranges,
            portable: scanner.portable,
            tree: whole.node,
        },
    }
}

impl Scanner {
    fn run(&mut self) -> Scanned<Atom> {
        while self.at < self.chars.len() {
            let start = self.at;
            let widened = self.step()?;
            match widened {
                Some(spelling) => self.portable.push_str(&spelling),
                None => self.portable.extend(&self.chars[start..self.at]),
            }
        }
        let numbers_exist = self.numbers_referred.iter().all(|n| *n <= self.captures);
        let names_exist = self
            .names_referred
            .iter()
            .all(|n| self.names.iter().any(|(m, _)| n == m));
        match (self.frames.pop(), self.frames.is_empty()) {
            (Some(whole), true) if numbers_exist && names_exist => Ok(whole.end()),
            _ => Err(NotAPattern), // an open group, or a reference to no group
        }
    }

    /// Reads one term; returns its portable spelling if that is another.
    fn step(&mut self) -> Scanned<Option<String>> {
        let c = self.next()?;
        match c {
            '|' => {
                self.frame()?.end_alternative();
            }
            '(' => self.open_group()?,
            ')' => self.close_group()?,
            '*' => self.quantify(0, None)?,
            '+' => self.quantify(1, None)?,
            '?' => self.quantify(0, Some(1))?,
            '{' => {
                let (least, most) = self.braces()?;
                self.quantify(least, most)?;
            }
            '^' => self.assertion(Node::Start)?,
            '$' => self.assertion(Node::End)?,
            // D28: all but LF, CR, U+2028 and U+2029, which makes four ranges.
            '.' => self.atom(&sets::dot_set())?,
            '[' => return self.class(),
            ']' | '}' => return Err(NotAPattern),
            '\\' => return self.escape(),
            c => self.atom(&[(u32::from(c), u32::from(c))])?,
        }
        Ok(None)
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn next(&mut self) -> Scanned<char> {
        let c = self.peek(0).ok_or(NotAPattern)?;
        self.at += 1;
        Ok(c)
    }

    fn take(&mut self, text: &str) -> bool {
        let there = text
            .chars()
            .enumerate()
            .all(|(i, c)| self.peek(i) == Some(c));
        if there {
            self.at += text.chars().count();
        }
        there
    }

    fn frame(&mut self) -> Scanned<&mut Frame> {
        self.frames.last_mut().ok_or(NotAPattern)
    }

    fn put(&mut self, atom: Atom) -> Scanned<()> {
        let frame = self.frame()?;
        frame.add_last();
        frame.last = Some(atom);
        Ok(())
    }

    /// A character, class or `.`: costs 1, and has its ranges, which a lone
    /// character has one of.
    fn atom(&mut self, set: &[Range]) -> Scanned<()> {
        let ranges = if set.len() == 1 { 1 } else { count(set) };
        self.put(Atom {
            cost: 1,
            ranges,
            repeatable: true,
            node: Node::Set(normal(set)),
        })
    }

    /// D29: an assertion costs 1 and has no ranges; `u` lets nothing repeat it.
    fn assertion(&mut self, node: Node) -> Scanned<()> {
        self.put(Atom {
            cost: 1,
            ranges: 0,
            repeatable: false,
            node,
        })
    }

    /// D29: repeats multiply by the most, or by the least where there is no most.
    fn quantify(&mut self, least: u64, most: Option<u64>) -> Scanned<()> {
        self.take("?");
        let times = most.unwrap_or(least).max(1);
        let frame = self.frame()?;
        match frame.last.take() {
            Some(atom) if atom.repeatable => {
                let inner = Box::new(atom.node);
                frame.last = Some(Atom {
                    cost: atom.cost.saturating_mul(times),
                    ranges: atom.ranges.saturating_mul(times),
                    repeatable: false, // `a**` is no pattern
                    node: Node::Repeat { inner, least, most },
                });
                Ok(())
            }
            _ => Err(NotAPattern),
        }
    }

    /// `n}`, `n,}` or `n,m}`.
    fn braces(&mut self) -> Scanned<(u64, Option<u64>)> {
        let least = self.digits()?;
        let most = if !self.take(",") {
            Some(least.clone())
        } else if self.peek(0) == Some('}') {
            None
        } else {
            Some(self.digits()?)
        };
        // Counts are compared as text: they may have any number of digits.
        let upside_down = most
            .as_ref()
            .is_some_and(|m| (m.len(), m) < (least.len(), &least));
        if upside_down || !self.take("}") {
            return Err(NotAPattern);
        }
        Ok((saturating(&least), most.map(|m| saturating(&m))))
    }

    /// A count without its leading zeros.
    fn digits(&mut self) -> Scanned<String> {
        let start = self.at;
        while self.peek(0).is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start {
            return Err(NotAPattern);
        }
        let digits: String = self.chars[start..self.at].iter().collect();
        Ok(digits.trim_start_matches('0').to_string())
    }

    fn open_group(&mut self) -> Scanned<()> {
        let mut repeatable = true;
        if self.take("?:") {
        } else if ["?=", "?!", "?<=", "?<!"]
            .iter()
            .any(|head| self.take(head))
        {
            self.uncovered = true; // D29: look-around
            repeatable = false;
        } else if self.take("?<") {
            let name = self.group_name()?;
            let place: Vec<_> = self.frames.iter().map(|f| (f.id, f.alternative)).collect();
            if self
                .names
                .iter()
                .any(|(other, there)| *other == name && !apart(&place, there))
            {
                return Err(NotAPattern);
            }
            self.names.push((name, place));
            self.captures += 1;
        } else if self.take("?") {
            self.modifiers()?;
        } else {
            self.captures += 1;
        }
        self.opened += 1;
        let id = self.opened;
        self.frames.push(Frame::new(id, repeatable));
        Ok(())
    }

    fn close_group(&mut self) -> Scanned<()> {
        let group = self.frames.pop().ok_or(NotAPattern)?;
        if self.frames.is_empty() {
            return Err(NotAPattern);
        }
        self.put(group.end())
    }

    /// D28: ES2025 modifiers, `i:`, `ims-:` or `-i:`; valid but not covered.
    fn modifiers(&mut self) -> Scanned<()> {
        let mut flags: Vec<char> = Vec::new();
        let mut minus = false;
        loop {
            match self.next()? {
                c @ ('i' | 'm' | 's') if !flags.contains(&c) => flags.push(c),
                '-' if !minus => minus = true,
                ':' if !flags.is_empty() => break,
                _ => return Err(NotAPattern),
            }
        }
        self.uncovered = true;
        Ok(())
    }

    /// `name>`, an ECMAScript identifier, perhaps with `\u` escapes in it.
    fn group_name(&mut self) -> Scanned<String> {
        let mut name = String::new();
        loop {
            let c = match self.next()? {
                '>' => break,
                '\\' if self.take("u") => {
                    char::from_u32(self.unicode_escape()?).ok_or(NotAPattern)?
                }
                c => c,
            };
            name.push(c);
        }
        let identifier =
            regress::Regex::with_flags(r"^[$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}]*$", "u");
        if identifier.is_ok_and(|i| i.find(&name).is_some()) {
            Ok(name)
        } else {
            Err(NotAPattern)
        }
    }

    /// An escape outside a class.
    fn escape(&mut self) -> Scanned<Option<String>> {
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
    fn set_escape(&mut self) -> Scanned<(Vec<Range>, Option<String>)> {
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
    fn unicode_escape(&mut self) -> Scanned<u32> {
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

    /// A class, after its `[`; returns its spelling without widened escapes.
    fn class(&mut self) -> Scanned<Option<String>> {
        let mut spelling = String::from("[");
        let inverted = self.take("^");
        if inverted {
            spelling.push('^');
        }
        let mut set: Vec<Range> = Vec::new();
        while !self.take("]") {
            let low = self.class_atom(&mut spelling)?;
            if self.peek(0) == Some('-') && self.peek(1) != Some(']') {
                self.at += 1;
                spelling.push('-');
                let high = self.class_atom(&mut spelling)?;
                match (low.single, high.single) {
                    // Sets cannot bound a range, and a range runs upward.
                    (Some(from), Some(to)) if from <= to => set.push((from, to)),
                    _ => return Err(NotAPattern),
                }
            } else {
                set.extend(low.set);
            }
        }
        spelling.push(']');
        let set = if inverted {
            negated(&set)
        } else {
            normal(&set)
        };
        self.atom(&set)?;
        Ok(Some(spelling))
    }

    fn class_atom(&mut self, spelling: &mut String) -> Scanned<ClassAtom> {
        let start = self.at;
        let c = self.next()?;
        let (set, widened) = match c {
            '\\' if self.take("b") => (vec![(8, 8)], None),
            // `u` has this one in classes only, so it is spelled as it stands.
            '\\' if self.take("-") => (vec![(0x2d, 0x2d)], None),
            '\\' => self.set_escape()?,
            c => (vec![(u32::from(c), u32::from(c))], None),
        };
        match widened {
            Some(other) => spelling.push_str(&other),
            None => spelling.extend(&self.chars[start..self.at]),
        }
        // A property of one code point is a set all the same.
        let is_set = c == '\\'
            && self
                .chars
                .get(start + 1)
                .is_some_and(|c| "dDsSwWpP".contains(*c));
        let single = if is_set {
            None
        } else {
            set.first().map(|range| range.0)
        };
        Ok(ClassAtom { set, single })
    }
}

/// Whether two places lie in different alternatives of one group, so that
/// both cannot take part in a match and may share a name.
fn apart(a: &[(usize, usize)], b: &[(usize, usize)]) -> bool {
    a.iter().any(|(id, alternative)| {
        b.iter()
            .any(|(other, there)| id == other && alternative != there)
    })
}

fn saturating(digits: &str) -> u64 {
    if digits.is_empty() {
        0
    } else {
        digits.parse().unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::matcher::{InProcess, Matcher};

    fn kind(pattern: &str) -> &'static str {
        match scan(pattern) {
            Pattern::Covered { .. } => "covered",
            Pattern::Invalid => "invalid",
            Pattern::NotCovered => "not covered",
        }
    }

    fn cost(pattern: &str) -> (u64, u64) {
        match scan(pattern) {
            Pattern::Covered { cost, ranges, .. } => (cost, ranges),
            other => panic!("{pattern} is {other:?}"),
        }
    }

    #[test]
    fn the_grammar_is_that_of_the_u_flag() {
        for bad in [
            "(",
            ")",
            "*",
            "{",
            "}",
            "]",
            "[",
            "a**",
            "a{2",
            "a{2,1}",
            "a{,2}",
            r"\a",
            r"\ ",
            r"\01",
            r"\8",
            "^*",
            "(?=a)*",
            "(?>a)",
            "(?i)a",
            "(?P<n>a)",
            "(?-:a)",
            r"[a-\d]",
            r"[\w-.]",
            "[b-a]",
            "[[a]]",
            r"\k<a>",
            r"(a)\2",
            "(?<a>.)(?<a>.)",
            r"\p{Greek}",
            r"\p{letter}",
            r"\pL",
            r"\u{110000}",
            r"\u{}",
            r"\B+",
            r"[\B]",
        ] {
            assert_eq!(kind(bad), "invalid", "{bad}");
        }
        for good in [
            "",
            "|",
            "a|",
            "()",
            "[]",
            "[^]",
            "[a-]",
            r"[\b]",
            r"\cJ",
            r"\0",
            "a{2}?",
            r"\u{1f600}",
            "x{0,1}",
            "(?<a>.)|(?<a>.)",
        ] {
            assert_eq!(kind(good), "covered", "{good}");
        }
    }

    #[test]
    fn constructs_that_need_backtracking_or_tables_are_not_covered() {
        for known in [
            "(?=a)",
            "(?<!a)b",
            r"(a)\1",
            r"\1(a)",
            r"(?<x>a)\k<x>",
            "(?i:a)",
            "(?-i:a)",
            r"\p{CWKCF}",
        ] {
            assert_eq!(kind(known), "not covered", "{known}");
        }
    }

    #[test]
    fn escapes_of_ascii_punctuation_are_widened_and_spelled_portably() {
        let Pattern::Covered { portable, .. } = scan(r"\-\_[\@\-x]\.") else {
            panic!("covered")
        };
        assert_eq!(portable, r"\x2d\x5f[\x40\-x]\.");
        assert_eq!(InProcess::default().matches(&portable, "-_@."), Some(true));
    }

    #[test]
    fn cost_and_ranges_count_repeats() {
        assert_eq!(cost("abc"), (3, 3));
        assert_eq!(cost("^a+$"), (3, 1));
        assert_eq!(cost("a{3,7}"), (7, 7));
        assert_eq!(cost("a{3,}"), (3, 3));
        assert_eq!(cost("a{0}|b?"), (2, 2));
        assert_eq!(cost("(x{10}y){20}"), (220, 220));
        assert_eq!(cost("."), (1, 4));
        assert_eq!(cost(r"[^a]\w\D"), (3, 8));
        assert_eq!(cost(r"[a-cb-e]\s"), (2, 11));
        assert_eq!(cost("(x{99999999999}){99999999999}").0, u64::MAX);
    }
}
