//! The kill matrix of the preflight, whole.

use super::*;
use crate::mutants::{Court, Inputs, Program};
use crate::preflight::{JUDGES, laws::LAWS};
use argument_check_corpus::PREFLIGHT;

#[test]
fn every_mutant_is_killed_by_a_law_that_it_declares() {
    // No mutant of this system needs a process.
    let program = Program {
        path: "/nonexistent".into(),
        arguments: Vec::new(),
    };
    let inputs = Inputs::of_system(&PREFLIGHT).unwrap();
    let matrix = Court::of_system(&JUDGES, &inputs, &program).matrix(&all());
    assert_eq!(matrix.failures(), Vec::<String>::new());
    assert_eq!((matrix.killed(), matrix.mutants.len()), (53, 53));
}

#[test]
fn names_and_killers_are_known() {
    for (number, mutant) in all().iter().enumerate() {
        assert_eq!(mutant.id, format!("PM{:02}", number + 1));
        for killer in mutant.killers {
            assert!(LAWS.iter().any(|law| law.id == *killer), "{}", mutant.id);
        }
    }
}
