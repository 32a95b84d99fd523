//! The kill matrix: implementations that are wrong in one decision, and the
//! laws that must notice.
//!
//! A law that never fires proves nothing. So each decision that matters is
//! taken wrongly once, in a copy of the reference implementation with one
//! clause exchanged (`Clauses`), and the laws are asked about the answers. A
//! mutant counts as killed when a law that it declares fires on its own kill
//! input; one that survives, or is killed for another reason only, is a failure
//! of the laws. Mutants are judged without the reference itself (it would
//! notice everything), without what corpus cases expect, and without comparing
//! whole sets of defects; nothing here may ask any of the three.
//!
//! M84 and M85 are faults that the reference could not show, since it recurses
//! and searches linearly itself: they stand alone, in a process that may die.
//! M82 and M89 are faults of a service, which is not part of this crate.
//!
//! | file | decides |
//! |---|---|
//! | `scalars`, `containers`, `text`, `report`, `judging` | what each mutant does and who must notice |
//! | `process`, `alone` | M83 to M85, which need a process of their own |
//! | `input` | on which requests a mutant is judged |
//! | `court` | who noticed |
//! | `matrix` | when the laws count as proven |

mod alone;
mod containers;
mod court;
mod input;
mod judging;
mod matrix;
mod process;
mod report;
mod scalars;
mod text;

pub use court::Court;
pub use input::{Input, Inputs};
pub use matrix::{Breach, Cell, Matrix, Row, Status};
pub use process::{Program, serve};

use argument_check_corpus::Op;

use crate::laws::Target;
use crate::reference::{self, Clauses, InProcess};

/// One wrong decision, exchanged in the published table.
type Fault = fn(&mut Clauses);

/// An implementation that is wrong in one decision.
#[derive(Debug, Clone, Copy)]
pub struct Mutant {
    /// `M01` to `M88`.
    pub id: &'static str,
    /// What it does wrong.
    pub title: &'static str,
    /// The reading that it breaks.
    pub reading: &'static str,
    /// The laws of which at least one must notice.
    pub killers: &'static [&'static str],
    /// Corpus cases to judge it on, beside those that name it in `clauses`.
    also: &'static [&'static str],
    kind: Kind,
}

/// How a mutant is made.
#[derive(Debug, Clone, Copy)]
enum Kind {
    /// The reference with one clause exchanged; each fault of the list is a
    /// mutant of its own under the same name, such as a limit off by one in
    /// either direction.
    Clause(&'static [Fault]),
    /// The reference with the members of objects in the order of a seeded hash,
    /// asked again in a process with another seed.
    Hashed,
    /// A program of its own whose steps are counted.
    Alone,
    /// The reference of another system with one decision exchanged.
    Made(fn() -> Vec<Box<dyn Target>>),
}

/// A mutant of the reference.
const fn clause(
    id: &'static str,
    title: &'static str,
    reading: &'static str,
    killers: &'static [&'static str],
    faults: &'static [Fault],
) -> Mutant {
    Mutant {
        id,
        title,
        reading,
        killers,
        also: &[],
        kind: Kind::Clause(faults),
    }
}

/// A mutant of the reference of another system; each target is a fault of its own.
pub const fn made(
    id: &'static str,
    title: &'static str,
    reading: &'static str,
    killers: &'static [&'static str],
    targets: fn() -> Vec<Box<dyn Target>>,
) -> Mutant {
    Mutant {
        id,
        title,
        reading,
        killers,
        also: &[],
        kind: Kind::Made(targets),
    }
}

impl Mutant {
    /// The same, judged on more cases of the corpus.
    const fn also(self, also: &'static [&'static str]) -> Mutant {
        Mutant { also, ..self }
    }
}

#[cfg(test)]
impl Mutant {
    /// Every variant that is the reference with one clause exchanged.
    pub(crate) fn decided(&self) -> Vec<Decided> {
        match self.kind {
            Kind::Clause(faults) => faults.iter().map(|fault| Decided::with(*fault)).collect(),
            Kind::Hashed | Kind::Alone | Kind::Made(_) => Vec::new(),
        }
    }
}

/// Every mutant of the argument check, in the order of their names.
#[must_use]
pub fn all() -> Vec<Mutant> {
    let (before, after) = judging::MUTANTS.split_at(judging::BEFORE_PROCESSES);
    [
        &scalars::MUTANTS[..],
        &containers::MUTANTS,
        &text::MUTANTS,
        &report::MUTANTS,
        before,
        &process::MUTANTS,
        after,
    ]
    .concat()
}

/// The reference under any decisions, as a target of the laws.
pub struct Decided(Clauses);

impl Decided {
    /// The criteria as published.
    #[must_use]
    pub fn published() -> Decided {
        Decided(Clauses::published())
    }

    fn with(fault: Fault) -> Decided {
        let mut clauses = Clauses::published();
        fault(&mut clauses);
        Decided(clauses)
    }
}

impl Target for Decided {
    fn ask(&self, op: Op, body: &[u8]) -> String {
        if op == Op::Precheck {
            return reference::precheck_with(body, &self.0);
        }
        // An empty answer is no answer; the laws say so.
        reference::check_with(body, &self.0, &InProcess::default()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
