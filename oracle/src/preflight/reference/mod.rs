//! Agent preflight a second time, slow and plain, written from its readings and
//! sharing no code with the engine.
//!
//! Money is `bigdecimal`, hashes are `sha2` over `serde_jcs`, input is read by
//! [`crate::lossless`], and bodies are validated by the validator of the
//! argument check's own second implementation. The gate is a table of rows; a
//! row that holds is found by evaluating all of them. The decisions that a
//! mutant may exchange stand in [`Clauses`].
//!
//! | file | decides |
//! |---|---|
//! | `input` | what is refused before anything else (PF1) |
//! | `canonical` | canonical form and hash (PF4, PF16, PF18) |
//! | `number`, `money` | exactness and amounts (PF5, PF6) |
//! | `entry` | paths, codes and the fixed sentences (PF2, PF3) |
//! | `shape` | members: missing, of the wrong type, out of range (PF7) |
//! | `request`, `url`, `header`, `query`, `body`, `economics` | the request check |
//! | `gate`, `proposal`, `evidence`, `table` | the gate |

pub mod body;
pub mod canonical;
pub mod clauses;
pub mod economics;
pub mod entry;
pub mod evidence;
pub mod gate;
pub mod header;
pub mod input;
pub mod money;
pub mod number;
pub mod proposal;
pub mod query;
pub mod request;
pub mod shape;
pub mod table;
pub mod url;

pub use clauses::Clauses;

use argument_check_corpus::Op;

/// The exact answer text to one raw body, as published.
#[must_use]
pub fn answer(op: Op, body: &[u8]) -> String {
    answer_with(op, body, &Clauses::published())
}

/// [`answer`] under any decisions.
#[must_use]
pub fn answer_with(op: Op, body: &[u8], clauses: &Clauses) -> String {
    let value = match input::read(body) {
        Ok(value) => value,
        Err(code) => return format!("{{\"refused\":\"{code}\"}}"),
    };
    let answer = match op {
        Op::Gate => gate::answer(&value, clauses),
        _ => request::answer(body, &value, clauses),
    };
    canonical::canonical(&answer)
}

#[cfg(test)]
mod tests;
