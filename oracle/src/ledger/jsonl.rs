//! Files of lines: one JSON object a line, `\n` and nothing else ends a line.
//!
//! Reads in constant memory, computes the SHA-256 of what it read, and says of
//! every fault in which file and line it is. U+2028 inside a string, a lone
//! `\r` and the like end no line. A last line without `\n` was torn by a crash
//! while it was written; whether that is an error is the caller's to say
//! ([`Tail`]), that it is never taken for a whole line is decided here.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::fold::Conflict;
use super::text::Invalid;

/// The longest line that is read; a whole one has under 2,000 bytes.
pub const LONGEST_LINE: u64 = 65_536;

/// Why a line cannot be used. Names members of the format, never a value: a
/// ledger holds none of a submission, but a wrong file may.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The line is not UTF-8.
    #[error("not UTF-8; restore the file")]
    Utf8,
    /// The line is not one object, or has white space around it.
    #[error("not one JSON object from the first to the last character of the line")]
    NotAnObject,
    /// The JSON is broken, or a key is unknown, missing, doubled or of another
    /// type.
    #[error("{what} at column {column}")]
    Json {
        /// What is wrong.
        what: String,
        /// Where, in bytes from 1.
        column: usize,
    },
    /// A member contradicts another, or what is fixed.
    #[error("{member}")]
    Member {
        /// What must hold.
        member: &'static str,
    },
    /// The line conflicts with an earlier one.
    #[error("{0}")]
    Conflict(#[from] Conflict),
    /// Two lines of one day, or of one incident.
    #[error("{what}, and line {earlier} already does")]
    Twice {
        /// What the line does.
        what: &'static str,
        /// The line that came first.
        earlier: u64,
    },
    /// The last line does not end.
    #[error(
        "torn: the last line has no line feed, so a crash cut it; `cargo xtask serve` moves it \
         to ledger.torn, or remove it"
    )]
    Torn,
    /// The line has over [`LONGEST_LINE`] bytes.
    #[error("over {LONGEST_LINE} bytes, which no line of this format has")]
    TooLong,
}

impl Fault {
    /// The fault that serde found; its position is within the line.
    pub(super) fn json(error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or_default();
        Self::Json {
            what: what.to_owned(),
            column: error.column(),
        }
    }
}

impl From<Invalid> for Fault {
    fn from(Invalid(member): Invalid) -> Self {
        Self::Member { member }
    }
}

/// A file that cannot be read, with the place.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The operating system says no.
    #[error("{file}: cannot be read: {error}; check the path")]
    Io {
        /// The file.
        file: String,
        /// Why.
        error: std::io::Error,
    },
    /// A line is at fault.
    #[error("{file}:{line}: {fault}")]
    Line {
        /// The file.
        file: String,
        /// Its line, from 1.
        line: u64,
        /// What is wrong.
        fault: Fault,
    },
}

/// What a last line without a line feed is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// An error: money may hang on it.
    Torn,
    /// A line like any other; if it was cut it does not parse.
    Line,
}

/// What was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The file, as errors name it.
    pub name: String,
    /// How many whole lines.
    pub lines: u64,
    /// How many bytes they have, line feeds included.
    pub bytes: u64,
    /// Lower-case hex SHA-256 of them.
    pub sha256: String,
    /// What follows the last line feed, where the caller asked to keep it.
    pub tail: Vec<u8>,
}

/// Calls `each` with every line of `file` and its number, from 1.
///
/// # Errors
///
/// The first fault, of the file or of `each`.
pub fn read_file(
    file: &Path,
    tail: Tail,
    each: impl FnMut(u64, &str) -> Result<(), Fault>,
) -> Result<Summary, ReadError> {
    let name = file.display().to_string();
    let opened = File::open(file).map_err(|error| ReadError::Io {
        file: name.clone(),
        error,
    })?;
    read(&name, opened, tail, each)
}

/// As [`read_file`], from anything that can be read; `name` is for errors.
///
/// # Errors
///
/// As [`read_file`].
pub fn read(
    name: &str,
    from: impl Read,
    tail: Tail,
    each: impl FnMut(u64, &str) -> Result<(), Fault>,
) -> Result<Summary, ReadError> {
    let mut summary = read_whole_lines(name, from, tail == Tail::Line, each)?;
    if summary.tail.is_empty() {
        return Ok(summary);
    }
    summary.lines += 1;
    Err(ReadError::Line {
        file: name.to_owned(),
        line: summary.lines,
        fault: Fault::Torn,
    })
}

/// Reads every line that ends, and keeps a torn one in [`Summary::tail`];
/// with `unended`, a last line that does not end is a line too.
pub(super) fn read_whole_lines(
    name: &str,
    from: impl Read,
    unended: bool,
    mut each: impl FnMut(u64, &str) -> Result<(), Fault>,
) -> Result<Summary, ReadError> {
    let mut reader = BufReader::with_capacity(1 << 20, from);
    let (mut digest, mut lines, mut read) = (Sha256::new(), 0, 0);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let mut limited = reader.by_ref().take(LONGEST_LINE + 1);
        limited
            .read_until(b'\n', &mut bytes)
            .map_err(|error| ReadError::Io {
                file: name.to_owned(),
                error,
            })?;
        let ended = bytes.last() == Some(&b'\n');
        if bytes.is_empty() || !(ended || unended || bytes.len() as u64 > LONGEST_LINE) {
            break;
        }
        let at = |fault| ReadError::Line {
            file: name.to_owned(),
            line: lines + 1,
            fault,
        };
        if bytes.len() as u64 > LONGEST_LINE {
            return Err(at(Fault::TooLong));
        }
        let line = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let text = std::str::from_utf8(line).map_err(|_| at(Fault::Utf8))?;
        each(lines + 1, text).map_err(at)?;
        digest.update(&bytes);
        read += bytes.len() as u64;
        lines += 1;
    }
    Ok(Summary {
        name: name.to_owned(),
        lines,
        bytes: read,
        sha256: hex(&digest.finalize()),
        tail: bytes,
    })
}

/// Whether there is no such file; an error that is not about absence is kept.
pub(super) fn is_absent(error: &std::io::Error) -> bool {
    error.kind() == ErrorKind::NotFound
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
