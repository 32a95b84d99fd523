//! The service's idea of now, handed in so that tests and replays decide it.
//!
//! Nothing else in the service may read a clock.

use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use argument_check_oracle::ledger::{DAY_MS, Timestamp};

use super::append::lock;

/// What tells the time.
#[derive(Debug, Clone)]
pub(crate) enum Clock {
    /// The machine's clock, and what it showed at the start.
    System(Timestamp),
    /// A clock that stands until somebody moves it.
    Hand(Arc<Mutex<Timestamp>>),
}

impl Clock {
    /// A clock that stands at `now`.
    pub(crate) fn at(now: Timestamp) -> Self {
        Self::Hand(Arc::new(Mutex::new(now)))
    }

    /// The time. A machine's clock that was set to a year that no ledger knows
    /// stands at the moment of the start.
    pub(crate) fn now(&self) -> Timestamp {
        match self {
            Self::Hand(now) => *lock(now),
            Self::System(start) => Timestamp::of(SystemTime::now()).unwrap_or(*start),
        }
    }

    /// Moves a clock that stands; the machine's clock is not ours to move.
    #[cfg(test)]
    pub(crate) fn set(&self, to: i64) {
        if let Self::Hand(now) = self {
            *lock(now) = Timestamp::from_millis(to).unwrap();
        }
    }
}

impl FromStr for Clock {
    type Err = String;

    /// `system`, or a moment at which the clock stands.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "system" {
            let now = Timestamp::of(SystemTime::now());
            return now
                .map(Self::System)
                .ok_or_else(|| "the machine's clock shows no year of 1970 to 9998".to_owned());
        }
        text.parse::<Timestamp>()
            .map(Self::at)
            .map_err(|why| format!("{why}; or write `system`"))
    }
}

/// The UTC day that `now` belongs to, counted from 1970-01-01.
pub(crate) fn day_of(now: i64) -> i64 {
    now.div_euclid(DAY_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_stands_and_a_word_is_the_machine() {
        let clock: Clock = "2026-11-01T00:00:00.001Z".parse().unwrap();
        assert_eq!(clock.now().millis(), 1_793_491_200_001);
        assert_eq!(clock.now(), clock.now());
        assert!(matches!("system".parse(), Ok(Clock::System(_))));
        assert!("yesterday".parse::<Clock>().unwrap_err().contains("system"));
    }

    #[test]
    fn a_day_begins_at_midnight_utc() {
        assert_eq!(day_of(DAY_MS - 1), 0);
        assert_eq!(day_of(DAY_MS), 1);
        assert_eq!(day_of(-1), -1);
    }
}
