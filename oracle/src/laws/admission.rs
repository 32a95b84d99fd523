//! I2: the gate (D1 to D25, D94).
//!
//! Whether a body has a verdict is decided by the refusal predicates alone, in
//! their published order. A verdict where one holds, a refusal where none or an
//! earlier one holds, and a verdict that does not disclose what it covered are
//! breaches; the last is the one that stops a service.

use super::gate::{Survey, survey};
use super::text;
use super::view::{self, View};
use super::{Observation, Ruling};
use crate::answer::{Answer, Refusal, Report};
use crate::entry::{DEPTH, height};
use crate::judge::Reason;
use crate::lossless::{self, ReadError, Value};
use crate::path::Place;
use crate::vocabulary::RefusalCode;

/// The most bytes of a body (D11).
pub(super) const CAP: usize = 262_144;

/// What the predicates say of a body.
enum Admission {
    /// This refusal, which names these places.
    Refused(RefusalCode, Detail),
    /// A verdict, with what it has to disclose.
    Assessed(Survey),
    /// The judges cannot say.
    Open(Reason),
}

/// The places that a refusal names.
#[derive(Debug, Default)]
struct Detail {
    /// Those that the judges know, in document order.
    known: Vec<(Place, String)>,
    /// The keyword of others that it may name and the judges cannot decide.
    open: Option<&'static str>,
}

/// I2: a verdict covers and discloses its schema; a refusal names the first
/// predicate of D2 that holds.
pub(super) fn gate(observation: &Observation<'_>) -> Ruling {
    let view = View::of(observation);
    let Ok(answer) = &view.answer else {
        return Ruling::NotApplicable(Reason::NoVerdict);
    };
    match (admission(observation.body), answer) {
        (Admission::Open(reason), _) => Ruling::NotApplicable(reason),
        (Admission::Refused(code, detail), Answer::Refusal(refusal)) => {
            let detail = (!view.absent.contains(&"detail")).then_some(detail);
            compare(code, detail, refusal)
        }
        (Admission::Refused(code, detail), _) => Ruling::broken(
            format!("the body is assessed, but {} holds", code.as_str()),
            format!("{:?}", detail.known),
        ),
        (Admission::Assessed(_), Answer::Refusal(refusal)) => Ruling::broken(
            format!(
                "refused with {}, but no refusal holds",
                refusal.code.as_str()
            ),
            observation.answer,
        ),
        (Admission::Assessed(survey), Answer::Verdict(report)) => {
            if view.absent.contains(&"coverage") {
                return Ruling::Holds;
            }
            disclosed(&survey, report)
        }
        (Admission::Assessed(_), Answer::Assessable) => Ruling::Holds,
    }
}

fn compare(code: RefusalCode, detail: Option<Detail>, refusal: &Refusal) -> Ruling {
    if refusal.code != code {
        return Ruling::broken(
            format!(
                "refused with {}, but {} holds",
                refusal.code.as_str(),
                code.as_str()
            ),
            "",
        );
    }
    let Some(Detail { known, open }) = detail else {
        return Ruling::Holds;
    };
    let is_open = |place: &&(Place, String)| open == Some(place.1.as_str());
    let decided = refusal
        .detail
        .iter()
        .filter(|place| !is_open(place) || known.contains(place));
    if !decided.eq(&known) {
        return Ruling::broken(
            format!(
                "detail names {} places, the schema holds {}, or others",
                refusal.detail.len(),
                known.len()
            ),
            format!("{:?} instead of {known:?}", refusal.detail),
        );
    }
    match open {
        None => Ruling::Holds,
        Some(_) => Ruling::NotApplicable(Reason::LongSubject),
    }
}

/// D94: every keyword that was met is disclosed.
fn disclosed(survey: &Survey, report: &Report) -> Ruling {
    if !report.enforced.iter().eq(&survey.enforced) {
        return Ruling::broken(
            "coverage.enforced is not the list of enforced keywords that the schema holds",
            format!("{:?} instead of {:?}", report.enforced, survey.enforced),
        );
    }
    if report.not_checked != survey.not_checked {
        return Ruling::broken(
            "coverage.not_checked is not the list of unchecked places of the schema",
            format!(
                "{:?} instead of {:?}",
                report.not_checked, survey.not_checked
            ),
        );
    }
    Ruling::Holds
}

fn refused(code: RefusalCode) -> Admission {
    Admission::Refused(code, Detail::default())
}

/// The predicates of D2, in order.
fn admission(body: &[u8]) -> Admission {
    if body.len() > CAP {
        return refused(RefusalCode::CapExceeded);
    }
    let read = view::body(body);
    let members = match &*read {
        Ok(members @ Value::Object(_)) => members,
        Err(ReadError::TooDeep) => return Admission::Open(Reason::TooDeep),
        _ => return refused(RefusalCode::InvalidRequestBody),
    };
    let Some(schema) = members.get("schema") else {
        return refused(RefusalCode::SchemaMissing);
    };
    let schema = if matches!(schema, Value::Object(_) | Value::Bool(_)) {
        survey(schema)
    } else {
        let detail = Detail {
            known: vec![(Place::root(), "schema".to_owned())],
            open: None,
        };
        return Admission::Refused(RefusalCode::SchemaInvalid, detail);
    };
    if !schema.invalid.is_empty() {
        let detail = Detail {
            known: schema.invalid,
            open: schema.syntax_open.then_some("pattern"),
        };
        return Admission::Refused(RefusalCode::SchemaInvalid, detail);
    }
    if schema.syntax_open {
        return Admission::Open(Reason::LongSubject);
    }
    if !schema.uncovered.is_empty() {
        let detail = Detail {
            known: schema.uncovered,
            open: schema.budget_open.then_some("pattern budget"),
        };
        return Admission::Refused(RefusalCode::SchemaNotCovered, detail);
    }
    if schema.budget_open {
        return Admission::Open(Reason::LongSubject);
    }
    match arguments(members) {
        Some(code) => refused(code),
        None => Admission::Assessed(schema),
    }
}

/// The refusals of the arguments.
fn arguments(members: &Value) -> Option<RefusalCode> {
    match (members.get("arguments"), members.get("arguments_text")) {
        (None, None) => Some(RefusalCode::ArgumentsMissing),
        (Some(_), Some(_)) => Some(RefusalCode::ArgumentsAmbiguous),
        (Some(tree @ Value::Object(_)), None) => {
            (height(tree) > DEPTH).then_some(RefusalCode::ArgumentsTooDeep)
        }
        (Some(_), None) => Some(RefusalCode::ArgumentsNotObject),
        (None, Some(Value::String(text))) => arguments_text(text),
        (None, Some(_)) => Some(RefusalCode::ArgumentsTextInvalid),
    }
}

/// D6 and D9: a text is refused for its nesting, or for another root than an
/// object, after R1 and R2 where those are needed.
fn arguments_text(text: &str) -> Option<RefusalCode> {
    if text::nests_too_deep(&text::tokens(text), DEPTH) {
        return Some(RefusalCode::ArgumentsTooDeep);
    }
    let tree = match lossless::read_str(text) {
        Ok(tree) => tree,
        Err(_) => text::mend(text)?.tree,
    };
    (!matches!(tree, Value::Object(_))).then_some(RefusalCode::ArgumentsNotObject)
}
