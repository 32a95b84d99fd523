//! The model of a fuzzing report, its reasons and its file.
//!
//! The shape is published as `reports/schema/fuzz.schema.json`. No input stands
//! in it: a finding is named by its bundle. A target without executions, a
//! silent canary or a number that cannot be read is exit 6, whatever else went
//! well.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::broken::{Broken, Kind};
use super::canary::{Canary, Outcome};
use super::toolchain::Sanitizer;
use crate::exit::{Exit, Reasons};
use crate::report::{Named, Pin};

/// The name and version of the format.
const FORMAT: &str = "argument-check-fuzz/v1";

/// The files that a run writes.
pub(super) const FILES: [&str; 2] = ["fuzz.json", "fuzz.md"];

/// A report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Report {
    format: String,
    pub(super) header: Header,
    pub(crate) canary: Canary,
    /// One a target, in the order of the registry.
    pub(crate) targets: Vec<Row>,
    pub(crate) findings: Vec<Finding>,
    pub(super) footer: Footer,
}

/// What was run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    pub(super) engine: Named,
    pub(super) corpus: Pin,
    pub(super) compiler: String,
    pub(super) sanitizer: Sanitizer,
    /// Seconds a target that were asked for.
    pub(super) seconds: u64,
    /// Executions a process that were asked for at most.
    pub(super) runs: Option<u64>,
    pub(super) jobs: u64,
    pub(super) seed: u64,
    pub(super) empty_corpus: bool,
}

/// One target.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) target: String,
    pub(crate) about: String,
    /// How many processes worked on it.
    pub(crate) processes: u64,
    /// The longest of them, start to end.
    pub(crate) milliseconds: u64,
    /// Executions that were no seed replay, of all processes.
    pub(crate) executions: u64,
    /// Executions that only replayed what was there.
    pub(crate) replayed: u64,
    /// Executions a second, of all processes, after seed replay.
    pub(crate) rate: u64,
    /// Edges that were reached.
    pub(crate) coverage: u64,
    /// Edges with how often they were passed.
    pub(crate) features: u64,
    /// Inputs in the corpus at the end.
    pub(crate) inputs: u64,
    /// The slowest input; none where nothing could be timed.
    pub(crate) slowest: Option<Slowest>,
    pub(crate) peak_rss_mb: u64,
    /// Each process's seed.
    pub(crate) seeds: Vec<u64>,
    pub(crate) findings: u64,
    /// Why the numbers do not count; none where they do.
    pub(crate) unproven: Option<String>,
}

/// The slowest input of a target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Slowest {
    pub(crate) milliseconds: u64,
    /// Its size; none where libFuzzer timed it and did not keep it.
    pub(crate) bytes: Option<u64>,
}

/// One finding, by its bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finding {
    pub(crate) target: String,
    pub(crate) kind: Kind,
    pub(crate) law: String,
    pub(crate) summary: String,
    pub(crate) stops_serving: bool,
    /// How long after the start of its process.
    pub(crate) after_milliseconds: u64,
    /// The size of the input as it was found and as it was minimised.
    pub(crate) found_bytes: u64,
    pub(crate) bytes: u64,
    /// Whether this build's own law says so too; not so for a patched engine
    /// and for what only a sanitizer sees.
    pub(crate) confirmed: bool,
    pub(crate) bundle: String,
}

/// The end of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Footer {
    complete: bool,
    targets: u64,
    exit_code: u8,
    pub(super) reasons: Reasons,
}

impl Finding {
    /// The exit code that it asks for.
    fn exit(&self) -> Exit {
        if self.stops_serving {
            Exit::StopServing
        } else {
            Exit::Conformance
        }
    }
}

impl Report {
    /// A report with its footer.
    pub(super) fn new(
        header: Header,
        canary: Canary,
        targets: Vec<Row>,
        findings: Vec<Finding>,
    ) -> Self {
        let reasons = reasons(&canary, &targets, &findings);
        let footer = Footer {
            complete: true,
            targets: targets.len() as u64,
            exit_code: reasons.worst().code(),
            reasons,
        };
        Self {
            format: FORMAT.to_owned(),
            header,
            canary,
            targets,
            findings,
            footer,
        }
    }

    /// How the run ended.
    pub(crate) fn exit(&self) -> Exit {
        self.footer.reasons.worst()
    }
}

/// Every reason why a run does not end clean.
fn reasons(canary: &Canary, targets: &[Row], findings: &[Finding]) -> Reasons {
    let mut reasons = Reasons::default();
    if canary.outcome != Outcome::FailedAsDeclared {
        reasons.add(Exit::NotProvenAlive, canary.why.clone());
    }
    for row in targets {
        if let Some(why) = &row.unproven {
            reasons.add(Exit::NotProvenAlive, format!("{}: {why}", row.target));
        } else if row.executions == 0 && row.findings == 0 {
            let why = format!(
                "{}: nothing was executed beyond its {} seeds; give it more --seconds",
                row.target, row.replayed
            );
            reasons.add(Exit::NotProvenAlive, why);
        }
    }
    for finding in findings {
        let why = format!(
            "{}: {} is broken; {}",
            finding.target, finding.law, finding.bundle
        );
        reasons.add(finding.exit(), why);
    }
    reasons
}

/// The line of a finding.
pub(super) fn row(
    target: &str,
    broken: &Broken,
    (found_bytes, bytes): (usize, usize),
    after_milliseconds: u64,
    confirmed: bool,
    bundle: &Path,
) -> Finding {
    Finding {
        target: target.to_owned(),
        kind: broken.kind,
        law: broken.law.clone(),
        summary: broken.summary.clone(),
        stops_serving: broken.stops_serving(),
        after_milliseconds,
        found_bytes: found_bytes as u64,
        bytes: bytes as u64,
        confirmed,
        bundle: bundle.display().to_string(),
    }
}
