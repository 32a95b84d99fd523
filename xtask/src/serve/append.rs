//! A file of lines that only grows: decides when a line counts as written.
//!
//! A line is handed to the system in one call, so that a killed process leaves
//! whole lines and at most one torn one at the end. [`Appender::append`] comes
//! back after the line is on the disk; several callers share one flush, since a
//! flush is what costs. A torn last line is cut off when the file is opened,
//! and said: it was never acknowledged to anybody.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The file.
#[derive(Debug)]
pub(crate) struct Appender {
    file: File,
    written: Mutex<u64>,
    flushed: Mutex<u64>,
}

/// A file as it was found.
pub(crate) struct Opened {
    /// To go on with.
    pub(crate) appender: Appender,
    /// Its whole lines.
    pub(crate) text: String,
    /// Whether a torn line was cut off.
    pub(crate) torn: bool,
}

impl Appender {
    /// Opens, or makes, the file.
    pub(crate) fn open(path: &Path) -> io::Result<Opened> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        let torn = whole < text.len();
        if torn {
            text.truncate(whole);
            file.set_len(whole as u64)?;
        }
        file.seek(SeekFrom::End(0))?;
        let appender = Self {
            file,
            written: Mutex::new(0),
            flushed: Mutex::new(0),
        };
        Ok(Opened {
            appender,
            text,
            torn,
        })
    }

    /// Writes one line, and waits until it is on the disk.
    pub(crate) fn append(&self, line: &str) -> io::Result<()> {
        let mine = self.write(line)?;
        let mut flushed = lock(&self.flushed);
        if *flushed >= mine {
            return Ok(());
        }
        // Everything written before the flush begins is covered by it.
        let covered = *lock(&self.written);
        self.file.sync_data()?;
        *flushed = covered;
        Ok(())
    }

    /// Writes one line and does not wait: it outlives this process, but not a
    /// loss of power.
    pub(crate) fn note(&self, line: &str) -> io::Result<()> {
        self.write(line).map(|_| ())
    }

    fn write(&self, line: &str) -> io::Result<u64> {
        let mut written = lock(&self.written);
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        (&self.file).write_all(&bytes)?;
        *written += 1;
        Ok(*written)
    }
}

/// Replaces a file by `text`, in one step that a crash cannot halve.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let partial = path.with_extension("partial");
    let mut file = File::create(&partial)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&partial, path)?;
    match path.parent() {
        Some(directory) => File::open(directory)?.sync_all(),
        None => Ok(()),
    }
}

/// A lock whose data stays right whatever panicked while it was held.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_many_threads_are_all_there_and_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("lines");
        let appender = Appender::open(&path).unwrap().appender;
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let appender = &appender;
                scope.spawn(move || {
                    for line in 0..10 {
                        appender.append(&format!("{thread} {line}")).unwrap();
                    }
                });
            }
        });
        let opened = Appender::open(&path).unwrap();
        let mut lines: Vec<&str> = opened.text.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!((lines.len(), opened.torn), (80, false));
    }

    #[test]
    fn a_torn_last_line_is_cut_off_and_said() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("lines");
        std::fs::write(&path, "one\ntwo\nthr").unwrap();
        let opened = Appender::open(&path).unwrap();
        assert_eq!((opened.text.as_str(), opened.torn), ("one\ntwo\n", true));
        opened.appender.note("three").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\n");
    }
}
