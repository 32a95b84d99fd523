//! Appending to the ledger so that a crash loses no line that was acknowledged.
//!
//! Policy: [`Ledger::append`] hands the operating system one whole line in one
//! write and returns only after `fdatasync`; the directory is synced when the
//! file is made. A crash in between leaves a last line without a line feed,
//! which nobody was told about: [`Ledger::open`] copies it to `ledger.torn`,
//! syncs that, and only then cuts it off. Nothing but such a tail is ever
//! removed. After a failed write or sync the state of the file is not known, so
//! nothing more is appended until it was opened again. One process at a time:
//! the file is locked.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Error, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::fold::{Conflict, Fold};
use super::jsonl::{Fault, ReadError, is_absent, read_whole_lines};
use super::line::Line;

/// The name of the ledger in its directory.
pub const FILE_NAME: &str = "ledger.jsonl";

/// Where torn tails are kept, one a line.
pub const TORN_FILE_NAME: &str = "ledger.torn";

/// A ledger, open for appending.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    file: File,
    records: Fold,
    lines: u64,
    sound: bool,
}

/// What opening found.
#[derive(Debug)]
pub struct Opening {
    /// The ledger.
    pub ledger: Ledger,
    /// A last line that a crash had cut, and that was moved away.
    pub torn: Option<Torn>,
}

/// A torn last line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Torn {
    /// Which line it would have been.
    pub line: u64,
    /// How many bytes of it there were.
    pub bytes: u64,
    /// Where they are now.
    pub moved_to: PathBuf,
}

/// Why a ledger cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A line is at fault.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// The operating system says no.
    #[error("{file}: {what}: {error}")]
    Io {
        /// The file.
        file: String,
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        error: Error,
    },
    /// Another process appends to the same ledger.
    #[error("{0}: another process has it open; stop that one first")]
    Locked(String),
    /// The line contradicts an earlier one; nothing was written.
    #[error("{0}")]
    Conflict(#[from] Conflict),
    /// An earlier write failed, so the end of the file is not known.
    #[error("{0}: an earlier write failed; open the ledger again")]
    Unsound(String),
}

impl Ledger {
    /// Opens the ledger of `directory`, which must exist; makes the file if
    /// there is none, folds what it holds, and moves a torn tail away.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, is locked by another process, or
    /// holds a whole line that is wrong or in conflict: nothing is repaired.
    pub fn open(directory: &Path) -> Result<Opening, StoreError> {
        let path = directory.join(FILE_NAME);
        let failed = |what| failure(&path, what);
        let new = std::fs::metadata(&path).is_err_and(|error| is_absent(&error));
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .map_err(failed("cannot be opened; check --data"))?;
        lock(&file, &path)?;
        if new {
            sync_directory(directory)?;
        }
        let mut records = Fold::default();
        let name = path.display().to_string();
        let read = read_whole_lines(&name, &file, false, |number, text| {
            let line = Line::parse(text)?;
            records.take(number, &line).map_err(Fault::from)
        })?;
        let torn = match read.tail.as_slice() {
            [] => None,
            tail => {
                let moved_to = move_tail(directory, tail)?;
                file.set_len(read.bytes)
                    .and_then(|()| file.sync_all())
                    .map_err(failed("its torn last line cannot be cut off"))?;
                Some(Torn {
                    line: read.lines + 1,
                    bytes: tail.len() as u64,
                    moved_to,
                })
            }
        };
        file.seek(SeekFrom::End(0))
            .map_err(failed("cannot be read to its end"))?;
        let ledger = Self {
            path,
            file,
            records,
            lines: read.lines,
            sound: true,
        };
        Ok(Opening { ledger, torn })
    }

    /// Appends one line and returns when it will outlive a crash.
    ///
    /// # Errors
    ///
    /// The line contradicts an earlier one: nothing is written. Or the write
    /// failed: the line may or may not be there, and nothing can be appended
    /// until the ledger was opened again.
    pub fn append(&mut self, line: &Line) -> Result<(), StoreError> {
        if !self.sound {
            return Err(StoreError::Unsound(self.path.display().to_string()));
        }
        self.records.admits(line)?;
        let mut text = line.to_text();
        text.push('\n');
        self.sound = false;
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(failure(&self.path, "a line cannot be appended"))?;
        self.sound = true;
        self.lines += 1;
        self.records.take(self.lines, line)?;
        Ok(())
    }

    /// What the lines so far say.
    #[must_use]
    pub fn records(&self) -> &Fold {
        &self.records
    }

    /// How many lines there are.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.lines
    }
}

fn lock(file: &File, path: &Path) -> Result<(), StoreError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(path.display().to_string())),
        Err(TryLockError::Error(source)) => Err(failure(path, "cannot be locked")(source)),
    }
}

/// Keeps a torn tail, as a line of its own, before anything is cut off.
fn move_tail(directory: &Path, tail: &[u8]) -> Result<PathBuf, StoreError> {
    let path = directory.join(TORN_FILE_NAME);
    let keep = || {
        let mut options = OpenOptions::new();
        let mut file = options.append(true).create(true).open(&path)?;
        file.write_all(&[tail, b"\n"].concat())?;
        file.sync_all()
    };
    keep().map_err(failure(&path, "the torn last line cannot be kept"))?;
    sync_directory(directory)?;
    Ok(path)
}

/// Makes a new name in `directory` outlive a crash.
pub(super) fn sync_directory(directory: &Path) -> Result<(), StoreError> {
    File::open(directory)
        .and_then(|opened| opened.sync_all())
        .map_err(failure(directory, "cannot be synced"))
}

pub(super) fn failure(path: &Path, what: &'static str) -> impl FnOnce(Error) -> StoreError {
    let file = path.display().to_string();
    move |error| StoreError::Io { file, what, error }
}
