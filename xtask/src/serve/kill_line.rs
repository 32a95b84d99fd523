//! What the service knows of its own kill line: whether one of the two ratios
//! asks for a review, for the gauge.
//!
//! The files of a running service are evidence, empty ones too, so that no
//! wire goes without evaluation here. Serving goes on until a person decides.

use argument_check_oracle::kill_line::free_use::Counts;
use argument_check_oracle::kill_line::refunds::sweep;
use argument_check_oracle::kill_line::{Call, WINDOW_MS};
use argument_check_oracle::ledger::Fold;
use argument_check_oracle::ledger::free::FreeDay;

/// Whether refunds or free use trip their wire, the house left out.
pub(crate) fn asks_for_review(records: &Fold, days: &[FreeDay]) -> bool {
    let others = records.iter().filter(|record| !record.is_house());
    let mut calls: Vec<Call> = others
        .map(|record| Call::new(record.ts().millis(), record.is_refunded()))
        .collect();
    calls.sort_unstable();
    let counts = Counts {
        free: days.iter().map(|day| u64::from(day.free)).sum(),
        paid: calls.len() as u64,
    };
    if counts.trips() {
        return true;
    }
    let starts = calls.first().map(|call| call.ts()).into_iter();
    let Some(start) = starts.chain(days.first().map(|day| day.day.start())).min() else {
        return false;
    };
    let ends = calls.last().map(|call| call.ts() + 1).into_iter();
    let end = ends.chain(days.last().map(|day| day.day.end() + 1)).max();
    let end = end.unwrap_or(start + 1);
    sweep(&calls, start, end, WINDOW_MS).worst.trips()
}
