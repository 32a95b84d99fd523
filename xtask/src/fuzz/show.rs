//! What people see while targets run: executions, rate, features, time left.
//!
//! On a terminal a line a target that is redrawn, elsewhere a line a target
//! now and then. libFuzzer reports when it finds something and at powers of
//! two, so the numbers are those of its last report.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::markdown::grouped;
use super::statistic::Pulse;

/// How often a line appears where nothing is redrawn.
const EVERY: Duration = Duration::from_secs(30);

/// The lines of all targets.
pub(super) struct Show(MultiProgress);

/// The line of one target.
pub(super) struct Line {
    name: String,
    bar: ProgressBar,
    started: Instant,
    seconds: u64,
    /// Each process's last report, and when the last plain line was written.
    seen: Mutex<(Vec<Pulse>, Instant)>,
}

impl Show {
    /// No line yet.
    pub(super) fn new() -> Self {
        Self(MultiProgress::with_draw_target(ProgressDrawTarget::stderr()))
    }

    /// The line of one target, with so many processes.
    pub(super) fn line(&self, name: &str, processes: usize, seconds: u64) -> Line {
        let bar = self.0.add(ProgressBar::new_spinner());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        let now = Instant::now();
        Line {
            name: name.to_owned(),
            bar,
            started: now,
            seconds,
            seen: Mutex::new((vec![Pulse::default(); processes], now)),
        }
    }
}

impl Line {
    /// Process number `process` has come so far.
    pub(super) fn tick(&self, process: usize, pulse: Pulse) {
        let Ok(mut seen) = self.seen.lock() else {
            return;
        };
        if let Some(slot) = seen.0.get_mut(process) {
            *slot = pulse;
        }
        if !self.bar.is_hidden() {
            self.bar.set_message(self.text(&seen.0));
            self.bar.tick();
        } else if seen.1.elapsed() >= EVERY {
            seen.1 = Instant::now();
            eprintln!("{}", self.text(&seen.0));
        }
    }

    fn text(&self, pulses: &[Pulse]) -> String {
        let elapsed = self.started.elapsed();
        status(&self.name, pulses, elapsed, self.seconds)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// One status line.
fn status(name: &str, pulses: &[Pulse], elapsed: Duration, seconds: u64) -> String {
    let executions: u64 = pulses.iter().map(|pulse| pulse.executions).sum();
    let features = pulses.iter().map(|pulse| pulse.features).max();
    let rate = executions / elapsed.as_secs().max(1);
    let left = seconds.saturating_sub(elapsed.as_secs());
    format!(
        "{name}: {} executions, {} a second, {} features, {left} s left",
        grouped(executions),
        grouped(rate),
        grouped(features.unwrap_or_default())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_executions_rate_features_and_the_time_left() {
        let pulse = |executions, features| Pulse {
            executions,
            features,
            ..Pulse::default()
        };
        let line = status(
            "check",
            &[pulse(1_000, 7), pulse(3_000, 9)],
            Duration::from_secs(4),
            60,
        );
        assert_eq!(
            line,
            "check: 4,000 executions, 1,000 a second, 9 features, 56 s left"
        );
    }
}
