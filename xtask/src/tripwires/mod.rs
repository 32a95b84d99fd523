//! `tripwires`: what ledger, free use and incidents say about the kill line.
//!
//! The library judges ([`argument_check_oracle::kill_line`]); here files are
//! named, the report is written in three forms, and the state becomes an exit
//! code: 0 ok, 4 stop serving, 5 stop and review, 6 not evaluated. An input
//! that cannot be used ends with 1, names its file and line, and leaves no
//! report of this or of an earlier run: no verdict is better than an old one.

mod markdown;
mod picture;
pub(crate) mod sample;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use anyhow::{Context, Result};
use argument_check_oracle::kill_line::{Evidence, Question, State, evaluate};
use argument_check_oracle::ledger::{Day, Timestamp};

use crate::exit::Exit;
use crate::report::place::Place;
use crate::root::Root;

/// The files that a run writes.
const FILES: [&str; 3] = ["kill-line.json", "kill-line.md", "kill-line.svg"];

/// What to judge.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The payments ledger; without it both ratios are not evaluated
    #[arg(long, value_name = "F.jsonl")]
    ledger: Option<PathBuf>,
    /// Free use, one line a day; without it free use is not evaluated
    #[arg(long, value_name = "F.jsonl")]
    free: Option<PathBuf>,
    /// Incidents of `verify` and of a server; without them neither kind is evaluated
    #[arg(long, value_name = "F.jsonl")]
    incidents: Option<PathBuf>,
    /// Until when the service was observed [default: the latest ledger ts, or the end of the last free day]
    #[arg(long, value_name = "T", value_parser = moment)]
    as_of: Option<Timestamp>,
    /// Since when it was observed [default: the earliest record]
    #[arg(long, value_name = "T", value_parser = moment)]
    service_start: Option<Timestamp>,
    /// Count the operator's own calls too
    #[arg(long)]
    include_house: bool,
    /// Where kill-line.json, .md and .svg go [default: reports/latest]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,
}

/// Judges.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    let place = Place::cleared(root, options.reports.as_deref(), FILES)?;
    let evidence = Evidence::read(
        options.ledger.as_deref(),
        options.free.as_deref(),
        options.incidents.as_deref(),
    )?;
    let question = Question {
        as_of: options.as_of,
        service_start: options.service_start,
        include_house: options.include_house,
    };
    let (report, usage) = evaluate(&evidence, &question)?;
    // Nothing below looks at a record again, and there may be ten million.
    drop(evidence);
    let json = report
        .to_text()
        .context("a count of 2^53 or more has no RFC 8785 form")?;
    let picture = picture::draw(&report, &usage)?;
    place.fill([&(json + "\n"), &markdown::render(&report), &picture])?;
    print!("{}", markdown::summary(&report));
    println!("reports: {}", place.directory().display());
    Ok(exit(report.state))
}

/// The code that a state asks for.
pub(crate) fn exit(state: State) -> Exit {
    match state {
        State::Ok => Exit::Clean,
        State::NotEvaluated => Exit::NotProvenAlive,
        State::StopAndReview => Exit::Review,
        State::StopServing => Exit::StopServing,
    }
}

/// A time, or a day for its first millisecond.
fn moment(text: &str) -> Result<Timestamp, String> {
    let day = |text: &str| text.parse::<Day>().ok();
    let start = day(text).and_then(|day| Timestamp::from_millis(day.start()));
    match start {
        Some(start) => Ok(start),
        None => text
            .parse()
            .map_err(|_| "write YYYY-MM-DDTHH:MM:SS.mmmZ, or YYYY-MM-DD for its start".to_owned()),
    }
}
