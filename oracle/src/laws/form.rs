//! I1 and I26: the closed form of an answer (D85, D87, D91).
//!
//! An answer is one verdict with exactly its own members, or one refusal code.
//! Report members that are absent are no breach (they are counted elsewhere);
//! members that do not belong, an empty list, or a name outside the published
//! lists are. The submission is not looked at.

use super::view::View;
use super::{Observation, Ruling};
use crate::answer::{Answer, ShapeFault};

/// I1: exactly one of VALID, REPAIRED with a diff, UNREPAIRABLE with defects,
/// or one refusal; no other member.
pub(super) fn shape(observation: &Observation<'_>) -> Ruling {
    let view = View::of(observation);
    match (&view.answer, observation.is_precheck()) {
        (Err(fault), _) => Ruling::broken(fault.to_string(), observation.answer),
        (Ok(Answer::Assessable), false) => {
            Ruling::broken("a check is answered with a pre-check", observation.answer)
        }
        (Ok(Answer::Verdict(_)), true) => {
            Ruling::broken("a pre-check is answered with a verdict", observation.answer)
        }
        _ => Ruling::Holds,
    }
}

/// The members of an answer whose values are published names or paths.
const NAMES: [&str; 11] = [
    "criteria_id",
    "criteria_version",
    "verdict",
    "refusal",
    "a keyword of enforced",
    "a path of not_checked",
    "a path of detail",
    "a path of diff",
    "a rule of diff",
    "an op of diff",
    "a path of defects",
];

/// I26: rules R1 to R9, the published codes and refusals, paths in the one
/// grammar of D87.
pub(super) fn closed_names(observation: &Observation<'_>) -> Ruling {
    match &View::of(observation).answer {
        Err(fault @ ShapeFault::Value { member })
            if NAMES.contains(member) || *member == "a code of defects" =>
        {
            Ruling::broken(fault.to_string(), observation.answer)
        }
        // What cannot be read otherwise breaks I1 and names nothing.
        _ => Ruling::Holds,
    }
}
