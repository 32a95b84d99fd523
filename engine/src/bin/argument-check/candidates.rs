//! `candidates`: the JSON objects and arrays of one text. The text is taken
//! raw, not as the JSON object that the service and the protocol take.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use argument_check::candidates::Search;
use clap::Args;

use crate::{input, output};

/// What `--help` says of exit codes.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
   0  candidates found
  10  none found
   1  the text cannot be read or searched (the answer says why), or wrong usage";

/// The arguments of `candidates`.
#[derive(Args)]
pub(crate) struct Candidates {
    /// The text, UTF-8; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    text: PathBuf,

    /// Say, too, what the conservative repair rules make of each candidate
    #[arg(long)]
    repair: bool,

    /// How many candidates are told at most, from 1 to 100
    #[arg(long, value_name = "N", default_value_t = Search::default().max_results)]
    max_results: u64,

    #[command(flatten)]
    layout: output::Layout,
}

impl Candidates {
    /// Answers the text.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let text = input::read(&self.text, "the text", input::CAP)?;
        let search = Search {
            repair: self.repair,
            max_results: self.max_results,
        };
        let answer = search.answer(&text);
        self.layout.deliver(&answer, output::exit_code(&answer)?)
    }
}
