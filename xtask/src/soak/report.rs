//! The model of the report, and its file.
//!
//! The shape is published as `reports/schema/soak.schema.json`.

use std::time::Duration;

use serde::Serialize;

use super::audit::{Audit, LAWS};
use super::clients::Kind;
use crate::exit::{Exit, Reasons};

/// The name and version of the format.
const FORMAT: &str = "argument-check-soak/v1";

/// The files that a run writes.
pub(super) const FILES: [&str; 2] = ["soak.json", "soak.md"];

/// A report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Report {
    format: &'static str,
    pub(super) header: Header,
    pub(super) load: Load,
    pub(super) crashes: Crashes,
    pub(super) audit: Audit,
    pub(super) footer: Footer,
}

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Header {
    pub(super) clients: u64,
    pub(super) requests: u64,
    pub(super) crashes: u32,
    pub(super) seed: u64,
}

/// The measured load.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Load {
    /// Requests with an answer.
    pub(super) answered: u64,
    pub(super) milliseconds: u64,
    pub(super) per_second: u64,
    pub(super) latencies: Vec<Latency>,
}

/// How long one kind of request took, in microseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Latency {
    pub(super) kind: String,
    pub(super) requests: u64,
    pub(super) p50: u64,
    pub(super) p90: u64,
    pub(super) p99: u64,
    pub(super) longest: u64,
}

/// What the restarts found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Crashes {
    pub(super) killed: u32,
    /// Settled payments without a line.
    pub(super) entered: u64,
    /// Lines whose answer was not handed over.
    pub(super) refunded: u64,
    /// Pending payments that were never settled.
    pub(super) dropped: u64,
}

/// The end of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Footer {
    complete: bool,
    exit_code: u8,
    pub(super) reasons: Reasons,
}

impl Load {
    /// The figures of a measured load.
    pub(super) fn new(latencies: Vec<(Kind, Duration)>, elapsed: Duration) -> Self {
        let answered = latencies.len() as u64;
        let kinds = [
            (Kind::Check, "paid check"),
            (Kind::Precheck, "pre-check"),
            (Kind::Refusal, "refusal"),
        ];
        let milliseconds = elapsed.as_millis() as u64;
        Self {
            answered,
            milliseconds,
            per_second: answered * 1_000 / milliseconds.max(1),
            latencies: kinds
                .map(|(kind, name)| {
                    let of_kind = latencies.iter().filter(|(of, _)| *of == kind);
                    Latency::new(name, of_kind.map(|(_, took)| *took).collect())
                })
                .into(),
        }
    }
}

impl Latency {
    fn new(kind: &str, mut took: Vec<Duration>) -> Self {
        took.sort_unstable();
        let at = |percent: usize| {
            let place = (took.len() * percent).div_ceil(100).max(1) - 1;
            took.get(place).map_or(0, |took| took.as_micros() as u64)
        };
        Self {
            kind: kind.to_owned(),
            requests: took.len() as u64,
            p50: at(50),
            p90: at(90),
            p99: at(99),
            longest: at(100),
        }
    }
}

impl Crashes {
    /// What one start found.
    pub(super) fn saw(&mut self, [entered, refunded, dropped]: [u64; 3]) {
        self.entered += entered;
        self.refunded += refunded;
        self.dropped += dropped;
    }
}

impl Report {
    /// A report with its footer.
    pub(super) fn new(header: Header, load: Load, crashes: Crashes, audit: Audit) -> Self {
        let reasons = reasons(&header, &load, &crashes, &audit);
        Self {
            format: FORMAT,
            header,
            load,
            crashes,
            audit,
            footer: Footer {
                complete: true,
                exit_code: reasons.worst().code(),
                reasons,
            },
        }
    }

    /// How the run ended.
    pub(super) fn exit(&self) -> Exit {
        self.footer.reasons.worst()
    }
}

/// Every reason why a run does not end clean.
fn reasons(header: &Header, load: &Load, crashes: &Crashes, audit: &Audit) -> Reasons {
    let mut reasons = Reasons::default();
    for (law, says) in LAWS {
        if let Some(times) = audit.broken.get(law) {
            let why = format!("{law}: broken {times} times: {says}");
            reasons.add(Exit::Conformance, why);
        }
    }
    if audit.delivered == 0 || load.answered == 0 {
        let why = "no verdict was delivered, so nothing was audited";
        reasons.add(Exit::NotProvenAlive, why);
    }
    let interrupted = crashes.entered + crashes.refunded + crashes.dropped;
    if header.crashes > 0 && interrupted == 0 {
        let why = "no crash interrupted a payment, so no recovery was seen";
        reasons.add(Exit::NotProvenAlive, why);
    }
    reasons
}
