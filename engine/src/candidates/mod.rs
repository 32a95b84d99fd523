//! JSON candidates: finds and ranks the JSON objects and arrays that stand in
//! prose and Markdown, with exact raw spans (`json-candidate-list` 1.0.0).
//!
//! | part | what it decides |
//! |---|---|
//! | `blocks` | `CommonMark` 0.31.2 block structure, linear in the text |
//! | `regions` | which leaf text is searched, and where each character of it stands in the input |
//! | `scan` | where a candidate starts and ends |
//! | `validity` | whether a text is JSON (RFC 8259), and if not, where and why |
//! | `repair` | what the three conservative repair rules make of a text |
//! | `rank` | the one order of candidates |
//! | `input`, `answer` | the JSON that comes in and the JSON that goes out |
//!
//! It must never guess what a text was meant to say, never give a part of an
//! answer beside an error, and never do more than a bounded number of passes
//! over the text, whatever is nested in it.

mod answer;
mod blocks;
mod bytes;
mod find;
mod input;
mod language;
mod model;
mod rank;
mod regions;
mod repair;
mod scan;
mod units;
mod validity;

pub use blocks::LeafKind;
pub use find::Search;
pub use input::candidates;
pub use model::{
    Candidate, CandidateError, FaultCode, Found, Incomplete, JsonFault, Repair, RepairRule, Source,
    TopLevel,
};
pub use regions::{Origin, Region, regions};

/// The longest text in bytes of UTF-8, inclusive. A text within it has at
/// most as many code points, so that the schema's `maxLength` holds, too.
pub const MAX_TEXT_BYTES: usize = 131_072;
/// The most candidates that an answer may hold.
pub const MAX_RESULTS: u64 = 100;
/// How many block quotes and list items may be open at once.
pub const MAX_CONTAINER_DEPTH: usize = 64;
