//! Diffs: submission and diff give the blob, and no other diff does so
//! unnoticed (I5, I6, I7, I13, D88, D93).
//!
//! The engine's own answer must replay. Then its diff is mutated once and, if
//! it still replays, delivered with the blob that it gives: an answer whose blob
//! and diff fit each other. A law that needs nobody to be asked again has to
//! refute it, because a stranger who holds body and answer has no more.

use arbitrary::Unstructured;
use argument_check_corpus::Op;

use super::engine::{Engine, Hearing, hear};
use super::input::body_and_dice;
use super::{Finding, Meaning, Target};
use crate::answer::{Answer, Outcome};
use crate::generate;
use crate::laws::Target as _;
use crate::lossless::{self, Value};
use crate::replay::{ReplayJudge, replay};
use crate::submission::Submission;
use crate::{Exchange, Judge as _, Judgement};

/// See [`Target::about`].
pub const TARGET: Target = Target {
    name: "replay_diff",
    about: "any request: submission and diff give the blob, and a mutated diff with the blob that it gives is refuted",
    law,
    meaning: |data| Meaning::request(Op::Check, body_and_dice(data).0),
};

/// How many mutations of one diff are tried.
const MUTATIONS: usize = 4;

fn law(data: &[u8]) -> Result<(), Finding> {
    let (body, dice) = body_and_dice(data);
    let answer = Engine.ask(Op::Check, &body);
    let exchange = Exchange {
        op: Op::Check,
        body: &body,
        answer: &answer,
    };
    if let Judgement::Disagrees(evidence) = ReplayJudge.judge(&exchange) {
        return Err(Finding {
            law: "I5",
            summary: evidence.summary,
            expected: "submission and diff give the delivered blob".to_owned(),
            actual: evidence.detail,
        });
    }
    let (Ok(submission), Ok(answer)) = (Submission::read(&body), lossless::read_str(&answer))
    else {
        return Ok(());
    };
    let mut u = Unstructured::new(&dice);
    for _ in 0..MUTATIONS {
        let Some(mutated) = remade(&mut u, &submission, &answer) else {
            continue;
        };
        let text = mutated.to_text();
        if let Hearing {
            broken: None,
            is_open: false,
        } = hear(Op::Check, &body, &text)
        {
            return Err(Finding {
                law: "I5",
                summary:
                    "an answer with a mutated diff and the blob that it gives is refuted by no law"
                        .to_owned(),
                expected: answer.to_text(),
                actual: text,
            });
        }
    }
    Ok(())
}

/// The answer with a mutated diff and the blob that this diff gives; none
/// where there is no diff, nothing was changed, or it does not replay.
fn remade(u: &mut Unstructured<'_>, submission: &Submission, answer: &Value) -> Option<Value> {
    let diff = generate::mutated_diff(u, answer.get("diff")?).ok()??;
    let mut answer = answer.clone();
    *member(&mut answer, "diff")? = diff;
    let Ok(Answer::Verdict(report)) = Answer::from_value(&answer) else {
        return None;
    };
    let Outcome::Repaired { diff, .. } = report.outcome else {
        return None;
    };
    *member(&mut answer, "repaired")? = replay(&submission.arguments, &diff).ok()?;
    Some(answer)
}

fn member<'v>(value: &'v mut Value, name: &str) -> Option<&'v mut Value> {
    let Value::Object(members) = value else {
        return None;
    };
    let found = members.iter_mut().find(|(known, _)| known == name)?;
    Some(&mut found.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = r#"{"arguments":{"a":"5","b":"6","c":null},"schema":{"properties":{"a":{"type":"integer"},"b":{"type":"integer"},"c":{"type":"string"}}}}"#;

    #[test]
    fn mutated_diffs_that_replay_are_drawn_and_all_are_refuted() {
        let submission = Submission::read(BODY.as_bytes()).unwrap();
        let answer = lossless::read_str(&Engine.ask(Op::Check, BODY.as_bytes())).unwrap();
        let mut drawn = 0;
        for seed in 0..400_u64 {
            let dice = generate::dice_of(&seed.to_le_bytes());
            let mut u = Unstructured::new(&dice);
            drawn += usize::from(remade(&mut u, &submission, &answer).is_some());
            let data = [BODY.as_bytes(), b"\0", &dice].concat();
            assert_eq!(law(&data), Ok(()), "seed {seed}");
        }
        assert!(drawn >= 40, "{drawn} of 400 mutated diffs replay");
    }

    #[test]
    fn an_answer_without_diff_has_nothing_to_mutate() {
        assert_eq!(law(br#"{"arguments":{},"schema":{}}"#), Ok(()));
        assert_eq!(law(b"{"), Ok(()));
    }
}
