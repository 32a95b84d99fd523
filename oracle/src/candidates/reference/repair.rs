//! The three conservative repair rules, in their order (section "Repair rules").
//!
//! Nothing is ever added but closers and one joining space, and nothing taken
//! away but comments and trailing commas.

use super::clauses::Clauses;
use super::scan::{Found, Incomplete, is_space};

/// A repaired text and the rules that changed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired {
    /// The text.
    pub text: Vec<char>,
    /// The rules, in their order.
    pub rules: Vec<&'static str>,
}

/// What the rules make of a candidate.
pub fn repair(text: &[char], found: &Found, clauses: &Clauses) -> Repaired {
    let mut rules = Vec::new();
    let mut text = text.to_vec();
    let without = (clauses.comments)(&text);
    let site = Site {
        incomplete: found.incomplete,
        followed: found.followed || without.at_end,
        in_comment: without.inside,
    };
    let mut apply = |rule: &'static str, changed: Vec<char>| {
        if changed != text {
            rules.push(rule);
            text = changed;
        }
    };
    apply("remove_comments", without.text.clone());
    let mut closed = without.text;
    closed.extend((clauses.closers)(&closed, site).unwrap_or_default());
    apply("close_truncated", closed.clone());
    apply("remove_trailing_commas", (clauses.commas)(&closed));
    Repaired { text, rules }
}

/// A text without its comments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncommented {
    /// What is left.
    pub text: Vec<char>,
    /// Whether the text ended inside a comment, removed or not.
    pub inside: bool,
    /// Whether a comment was the last thing in it.
    pub at_end: bool,
}

/// A character of a token: two of them must not be joined.
pub fn is_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')
}

/// Behind the string that begins at `from`; none if it does not end. A line
/// ending does not end it here: the rules look for its quote (JC18).
pub fn string_end(text: &[char], from: usize) -> Option<usize> {
    let mut at = from + 1;
    loop {
        match text.get(at)? {
            '"' => return Some(at + 1),
            '\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// The comment that begins at `from`: where it ends, if it does, and whether
/// the text ends inside it.
fn comment(text: &[char], from: usize) -> Option<(Option<usize>, bool)> {
    match (text.get(from)?, text.get(from + 1)?) {
        ('/', '/') => {
            let rest = text.get(from..).unwrap_or_default();
            let length = rest.iter().position(|c| *c == '\n');
            Some((Some(from + length.unwrap_or(rest.len())), length.is_none()))
        }
        ('/', '*') => {
            let body = text.get(from + 2..).unwrap_or_default();
            let end = body.windows(2).position(|two| two == ['*', '/']);
            Some((end.map(|end| from + 2 + end + 2), end.is_none()))
        }
        _ => None,
    }
}

/// Takes the comments out, `joining` between two token characters.
pub fn uncommented(text: &[char]) -> Uncommented {
    uncommented_with(text, &[' '])
}

/// The same with another joining text.
pub fn uncommented_with(text: &[char], joining: &[char]) -> Uncommented {
    let mut left = Uncommented {
        text: Vec::new(),
        inside: false,
        at_end: false,
    };
    let mut at = 0;
    while let Some(c) = text.get(at).copied() {
        let mut end = at + 1;
        if c == '"' {
            end = string_end(text, at).unwrap_or(text.len());
        } else if let Some((comment_end, inside)) = comment(text, at) {
            left.inside = inside;
            let Some(behind) = comment_end else {
                left.text.extend(text.get(at..).unwrap_or_default());
                return left;
            };
            left.at_end = behind == text.len();
            let before = left.text.last().is_some_and(|c| is_token(*c));
            if before && text.get(behind).is_some_and(|c| is_token(*c)) {
                left.text.extend(joining);
            }
            at = behind;
            continue;
        }
        left.text.extend(text.get(at..end).unwrap_or_default());
        at = end;
    }
    left
}

/// What `close_truncated` has to know beside the text.
#[derive(Debug, Clone, Copy)]
pub struct Site {
    /// Why the candidate is not complete.
    pub incomplete: Option<Incomplete>,
    /// Whether something follows what is now the end of the text.
    pub followed: bool,
    /// Whether the text, before any rule, ended inside a comment.
    pub in_comment: bool,
}

/// The closers to append, if the text may be closed.
pub fn closers(text: &[char], site: Site) -> Option<Vec<char>> {
    let lost = match site.incomplete? {
        Incomplete::Unclosed => false,
        Incomplete::Mismatched | Incomplete::Unterminated => site.in_comment,
    };
    if lost || uncommented(text).inside || ends_in_part(text, site.followed) {
        return None;
    }
    let mut open = open_brackets(text)?;
    open.reverse();
    (!open.is_empty()).then_some(open)
}

/// The closers that are owed, innermost last; none if a bracket does not match
/// or a string does not end.
pub fn open_brackets(text: &[char]) -> Option<Vec<char>> {
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at) {
        at += 1;
        match c {
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' if open.pop() != Some(*c) => return None,
            '"' => at = string_end(text, at - 1)?,
            _ => {}
        }
    }
    Some(open)
}

/// Whether the last word is a part of a literal or of a number, or a number
/// that could go on (JC5).
pub fn ends_in_part(text: &[char], followed: bool) -> bool {
    let length = text.iter().rev().take_while(|c| is_token(**c)).count();
    let word: String = text.iter().skip(text.len() - length).collect();
    let part = |name: &&str| name.len() > word.len() && name.starts_with(&word);
    if word.is_empty() {
        false
    } else if is_number(&word) {
        !followed
    } else {
        // A number is cut where a digit makes it whole.
        ["true", "false", "null"].iter().any(part) || is_number(&format!("{word}0"))
    }
}

fn is_number(word: &str) -> bool {
    let starts = word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let word: Vec<char> = word.chars().collect();
    starts && super::syntax::fault(&word).is_none()
}

/// The text without trailing commas: out of strings, a closer next, and a
/// value before.
pub fn without_commas(text: &[char]) -> Vec<char> {
    let mut out = Vec::new();
    let mut at = 0;
    let mut before = None;
    while let Some(c) = text.get(at).copied() {
        let end = match c {
            '"' => string_end(text, at).unwrap_or(text.len()),
            _ => at + 1,
        };
        let rest = text.get(end..).unwrap_or_default();
        let next = rest.iter().find(|c| !is_space(**c));
        let value = before.is_some_and(|c| !matches!(c, '[' | '{' | ',' | ':'));
        let trailing = c == ',' && value && matches!(next, Some('}' | ']'));
        if !trailing {
            out.extend(text.get(at..end.min(text.len())).unwrap_or_default());
        }
        if !is_space(c) {
            before = Some(c);
        }
        at = end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::reference::scan;

    fn repaired(text: &str) -> (String, Vec<&'static str>) {
        let chars: Vec<char> = text.chars().collect();
        let found = scan::candidate(&chars, 0);
        let repaired = repair(&chars[..found.to], &found, &Clauses::published());
        (repaired.text.iter().collect(), repaired.rules)
    }

    #[test]
    fn comments_go_and_tokens_stay_apart() {
        for (text, left) in [
            ("[1/**/2]", "[1 2]"),
            ("[1 /* a */ , 2]", "[1  , 2]"),
            ("[1 // a\n]", "[1 \n]"),
            ("[\"/* a */\"]", "[\"/* a */\"]"),
            ("[1 /* a]", "[1 /* a]"),
            ("[1] # a", "[1]"),
        ] {
            assert_eq!(repaired(text).0, left, "{text}");
        }
    }

    #[test]
    fn only_a_cut_text_is_closed() {
        for (text, closed) in [
            ("{\"a\": [\"x\"", "{\"a\": [\"x\"]}"),
            ("{\"a\":", "{\"a\":}"),
            ("{\"a\": 12", "{\"a\": 12"),
            ("{\"a\": 12 ", "{\"a\": 12}"),
            ("[1, 2}", "[1, 2]"),
            ("[1, 2.}", "[1, 2."),
            ("[tru", "[tru"),
            ("[true", "[true]"),
            ("[12/* b */", "[12]"),
            ("[1, 2 // b", "[1, 2 ]"),
            ("{\"a\": 1, // see ]", "{\"a\": 1, "),
            ("{\"a\": 1, // don\"t", "{\"a\": 1, "),
            ("[1, /* b", "[1, /* b"),
            ("[\"a", "[\"a"),
        ] {
            assert_eq!(repaired(text).0, closed, "{text}");
        }
    }

    #[test]
    fn a_comma_goes_only_between_a_value_and_a_closer() {
        for (text, left) in [
            ("[1, ]", "[1 ]"),
            ("[,]", "[,]"),
            ("[1,,]", "[1,,]"),
            ("{\"a\":,}", "{\"a\":,}"),
            ("{a: 'x',}", "{a: 'x'}"),
            ("[\",]\",]", "[\",]\"]"),
            ("[1,\n // b\n]", "[1\n \n]"),
            ("[1,", "[1]"),
        ] {
            assert_eq!(repaired(text).0, left, "{text}");
        }
    }
}
