//! The left-to-right scan of one region: where candidates begin and end.

use super::source::Char;

/// Why a candidate is not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Incomplete {
    /// A closer does not match.
    Mismatched,
    /// A line or the region ends inside a string.
    Unterminated,
    /// The region ends.
    Unclosed,
}

impl Incomplete {
    /// The name in an answer.
    pub fn name(self) -> &'static str {
        match self {
            Incomplete::Mismatched => "mismatched_closer",
            Incomplete::Unterminated => "unterminated_string",
            Incomplete::Unclosed => "unclosed",
        }
    }
}

/// One candidate in a region, in characters of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Its first character.
    pub from: usize,
    /// Behind its last one.
    pub to: usize,
    /// Why it is not complete.
    pub incomplete: Option<Incomplete>,
    /// Where the scan goes on.
    pub resume: usize,
    /// Whether something follows the text in the region.
    pub followed: bool,
}

/// All candidates of a region.
pub fn scan(text: &[Char], matches: fn(&[char], usize) -> Found) -> Vec<Found> {
    let chars: Vec<char> = text.iter().map(|c| c.ch).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = chars.get(at) {
        if !matches!(c, '{' | '[') {
            at += 1;
            continue;
        }
        let one = matches(&chars, at);
        // Goes on, whatever a wrong clause says.
        at = one.resume.max(at + 1);
        found.push(one);
    }
    found
}

/// The candidate that begins at `from`.
pub fn candidate(text: &[char], from: usize) -> Found {
    let mut stack = Vec::new();
    let mut at = from;
    let (to, incomplete, resume) = loop {
        let Some(c) = text.get(at) else {
            break (at, Some(Incomplete::Unclosed), at);
        };
        match c {
            '{' => stack.push('}'),
            '[' => stack.push(']'),
            '}' | ']' => {
                if stack.pop() != Some(*c) {
                    break (at, Some(Incomplete::Mismatched), at + 1);
                }
                if stack.is_empty() {
                    break (at + 1, None, at + 1);
                }
            }
            '"' => match string(text, at) {
                Ok(end) => {
                    at = end;
                    continue;
                }
                Err(end) => break (end, Some(Incomplete::Unterminated), end + 1),
            },
            _ => {}
        }
        at += 1;
    };
    let kept = text.get(..to).unwrap_or_default();
    let spaces = kept.iter().rev().take_while(|c| is_space(**c)).count();
    let dropped = if incomplete.is_some() { spaces } else { 0 };
    Found {
        from,
        to: to - dropped,
        incomplete,
        resume,
        followed: to - dropped < text.len(),
    }
}

/// Behind the string that begins at `from`, or where it breaks off.
pub fn string(text: &[char], from: usize) -> Result<usize, usize> {
    let mut at = from + 1;
    loop {
        match text.get(at) {
            None | Some('\n') => return Err(at.min(text.len())),
            Some('"') => return Ok(at + 1),
            Some('\\') if text.get(at + 1).is_some_and(|c| *c != '\n') => at += 2,
            Some(_) => at += 1,
        }
    }
}

/// White space of JSON.
pub fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}
