//! I20: no leak (D91, D92).
//!
//! Outside blob, diff and paths an answer says nothing that the submission
//! could have put there: the statement is a function of the verdict, a reason of
//! its code and the limit of the schema at its place.

use super::validator::{guide, types};
use super::view::View;
use super::{Observation, Ruling, Settled, settle};
use crate::answer::{Defect, Outcome};
use crate::lossless::Value;
use crate::path::Place;
use crate::vocabulary::{Code, Keyword};

/// I20: the sentences of an answer hold nothing of the arguments.
pub(super) fn fixed_sentences(observation: &Observation<'_>) -> Ruling {
    settle(sentences(&View::of(observation)))
}

fn sentences(view: &View) -> Settled {
    let (submission, report) = view.verdict()?;
    let (statement, defects): (_, &[Defect]) = match &report.outcome {
        Outcome::Valid => ("no repair was needed", &[]),
        Outcome::Repaired { .. } => (
            "the listed repairs, and nothing else, brought the arguments into conformance",
            &[],
        ),
        Outcome::Unrepairable { defects } => (
            "every blocking defect is named; no repaired arguments are returned",
            defects,
        ),
    };
    if report.statement != statement && !view.absent.contains(&"statement") {
        return Err(Ruling::broken(
            "the statement is not the one of its verdict",
            &report.statement,
        ));
    }
    if view.absent.contains(&"reason") {
        return Ok(());
    }
    for (number, defect) in defects.iter().enumerate() {
        if !is_fixed(&submission.schema, defect) {
            let code = defect.code.as_str();
            return Err(Ruling::broken(
                format!("the reason of defect {number} ({code}) is not that of its code and limit"),
                &defect.reason,
            ));
        }
    }
    Ok(())
}

/// Whether a reason is the sentence of its code with the limit of the schema.
fn is_fixed(schema: &Value, defect: &Defect) -> bool {
    if !defect.code.admits_reason(&defect.reason) {
        return false;
    }
    let Some(keyword) = limit_of(defect.code) else {
        return true;
    };
    let Place::Tree(steps) = &defect.path else {
        return false;
    };
    let Some(limit) = guide(schema, steps).and_then(|node| limit(node, keyword)) else {
        return false;
    };
    // Without the limit nothing but the sentence is left, and that alone is no
    // reason.
    defect
        .reason
        .strip_suffix(&limit)
        .is_some_and(|sentence| !defect.code.admits_reason(sentence))
}

fn limit(node: &Value, keyword: Keyword) -> Option<String> {
    match (keyword, node.get(keyword.as_str())?) {
        (Keyword::Type, _) => types(node).map(|names| names.join(", ")),
        (_, Value::Number(limit)) => Some(limit.clone()),
        _ => None,
    }
}

/// The keyword whose limit stands in the reason of a code.
fn limit_of(code: Code) -> Option<Keyword> {
    Some(match code {
        Code::TypeMismatch => Keyword::Type,
        Code::StringTooShort => Keyword::MinLength,
        Code::StringTooLong => Keyword::MaxLength,
        Code::MinimumViolation => Keyword::Minimum,
        Code::MaximumViolation => Keyword::Maximum,
        Code::ExclusiveMinimumViolation => Keyword::ExclusiveMinimum,
        Code::ExclusiveMaximumViolation => Keyword::ExclusiveMaximum,
        Code::ArrayTooShort => Keyword::MinItems,
        Code::ArrayTooLong => Keyword::MaxItems,
        Code::TooFewProperties => Keyword::MinProperties,
        Code::TooManyProperties => Keyword::MaxProperties,
        _ => return None,
    })
}

/// The same for whatever a service writes beside its answers (ledger summary,
/// log, metrics): none of `canaries`, which a test puts into keys, values and
/// schema constants, may occur in `written`.
#[must_use]
pub fn no_canary(written: &str, canaries: &[&str]) -> Ruling {
    match canaries.iter().position(|canary| written.contains(canary)) {
        None => Ruling::Holds,
        Some(number) => Ruling::broken(format!("canary {number} was written"), canaries[number]),
    }
}
