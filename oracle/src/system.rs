//! What judges the answers of each system but the argument check.
//!
//! The argument check has judges of its own kinds (replay, provenance, two
//! differentials). Every other system brings a second implementation, laws,
//! mutants and, where there is one, outside judges, in one row of a table; the
//! runner knows no system by name. A row must never judge with engine code.

use argument_check_corpus::Op;

use crate::judge::Judge;
use crate::laws::{Law, Target};
use crate::mutants::Mutant;
use crate::reference::Step;

/// The judges of one system.
pub struct SystemJudges {
    /// The name of the system, as the corpus has it.
    pub name: &'static str,
    /// Its operations.
    pub ops: &'static [Op],
    /// The whole answer, a second time, from the readings.
    pub reference: fn(Op, &[u8]) -> String,
    /// How the second implementation came to its answer, in order.
    pub explain: fn(Op, &[u8]) -> Vec<Step>,
    /// What every right answer obeys.
    pub laws: &'static [Law],
    /// Outside judges of whole answers.
    pub judges: &'static [&'static dyn Judge],
    /// The implementations that are wrong in one decision.
    pub mutants: fn() -> Vec<Mutant>,
}

/// The second implementation as published, as a target of the laws.
impl Target for SystemJudges {
    fn ask(&self, op: Op, body: &[u8]) -> String {
        (self.reference)(op, body)
    }
}

/// The systems but the argument check.
pub static OTHERS: [&SystemJudges; 2] = [&crate::candidates::JUDGES, &crate::preflight::JUDGES];

/// The judges of the system that an operation belongs to; none for the argument
/// check, whose judges are other ones.
#[must_use]
pub fn of(op: Op) -> Option<&'static SystemJudges> {
    OTHERS.into_iter().find(|judges| judges.ops.contains(&op))
}
