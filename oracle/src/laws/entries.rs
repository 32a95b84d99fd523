//! I5, I6, I7, I23 and I28: laws on the diff of a REPAIRED answer.
//!
//! They judge the diff that was given; whether another diff would have been
//! right is not asked here.

use super::validator::{errors, guide};
use super::view::View;
use super::{Observation, Ruling, Settled, settle};
use crate::answer::Entry;
use crate::entry::check_entries;
use crate::judge::Reason;
use crate::lossless::Value;
use crate::path::{self, Place, Step};
use crate::replay::replay;
use crate::vocabulary::{Operation, Rule};

/// I5: the submission and the diff give the delivered blob, token for token
/// (D46, D88).
pub(super) fn replayed(observation: &Observation<'_>) -> Ruling {
    settle(replays(&View::of(observation)))
}

fn replays(view: &View) -> Settled {
    let (submission, repaired, diff) = view.repaired()?;
    match replay(&submission.arguments, diff) {
        Err(fault) => Err(Ruling::broken(fault.to_string(), view.completed.to_text())),
        Ok(tree) if tree == *repaired => Ok(()),
        Ok(tree) => Err(Ruling::broken(
            "the diff does not give the delivered blob",
            format!(
                "replayed {}, delivered {}",
                tree.to_text(),
                repaired.to_text()
            ),
        )),
    }
}

/// I6: each entry obeys its own rule on the tree at its moment (D93).
pub(super) fn legal(observation: &Observation<'_>) -> Ruling {
    settle(legality(&View::of(observation)))
}

fn legality(view: &View) -> Settled {
    let (submission, _, diff) = view.repaired()?;
    check_entries(submission, diff).map_err(|fault| {
        let entry = diff.get(fault.entry);
        let place = entry.map(|entry| {
            let (before, after) = (entry.before.to_text(), entry.after.to_text());
            format!("{}: {before} to {after}", entry.path)
        });
        Ruling::broken(fault.to_string(), place.unwrap_or_default())
    })
}

/// I7: R2 entries, at most one R1, then the tree in strict pre-order of the
/// submission (D36, D45, D73).
pub(super) fn ordered(observation: &Observation<'_>) -> Ruling {
    settle(order(&View::of(observation)))
}

fn order(view: &View) -> Settled {
    let (submission, _, diff) = view.repaired()?;
    let out = |number: usize, entry: &Entry| {
        let summary = format!("entry {number} ({}) is out of order", entry.rule.as_str());
        Ruling::broken(summary, entry.path.to_string())
    };
    let textual = diff
        .iter()
        .take_while(|entry| entry.path == Place::Text)
        .count();
    for (number, entry) in diff.iter().enumerate().take(textual) {
        if entry.rule == Rule::R1 && number + 1 != textual {
            return Err(out(number, entry));
        }
    }
    let Some(start) = view.start(submission) else {
        return Err(Ruling::NotApplicable(Reason::UnreadableText));
    };
    let mut tree = start.clone();
    let mut last: Option<(Vec<usize>, Rule)> = None;
    for (number, entry) in diff.iter().enumerate().skip(textual) {
        let Place::Tree(steps) = &entry.path else {
            return Err(out(number, entry));
        };
        let position = position(&tree, steps).ok_or_else(|| out(number, entry))?;
        let follows = match &last {
            None => true,
            Some((before, rule)) if *before == position => {
                (*rule, entry.rule) == (Rule::R6, Rule::R9)
            }
            Some((before, _)) => *before < position,
        };
        if !follows {
            return Err(out(number, entry));
        }
        // A removed member keeps its place, so that the order stays that of
        // the submission.
        if entry.op == Operation::Replace
            && let Some(node) = path::resolve_mut(&mut tree, steps)
        {
            *node = entry.after.clone();
        }
        last = Some((position, entry.rule));
    }
    Ok(())
}

/// Where a place stands in the order of members and items. A parent compares
/// below its children.
pub(super) fn position(tree: &Value, steps: &[Step]) -> Option<Vec<usize>> {
    let mut node = tree;
    let mut position = Vec::with_capacity(steps.len());
    for step in steps {
        let (at, child) = match (node, step) {
            (Value::Object(members), Step::Key(key)) => {
                let at = members.iter().position(|(name, _)| name == key)?;
                (at, &members[at].1)
            }
            (Value::Array(items), Step::Index(index)) => (*index, items.get(*index)?),
            _ => return None,
        };
        position.push(at);
        node = child;
    }
    Some(position)
}

/// I23: every number that no entry touches keeps its spelling (D30).
pub(super) fn untouched(observation: &Observation<'_>) -> Ruling {
    settle(spellings(&View::of(observation)))
}

fn spellings(view: &View) -> Settled {
    let (submission, repaired, diff) = view.repaired()?;
    let Some(start) = view.start(submission) else {
        return Err(Ruling::NotApplicable(Reason::UnreadableText));
    };
    let touched: Vec<&[Step]> = diff
        .iter()
        .filter_map(|entry| match &entry.path {
            Place::Tree(steps) => Some(steps.as_slice()),
            Place::Text => None,
        })
        .collect();
    let mut changed = None;
    each_number(repaired, &mut Vec::new(), &mut |steps, spelling| {
        let under = touched.iter().any(|entry| steps.starts_with(entry));
        let kept = || match path::resolve(start, steps) {
            Some(Value::Number(submitted)) => submitted == spelling,
            _ => false,
        };
        if !under && !kept() && changed.is_none() {
            changed = Some(Place::Tree(steps.to_vec()));
        }
    });
    match changed {
        None => Ok(()),
        Some(place) => Err(Ruling::broken(
            "a number that no entry touches has another spelling than in the submission",
            place.to_string(),
        )),
    }
}

fn each_number(value: &Value, steps: &mut Vec<Step>, visit: &mut impl FnMut(&[Step], &str)) {
    match value {
        Value::Number(spelling) => visit(steps, spelling),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                steps.push(Step::Index(index));
                each_number(item, steps, visit);
                steps.pop();
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                steps.push(Step::Key(key.clone()));
                each_number(member, steps, visit);
                steps.pop();
            }
        }
        _ => {}
    }
}

/// I28: the element of every wrapped value satisfies `items` (D69).
pub(super) fn laundered(observation: &Observation<'_>) -> Ruling {
    settle(wrapped(&View::of(observation)))
}

fn wrapped(view: &View) -> Settled {
    let (submission, repaired, diff) = view.repaired()?;
    for (number, entry) in diff.iter().enumerate() {
        let (Rule::R7, Place::Tree(steps)) = (entry.rule, &entry.path) else {
            continue;
        };
        let mut element = steps.clone();
        element.push(Step::Index(0));
        let Some(value) = path::resolve(repaired, &element) else {
            let summary = format!("entry {number} (R7): the delivered blob has no wrapped element");
            return Err(Ruling::broken(summary, entry.path.to_string()));
        };
        let fails = guide(&submission.schema, &element)
            .is_some_and(|items| !errors(items, value).set.is_empty());
        if fails {
            let summary = format!("entry {number} (R7): the wrapped element fails items");
            return Err(Ruling::broken(summary, entry.path.to_string()));
        }
    }
    Ok(())
}
