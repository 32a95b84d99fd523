//! What an answer to a text under the schema `{}` may be, by laws that share
//! nothing with reference or engine.
//!
//! The text is read by the lossless library; where that refuses it,
//! [`laws::text`](crate::laws) drops the commas and adds the closers that are
//! forced, or finds that nothing is (D37 to D45). A law never asks whether
//! another answer would be nicer.

use super::judge::{Asked, assessable};
use crate::answer::{Answer, Entry, Outcome, Report};
use crate::laws::text::{self, Kind, Mended};
use crate::lossless::{self, Value};
use crate::path::Place;
use crate::vocabulary::{Code, Operation, RefusalCode, Rule};

/// What a text is, whoever answers.
pub(super) enum Reading {
    /// JSON as it stands.
    Json(Value),
    /// JSON once commas are dropped and closers are added.
    Mended(Mended),
    /// Nothing that R1 and R2 may mend.
    Unreadable,
}

impl Reading {
    pub(super) fn of(text: &str) -> Self {
        match lossless::read_str(text) {
            Ok(tree) => Self::Json(tree),
            Err(_) => text::mend(text).map_or(Self::Unreadable, Self::Mended),
        }
    }
}

/// One text law.
pub(super) struct TextLaw {
    /// Its name in reports.
    pub(super) name: &'static str,
    /// What it says.
    pub(super) clause: &'static str,
    /// Whether a breach means that a value was invented (D93).
    pub(super) invents: bool,
    /// What it applies to and whether that is so.
    pub(super) holds: fn(&Asked<'_>) -> Said,
}

/// What a text law says.
pub(super) enum Said {
    Holds,
    NotApplicable,
    /// What the law expects.
    Broken(String),
}

impl Said {
    fn when(holds: bool, expected: impl FnOnce() -> String) -> Self {
        if holds {
            Self::Holds
        } else {
            Self::Broken(expected())
        }
    }
}

/// The text laws, in the order in which they are reported.
pub(super) static TEXT_LAWS: [TextLaw; 4] = [
    TextLaw {
        name: "verdict",
        clause: "VALID if and only if the text is an object, REPAIRED if and only if forced commas and closers make it one, refused if and only if either gives something else (D6, D37 to D44)",
        invents: false,
        holds: verdict,
    },
    TextLaw {
        name: "whitelist",
        clause: "a repaired text has one R2 for each comma before a closer or the end, then at most one R1 with the closers that the open stack forces, and the blob is that text's tree (R1, R2, D45 to D47)",
        invents: true,
        holds: whitelist,
    },
    TextLaw {
        name: "prefix tokens",
        clause: "the tokens of the text without R2's commas are the first tokens of the blob, by spelling, and only closers follow (R1, R2, D93)",
        invents: true,
        holds: prefix_tokens,
    },
    TextLaw {
        name: "pre-check",
        clause: "a pre-check is the refusal of the check, or the one answer that reveals nothing (D13)",
        invents: false,
        holds: precheck,
    },
];

fn verdict(asked: &Asked<'_>) -> Said {
    let expected = match &asked.reading {
        Reading::Json(Value::Object(_)) => "VALID",
        Reading::Mended(Mended {
            tree: Value::Object(_),
            ..
        }) => "REPAIRED",
        Reading::Unreadable => "UNREPAIRABLE with invalid_json_text alone",
        Reading::Json(_) | Reading::Mended(_) => "refused as arguments_not_object",
    };
    let found = match asked.answer {
        Some(Answer::Verdict(Report { outcome, .. })) => match outcome {
            Outcome::Valid => "VALID",
            Outcome::Repaired { .. } => "REPAIRED",
            Outcome::Unrepairable { defects } => match &defects[..] {
                [defect] if defect.code == Code::InvalidJsonText && defect.path == Place::Text => {
                    "UNREPAIRABLE with invalid_json_text alone"
                }
                _ => "",
            },
        },
        Some(Answer::Refusal(refusal)) if refusal.code == RefusalCode::ArgumentsNotObject => {
            "refused as arguments_not_object"
        }
        _ => "",
    };
    Said::when(found == expected, || expected.to_owned())
}

/// The blob and the diff of a repaired answer.
fn repaired<'a>(asked: &Asked<'a>) -> Option<(&'a Value, &'a [Entry])> {
    match asked.answer {
        Some(Answer::Verdict(Report {
            outcome: Outcome::Repaired { repaired, diff },
            ..
        })) => Some((repaired, diff)),
        _ => None,
    }
}

fn whitelist(asked: &Asked<'_>) -> Said {
    let Some((blob, diff)) = repaired(asked) else {
        return Said::NotApplicable;
    };
    let Reading::Mended(mended) = &asked.reading else {
        return Said::Broken("no repair: the text is JSON, or nothing mends it".to_owned());
    };
    let (commas, closed) = diff.split_at(mended.commas.min(diff.len()));
    let dropped = |entry: &Entry| {
        let form = (entry.rule, entry.op) == (Rule::R2, Operation::Remove);
        form && entry.before.as_str() == Some(",") && entry.after.as_str() == Some("")
    };
    let appended = |entry: &Entry| {
        let form = (entry.rule, entry.op) == (Rule::R1, Operation::Append);
        form && entry.before == Value::Null && entry.after.as_str() == Some(&mended.closers)
    };
    let holds = commas.len() == mended.commas
        && commas.iter().all(dropped)
        && closed.len() == usize::from(!mended.closers.is_empty())
        && closed.iter().all(appended)
        && diff.iter().all(|entry| entry.path == Place::Text)
        && lossless::token_equal(blob, &mended.tree);
    Said::when(holds, || {
        let (commas, closers) = (mended.commas, &mended.closers);
        format!(
            "{commas} R2, closers {closers:?}, blob {}",
            mended.tree.to_text()
        )
    })
}

fn prefix_tokens(asked: &Asked<'_>) -> Said {
    let Some((blob, diff)) = repaired(asked) else {
        return Said::NotApplicable;
    };
    let delivered = blob.to_text();
    let (submitted, delivered) = (Spelled::of(asked.text), Spelled::of(&delivered));
    let removed = diff.iter().filter(|entry| entry.rule == Rule::R2).count();
    let mut tokens = submitted
        .tokens
        .iter()
        .zip(submitted.tokens.iter().skip(1).map(Some).chain([None]));
    let mut left_out = 0;
    let mut follow = delivered.tokens.iter();
    let first_tokens = tokens.all(|((kind, token), next)| {
        let trailing =
            *kind == Kind::Comma && next.is_none_or(|(next, _)| matches!(next, Kind::Close(_)));
        if trailing {
            left_out += 1;
            return true;
        }
        follow.next().is_some_and(|(_, spelled)| spelled == token)
    });
    let closers = follow.all(|(kind, _)| matches!(kind, Kind::Close(_)));
    let holds = submitted.complete && first_tokens && closers && left_out == removed;
    Said::when(holds, || "the submitted tokens, then closers".to_owned())
}

/// Tokens with their spelling.
struct Spelled<'a> {
    tokens: Vec<(Kind, &'a str)>,
    complete: bool,
}

impl<'a> Spelled<'a> {
    fn of(text: &'a str) -> Self {
        let found = text::tokens(text);
        let spelled = |token: &text::Token| (token.kind, &text[token.start..token.end]);
        Self {
            tokens: found.list.iter().map(spelled).collect(),
            complete: found.complete,
        }
    }
}

fn precheck(asked: &Asked<'_>) -> Said {
    let expected = match asked.answer {
        Some(Answer::Refusal(_)) => asked.check,
        _ => assessable(),
    };
    Said::when(asked.precheck == expected, || expected.to_owned())
}
