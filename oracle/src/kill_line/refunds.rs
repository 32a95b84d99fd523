//! Refunds over five per cent of paid calls in any 30-day window (D95,
//! section 5.2).
//!
//! A refund counts at its own call, so the refunded calls of a window are some
//! of its paid ones. Windows are [t, t+W) for every integer t, and only those
//! that lie in the observed span: one that hangs over an edge could isolate a
//! single refund at a hundred per cent. The contents of a window change only
//! where a call leaves (`ts+1`) or enters (`ts-W+1`), so two pointers visit
//! every window that differs from its neighbour.

use std::cmp::Ordering;

use super::usage::Call;

/// The calls of [start, end).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Its first millisecond.
    pub start: i64,
    /// The millisecond after its last.
    pub end: i64,
    /// Its paid calls.
    pub paid: u64,
    /// Those that were refunded.
    pub refunded: u64,
}

impl Window {
    /// Strictly over five per cent; exactly five is not over.
    #[must_use]
    pub fn trips(&self) -> bool {
        u128::from(self.refunded) * 20 > u128::from(self.paid)
    }

    /// Whether this window counts as worse: a larger ratio, then more refunds,
    /// then an earlier start. Without a paid call the ratio is zero.
    #[must_use]
    pub fn is_worse_than(&self, other: &Self) -> bool {
        let side = |mine: u64, others: u64| u128::from(mine) * u128::from(others.max(1));
        let ratio = side(self.refunded, other.paid).cmp(&side(other.refunded, self.paid));
        let order = ratio
            .then(self.refunded.cmp(&other.refunded))
            .then(other.start.cmp(&self.start));
        order == Ordering::Greater
    }
}

/// What the sweep found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sweep {
    /// Whether the span is shorter than the window: it is the one window then,
    /// and what it says is provisional.
    pub partial: bool,
    /// How many windows were looked at.
    pub windows: u64,
    /// The worst of them.
    pub worst: Window,
}

/// Finds the worst window of `width` among `calls`, which are sorted by time
/// and lie in [`start`, `end`).
#[must_use]
pub fn sweep(calls: &[Call], start: i64, end: i64, width: i64) -> Sweep {
    let partial = end - start < width;
    let width = width.min(end - start);
    let last = end - width;
    let mut at = Pointers::default();
    let mut worst = at.window(calls, start, width);
    let mut windows = 1;
    // The next call to leave and the next to enter say where anything changes.
    while let Some(next) = at.next_change(calls, width).filter(|next| *next <= last) {
        let window = at.window(calls, next, width);
        if window.is_worse_than(&worst) {
            worst = window;
        }
        windows += 1;
    }
    Sweep {
        partial,
        windows,
        worst,
    }
}

/// The first call of a window, the first after it, and the refunds between.
#[derive(Debug, Default)]
struct Pointers {
    first: usize,
    after: usize,
    refunded: u64,
}

impl Pointers {
    /// Moves on to the window at `start`, never back.
    fn window(&mut self, calls: &[Call], start: i64, width: i64) -> Window {
        let end = start + width;
        while let Some(call) = calls.get(self.after).filter(|call| call.ts() < end) {
            self.refunded += u64::from(call.is_refunded());
            self.after += 1;
        }
        while let Some(call) = calls.get(self.first).filter(|call| call.ts() < start) {
            self.refunded -= u64::from(call.is_refunded());
            self.first += 1;
        }
        Window {
            start,
            end,
            paid: (self.after - self.first) as u64,
            refunded: self.refunded,
        }
    }

    /// The next start at which a call leaves or enters.
    fn next_change(&self, calls: &[Call], width: i64) -> Option<i64> {
        let leaves = calls.get(self.first).map(|call| call.ts() + 1);
        let enters = calls.get(self.after).map(|call| call.ts() - width + 1);
        leaves.into_iter().chain(enters).min()
    }
}
