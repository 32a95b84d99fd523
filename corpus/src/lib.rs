//! The conformance corpus: cases as data, and the tools that keep them honest.
//!
//! People edit `cases/<system>/<topic>.toml`. From these files [`pin::render`] generates the pinned
//! artefact, which is never edited by hand. [`lint`] decides whether a case is well formed and
//! stands for what its clauses claim, [`obligations`] decides what is still owed to the criteria.
//!
//! Nothing here judges an engine, and nothing here reads a number as a number: an answer is compared
//! by spelling, so a corpus that went through a binary float would prove nothing.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod canonical;
pub mod case;
pub mod clause;
pub mod expect;
pub mod json;
pub mod lint;
pub mod load;
pub mod obligations;
pub mod pin;
pub mod readings;
pub mod retired;
pub mod vocabulary;

pub use case::{Case, Op, Repeat, SourceCase};
pub use load::{LoadError, load};
pub use retired::Retired;

/// The identifier of the corpus of the argument check.
pub const CORPUS_ID: &str = "tool-argument-conformance/v1";

/// The version of that corpus: another body or another expected answer is another version (D102).
pub const CORPUS_VERSION: &str = "1.0.0";

/// The criteria that the corpus pins.
pub const CRITERIA_ID: &str = "tool-argument/v1";

/// The version of the criteria that the corpus pins.
pub const CRITERIA_VERSION: &str = "1.0.0";

/// The pinned artefact as it was built in.
pub const ARTEFACT: &str = include_str!("../argument-check.json");

/// The readings of the criteria as they were built in.
pub const READINGS: &str = include_str!("../READINGS.md");
