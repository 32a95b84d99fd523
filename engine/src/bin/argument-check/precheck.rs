//! `precheck`: whether a submission could be assessed. It must reveal nothing
//! else about it, neither in the answer nor in the exit code (D13).

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::input::Source;
use crate::output;

/// The arguments of `precheck`.
#[derive(Args)]
pub(crate) struct Precheck {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    layout: output::Layout,
}

impl Precheck {
    /// Answers the submission.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let read = self.source.read()?;
        let answer = read.submission().precheck();
        self.layout.deliver(&answer, output::exit_code(&answer)?)
    }
}
