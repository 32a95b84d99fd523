//! Proofs that nothing in a delivered blob was invented (I12, I13, I23, D93).
//!
//! For a REPAIRED answer, [`prove`] writes down where every key and every leaf
//! of the delivered blob came from: a byte range of the submission, a range
//! inside a string that R5 unwrapped, or an entry of an `enum` of the caller's
//! schema, and through which entries of the diff; and for every entry, what
//! fails again when it is left out. [`accept`] is a small checker that trusts
//! nothing in the proof: it reads body and answer itself and verifies each
//! claim. The two share the lossless reader, the paths and the [`Proof`] type,
//! and nothing else: the prover replays the diff on a tree of spans and asks
//! the reference what fails; the checker scans the submitted tokens once and
//! asks `jsonschema`.
//!
//! A proof holds ranges, rules, codes and paths. It holds no value, and no
//! hash of one either (the hash of a small value can be inverted), unless
//! payloads are asked for; but paths are made of keys, so a proof is for the
//! eyes of whoever submitted the body, never for a log or a report. Neither
//! side may use code of the engine.
//!
//! | file | decides |
//! |---|---|
//! | `proof` | what a proof says |
//! | `spans` | where the tokens of a text stand, for the prover |
//! | `prove` | the origin of every key and leaf |
//! | `necessity` | what fails when an entry is left out |
//! | `accept` | whether a proof holds |

mod accept;
mod necessity;
mod proof;
mod prove;
mod spans;

pub use accept::{Rejection, accept};
pub use proof::{
    Claim, EntryClaim, EnumEntry, FORMAT, Failure, Form, Origin, Part, Proof, Range, Source,
    Through,
};
pub use prove::{ProofError, prove};

#[cfg(test)]
mod tests;
