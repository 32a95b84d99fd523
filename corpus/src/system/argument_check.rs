//! The argument check: its row in the table, and what its cases may claim.

use super::{Grammar, System};
use crate::case::{Case, Op};
use crate::clause::{Clause, Side};
use crate::expect::{self, Outcome};
use crate::vocabulary::{
    BODY_CAP, CAP_EXCEEDED, DEFECTS, ENFORCED, MUTANTS, NOT_COVERED, READINGS, REFUSALS, RULES,
};

/// The argument check.
pub static ARGUMENT_CHECK: System = System {
    name: "argument-check",
    corpus_id: "tool-argument-conformance/v1",
    corpus_version: "1.0.0",
    criteria_id: "tool-argument/v1",
    criteria_version: "1.0.0",
    case_dirs: &["cases/argument-check"],
    artefact_file: "argument-check.json",
    artefact: crate::ARTEFACT,
    readings_file: "READINGS.md",
    readings: include_str!("../../READINGS.md"),
    ops: &[Op::Check, Op::Precheck],
    grammar: &ArgumentCheck,
};

struct ArgumentCheck;

impl Grammar for ArgumentCheck {
    fn reading_prefix(&self) -> &'static str {
        "D"
    }

    fn readings(&self) -> u8 {
        READINGS
    }

    fn may_be_pinned_by_test(&self, reading: u8) -> bool {
        matches!(reading, 92 | 93 | 95..=102)
    }

    fn expect_faults(&self, case: &Case) -> Vec<String> {
        expect::read(case.op, &case.expect)
            .err()
            .unwrap_or_default()
    }

    fn misfit(&self, clause: &str, case: &Case) -> Result<Option<String>, String> {
        let clause = Clause::parse(clause)?;
        // An answer that is none bears nothing out, and is said to be none elsewhere.
        let expected = expect::read(case.op, &case.expect).ok();
        Ok(expected.and_then(|expected| clause.misfit(case, &expected)))
    }

    /// A body is over the cap if and only if the answer is the refusal of it, and says so in a clause.
    fn body_faults(&self, case: &Case) -> Vec<(String, String)> {
        let Ok(expected) = expect::read(case.op, &case.expect) else {
            return Vec::new();
        };
        let length = case.body.len();
        let over = length > BODY_CAP;
        let refused = expected.outcome == Outcome::Refusal(CAP_EXCEEDED.into());
        let clause = format!("refusal:{CAP_EXCEEDED}");
        let mut faults = Vec::new();
        if over && !case.clauses.contains(&clause) {
            faults.push((
                format!("the body has {length} bytes, over the cap of {BODY_CAP}"),
                format!("Shorten it, or add the clause {clause} if the case is about the cap"),
            ));
        }
        if over != refused {
            let is = if refused {
                "the refusal"
            } else {
                "not the refusal"
            };
            faults.push((
                format!("the body has {length} bytes (the cap is {BODY_CAP}, inclusive) and `expect` is {is} {CAP_EXCEEDED}"),
                "Change the body or `expect`: a longer body is always refused, a shorter one never for this".into(),
            ));
        }
        faults
    }

    fn owed(&self) -> Vec<String> {
        let rules =
            (1..=RULES).flat_map(|rule| Side::ALL.map(|side| format!("R{rule}:{}", side.as_str())));
        let prefixed = |prefix: &'static str, names: &'static [&'static str]| {
            names.iter().map(move |name| format!("{prefix}:{name}"))
        };
        rules
            .chain(prefixed("defect", &DEFECTS))
            .chain(prefixed("refusal", &REFUSALS))
            .chain(prefixed("enforced", &ENFORCED))
            .chain(prefixed("not_covered", &NOT_COVERED))
            .chain((1..=MUTANTS).map(|mutant| format!("M{mutant:02}")))
            .collect()
    }
}
