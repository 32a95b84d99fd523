//! Asks a target about every fault and every prefix, on all cores.
//!
//! Rows are kept only for what is not as expected, in the order of turns.

use argument_check_corpus::Op;
use argument_check_oracle::faults::{Call, Class, Fault, Outcome, Plan, Score, judge, prefixes};
use rayon::prelude::*;

use super::report::{ClassScore, Detail, Prefixes, Row};
use crate::adapter::{Response, Target};
use crate::progress::Progress;

/// How many turns are asked before their outcomes are counted.
const BATCH: u64 = 4_096;

/// Who is asked.
pub(super) struct Bench<'a> {
    pub(super) target: &'a dyn Target,
    pub(super) payloads: bool,
}

impl Bench<'_> {
    /// Asks about `n` faults.
    pub(super) fn classes(&self, calls: &[Call], n: u64, seed: u64) -> (Vec<ClassScore>, Vec<Row>) {
        let plan = Plan::new(calls, seed);
        let mut scores = Class::ALL.map(ClassScore::new);
        let mut rows = Vec::new();
        let progress = Progress::new("faults", Some(n));
        for from in (0..n).step_by(BATCH as usize) {
            let batch: Vec<(Class, Outcome, Option<Row>)> = (from..n.min(from + BATCH))
                .into_par_iter()
                .filter_map(|turn| {
                    let (call, fault) = plan.fault(turn)?;
                    let asked = self.fault(turn, call, &fault);
                    progress.add(1);
                    Some(asked)
                })
                .collect();
            for (class, outcome, row) in batch {
                scores[class as usize].score.take(&outcome);
                rows.extend(row);
            }
        }
        (scores.into(), rows)
    }

    fn fault(&self, turn: u64, call: &Call, fault: &Fault) -> (Class, Outcome, Option<Row>) {
        let (outcome, answer) = self.ask(&fault.body, |answer| judge(fault, answer));
        let class = fault.class;
        let row = (!outcome.is_as_expected(class)).then(|| Row {
            call: call.id.clone(),
            class: Some(class),
            turn,
            outcome: outcome.name().to_owned(),
            why: why(&outcome),
            detail: self.payloads.then(|| Detail {
                body: String::from_utf8_lossy(&fault.body).into_owned(),
                answer,
                original: fault.original.to_text(),
            }),
        });
        (class, outcome, row)
    }

    /// Asks about every prefix of every call.
    pub(super) fn prefixes(&self, calls: &[Call]) -> (Prefixes, Vec<Row>) {
        let texts: Vec<String> = calls.par_iter().map(prefixes::text).collect();
        let total = texts.iter().map(|text| text.len() as u64).sum();
        let progress = Progress::new("prefixes", Some(total));
        let per_call: Vec<Option<(Score, Vec<Row>)>> = calls
            .par_iter()
            .zip(&texts)
            .with_max_len(1)
            .map(|(call, text)| {
                let asked =
                    (text.len() <= prefixes::LONGEST_TEXT).then(|| self.prefixes_of(call, text));
                progress.add(text.len() as u64);
                asked
            })
            .collect();
        let mut sums = Prefixes::default();
        let mut rows = Vec::new();
        for asked in per_call {
            let Some((score, found)) = asked else {
                sums.left_out += 1;
                continue;
            };
            sums.calls += 1;
            sums.score.add(&score);
            rows.extend(found);
        }
        (sums, rows)
    }

    fn prefixes_of(&self, call: &Call, text: &str) -> (Score, Vec<Row>) {
        let mut score = Score::default();
        let mut rows = Vec::new();
        for prefix in prefixes::of(text) {
            let body = prefixes::body(prefix);
            let (outcome, answer) = self.ask(&body, |answer| prefixes::judge(call, answer));
            score.take(&outcome);
            if outcome.is_as_expected(Class::Truncation) {
                continue;
            }
            rows.push(Row {
                call: call.id.clone(),
                class: None,
                turn: prefix.len() as u64,
                outcome: outcome.name().to_owned(),
                why: why(&outcome),
                detail: self.payloads.then(|| Detail {
                    body: String::from_utf8_lossy(&body).into_owned(),
                    answer,
                    original: text.to_owned(),
                }),
            });
        }
        (score, rows)
    }

    fn ask(&self, body: &[u8], judge: impl Fn(&str) -> Outcome) -> (Outcome, String) {
        match self.target.ask(Op::Check, body) {
            Response::Answer(answer) => (judge(&answer), answer),
            Response::Skipped(why) | Response::Failed(why) => {
                (Outcome::unanswered(why), String::new())
            }
        }
    }
}

/// Why an outcome is not as expected, without payload.
fn why(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Altered(evidence) | Outcome::Unanswered(evidence) => evidence.summary.clone(),
        Outcome::Refused => "the original is forced and was refused".to_owned(),
        Outcome::Exact => "what was lost was delivered".to_owned(),
    }
}
