//! PF13: the schema, and the body under it, by the validator of the argument
//! check's second implementation with nothing repaired.

use super::clauses::Clauses;
use super::entry::{MESSAGES, entry};
use super::request::Found;
use crate::lossless::Value;
use crate::reference::schema::{self, Examined, Place};
use crate::reference::{self, json};

/// What there is to judge.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'v> {
    /// There is no request to look into.
    Unknown,
    /// The request has no body.
    Absent,
    /// The body.
    Present(&'v Value),
}

/// Judges schema and body; `text` bounds how deep either nests.
pub fn judge(
    text: &[u8],
    schema: &Value,
    subject: Subject<'_>,
    clauses: &Clauses,
    found: &mut Found,
) {
    let Some(plain) = converted(schema) else {
        return;
    };
    let examined = reference::examine(text, &plain);
    let is_covered = matches!(examined, Examined::Covered(_));
    match examined {
        Examined::Invalid(places) => faults(&places, "schema_invalid", found),
        Examined::NotCovered(places) => faults(&places, "schema_not_covered", found),
        Examined::Covered(_) => {}
    }
    // The last step of such a path is the keyword, and no other ends so.
    let mut formats = reference::not_checked(text, &plain);
    formats.retain(|at| at.ends_with(".format"));
    for at in formats {
        found.warn(&in_schema(&at), "schema_format_not_checked");
    }
    if !is_covered && !clauses.judges_uncovered {
        return;
    }
    match subject {
        Subject::Unknown => {}
        Subject::Absent => {
            let names = schema.members().unwrap_or_default();
            let enforces = |name: &String| schema::ENFORCED.contains(&name.as_str());
            if names.iter().any(|(name, _)| enforces(name)) {
                found.error("$.request.body", "body_missing");
            }
        }
        Subject::Present(body) => {
            let Some(body) = converted(&(clauses.judged)(body)) else {
                return;
            };
            for defect in reference::unrepaired(text, &plain, &body) {
                let at = defect.path.replacen('$', "$.request.body", 1);
                let known = MESSAGES.iter().find(|(code, _)| *code == defect.code);
                if let Some((code, _)) = known {
                    found.errors.push(entry(&at, code));
                }
            }
        }
    }
}

fn faults(places: &[Place], code: &'static str, found: &mut Found) {
    for place in places {
        found.error(&in_schema(&place.path), code);
    }
}

fn in_schema(at: &str) -> String {
    at.replacen('$', "$.schema", 1)
}

/// The same value for the other reader.
fn converted(value: &Value) -> Option<json::Value> {
    json::read(&value.to_text()).ok()
}
