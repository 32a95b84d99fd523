//! What a rule makes of a value, as the checker understands the whitelist.

use crate::answer::Entry;
use crate::lossless::{self, Value};
use crate::path::{Place, Step};
use crate::provenance::proof::EnumEntry;
use crate::vocabulary::Rule;

/// What the submitted `value` becomes by the entries at its own place, with
/// the `enum` entry that it ends as; `None` where a rule does not apply.
pub(super) fn becomes<'e>(
    value: &Value,
    entries: impl Iterator<Item = &'e Entry>,
    schema: &Value,
    place: &[Step],
) -> Option<(Value, Option<EnumEntry>)> {
    let (mut value, mut picked) = (value.clone(), None);
    for entry in entries {
        value = match (entry.rule, value) {
            (Rule::R3, Value::String(text)) => number(&text)?,
            (Rule::R4, Value::String(text)) => match text.as_str() {
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                _ => return None,
            },
            (Rule::R6, scalar @ (Value::Number(_) | Value::Bool(_))) => {
                Value::String(scalar.to_text())
            }
            (Rule::R9, Value::String(text)) => {
                let (entry, spelled) = pick(&text, schema, place)?;
                picked = Some(entry);
                spelled
            }
            // The content of an unwrapped string was scanned as it stands.
            (Rule::R5, content @ (Value::Array(_) | Value::Object(_))) => content,
            _ => return None,
        };
    }
    Some((value, picked))
}

fn number(text: &str) -> Option<Value> {
    let read = lossless::read_str(text).ok()?;
    (read == Value::Number(text.to_owned())).then_some(read)
}

/// The one entry of an all-string `enum` that equals `text` but for case.
fn pick(text: &str, schema: &Value, place: &[Step]) -> Option<(EnumEntry, Value)> {
    let (at, node) = guide(schema, place)?;
    let entries = node.get("enum")?.items()?;
    let spelled: Option<Vec<&str>> = entries.iter().map(Value::as_str).collect();
    let folded = text.to_lowercase();
    let mut equal = spelled?
        .into_iter()
        .enumerate()
        .filter(|(_, entry)| entry.to_lowercase() == folded);
    let (number, first) = equal.next()?;
    let unique = first != text && equal.all(|(_, other)| other == first);
    let entry = EnumEntry {
        place: at.to_string(),
        number,
    };
    unique.then(|| (entry, Value::String(first.to_owned())))
}

/// Whether the two values of a tree entry fit its rule. Those of a scalar are
/// compared at its leaf, and those of R8 in the replay.
pub(super) fn obeys(entry: &Entry) -> bool {
    match (entry.rule, &entry.before, &entry.after) {
        (Rule::R5, Value::String(text), after @ (Value::Array(_) | Value::Object(_))) => {
            lossless::read_str(text).as_ref() == Ok(after)
        }
        (Rule::R7, before, Value::Array(items)) => items.as_slice() == [before.clone()],
        (Rule::R5 | Rule::R7, ..) => false,
        _ => true,
    }
}

/// The schema place that guides the node at `place`.
pub(super) fn guide<'s>(schema: &'s Value, place: &[Step]) -> Option<(Place, &'s Value)> {
    let mut at = Vec::new();
    let mut node = schema;
    for step in place {
        let names = match step {
            Step::Key(key) => vec!["properties", key],
            Step::Index(_) => vec!["items"],
        };
        for name in names {
            node = node.get(name)?;
            at.push(Step::Key(name.to_owned()));
        }
    }
    Some((Place::Tree(at), node))
}
