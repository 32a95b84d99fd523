//! M01 to M19: faults in R8, R3 and R4, and in when a repair is called for.
//!
//! Here stands only what each fault does, and which laws must notice. A fault
//! is as plausible as it can be made: what a careless implementation would do.

use super::{Mutant, clause};
use crate::reference::clauses::Member;
use crate::reference::json::Value;
use crate::reference::repair::Entry;
use crate::reference::rules::{self, text_of};
use crate::reference::{number, path, tokens};

/// The mutants of this file.
pub(super) static MUTANTS: [Mutant; 19] = [
    clause(
        "M01",
        "fills a schema default",
        "D84",
        &["I12", "I18", "I5", "I7"],
        &[|c| c.absent = fill_default],
    ),
    clause(
        "M02",
        "deletes an undeclared member, logs it as R8",
        "D57",
        &["I6"],
        &[|c| {
            c.r8 = |site| rules::r8(site) || (site.closed && site.subschema.is_none());
        }],
    ),
    clause(
        "M03",
        "R8 on an undeclared null",
        "D74",
        &["I6"],
        &[|c| {
            c.r8 = |site| {
                let undeclared = site.subschema.is_none() && !site.required;
                rules::r8(site) || (undeclared && *site.value == Value::Null)
            };
        }],
    ),
    clause(
        "M04",
        "R8 on a required null",
        "D74",
        &["I8", "I9"],
        &[|c| {
            c.r8 = |site| {
                rules::r8(rules::MemberSite {
                    required: false,
                    ..site
                })
            };
        }],
    ),
    clause(
        "M05",
        "R8 although null is admitted (needless)",
        "D72",
        &["I13", "I3", "I6"],
        &[|c| {
            c.r8 = |site| *site.value == Value::Null && !site.required && site.subschema.is_some();
        }],
    ),
    clause(
        "M06",
        "R8 without a diff entry",
        "D89",
        &["I3"],
        &[|c| c.diff = |entries| without(entries, "R8")],
    ),
    clause(
        "M07",
        "R8 missing",
        "D72",
        &["I25"],
        &[|c| c.r8 = |_| false],
    ),
    clause(
        "M08",
        "all R8 entries before the children",
        "D73",
        &["I7"],
        &[|c| c.turns = removed_first],
    ),
    clause(
        "M09",
        "R3 trims",
        "D58",
        &["I12", "I6"],
        &[|c| {
            c.r3 =
                |value, integer| rules::r3(&Value::String(text_of(value)?.trim().into()), integer);
        }],
    ),
    clause(
        "M10",
        "R3 accepts +1",
        "D58",
        &["I12", "I6"],
        &[|c| {
            c.r3 = |value, integer| {
                let text = text_of(value)?;
                rules::r3(
                    &Value::String(text.strip_prefix('+').unwrap_or(text).into()),
                    integer,
                )
            };
        }],
    ),
    clause(
        "M11",
        "R3 rounds 4.5",
        "D59",
        &["I12", "I6"],
        &[|c| c.r3 = round],
    ),
    clause(
        "M12",
        "R3 re-prints through f64",
        "D30",
        &["I12", "I6"],
        &[|c| {
            c.r3 = |value, integer| match rules::r3(value, integer)? {
                Value::Number(spelling) => Some(Value::Number(through_f64(&spelling))),
                other => Some(other),
            };
        }],
    ),
    clause(
        "M13",
        "R3 refuses 1.0 for integer",
        "D59",
        &["I25"],
        &[|c| {
            c.r3 = |value, integer| {
                let plain = !text_of(value)?.contains(['.', 'e', 'E']);
                rules::r3(value, integer).filter(|_| plain || !integer)
            };
        }],
    ),
    clause(
        "M14",
        "true becomes 1",
        "D61",
        &["I12", "I6"],
        &[|c| {
            c.r3 = |value, integer| match value {
                Value::Bool(it) => Some(Value::Number(u8::from(*it).to_string())),
                _ => rules::r3(value, integer),
            };
        }],
    ),
    clause(
        "M15",
        "R3 applied, not in the diff",
        "D89",
        &["I3"],
        &[|c| c.diff = |entries| without(entries, "R3")],
    ),
    clause(
        "M16",
        "repairs a value that conforms",
        "D51",
        &["I13", "I3", "I6"],
        &[|c| c.type_fails = |_, _, _| true],
    ),
    clause(
        "M17",
        "True accepted",
        "D62",
        &["I12", "I6"],
        &[|c| {
            c.r4 = |value| rules::r4(&Value::String(text_of(value)?.to_ascii_lowercase()));
        }],
    ),
    clause(
        "M18",
        "yes/1 accepted",
        "D62",
        &["I12", "I6"],
        &[|c| {
            c.r4 = |value| match text_of(value)? {
                "yes" | "1" => Some(Value::Bool(true)),
                "no" | "0" => Some(Value::Bool(false)),
                _ => rules::r4(value),
            };
        }],
    ),
    clause(
        "M19",
        "1 becomes true",
        "D61",
        &["I12", "I6"],
        &[|c| {
            c.r4 = |value| match value {
                Value::Number(spelling) if spelling == "1" => Some(Value::Bool(true)),
                Value::Number(spelling) if spelling == "0" => Some(Value::Bool(false)),
                _ => rules::r4(value),
            };
        }],
    ),
];

fn without(entries: Vec<Entry>, rule: &str) -> Vec<Entry> {
    entries
        .into_iter()
        .filter(|entry| entry.rule != rule)
        .collect()
}

fn fill_default(schema: &Value, members: &mut Vec<Member>, at: &str, entries: &mut Vec<Entry>) {
    let Some(Value::Object(declared)) = schema.member("properties") else {
        return;
    };
    for (name, subschema) in declared {
        let absent = !members.iter().any(|(other, _)| other == name);
        if let (true, Some(default)) = (absent, subschema.member("default")) {
            members.push((name.clone(), default.clone()));
            entries.push(Entry {
                path: path::key(at, name),
                rule: "R8",
                op: "replace",
                before: Value::Null,
                after: default.clone(),
            });
        }
    }
}

fn removed_first(removed: &[bool]) -> Vec<usize> {
    let (gone, kept): (Vec<usize>, Vec<usize>) = (0..removed.len()).partition(|&at| removed[at]);
    gone.into_iter().chain(kept).collect()
}

fn round(value: &Value, integer: bool) -> Option<Value> {
    let text = text_of(value)?;
    if integer
        && tokens::is_number(text)
        && !number::is_integral(text)
        && !text.contains(['e', 'E'])
    {
        let whole = text.split('.').next().unwrap_or(text);
        return Some(Value::Number(whole.into()));
    }
    rules::r3(value, integer)
}

pub(super) fn through_f64(spelling: &str) -> String {
    match spelling.parse::<f64>() {
        Ok(double) if double.is_finite() => double.to_string(),
        _ => spelling.to_string(),
    }
}
