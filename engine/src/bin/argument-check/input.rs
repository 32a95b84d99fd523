//! Where a submission comes from: decides which files are read, and how far.
//!
//! Reading stops one byte past the cap (D11): no file, pipe or device can fill
//! the memory, and the engine still sees that the cap is exceeded. Any bytes
//! that can be read are the engine's to judge; nothing here looks at them.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use argument_check::{BODY_CAP, Submission};
use clap::Args;

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
            return read(&self.body, "the request body").map(Bytes::Body);
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
        let bytes = (read(schema, "the schema")?, read(form, "the arguments")?);
        Ok(match strict {
            Some(_) => Bytes::Arguments(bytes.0, bytes.1),
            None => Bytes::Text(bytes.0, bytes.1),
        })
    }
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file, or standard input for `-`; `what` says what it should hold.
pub(crate) fn read(path: &Path, what: &str) -> Result<Vec<u8>> {
    if is_stdin(path) {
        return up_to_cap(io::stdin().lock()).map_err(|why| {
            anyhow!("standard input: {what} cannot be read: {why}; name a file instead")
        });
    }
    File::open(path).and_then(up_to_cap).map_err(|why| {
        anyhow!(
            "{}: {what} cannot be read: {why}; name a file that exists and may be read, or - for standard input",
            path.display()
        )
    })
}

/// All bytes up to one past the cap.
fn up_to_cap(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(BODY_CAP as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_stops_one_byte_past_the_cap() {
        assert_eq!(up_to_cap(io::repeat(b'[')).unwrap().len(), BODY_CAP + 1);
    }
}
