//! Phase one: the tentatively repaired tree, made by copying, and one entry
//! for each repair.
//!
//! Implements D7, D10, D51 to D57, D65, D69, D73, D84 and D88. It never judges
//! the whole (phase two, `validate`, does); it asks `validate` about one
//! element only, to know whether a wrap stands.

use super::Run;
use super::clauses::Member;
use super::explain::Outcome;
use super::json::Value;
use super::path;
use super::rules::{self, Candidate, Choice, MemberSite};
use super::validate;

/// One repair, as the diff shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where (D87), or `$arguments_text`.
    pub path: String,
    /// `R1` to `R9`.
    pub rule: &'static str,
    /// `replace`, `remove` or `append` (D89).
    pub op: &'static str,
    /// The value before, at that moment (D88).
    pub before: Value,
    /// The value after, at that moment (D88).
    pub after: Value,
}

/// Repairs the whole tree; the entries are added to the run's.
pub fn repair(run: &mut Run<'_>, schema: &Value, tree: &Value) -> Value {
    let root = path::ROOT;
    if run.clauses.root_is_node {
        return node(run, schema, tree, root, 0);
    }
    // D7: the root keeps its kind, so only what is below it is repaired.
    children(run, schema, tree, root, 0)
}

/// D73: a node's own repair, then its children. `around` counts the
/// containers that the node stands in.
fn node(run: &mut Run<'_>, schema: &Value, value: &Value, at: &str, around: usize) -> Value {
    match own_repair(run, schema, value, at, around) {
        Own::Wrapped(array) => array,
        Own::Is(value) => children(run, schema, &value, at, around),
    }
}

/// A node after its own repair.
enum Own {
    /// Its children are still to be walked.
    Is(Value),
    /// R7 stands, and the element was walked to find out (D69).
    Wrapped(Value),
}

/// D51, D54: R3 to R7 if the type fails, then R9 if the enum fails.
fn own_repair(run: &mut Run<'_>, schema: &Value, value: &Value, at: &str, around: usize) -> Own {
    let types = rules::types(schema).unwrap_or_default();
    if types.is_empty() || !(run.clauses.type_fails)(run.clauses, value, &types) {
        return Own::Is(case_match(run, schema, value, at));
    }
    match choice(run, value, &types, at) {
        // D78: R9 does not consult the type.
        Choice::None => Own::Is(case_match(run, schema, value, at)),
        // D53: two outcomes, so none; nothing else is tried here.
        Choice::Ambiguous => Own::Is(value.clone()),
        Choice::One(repair) if is_too_deep(run, value, &repair, at, around) => {
            Own::Is(value.clone())
        }
        Choice::One(repair) if repair.rule == "R7" => {
            wrap(run, schema, value, repair.after, at, around)
        }
        Choice::One(repair) => {
            record(run, at, repair.rule, "replace", value, &repair.after);
            // D54: the one chain, R6 and then R9.
            if repair.rule == "R6" && run.clauses.r9_after_r6 {
                return Own::Is(case_match(run, schema, &repair.after, at));
            }
            Own::Is(repair.after)
        }
    }
}

/// D53: what the listed types offer, and what is taken.
fn choice(run: &mut Run<'_>, value: &Value, types: &[&str], at: &str) -> Choice {
    let clauses = run.clauses;
    let mut offered: Vec<Candidate> = Vec::new();
    for name in types {
        let candidate = rules::candidate(clauses, value, name);
        if let Some((rule, reading, why)) = why_not(name, candidate.as_ref()) {
            run.note_at(at, rule, Outcome::NotFired, reading, || why.to_string());
        } else if let (Some(c), true) = (&candidate, types.len() > 1) {
            let after = c.after.render();
            run.note_at(at, c.rule, Outcome::Passed, "D53", || {
                format!("type {name} offers {after}")
            });
        }
        if candidate.as_ref().is_some_and(|c| c.rule == "R7") && rules::text_of(value).is_some() {
            run.note_at(at, "R5", Outcome::NotFired, "D66", || {
                "the string does not parse strictly to an array".into()
            });
        }
        offered.extend(candidate);
    }
    let choice = (clauses.choose)(&offered);
    if choice == Choice::Ambiguous {
        run.note_at(at, "R3..R7", Outcome::Barred, "D53", || {
            "the listed types offer different outcomes, so none is taken".into()
        });
    }
    choice
}

/// Why the rules of one listed type offer nothing, for the trace.
fn why_not(
    name: &str,
    candidate: Option<&Candidate>,
) -> Option<(&'static str, &'static str, &'static str)> {
    match (name, candidate) {
        (_, Some(_)) => None,
        ("number", None) => Some((
            "R3",
            "D58",
            "not a string that is a number of the JSON grammar",
        )),
        ("integer", None) => Some((
            "R3",
            "D59",
            "not a string that is an integral number of the JSON grammar",
        )),
        ("boolean", None) => Some(("R4", "D62", "not exactly the string true or false")),
        ("object", None) => Some((
            "R5",
            "D64",
            "not a string that parses strictly to an object",
        )),
        ("string", None) => Some(("R6", "D68", "only a number or a boolean becomes a string")),
        ("array", None) => Some((
            "R5, R7",
            "D66",
            "neither a string that is an array nor a value to wrap",
        )),
        _ => Some(("R3..R7", "D51", "no rule makes this type")),
    }
}

/// D10: whether the repair would make the tree deeper than a submission may be.
fn is_too_deep(
    run: &mut Run<'_>,
    value: &Value,
    repair: &Candidate,
    at: &str,
    around: usize,
) -> bool {
    let limit = run.clauses.repaired_depth;
    let (depth, reading) = match repair.rule {
        "R5" => (around + repair.after.height(), "D10"),
        "R7" => (around + 1 + value.height(), "D10"),
        _ => return false,
    };
    if depth > limit {
        run.note_at(at, repair.rule, Outcome::Barred, reading, || {
            format!("the tree would be {depth} deep, over {limit}")
        });
    }
    depth > limit
}

/// D69: R7 on trial. The element is repaired and judged; if it has a defect,
/// the wrap and all that was done inside it are undone.
fn wrap(
    run: &mut Run<'_>,
    schema: &Value,
    value: &Value,
    wrapped: Value,
    at: &str,
    around: usize,
) -> Own {
    let mark = run.entries.len();
    record(run, at, "R7", "replace", value, &wrapped);
    let Some(items) = schema.member("items") else {
        return Own::Is(wrapped); // nothing can fail (D70)
    };
    let below = path::index(at, 0);
    let element = node(run, items, value, &below, around + 1);
    let defects = validate::defects(run, items, &element, &below);
    match (run.clauses.trial)(defects.is_empty()) {
        Trial::Stands => return Own::Wrapped(Value::Array(vec![element])),
        Trial::StandsUnjudged => {
            run.unjudged.push(below);
            return Own::Wrapped(Value::Array(vec![element]));
        }
        Trial::Undone => {}
    }
    run.entries.truncate(mark);
    run.note_at(at, "R7", Outcome::Withdrawn, "D69", || {
        let first = defects.first().map_or("", |d| d.code);
        format!("the element fails items ({first}), so the node itself is the defect")
    });
    Own::Is(value.clone())
}

/// What becomes of a wrap on trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trial {
    /// It stands.
    Stands,
    /// It stands, and phase two passes over its element: no reading says so.
    StandsUnjudged,
    /// It and all that was done inside it are undone.
    Undone,
}

/// D69: a wrap stands only with an element that conforms.
pub fn trial(element_conforms: bool) -> Trial {
    if element_conforms {
        Trial::Stands
    } else {
        Trial::Undone
    }
}

/// R9, where `enum` fails (D76 to D78).
fn case_match(run: &mut Run<'_>, schema: &Value, value: &Value, at: &str) -> Value {
    let clauses = run.clauses;
    let (Some(Value::Array(entries)), Value::String(text)) = (schema.member("enum"), value) else {
        return value.clone();
    };
    if entries.iter().any(|entry| (clauses.equal)(entry, value)) {
        return value.clone();
    }
    if let Some(entry) = (clauses.r9)(text, entries) {
        let after = Value::String(entry);
        record(run, at, "R9", "replace", value, &after);
        after
    } else {
        let all_strings = entries.iter().all(|entry| rules::text_of(entry).is_some());
        let (reading, why) = match (entries.len(), all_strings) {
            (0, _) => ("D23", "the enum is empty"),
            (_, false) => ("D78", "the enum holds an entry that is no string"),
            _ => ("D77", "not exactly one entry is equal but for case"),
        };
        run.note_at(at, "R9", Outcome::NotFired, reading, || why.into());
        value.clone()
    }
}

/// D56, D57: members and items, as far as the schema guides, whatever the type.
fn children(run: &mut Run<'_>, schema: &Value, value: &Value, at: &str, around: usize) -> Value {
    match (value, schema.member("items")) {
        (Value::Object(members), _) => Value::Object(members_of(run, schema, members, at, around)),
        (Value::Array(items), Some(subschema)) => {
            let mut repaired = Vec::new();
            for (i, item) in items.iter().enumerate() {
                repaired.push(node(run, subschema, item, &path::index(at, i), around + 1));
            }
            Value::Array((run.clauses.kept_items)(schema, repaired))
        }
        (Value::Array(items), None) => {
            Value::Array((run.clauses.kept_items)(schema, items.clone()))
        }
        _ => value.clone(),
    }
}

/// D36, D73: the members in submitted order, R8 at each one's turn.
fn members_of(
    run: &mut Run<'_>,
    schema: &Value,
    members: &[Member],
    at: &str,
    around: usize,
) -> Vec<Member> {
    let clauses = run.clauses;
    let members = (clauses.member_order)(members, schema);
    let mut after: Vec<Option<Member>> = members.iter().cloned().map(Some).collect();
    let goes = |(name, value): &Member| (clauses.r8)(site(schema, name, value));
    let removed: Vec<bool> = members.iter().map(goes).collect();
    for turn in (clauses.turns)(&removed) {
        let (name, value) = &members[turn];
        let below = (clauses.key_path)(at, name);
        let site = site(schema, name, value);
        if removed[turn] {
            record(run, &below, "R8", "remove", value, &Value::Null);
            after[turn] = None;
            continue;
        }
        if *value == Value::Null {
            note_kept_null(run, &below, site);
        }
        // D57: what is not declared is not visited.
        if let Some(subschema) = site.subschema {
            after[turn] = Some((
                name.clone(),
                node(run, subschema, value, &below, around + 1),
            ));
        }
    }
    let mut after: Vec<Member> = after.into_iter().flatten().collect();
    (clauses.absent)(schema, &mut after, at, &mut run.entries);
    after
}

fn site<'a>(schema: &'a Value, name: &str, value: &'a Value) -> MemberSite<'a> {
    let required = match schema.member("required") {
        Some(Value::Array(names)) => names.iter().any(|n| rules::text_of(n) == Some(name)),
        _ => false,
    };
    MemberSite {
        value,
        subschema: schema
            .member("properties")
            .and_then(|declared| declared.member(name)),
        required,
        closed: schema.member("additionalProperties") == Some(&Value::Bool(false)),
    }
}

fn note_kept_null(run: &mut Run<'_>, at: &str, site: MemberSite<'_>) {
    let (reading, why) = match site.subschema {
        None => ("D74", "the member is not declared"),
        Some(_) if site.required => ("D74", "the member is required"),
        Some(_) => ("D72", "the subschema admits null"),
    };
    run.note_at(at, "R8", Outcome::NotFired, reading, || why.into());
}

/// D84: an absent member stays absent, even where a default is published.
pub fn leave_absent(
    _schema: &Value,
    _members: &mut Vec<Member>,
    _at: &str,
    _entries: &mut Vec<Entry>,
) {
}

/// D80: a defect of an array is named, and its items stay as they are.
pub fn all_items(_schema: &Value, items: Vec<Value>) -> Vec<Value> {
    items
}

/// D36: members stay in submitted order.
pub fn submitted_order(members: &[Member], _schema: &Value) -> Vec<Member> {
    members.to_vec()
}

/// D73: each member has its turn where it stands.
pub fn turns_in_order(removed: &[bool]) -> Vec<usize> {
    (0..removed.len()).collect()
}

fn record(
    run: &mut Run<'_>,
    at: &str,
    rule: &'static str,
    op: &'static str,
    before: &Value,
    after: &Value,
) {
    let path = at.to_string();
    run.note_at(at, rule, Outcome::Fired, reading_of(rule), || {
        format!("{} becomes {}", before.render(), shown(op, after))
    });
    run.entries.push(Entry {
        path,
        rule,
        op,
        before: before.clone(),
        after: after.clone(),
    });
}

fn shown(op: &str, after: &Value) -> String {
    if op == "remove" {
        "absent".into()
    } else {
        after.render()
    }
}

fn reading_of(rule: &str) -> &'static str {
    match rule {
        "R3" => "D58",
        "R4" => "D62",
        "R5" => "D64",
        "R6" => "D67",
        "R7" => "D71",
        "R8" => "D72",
        _ => "D76",
    }
}
