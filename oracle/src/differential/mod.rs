//! Judges verdicts and defects by independent validators (I3, I4, I8, I9).
//!
//! `jsonschema` says which keywords fail on a tree and `regress` which patterns
//! do; both sets must equal the defects of the answer, place by place. The tree
//! is the submitted one for VALID, the delivered one for REPAIRED, and the
//! tentatively repaired one for UNREPAIRABLE (D80). Where the validators are
//! known to be wrong or to mean something else, the published allow-list
//! J1..J13 ([`allow`]) says so by a predicate on the input, and counts its hits;
//! anything outside it is a disagreement.

pub mod allow;
mod decimal;
mod errors;
mod escapes;
mod gate;
mod jsonschema_judge;
mod pattern_judge;
mod properties;
mod schema;
mod tree;
pub mod worker;

pub use allow::{Allowance, Hits};
pub(crate) use gate::malformed;
pub use jsonschema_judge::JsonschemaJudge;
pub use pattern_judge::PatternJudge;
pub use tree::TentativeTree;
