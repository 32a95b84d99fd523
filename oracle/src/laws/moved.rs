//! I21 and I24: the same question under other names.

use super::admission::CAP;
use super::validator::types;
use super::vary::{Members, ask_check, members, with};
use super::view::{NOTHING_TO_VARY, View};
use super::{Observation, Ruling, Settled, settle};
use crate::answer::{Answer, Outcome};
use crate::entry::height;
use crate::judge::Reason;
use crate::lossless::{self, Value};
use crate::path::{Place, Step};
use crate::submission::Form;
use std::collections::HashMap;

/// The member under which a translated call stands.
const KEY: &str = "k";
/// A call of which no tree passes this nesting stays below all limits.
const SHALLOW: usize = 60;

/// I21: `{properties: {k: S}, required: [k]}` with `{k: v}` has the answer of
/// `S` with `v`, every path one level down (D7, D87).
pub(super) fn translated(observation: &Observation<'_>) -> Ruling {
    settle(translation(observation))
}

fn translation(observation: &Observation<'_>) -> Settled {
    let body = members(observation)?;
    let view = View::of(observation);
    let Ok(submission) = &view.submission else {
        return Err(Ruling::NotApplicable(Reason::UnreadableText));
    };
    let (Form::Tree(tree), Ok(given)) = (&submission.arguments, &view.answer) else {
        return Err(Ruling::NotApplicable(NOTHING_TO_VARY));
    };
    let schema = &submission.schema;
    let takes_object = types(schema).is_none_or(|names| names.contains(&"object"));
    let nesting = height(tree) + brackets(tree) + height(schema);
    if observation.is_precheck() || !takes_object || nesting > SHALLOW {
        return Err(Ruling::NotApplicable(NOTHING_TO_VARY));
    }
    let under = |value: Value| Value::Object(vec![(KEY.to_owned(), value)]);
    let outer = Value::Object(vec![
        ("properties".to_owned(), under(schema.clone())),
        (
            "required".to_owned(),
            Value::Array(vec![Value::String(KEY.to_owned())]),
        ),
    ]);
    let varied = with(
        &with(&body, "arguments", Some(under(tree.clone()))),
        "schema",
        Some(outer),
    );
    let answer = ask_check(observation, varied)?;
    let place = |place: &Place| match place {
        Place::Tree(steps) => {
            let below = steps.iter().cloned();
            Place::Tree(
                std::iter::once(Step::Key(KEY.to_owned()))
                    .chain(below)
                    .collect(),
            )
        }
        Place::Text => Place::Text,
    };
    let expected = moved(given, &place, &Value::clone, &under);
    equal("one level down", &expected, &answer)
}

/// The most brackets in one string: a bound of what R5 can unwrap.
fn brackets(value: &Value) -> usize {
    match value {
        Value::String(text) => text
            .bytes()
            .filter(|byte| matches!(byte, b'[' | b'{'))
            .count(),
        Value::Array(items) => items.iter().map(brackets).max().unwrap_or(0),
        Value::Object(members) => members
            .iter()
            .map(|(_, member)| brackets(member))
            .max()
            .unwrap_or(0),
        _ => 0,
    }
}

/// The part of an answer that a translation and a renaming keep.
#[derive(Debug, PartialEq, Eq)]
enum Core {
    Outcome(Outcome),
    Refusal(crate::vocabulary::RefusalCode),
    Assessable,
}

fn core(answer: &Answer) -> Core {
    match answer {
        Answer::Verdict(report) => Core::Outcome(report.outcome.clone()),
        Answer::Refusal(refusal) => Core::Refusal(refusal.code),
        Answer::Assessable => Core::Assessable,
    }
}

/// The core of an answer with other places, other values, another blob.
fn moved(
    answer: &Answer,
    place: &impl Fn(&Place) -> Place,
    value: &impl Fn(&Value) -> Value,
    blob: &impl Fn(Value) -> Value,
) -> Core {
    let mut core = core(answer);
    match &mut core {
        Core::Outcome(Outcome::Repaired { repaired, diff }) => {
            *repaired = blob(repaired.clone());
            for entry in diff {
                entry.path = place(&entry.path);
                entry.before = value(&entry.before);
                entry.after = value(&entry.after);
            }
        }
        Core::Outcome(Outcome::Unrepairable { defects }) => {
            for defect in defects {
                defect.path = place(&defect.path);
            }
        }
        _ => {}
    }
    core
}

fn equal(what: &str, expected: &Core, answer: &Answer) -> Settled {
    let found = core(answer);
    if found == *expected {
        return Ok(());
    }
    Err(Ruling::broken(
        format!("another answer {what}"),
        format!("{found:?} instead of {expected:?}"),
    ))
}

/// Names that implementations are tempted to treat as special.
const AWKWARD: [&str; 8] = [
    "__proto__",
    "0",
    "a.b",
    "",
    "constructor",
    "]",
    "\u{1}",
    "length",
];

/// A bijective renaming, made as keys are met.
#[derive(Default)]
struct Names(HashMap<String, String>);

impl Names {
    fn of(&mut self, key: &str) -> String {
        let next = self.0.len();
        let fresh = || {
            AWKWARD
                .get(next)
                .map_or_else(|| format!("n{next}"), |name| (*name).to_owned())
        };
        self.0.entry(key.to_owned()).or_insert_with(fresh).clone()
    }

    /// Every key of a value.
    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::Array(items) => {
                Value::Array(items.iter().map(|item| self.value(item)).collect())
            }
            Value::Object(members) => Value::Object(
                members
                    .iter()
                    .map(|(key, value)| (self.of(key), self.value(value)))
                    .collect(),
            ),
            other => other.clone(),
        }
    }

    /// The property names of a schema, and the keys inside its constants.
    fn schema(&mut self, schema: &Value) -> Value {
        let Value::Object(members) = schema else {
            return schema.clone();
        };
        let mut renamed = Members::with_capacity(members.len());
        for (name, value) in members {
            let value = match (name.as_str(), value) {
                ("properties", Value::Object(children)) => Value::Object(
                    children
                        .iter()
                        .map(|(key, child)| (self.of(key), self.schema(child)))
                        .collect(),
                ),
                ("items", child) => self.schema(child),
                ("enum" | "const", constant) => self.value(constant),
                ("required", Value::Array(names)) => {
                    Value::Array(names.iter().map(|name| self.name(name)).collect())
                }
                (_, other) => other.clone(),
            };
            renamed.push((name.clone(), value));
        }
        Value::Object(renamed)
    }

    fn name(&mut self, name: &Value) -> Value {
        match name {
            Value::String(name) => Value::String(self.of(name)),
            other => other.clone(),
        }
    }

    fn place(&self, place: &Place) -> Place {
        let step = |step: &Step| match step {
            Step::Key(key) => Step::Key(self.0.get(key).unwrap_or(key).clone()),
            Step::Index(index) => Step::Index(*index),
        };
        match place {
            Place::Tree(steps) => Place::Tree(steps.iter().map(step).collect()),
            Place::Text => Place::Text,
        }
    }

    /// The keys of a value that were met before.
    fn known(&self, value: &Value) -> Value {
        match value {
            Value::Array(items) => {
                Value::Array(items.iter().map(|item| self.known(item)).collect())
            }
            Value::Object(members) => Value::Object(
                members
                    .iter()
                    .map(|(key, value)| (self.0.get(key).unwrap_or(key).clone(), self.known(value)))
                    .collect(),
            ),
            other => other.clone(),
        }
    }
}

/// I24: renaming keys in schema and arguments, and in the answer, commutes, for
/// submissions without strings that hold containers (D36, D87).
pub(super) fn renamed(observation: &Observation<'_>) -> Ruling {
    settle(renaming(observation))
}

fn renaming(observation: &Observation<'_>) -> Settled {
    let body = members(observation)?;
    let view = View::of(observation);
    let Ok(submission) = &view.submission else {
        return Err(Ruling::NotApplicable(Reason::UnreadableText));
    };
    let Ok(given) = &view.answer else {
        return Err(Ruling::NotApplicable(Reason::NoVerdict));
    };
    let tree = match view.tree(submission) {
        Ok(tree) if !holds_containers(tree) => tree,
        _ => return Err(Ruling::NotApplicable(NOTHING_TO_VARY)),
    };
    if observation.is_precheck() {
        return Err(Ruling::NotApplicable(NOTHING_TO_VARY));
    }
    let mut names = Names::default();
    let renamed_tree = names.value(tree);
    let schema = names.schema(&submission.schema);
    let arguments = match &submission.arguments {
        Form::Tree(_) => ("arguments", renamed_tree),
        Form::Text(_) => ("arguments_text", Value::String(renamed_tree.to_text())),
    };
    let varied = with(
        &with(&body, arguments.0, Some(arguments.1)),
        "schema",
        Some(schema),
    );
    if Value::Object(varied.clone()).to_text().len() > CAP {
        return Err(Ruling::NotApplicable(NOTHING_TO_VARY));
    }
    let answer = ask_check(observation, varied)?;
    let value = |value: &Value| names.known(value);
    let expected = moved(
        given,
        &|place: &Place| names.place(place),
        &value,
        &|blob| value(&blob),
    );
    equal("under other names", &expected, &answer)
}

/// Whether a string holds a container, which a rule could unwrap with its keys.
fn holds_containers(value: &Value) -> bool {
    match value {
        Value::String(text) => {
            matches!(
                lossless::read_str(text),
                Ok(Value::Array(_) | Value::Object(_)) | Err(lossless::ReadError::TooDeep)
            )
        }
        Value::Array(items) => items.iter().any(holds_containers),
        Value::Object(members) => members.iter().any(|(_, member)| holds_containers(member)),
        _ => false,
    }
}
