//! The engine before everything that can judge it, on generated submissions.

use argument_check_corpus::{ARTEFACT, Op, pin};
use argument_check_oracle::every::every;
use argument_check_oracle::laws::Target;
use proptest::prelude::*;

struct Engine;

impl Target for Engine {
    fn ask(&self, op: Op, body: &[u8]) -> String {
        match op {
            Op::Precheck => argument_check::precheck(body),
            _ => argument_check::check(body),
        }
    }
}

/// The bodies of the corpus that are short enough to be varied in numbers.
fn bodies() -> Vec<Vec<u8>> {
    pin::parse(ARTEFACT)
        .expect("the pinned artefact")
        .cases
        .into_iter()
        .map(|pinned| pinned.case.body)
        .filter(|body| body.len() < 600)
        .collect()
}

/// Pieces that decide something, put in at any place.
const PIECES: [&str; 24] = [
    ",", "]", "}", "{", "[", "\"", "\\", "1", "0", "-", ".", "e9", " ", "\n", "null", "true",
    "\"1\"", "\"true\"", "\"[1]\"", "\"{}\"", "\"a\":1,", "\\ud800", "é", "\u{0}",
];

fn varied() -> impl Strategy<Value = Vec<u8>> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..26_usize), 0..4);
    (prop::sample::select(bodies()), edits).prop_map(|(mut body, edits)| {
        for (place, what) in edits {
            let at = place.index(body.len() + 1);
            match PIECES.get(what) {
                Some(piece) => drop(body.splice(at..at, piece.bytes())),
                None if what == 24 => body.truncate(at.max(1)),
                None => drop(body.drain(at.min(body.len())..(at + 1).min(body.len()))),
            }
        }
        body
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn every_law_holds_and_the_reference_agrees_on_varied_submissions(body in varied()) {
        if let Err(breach) = every(&body, &Engine) {
            let body = String::from_utf8_lossy(&body).into_owned();
            prop_assert!(false, "{}\nbody: {}", breach, body);
        }
    }
}

#[test]
fn a_target_that_answers_for_another_body_is_found() {
    struct Constant;
    impl Target for Constant {
        fn ask(&self, op: Op, _: &[u8]) -> String {
            Engine.ask(op, br#"{"arguments":{},"schema":{}}"#)
        }
    }
    assert!(
        every(
            br#"{"arguments":{"x":1},"schema":{"type":"object"}}"#,
            &Constant
        )
        .is_err()
    );
}
