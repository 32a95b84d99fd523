//! The engine as the thing that is judged. Nothing here may judge.

use argument_check_corpus::Op;

use crate::laws::Target;

/// This build's engine, called in the process.
pub(super) struct Engine;

impl Target for Engine {
    fn ask(&self, op: Op, body: &[u8]) -> String {
        match op {
            Op::Precheck => argument_check::precheck(body),
            Op::Candidates => argument_check::candidates(body),
            _ => argument_check::check(body),
        }
    }
}
