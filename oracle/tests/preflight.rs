//! The engine's answers of the preflight, held against everything that can
//! judge them: drawn inputs, and whatever proptest makes of bytes.
//!
//! `PREFLIGHT_INPUTS` in the environment asks for as many drawn inputs.

use argument_check_corpus::Op;
use argument_check_oracle::fuzzing::target;
use argument_check_oracle::generate;
use argument_check_oracle::laws::Target;
use argument_check_oracle::preflight::every::every;
use proptest::prelude::*;

/// So many drawn inputs at once.
const LANES: usize = 2;

struct Engine;

impl Target for Engine {
    fn ask(&self, op: Op, body: &[u8]) -> String {
        match op {
            Op::Gate => argument_check::preflight::gate(body),
            _ => argument_check::preflight::request(body),
        }
    }
}

fn judge(name: &str, data: &[u8]) {
    let target = target(name).expect("a target of that name");
    if let Err(finding) = (target.law)(data) {
        panic!("{finding}\n{}", (target.meaning)(data).text);
    }
}

#[test]
fn drawn_inputs_are_answered_as_every_judge_says() {
    let wanted = std::env::var("PREFLIGHT_INPUTS").ok();
    let wanted = wanted.and_then(|text| text.parse().ok()).unwrap_or(300);
    std::thread::scope(|scope| {
        for lane in 0..LANES {
            scope.spawn(move || (lane..wanted).step_by(LANES).for_each(drawn));
        }
    });
}

/// Both tools on one drawn input each.
fn drawn(index: usize) {
    let number = index as u64;
    for (op, body) in [
        (Op::Request, generate::draw_preflight_request(1, number)),
        (Op::Gate, generate::draw_preflight_gate(1, number)),
    ] {
        if let Err(breach) = every(op, &body, &Engine) {
            panic!("{index}: {breach}\n{}", String::from_utf8_lossy(&body));
        }
    }
}

#[test]
fn drawn_texts_have_the_canonical_form_of_serde_jcs() {
    for index in 0..300 {
        judge("canonical", &generate::draw(1, index));
        judge("canonical", &generate::draw_preflight_request(2, index));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn any_bytes_are_an_input_that_is_answered_as_every_judge_says(
        bytes in proptest::collection::vec(any::<u8>(), 0..600),
    ) {
        for name in ["preflight_request", "preflight_gate", "canonical"] {
            judge(name, &bytes);
        }
    }
}
