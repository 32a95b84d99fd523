//! How an answer leaves: decides the exit code of a verdict, which follows from
//! the answer alone, and whether the answer arrived.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use anyhow::{Context, Error, Result, anyhow, bail};
use argument_check::json::value::Document;
use clap::Args;

use crate::{FAILED, pretty};

/// How the answer is laid out.
#[derive(Args)]
pub(crate) struct Layout {
    /// Indent the answer; numbers and strings keep their spelling
    #[arg(long)]
    pretty: bool,
}

impl Layout {
    /// Writes the answer and a line break to standard output; `code` is the
    /// exit code, once that is done.
    pub(crate) fn deliver(&self, answer: &str, code: u8) -> Result<ExitCode> {
        let mut text = if self.pretty {
            pretty::indent(answer)
        } else {
            answer.to_owned()
        };
        text.push('\n');
        let mut stdout = io::stdout().lock();
        stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush())
            .map_err(|why| match why.kind() {
                ErrorKind::BrokenPipe => {
                    anyhow!("the reader of the answer closed the pipe before it was written")
                }
                _ => Error::new(why).context("the answer cannot be written to standard output"),
            })?;
        Ok(ExitCode::from(code))
    }
}

/// The exit code that belongs to an answer of the argument check or of the
/// search for candidates.
pub(crate) fn exit_code(answer: &str) -> Result<u8> {
    let document = Document::parse(answer.as_bytes())
        .ok()
        .context("internal error: the engine's answer is no JSON; please report it")?;
    let root = document.root();
    if root.member("refusal").is_some() {
        return Ok(12);
    }
    if root.member("assessable").is_some() {
        return Ok(0);
    }
    if root.member("error").is_some() {
        return Ok(FAILED);
    }
    if let Some(count) = root.member("candidate_count") {
        return Ok(if count.text() == "0" { 10 } else { 0 });
    }
    match root
        .member("verdict")
        .and_then(|value| value.as_str())
        .as_deref()
    {
        Some("VALID") => Ok(0),
        Some("REPAIRED") => Ok(10),
        Some("UNREPAIRABLE") => Ok(11),
        _ => bail!("internal error: the engine's answer has no verdict; please report it"),
    }
}

/// Says on standard error why there is no answer.
pub(crate) fn complain(why: &Error) {
    // Where nobody listens, there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "error: {why:#}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_of_no_known_kind_has_no_exit_code() {
        for answer in ["{}", "{\"verdict\":\"valid\"}", "{\"verdict\":1}", "{"] {
            assert!(exit_code(answer).is_err(), "{answer}");
        }
    }

    #[test]
    fn the_number_of_candidates_decides_and_not_what_is_told_of_them() {
        for (answer, code) in [
            (
                "{\"candidates\":[],\"candidate_count\":0,\"truncated\":false}",
                10,
            ),
            (
                "{\"candidates\":[],\"candidate_count\":10,\"truncated\":true}",
                0,
            ),
            ("{\"error\":\"container_depth\"}", 1),
        ] {
            assert_eq!(exit_code(answer).unwrap(), code);
        }
    }

    #[test]
    fn a_verdict_inside_the_repaired_arguments_decides_nothing() {
        let answer =
            "{\"verdict\":\"REPAIRED\",\"repaired\":{\"refusal\":1,\"verdict\":\"VALID\"}}";
        assert_eq!(exit_code(answer).unwrap(), 10);
    }
}
