//! The kill matrix, whole: every mutant is killed by a law that it declares,
//! and the matrix itself notices when one is not.

use argument_check_oracle::laws::LAWS;
use argument_check_oracle::mutants::{Court, Inputs, Mutant, Program, Status, all};

fn program() -> Program {
    Program {
        path: env!("CARGO_BIN_EXE_mutant-worker").into(),
        arguments: Vec::new(),
    }
}

fn mutant(id: &str) -> Mutant {
    all()
        .into_iter()
        .find(|mutant| mutant.id == id)
        .expect("a mutant of that number")
}

#[test]
fn every_mutant_is_killed_by_a_law_that_it_declares() {
    let (inputs, program) = (Inputs::pinned().unwrap(), program());
    let matrix = Court::new(&inputs, &program).matrix(&all());
    assert_eq!(matrix.failures(), Vec::<String>::new());
    assert_eq!((matrix.killed(), matrix.mutants.len()), (87, 87));
}

#[test]
fn without_its_law_a_mutant_survives_and_the_matrix_says_so() {
    let (inputs, program) = (Inputs::pinned().unwrap(), program());
    for (id, law) in [
        ("M07", "I25"),
        ("M60", "I1"),
        ("M81", "I22"),
        ("M85", "I27"),
    ] {
        let mut court = Court::new(&inputs, &program);
        court.laws.retain(|kept| kept.id != law);
        let matrix = court.matrix(&[mutant(id)]);
        assert_ne!(
            matrix.mutants[0].status,
            Status::Killed,
            "{id} without {law}"
        );
        assert_eq!(matrix.failures().len(), 1);
        assert!(matrix.failures()[0].starts_with(id));
    }
}

#[test]
fn without_any_law_every_mutant_survives() {
    let (inputs, program) = (Inputs::pinned().unwrap(), program());
    let mut court = Court::new(&inputs, &program);
    court.laws.clear();
    let matrix = court.matrix(&all());
    assert!(
        matrix
            .mutants
            .iter()
            .all(|row| row.status == Status::Survived)
    );
}

#[test]
fn a_mutant_that_no_case_is_for_is_a_failure() {
    let (inputs, program) = (Inputs::of([]), program());
    let matrix = Court::new(&inputs, &program).matrix(&[mutant("M01")]);
    assert_eq!(matrix.mutants[0].status, Status::NoInput);
    assert_eq!(matrix.killed(), 0);
}

#[test]
fn a_process_that_cannot_be_started_is_a_failure_and_no_kill() {
    let inputs = Inputs::pinned().unwrap();
    let program = Program {
        path: "/nonexistent/mutant-worker".into(),
        arguments: Vec::new(),
    };
    let mutants = ["M83", "M84", "M85"].map(mutant);
    let matrix = Court::new(&inputs, &program).matrix(&mutants);
    assert!(
        matrix
            .mutants
            .iter()
            .all(|row| row.status == Status::NotRun)
    );
    assert_eq!(matrix.laws.len(), LAWS.len());
}
