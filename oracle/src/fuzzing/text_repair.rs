//! Argument texts: nothing is invented, whatever the text (R1, R2, D9, D37 to
//! D50, I17).
//!
//! The bytes are the content of `arguments_text`, under the schema `{}`, so
//! that every answer is about the text alone. What the answer has to be is
//! decided here by tokens and a state machine of the oracle's own, cheap enough
//! for tens of thousands of texts a second. Every prefix that is tried of an
//! accepted text is judged in the same way; no prefix may be closed that ends in
//! a token which the whole text goes on with (D39).

use std::fmt::Write as _;

use std::borrow::Cow;
use std::sync::LazyLock;

use argument_check::{BODY_CAP, DEPTH_LIMIT, Schema, Verdict};
use argument_check_corpus::Op;

use super::grammar::{self, Flaw, Root};
use super::{Finding, Meaning, Target};
use crate::laws::text::{Kind, Token, Tokens, nests_too_deep, repairs, tokens};
use crate::lossless::write_string;

/// See [`Target::about`].
pub const TARGET: Target = Target {
    name: "text_repair",
    about: "any arguments_text: accepted, closed or refused as its tokens say, and no prefix alters a token",
    law,
    meaning: |data| Meaning::request(Op::Check, body(&String::from_utf8_lossy(data))),
};

/// The schema that asks for nothing.
const SCHEMA: &[u8] = b"{}";
/// How many prefixes of one accepted text are tried.
const PREFIXES: usize = 12;

static ANYTHING: LazyLock<Option<Schema>> = LazyLock::new(|| Schema::compile(SCHEMA).ok());

/// The request that a text stands for.
fn body(text: &str) -> Vec<u8> {
    let mut body = String::from("{\"schema\":{},\"arguments_text\":");
    write_string(text, &mut body);
    body.push('}');
    body.into_bytes()
}

/// What the answer to one text has to be.
#[derive(Debug, PartialEq, Eq)]
enum Expected {
    /// This refusal.
    Refused(&'static str),
    /// VALID.
    Valid,
    /// REPAIRED by so many R2 and, unless there is none to append, R1.
    Repaired { commas: Vec<usize>, closers: String },
    /// UNREPAIRABLE with `invalid_json_text`.
    Unreadable,
}

impl Expected {
    fn of(text: &str, tokens: &Tokens) -> Self {
        if nests_too_deep(tokens, DEPTH_LIMIT as usize) {
            return Self::Refused("arguments_too_deep");
        }
        if !tokens.complete {
            return Self::Unreadable;
        }
        let (commas, closers) = match grammar::read(text, &tokens.list, &[], "") {
            Err(Flaw::Syntax) => match repairs(text, tokens) {
                Some(repairs) => repairs,
                None => return Self::Unreadable,
            },
            strict => return Self::unless(strict, Self::Valid),
        };
        let mended = grammar::read(text, &tokens.list, &commas, &closers);
        Self::unless(mended, Self::Repaired { commas, closers })
    }

    /// `accepted`, unless the text is flawed or holds no object (D6, D37).
    fn unless(read: Result<Root, Flaw>, accepted: Self) -> Self {
        match read {
            Ok(Root::Object) => accepted,
            Ok(Root::Other) => Self::Refused("arguments_not_object"),
            Err(_) => Self::Unreadable,
        }
    }
}

/// What the engine answered.
#[derive(Debug)]
enum Answer {
    Refused(&'static str),
    Valid(String),
    Repaired { blob: String, diff: String },
    Unrepairable(String),
}

fn ask(text: &str) -> Answer {
    let Some(schema) = ANYTHING.as_ref() else {
        return Answer::Refused("the schema {} is refused");
    };
    let outcome = match schema.check_text(text.as_bytes()) {
        Ok(outcome) => outcome,
        Err(refusal) => return Answer::Refused(refusal.code.as_str()),
    };
    let mut blob = String::new();
    match outcome.verdict() {
        Verdict::Valid => {
            outcome.write_arguments(&mut blob);
            Answer::Valid(blob)
        }
        Verdict::Repaired => {
            outcome.write_arguments(&mut blob);
            let mut diff = String::new();
            outcome.write_diff(&mut diff);
            Answer::Repaired { blob, diff }
        }
        Verdict::Unrepairable => {
            for defect in outcome.defects() {
                let _ = write!(blob, "{} {};", defect.path, defect.code.as_str());
            }
            Answer::Unrepairable(blob)
        }
    }
}

fn law(data: &[u8]) -> Result<(), Finding> {
    let text = String::from_utf8_lossy(data);
    if text.len() + SCHEMA.len() > BODY_CAP {
        return Ok(());
    }
    let tokens = tokens(&text);
    if judge(&text, &tokens)? == Expected::Valid {
        for cut in cuts(&text, &tokens) {
            truncated(&text, &tokens, cut)?;
        }
    }
    Ok(())
}

/// Holds the answer to one text against what its tokens say.
fn judge(text: &str, tokens: &Tokens) -> Result<Expected, Finding> {
    let expected = Expected::of(text, tokens);
    let answer = ask(text);
    let (law, summary) = match (&expected, &answer) {
        (Expected::Refused(code), Answer::Refused(refused)) if code == refused => {
            return Ok(expected);
        }
        (Expected::Unreadable, Answer::Unrepairable(defects))
            if defects == "$arguments_text invalid_json_text;" =>
        {
            return Ok(expected);
        }
        (Expected::Valid, Answer::Valid(blob)) if keeps(text, tokens, &[], "", blob) => {
            return Ok(expected);
        }
        (Expected::Valid, Answer::Valid(_)) => {
            ("I5", "a VALID blob does not have the submitted tokens")
        }
        (Expected::Repaired { commas, closers }, Answer::Repaired { blob, diff }) => {
            if *diff != entries(commas.len(), closers) {
                (
                    "I6",
                    "the diff is not the commas and closers that are forced",
                )
            } else if keeps(text, tokens, commas, closers, blob) {
                return Ok(expected);
            } else {
                (
                    "I12",
                    "the repaired tokens are not the submitted ones and the closers",
                )
            }
        }
        (_, Answer::Repaired { .. } | Answer::Refused("arguments_not_object"))
            if is_cut_number(text, tokens) =>
        {
            ("D39", "a number at the end of the text is taken for whole")
        }
        (_, Answer::Repaired { .. }) => ("I6", "a text is repaired that no rule mends"),
        (_, Answer::Valid(_)) => ("I3", "a text is VALID that is no JSON object"),
        (Expected::Repaired { .. }, _) => ("I25", "a text is not repaired that R1 and R2 mend"),
        (Expected::Valid, _) => ("I3", "a JSON object is not VALID under the schema {}"),
        _ => ("I2", "another refusal or defect than the text calls for"),
    };
    Err(Finding {
        law,
        summary: summary.to_owned(),
        expected: format!("{expected:?} of the text {text:?}"),
        actual: format!("{answer:?}"),
    })
}

/// D39: whether the text may be the beginning of a longer number.
fn is_cut_number(text: &str, tokens: &Tokens) -> bool {
    tokens.complete
        && (tokens.list.last())
            .is_some_and(|last| last.kind == Kind::Number && last.end == text.len())
}

/// The diff of so many R2 and of the R1 that appends `closers` (D45 to D47).
fn entries(commas: usize, closers: &str) -> String {
    let comma = r#"{"path":"$arguments_text","rule":"R2","op":"remove","before":",","after":""}"#;
    let mut entries = vec![comma.to_owned(); commas];
    if !closers.is_empty() {
        entries.push(format!(
            r#"{{"path":"$arguments_text","rule":"R1","op":"append","before":null,"after":"{closers}"}}"#
        ));
    }
    format!("[{}]", entries.join(","))
}

/// Whether the blob has the tokens of the text, without the commas of R2, and
/// after them the closers of R1 and nothing else.
fn keeps(text: &str, submitted: &Tokens, commas: &[usize], closers: &str, blob: &str) -> bool {
    let delivered = tokens(blob);
    let kept = (submitted.list.iter()).filter(|token| commas.binary_search(&token.start).is_err());
    let mut left = delivered.list.iter();
    for token in kept {
        match left.next() {
            Some(other) if same(text, token, blob, other) => {}
            _ => return false,
        }
    }
    let closed = closers.bytes().map(Kind::Close);
    delivered.complete && left.map(|token| token.kind).eq(closed)
}

/// Whether two tokens are the same: strings by what they mean, others as
/// they are spelled.
fn same(text: &str, token: &Token, blob: &str, other: &Token) -> bool {
    let (one, two) = (&text[token.start..token.end], &blob[other.start..other.end]);
    let meaning = |string| grammar::decoded(string).unwrap_or(Cow::Borrowed("\u{fffd}"));
    token.kind == other.kind
        && (one == two || token.kind == Kind::Text && meaning(one) == meaning(two))
}

/// Where an accepted text is cut: at the ends of its tokens and inside them,
/// spread over its length.
fn cuts(text: &str, tokens: &Tokens) -> Vec<usize> {
    let places = (tokens.list.iter()).flat_map(|token| [token.end - 1, token.end]);
    let places: Vec<usize> = places
        .filter(|place| *place < text.trim_end().len())
        .collect();
    let step = places.len().div_ceil(PREFIXES).max(1);
    let from = text.len() % step;
    (places.into_iter().skip(from).step_by(step))
        .filter(|place| text.is_char_boundary(*place))
        .collect()
}

/// I17: a prefix of a JSON object is closed by one R1 if at all, and then all
/// of its tokens are tokens of the whole text.
fn truncated(whole: &str, of_whole: &Tokens, cut: usize) -> Result<(), Finding> {
    let prefix = &whole[..cut];
    let of_prefix = tokens(prefix);
    let closed = match judge(prefix, &of_prefix)? {
        Expected::Repaired { closers, .. } => !closers.is_empty(),
        Expected::Valid => false,
        _ => return Ok(()),
    };
    if closed && of_whole.list.starts_with(&of_prefix.list) {
        return Ok(());
    }
    Err(Finding {
        law: "I17",
        summary: "a prefix is accepted although it alters a token of the whole text".to_owned(),
        expected: format!("the tokens of {whole:?}, cut short"),
        actual: format!("{prefix:?} is accepted"),
    })
}

#[cfg(test)]
mod tests;
