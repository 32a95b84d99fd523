//! Times and days of the ledger, UTC throughout.
//!
//! Decides that there is one spelling of a time, `YYYY-MM-DDTHH:MM:SS.mmmZ`,
//! and one of a day, its first ten characters. Texts of the years 1970 to 9997
//! are read, so that whatever ends after the last of them still has a spelling.
//! No leap seconds: a day has 86,400,000 ms.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use super::text::{Invalid, as_text};

/// A day in milliseconds.
pub const DAY_MS: i64 = 86_400_000;

/// Days before 9999-01-01, counted from 1970-01-01.
const DAYS: i64 = 2_932_532;

/// The last year of a text.
const LAST_YEAR: i64 = 9_997;

/// A point in time, in milliseconds since 1970-01-01T00:00:00.000Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

/// A day, counted from 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i32);

impl Timestamp {
    /// The time `millis` after 1970-01-01, if the year is one of 1970 to 9998.
    #[must_use]
    pub fn from_millis(millis: i64) -> Option<Self> {
        (0..DAYS * DAY_MS).contains(&millis).then_some(Self(millis))
    }

    /// What a system clock shows, if the year is one of 1970 to 9998.
    #[must_use]
    pub fn of(clock: SystemTime) -> Option<Self> {
        let since = clock.duration_since(UNIX_EPOCH).ok()?;
        Self::from_millis(i64::try_from(since.as_millis()).ok()?)
    }

    /// Milliseconds since 1970-01-01.
    #[must_use]
    pub fn millis(self) -> i64 {
        self.0
    }

    /// The day that the time belongs to.
    #[must_use]
    pub fn day(self) -> Day {
        // At most `DAYS`, which fits.
        Day((self.0 / DAY_MS) as i32)
    }
}

impl Day {
    /// The day `number` days after 1970-01-01, if its year is one of 1970 to
    /// 9998.
    #[must_use]
    pub fn from_number(number: i64) -> Option<Self> {
        let known = (0..DAYS).contains(&number);
        known.then_some(Self(number as i32))
    }

    /// Days since 1970-01-01.
    #[must_use]
    pub fn number(self) -> i64 {
        i64::from(self.0)
    }

    /// The first millisecond of the day.
    #[must_use]
    pub fn start(self) -> i64 {
        self.number() * DAY_MS
    }

    /// The end of the day, which is the first millisecond of the next.
    #[must_use]
    pub fn end(self) -> i64 {
        self.start() + DAY_MS
    }

    /// Year, month and day of the month (Gregorian).
    fn civil(self) -> (i64, i64, i64) {
        // Years start in March here, so that the leap day is their last one.
        let shifted = self.number() + 719_468;
        let (era, of_era) = (shifted / 146_097, shifted % 146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 {
            (month + 3, 0)
        } else {
            (month - 9, 1)
        };
        (era * 400 + year + next, month, day)
    }

    /// The day of a date of the calendar.
    fn of_civil(year: i64, month: i64, day: i64) -> Option<Self> {
        if !(1970..=LAST_YEAR).contains(&year) || !(1..=12).contains(&month) || day < 1 {
            return None;
        }
        let shifted = if month > 2 { year } else { year - 1 };
        let (era, of_era) = (shifted / 400, shifted % 400);
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let number = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
        // A day that the month does not have lands in another month.
        Self::from_number(number).filter(|found| found.civil() == (year, month, day))
    }
}

/// The number that ASCII digits spell.
fn digits(bytes: &[u8]) -> Option<i64> {
    bytes.iter().try_fold(0, |number, byte| {
        byte.is_ascii_digit()
            .then(|| number * 10 + i64::from(byte - b'0'))
    })
}

impl FromStr for Day {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let read = || match text.as_bytes() {
            date if date.len() == 10 => {
                let (year, rest) = date.split_at(4);
                let [b'-', month @ .., b'-', _, _] = rest else {
                    return None;
                };
                Self::of_civil(digits(year)?, digits(month)?, digits(&date[8..])?)
            }
            _ => None,
        };
        read().ok_or(Invalid("a day YYYY-MM-DD of the years 1970 to 9997"))
    }
}

impl FromStr for Timestamp {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let read = || {
            let (date, clock) = text.split_at_checked(10)?;
            let [
                b'T',
                h1,
                h0,
                b':',
                m1,
                m0,
                b':',
                s1,
                s0,
                b'.',
                f2,
                f1,
                f0,
                b'Z',
            ] = *clock.as_bytes()
            else {
                return None;
            };
            let day: Day = date.parse().ok()?;
            let (hours, minutes) = (digits(&[h1, h0])?, digits(&[m1, m0])?);
            let (seconds, millis) = (digits(&[s1, s0])?, digits(&[f2, f1, f0])?);
            if hours > 23 || minutes > 59 || seconds > 59 {
                return None;
            }
            let of_day = ((hours * 60 + minutes) * 60 + seconds) * 1_000 + millis;
            Some(Self(day.start() + of_day))
        };
        read().ok_or(Invalid(
            "a time YYYY-MM-DDTHH:MM:SS.mmmZ of the years 1970 to 9997",
        ))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(out, "{year:04}-{month:02}-{day:02}")
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_day = self.0 % DAY_MS;
        let (seconds, millis) = (of_day / 1_000, of_day % 1_000);
        let (minutes, seconds) = (seconds / 60, seconds % 60);
        let (hours, minutes) = (minutes / 60, minutes % 60);
        let day = self.day();
        write!(
            out,
            "{day}T{hours:02}:{minutes:02}:{seconds:02}.{millis:03}Z"
        )
    }
}

as_text!(Day, Timestamp);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_is_spelled_and_read_back_in_order() {
        let mut last = String::new();
        for number in 0..DAYS {
            let day = Day::from_number(number).unwrap();
            let text = day.to_string();
            assert_eq!(text.parse().ok(), (number < DAYS - 365).then_some(day));
            assert!(text > last, "{last} {text}");
            last = text;
        }
        assert_eq!(last, "9998-12-31");
        assert_eq!(Day::from_number(DAYS), None);
    }

    #[test]
    fn known_times_have_known_spellings() {
        for (text, millis) in [
            ("1970-01-01T00:00:00.000Z", 0),
            ("2000-02-29T12:34:56.789Z", 951_827_696_789),
            ("2026-11-01T00:00:00.000Z", 1_793_491_200_000),
        ] {
            let time: Timestamp = text.parse().unwrap();
            assert_eq!(time.millis(), millis);
            assert_eq!(time.to_string(), text);
        }
    }

    #[test]
    fn other_spellings_and_days_that_no_month_has_are_refused() {
        for text in [
            "2026-11-01T00:00:00Z",
            "2026-11-01T00:00:00.000",
            "2026-11-01 00:00:00.000Z",
            "2026-11-01T24:00:00.000Z",
            "2026-11-01T00:60:00.000Z",
            "2026-11-01T00:00:60.000Z",
            "2026-11-01T00:00:00.000z",
            "2026-11-01T00:00:00.000+00:00",
            "+026-11-01T00:00:00.000Z",
            "1969-12-31T23:59:59.999Z",
            "9998-01-01T00:00:00.000Z",
            "",
            "2026-11-0é1T00:00:00.000Z",
        ] {
            assert!(text.parse::<Timestamp>().is_err(), "{text}");
        }
        for text in [
            "2026-02-29",
            "2026-13-01",
            "2026-00-01",
            "2026-04-31",
            "2026-4-31",
            "2026/04/30",
        ] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
        assert!("2100-02-29".parse::<Day>().is_err());
        assert!("2400-02-29".parse::<Day>().is_ok());
    }
}
