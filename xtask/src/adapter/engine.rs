//! The engine of this workspace, called in this process.
//!
//! A panic of the engine is caught and is a failure of that case: it must
//! never end the run, since the other cases still have to be judged.

use std::panic::{AssertUnwindSafe, catch_unwind};

use argument_check_corpus::Op;

use super::{Response, Target};
use crate::report::Named;

/// The engine of this workspace.
pub(super) struct Engine;

impl Target for Engine {
    fn identity(&self) -> Named {
        Named::new("engine", argument_check::ENGINE_VERSION)
    }

    fn ask(&self, op: Op, body: &[u8]) -> Response {
        let entry = match op {
            Op::Check => argument_check::check,
            Op::Precheck => argument_check::precheck,
            Op::Candidates => argument_check::candidates,
            Op::Request => argument_check::preflight::request,
            Op::Gate => argument_check::preflight::gate,
        };
        match catch_unwind(AssertUnwindSafe(|| entry(body))) {
            Ok(answer) => Response::Answer(answer),
            Err(_) => Response::Failed("the engine panicked".to_owned()),
        }
    }
}
