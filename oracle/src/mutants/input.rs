//! On which requests a mutant is judged: the corpus cases that name it in their
//! clauses, and for the mutants that need a process, bodies made here.
//!
//! Only bodies and operations are taken from a case, never what it expects.

use argument_check_corpus::pin::{self, PinError};
use argument_check_corpus::{ARGUMENT_CHECK, Case, Op, System};

use super::{Mutant, process};

/// One request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The case that it is, or what was made.
    pub id: String,
    /// What is asked for.
    pub op: Op,
    /// The raw body.
    pub body: Vec<u8>,
    /// What the case stands for.
    clauses: Vec<String>,
}

impl Input {
    /// A check of a body that no case holds.
    pub(super) fn made(id: &str, body: Vec<u8>) -> Input {
        Input {
            id: id.into(),
            op: Op::Check,
            body,
            clauses: Vec::new(),
        }
    }
}

/// The requests of a corpus.
#[derive(Debug, Clone)]
pub struct Inputs(Vec<Input>);

impl Inputs {
    /// The corpus of the argument check as it was built in.
    pub fn pinned() -> Result<Inputs, PinError> {
        Inputs::of_system(&ARGUMENT_CHECK)
    }

    /// The corpus of a system as it was built in.
    pub fn of_system(system: &System) -> Result<Inputs, PinError> {
        let artefact = pin::parse(system.artefact)?;
        Ok(Inputs::of(artefact.cases.iter().map(|pinned| &pinned.case)))
    }

    /// These cases.
    pub fn of<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Inputs {
        let input = |case: &Case| Input {
            id: case.id.clone(),
            op: case.op,
            body: case.body.clone(),
            clauses: case.clauses.clone(),
        };
        Inputs(cases.into_iter().map(input).collect())
    }

    /// Every request.
    #[must_use]
    pub fn all(&self) -> &[Input] {
        &self.0
    }

    /// The requests that a mutant has to be killed on.
    #[must_use]
    pub fn of_mutant(&self, mutant: &Mutant) -> Vec<Input> {
        let names = |input: &&Input| {
            input.clauses.iter().any(|clause| clause == mutant.id)
                || mutant.also.contains(&input.id.as_str())
        };
        let mut inputs: Vec<Input> = self.0.iter().filter(names).cloned().collect();
        inputs.extend(process::input(mutant.id));
        inputs
    }

    /// The requests that some mutant has to be killed on, in the order of ids.
    #[must_use]
    pub fn of_any(&self, mutants: &[Mutant]) -> Vec<Input> {
        let all = mutants.iter().flat_map(|mutant| self.of_mutant(mutant));
        let mut inputs: Vec<Input> = all.collect();
        inputs.sort_by(|left, right| left.id.cmp(&right.id));
        inputs.dedup_by(|left, right| left.id == right.id);
        inputs
    }
}
