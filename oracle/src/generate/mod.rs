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
//! | `number` | spellings of numbers, and pairs that are equal or almost equal |
//! | `pattern` | patterns with subjects |
//! | `foreign` | answers that are wrong by one mutation |
//! | `preflight`, `url` | inputs of the preflight, and URLs in them |

mod candidates;
mod dice;
mod fault;
mod fit;
mod foreign;
mod limits;
mod markdown;
mod number;
mod pattern;
mod plan;
mod pool;
mod preflight;
mod request;
mod text;
mod url;
mod value;
mod words;

use arbitrary::{Result, Unstructured};

use crate::lossless::Value;

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

/// A schema from bytes: mostly one that can be assessed.
///
/// # Errors
/// As [`body`].
pub fn schema(u: &mut Unstructured<'_>) -> Result<String> {
    let mut plan = plan::root(u)?;
    if dice::one_in(u, 3)? {
        for _ in 0..=dice::below(u, 2)? {
            fault::put(u, &mut plan)?;
        }
    }
    Ok(plan.text())
}

/// Two number spellings from bytes: equal, almost equal, or unrelated.
///
/// # Errors
/// As [`body`].
pub fn numbers(u: &mut Unstructured<'_>) -> Result<(String, String)> {
    number::pair(u)
}

/// A pattern from bytes, and a subject for it.
///
/// # Errors
/// As [`body`].
pub fn pattern(u: &mut Unstructured<'_>) -> Result<(String, String)> {
    pattern::pair(u)
}

/// `answer` with one mutation; none where the draw changed nothing.
///
/// # Errors
/// As [`body`].
pub fn mutated(u: &mut Unstructured<'_>, answer: &Value) -> Result<Option<Value>> {
    foreign::mutated(u, answer)
}

/// A diff with one mutation; none where the draw changed nothing.
///
/// # Errors
/// As [`body`].
pub fn mutated_diff(u: &mut Unstructured<'_>, diff: &Value) -> Result<Option<Value>> {
    foreign::mutated_diff(u, diff)
}

/// Dice that depend on nothing but `data`.
#[must_use]
pub fn dice_of(data: &[u8]) -> Vec<u8> {
    let fold = |state: u64, byte: &u8| (state ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    dice::bytes(data.iter().fold(0xcbf2_9ce4_8422_2325, fold), 0, 64)
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

/// An input of the preflight's request check from bytes.
///
/// # Errors
/// As [`body`].
pub fn preflight_request(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    preflight::request(u)
}

/// An input of the preflight's gate from bytes.
///
/// # Errors
/// As [`body`].
pub fn preflight_gate(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    preflight::gate(u)
}

/// Input number `index` of `seed` for the preflight's request check.
#[must_use]
pub fn draw_preflight_request(seed: u64, index: u64) -> Vec<u8> {
    let bytes = dice::bytes(seed, index, BYTES);
    preflight_request(&mut Unstructured::new(&bytes)).unwrap_or_default()
}

/// Input number `index` of `seed` for the preflight's gate.
#[must_use]
pub fn draw_preflight_gate(seed: u64, index: u64) -> Vec<u8> {
    let bytes = dice::bytes(seed, index, BYTES);
    preflight_gate(&mut Unstructured::new(&bytes)).unwrap_or_default()
}

/// URL number `index` of `seed`.
#[must_use]
pub fn draw_url(seed: u64, index: u64) -> String {
    let bytes = dice::bytes(seed, index, BYTES);
    url::url(&mut Unstructured::new(&bytes)).unwrap_or_default()
}

#[cfg(test)]
mod parts_tests;
#[cfg(test)]
mod tests;
