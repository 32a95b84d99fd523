//! On which requests a mutant is judged: the corpus cases that name it in their
//! clauses, and for the mutants that need a process, bodies made here.
//!
//! Only bodies and operations are taken from a case, never what it expects.

use argument_check_corpus::pin::{self, PinError};
use argument_check_corpus::{ARTEFACT, Case, Op};

use super::{Mutant, process};

/// One request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The case that it is, or what was made.
    pub id: String,
    /// Whether a pre-check is asked for.
    pub precheck: bool,
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
            precheck: false,
            body,
            clauses: Vec::new(),
        }
    }
}

/// The requests of a corpus.
#[derive(Debug, Clone)]
pub struct Inputs(Vec<Input>);

impl Inputs {
    /// The corpus as it was built in.
    pub fn pinned() -> Result<Inputs, PinError> {
        let artefact = pin::parse(ARTEFACT)?;
        Ok(Inputs::of(artefact.cases.iter().map(|pinned| &pinned.case)))
    }

    /// The checks and pre-checks among these cases.
    pub fn of<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Inputs {
        let asked = |case: &&Case| matches!(case.op, Op::Check | Op::Precheck);
        let input = |case: &Case| Input {
            id: case.id.clone(),
            precheck: case.op == Op::Precheck,
            body: case.body.clone(),
            clauses: case.clauses.clone(),
        };
        Inputs(cases.into_iter().filter(asked).map(input).collect())
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
