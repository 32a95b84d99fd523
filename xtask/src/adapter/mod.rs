//! Targets: whatever answers, seen through one trait.
//!
//! The engine in this process, a foreign implementation behind a command and a
//! deployment behind HTTP are asked the same way and judged by the same judges. A target that
//! crashes, stays silent or answers with an error has failed that case; it
//! must never count as a pass or be left out of the counts.

mod engine;
mod http;
mod stdio;

use std::time::Duration;

use anyhow::Result;
use argument_check_corpus::Op;

use crate::exit::{Coded, Exit};
use crate::report::Named;

/// What came back for one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Response {
    /// The exact text of the answer.
    Answer(String),
    /// The target declared that it does not do this, and why.
    Skipped(String),
    /// No answer: a crash, silence, an error, or nonsense; says which.
    Failed(String),
}

/// An implementation that can be asked.
pub(crate) trait Target: Sync {
    /// Its name and version.
    fn identity(&self) -> Named;

    /// Whether it claims to have the operation. A target need not have every
    /// system; what it does not claim is listed as not asked, and is no fault.
    fn offers(&self, _op: Op) -> bool {
        true
    }

    /// The answer to one raw request body.
    fn ask(&self, op: Op, body: &[u8]) -> Response;
}

/// How a target behind HTTP is asked; no other target has a use for it.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct Wire {
    /// A header of every request to an HTTP target, such as `X-Api-Key: 4711`
    #[arg(long, value_name = "NAME: VALUE", value_parser = header)]
    header: Vec<(String, String)>,
    /// Requests at once to an HTTP target [default: 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

impl Wire {
    /// Requests at once.
    fn jobs(&self) -> usize {
        self.jobs.map_or(16, usize::from)
    }
}

/// A header as it stands in a request.
fn header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once(':')
        .ok_or("a header is NAME: VALUE, such as `X-Api-Key: 4711`")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// The engine of this workspace.
pub(crate) fn engine() -> Box<dyn Target> {
    Box::new(engine::Engine)
}

/// The target that `--target` names: `engine`, `stdio:CMD`, or an address.
pub(crate) fn open(name: &str, patience: Duration, wire: &Wire) -> Result<Box<dyn Target>> {
    if name == "engine" {
        return Ok(engine());
    }
    if is_http(name) {
        let target = http::Http::open(name, patience, wire.jobs(), wire.header.clone())?;
        return Ok(Box::new(target));
    }
    let Some(command) = name.strip_prefix("stdio:") else {
        let message = format!(
            "--target {name}: no such target; use `engine`, `stdio:CMD` or `http://HOST:PORT`"
        );
        return Err(Coded::new(Exit::Unreadable, message).into());
    };
    Ok(Box::new(stdio::Stdio::start(command, patience)?))
}

/// Runs `work` with as many threads as the target is to be asked at once: a
/// deployment that is waited for needs more than there are cores.
pub(crate) fn at_once<T: Send>(
    name: &str,
    wire: &Wire,
    work: impl FnOnce() -> T + Send,
) -> Result<T> {
    if !is_http(name) {
        return Ok(work());
    }
    let threads = rayon::ThreadPoolBuilder::new().num_threads(wire.jobs());
    Ok(threads.build()?.install(work))
}

fn is_http(name: &str) -> bool {
    name.starts_with("http://") || name.starts_with("https://")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A target that never answers.
    pub(crate) struct Silent;

    impl Target for Silent {
        fn identity(&self) -> Named {
            Named::new("silent", "0")
        }

        fn ask(&self, _: Op, _: &[u8]) -> Response {
            Response::Failed("silent".to_owned())
        }
    }

    #[test]
    fn an_unknown_target_is_wrong_usage() {
        let second = Duration::from_secs(1);
        let error = open("ftp:nowhere", second, &Wire::default()).err().unwrap();
        assert_eq!(Coded::of(&error), Exit::Unreadable);
        assert!(error.to_string().contains("stdio:CMD"));
    }

    #[test]
    fn a_header_has_a_name_and_a_value() {
        let expected = ("X-Key".to_owned(), "a: b".to_owned());
        assert_eq!(header("X-Key:  a: b "), Ok(expected));
        assert!(header("X-Key").unwrap_err().contains("NAME: VALUE"));
    }
}
