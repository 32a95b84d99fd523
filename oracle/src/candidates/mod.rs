//! json-candidate-list: its second implementation, laws, mutants and outside
//! judges.
//!
//! | room | what it decides |
//! |---|---|
//! | [`reference`] | the whole answer, a second time, from the readings JC1 to JC24 |
//! | [`explain`] | how the second implementation came to it |
//! | [`laws`] | that an answer obeys C1 to C21, whoever gave it |
//! | [`leaves`] | that the block phase has the leaf blocks of a file of examples |
//! | [`mutants`] | which law notices which wrong decision |
//! | [`every`] | everything that can judge one body, at once |

pub mod every;
pub mod explain;
pub mod laws;
pub mod leaves;
pub mod mutants;
pub mod reference;

use argument_check_corpus::Op;

use crate::system::SystemJudges;

/// The judges of this system. `pulldown-cmark` and `serde_json` judge as the
/// laws C20, C8 and C9, so that the kill matrix holds them too.
pub static JUDGES: SystemJudges = SystemJudges {
    name: "candidates",
    ops: &[Op::Candidates],
    reference: |_, body| reference::answer(body),
    explain: |_, body| explain::steps(body),
    laws: &laws::LAWS,
    judges: &[],
    mutants: mutants::all,
};
