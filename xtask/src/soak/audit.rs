//! The audit: holds what clients received against everything that the server
//! kept.
//!
//! Delivered means one record and one settlement. Settled and not delivered
//! means one record with a refund. Counters and metrics follow from the
//! records, a payment that was used buys nothing, and nothing submitted stands
//! anywhere.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use argument_check_oracle::ledger::{FILE_NAME, Line, PRICE_USDC_UNITS, TxId, free};
use serde::Serialize;

use super::clients::{Attempt, Attempts, CANARY, Outcome};
use super::server::{self, Server};
use crate::serve::client::Client;
use crate::serve::facilitator::{FILE_NAME as SETTLEMENTS, Settlement};

/// How many used payments are offered again.
const OFFERED_AGAIN: usize = 64;

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Audit {
    /// Payments that were offered.
    pub(super) payments: u64,
    /// Those with a delivered verdict.
    pub(super) delivered: u64,
    /// Those without a whole answer.
    pub(super) lost: u64,
    /// The others, by status.
    pub(super) statuses: BTreeMap<u16, u64>,
    /// Settlements of the facilitator.
    pub(super) settlements: u64,
    /// Lines of the ledger.
    pub(super) lines: u64,
    /// Distinct transactions of the ledger.
    pub(super) records: u64,
    /// Those with a refund.
    pub(super) refunded: u64,
    /// Those of them that the client received all the same: killed between
    /// the last byte and the note of it, and decided for the client.
    pub(super) refunded_although_delivered: u64,
    /// Pre-checks that clients know to have used a unit.
    pub(super) free_known: u64,
    /// Pre-checks without an answer.
    pub(super) free_lost: u64,
    /// Units counted.
    pub(super) free_counted: u64,
    /// Used payments that were offered again.
    pub(super) offered_again: u64,
    /// How often each law is broken.
    pub(super) broken: BTreeMap<String, u64>,
}

/// The laws, and what each says.
pub(super) const LAWS: [(&str, &str); 9] = [
    (
        "delivered once",
        "a delivered verdict has one settlement and one record",
    ),
    (
        "settled once",
        "a settlement has one record, and a record one settlement",
    ),
    (
        "owed back",
        "what was settled and not delivered is refunded",
    ),
    (
        "line by line",
        "a transaction has one line, and one more at most, with its refund",
    ),
    (
        "known",
        "every settlement is a payment that some client offered",
    ),
    ("counters", "the metrics are those of the ledger"),
    (
        "free use",
        "as many units are counted as pre-checks were answered, and lost ones at most",
    ),
    ("used up", "a payment that was settled buys nothing more"),
    (
        "nothing kept",
        "nothing submitted stands in any file, metric or log",
    ),
];

/// What the server kept.
struct Kept {
    lines: HashMap<TxId, Vec<Line>>,
    settled: HashMap<String, Vec<TxId>>,
    free: u64,
    metrics: String,
}

/// Audits a server that was started after the last crash.
pub(super) fn audit(server: &Server, data: &Path, attempts: &Attempts) -> Result<Audit> {
    let client = Client::new(server.base(), Duration::from_secs(30), 1, Vec::new());
    let kept = Kept::read(&client, data)?;
    let mut audit = Audit {
        payments: attempts.payments.len() as u64,
        free_known: attempts.free,
        free_lost: attempts.free_lost,
        free_counted: kept.free,
        ..Audit::default()
    };
    for attempt in &attempts.payments {
        match attempt.outcome {
            Outcome::Delivered => audit.delivered += 1,
            Outcome::Lost => audit.lost += 1,
            Outcome::Status(status) => *audit.statuses.entry(status).or_default() += 1,
        }
    }
    audit.count(&kept);
    audit.payments(&kept, &attempts.payments);
    audit.counters(&kept);
    audit.offer_again(&client, &attempts.payments)?;
    audit.search(data, &kept.metrics)?;
    Ok(audit)
}

impl Kept {
    fn read(client: &Client, data: &Path) -> Result<Self> {
        let text = |name: &str| {
            let file = data.join(name);
            std::fs::read_to_string(&file).with_context(|| file.display().to_string())
        };
        let mut lines: HashMap<TxId, Vec<Line>> = HashMap::new();
        for (number, line) in text(FILE_NAME)?.lines().enumerate() {
            let line =
                Line::parse(line).with_context(|| format!("line {} of the ledger", number + 1))?;
            lines.entry(line.tx()).or_default().push(line);
        }
        let mut settled: HashMap<String, Vec<TxId>> = HashMap::new();
        for line in text(SETTLEMENTS)?.lines() {
            let settlement: Settlement = serde_json::from_str(line)?;
            let key = settled.entry(settlement.key).or_default();
            key.push(settlement.transaction);
        }
        let (days, _) = free::read(&data.join(free::FILE_NAME))?;
        let free = days.values().map(|(day, _)| u64::from(day.free)).sum();
        let metrics = client.get("/metrics").context("the metrics")?.body;
        Ok(Self {
            lines,
            settled,
            free,
            metrics: String::from_utf8(metrics)?,
        })
    }

    /// The sum of a family of series.
    fn sum(&self, family: &str) -> u64 {
        let (one, many) = (
            format!("argument_check_{family} "),
            format!("argument_check_{family}{{"),
        );
        let samples = self
            .metrics
            .lines()
            .filter(|line| line.starts_with(&one) || line.starts_with(&many));
        let values = samples.filter_map(|line| line.rsplit_once(' ')?.1.parse::<u64>().ok());
        values.sum()
    }
}

impl Audit {
    fn blame(&mut self, law: &str) {
        *self.broken.entry(law.to_owned()).or_default() += 1;
    }

    fn count(&mut self, kept: &Kept) {
        self.settlements = kept.settled.values().map(|it| it.len() as u64).sum();
        self.lines = kept.lines.values().map(|it| it.len() as u64).sum();
        self.records = kept.lines.len() as u64;
        self.refunded = kept.lines.values().filter(|it| is_refunded(it)).count() as u64;
        for lines in kept.lines.values() {
            let firsts = lines.iter().filter(|line| line.cad_fmv().refund.is_none());
            if lines.len() > 2 || firsts.count() > 1 || (lines.len() == 2 && !is_refunded(lines)) {
                self.blame("line by line");
            }
        }
    }

    fn payments(&mut self, kept: &Kept, payments: &[Attempt]) {
        let mut known = 0;
        for attempt in payments {
            let settlements = kept.settled.get(&attempt.key).map_or(0, Vec::len);
            let lines = kept.lines.get(&attempt.tx);
            known += settlements;
            if settlements > 1 || (settlements == 1) != lines.is_some() {
                self.blame("settled once");
            }
            let refunded = lines.is_some_and(|lines| is_refunded(lines));
            if attempt.outcome == Outcome::Delivered {
                if settlements != 1 || lines.is_none() {
                    self.blame("delivered once");
                }
                self.refunded_although_delivered += u64::from(refunded);
            } else if settlements > 0 && !refunded {
                self.blame("owed back");
            }
        }
        if known as u64 != self.settlements {
            self.blame("known");
        }
    }

    fn counters(&mut self, kept: &Kept) {
        let sold = kept.lines.values().filter(|lines| {
            let first = lines.first();
            first.is_some_and(|line| line.cad_fmv().refund.is_none())
        });
        let expected = [
            ("payments_settled_total", self.records),
            ("refunds_total", self.refunded),
            ("revenue_usdc_units_total", self.records * PRICE_USDC_UNITS),
            ("verdicts_total", sold.count() as u64),
            ("free_calls_total", kept.free),
        ];
        for (family, count) in expected {
            if kept.sum(family) != count {
                self.blame("counters");
            }
        }
        if !(self.free_known..=self.free_known + self.free_lost).contains(&self.free_counted) {
            self.blame("free use");
        }
    }

    /// Offers payments once more that were settled.
    fn offer_again(&mut self, client: &Client, payments: &[Attempt]) -> Result<()> {
        let body = br#"{"arguments":{},"schema":{}}"#;
        let used = payments
            .iter()
            .filter(|attempt| attempt.outcome == Outcome::Delivered);
        for attempt in used.rev().take(OFFERED_AGAIN) {
            let again = client
                .post("/check", body, Some(&attempt.header))
                .context("the server does not answer")?;
            self.offered_again += 1;
            if again.status != 402 {
                self.blame("used up");
            }
        }
        Ok(())
    }

    /// Looks for what was submitted in everything that was written.
    fn search(&mut self, data: &Path, metrics: &str) -> Result<()> {
        let mut files: Vec<_> = std::fs::read_dir(data)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        files.push(server::log(data));
        let mut found = metrics.contains(CANARY);
        for file in files {
            let bytes = std::fs::read(&file).with_context(|| file.display().to_string())?;
            found |= String::from_utf8_lossy(&bytes).contains(CANARY);
        }
        if found {
            self.blame("nothing kept");
        }
        Ok(())
    }
}

fn is_refunded(lines: &[Line]) -> bool {
    lines
        .last()
        .is_some_and(|line| line.cad_fmv().refund.is_some())
}
