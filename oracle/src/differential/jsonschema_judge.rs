//! Error-set equality with `jsonschema` 0.60.2 (2.4 of the oracle's readings).
//!
//! The set of (place, code) that the validator reports on the tree of the
//! verdict must equal the defects of the answer, `pattern_mismatch` aside.
//! Numbers reach the validator by their spelling, in arbitrary precision. A
//! schema refused as invalid must be malformed to the validator too.

use crate::answer::{Answer, Refusal};
use crate::judge::{Exchange, Judge, Judgement, Reason};
use crate::lossless::{self, ReadError, Value};
use crate::path::Place;
use crate::vocabulary::{Code, RefusalCode};
use jsonschema::{Draft, Validator};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::errors::{self, Failures, Unmapped};
use super::schema::{holds_wide_count, holds_wide_exponent, is_wide_bound, strip, walk};
use super::tree::{Subject, TentativeTree, subject};
use super::{Allowance, Hits, gate};

/// How many compiled schemas are kept.
const CACHE: usize = 1_024;

/// Judges verdicts by `jsonschema`.
pub struct JsonschemaJudge {
    tentative: Arc<dyn TentativeTree>,
    hits: Arc<Hits>,
    compiled: Mutex<HashMap<String, Option<Arc<Validator>>>>,
}

impl JsonschemaJudge {
    /// A judge that takes tentative trees from `tentative` and counts the uses
    /// of the allow-list in `hits`.
    #[must_use]
    pub fn new(tentative: Arc<dyn TentativeTree>, hits: Arc<Hits>) -> Self {
        Self {
            tentative,
            hits,
            compiled: Mutex::default(),
        }
    }

    /// The validator of a stripped schema; `None` if `jsonschema` refuses it.
    fn validator(&self, schema: &Value) -> Option<Arc<Validator>> {
        let text = schema.to_text();
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = compiled.get(&text) {
            return known.clone();
        }
        drop(compiled);
        let validator = feed(schema).and_then(|schema| {
            jsonschema::options()
                .with_draft(Draft::Draft202012)
                .should_validate_formats(false)
                .build(&schema)
                .ok()
                .map(Arc::new)
        });
        compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if compiled.len() >= CACHE {
            compiled.clear();
        }
        compiled.insert(text, validator.clone());
        validator
    }

    fn compare(&self, subject: &Subject) -> Judgement {
        let Ok(schema) = strip(&subject.schema, &self.hits) else {
            return Judgement::disagrees(
                "a verdict is given for a schema that is not covered",
                subject.schema.to_text(),
            );
        };
        if let Some(reason) = self.out_of_range(&schema, &subject.tree) {
            return Judgement::NotComparable(reason);
        }
        let Some(validator) = self.validator(&schema) else {
            return Judgement::disagrees(
                "a verdict is given for a schema that jsonschema refuses",
                schema.to_text(),
            );
        };
        let Some(instance) = feed(&subject.tree) else {
            return Judgement::disagrees("the tree holds a number that serde_json refuses", "");
        };
        let found = errors::failures(&validator, &instance, &schema, &subject.tree, &self.hits);
        match found {
            Ok(found) => self.equal(&schema, subject, found),
            Err(Unmapped(keyword)) => Judgement::disagrees(
                format!("jsonschema reports {keyword}, which the criteria do not know"),
                subject.tree.to_text(),
            ),
        }
    }

    /// D22: a schema that is refused as invalid must be malformed to the
    /// validator too. A pattern may be the only fault, and is not fed (J8).
    fn malformed(&self, exchange: &Exchange<'_>, refusal: &Refusal) -> Judgement {
        if refusal
            .detail
            .iter()
            .any(|(_, keyword)| keyword == "pattern")
        {
            return Judgement::NotComparable(Reason::NoVerdict);
        }
        let schema = match lossless::read(exchange.body) {
            Ok(body) => body.get("schema").cloned(),
            Err(ReadError::TooDeep) => return Judgement::NotComparable(Reason::TooDeep),
            Err(_) => None,
        };
        let Some(schema) = schema else {
            return Judgement::disagrees("schema_invalid, but the body holds no schema", "");
        };
        let part = gate::assessable_part(&schema);
        if matches!(part, Value::Bool(_)) || self.validator(&part).is_some() {
            return Judgement::disagrees(
                "schema_invalid, but jsonschema takes the schema",
                part.to_text(),
            );
        }
        Judgement::Agrees
    }

    /// J3 and J4: inputs that the validator cannot be asked about.
    fn out_of_range(&self, schema: &Value, tree: &Value) -> Option<Reason> {
        if holds_wide_exponent(schema) || holds_wide_exponent(tree) {
            self.hits.hit(Allowance::J3);
            return Some(Reason::WideExponent);
        }
        if holds_wide_count(schema) {
            self.hits.hit(Allowance::J4);
            return Some(Reason::WideCount);
        }
        None
    }

    /// Compares the two sets outside the places of J2. Where nothing else
    /// differs, a J2 place leaves the exchange undecided.
    fn equal(&self, schema: &Value, subject: &Subject, mut found: Failures) -> Judgement {
        let mut named: Failures = subject
            .defects
            .iter()
            .filter(|defect| defect.code != Code::PatternMismatch)
            .map(|defect| (defect.path.clone(), defect.code))
            .collect();
        let mut wide = Vec::new();
        walk(schema, &subject.tree, &mut |node, value, steps| {
            if is_wide_bound(node, value) {
                wide.push(Place::Tree(steps.to_vec()));
            }
        });
        let is_bound =
            |place: &Place, code: &Code| wide.contains(place) && BOUND_CODES.contains(code);
        found.retain(|(place, code)| !is_bound(place, code));
        named.retain(|(place, code)| !is_bound(place, code));
        if found != named {
            return differ(&found, &named);
        }
        if wide.is_empty() {
            return Judgement::Agrees;
        }
        self.hits.hit(Allowance::J2);
        Judgement::NotComparable(Reason::WideLimit)
    }
}

const BOUND_CODES: [Code; 4] = [
    Code::MinimumViolation,
    Code::MaximumViolation,
    Code::ExclusiveMinimumViolation,
    Code::ExclusiveMaximumViolation,
];

/// Evidence of a difference: codes and counts in the summary, places in the
/// detail, because a path holds keys.
pub(super) fn differ(found: &Failures, named: &Failures) -> Judgement {
    let missed: Vec<_> = found.difference(named).collect();
    let surplus: Vec<_> = named.difference(found).collect();
    let codes = |list: &[&(Place, Code)]| {
        let mut codes: Vec<_> = list.iter().map(|(_, code)| code.as_str()).collect();
        codes.sort_unstable();
        codes.dedup();
        codes.join(", ")
    };
    let places = |list: &[&(Place, Code)]| {
        let places: Vec<_> = list
            .iter()
            .map(|(place, code)| format!("{place} {}", code.as_str()))
            .collect();
        places.join("; ")
    };
    Judgement::disagrees(
        format!(
            "defects differ: {} not named [{}], {} not found by the validator [{}]",
            missed.len(),
            codes(&missed),
            surplus.len(),
            codes(&surplus)
        ),
        format!(
            "not named: {} | not found: {}",
            places(&missed),
            places(&surplus)
        ),
    )
}

impl Judge for JsonschemaJudge {
    fn name(&self) -> &'static str {
        "jsonschema"
    }

    fn judge(&self, exchange: &Exchange<'_>) -> Judgement {
        if let Ok(Answer::Refusal(refusal)) = Answer::parse(exchange.answer)
            && refusal.code == RefusalCode::SchemaInvalid
        {
            return self.malformed(exchange, &refusal);
        }
        match subject(exchange, &*self.tentative, &self.hits) {
            Ok(subject) => self.compare(&subject),
            Err(judgement) => judgement,
        }
    }
}

/// The value as `serde_json` holds it. Recursion is bounded by the reader.
pub(super) fn feed(value: &Value) -> Option<serde_json::Value> {
    Some(match value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(truth) => serde_json::Value::Bool(*truth),
        Value::Number(spelling) => serde_json::Value::Number(spelling.parse().ok()?),
        Value::String(text) => serde_json::Value::String(text.clone()),
        Value::Array(items) => {
            serde_json::Value::Array(items.iter().map(feed).collect::<Option<_>>()?)
        }
        Value::Object(members) => serde_json::Value::Object(
            members
                .iter()
                .map(|(key, member)| Some((key.clone(), feed(member)?)))
                .collect::<Option<_>>()?,
        ),
    })
}

#[cfg(test)]
#[path = "jsonschema_tests.rs"]
mod tests;
