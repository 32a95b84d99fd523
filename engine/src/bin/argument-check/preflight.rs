//! `request` and `gate`: one input of the agent preflight, one answer. The exit
//! code says whether to go on.

use std::process::ExitCode;

use anyhow::Result;
use argument_check::preflight::{Decision, check_request, preflight_tool_call};
use clap::Args;

use crate::FAILED;
use crate::input::Text;
use crate::output;

/// What `--help` says of the exit codes.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
   0  go on: the request is valid (proceed); the call is allowed
  10  do not: the request has errors (abort); any decision but allow
   1  the input cannot be read, is refused ({\"refused\":…}), or wrong usage";

/// Exit code of an answer that gives no permission.
const HOLD: u8 = 10;

/// The arguments of `request` and of `gate`.
#[derive(Args)]
pub(crate) struct Preflight {
    #[command(flatten)]
    input: Text,
    #[command(flatten)]
    layout: output::Layout,
}

impl Preflight {
    /// Checks a proposed request.
    pub(crate) fn request(&self) -> Result<ExitCode> {
        match check_request(&self.input.read()?) {
            Ok(report) => self.deliver(&report.answer(), report.is_valid()),
            Err(refusal) => self.layout.deliver(&refusal.answer(), FAILED),
        }
    }

    /// Judges a proposed tool call.
    pub(crate) fn gate(&self) -> Result<ExitCode> {
        match preflight_tool_call(&self.input.read()?) {
            Ok(report) => self.deliver(&report.answer(), report.decision == Decision::Allow),
            Err(refusal) => self.layout.deliver(&refusal.answer(), FAILED),
        }
    }

    fn deliver(&self, answer: &str, permitted: bool) -> Result<ExitCode> {
        self.layout
            .deliver(answer, if permitted { 0 } else { HOLD })
    }
}
