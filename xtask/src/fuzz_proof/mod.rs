//! `fuzz-proof`: breaks a copy of this workspace in a known way, and proves
//! that `fuzz` says so.
//!
//! Nothing of it is a switch in the product: the copy stands in a folder of the
//! build, a place that is replaced must be there exactly once, and the copy is
//! gone when the proof is over. A proof that cannot be set up is an error,
//! never a pass.

mod copy;
mod patch;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;

use crate::exit::{Exit, Reasons};
use crate::fuzz::broken::{Witness as _, Worker, target};
use crate::fuzz::bundle::Bundle;
use crate::fuzz::report::{Finding, Report};
use crate::fuzz::toolchain::{Sanitizer, Toolchain};
use crate::fuzz::{Settings, execute, names, scratch};
use crate::root::Root;

use copy::Copy;
use patch::{PATCHES, Patch, Proof};

/// How long a broken engine may stay unnoticed.
const SECONDS: u64 = 60;

/// How long its input is made smaller; the proof needs none of it.
const MINIMISE: Duration = Duration::from_secs(5);

/// Which proofs.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// `d39`: an engine that closes texts which end in a number is found;
    /// `canary`: a canary that does not fail is told
    #[arg(value_name = "PROOF", default_value = "all", value_parser = ["all", "d39", "canary"])]
    proof: String,
    /// Where the copies are built, to share what does not differ [default: fuzz/target]
    #[arg(long, value_name = "DIR")]
    target_dir: Option<PathBuf>,
}

/// Proves, one patch after the other.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    let directory = options.target_dir.clone();
    let directory = directory.unwrap_or_else(|| root.path().join("fuzz/target"));
    let mut reasons = Reasons::default();
    for patch in &PATCHES {
        if options.proof != "all" && options.proof != patch.name {
            continue;
        }
        let report = fuzz(root, patch, &directory)?;
        match patch.proof {
            Proof::Found { target } => found(patch, target, &report, &mut reasons)?,
            Proof::NotAlive => not_alive(patch, &report, &mut reasons),
        }
    }
    for reason in reasons.all() {
        println!("because of {reason}");
    }
    println!("{}", reasons.worst());
    Ok(reasons.worst())
}

/// What `fuzz` says of a patched copy, from an empty corpus.
fn fuzz(root: &Root, patch: &Patch, directory: &std::path::Path) -> Result<Report> {
    let scratch = scratch()?;
    // Always at the same place, so that cargo rebuilds what differs and does
    // not keep a build of every copy that there ever was.
    let copy = Copy::of(root.path(), &directory.join("proof").join(patch.name))?;
    patch.apply(copy.path())?;
    eprintln!(
        "{}: {} files copied, {} changed",
        patch.name,
        copy.files(),
        patch.file
    );
    let toolchain = Toolchain::new(copy.path(), Some(directory), Sanitizer::None)?;
    let targets = match patch.proof {
        Proof::Found { target: name } => vec![target(name)?],
        Proof::NotAlive => Vec::new(),
    };
    let fuzzer = toolchain.build(&names(&targets))?;
    let settings = Settings {
        corpus: scratch.path().join("corpus"),
        seeds: None,
        artifacts: scratch.path().join("artifacts"),
        reports: scratch.path().join("reports"),
        seconds: SECONDS,
        runs: None,
        jobs: 1,
        seed: 1,
        sanitizer: Sanitizer::None,
        compiler: toolchain.version().to_owned(),
        minimise: MINIMISE,
    };
    let report = execute(&settings, &targets, &fuzzer, &Worker, scratch.path())?;
    for finding in &report.findings {
        sound(finding)?;
    }
    Ok(report)
}

/// A finding on the patched copy must be none on this checkout, or the patch
/// is not what was found.
fn sound(finding: &Finding) -> Result<()> {
    let bundle = Bundle::read(finding.bundle.as_ref())?;
    if let Some(broken) = Worker.ask(&bundle.target, &bundle.bytes()?)? {
        anyhow::bail!(
            "{} is broken without the patch too: {}; run `cargo xtask fuzz {}` first",
            broken.law,
            broken.summary,
            bundle.target
        );
    }
    Ok(())
}

fn found(patch: &Patch, name: &str, report: &Report, reasons: &mut Reasons) -> Result<()> {
    let alive = report.targets.iter().find(|row| row.target == name);
    let executions = alive.map_or(0, |row| row.executions);
    if let Some(finding) = report.findings.first() {
        println!(
            "{}: {}: found by {name} after {} ms and {executions} executions from an empty corpus, \
             by {}: {}",
            patch.name, patch.about, finding.after_milliseconds, finding.law, finding.summary
        );
    } else {
        let why = format!(
            "{}: {}, and {name} did not find it in {SECONDS} s and {executions} executions",
            patch.name, patch.about
        );
        reasons.add(Exit::NotProvenAlive, why);
    }
    anyhow::ensure!(
        report.canary.outcome == crate::fuzz::canary::Outcome::FailedAsDeclared,
        "{}: {}",
        patch.name,
        report.canary.why
    );
    Ok(())
}

fn not_alive(patch: &Patch, report: &Report, reasons: &mut Reasons) {
    let exit = report.exit();
    if exit == Exit::NotProvenAlive {
        println!(
            "{}: {}: `cargo xtask fuzz` ends with {}, as it has to: {}",
            patch.name,
            patch.about,
            exit.code(),
            report.canary.why
        );
    } else {
        let why = format!(
            "{}: {}, and `cargo xtask fuzz` ends with {}",
            patch.name,
            patch.about,
            exit.code()
        );
        reasons.add(Exit::NotProvenAlive, why);
    }
}
