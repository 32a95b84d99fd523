//! I12: provenance (D77, D93).
//!
//! The delivered blob is laid beside the submission without a look at the diff:
//! every leaf is the leaf at its place by spelling, or a scalar of the same
//! spelling in another type, or an enum entry that it folds to; key sequences
//! are the submitted ones minus nulls; arrays keep their length, or hold the one
//! value that was wrapped. A string may be opened where it holds a container.
//! This gives a map from output to submission that is injective and keeps the
//! order, so nothing can have been invented, moved or used twice.

use super::view::View;
use super::{Observation, Ruling, Settled, settle};
use crate::lossless::{self, Value};
use crate::path::{Place, Step};

/// I12: every scalar and key of the delivered blob is the caller's, or an enum
/// entry by folding.
pub(super) fn provenance(observation: &Observation<'_>) -> Ruling {
    settle(stems(&View::of(observation)))
}

fn stems(view: &View) -> Settled {
    let (submission, repaired, _) = view.repaired()?;
    let Some(start) = view.start(submission) else {
        return Err(Ruling::broken(
            "a blob is delivered for a text that no comma and no closer mends",
            repaired.to_text(),
        ));
    };
    let mut steps = Vec::new();
    if aligned(Some(&submission.schema), start, repaired, &mut steps) {
        return Ok(());
    }
    Err(Ruling::broken(
        "a scalar, key or item of the delivered blob has no origin in the submission",
        Place::Tree(steps).to_string(),
    ))
}

/// Whether `out` stems from `from`; `steps` keeps the first place that does
/// not.
fn aligned(node: Option<&Value>, from: &Value, out: &Value, steps: &mut Vec<Step>) -> bool {
    match (from, out) {
        (Value::Object(from), Value::Object(out)) => members(node, from, out, steps),
        (Value::Array(from), Value::Array(out)) => {
            from.len() == out.len()
                && from
                    .iter()
                    .zip(out)
                    .enumerate()
                    .all(|(index, (from, out))| {
                        below(child(node, None), from, out, Step::Index(index), steps)
                    })
        }
        (Value::String(text), Value::Array(_) | Value::Object(_)) => {
            let unwrapped = lossless::read_str(text).is_ok_and(|inner| {
                matches!(inner, Value::Array(_) | Value::Object(_))
                    && aligned(node, &inner, out, steps)
            });
            unwrapped || wrapped(node, from, out, steps)
        }
        (_, Value::Array(_)) => wrapped(node, from, out, steps),
        (Value::String(text), Value::Number(spelling)) => text == spelling,
        (Value::String(text), Value::Bool(truth)) => *text == truth.to_string(),
        (Value::Number(spelling), Value::String(text)) => {
            spelling == text || folds(node, spelling, text)
        }
        (Value::Bool(truth), Value::String(text)) => {
            truth.to_string() == *text || folds(node, &truth.to_string(), text)
        }
        (Value::String(from), Value::String(out)) => from == out || folds(node, from, out),
        _ => from == out,
    }
}

/// A value that became the only item of an array (R7).
fn wrapped(node: Option<&Value>, from: &Value, out: &Value, steps: &mut Vec<Step>) -> bool {
    match out {
        Value::Array(items) if items.len() == 1 => {
            below(child(node, None), from, &items[0], Step::Index(0), steps)
        }
        _ => false,
    }
}

/// The members of an object: in order, none new, only nulls left out (R8).
fn members(
    node: Option<&Value>,
    from: &[(String, Value)],
    out: &[(String, Value)],
    steps: &mut Vec<Step>,
) -> bool {
    let mut out = out.iter().peekable();
    for (key, value) in from {
        match out.next_if(|(name, _)| name == key) {
            Some((_, kept)) => {
                if !below(
                    child(node, Some(key)),
                    value,
                    kept,
                    Step::Key(key.clone()),
                    steps,
                ) {
                    return false;
                }
            }
            None if *value == Value::Null => {}
            None => return false,
        }
    }
    out.next().is_none()
}

fn below(
    node: Option<&Value>,
    from: &Value,
    out: &Value,
    step: Step,
    steps: &mut Vec<Step>,
) -> bool {
    steps.push(step);
    let holds = aligned(node, from, out, steps);
    if holds {
        steps.pop();
    }
    holds
}

fn child<'s>(node: Option<&'s Value>, key: Option<&str>) -> Option<&'s Value> {
    match key {
        Some(key) => node?.get("properties")?.get(key),
        None => node?.get("items"),
    }
}

/// Whether `out` is an entry of the node's enum that `from` folds to.
fn folds(node: Option<&Value>, from: &str, out: &str) -> bool {
    let entries = node
        .and_then(|node| node.get("enum"))
        .and_then(Value::items);
    entries.is_some_and(|entries| entries.iter().any(|entry| entry.as_str() == Some(out)))
        && from.to_lowercase() == out.to_lowercase()
}
