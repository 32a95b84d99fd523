//! Both implementations on one draw after another, and what they said.

use std::panic::{AssertUnwindSafe, catch_unwind};

use argument_check_oracle::answer::{Answer, Outcome as Verdict};
use argument_check_oracle::reference::{self, Clauses, InProcess};
use argument_check_oracle::{Judgement, Reason, generate};
use rayon::prelude::*;

use crate::answer::View;
use crate::judging::{REFERENCE, compare, is_not_covered};
use crate::progress::Progress;
use crate::report::Section;

/// How many draws one part of the work holds.
const PART: u64 = 256;

/// What was found about a range of draws.
#[derive(Default)]
pub(super) struct Found {
    pub(super) section: Section,
    pub(super) draws: u64,
    pub(super) compared: u64,
    pub(super) differences: Vec<Difference>,
    pub(super) internal: u64,
}

/// One answer that differs.
pub(super) struct Difference {
    pub(super) draw: u64,
    pub(super) operation: Operation,
    pub(super) why: String,
    /// It delivers a value that the reference does not.
    pub(super) invented: bool,
    /// It is a verdict where the reference finds the schema not covered.
    pub(super) undisclosed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operation {
    Check,
    Precheck,
}

impl Operation {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Operation::Check => "check",
            Operation::Precheck => "precheck",
        }
    }

    /// The engine's answer; none if it panicked.
    pub(super) fn engine(self, body: &[u8]) -> Option<String> {
        let ask = || match self {
            Operation::Check => argument_check::check(body),
            Operation::Precheck => argument_check::precheck(body),
        };
        catch_unwind(AssertUnwindSafe(ask)).ok()
    }

    /// The reference's answer; the outer is none if it panicked.
    pub(super) fn reference(self, body: &[u8]) -> Option<Result<String, Reason>> {
        let (clauses, matcher) = (Clauses::published(), InProcess::default());
        let ask = || match self {
            Operation::Check => reference::check_with(body, &clauses, &matcher)
                .map_err(|reference::Unanswered| Reason::TimeLimit),
            Operation::Precheck => Ok(reference::precheck_with(body, &clauses)),
        };
        catch_unwind(AssertUnwindSafe(ask)).ok()
    }
}

/// Compares all draws of a range, on all threads of the pool.
pub(super) fn compare_all(seed: u64, draws: std::ops::Range<u64>) -> Found {
    let progress = Progress::new("sample", Some(draws.end - draws.start));
    let parts: Vec<u64> = (draws.start..draws.end).step_by(PART as usize).collect();
    let mut found = parts
        .into_par_iter()
        .with_max_len(1)
        .map(|start| {
            let end = draws.end.min(start.saturating_add(PART));
            let mut found = Found::default();
            for draw in start..end {
                found.look(seed, draw);
            }
            progress.add(end - start);
            found
        })
        .reduce(Found::default, Found::and);
    found.differences.sort_by_key(|it| (it.draw, it.operation));
    found
}

impl Found {
    fn look(&mut self, seed: u64, draw: u64) {
        let body = generate::draw(seed, draw);
        self.draws += 1;
        for operation in [Operation::Check, Operation::Precheck] {
            let Some(expected) = operation.reference(&body) else {
                self.internal += 1;
                continue;
            };
            let answer = operation.engine(&body);
            if let (Operation::Check, Ok(expected)) = (operation, &expected) {
                self.count(expected);
            }
            self.hear(draw, operation, &expected, answer.as_deref());
        }
    }

    pub(super) fn hear(
        &mut self,
        draw: u64,
        operation: Operation,
        expected: &Result<String, Reason>,
        answer: Option<&str>,
    ) {
        let judgement = match answer {
            Some(answer) => compare(expected, answer, true),
            None => Judgement::disagrees("the engine panicked", ""),
        };
        let judges = &mut self.section.judges;
        let tally = judges.entry(REFERENCE.to_owned()).or_default();
        match judgement {
            Judgement::Agrees => {
                tally.agrees += 1;
                self.compared += 1;
            }
            Judgement::Disagrees(evidence) => {
                tally.disagrees += 1;
                self.compared += 1;
                let (expected, answer) = (expected.as_deref().unwrap_or(""), answer.unwrap_or(""));
                self.differences.push(Difference {
                    draw,
                    operation,
                    why: evidence.summary,
                    invented: is_invented(expected, answer),
                    undisclosed: is_not_covered(expected) && View::of(answer).is_verdict(),
                });
            }
            Judgement::NotComparable(reason) => {
                tally.not_comparable += 1;
                let why = reason.sentence().to_owned();
                *tally.reasons.entry(why).or_default() += 1;
            }
        }
    }

    /// Counts what the reference answered: that is what the draws reach.
    fn count(&mut self, expected: &str) {
        let view = View::of(expected);
        self.section.count("verdicts", view.kind());
        for rule in view.rules() {
            self.section.count("rules", rule);
        }
        for code in view.codes() {
            self.section.count("defects", code);
        }
        if let Some(code) = view.refusal_code() {
            self.section.count("refusals", code);
        }
    }

    /// Both together.
    pub(super) fn and(mut self, other: Found) -> Found {
        for (group, counts) in other.section.counts {
            for (name, n) in counts {
                self.section.count_many(&group, &name, n);
            }
        }
        for (judge, tally) in other.section.judges {
            let sum = self.section.judges.entry(judge).or_default();
            sum.agrees += tally.agrees;
            sum.disagrees += tally.disagrees;
            sum.not_comparable += tally.not_comparable;
            for (reason, n) in tally.reasons {
                *sum.reasons.entry(reason).or_default() += n;
            }
        }
        self.draws += other.draws;
        self.compared += other.compared;
        self.internal += other.internal;
        self.differences.extend(other.differences);
        self
    }
}

/// Whether the answer delivers a value and the reference does not deliver the
/// same: what stops the service (D93).
pub(super) fn is_invented(expected: &str, answer: &str) -> bool {
    let delivered = |text| match Answer::parse(text) {
        Ok(Answer::Verdict(report)) => match report.outcome {
            Verdict::Repaired { repaired, .. } => Some(repaired),
            _ => None,
        },
        _ => None,
    };
    let value = delivered(answer);
    value.is_some() && value != delivered(expected)
}
