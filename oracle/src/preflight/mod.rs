//! Agent preflight: the second implementation of the request check and of the
//! gate, their laws and mutants.
//!
//! | room | what it decides |
//! |---|---|
//! | [`reference`] | the whole answer, a second time, from the readings PF1 to PF23 |
//! | [`explain`] | how the second implementation came to it |
//! | [`laws`] | that an answer obeys C-1 to C-12 or G-1 to G-14, whoever gave it |
//! | [`mutants`] | which law notices which wrong decision |
//! | [`every`] | everything that can judge one body, at once |

pub mod every;
pub mod explain;
pub mod laws;
pub mod mutants;
pub mod reference;

use argument_check_corpus::Op;

use crate::system::SystemJudges;

/// The judges of this system. `url`, `http`, `serde_jcs` and `jsonschema` judge
/// as laws, so that the kill matrix holds them too.
pub static JUDGES: SystemJudges = SystemJudges {
    name: "preflight",
    ops: &[Op::Request, Op::Gate],
    reference: reference::answer,
    explain: explain::steps,
    laws: &laws::LAWS,
    judges: &[],
    mutants: mutants::all,
};
