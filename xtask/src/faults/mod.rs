//! `faults`: breaks VALID calls in one known way each, and counts what came
//! back, by class of fault.
//!
//! Injection and judgement are the oracle's ([`argument_check_oracle::faults`]);
//! here calls are read, targets are asked on all cores, and the report is
//! written. The same calls and the same seed make the same faults, whatever
//! the target and the machine. Must never stop at the first altered value: the
//! whole table is the finding.

mod input;
mod markdown;
mod report;
mod score;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::adapter;
use crate::exit::Exit;
use crate::report::place::Place;
use crate::report::run::Run;
use crate::report::{Named, Pin};
use crate::root::Root;

use report::{Header, Report};

/// What to break.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Calls, one {id, tool, schema, arguments} a line [default: those that the cases of the corpus hold]
    #[arg(long, value_name = "FILE.jsonl")]
    calls: Option<PathBuf>,
    /// `engine`, `stdio:CMD` for any implementation that speaks the protocol, or
    /// the address of a deployment, such as `http://127.0.0.1:8402`
    #[arg(long, value_name = "TARGET", default_value = "engine")]
    target: String,
    /// How long a stdio or HTTP target may be silent
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    #[command(flatten)]
    wire: adapter::Wire,
    /// How many faults; the classes that have a place take turns
    #[arg(long, value_name = "N", default_value_t = 1_200)]
    n: u64,
    /// Which faults: the same seed and calls make the same ones
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Ask about every prefix of every call too
    #[arg(long)]
    exhaustive_prefixes: bool,
    /// Where faults.json and faults.md go [default: reports/latest]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,
    /// Let faulty bodies, answers and originals stand in the report
    #[arg(long)]
    with_payloads: bool,
}

/// Breaks, asks, counts.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    let started = Instant::now();
    let place = Place::cleared(root, options.reports.as_deref(), report::FILES)?;
    let target = adapter::open(
        &options.target,
        Duration::from_secs(options.timeout),
        &options.wire,
    )?;
    let calls = match &options.calls {
        Some(file) => input::file(file)?,
        None => input::embedded()?,
    };
    for why in calls.malformed.iter().take(input::NAMED) {
        eprintln!("error: {why}");
    }
    let header = Header {
        criteria: Named::criteria(),
        corpus: Pin::built_in()?,
        target: target.identity(),
        seed: options.seed,
        n: options.n,
        payloads: options.with_payloads,
    };
    let bench = score::Bench {
        target: target.as_ref(),
        payloads: options.with_payloads,
    };
    let ((classes, rows), prefixes) = adapter::at_once(&options.target, &options.wire, || {
        let classes = bench.classes(&calls.calls, options.n, options.seed);
        let prefixes = options
            .exhaustive_prefixes
            .then(|| bench.prefixes(&calls.calls));
        (classes, prefixes)
    })?;
    let (prefixes, more) = prefixes.unzip();
    let report = Report::new(
        header,
        calls.counts(),
        classes,
        prefixes,
        rows.into_iter().chain(more.unwrap_or_default()).collect(),
        Run::since(started),
    );
    place.finish(&report, &markdown::render(&report))?;
    Ok(report.exit())
}
