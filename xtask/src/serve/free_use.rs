//! Free use on the disk: allowances that a restart does not renew, and
//! `free.jsonl` for the tripwires.
//!
//! `allowance.jsonl` gets a line for every accepted pre-check: a digest of the
//! caller, never the wallet or the address. It outlives the process, not a loss
//! of power, which would cost the operator a few free calls. `free.jsonl` has
//! one line a day, of a fixed width, so that a count is changed where it
//! stands and the file is always exact.

use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use argument_check_oracle::ledger::free::{self, FreeDay};
use argument_check_oracle::ledger::{Day, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::allowance::{Allowances, Caller, Grant, INTERVAL, Used};
use super::append::{Appender, replace};

/// The file of accepted pre-checks.
const JOURNAL: &str = "allowance.jsonl";
/// Bytes of a line of `free.jsonl`, line feed included.
const WIDTH: usize = 67;

/// The free tier with its files.
#[derive(Debug)]
pub(crate) struct FreeUse {
    allowances: Allowances,
    journal: Appender,
    counts: File,
    /// The days of the file, in the order of its lines.
    days: Vec<FreeDay>,
    salt: [u8; 32],
}

/// One accepted pre-check.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    caller: String,
    day: Day,
    house: bool,
    last: Timestamp,
    used: u32,
}

/// What the journal says of one caller on one day.
type Kept = BTreeMap<(Day, Caller), Unit>;

/// Counts by day.
type Days = BTreeMap<Day, FreeDay>;

impl FreeUse {
    /// Reads both files of `directory` and leaves them shorter; `salt` makes
    /// the digests of this service its own.
    pub(crate) fn open(directory: &Path, salt: [u8; 32]) -> Result<Self> {
        let journal = directory.join(JOURNAL);
        let opened = Appender::open(&journal).context("the allowances cannot be opened")?;
        let kept = kept(&opened.text).with_context(|| journal.display().to_string())?;
        let file = directory.join(free::FILE_NAME);
        let mut days = Days::new();
        if file.exists() {
            let read = free::read(&file)?.0.into_values();
            days.extend(read.map(|(day, _)| (day.day, day)));
        }
        for (day, counted) in count(&kept) {
            let known = days.entry(day).or_insert(counted);
            // The journal may hold less of an old day, never of a new one.
            known.free = known.free.max(counted.free);
            known.house_free = known.house_free.max(counted.house_free);
        }
        let days: Vec<FreeDay> = days.into_values().collect();
        let text: String = days.iter().map(line).collect();
        replace(&file, &text).context("the free use cannot be written")?;
        let recent = recent(kept);
        let lines: String = recent
            .values()
            .filter_map(|unit| serde_json::to_string(unit).ok())
            .map(|line| line + "\n")
            .collect();
        replace(&journal, &lines).context("the allowances cannot be written")?;
        let callers = recent
            .iter()
            .map(|((_, caller), unit)| (*caller, used(unit)));
        Ok(Self {
            allowances: Allowances::restored(callers.collect()),
            journal: Appender::open(&journal)?.appender,
            counts: OpenOptions::new().write(true).open(&file)?,
            days,
            salt,
        })
    }

    /// Takes one unit of `caller`, and counts it where it belongs.
    pub(crate) fn take(&mut self, caller: &[u8], house: bool, now: Timestamp) -> Result<Grant> {
        let caller = self.digest(caller);
        let grant = self.allowances.take(caller, now.millis());
        if let Grant::Accepted(used) = grant {
            let day = Day::from_number(used.day).context("a day before 1970 or after 9998")?;
            let unit = Unit {
                caller: hex(caller),
                day,
                house,
                last: now,
                used: used.used,
            };
            self.journal.note(&serde_json::to_string(&unit)?)?;
            self.count(day, house)?;
        }
        Ok(grant)
    }

    /// Every day with its counts.
    pub(crate) fn days(&self) -> &[FreeDay] {
        &self.days
    }

    fn digest(&self, caller: &[u8]) -> Caller {
        let mut digest = Sha256::new();
        digest.update(self.salt);
        digest.update(caller);
        let mut short = [0; 16];
        short.copy_from_slice(&digest.finalize()[..16]);
        short
    }

    fn count(&mut self, day: Day, house: bool) -> Result<()> {
        let found = self.days.iter().rposition(|known| known.day == day);
        let place = found.unwrap_or_else(|| {
            self.days.push(nothing(day));
            self.days.len() - 1
        });
        let Some(counted) = self.days.get_mut(place) else {
            return Ok(());
        };
        if house {
            counted.house_free += 1;
        } else {
            counted.free += 1;
        }
        self.counts.seek(SeekFrom::Start((place * WIDTH) as u64))?;
        self.counts.write_all(line(counted).as_bytes())?;
        Ok(())
    }
}

fn nothing(day: Day) -> FreeDay {
    FreeDay {
        day,
        free: 0,
        house_free: 0,
    }
}

/// A day as a line of [`WIDTH`] bytes.
fn line(day: &FreeDay) -> String {
    format!(
        "{{\"day\":\"{}\",\"free\":{:>12},\"house_free\":{:>12}}}\n",
        day.day, day.free, day.house_free
    )
}

/// The last unit of every caller and day.
fn kept(text: &str) -> Result<Kept> {
    let mut kept = Kept::new();
    for (number, line) in text.lines().enumerate() {
        let at = || format!("line {}: remove it, or restore the file", number + 1);
        let unit: Unit = serde_json::from_str(line).with_context(at)?;
        let caller = u128::from_str_radix(&unit.caller, 16).with_context(at)?;
        ensure!(unit.caller.len() == 32, at());
        kept.insert((unit.day, caller.to_be_bytes()), unit);
    }
    Ok(kept)
}

/// The counts of the days of a journal.
fn count(kept: &Kept) -> Days {
    let mut days = Days::new();
    for ((day, _), unit) in kept {
        let counted = days.entry(*day).or_insert(nothing(*day));
        if unit.house {
            counted.house_free += unit.used;
        } else {
            counted.free += unit.used;
        }
    }
    days
}

/// What still matters: the last day, and whoever may still be too soon.
fn recent(kept: Kept) -> Kept {
    let last_day = kept.keys().map(|(day, _)| *day).max();
    let last = kept.values().map(|unit| unit.last.millis()).max();
    let mut latest: HashMap<Caller, Unit> = HashMap::new();
    for ((_, caller), unit) in kept {
        // In the order of days, so a later day replaces an earlier one.
        let late = Some(unit.day) == last_day;
        if late || last.is_some_and(|last| last - unit.last.millis() < INTERVAL) {
            latest.insert(caller, unit);
        }
    }
    latest
        .into_iter()
        .map(|(caller, unit)| ((unit.day, caller), unit))
        .collect()
}

fn used(unit: &Unit) -> Used {
    Used {
        day: unit.day.number(),
        used: unit.used,
        last: unit.last.millis(),
    }
}

fn hex(caller: Caller) -> String {
    format!("{:032x}", u128::from_be_bytes(caller))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(1_793_491_200_000 + millis).unwrap()
    }

    fn accepted(grant: Grant) -> bool {
        matches!(grant, Grant::Accepted(_))
    }

    #[test]
    fn a_restart_renews_no_allowance_and_loses_no_count() {
        let directory = tempfile::tempdir().unwrap();
        let open = || FreeUse::open(directory.path(), [7; 32]).unwrap();
        let mut free = open();
        for step in 0..100 {
            assert!(accepted(free.take(b"a", false, at(step * 5_000)).unwrap()));
        }
        assert!(accepted(free.take(b"house", true, at(0)).unwrap()));
        drop(free);
        let mut free = open();
        let refused = free.take(b"a", false, at(600_000)).unwrap();
        assert!(matches!(refused, Grant::Exhausted(_)));
        assert!(accepted(free.take(b"b", false, at(86_399_999)).unwrap()));
        drop(free);
        let mut free = open();
        assert_eq!(
            free.take(b"b", false, at(86_400_000)).unwrap(),
            Grant::TooSoon(4_999)
        );
        assert!(accepted(free.take(b"a", false, at(86_400_000)).unwrap()));
        let file = directory.path().join(free::FILE_NAME);
        let (days, _) = free::read(&file).unwrap();
        let counts: Vec<_> = days
            .values()
            .map(|(day, _)| (day.free, day.house_free))
            .collect();
        assert_eq!(counts, [(101, 1), (1, 0)]);
        drop(free);
        assert_eq!(open().days().len(), 2);
    }

    #[test]
    fn the_files_name_no_caller() {
        let directory = tempfile::tempdir().unwrap();
        let mut free = FreeUse::open(directory.path(), [7; 32]).unwrap();
        assert!(accepted(
            free.take(b"4zMMC9srt5Ri5X14", false, at(0)).unwrap()
        ));
        for file in [JOURNAL, free::FILE_NAME] {
            let text = std::fs::read_to_string(directory.path().join(file)).unwrap();
            assert!(text.ends_with("}\n") && !text.contains("4zMMC9"), "{text}");
        }
    }

    #[test]
    fn a_line_has_its_width_whatever_it_counts() {
        for counted in [0, 7, u32::MAX] {
            let day = FreeDay {
                day: at(0).day(),
                free: counted,
                house_free: counted,
            };
            assert_eq!(line(&day).len(), WIDTH);
            assert_eq!(FreeDay::parse(line(&day).trim_end()).unwrap(), day);
        }
    }
}
