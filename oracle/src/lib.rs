//! Independent judges of `argument-check`.
//!
//! A judge looks at one exchange, that is a request body and the answer that
//! some implementation gave to it, and says whether the answer can be right.
//! Nothing here may judge with the engine's own code: the engine is a target
//! like any other, and JSON is read by another library ([`lossless`]).
//!
//! | room | what it decides |
//! |---|---|
//! | [`judge`] | the form of a judgement, and why an exchange cannot be judged |
//! | [`shape`] | that an answer has the closed form of the contract (D91, I1, I26) |
//! | [`every`] | everything below that can judge one body, at once |
//! | [`expect`] | that an answer is what a corpus case expects |
//! | [`replay`] | that submission and diff give the delivered blob (I5) |
//! | [`differential`] | that verdict and defects are those of `jsonschema` and `regress` (I3, I4, I8, I9) |
//! | [`entry`] | that each diff entry obeys its own rule (I6) |
//! | [`fuzzing`] | what each fuzz target holds against what |
//! | [`generate`] | which request bodies are drawn, from bytes or from a seed |
//! | [`exhaustive`] | that no text of up to N tokens breaks a law, or which one does |
//! | [`faults`] | whether the original comes back when a call was broken in one known way |
//! | [`kill_line`] | when refunds, free use or an incident must stop the service (D93 to D96) |
//! | [`ledger`] | what a line of the payments ledger may hold, and how it is folded and written |
//! | [`laws`] | that an answer obeys I1 to I28, whoever gave it |
//! | [`mutants`] | which law notices which wrong decision (the kill matrix) |
//! | [`preflight`] | the second system: requests before they are sent, paid calls before they are made |
//! | [`provenance`] | where every key and leaf of a blob came from, and why each entry was needed (I12, I13) |
//! | [`system`] | which judges belong to the other systems |
//! | [`reference`] | the whole answer, a second time, from the readings (N) |

pub mod answer;
pub mod candidates;
pub mod differential;
pub mod entry;
pub mod every;
pub mod exhaustive;
pub mod expect;
pub mod faults;
pub mod fuzzing;
pub mod generate;
pub mod judge;
pub mod kill_line;
pub mod laws;
pub mod ledger;
pub mod lossless;
pub mod mutants;
pub mod path;
pub mod preflight;
pub mod provenance;
pub mod reference;
pub mod replay;
pub mod shape;
pub mod submission;
pub mod system;
pub mod vocabulary;

pub use judge::{Evidence, Exchange, Judge, Judgement, Reason};
