//! I13: nothing is repaired that need not be (D37, D51).

use super::validator::{admits_null, enum_fails, errors, guide, type_fails};
use super::view::View;
use super::{Observation, Ruling, Settled, settle};
use crate::answer::Entry;
use crate::judge::Reason;
use crate::lossless::Value;
use crate::path::{self, Place};
use crate::replay::replay;
use crate::submission::Submission;
use crate::vocabulary::{Operation, Rule};

/// How many entries of a diff are left out in turn; the cost grows with the
/// square of it.
const LEFT_OUT: usize = 12;

/// I13: each repaired node failed at its moment, text entries stand only where
/// the strict reader refuses the text, and a blob without one of the repairs
/// (and those inside it) has an error.
pub(super) fn necessary(observation: &Observation<'_>) -> Ruling {
    settle(needed(&View::of(observation)))
}

fn needed(view: &View) -> Settled {
    let (submission, _, diff) = view.repaired()?;
    let textual = diff
        .iter()
        .take_while(|entry| entry.path == Place::Text)
        .count();
    if textual > 0 && view.tree(submission).is_ok() {
        return Err(Ruling::broken(
            "entry 0 repairs a text that is JSON as it stands",
            "",
        ));
    }
    let Some(start) = view.start(submission) else {
        return Err(Ruling::NotApplicable(Reason::UnreadableText));
    };
    let mut tree = start.clone();
    for (number, entry) in diff.iter().enumerate().skip(textual) {
        if !fails(&submission.schema, &tree, entry) {
            return Err(needless(number, entry, "repairs a node that does not fail"));
        }
        step(&mut tree, entry);
    }
    for (number, entry) in diff.iter().enumerate().take(LEFT_OUT) {
        if !is_missed(submission, diff, number) {
            return Err(needless(number, entry, "could be left out"));
        }
    }
    Ok(())
}

fn needless(number: usize, entry: &Entry, why: &str) -> Ruling {
    let summary = format!("entry {number} ({}) {why}", entry.rule.as_str());
    Ruling::broken(summary, entry.path.to_string())
}

/// Whether the node of an entry fails what the rule answers.
fn fails(schema: &Value, tree: &Value, entry: &Entry) -> bool {
    let Place::Tree(steps) = &entry.path else {
        return false;
    };
    let (Some(node), Some(value)) = (guide(schema, steps), path::resolve(tree, steps)) else {
        return false;
    };
    match entry.rule {
        Rule::R8 => !admits_null(node),
        Rule::R9 => enum_fails(node, value),
        _ => type_fails(node, value),
    }
}

/// Applies one entry; an entry that does not fit leaves the tree as it is.
fn step(tree: &mut Value, entry: &Entry) {
    let Place::Tree(steps) = &entry.path else {
        return;
    };
    match (entry.op, steps.split_last()) {
        (Operation::Remove, Some((path::Step::Key(key), above))) => {
            if let Some(Value::Object(members)) = path::resolve_mut(tree, above) {
                members.retain(|(name, _)| name != key);
            }
        }
        _ => {
            if let Some(node) = path::resolve_mut(tree, steps) {
                *node = entry.after.clone();
            }
        }
    }
}

/// Whether the blob has an error, or cannot be had, without entry `number` and
/// those inside it.
fn is_missed(submission: &Submission, diff: &[Entry], number: usize) -> bool {
    let rest: Vec<Entry> = diff
        .iter()
        .enumerate()
        .filter(|(other, entry)| {
            *other != number && (*other < number || !is_inside(&diff[number], entry))
        })
        .map(|(_, entry)| entry.clone())
        .collect();
    match replay(&submission.arguments, &rest) {
        Ok(blob) => !errors(&submission.schema, &blob).is_clean(),
        Err(_) => true,
    }
}

fn is_inside(entry: &Entry, other: &Entry) -> bool {
    match (&entry.path, &other.path) {
        (Place::Tree(above), Place::Tree(steps)) => steps.starts_with(above),
        _ => false,
    }
}
