//! The canary: a target that has to fail. Its silence says that the coverage
//! feedback, or the way from a finding to here, is broken.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::broken::Broken;
use super::process::{Fuzzer, Job};
use super::statistic::Statistic;

/// The name of the target and of the law that it breaks.
pub(crate) const CANARY: &str = "canary";

/// How long it may be silent; it takes a second or two.
pub(crate) const PATIENCE_SECONDS: u64 = 60;

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// It failed, and by its own law.
    FailedAsDeclared,
    /// It did not fail in its time.
    Silent,
    /// It failed by something else.
    FailedOtherwise,
}

/// The canary of one run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Canary {
    /// What became of it.
    pub(crate) outcome: Outcome,
    /// How many executions that took; none where they cannot be read.
    pub(crate) executions: Option<u64>,
    /// How long that took.
    pub(crate) milliseconds: u64,
    /// What to say of it.
    pub(crate) why: String,
}

/// Runs the canary from an empty corpus, in `scratch`.
pub(crate) fn run(fuzzer: &dyn Fuzzer, seed: u64, memory: u64, scratch: &Path) -> Result<Canary> {
    let corpus = scratch.join("canary");
    std::fs::create_dir_all(&corpus)
        .with_context(|| format!("{}: cannot be made", corpus.display()))?;
    let job = Job {
        target: CANARY.to_owned(),
        corpus,
        seeds: None,
        artifacts: scratch.to_owned(),
        dictionary: None,
        seconds: PATIENCE_SECONDS,
        runs: None,
        seed,
        memory,
    };
    let started = Instant::now();
    let mut statistic = Statistic::default();
    fuzzer.campaign(&job, &mut |line| {
        if let Some(line) = line {
            statistic.hear(line);
        }
    })?;
    let (outcome, why) = judge(&statistic);
    Ok(Canary {
        outcome,
        executions: statistic.numbers().ok().map(|it| it.executions),
        milliseconds: started.elapsed().as_millis() as u64,
        why,
    })
}

fn judge(statistic: &Statistic) -> (Outcome, String) {
    if statistic.unit().is_none() {
        let why = format!(
            "the canary, which has to fail, was silent for {PATIENCE_SECONDS} s: \
             this fuzzer would not find anything"
        );
        return (Outcome::Silent, why);
    }
    let broken = Broken::heard(statistic);
    if broken.law == CANARY {
        return (Outcome::FailedAsDeclared, "failed as declared".to_owned());
    }
    let why = format!(
        "the canary failed by {}, which is not its own law",
        broken.law
    );
    (Outcome::FailedOtherwise, why)
}
