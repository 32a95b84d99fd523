//! The engine as the thing that is judged, and answers before the laws.
//! Nothing here may judge with the engine.

use argument_check_corpus::Op;

use super::Finding;
use crate::judge::Reason;
use crate::laws::{self, LAWS, Law, Observation, Ruling, Target};

/// This build's engine, called in the process.
pub(super) struct Engine;

impl Target for Engine {
    fn ask(&self, op: Op, body: &[u8]) -> String {
        match op {
            Op::Precheck => argument_check::precheck(body),
            Op::Candidates => argument_check::candidates(body),
            Op::Request => argument_check::preflight::request(body),
            Op::Gate => argument_check::preflight::gate(body),
            Op::Check => argument_check::check(body),
        }
    }
}

/// What the laws say of one answer.
pub(super) struct Hearing {
    /// The first law that is broken.
    pub(super) broken: Option<Finding>,
    /// Whether a law could not say, for a reason that lies in the input and
    /// not in the answer.
    pub(super) is_open: bool,
}

/// Puts an answer before every law that needs nobody to be asked again.
pub(super) fn hear(op: Op, body: &[u8], answer: &str) -> Hearing {
    let laws = LAWS.iter().filter(|law| !law.needs_target);
    hear_by(laws, op, body, answer, None)
}

/// Puts an answer of the engine before the laws of these numbers.
pub(super) fn hear_engine(numbers: &[&str], op: Op, body: &[u8], answer: &str) -> Hearing {
    let laws = numbers.iter().filter_map(|number| laws::law(number));
    hear_by(laws, op, body, answer, Some(&Engine))
}

fn hear_by<'l>(
    laws: impl Iterator<Item = &'l Law>,
    op: Op,
    body: &[u8],
    answer: &str,
    target: Option<&dyn Target>,
) -> Hearing {
    let observation = Observation {
        body,
        answer,
        op,
        target,
    };
    let mut hearing = Hearing {
        broken: None,
        is_open: false,
    };
    for law in laws {
        match (law.check)(&observation) {
            Ruling::Holds => {}
            Ruling::NotApplicable(reason) => hearing.is_open |= lies_in_the_input(reason),
            Ruling::Broken(evidence) => {
                hearing.broken = Some(Finding {
                    law: law.id,
                    summary: evidence.summary,
                    expected: law.clause.to_owned(),
                    actual: evidence.detail,
                });
                break;
            }
        }
    }
    hearing
}

fn lies_in_the_input(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::TooDeep
            | Reason::WideLimit
            | Reason::WideExponent
            | Reason::WideCount
            | Reason::NewerUnicode
            | Reason::LongSubject
            | Reason::TimeLimit
    )
}
