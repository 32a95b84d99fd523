//! I3 and I4: verdicts against an exact validator (D51, D80).

use super::validator::{Errors, errors};
use super::view::View;
use super::{Observation, Ruling, Settled, settle};
use crate::answer::Outcome;
use crate::differential::{Hits, JsonschemaJudge};
use crate::judge::{Exchange, Judge as _, Judgement, Reason};
use crate::lossless::Value;
use argument_check_corpus::Op;
use std::sync::{Arc, LazyLock};

/// The codes of an error set, without places.
pub(super) fn codes(errors: &Errors) -> String {
    let mut codes: Vec<_> = errors.set.iter().map(|(_, code)| code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    codes.join(", ")
}

/// The places of an error set, for the detail of evidence.
pub(super) fn places(errors: &Errors) -> String {
    let places: Vec<_> = errors
        .set
        .iter()
        .map(|(place, code)| format!("{place} {}", code.as_str()))
        .collect();
    places.join("; ")
}

/// I3: VALID if and only if the submitted tree exists and has no error.
pub(super) fn valid_exactly(observation: &Observation<'_>) -> Ruling {
    settle(valid(&View::of(observation)))
}

fn valid(view: &View) -> Settled {
    let (submission, report) = view.verdict()?;
    let is_valid = report.outcome == Outcome::Valid;
    let tree = match view.tree(submission) {
        Ok(tree) => tree,
        Err(_) if !is_valid => return Ok(()),
        Err(error) => {
            let summary = format!("VALID, but the submitted text cannot be read: {error}");
            return Err(Ruling::broken(summary, ""));
        }
    };
    let found = errors(&submission.schema, tree);
    if is_valid && !found.set.is_empty() {
        return Err(Ruling::broken(
            format!(
                "VALID, but the submission has {} errors: {}",
                found.set.len(),
                codes(&found)
            ),
            places(&found),
        ));
    }
    if !is_valid && found.is_clean() && matches!(tree, Value::Object(_)) {
        return Err(Ruling::broken(
            "not VALID, but the submission has no error",
            tree.to_text(),
        ));
    }
    if found.set.is_empty() && !found.undecided.is_empty() {
        return Err(Ruling::NotApplicable(Reason::LongSubject));
    }
    Ok(())
}

/// The validator of strangers, for delivered blobs.
static STRANGER: LazyLock<JsonschemaJudge> = LazyLock::new(|| {
    let none = |_: &[u8]| -> Option<Value> { None };
    JsonschemaJudge::new(Arc::new(none), Arc::new(Hits::default()))
});

/// I4: the delivered blob has no error, by `jsonschema` too.
pub(super) fn repaired_is_valid(observation: &Observation<'_>) -> Ruling {
    settle(delivered(&View::of(observation), observation))
}

fn delivered(view: &View, observation: &Observation<'_>) -> Settled {
    let (submission, repaired, _) = view.repaired()?;
    let found = errors(&submission.schema, repaired);
    if !found.set.is_empty() {
        return Err(Ruling::broken(
            format!(
                "the delivered blob has {} errors: {}",
                found.set.len(),
                codes(&found)
            ),
            places(&found),
        ));
    }
    let answer = view.completed.to_text();
    let exchange = Exchange {
        op: Op::Check,
        body: observation.body,
        answer: &answer,
    };
    if let Judgement::Disagrees(evidence) = STRANGER.judge(&exchange) {
        return Err(Ruling::Broken(evidence));
    }
    if !found.undecided.is_empty() {
        return Err(Ruling::NotApplicable(Reason::LongSubject));
    }
    Ok(())
}
