//! The worst window again, without any cleverness: every millisecond, every
//! call. Small spans only; this is what the sweep is checked against (L-1).

use std::collections::BTreeSet;

use super::refunds::{Sweep, Window};
use super::usage::Call;

/// As [`super::refunds::sweep`], for calls in any order.
#[must_use]
pub fn sweep(calls: &[Call], start: i64, end: i64, width: i64) -> Sweep {
    let partial = end - start < width;
    let width = if partial { end - start } else { width };
    let starts = start..=end - width;
    let mut worst = window(calls, start, width);
    for start in starts.clone() {
        let window = window(calls, start, width);
        if window.is_worse_than(&worst) {
            worst = window;
        }
    }
    let changes = calls
        .iter()
        .flat_map(|call| [call.ts() + 1, call.ts() - width + 1]);
    let mut points: BTreeSet<i64> = changes.filter(|point| starts.contains(point)).collect();
    points.insert(start);
    Sweep {
        partial,
        windows: points.len() as u64,
        worst,
    }
}

fn window(calls: &[Call], start: i64, width: i64) -> Window {
    let end = start + width;
    let inside = |call: &&Call| (start..end).contains(&call.ts());
    let paid = calls.iter().filter(inside).count() as u64;
    let refunded = calls
        .iter()
        .filter(inside)
        .filter(|call| call.is_refunded());
    Window {
        start,
        end,
        paid,
        refunded: refunded.count() as u64,
    }
}
