//! The laws I1 to I28, asked about a live target.
//!
//! A law may vary the body and ask again. A target that then gives no answer
//! has failed the law, and one that declared that it does not do this is
//! skipped: silence must never read as an answer that obeys.

use std::sync::Mutex;
use std::sync::PoisonError;

use argument_check_corpus::Op;
use argument_check_oracle::Judgement;
use argument_check_oracle::laws::{self, Law, Observation, Ruling};

use super::{Judged, Panel, Question};
use crate::adapter::{Response, Target};
use crate::report::Outcome;

/// Broken on a REPAIRED answer, one of these means an invented value (D93).
pub(crate) const INVENTED: [&str; 3] = ["I5", "I6", "I12"];

/// Broken on a verdict, one of these means undisclosed coverage (D94).
pub(super) const UNDISCLOSED: [&str; 2] = ["I2", "I19"];

/// A target as the laws ask it; remembers the first answer that did not come.
struct Again<'a> {
    target: &'a dyn Target,
    silence: Mutex<Option<Response>>,
}

impl laws::Target for Again<'_> {
    fn ask(&self, op: Op, body: &[u8]) -> String {
        match self.target.ask(op, body) {
            Response::Answer(answer) => answer,
            silent => {
                let mut silence = self.silence.lock().unwrap_or_else(PoisonError::into_inner);
                silence.get_or_insert(silent);
                String::new()
            }
        }
    }
}

impl Panel<'_> {
    /// Holds every law against the answer.
    pub(super) fn laws(
        &self,
        laws: &'static [Law],
        question: &Question<'_>,
        answer: &str,
        judged: &mut Judged,
    ) {
        for law in laws {
            let again = Again {
                target: self.target,
                silence: Mutex::new(None),
            };
            let observation = Observation {
                body: question.body,
                answer,
                op: question.op,
                target: Some(&again),
            };
            let before = judged.said.len();
            self.note(judged, law.id, || judgement(law, &observation));
            let silence = again.silence.lock().unwrap_or_else(PoisonError::into_inner);
            let (outcome, why) = match &*silence {
                Some(Response::Skipped(why)) => (Outcome::Skipped, why),
                Some(Response::Failed(why)) => (Outcome::Failed, why),
                _ => continue,
            };
            judged.said.truncate(before);
            let why = format!("asked again: {why}");
            judged.say(law.id, outcome, Some(why), None);
        }
    }
}

/// What a law says, in the words of a judge.
pub(crate) fn judgement(law: &Law, observation: &Observation<'_>) -> Judgement {
    match (law.check)(observation) {
        Ruling::Holds => Judgement::Agrees,
        Ruling::Broken(evidence) => Judgement::Disagrees(evidence),
        Ruling::NotApplicable(reason) => Judgement::NotComparable(reason),
    }
}
