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
pub mod system;
pub mod vocabulary;

pub use case::{Case, Op, Repeat, SourceCase};
pub use load::{LoadError, load, load_system};
pub use retired::Retired;
pub use system::{ARGUMENT_CHECK, CANDIDATES, PREFLIGHT, SYSTEMS, System};

/// The pinned artefact of the argument check as it was built in.
pub const ARTEFACT: &str = include_str!("../argument-check.json");
