//! The argument check (`tool-argument/v1`): decides whether the arguments of
//! a tool call are VALID, REPAIRED or UNREPAIRABLE under a schema.
//!
//! Text repairs come first, then one walk over the tree, then, only if
//! something remains, the list of all defects. It must never return a value
//! that the caller, or an enum of the caller's schema, did not spell.

mod checks;
mod defects;
mod entry;
mod outcome;
mod report;
mod request;
mod rules;
mod walk;

pub(crate) use defects::list as list_defects;
pub use defects::{Defect, DefectCode};
pub use entry::Rule;
pub use outcome::{Outcome, Verdict};
pub use request::{Submission, check, precheck};
