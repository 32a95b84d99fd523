//! Judges one recorded exchange: proven, refuted, or not comparable.
//!
//! Proven means that every applicable law holds and that no independent judge
//! disagrees, the reference among them with the same whole answer. A line that
//! the reference cannot compare is never proven; one that a law refutes stays
//! refuted whatever else could not be compared. Nobody can be asked again
//! about a recorded answer, so laws that need a target do not apply.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::Result;
use argument_check_corpus::Op;
use argument_check_oracle::laws::{LAWS, Observation};
use argument_check_oracle::lossless::{self, Value};
use argument_check_oracle::system::{self, SystemJudges};
use argument_check_oracle::{Exchange, Judgement};

use super::foreign::{self, Foreign, Unfit};
use super::row::{Breach, Finding, Row};
use super::slice::Recorded;
use crate::answer::View;
use crate::judging::{self, INVENTED, Judges, PROVENANCE, REFERENCE, REPLAY, provenance};

/// Said of an answer by other criteria.
const OTHER_CRITERIA: &str = "the answer names other criteria or another version of them";

/// The laws about the form of an answer: they see it whole.
const OF_FORM: [&str; 2] = ["I1", "I26"];

/// Everything that judges recorded answers.
pub(super) struct Bench {
    /// The independent judges.
    pub(super) judges: Judges,
    payloads: bool,
}

/// What was found about one line.
pub(super) struct Verdict {
    /// The row of the line.
    pub(super) row: Row,
    /// What each law and each judge said.
    pub(super) said: Vec<(&'static str, Said)>,
    /// Whether a law or a judge panicked.
    pub(super) internal: bool,
}

/// What one law or judge said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// It holds.
    Holds,
    /// It is broken.
    Broken,
    /// It does not apply, and why.
    NotApplicable(&'static str),
}

impl Bench {
    /// A bench that lets evidence hold payload only if `payloads`.
    pub(super) fn new(payloads: bool) -> Result<Self> {
        Ok(Self {
            judges: Judges::new()?,
            payloads,
        })
    }

    /// Judges the exchange of line `number`.
    pub(super) fn judge(&self, number: u64, recorded: &Recorded) -> Verdict {
        if let Some((op, judges)) = recorded.op.and_then(|op| Some((op, system::of(op)?))) {
            return self.judge_other(number, op, judges, recorded);
        }
        let view = View::of(&recorded.answer);
        let precheck = view.assessable.is_some();
        let op = if precheck { Op::Precheck } else { Op::Check };
        let body = recorded.body.as_bytes();
        let mut verdict = Verdict {
            row: Row::new(number, Finding::Proven, view.kind()),
            said: Vec::new(),
            internal: false,
        };
        let expected = catch_unwind(AssertUnwindSafe(|| self.judges.expected(op, body)));
        let Ok(expected) = expected else {
            verdict.panicked();
            return verdict;
        };
        let known = expected.as_ref().ok().map(String::as_str);
        let foreign = match foreign::read(&recorded.answer, known) {
            Ok(foreign) => foreign,
            Err(Unfit::OtherCriteria) => {
                verdict.row.finding = Finding::NotComparable;
                verdict.row.why = Some(OTHER_CRITERIA.to_owned());
                return verdict;
            }
            Err(Unfit::NoObject) => Foreign {
                text: recorded.answer.clone(),
                core: recorded.answer.clone(),
                verdict: view.verdict,
                absent: Vec::new(),
                guessed: false,
                coverage: None,
            },
        };
        let exchange = Exchange {
            op,
            body,
            answer: &foreign.core,
        };
        self.laws(&exchange, &foreign, &mut verdict);
        for (judge, hearing) in self.judges.hearings(&exchange, &expected, false) {
            verdict.note(judge, self.payloads, hearing);
        }
        let repaired = foreign.verdict.as_deref() == Some("REPAIRED");
        let unproven = Cell::new(false);
        if repaired {
            verdict.note(PROVENANCE, self.payloads, || {
                let (judgement, invented) = provenance::judge(&exchange);
                unproven.set(invented);
                judgement
            });
        } else {
            let said = Said::NotApplicable(provenance::NO_PROOF);
            verdict.said.push((PROVENANCE, said));
        }
        verdict.row.invented =
            repaired && (unproven.get() || verdict.breaks(&INVENTED) || verdict.breaks(&[REPLAY]));
        verdict.row.undisclosed = foreign.verdict.is_some()
            && match known {
                Some(expected) => undisclosed(expected, foreign.coverage.as_ref()),
                None => verdict.breaks(&["I2"]),
            };
        verdict.row.absent = foreign.absent.iter().map(ToString::to_string).collect();
        verdict.conclude();
        verdict
    }

    /// Judges the answer of a system with judges of the common kinds only.
    fn judge_other(
        &self,
        number: u64,
        op: Op,
        judges: &SystemJudges,
        recorded: &Recorded,
    ) -> Verdict {
        let exchange = Exchange {
            op,
            body: recorded.body.as_bytes(),
            answer: &recorded.answer,
        };
        let mut verdict = Verdict {
            row: Row::new(number, Finding::Proven, op.as_str()),
            said: Vec::new(),
            internal: false,
        };
        for law in judges.laws {
            if law.needs_target {
                let why = "nobody can be asked again about a recorded answer";
                verdict.said.push((law.id, Said::NotApplicable(why)));
                continue;
            }
            let observation = Observation {
                body: exchange.body,
                answer: exchange.answer,
                op,
                target: None,
            };
            verdict.note(law.id, self.payloads, || {
                judging::judgement(law, &observation)
            });
        }
        for judge in judges.judges {
            verdict.note(judge.name(), self.payloads, || judge.judge(&exchange));
        }
        verdict.note(REFERENCE, self.payloads, || {
            let expected = (judges.reference)(op, exchange.body);
            judging::compare(&Ok(expected), exchange.answer, false)
        });
        verdict.conclude();
        verdict
    }

    fn laws(&self, exchange: &Exchange<'_>, foreign: &Foreign, verdict: &mut Verdict) {
        for law in &LAWS {
            if law.needs_target {
                let why = "nobody can be asked again about a recorded answer";
                verdict.said.push((law.id, Said::NotApplicable(why)));
            } else if foreign.guessed && law.id == "I20" {
                let why = "the answer gives no reason for a defect of its own";
                verdict.said.push((law.id, Said::NotApplicable(why)));
            } else {
                let observation = Observation {
                    body: exchange.body,
                    answer: if OF_FORM.contains(&law.id) {
                        &foreign.text
                    } else {
                        exchange.answer
                    },
                    op: exchange.op,
                    target: None,
                };
                verdict.note(law.id, self.payloads, || {
                    judging::judgement(law, &observation)
                });
            }
        }
    }
}

impl Verdict {
    fn note(&mut self, name: &'static str, payloads: bool, ask: impl FnOnce() -> Judgement) {
        let said = match catch_unwind(AssertUnwindSafe(ask)) {
            Ok(Judgement::Agrees) => Said::Holds,
            Ok(Judgement::NotComparable(reason)) => Said::NotApplicable(reason.sentence()),
            Ok(Judgement::Disagrees(evidence)) => {
                self.row.broken.push(Breach {
                    law: name.to_owned(),
                    why: evidence.summary,
                    detail: payloads.then_some(evidence.detail),
                });
                Said::Broken
            }
            Err(_) => {
                self.panicked();
                Said::NotApplicable("it panicked: a fault of the harness")
            }
        };
        self.said.push((name, said));
    }

    fn panicked(&mut self) {
        self.internal = true;
        self.row.finding = Finding::NotComparable;
        self.row.why = Some("a judge panicked: a fault of the harness".to_owned());
    }

    /// Draws the conclusion from what was said.
    fn conclude(&mut self) {
        self.row.not_applicable = self
            .said
            .iter()
            .filter(|(_, said)| matches!(said, Said::NotApplicable(_)))
            .map(|(name, _)| (*name).to_owned())
            .collect();
        if !self.row.broken.is_empty() || self.row.undisclosed {
            self.row.finding = Finding::Refuted;
            self.row.why = None;
            return;
        }
        let mut said = self.said.iter();
        if let Some((_, Said::NotApplicable(why))) = said.find(|(name, _)| *name == REFERENCE) {
            self.row.finding = Finding::NotComparable;
            self.row.why = Some(format!("the reference: {why}"));
        }
    }

    fn breaks(&self, names: &[&str]) -> bool {
        let mut said = self.said.iter();
        said.any(|(name, said)| *said == Said::Broken && names.contains(name))
    }
}

/// D94, for a verdict: the schema is not covered, or a keyword was met that
/// the disclosed coverage does not name. Coverage that is not disclosed at all
/// is counted among the absent members instead.
fn undisclosed(expected: &str, disclosed: Option<&Value>) -> bool {
    if judging::is_not_covered(expected) {
        return true;
    }
    let Some(disclosed) = disclosed else {
        return false;
    };
    let expected = lossless::read_str(expected).ok();
    let coverage = expected.as_ref().and_then(|answer| answer.get("coverage"));
    let Some(coverage) = coverage else {
        return false;
    };
    ["enforced", "not_checked"].iter().any(|list| {
        let items = |value: &Value| value.get(list).and_then(Value::items).map(<[_]>::to_vec);
        let named = items(disclosed).unwrap_or_default();
        let met = items(coverage).unwrap_or_default();
        met.iter().any(|keyword| !named.contains(keyword))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_that_was_met_and_is_not_named_is_undisclosed() {
        let body = br#"{"arguments":{},"schema":{"type":"object","format":"x"}}"#;
        let expected = argument_check::check(body);
        let coverage = |enforced: &str, not_checked: &str| {
            let text = format!(r#"{{"not_checked":[{not_checked}],"enforced":[{enforced}]}}"#);
            lossless::read_str(&text).unwrap()
        };
        let all = coverage(r#""type""#, r#""$.format""#);
        assert!(!undisclosed(&expected, Some(&all)));
        assert!(!undisclosed(&expected, None));
        for partial in [coverage("", r#""$.format""#), coverage(r#""type""#, "")] {
            assert!(undisclosed(&expected, Some(&partial)));
        }
        let refused = argument_check::check(br#"{"arguments":{},"schema":{"$ref":"x"}}"#);
        assert!(undisclosed(&refused, None));
    }
}
