//! The laws on right answers, and on answers that are wrong in one place.

use argument_check_corpus::Op;

use super::{LAWS, is_about, urls};
use crate::generate;
use crate::laws::{Observation, Ruling, Target};
use crate::preflight::JUDGES;
use crate::preflight::reference::Clauses;
use crate::preflight::reference::request::Found;
use crate::preflight::reference::url;

fn broken(op: Op, body: &[u8], answer: &str) -> Vec<&'static str> {
    let observation = Observation {
        body,
        answer,
        op,
        target: Some(&JUDGES),
    };
    let broken = LAWS
        .iter()
        .filter(|law| (law.check)(&observation).is_broken());
    broken.map(|law| law.id).collect()
}

#[test]
fn every_law_holds_for_the_second_implementation_on_drawn_inputs() {
    let mut held = vec![0; LAWS.len()];
    for index in 0..600 {
        for (op, body) in [
            (Op::Request, generate::draw_preflight_request(3, index)),
            (Op::Gate, generate::draw_preflight_gate(3, index)),
        ] {
            let answer = JUDGES.ask(op, &body);
            let observation = Observation {
                body: &body,
                answer: &answer,
                op,
                target: Some(&JUDGES),
            };
            for (law, held) in LAWS.iter().zip(&mut held) {
                match (law.check)(&observation) {
                    Ruling::Holds => *held += 1,
                    Ruling::NotApplicable(_) => {}
                    Ruling::Broken(evidence) => {
                        panic!("{} {evidence:?} {}", law.id, String::from_utf8_lossy(&body))
                    }
                }
            }
        }
    }
    assert!(
        held.iter().all(|held| *held > 20),
        "a law that is never asked proves nothing: {held:?}"
    );
}

#[test]
fn an_answer_that_is_wrong_in_one_place_breaks_the_law_of_that_place() {
    let body = br#"{"request":{"method":"POST","url":"https://a.example/"},"schema":{},"economics":{"downstreamCostUsd":1,"billsOnInvalidRequest":true,"retryCostUsd":0.5}}"#;
    let right = JUDGES.ask(Op::Request, body);
    assert_eq!(broken(Op::Request, body, &right), Vec::<&str>::new());
    for (from, to, law) in [
        ("\"valid\":true", "\"valid\":false", "C-2"),
        ("\"requestHash\":\"", "\"requestHash\":\"0", "C-4"),
        ("0.375", "0.374", "C-9"),
        ("\"errors\":[]", "\"errors\":[ ]", "C-1"),
    ] {
        let wrong = right.replacen(from, to, 1);
        assert_ne!(wrong, right, "{from}");
        let laws = broken(Op::Request, body, &wrong);
        assert!(laws.contains(&law), "{law} on {to}: {laws:?}");
    }
}

#[test]
fn a_law_is_about_one_operation() {
    for law in &LAWS {
        assert_ne!(is_about(law, Op::Request), is_about(law, Op::Gate));
    }
}

/// As many as the environment asks for, or a few.
fn wanted() -> u64 {
    let asked = std::env::var("PREFLIGHT_URLS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(2_000)
}

#[test]
fn generated_urls_that_are_accepted_are_accepted_by_the_url_crate() {
    let (clauses, mut accepted) = (Clauses::published(), 0);
    for index in 0..wanted() {
        let text = generate::draw_url(11, index);
        let mut found = Found::default();
        url::judge(&text, &clauses, &mut found);
        if found.errors.is_empty() {
            accepted += 1;
            let unchecked = found
                .warnings
                .iter()
                .any(|warning| warning.code == "url_idn_unchecked");
            if let Err(why) = urls::agrees(&text, unchecked) {
                panic!("{why}: {text:?}");
            }
        }
    }
    assert!(accepted > wanted() / 10, "{accepted} were accepted");
}
