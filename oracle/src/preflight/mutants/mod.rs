//! Implementations of the preflight that are wrong in one decision, and the
//! laws that must notice: PM01 to PM53.
//!
//! Each is the second implementation with one clause exchanged, as plausible as
//! a careless implementation would have it. Here stands only what each does;
//! nothing is judged.

mod gates;
mod requests;

use argument_check_corpus::Op;

use super::reference::{self, Clauses};
use crate::laws::Target;
use crate::mutants::Mutant;

/// Every mutant, in the order of their names.
#[must_use]
pub fn all() -> Vec<Mutant> {
    [&requests::MUTANTS[..], &gates::MUTANTS].concat()
}

/// One wrong decision, exchanged in the published table.
type Fault = fn(&mut Clauses);

/// The second implementation under any decisions, as a target of the laws.
struct Decided(Clauses);

impl Target for Decided {
    fn ask(&self, op: Op, body: &[u8]) -> String {
        reference::answer_with(op, body, &self.0)
    }
}

/// A target with one fault.
fn faulty(fault: Fault) -> Vec<Box<dyn Target>> {
    let mut clauses = Clauses::published();
    fault(&mut clauses);
    vec![Box::new(Decided(clauses))]
}

/// Mutants as a table of rows: name, what is wrong, the reading, the laws of
/// which one must notice, and the clause that is exchanged.
macro_rules! mutants {
    ($($id:literal, $title:literal, $reading:literal, [$($killer:literal),+], $fault:expr;)+) => {
        /// The mutants, in the order of their names.
        pub(super) const MUTANTS: [crate::mutants::Mutant; [$($id),+].len()] = [$(
            crate::mutants::made(
                $id,
                $title,
                $reading,
                &[$($killer),+],
                || super::faulty($fault),
            )
        ),+];
    };
}
use mutants;

#[cfg(test)]
mod tests;
