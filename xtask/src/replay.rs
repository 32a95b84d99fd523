//! `replay`: judges chosen cases on any target, or reproduces one finding of a
//! fuzz target, and writes nothing.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use argument_check_corpus::{SYSTEMS, SourceCase, System};

use crate::adapter;
use crate::exit::Exit;
use crate::filter::{Filter, Rerun};
use crate::fuzz::broken::Worker;
use crate::fuzz::bundle;
use crate::judging::Panel;
use crate::real_input::Files;
use crate::report::text;
use crate::root::Root;
use crate::run::{self, Run};

/// What to replay.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Only ids that this glob matches
    #[arg(long, value_name = "GLOB")]
    filter: Option<String>,
    /// `engine`, `stdio:CMD` for any implementation that speaks the protocol, or
    /// the address of a deployment, such as `http://127.0.0.1:8402`
    #[arg(long, value_name = "TARGET", default_value = "engine")]
    target: String,
    /// How long a stdio or HTTP target may be silent
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    #[command(flatten)]
    wire: adapter::Wire,
    /// Real input to replay instead of the corpus
    #[command(flatten)]
    files: Files,
    /// Reproduce this finding of a fuzz target instead
    #[arg(long, value_name = "F", conflicts_with_all = ["filter", "target", "with_payloads", "Files"])]
    bundle: Option<PathBuf>,
    /// Print argument values, keys and fragments with the failures
    #[arg(long)]
    with_payloads: bool,
}

/// Replays.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    if let Some(bundle) = &options.bundle {
        return bundle::replay(bundle, &Worker);
    }
    let filter = Filter::new(options.filter.as_deref())?;
    let target = adapter::open(
        &options.target,
        Duration::from_secs(options.timeout),
        &options.wire,
    )?;
    let exact = options.target == "engine";
    let panel = Panel::new(&*target, exact, options.with_payloads)?;
    let rerun = Rerun::new(&options.target);
    let mut run = Run::new("replay", options.with_payloads);
    let cases = if options.files.is_empty() {
        Some(root.cases()?)
    } else {
        None
    };
    adapter::at_once(&options.target, &options.wire, || match &cases {
        Some(cases) => corpora(cases, &filter, &panel, &rerun, &mut run),
        None => options
            .files
            .judge(&panel, &filter, &rerun, |collector| run.take(collector)),
    })?;
    let unreadable = run.unreadable().to_vec();
    let exit = run.exit();
    print!("{}", text::render(&run.report(&panel)));
    for line in &unreadable {
        eprintln!("error: {line}");
    }
    Ok(exit)
}

/// Judges the chosen cases, system by system.
fn corpora(cases: &[SourceCase], filter: &Filter, panel: &Panel<'_>, rerun: &Rerun, run: &mut Run) {
    // A system of which nothing was chosen has not been silent.
    let chosen = |system: &&&System| {
        let mut cases = system.cases(cases).into_iter();
        cases.any(|source| filter.admits(&source.case.id))
    };
    let mut systems: Vec<_> = SYSTEMS.iter().filter(chosen).collect();
    if systems.is_empty() {
        systems.extend(SYSTEMS.first());
    }
    for system in systems {
        run.take(run::corpus(system, cases, filter, panel, rerun));
    }
}
