//! A report with something in every member, for the tests of the renderers.

use argument_check_oracle::mutants::{Breach, Cell, Matrix, Row as Mutant, Status};

use super::{
    CorpusPin, FORMAT, Finding, Footer, Header, Named, Outcome, Report, Row, Section, Tally, Timing,
};
use crate::exit::{Exit, Reasons};
use crate::tripwire::Tripwires;

/// The sample.
pub(crate) fn report() -> Report {
    let mut section = Section {
        name: "corpus".to_owned(),
        source: "tool-argument-conformance/v1".to_owned(),
        ..Section::default()
    };
    section.count("verdicts", "REPAIRED");
    section.list("patterns refused", "a<b>&\"c\"");
    section.judges.insert(
        "replay".to_owned(),
        Tally {
            agrees: 1,
            disagrees: 1,
            not_comparable: 1,
            reasons: [("there is no diff".to_owned(), 1)].into(),
        },
    );
    let rows = vec![
        row("R3-001", Outcome::Agrees, None),
        row(
            "R3-002",
            Outcome::Disagrees,
            Some("the blob differs <here>"),
        ),
        row("R3-003", Outcome::NotComparable, Some("there is no diff")),
    ];
    let mut reasons = Reasons::default();
    reasons.add(Exit::Conformance, "1 case disagrees with a judge");
    Report {
        format: FORMAT.to_owned(),
        header: header(),
        tripwires: Tripwires::default(),
        sections: vec![section],
        allow_list: [("J1".to_owned(), 3)].into(),
        kill_matrices: vec![matrix()],
        findings: vec![Finding {
            step: "lint".to_owned(),
            message: "R3-003: no clause".to_owned(),
        }],
        performance: Some(vec![Timing {
            step: "corpus".to_owned(),
            milliseconds: 12,
        }]),
        footer: Footer::new(&rows, &reasons),
        rows,
    }
}

/// A matrix with one mutant killed, and one killed for another reason.
pub(crate) fn matrix() -> Matrix {
    let mutant =
        |id: &str, title: &str, reading: &str, declared: &[&str], status, law: &str| Mutant {
            id: id.to_owned(),
            title: title.to_owned(),
            reading: reading.to_owned(),
            declared: declared.iter().map(ToString::to_string).collect(),
            inputs: vec!["MUT-000".to_owned()],
            status,
            cells: vec![Cell {
                law: law.to_owned(),
                declared: declared.contains(&law),
                inputs: vec!["MUT-000".to_owned()],
                elsewhere: 0,
            }],
        };
    Matrix {
        system: "argument-check".to_owned(),
        laws: ["I5", "I6", "I7", "I12"].map(str::to_owned).to_vec(),
        mutants: vec![
            mutant(
                "M09",
                "R3 trims",
                "D58",
                &["I12", "I6"],
                Status::Killed,
                "I6",
            ),
            mutant(
                "M50",
                "one entry for two R2",
                "D46",
                &["I6"],
                Status::KilledOtherwise,
                "I5",
            ),
        ],
        control: vec![Breach {
            law: "I7".to_owned(),
            input: "MUT-000".to_owned(),
            why: "an entry is out of order".to_owned(),
        }],
    }
}

fn header() -> Header {
    Header {
        command: "verify".to_owned(),
        criteria: Named::new("tool-argument/v1", "1.0.0"),
        corpora: vec![CorpusPin {
            id: "tool-argument-conformance/v1".to_owned(),
            version: "1.0.0".to_owned(),
            cases: 3,
            sha256: "00".repeat(32),
            status: "match".to_owned(),
        }],
        target: Named::new("engine", "0.1.0"),
        oracles: vec![Named::new("jsonschema", "0.60.2")],
        seeds: [("generated".to_owned(), 7)].into(),
        executed: [("corpus".to_owned(), 3)].into(),
        payloads: false,
    }
}

fn row(case: &str, outcome: Outcome, why: Option<&str>) -> Row {
    Row {
        section: "corpus".to_owned(),
        case: case.to_owned(),
        judge: "replay".to_owned(),
        outcome,
        why: why.map(str::to_owned),
        detail: None,
        rerun: outcome
            .is_failure()
            .then(|| format!("cargo xtask replay --filter {case}")),
    }
}
