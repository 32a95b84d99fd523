//! Free use: `{"day","free","house_free"}`, one line a day.
//!
//! The ledger cannot hold it, since a free call is no payment; the counters of
//! the server write it. Decides that a day stands in one line only.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::jsonl::{self, Fault, ReadError, Summary, Tail};
use super::line::{json, whole};
use super::store::{StoreError, failure, sync_directory};
use super::time::Day;

/// The name of the file in the data directory of a server.
pub const FILE_NAME: &str = "free.jsonl";

/// The accepted free pre-checks of one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeDay {
    /// The day.
    pub day: Day,
    /// Those of everybody but the house.
    pub free: u32,
    /// Those of the house; not contained in `free`.
    pub house_free: u32,
}

impl FreeDay {
    /// Reads one line, without its line feed.
    ///
    /// # Errors
    ///
    /// Anything but one object with exactly the three keys.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        whole(text)
    }

    /// The bytes of the line, without a line feed.
    #[must_use]
    pub fn to_text(&self) -> String {
        json(self)
    }
}

/// The days of a file in order, each with the line that counts it.
pub type FreeDays = BTreeMap<Day, (FreeDay, u64)>;

/// Reads `file`.
///
/// # Errors
///
/// The first line that is wrong, or repeats a day, with file and line.
pub fn read(file: &Path) -> Result<(FreeDays, Summary), ReadError> {
    let mut days = FreeDays::new();
    let summary = jsonl::read_file(file, Tail::Line, |number, text| {
        take(&mut days, number, text)
    })?;
    Ok((days, summary))
}

fn take(days: &mut FreeDays, number: u64, text: &str) -> Result<(), Fault> {
    let day = FreeDay::parse(text)?;
    match days.insert(day.day, (day, number)) {
        None => Ok(()),
        Some((_, earlier)) => Err(Fault::Twice {
            what: "free_conflict: the line counts a day",
            earlier,
        }),
    }
}

/// Writes all days into `directory`, whole or not at all: under another name,
/// synced, then renamed.
///
/// # Errors
///
/// The operating system says no; the old file is still there then.
pub fn write<'a>(
    directory: &Path,
    days: impl IntoIterator<Item = &'a FreeDay>,
) -> Result<(), StoreError> {
    let text: String = days.into_iter().map(|day| day.to_text() + "\n").collect();
    let (path, partial) = (
        directory.join(FILE_NAME),
        directory.join(format!("{FILE_NAME}.partial")),
    );
    let put = || {
        let mut file = File::create(&partial)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&partial, &path)
    };
    put().map_err(failure(&path, "cannot be written"))?;
    sync_directory(directory)
}
