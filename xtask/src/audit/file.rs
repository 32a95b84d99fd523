//! The audit report as a file: written row by row, read back row by row.
//!
//! One JSON object, laid out so that no reader or writer holds more than one
//! row: a header line, a line a row, then counts, run and footer. The footer is
//! written last and the file is renamed into its place after that, so a cut
//! file is never taken for a whole one. Everything except `run` is a function
//! of the input lines and of the judges: it is what two reports share that
//! found the same.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Lines, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::counts::Counts;
use super::row::Row;
use super::shard::Shard;
use crate::exit::{Coded, Exit};
use crate::report::place::{partial, remove, unserializable, unwritten};
use crate::report::run::Footer;
use crate::report::{Named, Pin};

/// The name and version of the format.
pub(crate) const FORMAT: &str = "argument-check-audit/v1";

/// What names another place for a report: of `audit`, or of `merge`.
const FLAG: &str = "--reports or --out";

/// What was audited, by what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    /// The criteria judged by.
    pub(crate) criteria: Named,
    /// The corpus that the judges were built beside.
    pub(crate) corpus: Pin,
    /// The judges' own implementations, pinned.
    pub(crate) oracles: Vec<Named>,
    /// Which lines.
    pub(crate) shard: Shard,
    /// Whether `--with-payloads` was given.
    pub(crate) payloads: bool,
}

impl Header {
    /// What differs between the headers of two shards of one audit.
    pub(crate) fn differs(&self, other: &Self) -> Option<&'static str> {
        let parts = [
            (self.criteria == other.criteria, "criteria"),
            (self.corpus == other.corpus, "corpus pins"),
            (self.oracles == other.oracles, "judges"),
            (self.payloads == other.payloads, "--with-payloads"),
        ];
        parts
            .iter()
            .find(|(equal, _)| !equal)
            .map(|(_, part)| *part)
    }
}

/// How large the input is, all shards together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Input {
    /// Its lines, blank ones too.
    pub(crate) lines: u64,
    /// Its bytes.
    pub(crate) bytes: u64,
}

/// What differs between two runs that found the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunData {
    /// Where the lines came from.
    pub(crate) source: String,
    /// Wall time; of joined reports the sum.
    pub(crate) milliseconds: u64,
}

/// What stands around the rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Summary {
    /// The header.
    pub(crate) header: Header,
    /// The input.
    pub(crate) input: Input,
    /// The counts.
    pub(crate) counts: Counts,
    /// The run.
    pub(crate) run: RunData,
}

impl Summary {
    /// The exit code with its reasons.
    pub(crate) fn footer(&self) -> Footer {
        let reasons = self.counts.reasons(self.input.lines);
        Footer::new(self.counts.rows(), reasons)
    }

    /// How the audit ended.
    pub(crate) fn exit(&self) -> Exit {
        self.counts.reasons(self.input.lines).worst()
    }
}

/// Writes a report under another name until it is whole.
pub(crate) struct Writer {
    out: BufWriter<File>,
    partial: PathBuf,
    file: PathBuf,
    rows: u64,
}

impl Writer {
    /// Begins the report `file`; an older one is removed first.
    pub(crate) fn create(file: &Path, header: &Header) -> Result<Self> {
        remove(file).map_err(|error| unwritten(file, &error, FLAG))?;
        if let Some(directory) = file.parent().filter(|it| !it.as_os_str().is_empty()) {
            std::fs::create_dir_all(directory).map_err(|error| unwritten(file, &error, FLAG))?;
        }
        let partial = partial(file);
        let created = File::create(&partial).map_err(|error| unwritten(&partial, &error, FLAG))?;
        let mut writer = Self {
            out: BufWriter::new(created),
            partial,
            file: file.to_owned(),
            rows: 0,
        };
        let header = json(header)?;
        writer.put(&format!(
            "{{\n\"format\":\"{FORMAT}\",\n\"header\":{header},\n\"rows\":["
        ))?;
        Ok(writer)
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, row: &Row) -> Result<()> {
        let separator = if self.rows == 0 { "\n" } else { ",\n" };
        self.rows += 1;
        self.put(&format!("{separator}{}", json(row)?))
    }

    /// Ends the report and puts it into its place.
    pub(crate) fn finish(mut self, summary: &Summary) -> Result<()> {
        let (input, counts) = (json(&summary.input)?, json(&summary.counts)?);
        let (run, footer) = (json(&summary.run)?, json(&summary.footer())?);
        self.put(&format!(
            "\n],\n\"input\":{input},\n\"counts\":{counts},\n\"run\":{run},\n\"footer\":{footer}\n}}\n"
        ))?;
        self.out
            .flush()
            .map_err(|error| unwritten(&self.partial, &error, FLAG))?;
        std::fs::rename(&self.partial, &self.file)
            .map_err(|error| unwritten(&self.file, &error, FLAG))
    }

    fn put(&mut self, text: &str) -> Result<()> {
        self.out
            .write_all(text.as_bytes())
            .map_err(|error| unwritten(&self.partial, &error, FLAG))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Gone already if the report was finished.
        let _ = std::fs::remove_file(&self.partial);
    }
}

fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(unserializable)
}

/// Reads a report row by row.
pub(crate) struct Reader {
    file: PathBuf,
    lines: Lines<BufReader<File>>,
    /// The header.
    pub(crate) header: Header,
    rows: u64,
    last: u64,
}

/// The next thing in a report.
pub(crate) enum Next {
    /// A row.
    Row(Row),
    /// The end, which says what stood around the rows.
    End(Box<Summary>),
}

impl Reader {
    /// Opens a report and reads its header.
    pub(crate) fn open(file: &Path) -> Result<Self> {
        let name = file.display();
        let opened = File::open(file)
            .with_context(|| format!("{name}: cannot be read; name an audit.json"))?;
        let mut lines = BufReader::new(opened).lines();
        let mut line = || lines.next().and_then(Result::ok).unwrap_or_default();
        let format = (line(), line());
        if format != ("{".to_owned(), format!("\"format\":\"{FORMAT}\",")) {
            return Err(broken(file, &format!("it does not begin as {FORMAT} does")));
        }
        let header = member(&line(), "header").map_err(|why| broken(file, &why))?;
        if line() != "\"rows\":[" {
            return Err(broken(file, "no rows follow its header"));
        }
        Ok(Self {
            file: file.to_owned(),
            lines,
            header,
            rows: 0,
            last: 0,
        })
    }

    /// The next row, or the end.
    pub(crate) fn next(&mut self) -> Result<Next> {
        let line = self.line();
        if line.is_empty() || line == "]," {
            return self.end(&line);
        }
        let text = line.strip_suffix(',').unwrap_or(&line);
        let row: Row = serde_json::from_str(text)
            .map_err(|error| broken(&self.file, &format!("a row: {error}")))?;
        let shard = self.header.shard;
        if row.line <= self.last || !shard.holds(row.line) {
            return Err(broken(
                &self.file,
                "a row is out of order or of another shard",
            ));
        }
        self.last = row.line;
        self.rows += 1;
        Ok(Next::Row(row))
    }

    fn end(&mut self, line: &str) -> Result<Next> {
        let mut part = || -> Result<(Summary, Footer), String> {
            if line != "]," {
                return Err("its rows do not end".to_owned());
            }
            let summary = Summary {
                header: self.header.clone(),
                input: member(&self.line(), "input")?,
                counts: member(&self.line(), "counts")?,
                run: member(&self.line(), "run")?,
            };
            let footer = member(&self.line(), "footer")?;
            if self.line() != "}" {
                return Err("it goes on after its footer".to_owned());
            }
            Ok((summary, footer))
        };
        let (summary, footer) = part().map_err(|why| broken(&self.file, &why))?;
        if footer != summary.footer() || footer.rows != self.rows {
            let why = "its footer, its counts and its rows do not fit together";
            return Err(broken(&self.file, why));
        }
        Ok(Next::End(Box::new(summary)))
    }

    fn line(&mut self) -> String {
        self.lines.next().and_then(Result::ok).unwrap_or_default()
    }

    /// The file.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }
}

/// The value of the one member that stands on a line.
fn member<T: DeserializeOwned>(line: &str, name: &str) -> Result<T, String> {
    let value = line.strip_prefix(&format!("\"{name}\":"));
    let value = value.ok_or_else(|| format!("its {name} is not there"))?;
    let value = value.strip_suffix(',').unwrap_or(value);
    serde_json::from_str(value).map_err(|error| format!("its {name}: {error}"))
}

/// A report that is not whole proves nothing.
fn broken(file: &Path, why: &str) -> anyhow::Error {
    let message = format!(
        "{}: not a whole audit report: {why}; write it again with `cargo xtask audit`",
        file.display()
    );
    Coded::new(Exit::NotProvenAlive, message).into()
}
