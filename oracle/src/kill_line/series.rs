//! Both ratios at the end of every day of the span, for a picture.
//!
//! Decides nothing: the wires look at every millisecond, the picture at one
//! moment a day, so that the worst window may lie between two points.

use super::WINDOW_MS;
use super::usage::{Call, Usage};
use crate::ledger::DAY_MS;

/// The ratios at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// The moment, exclusive, in milliseconds since 1970.
    pub until: i64,
    /// Paid calls of the window that ends there; the window starts no earlier
    /// than the span.
    pub paid: u64,
    /// Those that were refunded.
    pub refunded: u64,
    /// Whether the window lies wholly in the span.
    pub full: bool,
    /// Paid calls since the start.
    pub all_paid: u64,
    /// Free calls since the start.
    pub all_free: u64,
}

/// The points of `usage`, oldest first: the end of each day, and of the span.
#[must_use]
pub fn series(usage: &Usage) -> Vec<Point> {
    let Some(span) = usage.span else {
        return Vec::new();
    };
    let calls = usage.calls.as_deref().unwrap_or_default();
    let mut days = usage.free.as_deref().unwrap_or_default().iter().peekable();
    let (mut in_window, mut all) = (Counter::default(), Counter::default());
    let mut all_free = 0_u64;
    let first = span.start.day().end();
    let ends = (0..).map(|day| first + day * DAY_MS);
    let ends = ends.take_while(|end| *end < span.end());
    let mut points = Vec::new();
    for until in ends.chain([span.end()]) {
        while let Some((_, free)) = days.next_if(|(day, _)| day.start() < until) {
            all_free += free;
        }
        all.until(calls, until);
        in_window.until(calls, until - WINDOW_MS);
        points.push(Point {
            until,
            paid: all.paid - in_window.paid,
            refunded: all.refunded - in_window.refunded,
            full: until - WINDOW_MS >= span.start.millis(),
            all_paid: all.paid,
            all_free,
        });
    }
    points
}

/// Calls before a moment that only moves on.
#[derive(Debug, Default)]
struct Counter {
    paid: u64,
    refunded: u64,
}

impl Counter {
    fn until(&mut self, calls: &[Call], until: i64) {
        let rest = calls.get(self.paid as usize..).unwrap_or_default();
        for call in rest.iter().take_while(|call| call.ts() < until) {
            self.paid += 1;
            self.refunded += u64::from(call.is_refunded());
        }
    }
}
