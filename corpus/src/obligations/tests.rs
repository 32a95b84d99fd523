use std::fmt::Write as _;

use super::*;
use crate::case::Op;
use crate::clause::Clause;
use crate::system::{SYSTEMS, System};
use crate::vocabulary::READINGS;

fn system() -> &'static System {
    System::of(Op::Check).unwrap()
}

fn case(id: &str, clauses: &[String]) -> Case {
    Case {
        id: id.into(),
        op: Op::Check,
        clauses: clauses.to_vec(),
        body: Vec::new(),
        expect: String::new(),
        note: String::new(),
    }
}

/// Cases that pay everything: one with all clauses that are owed, one a reading.
fn everything() -> (Vec<Case>, String) {
    let mut cases = vec![case("ALL", &system().grammar.owed())];
    let mut text = String::new();
    for number in 1..=READINGS {
        let id = format!("CASE-{number}");
        cases.push(case(&id, &[format!("D{number}")]));
        writeln!(text, "## D{number} title\nPinned by cases: {id}").unwrap();
    }
    (cases, text)
}

fn names(gaps: &[Gap]) -> Vec<&str> {
    gaps.iter().map(|gap| gap.name.as_str()).collect()
}

#[test]
fn a_corpus_that_pays_everything_has_no_gap() {
    let (cases, text) = everything();
    assert_eq!(open(system(), &cases, &text), []);
}

#[test]
fn everything_that_is_owed_is_a_clause_and_counted_as_published() {
    let owed = system().grammar.owed();
    assert!(owed.iter().all(|clause| Clause::parse(clause).is_ok()));
    let count = |prefix: &str| {
        owed.iter()
            .filter(|clause| clause.starts_with(prefix))
            .count()
    };
    assert_eq!(count("R"), 27);
    assert_eq!(count("defect:"), 18);
    assert_eq!(count("refusal:"), 10);
    assert_eq!(count("enforced:"), 19);
    assert_eq!(count("not_covered:"), 25);
    assert_eq!(count("M"), 78);
}

#[test]
fn each_clause_that_no_case_names_is_a_gap_of_that_name() {
    for clause in system().grammar.owed() {
        let (mut cases, text) = everything();
        cases[0].clauses.retain(|have| *have != clause);
        assert_eq!(names(&open(system(), &cases, &text)), [clause.as_str()]);
    }
}

#[test]
fn each_reading_that_no_case_names_is_a_gap() {
    for number in 1..=READINGS {
        let (mut cases, text) = everything();
        cases.retain(|case| case.id != format!("CASE-{number}"));
        let gaps = open(system(), &cases, &text);
        assert!(
            gaps.iter().all(|gap| gap.name == format!("D{number}")),
            "{gaps:?}"
        );
        assert!(
            gaps.iter().any(|gap| gap.message == "nothing pins it"),
            "{gaps:?}"
        );
        assert!(
            gaps.iter()
                .any(|gap| gap.message.contains("which there is not")),
            "{gaps:?}"
        );
    }
}

#[test]
fn a_test_pins_only_what_a_body_cannot_show() {
    for number in 1..=READINGS {
        let (mut cases, text) = everything();
        cases.retain(|case| case.id != format!("CASE-{number}"));
        let text = text.replace(
            &format!("Pinned by cases: CASE-{number}\n"),
            "Pinned by test: a.rs::b\n",
        );
        let expected: &[&str] = if system().grammar.may_be_pinned_by_test(number) {
            &[]
        } else {
            &["nothing pins it"]
        };
        let gaps = open(system(), &cases, &text);
        assert_eq!(
            gaps.iter()
                .map(|gap| gap.message.as_str())
                .collect::<Vec<_>>(),
            expected,
            "D{number}"
        );
    }
    assert_eq!(
        (1..=READINGS)
            .filter(|n| system().grammar.may_be_pinned_by_test(*n))
            .count(),
        10
    );
}

#[test]
fn a_reading_that_is_not_explained_is_a_gap() {
    let (cases, text) = everything();
    let text = text.replace("## D58 title\nPinned by cases: CASE-58\n", "");
    let gaps = open(system(), &cases, &text);
    assert_eq!(names(&gaps), ["D58"]);
    assert!(gaps[0].to_string().contains("does not explain it"));
}

#[test]
fn a_reading_that_does_not_say_what_pins_it_is_a_gap() {
    let (cases, text) = everything();
    let gaps = open(
        system(),
        &cases,
        &text.replace("Pinned by cases: CASE-58\n", ""),
    );
    assert_eq!(names(&gaps), ["D58"]);
    assert!(gaps[0].message.contains("does not say what pins it"));
}

#[test]
fn a_case_that_does_not_name_its_reading_is_a_gap() {
    let (cases, text) = everything();
    let gaps = open(
        system(),
        &cases,
        &text.replace("cases: CASE-58\n", "cases: CASE-58, CASE-59\n"),
    );
    assert_eq!(names(&gaps), ["D58"]);
    assert!(gaps[0].message.contains("CASE-59, which does not name D58"));
}

#[test]
fn a_line_of_the_document_that_cannot_be_meant_is_a_gap() {
    let (cases, text) = everything();
    let gaps = open(system(), &cases, &format!("Pinned by cases: ALL\n{text}"));
    assert_eq!(names(&gaps), ["READINGS.md:1"]);
}

#[test]
fn named_tests_are_looked_up_in_the_sources() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(
        dir.path().join("a.rs"),
        "#[test]\nfn there() {}\nfn longer_name() {}\n",
    )
    .unwrap();
    let gaps = |test: &str| {
        missing_tests(
            system(),
            &format!("## D92 x\nPinned by test: {test}\n"),
            dir.path(),
        )
    };
    assert_eq!(gaps("a.rs::there"), []);
    assert!(
        gaps("a.rs::longer")[0]
            .message
            .contains("no function `longer`")
    );
    assert!(gaps("b.rs::there")[0].message.contains("cannot be read"));
    assert_eq!(names(&gaps("a.rs::absent")), ["D92"]);
}

/// The corpus as it stands owes nothing. Whether the named tests exist is for the runner to ask, which
/// knows where the workspace is.
#[test]
fn the_corpus_leaves_nothing_open() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR"));
    for system in SYSTEMS {
        let cases = crate::load_system(corpus, system).unwrap();
        let gaps: Vec<String> = open(system, &cases, system.readings)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert!(gaps.is_empty(), "{}", gaps.join("\n"));
    }
}
