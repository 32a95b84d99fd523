//! I8 and I9: the defects of an UNREPAIRABLE answer against the errors of
//! the submission (D56, D69, D80, D81, D83).
//!
//! The tree that the defects speak of is the tentatively repaired one (D80),
//! which no answer shows. So the errors of the submitted tree are compared, and
//! where a rule answers a failure (a *repair site*) they may differ in the ways
//! that the repair can cause.

use super::validator::{Errors, Members, enum_fails, type_fails};
use super::view::View;
use super::{Observation, Ruling, Settled, settle};
use crate::answer::Defect;
use crate::entry::{Choice, folded, is_droppable, retyping};
use crate::judge::Reason;
use crate::lossless::{self, Value};
use crate::path::{self, Place, Step};
use crate::submission::Submission;
use crate::vocabulary::Code;
use std::collections::{BTreeSet, HashSet};
use std::ops::Bound;

/// Where a rule answers a failure.
type Sites = BTreeSet<Vec<Step>>;

/// I8: every error of the submission that no repair site explains is named.
pub(super) fn complete(observation: &Observation<'_>) -> Ruling {
    settle(completeness(&View::of(observation)))
}

fn completeness(view: &View) -> Settled {
    let (submission, defects) = view.defects()?;
    let (tree, found) = compared(view, submission, defects)?;
    let named: HashSet<_> = defects
        .iter()
        .map(|defect| (&defect.path, defect.code))
        .collect();
    let sites = sites(&submission.schema, tree);
    for (place, code) in &found.set {
        if !named.contains(&(place, *code)) && !is_explained(place, *code, &sites) {
            let summary = format!("an error is not named: {}", code.as_str());
            return Err(Ruling::broken(summary, place.to_string()));
        }
    }
    Ok(())
}

/// The tree that repairs start from and its errors.
fn compared<'v>(
    view: &'v View,
    submission: &Submission,
    defects: &[Defect],
) -> Result<(&'v Value, &'v Errors), Ruling> {
    let unreadable = defects
        .iter()
        .any(|defect| defect.code == Code::InvalidJsonText);
    match (view.start(submission), view.errors(submission)) {
        (Some(tree), Some(found)) if !unreadable => Ok((tree, found)),
        _ => Err(Ruling::NotApplicable(Reason::UnreadableText)),
    }
}

/// The codes of a node that repairs below it can bring or take away.
const OF_CONTENT: [Code; 5] = [
    Code::EnumMismatch,
    Code::ConstMismatch,
    Code::ItemsNotUnique,
    Code::TooFewProperties,
    Code::TooManyProperties,
];

/// Whether the place lies on or under a repair site, or above one that its
/// code depends on.
fn is_explained(place: &Place, code: Code, sites: &Sites) -> bool {
    let Place::Tree(steps) = place else {
        return false;
    };
    let on_or_under = (0..=steps.len()).any(|length| sites.contains(&steps[..length]));
    let above = || {
        let next = sites.range::<[Step], _>((Bound::Excluded(steps.as_slice()), Bound::Unbounded));
        next.take(1).any(|site| site.starts_with(steps))
    };
    on_or_under || (OF_CONTENT.contains(&code) && above())
}

/// Every place of the tree where a rule answers a failure.
fn sites(schema: &Value, tree: &Value) -> Sites {
    let mut found = Sites::new();
    visit(schema, tree, &mut Vec::new(), &mut found);
    found
}

fn visit(node: &Value, value: &Value, steps: &mut Vec<Step>, found: &mut Sites) {
    if !steps.is_empty() && is_answered(node, value) {
        found.insert(steps.clone());
    }
    match value {
        Value::Object(members) => {
            let declared = Members::of(node.get("properties"));
            for (key, member) in members {
                let Some(child) = declared.get(key) else {
                    continue;
                };
                steps.push(Step::Key(key.clone()));
                if *member == Value::Null && is_droppable(node, key, member) {
                    found.insert(steps.clone());
                } else {
                    visit(child, member, steps, found);
                }
                steps.pop();
            }
        }
        Value::Array(items) => {
            if let Some(child) = node.get("items") {
                for (index, item) in items.iter().enumerate() {
                    steps.push(Step::Index(index));
                    visit(child, item, steps, found);
                    steps.pop();
                }
            }
        }
        _ => {}
    }
}

/// Whether one of R3 to R7 or R9 answers what fails at a node.
fn is_answered(node: &Value, value: &Value) -> bool {
    let choice = if type_fails(node, value) {
        retyping(node, value)
    } else {
        Choice::None
    };
    match choice {
        Choice::One(..) | Choice::Unknown => true,
        Choice::Several => false,
        Choice::None => {
            enum_fails(node, value)
                && value
                    .as_str()
                    .is_some_and(|text| folded(node, text).is_some())
        }
    }
}

/// I9: every defect can be found in the submission, through strings that hold
/// containers, and is an error of it or stands at a repair site.
pub(super) fn sound(observation: &Observation<'_>) -> Ruling {
    settle(soundness(&View::of(observation)))
}

fn soundness(view: &View) -> Settled {
    let (submission, defects) = view.defects()?;
    for (number, defect) in defects.iter().enumerate() {
        if defect.code == Code::InvalidJsonText || defect.path == Place::Text {
            unreadable(view, submission, defects)?;
            return Ok(());
        }
        let Some(tree) = view.start(submission) else {
            return Err(unsound(
                number,
                defect,
                "is named, but the text has no tree",
            ));
        };
        let Place::Tree(steps) = &defect.path else {
            continue;
        };
        if !is_found(tree, steps, defect.code) {
            return Err(unsound(
                number,
                defect,
                "is not at a place of the submission",
            ));
        }
    }
    let (tree, found) = compared(view, submission, defects)?;
    let sites = sites(&submission.schema, tree);
    for (number, defect) in defects.iter().enumerate() {
        let is_error = found.set.contains(&(defect.path.clone(), defect.code))
            || (defect.code == Code::PatternMismatch && found.undecided.contains(&defect.path));
        if !is_error && !is_explained(&defect.path, defect.code, &sites) {
            return Err(unsound(number, defect, "is no error of the submission"));
        }
    }
    Ok(())
}

fn unsound(number: usize, defect: &Defect, why: &str) -> Ruling {
    let summary = format!("defect {number} ({}) {why}", defect.code.as_str());
    Ruling::broken(summary, defect.path.to_string())
}

/// D50: `invalid_json_text` stands alone, at the text, and only where the
/// strict reader refuses the text.
fn unreadable(view: &View, submission: &Submission, defects: &[Defect]) -> Settled {
    let alone = matches!(
        defects,
        [Defect {
            path: Place::Text,
            code: Code::InvalidJsonText,
            ..
        }]
    );
    if !alone {
        return Err(Ruling::broken(
            "invalid_json_text does not stand alone at the text",
            "",
        ));
    }
    match view.tree(submission) {
        Ok(_) => Err(Ruling::broken(
            "invalid_json_text, but the arguments can be read",
            "",
        )),
        Err(_) => Ok(()),
    }
}

/// Whether the place is there; of an absent member, the object without it.
fn is_found(tree: &Value, steps: &[Step], code: Code) -> bool {
    if code != Code::MissingRequired {
        return followed(tree, steps).is_some();
    }
    match steps.split_last() {
        Some((Step::Key(key), above)) => followed(tree, above)
            .is_some_and(|object| object.members().is_some() && object.get(key).is_none()),
        _ => false,
    }
}

/// The value at a place; a string that holds the container that the next step
/// asks for is read (R5).
pub(super) fn followed(tree: &Value, steps: &[Step]) -> Option<Value> {
    if let Some(value) = path::resolve(tree, steps) {
        return opened(value, false);
    }
    let mut node = tree.clone();
    for step in steps {
        node = path::resolve(&opened(&node, true)?, std::slice::from_ref(step))?.clone();
    }
    opened(&node, false)
}

/// A string's content where it holds a container and `wanted`, or where a
/// missing member is looked for in it.
fn opened(value: &Value, wanted: bool) -> Option<Value> {
    match value {
        Value::String(text) => match lossless::read_str(text) {
            Ok(inner @ (Value::Array(_) | Value::Object(_))) => Some(inner),
            _ if wanted => None,
            _ => Some(value.clone()),
        },
        _ => Some(value.clone()),
    }
}
