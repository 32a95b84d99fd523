//! The log: one JSON line an event, on standard error.
//!
//! An event holds enums, a time, and the digest of a payment, so nothing that
//! was submitted can stand in it.

use std::fmt;
use std::io::Write;
use std::sync::Mutex;

use argument_check_oracle::ledger::{StatusSummary, Timestamp};
use serde::Serialize;

use super::append::lock;
use super::metrics::{Outcome, Route, Stage};
use super::payment::Key;

/// One request, as far as it is written down.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Event {
    /// When it ended.
    pub(crate) ts: Timestamp,
    /// What was asked for.
    pub(crate) route: Route,
    /// What it came to.
    pub(crate) outcome: Outcome,
    /// The HTTP status.
    pub(crate) status: u16,
    /// Where its payment failed.
    pub(crate) failed: Option<Stage>,
    /// The payment, where somebody has to reconcile it.
    pub(crate) payment: Option<Key>,
    /// What was delivered.
    pub(crate) summary: Option<StatusSummary>,
}

#[derive(Serialize)]
struct Wire<'a> {
    ts: Timestamp,
    op: &'a str,
    outcome: &'a str,
    status: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<StatusSummary>,
}

impl Event {
    /// The event as a line, without its line feed.
    pub(crate) fn line(&self) -> String {
        let wire = Wire {
            ts: self.ts,
            op: self.route.as_str(),
            outcome: self.outcome.as_str(),
            status: self.status,
            failed: self.failed.map(Stage::as_str),
            payment: self.payment.map(|key| key.hex()),
            summary: self.summary,
        };
        serde_json::to_string(&wire).unwrap_or_default()
    }
}

/// Where lines go.
pub(crate) struct Log(Mutex<Box<dyn Write + Send>>);

impl Log {
    /// A log that writes to `sink`.
    pub(crate) fn new(sink: Box<dyn Write + Send>) -> Self {
        Self(Mutex::new(sink))
    }

    /// Writes one line. A log that cannot be written stops nothing.
    pub(crate) fn line(&self, line: &str) {
        let _ = lock(&self.0).write_all(format!("{line}\n").as_bytes());
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Log")
    }
}
