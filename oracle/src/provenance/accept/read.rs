//! What the checker reads before it looks at a claim: the delivered blob, the
//! diff, and the submitted tokens.

use super::Rejection;
use super::scan::{Moves, Tokens};
use crate::answer::Entry;
use crate::lossless::{self, Value};
use crate::path::{Place, Step};
use crate::provenance::proof::{FORMAT, Form, Proof, Range};
use crate::submission::{self, Submission};
use crate::vocabulary::{Operation, Rule};
use std::collections::HashSet;

/// The blob and the diff of a REPAIRED answer.
pub(super) fn delivered(answer: &str) -> Option<(Value, Vec<Entry>)> {
    let answer = lossless::read_str(answer).ok()?;
    let entry = |entry: &Value| {
        let text = |name| entry.get(name).and_then(Value::as_str);
        Some(Entry {
            path: Place::parse(text("path")?).ok()?,
            rule: Rule::parse(text("rule")?)?,
            op: Operation::parse(text("op")?)?,
            before: entry.get("before")?.clone(),
            after: entry.get("after")?.clone(),
        })
    };
    let diff: Option<Vec<_>> = answer.get("diff")?.items()?.iter().map(entry).collect();
    let repaired = answer.get("verdict")?.as_str()? == "REPAIRED";
    let diff = diff.filter(|diff| repaired && !diff.is_empty())?;
    Some((answer.get("repaired")?.clone(), diff))
}

pub(super) fn steps(entry: &Entry) -> Option<&[Step]> {
    match &entry.path {
        Place::Tree(steps) => Some(steps),
        Place::Text => None,
    }
}

/// An entry never returns to a place, one inside it, or one around it, once
/// another entry has gone on from there.
pub(super) fn each_place_once(diff: &[Entry]) -> Result<(), Rejection> {
    let (mut met, mut left) = (HashSet::new(), HashSet::new());
    let mut around: Vec<&[Step]> = Vec::new();
    let mut previous = None;
    for (number, entry) in diff.iter().enumerate() {
        let Some(place) = steps(entry) else { continue };
        let chain = (previous == Some((place, Rule::R6))) && entry.rule == Rule::R9;
        previous = Some((place, entry.rule));
        if chain {
            continue;
        }
        while let Some(outer) = around.pop_if(|outer| !place.starts_with(outer)) {
            left.insert(outer);
        }
        let returns = (0..=place.len()).any(|length| left.contains(&place[..length]));
        if returns || met.contains(place) {
            return Err(Rejection::Order(number));
        }
        met.extend((0..=place.len()).map(|length| &place[..length]));
        around.push(place);
    }
    Ok(())
}

pub(super) fn moves(diff: &[Entry]) -> Moves<'_> {
    let places = |rule| {
        let of_rule = diff.iter().filter(move |entry| entry.rule == rule);
        of_rule.filter_map(steps).collect()
    };
    Moves {
        wrapped: places(Rule::R7),
        unwrapped: places(Rule::R5),
    }
}

/// Scans the submission; checks the head of the proof on the way.
pub(super) fn submitted(
    body: &[u8],
    submission: &Submission,
    proof: &Proof,
    moves: &Moves<'_>,
) -> Result<Tokens, Rejection> {
    let (form, name) = match submission.arguments {
        submission::Form::Tree(_) => (Form::Arguments, "arguments"),
        submission::Form::Text(_) => (Form::ArgumentsText, "arguments_text"),
    };
    let body = std::str::from_utf8(body).map_err(|_| Rejection::Unreadable)?;
    let mut whole = Tokens::default();
    let everything = Range(0, body.len());
    whole.scan(body, everything, &[], &mut Vec::new(), &Moves::default())?;
    let member = whole.values.get([Step::Key(name.to_owned())].as_slice());
    let member = member.ok_or(Rejection::Unreadable)?.source.at;
    if proof.format != FORMAT || proof.form != form || proof.member != member {
        return Err(Rejection::Head);
    }
    let mut tokens = Tokens::default();
    let (text, within) = match &submission.arguments {
        submission::Form::Tree(_) => (body, member),
        submission::Form::Text(text) => (text.as_str(), Range(0, text.len())),
    };
    tokens.scan(text, within, &[], &mut Vec::new(), moves)?;
    Ok(tokens)
}
