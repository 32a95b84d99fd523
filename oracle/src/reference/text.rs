//! Reads `arguments_text`: depth before grammar, then strictly, then with the
//! trailing commas dropped (R2) and the open delimiters closed (R1).
//!
//! Decides D9 and D37 to D50. It never adds a token but closers, never removes
//! one but commas, and names one cause where the text cannot be read.

use super::Run;
use super::clauses::Clauses;
use super::explain::{Outcome, Step};
use super::json::{self, Grammar, Value};
use super::repair::Entry;
use super::tokens::{Cause, Lexeme, Token, tokens};

/// The path of the text in diff and defects.
pub const TEXT: &str = "$arguments_text";

/// A text after R1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    /// The whole text.
    pub text: String,
    /// What was appended, if anything.
    pub appended: Option<String>,
}

/// D9: whether more delimiters than allowed stand open at once before the
/// first lexical error. A closer closes whatever is innermost.
pub fn is_too_deep(text: &str, limit: usize) -> bool {
    let mut open: usize = 0;
    for lexeme in tokens(text).0 {
        match lexeme.token {
            Token::Open(_) => open += 1,
            Token::Close(_) => open = open.saturating_sub(1),
            _ => {}
        }
        if open > limit {
            return true;
        }
    }
    false
}

/// D37: the tree of the text, repaired only if the strict reader rejects it,
/// with one entry for each text repair in the order of D45.
pub fn read(run: &mut Run<'_>, text: &str) -> Result<(Value, Vec<Entry>), Cause> {
    let clauses = run.clauses;
    match (clauses.read_text)(text) {
        Ok(tree) => {
            run.note(|| {
                Step::new(
                    TEXT,
                    "R1, R2",
                    Outcome::NotFired,
                    "D37",
                    "the text parses strictly",
                )
            });
            return Ok((tree, Vec::new()));
        }
        Err(strict) => run.note(|| {
            Step::new(
                TEXT,
                "strict reader",
                Outcome::NotFired,
                "D37",
                format!("rejected: {}", sentence(strict)),
            )
        }),
    }
    let mended = mend(clauses, text);
    let read =
        mended.and_then(|(closed, entries)| Some(((clauses.read_text)(&closed).ok()?, entries)));
    let Some((tree, entries)) = read else {
        let cause = cause(clauses, text);
        run.note(|| {
            Step::new(
                TEXT,
                "R1, R2",
                Outcome::NotFired,
                reading(cause),
                sentence(cause),
            )
        });
        return Err(cause);
    };
    for entry in &entries {
        let (reading, why) = match entry.rule {
            "R2" => (
                "D42",
                "the next token after this comma is a closer or the end".to_string(),
            ),
            _ => (
                "D38",
                format!(
                    "the text ends at a token boundary, open delimiters need {}",
                    entry.after.render()
                ),
            ),
        };
        run.note(|| Step::new(TEXT, entry.rule, Outcome::Fired, reading, why));
    }
    Ok((tree, entries))
}

/// D45: all commas first, left to right, then the closers.
fn mend(clauses: &Clauses, text: &str) -> Option<(String, Vec<Entry>)> {
    let commas = (clauses.r2)(text);
    let mut entries: Vec<Entry> = commas.iter().map(|_| dropped_comma()).collect();
    let without: String = text
        .char_indices()
        .filter(|(at, _)| commas.binary_search(at).is_err())
        .map(|(_, c)| c)
        .collect();
    let closed = (clauses.r1)(text, &without)?;
    if let Some(appended) = closed.appended {
        entries.push(Entry {
            path: TEXT.into(),
            rule: "R1",
            op: "append",
            before: Value::Null,
            after: Value::String(appended),
        });
    }
    Some((closed.text, entries))
}

fn dropped_comma() -> Entry {
    let (before, after) = (Value::String(",".into()), Value::String(String::new()));
    Entry {
        path: TEXT.into(),
        rule: "R2",
        op: "remove",
        before,
        after,
    }
}

/// D42 to D44: the commas whose next token is a closer or the end, judged once
/// on the submitted text. What stands before them does not matter.
pub fn r2(text: &str) -> Vec<usize> {
    let (lexemes, fault) = tokens(text);
    let trailing = |i: usize| match lexemes.get(i + 1) {
        Some(next) => matches!(next.token, Token::Close(_)),
        None => fault.is_none(), // the end, not a token that is broken
    };
    let commas = lexemes
        .iter()
        .enumerate()
        .filter(|(i, l)| l.token == Token::Comma && trailing(*i));
    commas.map(|(_, l)| l.start).collect()
}

/// D38 to D41, D47: closes what is open, if the text ends at a boundary where
/// it may be closed, and not in a number that may be cut.
pub fn r1(submitted: &str, without_commas: &str) -> Option<Closed> {
    let (lexemes, fault) = tokens(without_commas);
    let mut grammar = Grammar::default();
    let placed = lexemes.iter().all(|l| grammar.place(&l.token).is_ok());
    if !placed || fault.is_some() {
        return None;
    }
    if grammar.is_complete() {
        return Some(Closed {
            text: without_commas.into(),
            appended: None,
        });
    }
    // D40: a name or a value is owed, and R1 adds none. D39: see below.
    if !grammar.may_close() || ends_in_number(submitted) {
        return None;
    }
    let closers = grammar.closers();
    Some(Closed {
        text: format!("{without_commas}{closers}"),
        appended: Some(closers),
    })
}

/// D39: whether a number touches the end of the text, so that digits may be
/// missing.
pub fn ends_in_number(text: &str) -> bool {
    let (lexemes, fault) = tokens(text);
    let last = lexemes.last();
    fault.is_none()
        && last.is_some_and(|l| matches!(l.token, Token::Number(_)) && l.end == text.len())
}

/// D50: why the text cannot be read: its leftmost fault, R2's commas skipped.
pub fn cause(clauses: &Clauses, text: &str) -> Cause {
    let (lexemes, fault) = tokens(text);
    let commas = (clauses.r2)(text);
    let kept: Vec<Lexeme> = lexemes
        .into_iter()
        .filter(|l| commas.binary_search(&l.start).is_err())
        .collect();
    let mut grammar = Grammar::default();
    for lexeme in &kept {
        if let Err(cause) = grammar.place(&lexeme.token) {
            return cause;
        }
    }
    if let Some(cause) = fault {
        return cause;
    }
    if !grammar.is_complete() {
        if !grammar.may_close() {
            return Cause::Syntax;
        }
        if ends_in_number(text) {
            return Cause::MidToken;
        }
    }
    if json::has_lone_surrogate(&kept) {
        Cause::Surrogate
    } else {
        Cause::Duplicate
    }
}

/// The reason that a cause gives in the answer.
pub fn sentence(cause: Cause) -> &'static str {
    match cause {
        Cause::InString => "the text ends inside a string",
        Cause::MidToken => "the text ends inside a token, or in a number that may be cut",
        Cause::Mismatch => "a closing delimiter does not match what is open",
        Cause::Trailing => "content follows the complete value",
        Cause::Syntax => "the text is not JSON at some token",
        Cause::Surrogate => "a string holds a lone surrogate escape",
        Cause::Duplicate => "an object holds the same member name twice",
    }
}

fn reading(cause: Cause) -> &'static str {
    match cause {
        Cause::InString => "D38",
        Cause::MidToken => "D39",
        Cause::Mismatch | Cause::Trailing => "D41",
        Cause::Syntax => "D40",
        Cause::Surrogate | Cause::Duplicate => "D37",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(text: &str) -> Option<(String, usize)> {
        mend(&Clauses::published(), text).map(|(text, entries)| (text, entries.len()))
    }

    #[test]
    fn commas_go_before_closers_are_added() {
        assert_eq!(
            mended("{\"a\":[1,],\"b\":{\"c\":2,"),
            Some(("{\"a\":[1],\"b\":{\"c\":2}}".into(), 3))
        );
        assert_eq!(mended("[1 ,\n ],"), Some(("[1 \n ]".into(), 2)));
        assert_eq!(mended("[,]"), Some(("[]".into(), 1)));
        assert_eq!(
            mended("[\"a,]\",\",\""),
            Some(("[\"a,]\",\",\"]".into(), 1))
        );
    }

    #[test]
    fn a_number_that_touches_the_end_is_not_closed() {
        assert_eq!(mended("[1,2"), None);
        assert_eq!(mended("[1,2 "), Some(("[1,2 ]".into(), 1)));
        assert_eq!(mended("[1,2,"), Some(("[1,2]".into(), 2)));
        assert_eq!(mended("[true"), Some(("[true]".into(), 1)));
    }

    #[test]
    fn the_leftmost_fault_names_the_cause() {
        for (text, expected) in [
            ("", Cause::Syntax),
            ("{\"a\":", Cause::Syntax),
            ("{\"a\"", Cause::Syntax),
            ("[1,,]", Cause::Syntax),
            ("{\"a\":}", Cause::Syntax),
            ("[01]", Cause::Syntax),
            ("{'a':1}", Cause::Syntax),
            ("{\"a", Cause::InString),
            ("{\"a\\", Cause::InString),
            ("{\"a\\u12", Cause::InString),
            ("[tru", Cause::MidToken),
            ("[-", Cause::MidToken),
            ("[1e+", Cause::MidToken),
            ("[12", Cause::MidToken),
            ("[1}", Cause::Mismatch),
            ("]", Cause::Mismatch),
            ("{}}", Cause::Mismatch),
            ("{}{}", Cause::Trailing),
            ("{},,", Cause::Trailing),
            ("{\"a\":\"\\ud800\",\"a\":1,", Cause::Surrogate),
            ("{\"a\":1,\"a\":2,}", Cause::Duplicate),
        ] {
            assert_eq!(cause(&Clauses::published(), text), expected, "{text}");
        }
    }

    #[test]
    fn depth_is_counted_up_to_the_first_lexical_error() {
        assert!(is_too_deep(&"[".repeat(65), 64));
        assert!(!is_too_deep(&"[".repeat(64), 64));
        assert!(!is_too_deep(&format!("{}x[", "[".repeat(64)), 64));
        assert!(is_too_deep(&format!("]}}{}", "{".repeat(65)), 64));
    }
}
