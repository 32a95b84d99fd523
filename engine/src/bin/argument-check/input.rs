//! Where an input comes from: decides which files are read, and how far.
//!
//! Reading a submission stops one byte past the cap (D11): no file, pipe or
//! device can fill the memory, and the engine still sees that the cap is
//! exceeded. Other inputs have no cap of their own, only what is read at most.
//! Any bytes that can be read are the engine's to judge; nothing here looks at
//! them.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use argument_check::{BODY_CAP, Submission};
use clap::Args;

/// The most bytes of an input without a cap, or of a line of a conversation:
/// the longest body that matters, escaped at its longest, many times over, so
/// that bodies beyond the cap are answered, too.
pub(crate) const LONGEST: u64 = 64 * BODY_CAP as u64;

/// The option that says where the one text stands that a tool reads.
#[derive(Args)]
pub(crate) struct Text {
    /// The tool's input, a JSON text; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
}

impl Text {
    /// Reads all of it.
    pub(crate) fn read(&self) -> Result<Vec<u8>> {
        let bytes = read(&self.file, "the input", LONGEST)?;
        if bytes.len() as u64 > LONGEST {
            bail!(
                "{}: the input is longer than {LONGEST} bytes; give a shorter one",
                self.file.display()
            );
        }
        Ok(bytes)
    }
}

/// The options that say where the submission stands.
#[derive(Args)]
pub(crate) struct Source {
    /// The request body, `{"schema":…,"arguments":…}` or
    /// `{"schema":…,"arguments_text":"…"}`; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    body: PathBuf,

    /// Instead of a body: the schema, a JSON text
    #[arg(long, value_name = "FILE", conflicts_with = "body", requires = "form")]
    schema: Option<PathBuf>,

    /// With --schema: the arguments, strict JSON
    #[arg(long, value_name = "FILE", group = "form", requires = "schema")]
    arguments: Option<PathBuf>,

    /// With --schema: the arguments as the model's text, which R1 and R2 may
    /// repair; taken as it stands, a line break at its end included
    #[arg(long, value_name = "FILE", group = "form", requires = "schema")]
    arguments_text: Option<PathBuf>,
}

/// The bytes of a submission.
pub(crate) enum Bytes {
    /// A request body.
    Body(Vec<u8>),
    /// A schema and strict arguments.
    Arguments(Vec<u8>, Vec<u8>),
    /// A schema and arguments in text form.
    Text(Vec<u8>, Vec<u8>),
}

impl Bytes {
    /// The same for the engine.
    pub(crate) fn submission(&self) -> Submission<'_> {
        match self {
            Self::Body(body) => Submission::Body(body),
            Self::Arguments(schema, arguments) => Submission::Arguments { schema, arguments },
            Self::Text(schema, text) => Submission::Text { schema, text },
        }
    }
}

impl Source {
    /// Reads what the options name.
    pub(crate) fn read(&self) -> Result<Bytes> {
        let Some(schema) = &self.schema else {
            return read(&self.body, "the request body", CAP).map(Bytes::Body);
        };
        let strict = self.arguments.as_deref();
        let Some(form) = strict.or(self.arguments_text.as_deref()) else {
            bail!(
                "--schema needs the arguments, too; give --arguments FILE or --arguments-text FILE"
            );
        };
        if is_stdin(schema) && is_stdin(form) {
            bail!(
                "both the schema and the arguments are to come from standard input; name a file for one of them"
            );
        }
        let bytes = (
            read(schema, "the schema", CAP)?,
            read(form, "the arguments", CAP)?,
        );
        Ok(match strict {
            Some(_) => Bytes::Arguments(bytes.0, bytes.1),
            None => Bytes::Text(bytes.0, bytes.1),
        })
    }
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Where reading of a submission's parts stops, but for one byte.
pub(crate) const CAP: u64 = BODY_CAP as u64;

/// Reads up to one byte past `limit` of a file, or of standard input for `-`;
/// `what` says what it should hold.
pub(crate) fn read(path: &Path, what: &str, limit: u64) -> Result<Vec<u8>> {
    if is_stdin(path) {
        return just_past(limit, io::stdin().lock()).map_err(|why| {
            anyhow!("standard input: {what} cannot be read: {why}; name a file instead")
        });
    }
    File::open(path).and_then(|file| just_past(limit, file)).map_err(|why| {
        anyhow!(
            "{}: {what} cannot be read: {why}; name a file that exists and may be read, or - for standard input",
            path.display()
        )
    })
}

/// All bytes up to one past `limit`.
fn just_past(limit: u64, from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_stops_one_byte_past_the_cap() {
        let read = just_past(CAP, io::repeat(b'[')).unwrap();
        assert_eq!(read.len(), BODY_CAP + 1);
    }
}
