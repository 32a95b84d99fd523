//! The kill matrix of json-candidate-list, whole.

use super::*;
use crate::candidates::{JUDGES, laws::LAWS};
use crate::mutants::{Court, Inputs, Program};
use argument_check_corpus::CANDIDATES;

fn nobody() -> Program {
    // No mutant of this system needs a process.
    Program {
        path: "/nonexistent".into(),
        arguments: Vec::new(),
    }
}

#[test]
fn every_mutant_is_killed_by_a_law_that_it_declares() {
    let (inputs, program) = (Inputs::of_system(&CANDIDATES).unwrap(), nobody());
    let matrix = Court::of_system(&JUDGES, &inputs, &program).matrix(&all());
    assert_eq!(matrix.failures(), Vec::<String>::new());
    assert_eq!((matrix.killed(), matrix.mutants.len()), (53, 53));
}

#[test]
fn names_and_killers_are_known() {
    for (number, mutant) in all().iter().enumerate() {
        assert_eq!(mutant.id, format!("CM{:02}", number + 1));
        assert!(!mutant.killers.is_empty());
        for killer in mutant.killers {
            assert!(LAWS.iter().any(|law| law.id == *killer), "{}", mutant.id);
        }
    }
}
