//! Implementations of json-candidate-list that are wrong in one decision, and
//! the laws that must notice: CM01 to CM53.
//!
//! Each is the second implementation with one clause exchanged, as plausible as
//! a careless implementation would have it. Here stands only what each does;
//! nothing is judged.

mod places;
mod repairs;
mod scans;

use argument_check_corpus::Op;

use super::reference::{self, Clauses};
use crate::laws::Target;
use crate::mutants::Mutant;

/// Every mutant, in the order of their names.
#[must_use]
pub fn all() -> Vec<Mutant> {
    let mut all = [&places::MUTANTS[..], &scans::MUTANTS, &repairs::MUTANTS].concat();
    all.sort_by_key(|mutant| mutant.id);
    all
}

/// One wrong decision, exchanged in the published table.
type Fault = fn(&mut Clauses);

/// The second implementation under any decisions, as a target of the laws.
pub struct Decided(Clauses);

impl Decided {
    /// The published decisions with one exchanged.
    fn with(fault: Fault) -> Decided {
        let mut clauses = Clauses::published();
        fault(&mut clauses);
        Decided(clauses)
    }
}

impl Target for Decided {
    fn ask(&self, _: Op, body: &[u8]) -> String {
        reference::answer_with(body, &self.0)
    }
}

/// Targets with one fault each.
fn faulty(faults: &[Fault]) -> Vec<Box<dyn Target>> {
    let target = |fault: &Fault| Box::new(Decided::with(*fault)) as Box<dyn Target>;
    faults.iter().map(target).collect()
}

#[cfg(test)]
mod tests;
