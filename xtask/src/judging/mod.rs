//! The one judging path: a question goes to the target, its answer to every
//! judge, and what they say becomes rows and counts.
//!
//! Corpus cases, calls, tools and public suites all come through here, so that
//! no input is judged by fewer judges than another. A judge that panics is an
//! internal error of the harness and must never read as agreement.

mod collect;
mod judges;
mod laws;
pub(crate) mod provenance;
mod reference;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::Result;
use argument_check_corpus::{Case, Op};
use argument_check_oracle::expect::ExpectJudge;
use argument_check_oracle::laws::LAWS;
use argument_check_oracle::ledger::incidents::Kind;
use argument_check_oracle::shape::ShapeJudge;
use argument_check_oracle::system::{self, SystemJudges};
use argument_check_oracle::{Exchange, Judge, Judgement};

pub(crate) use collect::{Collector, Keep};
pub(crate) use judges::Judges;
pub(crate) use laws::{INVENTED, judgement};
pub(crate) use reference::{compare, is_not_covered};

use crate::adapter::{Response, Target};
use crate::answer::View;
use crate::report::{Named, Outcome};

/// The name of the judge that compares with a corpus case's `expect`.
const EXPECT: &str = "expect";
/// The name of the differential against jsonschema.
pub(crate) const DIFFERENTIAL: &str = "differential";
/// The name of the diff replay.
pub(crate) const REPLAY: &str = "replay";
/// The name of the second implementation.
pub(crate) const REFERENCE: &str = "reference";
/// The name of the differential against regress.
pub(crate) const PATTERN: &str = "pattern";
/// The name of the proof of a repaired blob.
pub(crate) const PROVENANCE: &str = "provenance";
/// Stands for the target itself where it gave no answer.
const TARGET: &str = "target";

/// A target and everything that judges it.
pub(crate) struct Panel<'a> {
    target: &'a dyn Target,
    judges: Judges,
    exact: bool,
    payloads: bool,
}

/// One request to make.
pub(crate) struct Question<'a> {
    /// The id that `--filter` matches.
    pub(crate) id: &'a str,
    /// Which of several questions of that id, or empty.
    pub(crate) part: &'static str,
    /// The operation.
    pub(crate) op: Op,
    /// The raw request body.
    pub(crate) body: &'a [u8],
    /// What a corpus case expects.
    pub(crate) expect: Option<&'a str>,
}

/// What one judge said about one question.
pub(crate) struct Said {
    /// The judge.
    pub(crate) judge: &'static str,
    /// Its outcome.
    pub(crate) outcome: Outcome,
    /// Why, without payload.
    pub(crate) why: Option<String>,
    /// Why, with payload; only when payloads were asked for.
    pub(crate) detail: Option<String>,
}

/// A question with its answer and everything said about it.
pub(crate) struct Judged {
    /// The id of the question.
    pub(crate) id: String,
    /// Which of several questions of that id, or empty.
    pub(crate) part: &'static str,
    /// The exact answer text, if there was one.
    pub(crate) text: Option<String>,
    /// The countable part of the answer.
    pub(crate) view: View,
    /// What was said.
    pub(crate) said: Vec<Said>,
    /// Prover or checker found a value that was not submitted.
    pub(crate) unproven: bool,
    /// A verdict although the schema is not covered.
    pub(crate) undisclosed: bool,
    /// A judge panicked.
    pub(crate) internal: bool,
}

impl<'a> Panel<'a> {
    /// The judges for `target`; `exact` when its answers must equal the
    /// reference byte for byte, engine version included.
    pub(crate) fn new(target: &'a dyn Target, exact: bool, payloads: bool) -> Result<Self> {
        Ok(Self {
            target,
            judges: Judges::new()?,
            exact,
            payloads,
        })
    }

    /// Whether the target claims to have the operation.
    pub(crate) fn offers(&self, op: Op) -> bool {
        self.target.offers(op)
    }

    /// The target.
    pub(crate) fn target(&self) -> Named {
        self.target.identity()
    }

    /// How often each entry of the published allow-list was used so far.
    pub(crate) fn allow_list(&self) -> BTreeMap<String, u64> {
        self.judges.allow_list()
    }

    /// Asks and judges.
    pub(crate) fn judge(&self, question: &Question<'_>) -> Judged {
        let mut judged = Judged {
            id: question.id.to_owned(),
            part: question.part,
            text: None,
            view: View::default(),
            said: Vec::new(),
            unproven: false,
            undisclosed: false,
            internal: false,
        };
        match self.target.ask(question.op, question.body) {
            Response::Answer(answer) => {
                judged.view = View::of(&answer);
                self.hear(question, &answer, &mut judged);
                judged.text = Some(answer);
            }
            Response::Skipped(why) => judged.say(TARGET, Outcome::Skipped, Some(why), None),
            Response::Failed(why) => judged.say(TARGET, Outcome::Failed, Some(why), None),
        }
        judged
    }

    /// Whether evidence may hold payload.
    pub(crate) fn payloads(&self) -> bool {
        self.payloads
    }

    fn hear(&self, question: &Question<'_>, answer: &str, judged: &mut Judged) {
        let exchange = Exchange {
            op: question.op,
            body: question.body,
            answer,
        };
        if let Some(judges) = system::of(question.op) {
            return self.hear_other(judges, question, &exchange, judged);
        }
        if let Some(expect) = question.expect {
            self.note(judged, EXPECT, || match ExpectJudge::new(expect) {
                Ok(judge) => judge.judge(&exchange),
                Err(why) => Judgement::disagrees(why.to_string(), expect),
            });
        }
        self.note(judged, "shape", || ShapeJudge.judge(&exchange));
        let expected = self.judges.expected(question.op, question.body);
        for (judge, hearing) in self.judges.hearings(&exchange, &expected, self.exact) {
            self.note(judged, judge, hearing);
        }
        if judged.is_repaired() {
            let unproven = Cell::new(false);
            self.note(judged, PROVENANCE, || {
                let (judgement, invented) = provenance::judge(&exchange);
                unproven.set(invented);
                judgement
            });
            judged.unproven = unproven.get();
        } else {
            let why = Some(provenance::NO_PROOF.to_owned());
            judged.say(PROVENANCE, Outcome::NotComparable, why, None);
        }
        self.laws(&LAWS, question, answer, judged);
        let not_covered = expected.is_ok_and(|expected| is_not_covered(&expected));
        judged.undisclosed =
            judged.view.is_verdict() && (not_covered || judged.breaks(&laws::UNDISCLOSED));
    }

    /// Judges an answer of a system with judges of the common kinds only.
    fn hear_other(
        &self,
        judges: &SystemJudges,
        question: &Question<'_>,
        exchange: &Exchange<'_>,
        judged: &mut Judged,
    ) {
        if let Some(expect) = question.expect {
            self.note(judged, EXPECT, || whole(exchange.answer, expect));
        }
        self.note(judged, REFERENCE, || {
            let expected = (judges.reference)(exchange.op, exchange.body);
            compare(&Ok(expected), exchange.answer, self.exact)
        });
        for judge in judges.judges {
            self.note(judged, judge.name(), || judge.judge(exchange));
        }
        self.laws(judges.laws, question, exchange.answer, judged);
    }

    fn note(&self, judged: &mut Judged, judge: &'static str, run: impl FnOnce() -> Judgement) {
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Judgement::Agrees) => judged.say(judge, Outcome::Agrees, None, None),
            Ok(Judgement::Disagrees(evidence)) => {
                let detail = self.payloads.then_some(evidence.detail);
                judged.say(judge, Outcome::Disagrees, Some(evidence.summary), detail);
            }
            Ok(Judgement::NotComparable(reason)) => {
                let why = reason.sentence().to_owned();
                judged.say(judge, Outcome::NotComparable, Some(why), None);
            }
            Err(_) => {
                judged.internal = true;
                let why = "the judge panicked: a fault of the harness".to_owned();
                judged.say(judge, Outcome::Failed, Some(why), None);
            }
        }
    }
}

/// Compares a whole answer with what a case expects, byte for byte.
fn whole(answer: &str, expect: &str) -> Judgement {
    if answer == expect {
        return Judgement::Agrees;
    }
    Judgement::disagrees(
        "the answer is not what the case expects",
        format!("expected {expect}, answered {answer}"),
    )
}

/// Whether the `expect` of a case is an answer that could be met at all.
pub(crate) fn reads(case: &Case) -> bool {
    system::of(case.op).is_some() || ExpectJudge::new(&case.expect).is_ok()
}

impl Judged {
    /// Adds what a judge of the input itself says.
    pub(crate) fn say(
        &mut self,
        judge: &'static str,
        outcome: Outcome,
        why: Option<String>,
        detail: Option<String>,
    ) {
        self.said.push(Said {
            judge,
            outcome,
            why,
            detail,
        });
    }

    /// Says whether a condition of the input holds.
    pub(crate) fn require(&mut self, judge: &'static str, holds: bool, otherwise: &str) {
        if holds {
            self.say(judge, Outcome::Agrees, None, None);
        } else {
            self.say(judge, Outcome::Disagrees, Some(otherwise.to_owned()), None);
        }
    }

    /// A REPAIRED answer whose diff does not replay, whose blob cannot be
    /// proven, or that breaks a law against invention: D93.
    fn invented(&self) -> bool {
        self.is_repaired() && (self.unproven || self.breaks(&[REPLAY]) || self.breaks(&INVENTED))
    }

    /// The laws whose break is an incident, each once: those of D93 and D94.
    /// `D94` stands where the schema is not covered and no other law says so.
    fn incidents(&self) -> BTreeSet<(Kind, &'static str)> {
        let mut invented = Vec::new();
        if self.invented() {
            invented = self.broken(&INVENTED);
            invented.extend(self.breaks(&[REPLAY]).then_some("I5"));
            invented.extend(self.unproven.then_some("I12"));
        }
        let mut undisclosed = Vec::new();
        if self.undisclosed {
            undisclosed = self.broken(&laws::UNDISCLOSED);
            if undisclosed.is_empty() {
                undisclosed.push("D94");
            }
        }
        let of = |kind| move |law| (kind, law);
        let invented = invented.into_iter().map(of(Kind::InventedRepair));
        let undisclosed = undisclosed.into_iter();
        invented
            .chain(undisclosed.map(of(Kind::UndisclosedPartialCoverage)))
            .collect()
    }

    /// Those of `laws` that found against the target.
    fn broken(&self, laws: &[&'static str]) -> Vec<&'static str> {
        let laws = laws.iter().copied();
        laws.filter(|law| self.breaks(&[*law])).collect()
    }

    fn is_repaired(&self) -> bool {
        self.view.verdict.as_deref() == Some("REPAIRED")
    }

    /// Whether one of these judges or laws found against the target.
    fn breaks(&self, judges: &[&str]) -> bool {
        let mut said = self.said.iter();
        said.any(|said| said.outcome.is_failure() && judges.contains(&said.judge))
    }

    /// Whether the differential ought to have compared this answer: a verdict,
    /// and on a text that can be read.
    fn is_due(&self) -> bool {
        self.view.is_verdict() && !self.view.has_defect("invalid_json_text")
    }
}

#[cfg(test)]
mod tests;
