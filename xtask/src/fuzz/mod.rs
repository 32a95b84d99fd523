//! `fuzz`: runs the targets of `oracle::fuzzing` under libFuzzer and proves
//! that it did.
//!
//! Works on a stable compiler without cargo-fuzz. Every run begins with the
//! canary; a silent one, a target without executions or a number that cannot
//! be read ends with 6. A finding is minimised, written as one replay bundle
//! and printed so that it can be pasted. Must never take seed replay for
//! fuzzing, nor a run that broke off for a clean one.

pub(crate) mod broken;
pub(crate) mod bundle;
mod campaign;
pub(crate) mod canary;
pub(crate) mod instrumentation;
mod markdown;
mod minimise;
pub(crate) mod process;
pub(crate) mod report;
mod show;
mod statistic;
#[cfg(test)]
mod tests;
pub(crate) mod toolchain;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use argument_check_oracle::fuzzing::{TARGETS, Target};
use tempfile::TempDir;

use crate::exit::Exit;
use crate::report::place::Place;
use crate::report::{Named, Pin};
use crate::root::Root;
use crate::seeds;

use broken::{Witness, Worker};
use campaign::Campaign;
use canary::CANARY;
use process::Fuzzer;
use report::{Finding, Header, Report, Row};
use show::Show;
use toolchain::{Sanitizer, Toolchain};

/// What became of one target, once it is done.
type Done = Option<Result<(Row, Vec<Finding>)>>;

/// How long a finding is minimised.
const MINIMISE: Duration = Duration::from_secs(30);

/// What to fuzz.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Targets, or `all`; `canary` runs the canary alone
    #[arg(value_name = "TARGET", default_value = "all")]
    targets: Vec<String>,
    /// How long each target runs
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400 * 7))]
    seconds: u64,
    /// How many executions a process makes at most, seed replay included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    runs: Option<u64>,
    /// How many processes at once: targets side by side, or several processes on the one target [default: as many as there are cores]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u64).range(1..=512))]
    jobs: Option<u64>,
    /// What watches memory; `address` needs a nightly compiler
    #[arg(long, value_name = "SANITIZER", value_enum, default_value_t)]
    sanitizer: Sanitizer,
    /// libFuzzer's seed; every process adds its number
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Start from nothing, without seeds and dictionary, and keep nothing
    #[arg(long, conflicts_with = "corpus")]
    empty_corpus: bool,
    /// Where inputs are kept from run to run, a folder a target [default: fuzz/corpus]
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Where fuzz.json, fuzz.md and findings/ go [default: reports/latest]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,
    /// Where the targets are built [default: fuzz/target]
    #[arg(long, value_name = "DIR")]
    target_dir: Option<PathBuf>,
    /// Only build, and put the binaries here; for services that run them themselves, so without the canary
    #[arg(long, value_name = "DIR")]
    build_only: Option<PathBuf>,
}

/// What all campaigns of a run share.
pub(crate) struct Settings {
    pub(crate) corpus: PathBuf,
    /// Seeds and dictionaries; none for an empty corpus.
    pub(crate) seeds: Option<PathBuf>,
    pub(crate) artifacts: PathBuf,
    pub(crate) reports: PathBuf,
    pub(crate) seconds: u64,
    pub(crate) runs: Option<u64>,
    pub(crate) jobs: u64,
    pub(crate) seed: u64,
    pub(crate) sanitizer: Sanitizer,
    pub(crate) compiler: String,
    /// How long a finding is minimised.
    pub(crate) minimise: Duration,
}

/// Fuzzes.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    let targets = chosen(&options.targets)?;
    if let Some(out) = &options.build_only {
        return build_only(root, options, &targets, out);
    }
    let place = Place::cleared(root, options.reports.as_deref(), report::FILES)?;
    let toolchain = Toolchain::new(
        root.path(),
        options.target_dir.as_deref(),
        options.sanitizer,
    )?;
    let scratch = scratch()?;
    let reports = place.directory().to_owned();
    let (compiler, scratch_path) = (toolchain.version(), scratch.path());
    let settings = settings(root, options, &targets, reports, compiler, scratch_path)?;
    let fuzzer = toolchain.build(&names(&targets))?;
    let report = execute(&settings, &targets, &fuzzer, &Worker, scratch.path())?;
    place.finish(&report, &markdown::render(&report))?;
    Ok(report.exit())
}

/// Builds the targets and copies them to `out`.
fn build_only(
    root: &Root,
    options: &Options,
    targets: &[&'static Target],
    out: &Path,
) -> Result<Exit> {
    let toolchain = Toolchain::new(
        root.path(),
        options.target_dir.as_deref(),
        options.sanitizer,
    )?;
    let names: Vec<&str> = targets.iter().map(|target| target.name).collect();
    std::fs::create_dir_all(out).with_context(|| format!("{}: cannot be made", out.display()))?;
    for (name, binary) in &toolchain.build(&names)?.0 {
        let file = out.join(name);
        std::fs::copy(binary, &file)
            .with_context(|| format!("{}: cannot be written", file.display()))?;
        println!("{}", file.display());
    }
    Ok(Exit::Clean)
}

fn settings(
    root: &Root,
    options: &Options,
    targets: &[&'static Target],
    reports: PathBuf,
    compiler: &str,
    scratch: &Path,
) -> Result<Settings> {
    let fuzz = root.path().join("fuzz");
    let (corpus, seeds) = if options.empty_corpus {
        (scratch.join("corpus"), None)
    } else {
        // Its own: a run beside this one writes the same files.
        let seeds = scratch.join(seeds::FOLDER);
        seeds::write(root, targets, &seeds)?;
        let corpus = options.corpus.clone();
        (corpus.unwrap_or_else(|| fuzz.join("corpus")), Some(seeds))
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Settings {
        corpus,
        seeds,
        artifacts: fuzz.join("artifacts"),
        reports,
        seconds: options.seconds,
        runs: options.runs,
        jobs: options.jobs.unwrap_or(cores as u64),
        seed: options.seed,
        sanitizer: options.sanitizer,
        compiler: compiler.to_owned(),
        minimise: MINIMISE,
    })
}

/// The targets that names stand for, in the order of the table and each once;
/// the canary left out: it has its own place in every run.
fn chosen(names: &[String]) -> Result<Vec<&'static Target>> {
    let mut wanted: Vec<&str> = Vec::new();
    for name in names {
        if name == "all" {
            wanted.extend(TARGETS.iter().map(|target| target.name));
        } else {
            wanted.push(broken::target(name)?.name);
        }
    }
    let targets = TARGETS.iter().filter(|target| target.name != CANARY);
    Ok(targets
        .filter(|target| wanted.contains(&target.name))
        .collect())
}

/// The names of the targets to build: the canary too.
pub(crate) fn names(targets: &[&'static Target]) -> Vec<&'static str> {
    let chosen = targets.iter().map(|target| target.name);
    chosen.chain([CANARY]).collect()
}

/// Runs the canary, then the targets, as many at once as there are jobs.
pub(crate) fn execute(
    settings: &Settings,
    targets: &[&'static Target],
    fuzzer: &dyn Fuzzer,
    witness: &dyn Witness,
    scratch: &Path,
) -> Result<Report> {
    let memory = settings.sanitizer.memory();
    let canary = canary::run(fuzzer, settings.seed, memory, scratch)?;
    eprintln!("canary: {}, {} ms", canary.why, canary.milliseconds);
    let jobs = settings.jobs as usize;
    // One target has all processes to itself, several share them.
    let processes = if targets.len() == 1 { jobs } else { 1 };
    let show = Show::new();
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Done>> = Mutex::new(targets.iter().map(|_| None).collect());
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(targets.len()) {
            scope.spawn(|| {
                while let index = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(target) = targets.get(index)
                {
                    let campaign = Campaign {
                        fuzzer,
                        witness,
                        settings,
                        target,
                    };
                    let line = show.line(target.name, processes, settings.seconds);
                    let ran = campaign.run(processes, &line);
                    if let Ok(mut done) = done.lock()
                        && let Some(slot) = done.get_mut(index)
                    {
                        *slot = Some(ran);
                    }
                }
            });
        }
    });
    let done = done
        .into_inner()
        .map_err(|_| anyhow!("a campaign panicked"))?;
    let (mut rows, mut findings) = (Vec::new(), Vec::new());
    for (target, ran) in targets.iter().zip(done) {
        let ran = ran.with_context(|| format!("fuzz target {}: did not run", target.name))?;
        let (row, found) = ran.with_context(|| format!("fuzz target {}", target.name))?;
        rows.push(row);
        findings.extend(found);
    }
    Ok(Report::new(header(settings)?, canary, rows, findings))
}

fn header(settings: &Settings) -> Result<Header> {
    Ok(Header {
        engine: Named::new("engine", argument_check::ENGINE_VERSION),
        corpus: Pin::built_in()?,
        compiler: settings.compiler.clone(),
        sanitizer: settings.sanitizer,
        seconds: settings.seconds,
        runs: settings.runs,
        jobs: settings.jobs,
        seed: settings.seed,
        empty_corpus: settings.seeds.is_none(),
    })
}

/// A folder that is gone when the run is over.
pub(crate) fn scratch() -> Result<TempDir> {
    tempfile::Builder::new()
        .prefix("argument-check-fuzz-")
        .tempdir()
        .context("no folder can be made in the temporary directory")
}
