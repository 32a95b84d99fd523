//! Variations of a body for the laws that ask again.
//!
//! A variation is a function of the body alone, so that a breach can be seen
//! again. Its cost is bounded: what would pass the cap of a body is not asked.

use argument_check_corpus::Op;

use super::admission::CAP;
use super::view::{self, NO_TARGET, NOTHING_TO_VARY};
use super::{Observation, Ruling, Settled};
use crate::answer::Answer;
use crate::judge::Reason;
use crate::lossless::{self, ReadError, Value};
use crate::path::{Place, Step};

/// The members of an object.
pub(super) type Members = Vec<(String, Value)>;

/// Bytes that a law may send to its target in all for one observation, beside
/// the first variation.
const SENT: usize = 96 * 1_024;

/// How many variations of a body of this length a law may ask for.
pub(super) fn bounded(length: usize, most: usize) -> usize {
    (SENT / length.max(1)).clamp(1, most)
}

/// The body as a value; a ruling where it cannot be varied.
pub(super) fn members(observation: &Observation<'_>) -> Result<Members, Ruling> {
    if observation.target.is_none() {
        return Err(Ruling::NotApplicable(NO_TARGET));
    }
    if observation.body.len() > CAP {
        return Err(Ruling::NotApplicable(NOTHING_TO_VARY));
    }
    match &*view::body(observation.body) {
        Ok(Value::Object(members)) => Ok(members.clone()),
        Err(ReadError::TooDeep) => Err(Ruling::NotApplicable(Reason::TooDeep)),
        _ => Err(Ruling::NotApplicable(Reason::UnreadableText)),
    }
}

/// The body with another value of `name`; `None` takes the member away.
pub(super) fn with(members: &[(String, Value)], name: &str, value: Option<Value>) -> Members {
    let mut varied = members.to_vec();
    match (varied.iter().position(|(key, _)| key == name), value) {
        (Some(at), Some(value)) => varied[at].1 = value,
        (Some(at), None) => {
            varied.remove(at);
        }
        (None, Some(value)) => varied.push((name.to_owned(), value)),
        (None, None) => {}
    }
    varied
}

/// Asks the target what the observation asked, of another body.
pub(super) fn ask(observation: &Observation<'_>, body: &[u8]) -> Result<String, Ruling> {
    let target = observation.target.ok_or(Ruling::NotApplicable(NO_TARGET))?;
    if body.len() > CAP {
        return Err(Ruling::NotApplicable(NOTHING_TO_VARY));
    }
    Ok(target.ask(observation.op, body))
}

/// The same for a body that is a value.
pub(super) fn ask_value(observation: &Observation<'_>, body: Members) -> Result<String, Ruling> {
    ask(observation, Value::Object(body).to_text().as_bytes())
}

/// Asks the target to check a body; the answer, read.
pub(super) fn ask_check(observation: &Observation<'_>, body: Members) -> Result<Answer, Ruling> {
    let observation = Observation {
        op: Op::Check,
        ..*observation
    };
    let body = Value::Object(body).to_text();
    let answer = ask(&observation, body.as_bytes())?;
    view::answer(&answer).map_err(|fault| Ruling::broken(format!("asked again: {fault}"), answer))
}

/// Whether two answers are equal once `blind` has taken away what may differ.
pub(super) fn same(what: &str, given: &str, varied: &str, blind: impl Fn(&mut Members)) -> Settled {
    let seen = |answer: &str| match lossless::read_str(answer) {
        Ok(Value::Object(mut members)) => {
            blind(&mut members);
            Some(members)
        }
        _ => None,
    };
    if given == varied || seen(given).is_some_and(|given| seen(varied) == Some(given)) {
        return Ok(());
    }
    Err(Ruling::broken(
        format!("another answer {what}"),
        format!("{varied} instead of {given}"),
    ))
}

/// Takes a member of an answer away.
pub(super) fn without(members: &mut Members, name: &str) {
    members.retain(|(key, _)| key != name);
}

/// Changes every schema object of a schema, those below before those above,
/// with the place of each.
pub(super) fn each_schema(
    schema: &mut Value,
    steps: &mut Vec<Step>,
    change: &mut impl FnMut(&mut Members, &[Step]),
) {
    let Value::Object(members) = schema else {
        return;
    };
    for (name, value) in members.iter_mut() {
        steps.push(Step::Key(name.clone()));
        match (name.as_str(), value) {
            ("properties", Value::Object(children)) => {
                for (key, child) in children {
                    steps.push(Step::Key(key.clone()));
                    each_schema(child, steps, change);
                    steps.pop();
                }
            }
            ("items", child) => each_schema(child, steps, change),
            _ => {}
        }
        steps.pop();
    }
    change(members, steps);
}

/// The places of all schema objects.
pub(super) fn positions(schema: &Value) -> Vec<Place> {
    let mut places = Vec::new();
    each_schema(&mut schema.clone(), &mut Vec::new(), &mut |_, steps| {
        places.push(Place::Tree(steps.to_vec()));
    });
    places
}
