//! Request bodies from bytes: which submissions are drawn where there is no
//! corpus to take them from.
//!
//! Any bytes make a body ([`body`]), so that a fuzzer can steer it; a seed and
//! a number make one too ([`draw`]), the same on every machine. Draws follow
//! the structure of the contract and lean to where implementations differ:
//! spellings of equal numbers, numbers at the edges of machine types, strings
//! that look like something else, texts that are almost JSON, schemas at the
//! edge of the coverage (D1 to D90). What the answer should be is nothing that
//! may be known here: that is for the reference and the laws to say.
//!
//! | file | decides |
//! |---|---|
//! | `dice` | how bytes become choices |
//! | `pool`, `words` | what there is to choose from |
//! | `value` | values for no schema in particular |
//! | `plan`, `fault` | schemas, and what is wrong with them |
//! | `fit` | arguments that fit a schema, or almost |
//! | `text` | texts that are JSON, or almost |
//! | `limits` | bodies at the limits of depth, length and cost |
//! | `request` | whole bodies |
//! | `markdown`, `candidates` | documents with JSON in them, and bodies around them |

mod candidates;
mod dice;
mod fault;
mod fit;
mod limits;
mod markdown;
mod plan;
mod pool;
mod request;
mod text;
mod value;
mod words;

use arbitrary::{Result, Unstructured};

/// How many bytes a draw is made from; hardly any needs more, and what is
/// left of one that does is plain.
const BYTES: usize = 1024;

/// A request body from bytes.
///
/// # Errors
/// None of today's choices asks for more bytes than there are; a caller that
/// gets an error drops the draw.
pub fn body(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    request::body(u)
}

/// Body number `index` of `seed`.
#[must_use]
pub fn draw(seed: u64, index: u64) -> Vec<u8> {
    let bytes = dice::bytes(seed, index, BYTES);
    // An empty body is a draw like any other.
    body(&mut Unstructured::new(&bytes)).unwrap_or_default()
}

/// A Markdown document with JSON in it, from bytes.
///
/// # Errors
/// As [`body`].
pub fn markdown(u: &mut Unstructured<'_>) -> Result<String> {
    markdown::document(u)
}

/// A body of json-candidate-list from bytes.
///
/// # Errors
/// As [`body`].
pub fn candidates(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    candidates::body(u)
}

/// Body number `index` of `seed` for json-candidate-list.
#[must_use]
pub fn draw_candidates(seed: u64, index: u64) -> Vec<u8> {
    let bytes = dice::bytes(seed, index, BYTES);
    candidates(&mut Unstructured::new(&bytes)).unwrap_or_default()
}

/// A JSON text, or almost, as it may stand in a document.
fn json_text(u: &mut Unstructured<'_>) -> Result<String> {
    candidates::json_text(u)
}

#[cfg(test)]
mod tests;
