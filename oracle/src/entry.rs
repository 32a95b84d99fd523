//! Whether each entry of a diff obeys its own rule (I6; R1 to R9, D51 to D78,
//! D88, D89, D93).
//!
//! An entry is judged on the tree at its moment with its own schema node: the
//! node must fail, the rule must be the only one that answers the failure, and
//! what comes out must be what the rule makes of what stood there. An entry that
//! breaks its rule may have invented a value, so this is asked before an answer
//! is sent. No code of engine or reference is used, and no outcome is preferred
//! to another.

use crate::answer::Entry;
use crate::laws::number::{Exact, is_number};
use crate::laws::text::{self, Tokens};
use crate::laws::validator::{admits_null, enum_fails, guide, type_fails, types};
use crate::lossless::{self, ReadError, Value};
use crate::path::{self, Place, Step};
use crate::submission::{Form, Submission};
use crate::vocabulary::{Operation, Rule};

/// The most containers that may stand in one another (D8).
pub(crate) const DEPTH: usize = 64;

/// An entry that its rule does not allow. Holds no value of the submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("entry {entry} ({}): {why}", rule.as_str())]
pub struct EntryFault {
    /// The number of the entry, from 0.
    pub entry: usize,
    /// The rule that it names.
    pub rule: Rule,
    /// What is wrong.
    pub why: &'static str,
}

/// What the retyping rules R3 to R7 make of a value (D53).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    /// No rule answers.
    None,
    /// Exactly one outcome.
    One(Rule, Value),
    /// More than one outcome: none may be picked.
    Several,
    /// The value nests deeper than the judges read.
    Unknown,
}

/// Judges every entry of a diff.
pub fn check_entries(submission: &Submission, diff: &[Entry]) -> Result<(), EntryFault> {
    let textual = diff
        .iter()
        .take_while(|entry| entry.path == Place::Text)
        .count();
    let (text_entries, tree_entries) = diff.split_at(textual);
    let fault = |number: usize, why| EntryFault {
        entry: number,
        rule: diff.get(number).map_or(Rule::R1, |entry| entry.rule),
        why,
    };
    let mut tree = match &submission.arguments {
        Form::Tree(_) if textual > 0 => return Err(fault(0, "the arguments are no text")),
        Form::Tree(tree) => tree.clone(),
        Form::Text(text) => check_text(text, text_entries).map_err(|(n, why)| fault(n, why))?,
    };
    for (number, entry) in (textual..).zip(tree_entries) {
        check_entry(&submission.schema, &tree, entry).map_err(|why| fault(number, why))?;
        apply(&mut tree, entry);
    }
    Ok(())
}

/// Judges the text entries and gives the tree that the others start from.
fn check_text(text: &str, entries: &[Entry]) -> Result<Value, (usize, &'static str)> {
    match lossless::read_str(text) {
        Ok(tree) if entries.is_empty() => return Ok(tree),
        Ok(_) => return Err((0, "the text is JSON as it stands")),
        Err(ReadError::Syntax(_)) => {}
        Err(_) => return Err((0, "no comma and no closer mends this text")),
    }
    let tokens = text::tokens(text);
    let found = text::repairs(text, &tokens);
    let Some((commas, closers)) = found else {
        return Err((0, why_not(text, &tokens)));
    };
    let mut removed = 0;
    for (number, entry) in entries.iter().enumerate() {
        if entry.op != entry.rule.operation() {
            return Err((number, "the op is not that of the rule"));
        }
        match entry.rule {
            Rule::R2 => {
                removed += 1;
                let form = entry.before.as_str() == Some(",") && entry.after.as_str() == Some("");
                if !form || removed > commas.len() {
                    return Err((number, "there is no such comma before a closer or the end"));
                }
            }
            Rule::R1 => {
                let forced = !closers.is_empty() && entry.after.as_str() == Some(&closers);
                if entry.before != Value::Null || !forced {
                    return Err((
                        number,
                        "these are not the closers that the open stack forces",
                    ));
                }
            }
            _ => return Err((number, "the rule does not repair a text")),
        }
    }
    text::mend(text)
        .map(|mended| mended.tree)
        .ok_or((0, "the text is not JSON after its repairs"))
}

fn why_not(text: &str, tokens: &Tokens) -> &'static str {
    if !tokens.complete {
        return "the text breaks off inside a token";
    }
    match tokens.list.last() {
        Some(last) if last.end == text.len() && last.kind == text::Kind::Number => {
            "the text ends in a number that may be cut"
        }
        _ => "a closer does not match what is open",
    }
}

/// Judges one entry on the tree at its moment.
fn check_entry(schema: &Value, tree: &Value, entry: &Entry) -> Result<(), &'static str> {
    let Place::Tree(steps) = &entry.path else {
        return Err("a text entry stands behind a tree entry");
    };
    let Some((last, above)) = steps.split_last() else {
        return Err("the root is never replaced");
    };
    if entry.rule.is_textual() || entry.op != entry.rule.operation() {
        return Err("rule, op and path do not belong together");
    }
    let current = path::resolve(tree, steps).ok_or("nothing stands at the path")?;
    if *current != entry.before {
        return Err("before is not what stands there");
    }
    let parent = guide(schema, above).ok_or("no schema guides the place")?;
    let node = guide(schema, steps).ok_or("no schema guides the place")?;
    match entry.rule {
        Rule::R8 => match last {
            Step::Key(key) if is_droppable(parent, key, current) && entry.after == Value::Null => {
                Ok(())
            }
            _ => Err("not a null of a declared, optional member that refuses null"),
        },
        Rule::R9 => check_enum(node, current, &entry.after),
        rule => check_retyping(node, current, rule, &entry.after, steps.len()),
    }
}

fn check_enum(node: &Value, current: &Value, after: &Value) -> Result<(), &'static str> {
    let Value::String(text) = current else {
        return Err("only a string can match an enum entry");
    };
    if !enum_fails(node, current) {
        return Err("the value equals an entry already");
    }
    // D54: where the type fails and a rule could have answered, none follows.
    if type_fails(node, current)
        && !matches!(retyping(node, current), Choice::None | Choice::Unknown)
    {
        return Err("another rule answers the failure of the type");
    }
    match folded(node, text) {
        Some(entry) if after.as_str() == Some(entry) => Ok(()),
        _ => Err("after is not the only entry of an all-string enum that folds to before"),
    }
}

fn check_retyping(
    node: &Value,
    current: &Value,
    rule: Rule,
    after: &Value,
    depth: usize,
) -> Result<(), &'static str> {
    if !type_fails(node, current) {
        return Err("the type of the value is allowed already");
    }
    match retyping(node, current) {
        Choice::None => Err("no rule answers this failure"),
        Choice::Several => Err("more than one outcome is possible"),
        Choice::One(only, _) if only != rule => Err("another rule answers this failure"),
        Choice::One(_, outcome) if outcome != *after => {
            Err("after is not what the rule makes of before")
        }
        Choice::One(..) if depth + height(after) > DEPTH => Err("the result nests too deep"),
        Choice::One(..) | Choice::Unknown => Ok(()),
    }
}

/// R8 (D72, D74): a null of a member that is declared, optional and refuses it.
pub(crate) fn is_droppable(parent: &Value, key: &str, value: &Value) -> bool {
    let required = parent
        .get("required")
        .and_then(Value::items)
        .is_some_and(|names| names.iter().any(|name| name.as_str() == Some(key)));
    let child = parent
        .get("properties")
        .and_then(|declared| declared.get(key));
    *value == Value::Null && !required && child.is_some_and(|child| !admits_null(child))
}

/// R9 (D76 to D78): the only entry of an all-string enum that `text` folds to.
pub(crate) fn folded<'s>(node: &'s Value, text: &str) -> Option<&'s str> {
    let entries = node.get("enum")?.items()?;
    let lower = text.to_lowercase();
    let mut only: Option<&str> = None;
    for entry in entries {
        let entry = entry.as_str()?;
        if entry.to_lowercase() == lower {
            match only {
                Some(other) if other != entry => return None,
                _ => only = Some(entry),
            }
        }
    }
    only
}

/// R3 to R7 (D53): what each allowed type makes of a value whose type fails.
pub(crate) fn retyping(node: &Value, value: &Value) -> Choice {
    let mut outcomes: Vec<(Rule, Value)> = Vec::new();
    for name in types(node).unwrap_or_default() {
        let Ok(outcome) = outcome(name, value) else {
            return Choice::Unknown;
        };
        if let Some(outcome) = outcome
            && !outcomes.iter().any(|(_, known)| *known == outcome.1)
        {
            outcomes.push(outcome);
        }
    }
    let several = outcomes.len() > 1;
    match outcomes.pop() {
        None => Choice::None,
        Some(_) if several => Choice::Several,
        Some((rule, outcome)) => Choice::One(rule, outcome),
    }
}

/// What one allowed type makes of a value of another type.
fn outcome(name: &str, value: &Value) -> Result<Option<(Rule, Value)>, ReadError> {
    Ok(match (name, value) {
        ("integer" | "number", Value::String(text)) => {
            let fits = is_number(text) && (name == "number" || Exact::read(text).is_integer());
            fits.then(|| (Rule::R3, Value::Number(text.clone())))
        }
        ("boolean", Value::String(text)) => match text.as_str() {
            "true" => Some((Rule::R4, Value::Bool(true))),
            "false" => Some((Rule::R4, Value::Bool(false))),
            _ => None,
        },
        ("string", Value::Number(spelling)) => Some((Rule::R6, Value::String(spelling.clone()))),
        ("string", Value::Bool(truth)) => Some((Rule::R6, Value::String(truth.to_string()))),
        ("object", Value::String(text)) => unwrapped(text)?
            .filter(|inner| matches!(inner, Value::Object(_)))
            .map(|inner| (Rule::R5, inner)),
        ("array", Value::String(text)) => match unwrapped(text)? {
            Some(inner @ Value::Array(_)) => Some((Rule::R5, inner)),
            _ => Some((Rule::R7, Value::Array(vec![value.clone()]))),
        },
        ("array", Value::Array(_)) => None,
        ("array", other) => Some((Rule::R7, Value::Array(vec![other.clone()]))),
        _ => None,
    })
}

/// The JSON inside a string (D63, D64).
fn unwrapped(text: &str) -> Result<Option<Value>, ReadError> {
    if !text
        .trim_start_matches([' ', '\t', '\n', '\r'])
        .starts_with(['{', '['])
    {
        return Ok(None);
    }
    match lossless::read_str(text) {
        Ok(value) => Ok(Some(value)),
        Err(ReadError::TooDeep) => Err(ReadError::TooDeep),
        Err(_) => Ok(None),
    }
}

/// How many containers stand in one another.
pub(crate) fn height(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(height).max().unwrap_or(0),
        Value::Object(members) => {
            1 + members
                .iter()
                .map(|(_, member)| height(member))
                .max()
                .unwrap_or(0)
        }
        _ => 0,
    }
}

/// Applies a tree entry that was judged.
fn apply(tree: &mut Value, entry: &Entry) {
    let Place::Tree(steps) = &entry.path else {
        return;
    };
    if entry.op != Operation::Remove {
        if let Some(node) = path::resolve_mut(tree, steps) {
            *node = entry.after.clone();
        }
        return;
    }
    if let Some((Step::Key(key), above)) = steps.split_last()
        && let Some(Value::Object(members)) = path::resolve_mut(tree, above)
    {
        members.retain(|(name, _)| name != key);
    }
}
