//! Answers of a foreign implementation: the right one, wrong by one mutation.
//!
//! Whoever gave the right answer, one thing in it is exchanged: the verdict, a
//! place of the blob, an entry of the diff, a defect, the coverage or the
//! refusal. What only reports in words (statement, reasons, version) is left
//! alone, so that what comes out is wrong in substance. Whether a mutation is
//! noticed is nothing that may be known here.

use arbitrary::{Result, Unstructured};

use super::dice::{below, one_in, pick};
use super::value;
use crate::lossless::{self, Value};
use crate::path::{self, Step};
use crate::vocabulary::{Code, Keyword, RefusalCode, Rule};

type Members = Vec<(String, Value)>;

/// The parts of an answer that can be wrong; not all of them are in each.
const PARTS: [&str; 7] = [
    "diff", "repaired", "defects", "coverage", "verdict", "refusal", "detail",
];

/// The verdicts with their statements (D91).
const VERDICTS: [(&str, &str); 3] = [
    ("VALID", "no repair was needed"),
    (
        "UNREPAIRABLE",
        "every blocking defect is named; no repaired arguments are returned",
    ),
    (
        "REPAIRED",
        "the listed repairs, and nothing else, brought the arguments into conformance",
    ),
];

/// Defects in right form that hardly any submission has: path, code, reason.
const DEFECTS: [(&str, &str, &str); 2] = [
    (
        "$.absent",
        "missing_required",
        "a required member is absent",
    ),
    ("$", "enum_mismatch", "the value equals no entry of enum"),
];

/// `answer` with one mutation; none where the draw changed nothing.
pub(super) fn mutated(u: &mut Unstructured<'_>, answer: &Value) -> Result<Option<Value>> {
    let Value::Object(members) = answer else {
        return Ok(None);
    };
    let present: Vec<usize> = (0..members.len())
        .filter(|at| PARTS.contains(&members[*at].0.as_str()) || members[*at].0 == "assessable")
        .collect();
    if present.is_empty() {
        return Ok(None);
    }
    let at = present[below(u, present.len())?];
    let mut members = members.clone();
    match members[at].0.as_str() {
        "diff" => list(u, &mut members[at].1, entry)?,
        "repaired" => node(u, &mut members[at].1)?,
        "defects" => list(u, &mut members[at].1, defect)?,
        "coverage" => coverage(u, &mut members[at].1)?,
        "detail" => list(u, &mut members[at].1, place)?,
        "refusal" => members[at].1 = name(u, RefusalCode::ALL, RefusalCode::as_str)?,
        _ => otherwise(u, &mut members)?,
    }
    let mutated = Value::Object(members);
    Ok((mutated != *answer).then_some(mutated))
}

/// The diff of an answer with one mutation; none where nothing changed.
pub(super) fn mutated_diff(u: &mut Unstructured<'_>, diff: &Value) -> Result<Option<Value>> {
    let mut mutated = diff.clone();
    list(u, &mut mutated, entry)?;
    Ok((mutated != *diff).then_some(mutated))
}

fn text(text: impl Into<String>) -> Value {
    Value::String(text.into())
}

fn object(members: &[(&str, Value)]) -> Value {
    let members = members.iter();
    Value::Object(
        members
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect(),
    )
}

fn name<T: Copy>(
    u: &mut Unstructured<'_>,
    all: &[T],
    spell: fn(T) -> &'static str,
) -> Result<Value> {
    Ok(text(spell(all[below(u, all.len())?])))
}

/// An answer of another kind, in the form that it would have if it were right.
fn otherwise(u: &mut Unstructured<'_>, members: &mut Members) -> Result<()> {
    let kept = |name: &str| members.iter().find(|(known, _)| known == name).cloned();
    let mut other: Members = ["criteria_id", "criteria_version"]
        .into_iter()
        .filter_map(kept)
        .collect();
    let add = |other: &mut Members, name: &str, value| other.push((name.to_owned(), value));
    let kind = (below(u, 4)?, kept("engine_version"), kept("coverage"));
    if let (kind @ 0..3, Some(version), Some(coverage)) = kind {
        let (verdict, statement) = VERDICTS[kind];
        other.push(version);
        add(&mut other, "verdict", text(verdict));
        add(&mut other, "statement", text(statement));
        other.push(coverage);
        if verdict == "UNREPAIRABLE" {
            let (path, code, reason) = DEFECTS[below(u, DEFECTS.len())?];
            let defect = [("path", path), ("code", code), ("reason", reason)];
            let defect = object(&defect.map(|(name, value)| (name, text(value))));
            add(&mut other, "defects", Value::Array(vec![defect]));
        }
        if verdict == "REPAIRED" {
            add(&mut other, "repaired", Value::Object(Vec::new()));
            add(&mut other, "diff", Value::Array(Vec::new()));
        }
    } else {
        let code = name(u, RefusalCode::ALL, RefusalCode::as_str)?;
        add(&mut other, "refusal", code);
        add(&mut other, "detail", Value::Array(Vec::new()));
    }
    *members = other;
    Ok(())
}

/// One element dropped, doubled, moved, or changed by `change`.
fn list(
    u: &mut Unstructured<'_>,
    value: &mut Value,
    change: fn(&mut Unstructured<'_>, &mut Members) -> Result<()>,
) -> Result<()> {
    let Value::Array(items) = value else {
        return Ok(());
    };
    if items.is_empty() {
        items.push(object(&[("path", text("$")), ("keyword", text("$ref"))]));
        return Ok(());
    }
    let at = below(u, items.len())?;
    match below(u, 8)? {
        0 => drop(items.remove(at)),
        1 => items.insert(at, items[at].clone()),
        2 => items.swap(0, at),
        _ => {
            if let Value::Object(members) = &mut items[at] {
                change(u, members)?;
            }
        }
    }
    Ok(())
}

fn entry(u: &mut Unstructured<'_>, members: &mut Members) -> Result<()> {
    let at = below(u, members.len())?;
    let Some((member, value)) = members.get_mut(at) else {
        return Ok(());
    };
    match member.as_str() {
        "path" => steps(u, value),
        "rule" => {
            *value = name(u, Rule::ALL, Rule::as_str)?;
            Ok(())
        }
        "op" => {
            *value = text(pick(u, &["replace", "remove", "append"])?);
            Ok(())
        }
        _ => node(u, value),
    }
}

fn defect(u: &mut Unstructured<'_>, members: &mut Members) -> Result<()> {
    for (member, value) in members {
        match member.as_str() {
            "path" if one_in(u, 2)? => return steps(u, value),
            "code" => *value = name(u, Code::ALL, Code::as_str)?,
            _ => {}
        }
    }
    Ok(())
}

fn place(u: &mut Unstructured<'_>, members: &mut Members) -> Result<()> {
    for (member, value) in members {
        match member.as_str() {
            "path" if one_in(u, 2)? => return steps(u, value),
            "keyword" => *value = text(pick(u, &["$ref", "type", "pattern", "nesting"])?),
            _ => {}
        }
    }
    Ok(())
}

/// Another path of the same grammar.
fn steps(u: &mut Unstructured<'_>, path: &mut Value) -> Result<()> {
    let Value::String(path) = path else {
        return Ok(());
    };
    *path = match below(u, 4)? {
        0 => "$".to_owned(),
        1 => format!("{path}.a"),
        2 => format!("{path}[0]"),
        _ => {
            let end = path.rfind(['.', '[']).unwrap_or(path.len());
            format!("{}.b", &path[..end])
        }
    };
    Ok(())
}

fn coverage(u: &mut Unstructured<'_>, coverage: &mut Value) -> Result<()> {
    let Value::Object(lists) = coverage else {
        return Ok(());
    };
    let at = below(u, lists.len())?;
    let Some((list, Value::Array(names))) = lists.get_mut(at) else {
        return Ok(());
    };
    if !names.is_empty() && one_in(u, 2)? {
        names.remove(below(u, names.len())?);
    } else if list == "enforced" {
        names.push(name(u, Keyword::ALL, Keyword::as_str)?);
    } else {
        names.push(text("$.title"));
    }
    Ok(())
}

/// One place of a value, changed by little.
fn node(u: &mut Unstructured<'_>, root: &mut Value) -> Result<()> {
    let mut places = vec![Vec::new()];
    let mut next = 0;
    while let Some(place) = places.get(next).cloned() {
        next += 1;
        match path::resolve(root, &place) {
            Some(Value::Object(members)) => {
                let steps = members.iter().map(|(name, _)| Step::Key(name.clone()));
                places.extend(steps.map(|step| [place.clone(), vec![step]].concat()));
            }
            Some(Value::Array(items)) => {
                let steps = (0..items.len()).map(Step::Index);
                places.extend(steps.map(|step| [place.clone(), vec![step]].concat()));
            }
            _ => {}
        }
    }
    let at = below(u, places.len())?;
    match path::resolve_mut(root, &places[at]) {
        Some(value) => changed(u, value),
        None => Ok(()),
    }
}

fn changed(u: &mut Unstructured<'_>, value: &mut Value) -> Result<()> {
    match value {
        Value::Number(spelling) => match below(u, 3)? {
            0 => spelling.push('0'),
            1 if !spelling.contains(['.', 'e', 'E']) => spelling.push_str(".0"),
            _ => *value = Value::Number(value::number(u)?.to_owned()),
        },
        Value::String(content) => match below(u, 4)? {
            0 => content.push('x'),
            1 => *content = content.to_uppercase(),
            2 => *content = content.trim().to_owned(),
            _ => *value = drawn(u)?,
        },
        Value::Object(members) if !members.is_empty() => {
            let at = below(u, members.len())?;
            match below(u, 4)? {
                0 => drop(members.remove(at)),
                1 => members.swap(0, at),
                2 => members[at].0.push('x'),
                _ => members.push(("added".to_owned(), drawn(u)?)),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let at = below(u, items.len())?;
            match below(u, 4)? {
                0 => drop(items.remove(at)),
                1 => items.swap(0, at),
                2 => items.push(items[at].clone()),
                _ => *value = Value::Array(vec![value.clone()]),
            }
        }
        other => *other = drawn(u)?,
    }
    Ok(())
}

fn drawn(u: &mut Unstructured<'_>) -> Result<Value> {
    // Whatever is drawn is JSON, unless a name stands twice in it.
    Ok(lossless::read_str(&value::any(u, 1)?).unwrap_or(Value::Null))
}
