//! `exhaustive`: every text of up to N tokens through R1 and R2, and every law.
//!
//! Texts, questions and laws are the oracle's
//! ([`argument_check_oracle::exhaustive`]); here they are spread over all cores
//! and counted. The report says how many texts there are and how many were
//! judged, so that "none exists up to N" is a count and no impression. Must
//! never stop at the first breach, and never end clean when no text was judged.

mod markdown;
mod report;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use argument_check_corpus::Op;
use argument_check_oracle::exhaustive::{self, ALL_LAWS_UP_TO, Space, Tally};
use argument_check_oracle::laws;
use rayon::prelude::*;

use crate::adapter::{self, Response, Target, Wire};
use crate::exit::Exit;
use crate::progress::Progress;
use crate::report::place::Place;
use crate::report::run::Run;
use crate::root::Root;

use report::{Header, Report};

/// What to enumerate.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// How many tokens the longest texts have; each more takes 13 times as long
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=i64::from(exhaustive::MOST_TOKENS)))]
    tokens: u32,
    /// `engine`, or `stdio:CMD` for any implementation that speaks the protocol
    #[arg(long, value_name = "TARGET", default_value = "engine")]
    target: String,
    /// How long a stdio target may be silent
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    /// How many threads work [default: as many as there are cores]
    #[arg(long, value_name = "J")]
    jobs: Option<usize>,
    /// Where exhaustive.json and exhaustive.md go [default: reports/latest]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,
}

/// How many texts are one piece of work.
const PIECE: u64 = 2_197;

/// Enumerates, asks, counts.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    let started = Instant::now();
    let place = Place::cleared(root, options.reports.as_deref(), report::FILES)?;
    let patience = Duration::from_secs(options.timeout);
    let target = adapter::open(&options.target, patience, &Wire::default())?;
    let space = Space::new(options.tokens).context("--tokens: no such space")?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.jobs.unwrap_or(0))
        .build()
        .context("--jobs: so many threads cannot be started; ask for fewer")?;
    let (tally, silence) = pool.install(|| enumerate(space, target.as_ref()));
    let run = Run::since(started);
    let report = Report::new(Header::new(space, target.identity())?, tally, silence, run);
    place.finish(&report, &markdown::render(&report))?;
    Ok(report.exit())
}

/// What the whole space counts, and why the first answer that did not come did
/// not.
fn enumerate(space: Space, target: &dyn Target) -> (Tally, Option<String>) {
    let asked = Asked {
        target,
        silence: Mutex::new(None),
    };
    let texts = space.texts();
    let progress = Progress::new("exhaustive", Some(texts));
    let tally = (0..texts.div_ceil(PIECE))
        .into_par_iter()
        .map(|piece| {
            let numbers = piece * PIECE..texts.min((piece + 1) * PIECE);
            let tally = exhaustive::judge(numbers, ALL_LAWS_UP_TO, &asked);
            progress.add(tally.texts);
            tally
        })
        .reduce(Tally::default, Tally::and);
    let silence = asked.silence.into_inner();
    (tally, silence.unwrap_or_else(PoisonError::into_inner))
}

/// A target as the laws ask it. No answer reads as an empty one, which no law
/// takes for an answer.
struct Asked<'a> {
    target: &'a dyn Target,
    silence: Mutex<Option<String>>,
}

impl laws::Target for Asked<'_> {
    fn ask(&self, op: Op, body: &[u8]) -> String {
        match self.target.ask(op, body) {
            Response::Answer(answer) => answer,
            Response::Skipped(why) | Response::Failed(why) => {
                let mut silence = self.silence.lock().unwrap_or_else(PoisonError::into_inner);
                silence.get_or_insert(why);
                String::new()
            }
        }
    }
}
