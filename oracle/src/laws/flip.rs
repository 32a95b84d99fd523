//! I19: coverage flip (D15, D18, D19, D94).

use super::vary::{
    ask_check, ask_value, bounded, each_schema, members, positions, same, with, without,
};
use super::view::{NOTHING_TO_VARY, View};
use super::{Observation, Ruling, Settled, settle};
use crate::answer::{Answer, Refusal};
use crate::judge::Reason;
use crate::lossless::Value;
use crate::path::{Place, Step};
use crate::vocabulary::RefusalCode;

/// Words of no published list, some of them of the dialects.
const WORDS: [&str; 6] = [
    "multipleOf",
    "nullable",
    "$ref",
    "anyOf",
    "x-unlisted",
    "patternProperties",
];

/// How many positions are flipped.
const POSITIONS: usize = 4;

/// I19: an unlisted keyword at any schema position turns any verdict into
/// `schema_not_covered`; as the name of a property that the arguments do not have
/// it changes nothing but coverage.
pub(super) fn coverage(observation: &Observation<'_>) -> Ruling {
    settle(flipped(observation))
}

fn flipped(observation: &Observation<'_>) -> Settled {
    let body = members(observation)?;
    let view = View::of(observation);
    let (submission, _) = view.verdict()?;
    let raw = String::from_utf8_lossy(observation.body);
    let places = positions(&submission.schema);
    let Some(first) = WORDS.iter().position(|word| !raw.contains(word)) else {
        return Err(Ruling::NotApplicable(NOTHING_TO_VARY));
    };
    let count = bounded(raw.len(), POSITIONS).min(places.len());
    for turn in 0..count {
        let place = &places[turn * places.len().saturating_sub(1) / count.saturating_sub(1).max(1)];
        let word = WORDS[(first + turn) % WORDS.len()];
        let word = if raw.contains(word) {
            WORDS[first]
        } else {
            word
        };
        let schema = inserted(&submission.schema, place, word);
        match ask_check(observation, with(&body, "schema", Some(schema)))? {
            Answer::Refusal(refusal) if is_flip(&refusal, place, word) => {}
            other => {
                return Err(Ruling::broken(
                    "an unlisted keyword at a schema position is not refused by its place",
                    format!("{word} at {place}: {other:?}"),
                ));
            }
        }
    }
    named(observation, &body, &submission.schema, WORDS[first])
}

fn is_flip(refusal: &Refusal, place: &Place, word: &str) -> bool {
    let Place::Tree(steps) = place else {
        return false;
    };
    let mut steps = steps.clone();
    steps.push(Step::Key(word.to_owned()));
    let listed =
        refusal.detail.is_empty() || refusal.detail == [(Place::Tree(steps), word.to_owned())];
    refusal.code == RefusalCode::SchemaNotCovered && listed
}

fn inserted(schema: &Value, place: &Place, word: &str) -> Value {
    let mut schema = schema.clone();
    each_schema(&mut schema, &mut Vec::new(), &mut |members, steps| {
        if matches!(place, Place::Tree(wanted) if wanted == steps) {
            members.push((word.to_owned(), Value::Bool(false)));
        }
    });
    schema
}

/// The same word where it is a name.
fn named(
    observation: &Observation<'_>,
    body: &[(String, Value)],
    schema: &Value,
    word: &str,
) -> Settled {
    if observation.is_precheck() {
        return Err(Ruling::NotApplicable(Reason::NoVerdict));
    }
    let mut schema = schema.clone();
    let mut added = false;
    each_schema(&mut schema, &mut Vec::new(), &mut |members, _| {
        let declared = members.iter_mut().find(|(name, _)| name == "properties");
        if let (false, Some((_, Value::Object(children)))) = (added, declared) {
            children.push((word.to_owned(), Value::Object(Vec::new())));
            added = true;
        }
    });
    if !added {
        return Ok(());
    }
    let answer = ask_value(observation, with(body, "schema", Some(schema)))?;
    let what = "after a property was declared under the name of a keyword";
    same(what, observation.answer, &answer, |answer| {
        without(answer, "coverage");
    })
}
