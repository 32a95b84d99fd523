//! Which calls and days count, and the span in which they were observed
//! (sections 5.1 and 5.2).
//!
//! Records of the house are left out of everything, the span included, unless
//! they were asked for: a house line changes nothing. A free day lies in the
//! span if any of it does; incidents lie outside of it, since the harness that
//! finds them serves nobody.

use super::evidence::{Evidence, Question};
use crate::ledger::free::FreeDays;
use crate::ledger::{Day, Fold, Timestamp};

/// A paid call: when, and whether it was refunded. Sorts by time. Eight bytes,
/// since there may be ten million of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call(i64);

impl Call {
    /// A call at `ts` milliseconds since 1970.
    #[must_use]
    pub fn new(ts: i64, refunded: bool) -> Self {
        Self(ts * 2 + i64::from(refunded))
    }

    /// When.
    #[must_use]
    pub fn ts(self) -> i64 {
        self.0 >> 1
    }

    /// Whether it was refunded.
    #[must_use]
    pub fn is_refunded(self) -> bool {
        self.0 & 1 == 1
    }
}

/// What counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Usage {
    /// Paid calls by time; absent without a ledger.
    pub calls: Option<Vec<Call>>,
    /// Free calls by day; absent without their file.
    pub free: Option<Vec<(Day, u64)>>,
    /// The observed span; absent if there is no record and no bound was given.
    pub span: Option<Span>,
}

/// From when to when the service was observed, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first millisecond.
    pub start: Timestamp,
    /// The last millisecond.
    pub as_of: Timestamp,
}

/// A record, or a bound, that contradicts the span.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Outside {
    /// A record lies outside.
    #[error(
        "{file}:{line}: {what} lies outside of {start} to {as_of}; correct --service-start or --as-of"
    )]
    Record {
        /// The file.
        file: String,
        /// The line.
        line: u64,
        /// The record.
        what: String,
        /// Where the span starts.
        start: Timestamp,
        /// Where it ends.
        as_of: Timestamp,
    },
    /// The span ends before it starts.
    #[error(
        "the span ends at {as_of}, before it starts at {start}; correct --service-start or --as-of"
    )]
    Empty {
        /// Where it starts.
        start: Timestamp,
        /// Where it ends.
        as_of: Timestamp,
    },
}

impl Usage {
    /// What of `evidence` counts.
    pub(super) fn of(evidence: &Evidence, question: &Question) -> Result<Self, Outside> {
        let house = question.include_house;
        let calls = evidence.ledger.as_ref().map(|(fold, _)| calls(fold, house));
        let free = evidence.free.as_ref().map(|(days, _)| days_of(days, house));
        let span = span(question, calls.as_deref(), free.as_deref());
        if let Some(span) = span {
            span.holds(evidence, house)?;
        }
        Ok(Self { calls, free, span })
    }
}

impl Span {
    /// The end of the span, exclusive.
    #[must_use]
    pub fn end(self) -> i64 {
        self.as_of.millis() + 1
    }

    /// Whether every counted record lies inside.
    fn holds(self, evidence: &Evidence, house: bool) -> Result<(), Outside> {
        let (start, as_of) = (self.start, self.as_of);
        if start > as_of {
            return Err(Outside::Empty { start, as_of });
        }
        let outside = |file: &str, line, what| Outside::Record {
            file: file.to_owned(),
            line,
            what,
            start,
            as_of,
        };
        if let Some((fold, summary)) = &evidence.ledger {
            let mut counted = fold.iter().filter(|record| house || !record.is_house());
            if let Some(record) = counted.find(|r| r.ts() < start || r.ts() > as_of) {
                let what = format!("the record of {}", record.ts());
                return Err(outside(&summary.name, record.line(), what));
            }
        }
        if let Some((days, summary)) = &evidence.free {
            let apart = |day: Day| day.end() <= start.millis() || day.start() > as_of.millis();
            if let Some((day, (_, line))) = days.iter().find(|(day, _)| apart(**day)) {
                return Err(outside(&summary.name, *line, format!("the day {day}")));
            }
        }
        Ok(())
    }
}

fn calls(fold: &Fold, house: bool) -> Vec<Call> {
    let mut calls = Vec::with_capacity(fold.len());
    let counted = fold.iter().filter(|record| house || !record.is_house());
    calls.extend(counted.map(|record| Call::new(record.ts().millis(), record.is_refunded())));
    calls.sort_unstable();
    calls
}

fn days_of(days: &FreeDays, house: bool) -> Vec<(Day, u64)> {
    let counted = days.iter().map(|(day, (counts, _))| {
        let of_house = if house { counts.house_free } else { 0 };
        (*day, u64::from(counts.free) + u64::from(of_house))
    });
    counted.collect()
}

/// The span that was asked for, each bound by default that of the records.
fn span(question: &Question, calls: Option<&[Call]>, free: Option<&[(Day, u64)]>) -> Option<Span> {
    let calls = calls.unwrap_or_default();
    let free = free.unwrap_or_default();
    let earliest = [
        calls.first().map(|call| call.ts()),
        free.first().map(|(day, _)| day.start()),
    ];
    let latest = [
        calls.last().map(|call| call.ts()),
        free.last().map(|(day, _)| day.end()),
    ];
    let time = Timestamp::from_millis;
    let start = earliest.into_iter().flatten().min().and_then(time);
    let as_of = latest.into_iter().flatten().max().and_then(time);
    // With one bound given and no record, the service was observed at that
    // moment only.
    let start = question.service_start.or(start).or(question.as_of)?;
    let as_of = question.as_of.or(as_of).unwrap_or(start);
    Some(Span { start, as_of })
}
