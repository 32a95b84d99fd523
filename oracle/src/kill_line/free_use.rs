//! Free use over ten times paid use (D96, section 5.3).
//!
//! Both are counted over the whole span: only the refunds have a window. With
//! nothing paid the first free use trips, and the report says why: a kill line
//! is not softened by whoever implements it, and no demand is what the review
//! is for.

use super::WINDOW_MS;
use super::usage::{Call, Usage};

/// Free and paid calls of one period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Accepted free pre-checks.
    pub free: u64,
    /// Paid calls.
    pub paid: u64,
}

impl Counts {
    /// Strictly over ten times.
    #[must_use]
    pub fn trips(self) -> bool {
        u128::from(self.free) > 10 * u128::from(self.paid)
    }
}

/// All free calls of `usage`; nothing without their file.
#[must_use]
pub fn free(usage: &Usage) -> Option<u64> {
    let days = usage.free.as_ref()?;
    Some(days.iter().map(|(_, n)| n).sum())
}

/// All paid calls of `usage`; nothing without a ledger.
#[must_use]
pub fn paid(usage: &Usage) -> Option<u64> {
    usage.calls.as_ref().map(|calls| calls.len() as u64)
}

/// What happened from thirty days before `as_of` until then, for information:
/// calls by their time, days by their first moment.
#[must_use]
pub fn trailing(usage: &Usage) -> Option<Counts> {
    let (calls, days) = (usage.calls.as_ref()?, usage.free.as_ref()?);
    let as_of = usage.span?.as_of.millis();
    let since = as_of - WINDOW_MS;
    let before = calls.partition_point(|call: &Call| call.ts() < since);
    let recent = days.iter().filter(|(day, _)| day.start() >= since);
    Some(Counts {
        free: recent.map(|(_, n)| n).sum(),
        paid: (calls.len() - before) as u64,
    })
}
