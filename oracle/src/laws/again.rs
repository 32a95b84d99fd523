//! I11, I16 and I22: the same question again, in another way.

use super::vary::{ask_check, ask_value, members, same, with};
use super::view::{NO_TARGET, NOTHING_TO_VARY, View};
use super::{Observation, Ruling, Settled, settle};
use crate::answer::{Answer, Outcome, Report};
use crate::judge::Reason;
use crate::lossless::{self, Value};
use crate::vocabulary::{CRITERIA_ID, CRITERIA_VERSION};

/// I11: the delivered blob is VALID when it is submitted (D7, up to the cap),
/// and the same request has the same answer, byte for byte (D91).
pub(super) fn idempotent(observation: &Observation<'_>) -> Ruling {
    settle(idempotence(observation))
}

fn idempotence(observation: &Observation<'_>) -> Settled {
    // A body over the cap has an answer too: nothing is varied here.
    let target = observation.target.ok_or(Ruling::NotApplicable(NO_TARGET))?;
    let again = target.ask(observation.op, observation.body);
    if again != observation.answer {
        return Err(Ruling::broken(
            "the same request has another answer the second time",
            again,
        ));
    }
    let view = View::of(observation);
    let Ok((submission, repaired, _)) = view.repaired() else {
        return Ok(());
    };
    let body = vec![
        ("arguments".to_owned(), repaired.clone()),
        ("schema".to_owned(), submission.schema.clone()),
    ];
    match ask_check(observation, body) {
        // The blob may be too long to be submitted with its schema.
        Err(Ruling::NotApplicable(_))
        | Ok(Answer::Verdict(Report {
            outcome: Outcome::Valid,
            ..
        })) => Ok(()),
        Err(broken) => Err(broken),
        Ok(_) => Err(Ruling::broken(
            "the delivered blob is not VALID when it is submitted",
            repaired.to_text(),
        )),
    }
}

/// I16: an object has the same answer as `arguments` and, serialised, as
/// `arguments_text` (D37, D90).
pub(super) fn form(observation: &Observation<'_>) -> Ruling {
    settle(forms(observation))
}

fn forms(observation: &Observation<'_>) -> Settled {
    let body = members(observation)?;
    let find = |name: &str| {
        body.iter()
            .find_map(|(key, value)| (key == name).then_some(value))
    };
    let varied = match (find("arguments"), find("arguments_text")) {
        (Some(tree @ Value::Object(_)), None) => {
            let text = Value::String(tree.to_text());
            with(
                &with(&body, "arguments", None),
                "arguments_text",
                Some(text),
            )
        }
        (None, Some(Value::String(text))) => match lossless::read_str(text) {
            Ok(tree @ Value::Object(_)) => with(
                &with(&body, "arguments_text", None),
                "arguments",
                Some(tree),
            ),
            _ => return Err(Ruling::NotApplicable(Reason::UnreadableText)),
        },
        _ => return Err(Ruling::NotApplicable(NOTHING_TO_VARY)),
    };
    let answer = ask_value(observation, varied)?;
    same(
        "in the other form of arguments",
        observation.answer,
        &answer,
        |_| {},
    )
}

/// I22: a pre-check is the refusal of the check, or one constant answer (D13).
pub(super) fn precheck(observation: &Observation<'_>) -> Ruling {
    settle(interference(observation))
}

fn interference(observation: &Observation<'_>) -> Settled {
    let target = observation.target.ok_or(Ruling::NotApplicable(NO_TARGET))?;
    let answer = if observation.is_precheck() {
        target.check(observation.body)
    } else {
        target.precheck(observation.body)
    };
    let (check, precheck) = if observation.is_precheck() {
        (answer.as_str(), observation.answer)
    } else {
        (observation.answer, answer.as_str())
    };
    let is_refusal = lossless::read_str(check).is_ok_and(|check| check.get("refusal").is_some());
    let constant = format!(
        r#"{{"criteria_id":"{CRITERIA_ID}","criteria_version":"{CRITERIA_VERSION}","assessable":true}}"#
    );
    let expected = if is_refusal { check } else { &constant };
    if precheck == expected {
        return Ok(());
    }
    Err(Ruling::broken(
        "the pre-check is neither the refusal of the check nor the constant answer",
        precheck,
    ))
}
