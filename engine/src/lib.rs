//! Judges the JSON arguments of an LLM tool call against the tool's schema,
//! and repairs only what is forced (`tool-argument/v1`).
//!
//! | room | what it decides |
//! |---|---|
//! | [`json`] | what is JSON, without losing a spelling |
//! | [`schema`] | whether a schema can be assessed, and its compiled form |
//! | `argument` | refusals, repairs, verdicts, the exact answer |
//! | [`mod@candidates`] | which parts of a text are JSON, the best first |
//! | [`preflight`] | whether a request is sent, and whether a paid call is made |
//!
//! [`check`] and [`precheck`] answer one raw request body; [`Schema`] is
//! compiled once to check many arguments; [`Submission`] is for schema and
//! arguments that come in parts. [`candidates()`] answers one raw input object,
//! and [`candidates::Search`] searches one text. [`preflight::request`] and
//! [`preflight::gate`] answer the two tools of the agent preflight. Nothing here
//! reads a clock, a file or a socket, and no input makes it panic.
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unwrap_used
    )
)]

mod argument;
pub mod candidates;
pub mod json;
pub mod preflight;
mod refusal;
pub mod schema;

pub use argument::{Defect, DefectCode, Outcome, Rule, Submission, Verdict, check, precheck};
pub use candidates::candidates;
pub use refusal::{Place, Refusal, RefusalCode};
pub use schema::Schema;

/// The criteria that every answer is graded under.
pub const CRITERIA_ID: &str = "tool-argument/v1";
/// The version of [`CRITERIA_ID`].
pub const CRITERIA_VERSION: &str = "1.0.0";
/// The engine's version, with the Unicode version that decides case folding (D76).
pub const ENGINE_VERSION: &str = "0.1.0+unicode.17";

/// The longest request body in bytes, inclusive (D11).
pub const BODY_CAP: usize = 262_144;
/// How many containers may be nested in arguments, the root included (D8).
pub const DEPTH_LIMIT: u32 = 64;
/// How many containers may be nested in a schema, the root included (D12).
pub const SCHEMA_DEPTH_LIMIT: u32 = 256;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_version_names_the_package_and_the_unicode_version_that_folds() {
        let (major, _, _) = char::UNICODE_VERSION;
        let version = format!("{}+unicode.{major}", env!("CARGO_PKG_VERSION"));
        assert_eq!(ENGINE_VERSION, version);
    }
}
