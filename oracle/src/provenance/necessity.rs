//! What fails again when an entry of the diff is left out (I13), for the
//! prover: the reference names it.
//!
//! With an entry and those inside it left out, what stands at its path is its
//! own `before`. The keywords of a schema are independent, so whatever fails
//! there fails in the whole blob; only that part is named, and the work stays
//! proportional to the diff. Patterns are left aside, because the checker's
//! validator is not asked about them (J8).

use super::proof::Failure;
use crate::lossless::{self, Value};
use crate::path::{Place, Step};
use crate::reference::{self, Clauses, InProcess};
use crate::vocabulary::Code;
use std::collections::BTreeSet;

/// What fails at `steps` when `value` stands there, under `node`.
pub(super) fn fails(node: &Value, value: &Value, steps: &[Step]) -> Option<Vec<Failure>> {
    let body = Value::Object(vec![
        ("arguments".to_owned(), under(value.clone())),
        (
            "schema".to_owned(),
            Value::Object(vec![("properties".to_owned(), under(node.clone()))]),
        ),
    ]);
    // Judged as it stands: the repairs are what is left out.
    let clauses = Clauses {
        judged: |submitted, _| submitted.clone(),
        ..Clauses::published()
    };
    let answer =
        reference::check_with(body.to_text().as_bytes(), &clauses, &InProcess::default()).ok()?;
    let answer = lossless::read_str(&answer).ok()?;
    let mut found = BTreeSet::new();
    for defect in answer.get("defects").and_then(Value::items)? {
        let Place::Tree(inner) = Place::parse(defect.get("path")?.as_str()?).ok()? else {
            return None;
        };
        let code = Code::parse(defect.get("code")?.as_str()?)?;
        if code != Code::PatternMismatch {
            let place = steps.iter().chain(inner.get(1..)?).cloned().collect();
            found.insert((Place::Tree(place), code));
        }
    }
    let failure = |(place, code): (Place, Code)| Failure {
        path: place.to_string(),
        code: code.as_str().to_owned(),
    };
    Some(found.into_iter().map(failure).collect())
}

/// `value` as the only member of an object; the empty name keeps it short.
fn under(value: Value) -> Value {
    Value::Object(vec![(String::new(), value)])
}
