//! The laws on right answers, and on answers that are wrong in one place.

use argument_check_corpus::Op;

use super::LAWS;
use crate::candidates::JUDGES;
use crate::generate;
use crate::laws::{Observation, Ruling, Target};

fn broken(body: &[u8], answer: &str) -> Vec<&'static str> {
    let observation = Observation {
        body,
        answer,
        op: Op::Candidates,
        target: Some(&JUDGES),
    };
    let broken = LAWS
        .iter()
        .filter(|law| (law.check)(&observation).is_broken());
    broken.map(|law| law.id).collect()
}

#[test]
fn every_law_holds_for_the_second_implementation_on_drawn_bodies() {
    let mut held = vec![0; LAWS.len()];
    for index in 0..400 {
        let body = generate::draw_candidates(3, index);
        let answer = JUDGES.ask(Op::Candidates, &body);
        let observation = Observation {
            body: &body,
            answer: &answer,
            op: Op::Candidates,
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
    assert!(
        held.iter().all(|held| *held > 20),
        "a law that is never asked proves nothing: {held:?}"
    );
}

#[test]
fn an_answer_that_is_wrong_in_one_place_breaks_the_law_of_that_place() {
    let body = "{\"text\":\"é {\\\"a\\\": [1,]} [2, 3\",\"repair\":true}".as_bytes();
    let right = JUDGES.ask(Op::Candidates, body);
    assert_eq!(broken(body, &right), Vec::<&str>::new());
    for (from, to, law) in [
        ("\"rank\":1", "\"rank\":2", "C1"),
        ("\"truncated\":false", "\"truncated\":true", "C1"),
        ("\"start\":2", "\"start\":3", "C3"),
        ("\"end_line\":1", "\"end_line\":2", "C4"),
        (
            "\"complete\":true,\"incomplete_reason\":null",
            "\"complete\":false,\"incomplete_reason\":\"unclosed\"",
            "C7",
        ),
        ("\"offset\":9", "\"offset\":8", "C9"),
        (
            "\"text\":\"{\\\"a\\\": [1]}\",\"valid_json\":true,\"json_error\":null",
            "\"text\":\"{\\\"a\\\": [1}\",\"valid_json\":true,\"json_error\":null",
            "C8",
        ),
        (
            "\"source\":\"prose\"",
            "\"source\":\"indented_code\"",
            "C20",
        ),
    ] {
        let wrong = right.replacen(from, to, 1);
        assert_ne!(wrong, right, "{from}");
        assert!(
            broken(body, &wrong).contains(&law),
            "{law} on {to}: {:?}",
            broken(body, &wrong)
        );
    }
    assert_eq!(broken(body, "{\"error\":\"invalid_json\"}"), ["C2", "C21"]);
}
