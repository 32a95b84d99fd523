//! The engine as the thing that is judged. Nothing here may judge.

use crate::laws::Target;

/// This build's engine, called in the process.
pub(super) struct Engine;

impl Target for Engine {
    fn check(&self, body: &[u8]) -> String {
        argument_check::check(body)
    }

    fn precheck(&self, body: &[u8]) -> String {
        argument_check::precheck(body)
    }
}
