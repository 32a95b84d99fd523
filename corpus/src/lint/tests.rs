use std::path::Path;

use super::*;
use crate::case::Op;
use crate::pin::PinnedCase;
use crate::vocabulary::{BODY_CAP, CAP_EXCEEDED};

const BODY: &str = r#"{"arguments":{"x":"1"},"schema":{"properties":{"x":{"type":"integer"}}}}"#;
const R3: &str = r#"{"verdict":"REPAIRED","repaired":{"x":1},"diff":[{"path":"$.x","rule":"R3","op":"replace","before":"1","after":1}]}"#;

fn case(id: &str) -> SourceCase {
    SourceCase {
        case: Case {
            id: id.into(),
            op: Op::Check,
            clauses: vec!["D58".into(), "R3:fires".into()],
            body: BODY.into(),
            expect: R3.into(),
            note: "why".into(),
        },
        repeat: None,
        file: "t.toml".into(),
        line: 7,
    }
}

fn edited(edit: impl FnOnce(&mut Case)) -> Vec<Lint> {
    let mut source = case("R3-001");
    edit(&mut source.case);
    kinds(&lint_cases(&[source], &Retired::default()))
}

fn kinds(findings: &[Finding]) -> Vec<Lint> {
    findings.iter().map(|finding| finding.lint).collect()
}

fn pinned(cases: &[SourceCase]) -> Artefact {
    let mut artefact = Artefact::from_sources(&crate::ARGUMENT_CHECK, cases).unwrap();
    artefact.sha256 = String::new();
    artefact
}

#[test]
fn a_case_in_order_has_no_finding() {
    assert_eq!(
        lint_cases(&[case("R3-001"), case("R3-002")], &Retired::default()),
        []
    );
}

#[test]
fn a_finding_names_file_line_id_and_remedy() {
    let mut source = case("R3-001");
    source.case.note = " ".into();
    assert_eq!(
        lint_cases(&[source], &Retired::default())[0].to_string(),
        "t.toml:7: R3-001 [note] the note is empty. Say in a sentence why the case is there."
    );
}

#[test]
fn an_id_that_is_not_formed_as_ids_are_is_found() {
    for id in ["", "r3-001", "R3 001", "3", "Ré", &"A".repeat(65)] {
        assert_eq!(edited(|case| case.id = id.into()), [Lint::IdForm], "{id}");
    }
    assert!(edited(|case| case.id = "A".repeat(64)).is_empty());
}

#[test]
fn an_id_that_stands_twice_is_found_with_both_places() {
    let findings = lint_cases(&[case("R3-001"), case("R3-001")], &Retired::default());
    assert_eq!(kinds(&findings), [Lint::DuplicateId]);
    assert!(findings[0].message.contains("t.toml:7"));
}

#[test]
fn a_retired_id_that_comes_back_is_found() {
    let retired = Retired::parse(Path::new("retired.txt"), "R3-001 gone").unwrap();
    let findings = lint_cases(&[case("R3-001")], &retired);
    assert_eq!(kinds(&findings), [Lint::RetiredId]);
    assert!(findings[0].message.contains("retired.txt:1"));
}

#[test]
fn clauses_that_are_missing_repeated_or_none_are_found() {
    assert_eq!(edited(|case| case.clauses.clear()), [Lint::ClauseSyntax]);
    assert_eq!(
        edited(|case| case.clauses.push("D58".into())),
        [Lint::ClauseSyntax]
    );
    assert_eq!(
        edited(|case| case.clauses.push("D103".into())),
        [Lint::ClauseSyntax]
    );
    assert_eq!(
        edited(|case| case.clauses.push("M90".into())),
        [Lint::ClauseSyntax]
    );
}

#[test]
fn a_clause_that_the_answer_does_not_bear_out_is_found() {
    assert_eq!(
        edited(|case| case.clauses.push("R4:fires".into())),
        [Lint::ClauseMisfit]
    );
    assert_eq!(
        edited(|case| case.clauses.push("R3:near_miss".into())),
        [Lint::ClauseMisfit]
    );
    assert_eq!(
        edited(|case| case.clauses.push("enforced:enum".into())),
        [Lint::ClauseMisfit]
    );
    assert!(edited(|case| case.clauses.push("enforced:type".into())).is_empty());
}

#[test]
fn an_expect_that_is_no_answer_is_found() {
    assert_eq!(edited(|case| case.expect = "{".into()), [Lint::Expect]);
    assert_eq!(
        edited(|case| case.expect = R3.replace("\"after\":1}", "\"after\":1.0}")),
        [Lint::Expect]
    );
    assert_eq!(edited(|case| case.op = Op::Precheck), [Lint::Expect]);
}

#[test]
fn a_body_over_the_cap_is_found_unless_the_case_is_about_the_cap() {
    let long = |case: &mut Case| case.body = vec![b' '; BODY_CAP + 1];
    let clause = format!("refusal:{CAP_EXCEEDED}");
    assert_eq!(edited(long), [Lint::BodyCap, Lint::BodyCap]);
    let about = |case: &mut Case| {
        case.clauses = vec![clause.clone()];
        case.expect = format!("{{\"refusal\":\"{CAP_EXCEEDED}\"}}");
    };
    assert!(
        edited(|case| {
            about(case);
            long(case);
        })
        .is_empty()
    );
    assert!(edited(|case| case.body.resize(BODY_CAP, b' ')).is_empty());
    // The refusal without a body that earns it, and with it but without the clause.
    assert_eq!(edited(about), [Lint::BodyCap]);
    assert_eq!(
        edited(|case| {
            about(case);
            long(case);
            case.clauses = vec!["D11".into()];
        }),
        [Lint::BodyCap]
    );
}

#[test]
fn an_id_that_vanished_is_found_unless_it_is_retired() {
    let artefact = pinned(&[case("R3-001"), {
        let mut other = case("R3-002");
        other.case.body = b"{}".to_vec();
        other
    }]);
    let findings = lint_history(&[case("R3-001")], &artefact, &Retired::default());
    assert_eq!(kinds(&findings), [Lint::VanishedId]);
    assert!(
        findings[0]
            .to_string()
            .starts_with("argument-check.json: R3-002 [vanished-id]")
    );
    let retired = Retired::parse(Path::new("retired.txt"), "R3-002 gone").unwrap();
    assert_eq!(lint_history(&[case("R3-001")], &artefact, &retired), []);
}

#[test]
fn a_case_that_was_renumbered_is_found() {
    let artefact = pinned(&[case("R3-001")]);
    let findings = lint_history(&[case("R3-009")], &artefact, &Retired::default());
    assert_eq!(kinds(&findings), [Lint::RenumberedId]);
    assert!(findings[0].message.contains("R3-001"));
    // Retiring the old id does not make the new one right.
    let retired = Retired::parse(Path::new("retired.txt"), "R3-001 moved").unwrap();
    assert_eq!(
        kinds(&lint_history(&[case("R3-009")], &artefact, &retired)),
        [Lint::RenumberedId]
    );
}

#[test]
fn two_cases_that_changed_places_are_found() {
    let other = |id: &str| {
        let mut other = case(id);
        other.case.body = b"{}".to_vec();
        other
    };
    let artefact = pinned(&[case("R3-001"), other("R3-002")]);
    let swapped = [other("R3-001"), case("R3-002")];
    assert_eq!(
        kinds(&lint_history(&swapped, &artefact, &Retired::default())),
        [Lint::RenumberedId, Lint::RenumberedId]
    );
}

#[test]
fn a_twin_and_an_edited_body_are_not_renumbered() {
    let artefact = pinned(&[case("R3-001")]);
    assert_eq!(
        lint_history(
            &[case("R3-001"), case("R3-002")],
            &artefact,
            &Retired::default()
        ),
        []
    );
    let mut edit = case("R3-001");
    edit.case.body = b"{}".to_vec();
    assert_eq!(lint_history(&[edit], &artefact, &Retired::default()), []);
}

#[test]
fn the_pinned_cases_are_held_against_the_cases_by_their_bytes() {
    let artefact = pinned(&[case("R3-001")]);
    let PinnedCase { case: kept, .. } = &artefact.cases[0];
    assert!(same_question(kept, &case("R3-009").case));
    let mut other = case("R3-009").case;
    other.op = Op::Precheck;
    assert!(!same_question(kept, &other));
}

#[test]
fn the_lint_as_a_whole_remembers_what_is_pinned() {
    let pinned = |system: &&System| pin::parse(system.artefact).unwrap().cases.len();
    let pinned: usize = SYSTEMS.iter().map(pinned).sum();
    assert!(pinned > 0, "the artefacts are empty");
    assert_eq!(
        kinds(&lint(&[], &Retired::default())),
        vec![Lint::VanishedId; pinned]
    );
}

/// The corpora as they stand are in order.
#[test]
fn the_cases_of_every_system_have_no_finding() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cases = Vec::new();
    for system in SYSTEMS {
        match crate::load_system(corpus, system) {
            Ok(found) => cases.extend(found),
            Err(errors) => {
                let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
                panic!("{}", errors.join("\n"));
            }
        }
    }
    let retired = Retired::read(corpus).unwrap();
    let findings = lint(&cases, &retired);
    let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}
