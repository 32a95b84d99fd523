//! The one judging path: a question goes to the target, its answer to every
//! judge, and what they say becomes rows and counts.
//!
//! Corpus cases, calls, tools and public suites all come through here, so that
//! no input is judged by fewer judges than another. A judge that panics is an
//! internal error of the harness and must never read as agreement.

mod collect;
mod reference;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use argument_check_corpus::Op;
use argument_check_oracle::differential::worker::{WorkerCommand, WorkerPool};
use argument_check_oracle::differential::{Hits, JsonschemaJudge, PatternJudge, TentativeTree};
use argument_check_oracle::expect::ExpectJudge;
use argument_check_oracle::replay::ReplayJudge;
use argument_check_oracle::shape::ShapeJudge;
use argument_check_oracle::{Exchange, Judge, Judgement};

pub(crate) use collect::{Collector, Keep};

use reference::Killable;

use crate::adapter::{Response, Target};
use crate::answer::View;
use crate::report::{Named, Outcome};

/// The name of the judge that compares with a corpus case's `expect`.
const EXPECT: &str = "expect";
/// The name of the differential against jsonschema.
pub(crate) const DIFFERENTIAL: &str = "differential";
/// The name of the diff replay.
const REPLAY: &str = "replay";
/// The name of the second implementation.
const REFERENCE: &str = "reference";
/// Stands for the target itself where it gave no answer.
const TARGET: &str = "target";

/// How long one match may take: long enough that a busy machine finds the same
/// matches comparable as an idle one, so that two reports can be compared.
const MATCH_LIMIT: Duration = Duration::from_millis(500);

/// A target and everything that judges it.
pub(crate) struct Panel<'a> {
    target: &'a dyn Target,
    differential: JsonschemaJudge,
    pattern: PatternJudge,
    reference: Killable,
    hits: Arc<Hits>,
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
    /// A verdict although the schema is not covered.
    pub(crate) undisclosed: bool,
    /// A judge panicked.
    pub(crate) internal: bool,
}

impl<'a> Panel<'a> {
    /// The judges for `target`; `exact` when its answers must equal the
    /// reference byte for byte, engine version included.
    pub(crate) fn new(target: &'a dyn Target, exact: bool, payloads: bool) -> Result<Self> {
        let program = std::env::current_exe().context("the path of this program is not known")?;
        let command = WorkerCommand {
            program,
            arguments: vec!["pattern-worker".into()],
        };
        let workers = Arc::new(WorkerPool::new(command, MATCH_LIMIT));
        let hits = Arc::new(Hits::default());
        let reference = Killable(Arc::clone(&workers));
        let second = reference.clone();
        let tentative: Arc<dyn TentativeTree> = Arc::new(move |body: &[u8]| second.tentative(body));
        Ok(Self {
            target,
            differential: JsonschemaJudge::new(Arc::clone(&tentative), Arc::clone(&hits)),
            pattern: PatternJudge::new(tentative, Arc::clone(&hits), workers),
            reference,
            hits,
            exact,
            payloads,
        })
    }

    /// The target.
    pub(crate) fn target(&self) -> Named {
        self.target.identity()
    }

    /// How often each entry of the published allow-list was used so far.
    pub(crate) fn allow_list(&self) -> BTreeMap<String, u64> {
        let hits = self.hits.all().into_iter();
        hits.map(|(entry, hits)| (format!("{entry:?}"), hits))
            .collect()
    }

    /// Asks and judges.
    pub(crate) fn judge(&self, question: &Question<'_>) -> Judged {
        let mut judged = Judged {
            id: question.id.to_owned(),
            part: question.part,
            text: None,
            view: View::default(),
            said: Vec::new(),
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
        if let Some(expect) = question.expect {
            self.note(judged, EXPECT, || match ExpectJudge::new(expect) {
                Ok(judge) => judge.judge(&exchange),
                Err(why) => Judgement::disagrees(why.to_string(), expect),
            });
        }
        self.note(judged, "shape", || ShapeJudge.judge(&exchange));
        self.note(judged, REPLAY, || ReplayJudge.judge(&exchange));
        let mut refused_by_reference = false;
        self.note(judged, REFERENCE, || {
            let (judgement, not_covered) = self.reference.judge(&exchange, self.exact);
            refused_by_reference = not_covered;
            judgement
        });
        judged.undisclosed = refused_by_reference && judged.view.is_verdict();
        self.note(judged, DIFFERENTIAL, || self.differential.judge(&exchange));
        self.note(judged, "pattern", || self.pattern.judge(&exchange));
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

    /// A REPAIRED answer whose diff does not replay: D93.
    fn invented(&self) -> bool {
        self.view.verdict.as_deref() == Some("REPAIRED")
            && self
                .said
                .iter()
                .any(|said| said.judge == REPLAY && said.outcome.is_failure())
    }

    /// Whether the differential ought to have compared this answer: a verdict,
    /// and on a text that can be read.
    fn is_due(&self) -> bool {
        self.view.is_verdict() && !self.view.has_defect("invalid_json_text")
    }
}

#[cfg(test)]
mod tests;
