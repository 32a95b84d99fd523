//! The systems of the product: which operations belong together under one
//! criteria, one corpus and one pin.
//!
//! Everything that differs between systems stands in one table, so that lint,
//! obligations, pin and runner know no system by name. A system is added by
//! one row here and one [`Grammar`] beside it; an operation that belongs to no
//! row cannot stand in a case file that is ever run.

mod argument_check;
mod candidates;
mod preflight;

use crate::case::{Case, Op};

pub use argument_check::ARGUMENT_CHECK;
pub use candidates::CANDIDATES;
pub use preflight::PREFLIGHT;

/// One system.
pub struct System {
    /// Its name, as in `corpus/cases/NAME` and on command lines.
    pub name: &'static str,
    /// The identifier of its corpus.
    pub corpus_id: &'static str,
    /// The version of that corpus: another body or another expected answer is another version (D102).
    pub corpus_version: &'static str,
    /// The criteria that the corpus pins.
    pub criteria_id: &'static str,
    /// The version of those criteria.
    pub criteria_version: &'static str,
    /// The folders of its case files, in the corpus folder.
    pub case_dirs: &'static [&'static str],
    /// The name of its pinned artefact, in the corpus folder.
    pub artefact_file: &'static str,
    /// The pinned artefact as it was built in.
    pub artefact: &'static str,
    /// The name of the document of its readings, in the corpus folder.
    pub readings_file: &'static str,
    /// That document as it was built in.
    pub readings: &'static str,
    /// The operations that belong to it.
    pub ops: &'static [Op],
    /// What its cases may claim, and what they owe.
    pub grammar: &'static dyn Grammar,
}

/// What the cases of one system may claim to stand for, and what they owe.
pub trait Grammar: Sync {
    /// The letters that open the name of a reading, such as `D` in `D59`.
    fn reading_prefix(&self) -> &'static str;

    /// The number of readings; they are counted from 1.
    fn readings(&self) -> u8;

    /// Whether a reading is about what no request body can show, so that a named test may pin it.
    fn may_be_pinned_by_test(&self, reading: u8) -> bool;

    /// What is wrong with the expected answer as an answer; nothing if it is one.
    fn expect_faults(&self, case: &Case) -> Vec<String>;

    /// Why the case does not bear out the claim, if it does not.
    ///
    /// # Errors
    /// A text that is no clause at all; the error says what is possible.
    fn misfit(&self, clause: &str, case: &Case) -> Result<Option<String>, String>;

    /// What is wrong with the length of the body, each with the remedy.
    fn body_faults(&self, case: &Case) -> Vec<(String, String)>;

    /// Every clause that is owed, but for those of the readings.
    fn owed(&self) -> Vec<String>;
}

/// The systems, the argument check first.
pub static SYSTEMS: [&System; 3] = [&ARGUMENT_CHECK, &CANDIDATES, &PREFLIGHT];

impl System {
    /// The system that an operation belongs to, if there is one.
    pub fn of(op: Op) -> Option<&'static Self> {
        SYSTEMS.into_iter().find(|system| system.ops.contains(&op))
    }

    /// The system of that name, if there is one.
    pub fn named(name: &str) -> Option<&'static Self> {
        SYSTEMS.into_iter().find(|system| system.name == name)
    }

    /// Those of these cases that belong to this system, in their order.
    pub fn cases<'c, C: AsRef<Case>>(&self, cases: &'c [C]) -> Vec<&'c C> {
        let belongs = |case: &&C| self.ops.contains(&case.as_ref().op);
        cases.iter().filter(belongs).collect()
    }

    /// The name of a reading.
    pub fn reading(&self, number: u8) -> String {
        format!("{}{number}", self.grammar.reading_prefix())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_belongs_to_one_system_at_most() {
        for op in Op::ALL {
            let owners = SYSTEMS.iter().filter(|system| system.ops.contains(&op));
            assert!(owners.count() <= 1, "{op}");
        }
        assert_eq!(
            System::of(Op::Precheck).map(|system| system.name),
            Some("argument-check")
        );
    }

    #[test]
    fn every_system_has_names_of_its_own() {
        for (n, one) in SYSTEMS.iter().enumerate() {
            for other in SYSTEMS.iter().skip(n + 1) {
                assert_ne!(one.name, other.name);
                assert_ne!(one.corpus_id, other.corpus_id);
                assert_ne!(one.artefact_file, other.artefact_file);
            }
            assert!(std::ptr::eq(
                System::named(one.name).unwrap_or_else(|| panic!("{} is named", one.name)),
                *one
            ));
        }
    }

    #[test]
    fn the_built_in_artefact_of_every_system_is_its_own() {
        for system in SYSTEMS {
            let artefact = crate::pin::parse(system.artefact).unwrap();
            assert_eq!(artefact.id, system.corpus_id);
            assert_eq!(artefact.criteria.id, system.criteria_id);
            assert_eq!(
                system.cases(&artefact.cases).len(),
                artefact.cases.len(),
                "{}: no case of another system",
                system.name
            );
        }
    }
}
