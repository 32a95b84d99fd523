//! Answers of strangers: a right one is proven, and one that is wrong by one
//! mutation never is (I12, I13, D93, D97).
//!
//! Proven means that every law that needs nobody to be asked again holds, and
//! that a delivered blob has a proof of where each of its leaves came from which
//! the checker accepts. For whatever delivers or refuses the reference is not
//! asked: it is proven by what a stranger can check. Only a list of defects is
//! held against the reference too, as `cargo xtask audit` does, because a defect
//! above a repair is one that no law can deny alone (I9). Where a judge cannot
//! compare an input at all (J12, J13, nesting), nothing is proven or claimed.

use arbitrary::Unstructured;
use argument_check_corpus::Op;

use super::engine::{Engine, hear};
use super::input::body_and_dice;
use super::{Finding, Meaning, Target};
use crate::generate;
use crate::laws::Target as _;
use crate::lossless;
use crate::provenance::{ProofError, accept, prove};
use crate::reference;

/// See [`Target::about`].
pub const TARGET: Target = Target {
    name: "audit",
    about: "any request: the engine's answer is proven, and the same answer with one mutation is not",
    law,
    meaning: |data| {
        let (op, body, _) = request(data);
        Meaning::request(op, body)
    },
};

/// How many mutations of one answer are tried.
const MUTATIONS: usize = 3;

/// What became of one answer.
enum Verdict {
    Proven,
    Refuted(Finding),
    Open,
}

/// The operation, the body and the dice; few are pre-checks, whose answers
/// hold little that could be mutated.
fn request(data: &[u8]) -> (Op, Vec<u8>, Vec<u8>) {
    let (body, mut dice) = body_and_dice(data);
    let op = match dice.pop() {
        Some(0xf0..) => Op::Precheck,
        _ => Op::Check,
    };
    (op, body, dice)
}

fn judge(op: Op, body: &[u8], answer: &str) -> Verdict {
    let hearing = hear(op, body, answer);
    if let Some(finding) = hearing.broken {
        return Verdict::Refuted(finding);
    }
    if lossless::read_str(answer).is_ok_and(|answer| answer.get("defects").is_some()) {
        let expected = reference::check(body);
        if answer != expected {
            return Verdict::Refuted(Finding {
                law: "N",
                summary: "the defects are not those of the reference".to_owned(),
                expected,
                actual: answer.to_owned(),
            });
        }
    }
    let unproven = |summary: String| {
        Verdict::Refuted(Finding {
            law: "I12",
            summary,
            expected: "a proof of every key and leaf".to_owned(),
            actual: answer.to_owned(),
        })
    };
    match prove(body, answer) {
        Ok(proof) => match accept(body, answer, &proof) {
            Ok(()) if hearing.is_open => Verdict::Open,
            Ok(()) => Verdict::Proven,
            Err(rejection) => unproven(rejection.to_string()),
        },
        Err(ProofError::Valid | ProofError::NothingDelivered) if hearing.is_open => Verdict::Open,
        Err(ProofError::Valid | ProofError::NothingDelivered) => Verdict::Proven,
        Err(error) => unproven(error.to_string()),
    }
}

fn law(data: &[u8]) -> Result<(), Finding> {
    let (op, body, dice) = request(data);
    let answer = Engine.ask(op, &body);
    match judge(op, &body, &answer) {
        Verdict::Refuted(finding) => return Err(finding),
        Verdict::Open => return Ok(()),
        Verdict::Proven => {}
    }
    let Ok(value) = lossless::read_str(&answer) else {
        return Ok(());
    };
    let mut u = Unstructured::new(&dice);
    for _ in 0..MUTATIONS {
        let Ok(Some(mutated)) = generate::mutated(&mut u, &value) else {
            continue;
        };
        let mutated = mutated.to_text();
        if let Verdict::Proven = judge(op, &body, &mutated) {
            return Err(Finding {
                law: "audit",
                summary: "an answer that is wrong by one mutation is proven".to_owned(),
                expected: answer,
                actual: mutated,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_answers_are_proven_and_their_mutations_are_not() {
        for body in [
            r#"{"arguments":{},"schema":{}}"#,
            r#"{"arguments":{"a":"5","b":"Red","c":null},"schema":{"properties":{"a":{"type":"integer"},"b":{"enum":["red"]},"c":{"type":"string"}}}}"#,
            r#"{"arguments_text":"{\"a\":[1,],","schema":{"title":"t"}}"#,
            r#"{"arguments":{"a":"x"},"schema":{"properties":{"a":{"type":"integer"}},"required":["b"]}}"#,
            r#"{"arguments":{},"schema":{"allOf":[]}}"#,
            r#"{"arguments":[],"schema":{}}"#,
            "[",
        ] {
            let answer = Engine.ask(Op::Check, body.as_bytes());
            let verdict = judge(Op::Check, body.as_bytes(), &answer);
            assert!(matches!(verdict, Verdict::Proven), "{answer}");
            for seed in 0..200_u64 {
                let dice = generate::dice_of(&seed.to_le_bytes());
                let data = [body.as_bytes(), b"\0", &dice].concat();
                assert_eq!(law(&data), Ok(()), "{body} seed {seed}");
            }
        }
    }

    #[test]
    fn an_invented_value_is_refuted() {
        let body = br#"{"arguments":{"a":"5"},"schema":{"properties":{"a":{"type":"integer"}}}}"#;
        let answer = Engine.ask(Op::Check, body).replace(":5", ":6");
        assert!(matches!(
            judge(Op::Check, body, &answer),
            Verdict::Refuted(_)
        ));
    }
}
