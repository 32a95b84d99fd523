//! The free tier: decides whether a caller may pre-check now (100 a day, at
//! least 5 s apart, 402 when used up).
//!
//! A refused attempt moves nothing. Exhaustion is told before impatience, since
//! waiting five seconds does not cure it. A clock that goes back counts as no
//! time elapsed, and never opens a day again. The caller is not authenticated:
//! the allowance rests on honour.

use std::collections::HashMap;

use argument_check_oracle::ledger::DAY_MS;

use super::clock::day_of;

/// Pre-checks a day.
pub(crate) const PER_DAY: u32 = 100;
/// Milliseconds between two accepted pre-checks.
pub(crate) const INTERVAL: i64 = 5_000;
/// Callers remembered at once; beyond, a new one has to wait.
const CALLERS: usize = 1_000_000;

/// Who asks, as a digest: neither wallet nor address is kept.
pub(crate) type Caller = [u8; 16];

/// What one caller has used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Used {
    /// The UTC day that `used` belongs to.
    pub(crate) day: i64,
    /// Units accepted on that day.
    pub(crate) used: u32,
    /// When the last one was accepted.
    pub(crate) last: i64,
}

/// What the free tier says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grant {
    /// Go on; what the caller has used now.
    Accepted(Used),
    /// Nothing is left until the next midnight, so many milliseconds away.
    Exhausted(i64),
    /// Too soon by so many milliseconds.
    TooSoon(i64),
}

/// Every caller's use.
#[derive(Debug, Default)]
pub(crate) struct Allowances {
    callers: HashMap<Caller, Used>,
    /// Callers not used since this day may have been forgotten.
    forgotten: i64,
}

impl Allowances {
    /// What was used before a restart.
    pub(crate) fn restored(callers: HashMap<Caller, Used>) -> Self {
        // Yesterday's callers were left out, so a clock that goes back must
        // not find their day open.
        let forgotten = callers.values().map(|used| used.day).max();
        Self {
            callers,
            forgotten: forgotten.unwrap_or(i64::MIN),
        }
    }

    /// Takes one unit at `now`, or says why not.
    pub(crate) fn take(&mut self, caller: Caller, now: i64) -> Grant {
        let today = day_of(now);
        let midnight = (today + 1) * DAY_MS - now;
        let mut used = match self.callers.get(&caller) {
            Some(used) => *used,
            None => match self.admit(today, now) {
                Ok(used) => used,
                Err(wait) => return Grant::TooSoon(wait),
            },
        };
        if today > used.day {
            used.day = today;
            used.used = 0;
        }
        if used.used >= PER_DAY {
            return Grant::Exhausted(midnight);
        }
        let elapsed = now.saturating_sub(used.last).max(0);
        if elapsed < INTERVAL {
            return Grant::TooSoon(INTERVAL - elapsed);
        }
        used.used += 1;
        used.last = now;
        self.callers.insert(caller, used);
        Grant::Accepted(used)
    }

    /// A caller that is not known, or how long it has to wait to become so.
    fn admit(&mut self, today: i64, now: i64) -> Result<Used, i64> {
        if today < self.forgotten {
            return Err(self.forgotten * DAY_MS - now);
        }
        if self.callers.len() >= CALLERS {
            self.forget(today, now);
        }
        if self.callers.len() >= CALLERS {
            return Err(INTERVAL);
        }
        Ok(Used {
            day: today,
            used: 0,
            last: i64::MIN,
        })
    }

    /// Forgets callers whose day and interval are over.
    fn forget(&mut self, today: i64, now: i64) {
        self.callers
            .retain(|_, used| used.day >= today || now.saturating_sub(used.last) < INTERVAL);
        self.forgotten = self.forgotten.max(today);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    const A: Caller = [1; 16];
    const B: Caller = [2; 16];

    fn accepted(grant: Grant) -> Option<u32> {
        match grant {
            Grant::Accepted(used) => Some(PER_DAY - used.used),
            _ => None,
        }
    }

    #[test]
    fn the_sequence_of_the_specification_has_these_answers() {
        let mut free = Allowances::default();
        assert_eq!(accepted(free.take(A, 0)), Some(99));
        assert_eq!(free.take(A, 4_999), Grant::TooSoon(1));
        assert_eq!(accepted(free.take(A, 5_000)), Some(98));
        assert_eq!(free.take(A, 5_001), Grant::TooSoon(4_999));
        for (step, left) in (2..100).zip((0..98).rev()) {
            assert_eq!(accepted(free.take(A, step * 5_000)), Some(left));
        }
        assert_eq!(free.take(A, 500_000), Grant::Exhausted(DAY_MS - 500_000));
        assert_eq!(accepted(free.take(B, 500_000)), Some(99));
        assert_eq!(free.take(A, DAY_MS - 1), Grant::Exhausted(1));
        assert_eq!(accepted(free.take(A, DAY_MS)), Some(99));
    }

    #[test]
    fn midnight_does_not_shorten_the_interval() {
        let mut free = Allowances::default();
        assert_eq!(accepted(free.take(A, DAY_MS - 1)), Some(99));
        assert_eq!(free.take(A, DAY_MS), Grant::TooSoon(4_999));
    }

    #[test]
    fn a_clock_that_goes_back_elapses_nothing_and_opens_no_day() {
        let mut free = Allowances::default();
        for step in 0..100 {
            assert!(accepted(free.take(A, DAY_MS + step * INTERVAL)).is_some());
        }
        assert!(matches!(free.take(A, DAY_MS - 1), Grant::Exhausted(_)));
        assert!(accepted(free.take(B, DAY_MS)).is_some());
        assert_eq!(free.take(B, 0), Grant::TooSoon(INTERVAL));
        let mut again = Allowances::restored(free.callers.clone());
        assert!(matches!(again.take([3; 16], 0), Grant::TooSoon(_)));
    }

    #[test]
    fn callers_of_earlier_days_are_forgotten_when_room_is_needed() {
        let mut free = Allowances::default();
        for caller in 0..CALLERS as u128 {
            free.callers.insert(
                caller.to_be_bytes(),
                Used {
                    day: 0,
                    used: 1,
                    last: 0,
                },
            );
        }
        let new = [0xff; 16];
        assert_eq!(free.take(new, 10), Grant::TooSoon(INTERVAL));
        assert_eq!(accepted(free.take(new, DAY_MS)), Some(99));
        assert_eq!(free.callers.len(), 1);
        assert!(matches!(free.take(A, DAY_MS - 10), Grant::TooSoon(10)));
    }

    /// S-6, against the model of the specification written down once more.
    #[test]
    fn sixty_four_threads_and_a_stepped_clock_never_exceed_the_allowance() {
        let free = Mutex::new(Allowances::default());
        let times: Mutex<Vec<i64>> = Mutex::default();
        std::thread::scope(|scope| {
            for thread in 0..64_i64 {
                let (free, times) = (&free, &times);
                scope.spawn(move || {
                    for step in 0..400 {
                        let now = step * 1_777 + thread * 29 + (step % 5) * 20_000_000;
                        let mut free = free.lock().unwrap();
                        if accepted(free.take(A, now)).is_some() {
                            times.lock().unwrap().push(now);
                        }
                    }
                });
            }
        });
        let times = times.into_inner().unwrap();
        assert!(times.len() > 10);
        for pair in times.windows(2) {
            assert!(pair[1] - pair[0] >= INTERVAL);
        }
        for day in 0..3 {
            assert!(times.iter().filter(|time| day_of(**time) == day).count() <= 100);
        }
    }

    #[test]
    fn the_free_tier_is_the_twelve_line_model() {
        let mut model: HashMap<Caller, (i64, u32, Option<i64>)> = HashMap::new();
        let mut free = Allowances::default();
        let mut state = 1_u64;
        for step in 0..200_000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let caller = [(state >> 60) as u8; 16];
            // A clock that runs, and goes back by up to 40 s.
            let now = 40_000 + step * 900 + i64::try_from(state >> 33).unwrap() % 40_000;
            let (day, used, last) = model.entry(caller).or_insert((now / DAY_MS, 0, None));
            if now / DAY_MS > *day {
                (*day, *used) = (now / DAY_MS, 0);
            }
            let elapsed = last.map_or(INTERVAL, |last| (now - last).max(0));
            let expected = if *used >= 100 {
                402
            } else if elapsed < INTERVAL {
                429
            } else {
                (*used, *last) = (*used + 1, Some(now));
                200
            };
            let got = match free.take(caller, now) {
                Grant::Accepted(_) => 200,
                Grant::Exhausted(_) => 402,
                Grant::TooSoon(_) => 429,
            };
            assert_eq!(got, expected);
        }
    }
}
