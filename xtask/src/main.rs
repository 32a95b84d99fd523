//! The runner: checks the pin, judges targets, writes reports.
//!
//! One file a subcommand, one file for exit codes, one model for reports.
//! Nothing here decides what an answer should be; that is the corpus's and the
//! oracle's business.

#[macro_use]
mod output;

mod adapter;
mod answer;
mod audit;
mod compare;
mod coverage;
mod exhaustive;
mod exit;
mod explain;
mod faults;
mod filter;
mod fuzz;
mod fuzz_proof;
mod incidents;
mod judging;
mod list;
mod merge;
mod mutants;
mod ndjson;
mod pin;
mod progress;
mod promote;
mod prove;
mod real_input;
mod replay;
mod report;
mod root;
mod run;
mod sample;
mod seeds;
mod serve;
mod soak;
mod tripwire;
mod tripwires;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::exit::{Coded, Exit};
use crate::root::Root;

/// Proves what the argument check claims.
///
/// Exit codes: 0 clean; 1 usage or unreadable input; 2 conformance failure;
/// 3 pin mismatch; 4 stop serving (an invented value, or a verdict from
/// undisclosed coverage); 5 stop and review; 6 harness not proven alive;
/// 7 differs from the baseline; 70 internal error. The most severe wins:
/// 70, 4, 1, 3, 6, 2, 7, 5.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
struct Arguments {
    /// The workspace whose corpus and reports are meant
    #[arg(long, global = true, value_name = "DIR")]
    root: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check pin, lint and obligations, judge every case and real input, write reports
    Verify(verify::Options),
    /// Judge cases, or chosen real input, on any target; write nothing
    Replay(replay::Options),
    /// Check the pinned artefact, or any corpus file; regenerate it with --write
    Pin(pin::Options),
    /// List the cases of the corpus
    List(list::Options),
    /// Show step by step which rule was tried where, and which reading decides
    Explain(explain::Options),
    /// Prove where every key and leaf of a repaired blob came from
    Prove(prove::Options),
    /// Prove that the laws notice wrong decisions: the kill matrix
    Mutants(mutants::Options),
    /// Compare the engine with the second implementation on generated bodies
    Sample(sample::Options),
    /// Break VALID calls in known ways, and count what came back
    Faults(faults::Options),
    /// Run the reference service: mock payments on loopback, for the harness
    Serve(serve::Options),
    /// Load the reference service, plant faults, kill it, and audit what is left
    Soak(soak::Options),
    /// Measure which lines of the engine the corpus runs, and explain the others
    Coverage(coverage::Options),
    /// Judge every text of up to N tokens: none breaks a law, or which one does
    Exhaustive(exhaustive::Options),
    /// Compare two reports; exit 7 when they differ
    Compare(compare::Options),
    /// Judge recorded answers of any implementation, line by line
    Audit(audit::Options),
    /// Join the reports of all shards of one audit
    Merge(merge::Options),
    /// Say what ledger, free use and incidents mean for the kill line
    Tripwires(tripwires::Options),
    /// Make up ledger, free use and incidents of any length, to try `tripwires` on
    TripwiresSample(tripwires::sample::Options),
    /// Run fuzz targets under libFuzzer, and prove that they ran
    Fuzz(fuzz::Options),
    /// Prove on broken copies of this workspace that fuzzing would notice
    FuzzProof(fuzz_proof::Options),
    /// Write seed corpora and dictionaries for libFuzzer from the cases
    Seeds(seeds::Options),
    /// Make a corpus case of a finding's bundle, and judge it at once
    Promote(promote::Options),
    /// Say what is wrong with one input, in a process that may die of it
    #[command(hide = true)]
    FuzzWorker(fuzz::broken::WorkerOptions),
    /// Match patterns for the pattern judge, in a process that can be killed
    #[command(hide = true)]
    PatternWorker,
    /// Be the process of a mutant that shows only in a process of its own
    #[command(hide = true)]
    MutantWorker(mutants::WorkerOptions),
}

fn main() -> ExitCode {
    if let Some(exit) = fuzz::instrumentation::compile() {
        return exit;
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors; clap's own code for the rest is
            // 2, which means something else here.
            let exit = if error.use_stderr() {
                Exit::Unreadable
            } else {
                Exit::Clean
            };
            let _ = error.print();
            return exit.into();
        }
    };
    let root = Root::new(arguments.root);
    match std::panic::catch_unwind(|| dispatch(&root, arguments.command)) {
        Ok(Ok(exit)) => exit.into(),
        Ok(Err(error)) => {
            eprintln!("error: {error:#}");
            Coded::of(&error).into()
        }
        Err(_) => {
            eprintln!("error: the harness panicked; please report the message above");
            Exit::Internal.into()
        }
    }
}

fn dispatch(root: &Root, command: Command) -> Result<Exit> {
    match command {
        Command::Verify(options) => verify::run(root, &options),
        Command::Replay(options) => replay::run(root, &options),
        Command::Pin(options) => pin::run(root, &options),
        Command::List(options) => list::run(root, &options),
        Command::Explain(options) => explain::run(root, &options),
        Command::Prove(options) => prove::run(&options),
        Command::Mutants(options) => mutants::run(&options),
        Command::Sample(options) => sample::run(&options),
        Command::Faults(options) => faults::run(root, &options),
        Command::Serve(options) => serve::run(root, options),
        Command::Soak(options) => soak::run(root, &options),
        Command::Coverage(options) => coverage::run(root, &options),
        Command::Exhaustive(options) => exhaustive::run(root, &options),
        Command::Compare(options) => compare::run(&options),
        Command::MutantWorker(options) => mutants::serve(&options),
        Command::Audit(options) => audit::run(root, &options),
        Command::Merge(options) => merge::run(&options),
        Command::Tripwires(options) => tripwires::run(root, &options),
        Command::TripwiresSample(options) => tripwires::sample::run(&options),
        Command::Fuzz(options) => fuzz::run(root, &options),
        Command::FuzzProof(options) => fuzz_proof::run(root, &options),
        Command::Seeds(options) => seeds::run(root, &options),
        Command::Promote(options) => promote::run(root, &options),
        Command::FuzzWorker(options) => fuzz::broken::serve(&options),
        Command::PatternWorker => {
            let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
            argument_check_oracle::differential::worker::serve(input, output)?;
            Ok(Exit::Clean)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
