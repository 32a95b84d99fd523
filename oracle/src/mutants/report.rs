//! M54 to M66: faults in what is reported, and in what order.
//!
//! Here stands only what each fault does, and which laws must notice.

use super::{Mutant, clause};
use crate::reference::answer;
use crate::reference::clauses::Member;
use crate::reference::json::Value;
use crate::reference::validate::{self, Defect};

/// The mutants of this file.
pub(super) static MUTANTS: [Mutant; 13] = [
    clause(
        "M54",
        "reports the first defect only",
        "D81",
        &["I8"],
        &[|c| {
            c.in_order = |defects| validate::in_order(defects).into_iter().take(1).collect();
        }],
    ),
    clause(
        "M55",
        "a defect twice",
        "D86",
        &["I10"],
        &[|c| {
            c.in_order = |defects| {
                let once = validate::in_order(defects);
                once.into_iter()
                    .flat_map(|defect| [defect.clone(), defect])
                    .collect()
            };
        }],
    ),
    clause(
        "M56",
        "type failure hides enum failure",
        "D81",
        &["I8"],
        &[|c| c.node_defects = type_first],
    ),
    clause(
        "M57",
        "judges the submitted tree",
        "D80",
        &["I25"],
        &[|c| c.judged = |submitted, _| submitted.clone()],
    ),
    clause(
        "M58",
        "missing_required last",
        "D79",
        &["I10"],
        &[|c| c.in_order = missing_last],
    ),
    clause(
        "M59",
        "missing_required per object",
        "D79",
        &["I10"],
        &[|c| c.in_order = once_each],
    ),
    clause(
        "M60",
        "diff and partial blob with UNREPAIRABLE",
        "D85",
        &["I1"],
        &[|c| {
            c.beside_defects = |blob, diff| match blob {
                Some(blob) if !diff.is_empty() => answer::repaired(blob, diff),
                _ => String::new(),
            };
        }],
    ),
    clause(
        "M61",
        "last entry missing from the diff",
        "D89",
        &["I5"],
        &[|c| {
            c.diff = |mut entries| {
                entries.pop();
                entries
            };
        }],
    ),
    clause(
        "M62",
        "diff reversed",
        "D36",
        &["I7"],
        &[|c| c.diff = |entries| entries.into_iter().rev().collect()],
    ),
    clause(
        "M63",
        "children in schema order",
        "D36",
        &["I14", "I5", "I7"],
        &[|c| c.member_order = schema_order],
    ),
    clause(
        "M64",
        "integer-like keys first",
        "D36",
        &["I5", "I7"],
        &[|c| c.member_order = integers_first],
    ),
    clause(
        "M65",
        "keys sorted in the blob",
        "D90",
        &["I5"],
        &[|c| c.blob = sorted],
    ),
    clause(
        "M66",
        "duplicates dropped to satisfy uniqueItems",
        "D80",
        &["I3"],
        &[|c| c.kept_items = distinct],
    ),
];

fn type_first(defects: Vec<Defect>) -> Vec<Defect> {
    match defects.iter().find(|defect| defect.code == "type_mismatch") {
        Some(mismatch) => vec![mismatch.clone()],
        None => defects,
    }
}

fn missing_last(traversal: Vec<Defect>) -> Vec<Defect> {
    let ordered = validate::in_order(traversal);
    let (missing, mut rest): (Vec<_>, Vec<_>) = ordered
        .into_iter()
        .partition(|defect| defect.code == "missing_required");
    rest.extend(missing);
    rest
}

/// Traversal order, where all missing members should stand first.
fn once_each(traversal: Vec<Defect>) -> Vec<Defect> {
    let mut kept: Vec<Defect> = Vec::new();
    for defect in traversal {
        if !kept.contains(&defect) {
            kept.push(defect);
        }
    }
    kept
}

fn schema_order(members: &[Member], schema: &Value) -> Vec<Member> {
    let mut ordered = members.to_vec();
    if let Some(Value::Object(declared)) = schema.member("properties") {
        let place = |name: &str| declared.iter().position(|(other, _)| other == name);
        ordered.sort_by_key(|(name, _)| place(name).unwrap_or(usize::MAX));
    }
    ordered
}

/// The order that property maps of one popular language give.
fn integers_first(members: &[Member], _schema: &Value) -> Vec<Member> {
    let mut ordered = members.to_vec();
    let index = |name: &str| name.parse::<u32>().ok().filter(|n| n.to_string() == name);
    ordered.sort_by_key(|(name, _)| index(name).map_or(u64::MAX, u64::from));
    ordered
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        Value::Object(members) => {
            let below = members
                .into_iter()
                .map(|(name, value)| (name, sorted(value)));
            let mut members: Vec<Member> = below.collect();
            members.sort_by(|left, right| left.0.cmp(&right.0));
            Value::Object(members)
        }
        scalar => scalar,
    }
}

fn distinct(schema: &Value, items: Vec<Value>) -> Vec<Value> {
    if schema.member("uniqueItems") != Some(&Value::Bool(true)) {
        return items;
    }
    let mut kept: Vec<Value> = Vec::new();
    for item in items {
        if !kept.iter().any(|other| validate::equal(other, &item)) {
            kept.push(item);
        }
    }
    kept
}
