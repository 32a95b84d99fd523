//! M20 to M41: faults in R5, R6, R7 and R9, and in which of them a node gets.
//!
//! Here stands only what each fault does, and which laws must notice.

use super::scalars::through_f64;
use super::{Mutant, clause};
use crate::reference::json::{self, Value};
use crate::reference::repair::{Entry, Trial};
use crate::reference::rules::{self, Choice, text_of};
use crate::reference::{path, text};

/// The mutants of this file.
pub(super) static MUTANTS: [Mutant; 22] = [
    clause(
        "M20",
        "R5 missing",
        "D64",
        &["I25"],
        &[|c| c.r5 = |_, _| None],
    ),
    clause(
        "M21",
        "R5 peels two layers",
        "D64",
        &["I6"],
        &[|c| {
            c.r5 = |value, object| match json::read(text_of(value)?).ok()? {
                inner @ Value::String(_) => rules::r5(&inner, object),
                _ => rules::r5(value, object),
            };
        }],
    ),
    clause(
        "M22",
        "R5 keeps the last duplicate (drops a value)",
        "D64",
        &["I12", "I6"],
        &[|c| {
            c.r5 = |value, object| {
                container(json::read_keeping_the_last(text_of(value)?).ok()?, object)
            };
        }],
    ),
    clause(
        "M23",
        "R2 inside an R5 string",
        "D49",
        &["I12", "I6"],
        &[|c| {
            c.r5 = |value, object| {
                let given = text_of(value)?;
                let commas = text::r2(given);
                let kept = given.char_indices().filter(|(at, _)| !commas.contains(at));
                rules::r5(&Value::String(kept.map(|(_, c)| c).collect()), object)
            };
        }],
    ),
    clause(
        "M24",
        "R5 accepts the other container",
        "D64",
        &["I25"],
        &[|c| {
            c.r5 = |value, object| rules::r5(value, object).or_else(|| rules::r5(value, !object));
        }],
    ),
    clause(
        "M25",
        "R5 at the root of arguments_text",
        "D6",
        &["I13", "I6"],
        &[|c| c.text_root = unwrap_root],
    ),
    clause(
        "M26",
        "R6 canonicalises the number",
        "D67",
        &["I12", "I6"],
        &[|c| {
            c.r6 = |value| match value {
                Value::Number(spelling) => Some(Value::String(through_f64(spelling))),
                _ => rules::r6(value),
            };
        }],
    ),
    clause(
        "M27",
        "R6 on null",
        "D68",
        &["I6"],
        &[|c| {
            c.r6 = |value| match value {
                Value::Null => Some(Value::String("null".into())),
                _ => rules::r6(value),
            };
        }],
    ),
    clause(
        "M28",
        "R6 stringifies an array",
        "D68",
        &["I12", "I6"],
        &[|c| {
            c.r6 = |value| match value {
                Value::Array(_) => Some(Value::String(value.render())),
                _ => rules::r6(value),
            };
        }],
    ),
    clause(
        "M29",
        "R7 preferred to R5",
        "D66",
        &["I6"],
        &[|c| {
            c.at_array = |unwrapped, wrapped| match wrapped {
                Some(_) => rules::at_array(None, wrapped),
                None => rules::at_array(unwrapped, None),
            };
        }],
    ),
    clause(
        "M30",
        "failed wrap kept, reported at $.x[0]",
        "D69",
        &["I9"],
        &[|c| c.trial = |_| Trial::Stands],
    ),
    clause(
        "M31",
        "failed wrap passes as REPAIRED",
        "D69",
        &["I11", "I4"],
        &[|c| c.trial = |_| Trial::StandsUnjudged],
    ),
    clause(
        "M32",
        "R7 refuses null",
        "D71",
        &["I25"],
        &[|c| {
            c.r7 = |value| rules::r7(value).filter(|_| *value != Value::Null);
        }],
    ),
    clause(
        "M33",
        "R7 at the root",
        "D7",
        &["I11", "I6"],
        &[|c| c.root_is_node = true],
    ),
    clause(
        "M34",
        "R9 picks the first of several",
        "D77",
        &["I6"],
        &[|c| {
            c.r9 = |text, entries| {
                entries
                    .iter()
                    .find_map(|entry| rules::r9(text, std::slice::from_ref(entry)))
            };
        }],
    ),
    clause(
        "M35",
        "R9 trims",
        "D76",
        &["I12", "I6"],
        &[|c| c.r9 = |text, entries| rules::r9(text.trim(), entries)],
    ),
    clause(
        "M36",
        "R9 matches a prefix",
        "D76",
        &["I12", "I6"],
        &[|c| c.r9 = prefix],
    ),
    clause(
        "M37",
        "R9 ASCII-only",
        "D76",
        &["I25"],
        &[|c| {
            c.r9 = |text, entries| {
                rules::r9(text, entries).filter(|found| found.eq_ignore_ascii_case(text))
            };
        }],
    ),
    clause(
        "M38",
        "R9 on a mixed enum",
        "D78",
        &["I6"],
        &[|c| {
            c.r9 = |text, entries| {
                let texts = entries.iter().filter(|entry| text_of(entry).is_some());
                rules::r9(text, &texts.cloned().collect::<Vec<Value>>())
            };
        }],
    ),
    clause(
        "M39",
        "no R9 after R6",
        "D54",
        &["I25"],
        &[|c| c.r9_after_r6 = false],
    ),
    clause(
        "M40",
        "no repair under a type array",
        "D53",
        &["I25"],
        &[|c| {
            c.type_fails = |c, value, types| types.len() == 1 && rules::type_fails(c, value, types);
        }],
    ),
    clause(
        "M41",
        "picks among several outcomes",
        "D53",
        &["I6"],
        &[|c| {
            c.choose = |offered| offered.first().cloned().map_or(Choice::None, Choice::One);
        }],
    ),
];

fn container(value: Value, object: bool) -> Option<Value> {
    match value {
        Value::Object(_) if object => Some(value),
        Value::Array(_) if !object => Some(value),
        _ => None,
    }
}

fn unwrap_root(tree: Value, entries: &mut Vec<Entry>) -> Value {
    let Some(after) = rules::r5(&tree, true) else {
        return tree;
    };
    entries.push(Entry {
        path: path::ROOT.into(),
        rule: "R5",
        op: "replace",
        before: tree,
        after: after.clone(),
    });
    after
}

fn prefix(text: &str, entries: &[Value]) -> Option<String> {
    let folded = text.to_lowercase();
    let names = entries.iter().map(text_of).collect::<Option<Vec<&str>>>()?;
    let mut starting = names
        .into_iter()
        .filter(|name| name.to_lowercase().starts_with(&folded));
    let found = starting.next()?;
    starting.next().is_none().then(|| found.to_string())
}
