//! `check`: one submission, one verdict or refusal.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::input::Source;
use crate::output;

/// The arguments of `check`.
#[derive(Args)]
pub(crate) struct Check {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    layout: output::Layout,
}

impl Check {
    /// Answers the submission.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let read = self.source.read()?;
        let answer = read.submission().check();
        self.layout.deliver(&answer, output::exit_code(&answer)?)
    }
}
