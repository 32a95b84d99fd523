//! A progress bar, only for people: it stands on standard error, only when
//! that is a terminal, and only once a step takes longer than a second.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long a step may take before it shows a bar.
const QUIET: Duration = Duration::from_secs(1);

/// The progress of one step.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
}

impl Progress {
    /// A step of `total` parts; of an unknown number when `None`.
    pub(crate) fn new(step: &str, total: Option<u64>) -> Self {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let template = if total.is_some() {
            "{prefix} {wide_bar} {pos}/{len} {eta}"
        } else {
            "{prefix} {spinner} {pos}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self::of(bar, step)
    }

    /// A step of so many bytes.
    pub(crate) fn bytes(step: &str, total: Option<u64>) -> Self {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let template = if total.is_some() {
            "{prefix} {wide_bar} {bytes}/{total_bytes} {eta}"
        } else {
            "{prefix} {spinner} {bytes}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self::of(bar, step)
    }

    fn of(bar: ProgressBar, step: &str) -> Self {
        bar.set_prefix(step.to_owned());
        Self {
            bar,
            started: Instant::now(),
        }
    }

    /// `n` more parts are done.
    pub(crate) fn add(&self, n: u64) {
        if self.bar.is_hidden() && self.started.elapsed() > QUIET {
            // `stderr` stays hidden by itself when it is not a terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(n);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
