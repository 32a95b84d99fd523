//! The clock of the benchmarks: the CPU time of this thread, where the system
//! tells it, so that figures hold on a busy machine.

use std::time::Duration;

/// What [`now`] counts.
#[cfg(target_os = "linux")]
pub(crate) const CLOCK: &str = "thread CPU time";

/// The CPU time that this thread has used.
#[cfg(target_os = "linux")]
pub(crate) fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.try_into().expect("CPU time is never negative")
}

/// What [`now`] counts.
#[cfg(not(target_os = "linux"))]
pub(crate) const CLOCK: &str = "elapsed time";

/// Time since the first call.
#[cfg(not(target_os = "linux"))]
pub(crate) fn now() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
