//! The command line `argument-check`: decides how an input reaches the engine
//! and how the answer and the exit code leave it. It judges nothing itself: the
//! answer on standard output is the engine's, byte for byte.
//!
//! Exit codes: 0 VALID, assessable, candidates found, proceed or allow, 10
//! REPAIRED, no candidates, abort or any decision but allow, 11 UNREPAIRABLE,
//! 12 refused, 1 for input that cannot be read, searched or judged and for
//! wrong usage.

mod candidates;
mod check;
mod input;
mod lines;
mod mcp;
mod output;
mod precheck;
mod preflight;
mod pretty;
mod stdio;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Exit code of input that cannot be read and of wrong usage.
const FAILED: u8 = 1;

const EXIT_CODES: &str = "\
Exit codes:
   0  VALID; assessable (precheck); candidates found; end of the session (stdio)
  10  REPAIRED; no candidates
  11  UNREPAIRABLE
  12  refused: the submission cannot be assessed, and the answer says why
   1  the input cannot be read or searched, or wrong usage";

/// Judges the JSON arguments of an LLM tool call against the tool's schema and
/// repairs only what is forced.
#[derive(Parser)]
#[command(name = "argument-check", version = argument_check::ENGINE_VERSION, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check one submission: VALID, REPAIRED with an exact diff, UNREPAIRABLE
    /// with every defect, or a refusal
    #[command(after_help = EXIT_CODES)]
    Check(check::Check),
    /// Say whether a submission could be assessed, and nothing else about it
    #[command(after_help = EXIT_CODES)]
    Precheck(precheck::Precheck),
    /// Find and rank the JSON objects and arrays that stand in a text, prose or
    /// Markdown
    #[command(after_help = candidates::EXIT_CODES)]
    Candidates(candidates::Candidates),
    /// Check a proposed HTTP request, and what sending it would waste
    #[command(after_help = preflight::EXIT_CODES)]
    Request(preflight::Preflight),
    /// Decide on a paid tool call: allow, block, reuse, defer or advise
    #[command(after_help = preflight::EXIT_CODES)]
    Gate(preflight::Preflight),
    /// Serve the tools to an agent host: the Model Context Protocol over
    /// standard input and output
    Mcp(mcp::Mcp),
    /// Answer requests, one JSON object a line, until standard input ends
    #[command(after_help = stdio::PROTOCOL)]
    Stdio(stdio::Stdio),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(message) => {
            // Help and version are printed this way, too. Where nobody
            // listens, there is nobody to tell.
            let _ = message.print();
            return ExitCode::from(if message.use_stderr() { FAILED } else { 0 });
        }
    };
    let run = match &cli.command {
        Command::Check(check) => check.run(),
        Command::Precheck(precheck) => precheck.run(),
        Command::Candidates(candidates) => candidates.run(),
        Command::Request(request) => request.request(),
        Command::Gate(gate) => gate.gate(),
        Command::Mcp(mcp) => mcp.run(),
        Command::Stdio(stdio) => stdio.run(),
    };
    run.unwrap_or_else(|why| {
        output::complain(&why);
        ExitCode::from(FAILED)
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_declared_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
