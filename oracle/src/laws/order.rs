//! I10: the order of defects (D79, D81, D82, D86).
//!
//! The order is that of the submission, with strings unwrapped where R5 unwraps
//! them. A place without a position there is the concern of I9.

use super::entries::position;
use super::validator::{Members, guide, type_fails};
use super::view::View;
use super::{Observation, Ruling, Settled, settle};
use crate::answer::Defect;
use crate::entry::{Choice, retyping};
use crate::lossless::Value;
use crate::path::{Place, Step};
use crate::vocabulary::Code;
use std::collections::HashSet;

/// I10: `missing_required` first, each list in pre-order of the submission, the
/// codes of a place in published order, nothing twice (D79, D81, D82, D86).
pub(super) fn defects(observation: &Observation<'_>) -> Ruling {
    settle(order(&View::of(observation)))
}

fn order(view: &View) -> Settled {
    let (submission, defects) = view.defects()?;
    let out = |number: usize, why: &str| {
        let code = defects[number].code.as_str();
        let summary = format!("defect {number} ({code}) {why}");
        Err(Ruling::broken(summary, defects[number].path.to_string()))
    };
    let mut seen = HashSet::new();
    for (number, defect) in defects.iter().enumerate() {
        if !seen.insert((&defect.path, defect.code)) {
            return out(number, "stands in the list twice");
        }
    }
    let missing = |defect: &Defect| defect.code == Code::MissingRequired;
    let first = defects.iter().take_while(|defect| missing(defect)).count();
    if let Some(late) = defects.iter().skip(first).position(missing) {
        return out(first + late, "stands behind other codes");
    }
    let Some(tree) = view.start(submission) else {
        return Ok(());
    };
    let tree = unfolded(&submission.schema, tree);
    let mut last: Option<(Vec<usize>, usize)> = None;
    for (number, defect) in defects.iter().enumerate() {
        if number == first {
            last = None;
        }
        let Some(key) = rank(&submission.schema, &tree, defect) else {
            continue;
        };
        if last.as_ref().is_some_and(|last| *last >= key) {
            return out(number, "is out of order");
        }
        last = Some(key);
    }
    Ok(())
}

/// Where a defect belongs: position of its node, then its code; for a missing
/// member, position of the object, then the name in `required`.
fn rank(schema: &Value, tree: &Value, defect: &Defect) -> Option<(Vec<usize>, usize)> {
    let Place::Tree(steps) = &defect.path else {
        return None;
    };
    if defect.code != Code::MissingRequired {
        return Some((position(tree, steps)?, defect.code as usize));
    }
    let (Step::Key(key), above) = steps.split_last()? else {
        return None;
    };
    let names = guide(schema, above)?.get("required")?.items()?;
    let at = names.iter().position(|name| name.as_str() == Some(key))?;
    Some((position(tree, above)?, at))
}

/// The tree with every string that R5 unwraps unwrapped, so that places inside
/// have a position.
fn unfolded(node: &Value, value: &Value) -> Value {
    let value = match retyping_of(node, value) {
        Some(inner) => inner,
        None => value.clone(),
    };
    match value {
        Value::Object(members) => {
            let declared = Members::of(node.get("properties"));
            Value::Object(
                members
                    .into_iter()
                    .map(|(key, member)| match declared.get(&key) {
                        Some(child) => {
                            let member = unfolded(child, &member);
                            (key, member)
                        }
                        None => (key, member),
                    })
                    .collect(),
            )
        }
        Value::Array(items) => match node.get("items") {
            Some(child) => Value::Array(items.iter().map(|item| unfolded(child, item)).collect()),
            None => Value::Array(items),
        },
        other => other,
    }
}

fn retyping_of(node: &Value, value: &Value) -> Option<Value> {
    let Value::String(_) = value else {
        return None;
    };
    if !type_fails(node, value) {
        return None;
    }
    match retyping(node, value) {
        Choice::One(_, inner @ (Value::Object(_) | Value::Array(_))) => Some(inner),
        _ => None,
    }
}
