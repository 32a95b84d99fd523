//! Reads the lines of an audit in constant memory, whatever the input.
//!
//! A batch is bounded by lines and by bytes, one batch is read while another
//! is judged, and a line over [`LONGEST`] is passed over to its end without
//! being kept. Every line keeps its number; blank lines are no lines of the
//! audit, but are numbered too. Must never stop at a line that is wrong.

use std::io::{BufRead, Read};

use super::shard::Shard;

/// The longest line that is judged: sixty-four times the cap of a body.
pub(super) const LONGEST: usize = 16 * 1024 * 1024;

/// How many lines are judged at once, at most.
const BATCH_LINES: usize = 1_024;

/// A batch ends once it holds this many bytes.
const BATCH_BYTES: usize = 4 * 1024 * 1024;

/// One line of the shard.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Its number in the input, counted from 1.
    pub(super) number: u64,
    /// Its text, or why it is none.
    pub(super) text: Result<String, &'static str>,
}

/// Some lines, in order.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// Those of the shard that are not blank.
    pub(super) lines: Vec<Line>,
    /// How many lines of the input were passed, of whatever shard.
    pub(super) passed: u64,
    /// How many bytes of the input were passed.
    pub(super) bytes: u64,
}

/// Reads an input batch by batch.
pub(super) struct Reader<R> {
    input: R,
    shard: Shard,
    number: u64,
}

impl<R: BufRead> Reader<R> {
    /// A reader of the lines that belong to `shard`.
    pub(super) fn new(input: R, shard: Shard) -> Self {
        Self {
            input,
            shard,
            number: 0,
        }
    }

    /// The next batch; none at the end of the input.
    pub(super) fn next(&mut self) -> std::io::Result<Option<Batch>> {
        let mut batch = Batch::default();
        let mut kept = 0;
        while batch.lines.len() < BATCH_LINES && kept < BATCH_BYTES {
            let number = self.number + 1;
            let mine = self.shard.holds(number);
            let mut bytes = Vec::new();
            let read = if mine {
                let limit = LONGEST as u64 + 1;
                self.input
                    .by_ref()
                    .take(limit)
                    .read_until(b'\n', &mut bytes)? as u64
            } else {
                0
            };
            let ended = bytes.last() == Some(&b'\n');
            let rest = if ended { 0 } else { skip(&mut self.input)? };
            if read + rest == 0 {
                break;
            }
            self.number = number;
            batch.passed += 1;
            batch.bytes += read + rest;
            if !mine || bytes.trim_ascii().is_empty() && rest == 0 {
                continue;
            }
            let content = bytes.len() - usize::from(ended);
            kept += content.min(LONGEST);
            let text = if content > LONGEST || rest > 0 {
                Err("longer than 16 MiB; a body has at most 256 KiB, so split the line")
            } else {
                String::from_utf8(bytes)
                    .map_err(|_| "not UTF-8; give other bytes as an escaped string")
            };
            batch.lines.push(Line { number, text });
        }
        Ok((batch.passed > 0).then_some(batch))
    }
}

/// Passes over the rest of a line; how many bytes it had, with its end.
fn skip(input: &mut impl BufRead) -> std::io::Result<u64> {
    let mut passed = 0;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        passed += used as u64;
        if end.is_some() || used == 0 {
            return Ok(passed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8], shard: Shard) -> (Vec<Line>, u64, u64) {
        let mut reader = Reader::new(input, shard);
        let (mut lines, mut passed, mut bytes) = (Vec::new(), 0, 0);
        while let Some(batch) = reader.next().unwrap() {
            lines.extend(batch.lines);
            passed += batch.passed;
            bytes += batch.bytes;
        }
        (lines, passed, bytes)
    }

    #[test]
    fn lines_keep_their_numbers_over_blank_ones_and_other_shards() {
        let input = b"a\n\nb\nc\nd";
        let whole = Shard::whole();
        let (lines, passed, bytes) = read(input, whole);
        let numbers: Vec<u64> = lines.iter().map(|line| line.number).collect();
        assert_eq!((numbers, passed, bytes), (vec![1, 3, 4, 5], 5, 8));

        let (lines, passed, bytes) = read(input, "2/2".parse().unwrap());
        let numbers: Vec<u64> = lines.iter().map(|line| line.number).collect();
        assert_eq!((numbers, passed, bytes), (vec![4], 5, 8));
    }

    #[test]
    fn a_line_over_the_bound_is_malformed_and_the_next_one_is_not() {
        let long = "x".repeat(LONGEST + 2);
        let longest = "y".repeat(LONGEST);
        let input = format!("{long}\n{longest}\nz\n{long}");
        let (lines, passed, bytes) = read(input.as_bytes(), Shard::whole());
        let well: Vec<bool> = lines.iter().map(|line| line.text.is_ok()).collect();
        assert_eq!(well, [false, true, true, false]);
        assert_eq!((passed, bytes), (4, input.len() as u64));
    }

    #[test]
    fn a_line_that_is_not_utf_8_is_malformed() {
        let (lines, ..) = read(b"\xff\nb", Shard::whole());
        assert!(lines[0].text.is_err());
        assert_eq!(lines[1].text.as_deref(), Ok("b"));
    }

    #[test]
    fn a_batch_ends_by_lines_and_by_bytes() {
        let mut reader = Reader::new(&*b"a\n".repeat(BATCH_LINES + 1), Shard::whole()).next();
        assert_eq!(reader.unwrap().unwrap().lines.len(), BATCH_LINES);
        let input = format!("{}\nb", "x".repeat(BATCH_BYTES));
        reader = Reader::new(input.as_bytes(), Shard::whole()).next();
        assert_eq!(reader.unwrap().unwrap().lines.len(), 1);
    }
}
