//! M42 to M53: faults in R1 and R2 and in what is read as JSON at all.
//!
//! Here stands only what each fault does, and which laws must notice.

use super::{Mutant, clause};
use crate::reference::json;
use crate::reference::repair::Entry;
use crate::reference::text::{self, Closed};
use crate::reference::tokens::{Cause, Token, tokens};

/// The mutants of this file.
pub(super) static MUTANTS: [Mutant; 12] = [
    clause(
        "M42",
        "R1 closes an open string",
        "D38",
        &["I12", "I6"],
        &[|c| c.r1 = close_string],
    ),
    clause(
        "M43",
        "R1 completes tru",
        "D38",
        &["I12", "I5"],
        &[|c| c.r1 = complete_literal],
    ),
    clause(
        "M44",
        "R1 adds null after a colon",
        "D40",
        &["I12", "I6"],
        &[|c| c.r1 = null_after_colon],
    ),
    clause(
        "M45",
        "closers in opening order",
        "D41",
        &["I25"],
        &[|c| c.r1 = close_in_opening_order],
    ),
    clause(
        "M46",
        "takes a number that touches the end as complete",
        "D39",
        &["I6"],
        &[|c| {
            c.r1 = |_, without_commas| text::r1("", without_commas);
        }],
    ),
    clause(
        "M47",
        "R1 entry before R2",
        "D45",
        &["I7"],
        &[|c| {
            c.diff = |mut entries| {
                entries.sort_by_key(|entry| entry.rule != "R1");
                entries
            };
        }],
    ),
    clause(
        "M48",
        "R2 only on adjacent characters",
        "D42",
        &["I25"],
        &[|c| c.r2 = adjacent],
    ),
    clause(
        "M49",
        "R2 removes a structural comma",
        "D43",
        &["I5"],
        &[|c| c.r2 = structural],
    ),
    clause(
        "M50",
        "one entry for two R2",
        "D46",
        &["I5"],
        &[|c| {
            c.diff = |mut entries| {
                entries.dedup_by(|second, first| second.rule == "R2" && first.rule == "R2");
                entries
            };
        }],
    ),
    clause(
        "M51",
        "R2 without entry, verdict VALID",
        "D37",
        &["I3"],
        &[|c| {
            c.diff = |entries: Vec<Entry>| {
                entries
                    .into_iter()
                    .filter(|entry| entry.rule != "R2")
                    .collect()
            };
        }],
    ),
    clause(
        "M52",
        "text with duplicate names accepted",
        "D37",
        &["I3"],
        &[|c| c.read_text = json::read_keeping_the_last],
    ),
    clause(
        "M53",
        "body with duplicate names accepted",
        "D1",
        &["I2"],
        &[|c| c.read_body = json::read_keeping_the_last],
    ),
];

/// R1 on the text with something in place of its end.
fn appending(more: &str, submitted: &str, without_commas: &str) -> Option<Closed> {
    let closed = text::r1(
        &format!("{submitted}{more}"),
        &format!("{without_commas}{more}"),
    )?;
    let appended = format!("{more}{}", closed.appended.unwrap_or_default());
    Some(Closed {
        text: closed.text,
        appended: Some(appended),
    })
}

fn close_string(submitted: &str, without_commas: &str) -> Option<Closed> {
    match tokens(without_commas).1 {
        Some(Cause::InString) => appending("\"", submitted, without_commas),
        _ => text::r1(submitted, without_commas),
    }
}

/// Writes the rest of a literal and does not say so.
fn complete_literal(submitted: &str, without_commas: &str) -> Option<Closed> {
    let as_it_is = text::r1(submitted, without_commas);
    as_it_is.or_else(|| {
        ["rue", "ue", "e", "alse", "lse", "se", "ull", "ll", "l"]
            .iter()
            .find_map(|rest| {
                let closed = appending(rest, submitted, without_commas)?;
                let appended = closed.appended.map(|more| more[rest.len()..].to_string());
                Some(Closed { appended, ..closed })
            })
    })
}

fn null_after_colon(submitted: &str, without_commas: &str) -> Option<Closed> {
    let lexemes = tokens(without_commas).0;
    match lexemes.last().map(|lexeme| &lexeme.token) {
        Some(Token::Colon) => appending("null", submitted, without_commas),
        _ => text::r1(submitted, without_commas),
    }
}

fn close_in_opening_order(submitted: &str, without_commas: &str) -> Option<Closed> {
    let closed = text::r1(submitted, without_commas)?;
    let Some(closers) = &closed.appended else {
        return Some(closed);
    };
    let reversed: String = closers.chars().rev().collect();
    Some(Closed {
        text: format!("{without_commas}{reversed}"),
        appended: Some(reversed),
    })
}

/// Looks at the next byte, where the next token is meant.
fn adjacent(text: &str) -> Vec<usize> {
    let next = |at: &usize| text.as_bytes().get(at + 1).copied();
    let touches = |at: &usize| matches!(next(at), None | Some(b'}' | b']'));
    text::r2(text).into_iter().filter(touches).collect()
}

/// Also drops a comma before another comma.
fn structural(text: &str) -> Vec<usize> {
    let lexemes = tokens(text).0;
    let doubled = lexemes
        .windows(2)
        .filter(|pair| pair[0].token == Token::Comma && pair[1].token == Token::Comma);
    let mut commas = text::r2(text);
    commas.extend(doubled.map(|pair| pair[0].start));
    commas.sort_unstable();
    commas.dedup();
    commas
}
