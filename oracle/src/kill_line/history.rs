//! Small histories of a service, drawn from bytes, for the laws of the kill
//! line: seventy days, forty calls, times on and beside the edges of windows.
//!
//! The same bytes are the same history, so that a test and a fuzzer share one.

use arbitrary::{Result, Unstructured};

use super::evidence::{Evidence, Question};
use super::report::Report;
use super::usage::{Call, Outside};
use super::{WINDOW_MS, evaluate};
use crate::ledger::free::{FreeDay, FreeDays};
use crate::ledger::incidents::{Incident, Kind};
use crate::ledger::jsonl::Summary;
use crate::ledger::{
    DAY_MS, Day, Fold, Line, Payment, Refund, StatusSummary, Timestamp, TxId, Wallet,
};

/// The day on which every history starts.
const FIRST_DAY: i64 = 20_000;

/// How many days it may last.
const DAYS: i64 = 70;

/// A paid call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paid {
    /// Its number, which is its transaction.
    pub number: u32,
    /// When, in milliseconds since 1970.
    pub ts: i64,
    /// Whether it was refunded, and whether a line of its own says so.
    pub refunded: Option<bool>,
    /// Whether the house paid.
    pub house: bool,
}

/// A history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    /// Paid calls, in the order of their lines.
    pub calls: Vec<Paid>,
    /// Day, free calls, free calls of the house; one entry a day.
    pub free: Vec<(i64, u32, u32)>,
    /// Incidents, and whether each is open.
    pub incidents: Vec<(Kind, bool)>,
    /// Which of ledger, free use and incidents is given.
    pub given: [bool; 3],
    /// Explicit bounds, in milliseconds since 1970.
    pub bounds: (Option<i64>, Option<i64>),
    /// Calls, end and window of a sweep over every millisecond.
    pub ticks: (Vec<Call>, i64, i64),
    /// A moment and a number with which a law varies the history.
    pub vary: (i64, u32),
}

impl History {
    /// The history that `bytes` spell; every bytes spell one.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut from = Unstructured::new(bytes);
        // Bytes that ran out read as zeros, so nothing fails for want of them.
        Self::draw(&mut from).unwrap_or_else(|_| Self::empty())
    }

    fn empty() -> Self {
        Self {
            calls: Vec::new(),
            free: Vec::new(),
            incidents: Vec::new(),
            given: [false; 3],
            bounds: (None, None),
            ticks: (Vec::new(), 1, 1),
            vary: (0, 0),
        }
    }

    fn draw(from: &mut Unstructured<'_>) -> Result<Self> {
        let mut history = Self::empty();
        // Most histories have all their files: only those can trip everything.
        history.given = [0; 3].map(|_: u8| from.ratio(7_u8, 8).unwrap_or(true));
        let days = from.int_in_range(0..=DAYS)?;
        let refunds = from.int_in_range(0..=6_u8)?;
        for number in 0..from.int_in_range(0..=40)? {
            history.calls.push(Paid {
                number,
                ts: moment(from, days)?,
                refunded: if from.int_in_range(0..=11_u8)? < refunds {
                    Some(from.arbitrary()?)
                } else {
                    None
                },
                house: from.ratio(1_u8, 8)?,
            });
        }
        let most = from.int_in_range(0..=40)?;
        for day in 0..=days {
            if from.ratio(1_u8, 3)? {
                let free = from.int_in_range(0..=most)?;
                history
                    .free
                    .push((FIRST_DAY + day, free, from.int_in_range(0..=9)?));
            }
        }
        for _ in 0..from.int_in_range(0..=3)? {
            let kind = *from.choose(&Kind::ALL)?;
            history.incidents.push((kind, from.ratio(1_u8, 4)?));
        }
        let bound = |from: &mut Unstructured<'_>, at: i64| {
            let bound = from.ratio(1_u8, 2)?.then_some(at);
            Ok(bound)
        };
        history.bounds = (
            bound(from, FIRST_DAY * DAY_MS)?,
            bound(from, (FIRST_DAY + days + 1) * DAY_MS)?,
        );
        history.vary = (moment(from, days)?, from.arbitrary()?);
        history.ticks = ticks(from)?;
        Ok(history)
    }

    /// The history as evidence; its lines in the given order.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        self.evidence_of(&self.lines())
    }

    /// The history as evidence, with these lines for a ledger.
    #[must_use]
    pub fn evidence_of(&self, lines: &[Line]) -> Evidence {
        let mut fold = Fold::default();
        for (line, number) in lines.iter().zip(1..) {
            // A history has no conflicts: a later line only adds a refund.
            let _ = fold.take(number, line);
        }
        let days = self.free.iter().zip(1..);
        let days: FreeDays = days
            .filter_map(|((day, free, house_free), line)| {
                let day = Day::from_number(*day)?;
                let counts = FreeDay {
                    day,
                    free: *free,
                    house_free: *house_free,
                };
                Some((day, (counts, line)))
            })
            .collect();
        let incidents = self.incidents.iter().zip(0..);
        let incidents: Vec<Incident> = incidents
            .filter_map(|((kind, open), number)| incident(*kind, *open, number))
            .collect();
        let [ledger, free, found] = self.given;
        Evidence {
            ledger: ledger.then(|| (fold, summary(lines.len()))),
            free: free.then(|| (days, summary(self.free.len()))),
            incidents: found.then(|| (incidents, summary(self.incidents.len()))),
        }
    }

    /// The lines of its ledger, a refund in a line of its own right after.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for call in &self.calls {
            let Some((line, refund)) = call.line() else {
                continue;
            };
            match call.refunded {
                None => lines.push(line),
                Some(false) => lines.push(line.with_refund(refund)),
                Some(true) => lines.extend([line.clone(), line.with_refund(refund)]),
            }
        }
        lines
    }

    /// What is asked about it.
    #[must_use]
    pub fn question(&self) -> Question {
        let (start, as_of) = self.bounds;
        Question {
            as_of: as_of.and_then(Timestamp::from_millis),
            service_start: start.and_then(Timestamp::from_millis),
            include_house: false,
        }
    }

    /// Its report.
    ///
    /// # Errors
    ///
    /// A record lies outside of explicit bounds.
    pub fn report(&self) -> std::result::Result<Report, Outside> {
        evaluate(&self.evidence(), &self.question()).map(|(report, _)| report)
    }
}

impl Paid {
    fn line(&self) -> Option<(Line, Refund)> {
        let ts = Timestamp::from_millis(self.ts)?;
        let mut tx = [0; 64];
        tx[..4].copy_from_slice(&self.number.to_le_bytes());
        let payment = Payment {
            payer: Wallet::from_bytes([9; 32]),
            tx: TxId::from_bytes(tx),
            sol_fee_lamports: None,
            house: self.house,
        };
        let refund = Refund {
            ts,
            tx: None,
            units: 1,
        };
        Some((Line::new(&payment, ts, StatusSummary::valid()), refund))
    }
}

/// A moment of the history: some quarter of a day, or a millisecond beside it.
fn moment(from: &mut Unstructured<'_>, days: i64) -> Result<i64> {
    let quarter = from.int_in_range(0..=days * 4)?;
    let beside = *from.choose(&[0, 0, 0, 1, -1])?;
    let after = (quarter * DAY_MS / 4 + beside).max(0);
    Ok(FIRST_DAY * DAY_MS + after)
}

/// Calls within a few hundred milliseconds, with a small window.
fn ticks(from: &mut Unstructured<'_>) -> Result<(Vec<Call>, i64, i64)> {
    let end = from.int_in_range(1..=200)?;
    let width = from.int_in_range(1..=60)?;
    let mut calls = Vec::new();
    for _ in 0..from.int_in_range(0..=30)? {
        let at = from.int_in_range(0..=end - 1)?;
        calls.push(Call::new(at, from.ratio(1_u8, 6)?));
    }
    calls.sort_unstable();
    Ok((calls, end, width))
}

fn incident(kind: Kind, open: bool, number: i64) -> Option<Incident> {
    let ts = Timestamp::from_millis(FIRST_DAY * DAY_MS + WINDOW_MS + number)?;
    let mut incident = Incident::open(ts, kind, "I12".parse().ok()?);
    if !open {
        let by = "operator".parse().ok()?;
        incident.cleared = Some(crate::ledger::incidents::Cleared { ts, by });
    }
    Some(incident)
}

/// A file that was never written.
fn summary(lines: usize) -> Summary {
    Summary {
        name: "history".to_owned(),
        lines: lines as u64,
        bytes: 0,
        sha256: String::new(),
        tail: Vec::new(),
    }
}
