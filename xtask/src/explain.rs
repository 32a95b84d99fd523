//! `explain`: one request told step by step, by the reference implementation.
//!
//! The reference tells the story and not the engine, so that the explanation
//! is independent of what it explains; whether the engine's answer is the same
//! is said at the end. It prints payload: the user names the input.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use argument_check_corpus::Op;
use argument_check_oracle::{reference, system};

use crate::adapter::{self, Response};
use crate::exit::{Coded, Exit};
use crate::root::Root;

/// What to explain.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The id of a corpus case
    #[arg(long, value_name = "ID", conflicts_with = "file")]
    case: Option<String>,
    /// The operation that a file is a request of: check, precheck, candidates, request, gate
    #[arg(long, value_name = "OP", default_value = "check", value_parser = operation)]
    op: Op,
    /// A file that holds a raw request body; `-` for standard input
    #[arg(value_name = "FILE", required_unless_present = "case")]
    file: Option<PathBuf>,
}

/// More of a body than what any system takes is never looked at.
const LONGEST: u64 = argument_check_corpus::case::MAX_BODY_BYTES as u64;

/// The operation of that name.
fn operation(name: &str) -> Result<Op, String> {
    Op::from_name(name).ok_or_else(|| format!("no such operation; there are {}", Op::names()))
}

/// Explains.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    let (op, body) = match (&options.case, &options.file) {
        (Some(id), _) => of_case(root, id)?,
        (None, Some(file)) => (options.op, read(file)?),
        (None, None) => return Err(Coded::new(Exit::Unreadable, "name a case or a file").into()),
    };
    let (expected, steps) = match (system::of(op), op) {
        (Some(judges), _) => ((judges.reference)(op, &body), (judges.explain)(op, &body)),
        (None, Op::Precheck) => (reference::precheck(&body), reference::explain(&body).steps),
        (None, _) => (reference::check(&body), reference::explain(&body).steps),
    };
    for (number, step) in steps.iter().enumerate() {
        println!(
            "{:>4}  {}  {}  {} ({}): {}",
            number + 1,
            step.path,
            step.rule,
            step.outcome.as_str(),
            step.reading,
            step.why
        );
    }
    println!("\nanswer: {expected}");
    match adapter::engine().ask(op, &body) {
        Response::Answer(answer) if answer == expected => {
            println!("the engine's answer is equal");
            Ok(Exit::Clean)
        }
        Response::Answer(answer) => {
            println!("the engine's answer differs: {answer}");
            Ok(Exit::Conformance)
        }
        Response::Skipped(why) | Response::Failed(why) => {
            println!("the engine gives no answer: {why}");
            Ok(Exit::Conformance)
        }
    }
}

fn of_case(root: &Root, id: &str) -> Result<(Op, Vec<u8>)> {
    let cases = root.cases()?;
    let found = cases.into_iter().find(|source| source.case.id == id);
    let source = found
        .with_context(|| format!("--case {id}: no such case; `cargo xtask list` names them all"))?;
    let case = source.case;
    println!(
        "{} ({}:{})\nclauses: {}\nnote: {}\n",
        case.id,
        source.file.display(),
        source.line,
        case.clauses.join(", "),
        case.note
    );
    Ok((case.op, case.body))
}

fn read(file: &Path) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    let read = if file == Path::new("-") {
        std::io::stdin().take(LONGEST).read_to_end(&mut body)
    } else {
        std::fs::File::open(file).and_then(|opened| opened.take(LONGEST).read_to_end(&mut body))
    };
    read.with_context(|| format!("{}: cannot be read; name a request body", file.display()))?;
    Ok(body)
}
