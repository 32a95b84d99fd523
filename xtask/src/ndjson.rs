//! Reads a file of lines in constant memory, and says what is wrong with a
//! line in words that name file, line and remedy.
//!
//! Values are sliced from the line, never parsed into numbers or maps: what
//! the caller wrote must reach the request body character for character.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};

/// Longest line read.
const LONGEST_LINE: u64 = 64 * 1024 * 1024;

/// How many lines are judged at once.
const BATCH: usize = 512;

/// One line with its number, counted from 1.
pub(crate) struct Line {
    /// Its number.
    pub(crate) number: usize,
    /// Its text, or why it is none.
    pub(crate) text: Result<String, &'static str>,
}

/// Calls `each` with batches of the lines of `file`; blank lines are skipped.
pub(crate) fn batches(file: &Path, mut each: impl FnMut(Vec<Line>)) -> Result<()> {
    let name = file.display();
    let opened =
        File::open(file).with_context(|| format!("{name}: cannot be read; check the path"))?;
    let mut reader = BufReader::new(opened);
    let mut batch = Vec::with_capacity(BATCH);
    for number in 1.. {
        let mut bytes = Vec::new();
        let read = reader
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)
            .with_context(|| format!("{name}:{number}: cannot be read"))?;
        if read == 0 {
            break;
        }
        if read as u64 == LONGEST_LINE {
            bail!(
                "{name}:{number}: a line over 64 MiB; split the file into one JSON object a line"
            );
        }
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let text = String::from_utf8(bytes).map_err(|_| "not UTF-8; write the file as UTF-8");
        batch.push(Line { number, text });
        if batch.len() == BATCH {
            each(std::mem::take(&mut batch));
        }
    }
    if !batch.is_empty() {
        each(batch);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_numbers_and_bad_bytes_are_reported() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("x.jsonl");
        std::fs::write(&file, b"a\n\n\xff\nb").unwrap();
        let mut seen = Vec::new();
        batches(&file, |lines| {
            seen.extend(
                lines
                    .into_iter()
                    .map(|line| (line.number, line.text.is_ok())),
            );
        })
        .unwrap();
        assert_eq!(seen, [(1, true), (3, false), (4, true)]);
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = batches(Path::new("no-such-file.jsonl"), |_| ()).unwrap_err();
        assert!(error.to_string().contains("no-such-file.jsonl"));
    }
}
