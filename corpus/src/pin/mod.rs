//! The pinned artefact: every case of a system in one generated file with its digest (D98 to D102).
//!
//! Bodies and expected answers stand in it as strings, so nothing of them can be lost on the way
//! through a JSON library (D99). The file is generated, stable and never edited: [`check`] holds it
//! against the case files and names every case that differs, and [`write_artefact`] renews it.

mod artefact;
mod check;
mod verify;

use crate::canonical::{self, CanonicalError};
use crate::case::SourceCase;
use crate::system::System;

pub use artefact::{Artefact, Criteria, PinnedCase, parse};
pub use check::{
    Check, Difference, DifferenceKind, WriteError, Written, check, differences, write_artefact,
};
pub use verify::{
    Attempt, ExpectedFrom, PIN_UNVERIFIABLE, PUBLISHED_ID, PUBLISHED_PIN, Serialisation,
    Verification, VerifyError, verify,
};

/// Why an artefact cannot be read or made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PinError {
    /// The text is not JSON, or not JSON that can be read without loss.
    #[error("the artefact is not JSON: {0}. Generate it again with `cargo xtask pin --write`")]
    Json(#[from] crate::json::JsonError),
    /// The text is JSON of another shape.
    #[error(
        "the artefact is not as it is generated: {0}. Generate it again with `cargo xtask pin --write`"
    )]
    Shape(String),
    /// Two cases have one id, so the order of the cases is not decided.
    #[error("two cases have the id {0}. Give the newer one the next free id")]
    DuplicateId(String),
    /// The artefact has no canonical form.
    #[error(transparent)]
    Canonical(#[from] CanonicalError),
}

/// The text of the artefact of a system for these cases.
pub fn render(system: &System, cases: &[SourceCase]) -> Result<String, PinError> {
    Ok(Artefact::from_sources(system, cases)?.render())
}

/// The pin of an artefact: the digest of everything in it but the digest that it states.
pub fn compute(artefact: &Artefact) -> Result<String, PinError> {
    Ok(canonical::pin(&artefact.to_value(false))?)
}

#[cfg(test)]
mod tests;
