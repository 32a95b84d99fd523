//! The three repair rules, in their order: decides what each of them changes
//! in the text of one candidate.
//!
//! They add nothing but closers and one space where a comment held two tokens
//! apart, and remove nothing but comments and trailing commas. What a cut may
//! have shortened stays as it is: a number at the very end of its region, a
//! part of a literal, a string.

use std::borrow::Cow;

use super::bytes::first_of;
use super::model::{Incomplete, RepairRule};
use crate::json::scan::{self, Cause, byte, plain_end, skip_space};

/// A repaired text and the rules that changed it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Repaired<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) rules: Vec<RepairRule>,
}

/// Applies all rules to the text of a candidate. `reason` says why it is
/// incomplete, if it is; `ends_region`, whether nothing follows it.
pub(super) fn repair(text: &str, reason: Option<Incomplete>, ends_region: bool) -> Repaired<'_> {
    let mut rules = Vec::new();
    let comments = remove_comments(text);
    let mut repaired = Cow::Borrowed(text);
    if let Some(without) = comments.removed {
        rules.push(RepairRule::RemoveComments);
        repaired = Cow::Owned(without);
    }
    // A cut inside a comment lost what followed: closing would hide that.
    let lost = comments.ends_inside && reason != Some(Incomplete::Unclosed);
    let may_grow = ends_region && !comments.touches_end;
    if reason.is_some()
        && !lost
        && !comments.unterminated
        && !ends_cut(repaired.as_bytes(), may_grow)
        && let Some(closers) = owed_closers(repaired.as_bytes())
    {
        rules.push(RepairRule::CloseTruncated);
        repaired.to_mut().push_str(&closers);
    }
    if let Some(without) = remove_trailing_commas(&repaired) {
        rules.push(RepairRule::RemoveTrailingCommas);
        repaired = Cow::Owned(without);
    }
    Repaired {
        text: repaired,
        rules,
    }
}

/// What the comments of a text are.
#[derive(Default)]
struct Comments {
    /// The text without them, if there are any that end.
    removed: Option<String>,
    /// The text ends inside one.
    ends_inside: bool,
    /// That is one which only `*/` would have ended.
    unterminated: bool,
    /// The last one that was removed reached to the end of the text.
    touches_end: bool,
}

/// Finds the comments outside strings; one space stands for a comment that
/// kept two tokens apart.
fn remove_comments(text: &str) -> Comments {
    let bytes = text.as_bytes();
    let mut comments = Comments::default();
    let (mut from, mut at) = (0, 0);
    loop {
        at = first_of(bytes, at, b'/', b'"');
        let end = match (byte(bytes, at), byte(bytes, at + 1)) {
            (b'"', _) => {
                at = string_end(bytes, at + 1).unwrap_or(bytes.len());
                continue;
            }
            (b'/', b'/') => first_of(bytes, at, b'\n', b'\r'),
            (b'/', b'*') => {
                let Some(end) = block_end(bytes, at + 2) else {
                    comments.ends_inside = true;
                    comments.unterminated = true;
                    break;
                };
                end
            }
            (b'/', _) => {
                at += 1;
                continue;
            }
            _ => break,
        };
        let out = comments.removed.get_or_insert_default();
        out.push_str(text.get(from..at).unwrap_or_default());
        let before = out.as_bytes().last().copied().unwrap_or_default();
        if is_token(before) && is_token(byte(bytes, end)) {
            out.push(' ');
        }
        if end == bytes.len() {
            comments.touches_end = true;
            comments.ends_inside = byte(bytes, at + 1) == b'/';
        }
        (from, at) = (end, end);
    }
    if let Some(out) = &mut comments.removed {
        out.push_str(text.get(from..).unwrap_or_default());
    }
    comments
}

/// The position after the `*/` at or after `at`.
fn block_end(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = first_of(text, at, b'*', b'*') + 1;
        match byte(text, at) {
            b'/' => return Some(at + 1),
            _ if at >= text.len() => return None,
            _ => {}
        }
    }
}

/// A character that would join with another one to one token.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// The position after the closing quote of the string whose content starts at
/// `at`.
fn string_end(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = plain_end(text, at);
        match text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// Does `text` end in a part of a literal or number, or, where it `may_grow`,
/// in a number that only looks whole?
fn ends_cut(text: &[u8], may_grow: bool) -> bool {
    let length = text
        .iter()
        .rev()
        .take_while(|&&byte| is_token(byte))
        .count();
    let token = text.get(text.len() - length..).unwrap_or_default();
    match byte(token, 0) {
        b't' | b'f' | b'n' => {
            let part = |word: &&[u8]| word.len() > token.len() && word.starts_with(token);
            [&b"true"[..], b"false", b"null"].iter().any(part)
        }
        b'-' | b'0'..=b'9' => match scan::number(token, 0) {
            Ok(number) => number.end == token.len() && may_grow,
            Err((_, cause)) => cause == Cause::MidToken,
        },
        _ => false,
    }
}

/// The closers that `text` lacks, the innermost first; nothing if it lacks
/// none, if its brackets do not nest, or if it ends inside a string.
fn owed_closers(text: &[u8]) -> Option<String> {
    let mut owed = Vec::new();
    let mut at = 0;
    while let Some(&found) = text.get(at) {
        at += 1;
        match found {
            b'"' => at = string_end(text, at)?,
            b'{' => owed.push('}'),
            b'[' => owed.push(']'),
            b'}' | b']' if owed.pop() != Some(char::from(found)) => return None,
            _ => {}
        }
    }
    (!owed.is_empty()).then(|| owed.iter().rev().collect())
}

/// `text` without the commas outside strings that stand between a value and a
/// closer; nothing if there is none.
fn remove_trailing_commas(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out: Option<String> = None;
    let (mut from, mut at) = (0, 0);
    // The last character that is no white space. At the start, as behind what
    // opens or separates, no value ends.
    let mut last = b',';
    loop {
        at = skip_space(bytes, at);
        let Some(&found) = bytes.get(at) else {
            break;
        };
        if found == b','
            && !matches!(last, b'{' | b'[' | b',' | b':')
            && matches!(byte(bytes, skip_space(bytes, at + 1)), b'}' | b']')
        {
            let out = out.get_or_insert_default();
            out.push_str(text.get(from..at).unwrap_or_default());
            from = at + 1;
        }
        last = found;
        at = match found {
            b'"' => string_end(bytes, at + 1).unwrap_or(bytes.len()),
            _ => at + 1,
        };
    }
    let mut out = out?;
    out.push_str(text.get(from..).unwrap_or_default());
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Incomplete::{MismatchedCloser, Unclosed, UnterminatedString};
    use RepairRule::{CloseTruncated, RemoveComments, RemoveTrailingCommas};

    /// Repairs a complete text.
    fn complete(text: &str) -> (String, Vec<RepairRule>) {
        let repaired = repair(text, None, false);
        (repaired.text.into_owned(), repaired.rules)
    }

    /// Does `close_truncated` add closers to a text that ends its region?
    fn closes(text: &str, reason: Incomplete) -> bool {
        let repaired = repair(text, Some(reason), true);
        repaired.rules.contains(&CloseTruncated)
    }

    #[test]
    fn comments_outside_strings_go_and_white_space_stays() {
        for (text, wanted) in [
            ("{\"a\": 1 // é\n}", "{\"a\": 1 \n}"),
            ("[1, /* 😀 // */ 2]", "[1,  2]"),
            ("[/* a *//* b */1]", "[1]"),
            ("[1/**/2]", "[1 2]"),
            ("[1/* a *//* b */.5]", "[1 .5]"),
            ("[tr/**/ue]", "[tr ue]"),
            ("[\"a\"/**/1]", "[\"a\"1]"),
            ("[/*/ */]", "[]"),
            ("[/***/]", "[]"),
            ("[1 // x\r]", "[1 \r]"),
        ] {
            assert_eq!(complete(text), (wanted.to_owned(), vec![RemoveComments]));
        }
    }

    #[test]
    fn what_only_looks_like_a_comment_stays() {
        for text in [
            "[\"// a\", \"/* b */\"]",
            "[\"\\\"// a\"]",
            "[1 /* a // b ]",
            "[1 /*/ ]",
            "[1 / 2, */ # x]",
        ] {
            assert_eq!(complete(text), (text.to_owned(), vec![]), "{text}");
        }
    }

    #[test]
    fn a_truncated_text_is_closed_where_nothing_of_it_was_cut() {
        for (text, reason, wanted) in [
            (
                "{\"é\": [1, {\"a\": \"b\"",
                Unclosed,
                "{\"é\": [1, {\"a\": \"b\"}]}",
            ),
            ("{\"a\":", Unclosed, "{\"a\":}"),
            ("[true", Unclosed, "[true]"),
            ("[{\"a\": \"b\"", MismatchedCloser, "[{\"a\": \"b\"}]"),
        ] {
            let repaired = repair(text, Some(reason), true);
            assert_eq!(repaired.text, wanted, "{text}");
        }
    }

    #[test]
    fn a_number_is_closed_only_where_its_end_was_seen() {
        for text in ["{\"k\": 12", "[0", "[-1.5e3"] {
            assert!(!closes(text, Unclosed), "{text}");
            for reason in [Unclosed, MismatchedCloser] {
                let seen = repair(text, Some(reason), false);
                assert_eq!(seen.rules, [CloseTruncated], "{text}");
            }
        }
        // A comment behind it ended it.
        assert!(closes("[12// é", Unclosed) && closes("[12/**/", Unclosed));
        // What is no number to its end cannot become one.
        assert!(closes("[1.5.6.", Unclosed) && closes("[x12", Unclosed));
    }

    #[test]
    fn parts_of_literals_numbers_and_strings_are_never_closed() {
        for text in [
            "[t",
            "[fals",
            "[nul",
            "[-",
            "[1.",
            "[1e",
            "[1E-",
            "[\"a",
            "[\"a\\",
            "[\"é\\\"",
        ] {
            for (reason, ends) in [(Unclosed, true), (MismatchedCloser, false)] {
                let repaired = repair(text, Some(reason), ends);
                assert_eq!(repaired.rules, [], "{text}");
            }
        }
        assert!(closes("[null", Unclosed) && closes("[nothing", Unclosed));
    }

    #[test]
    fn a_complete_text_never_gains_a_closer() {
        assert_eq!(
            complete("{\"a\": 1, // see }"),
            ("{\"a\": 1, ".to_owned(), vec![RemoveComments])
        );
    }

    #[test]
    fn a_text_that_lost_its_rest_in_a_comment_is_not_closed() {
        for (text, reason, closed) in [
            ("{\"a\": 1, // see", MismatchedCloser, false),
            ("{\"a\": 1, // don\"t", UnterminatedString, false),
            ("{\"a\": 1 // see", Unclosed, true),
            ("{\"a\": \"b\" /* see */", MismatchedCloser, true),
            ("{\"a\": 1 // see\n, \"b\": []", MismatchedCloser, true),
            ("{\"a\": 1 /* see", Unclosed, false),
        ] {
            assert_eq!(closes(text, reason), closed, "{text}");
        }
    }

    #[test]
    fn brackets_that_do_not_nest_without_their_comments_are_not_closed() {
        assert!(!closes("[1 /* [ */ ]", Unclosed));
        assert!(!closes("[{] /*\"*/", UnterminatedString));
        assert!(closes("[/* \" */ {}", UnterminatedString));
    }

    #[test]
    fn a_comma_between_a_value_and_a_closer_goes() {
        for (text, wanted) in [
            ("[1,]", "[1]"),
            ("{\"é\": [\"😀\" ,\n ] , }", "{\"é\": [\"😀\" \n ]  }"),
            ("{a: 'x',}", "{a: 'x'}"),
            ("[[],{},]", "[[],{}]"),
            ("[é,]", "[é]"),
        ] {
            let changed = (wanted.to_owned(), vec![RemoveTrailingCommas]);
            assert_eq!(complete(text), changed, "{text}");
        }
    }

    #[test]
    fn a_comma_that_separates_nothing_or_ends_no_value_stays() {
        for text in [
            "[,]",
            "[1,,]",
            "{\"a\":,}",
            "{,}",
            "[\",]\"]",
            "[1,2]",
            "[\"a,",
        ] {
            assert_eq!(complete(text), (text.to_owned(), vec![]), "{text}");
        }
    }

    #[test]
    fn all_rules_apply_in_their_order() {
        let repaired = repair("[{\"é\": [1, // x\n], ", Some(Unclosed), false);
        assert_eq!(repaired.text, "[{\"é\": [1 \n] }]");
        let all = [RemoveComments, CloseTruncated, RemoveTrailingCommas];
        assert_eq!(repaired.rules, all);
    }
}
