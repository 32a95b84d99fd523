//! Targets: whatever answers, seen through one trait.
//!
//! The engine in this process and a foreign implementation behind a command
//! are asked the same way and judged by the same judges. A target that
//! crashes, stays silent or answers with an error has failed that case; it
//! must never count as a pass or be left out of the counts.

mod engine;
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

    /// The answer to one raw request body.
    fn ask(&self, op: Op, body: &[u8]) -> Response;
}

/// The target that `--target` names: `engine`, or `stdio:CMD`.
pub(crate) fn open(name: &str, patience: Duration) -> Result<Box<dyn Target>> {
    if name == "engine" {
        return Ok(Box::new(engine::Engine));
    }
    let Some(command) = name.strip_prefix("stdio:") else {
        let message = format!("--target {name}: no such target; use `engine` or `stdio:CMD`");
        return Err(Coded::new(Exit::Unreadable, message).into());
    };
    Ok(Box::new(stdio::Stdio::start(command, patience)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_target_is_wrong_usage() {
        let error = open("http:nowhere", Duration::from_secs(1)).err().unwrap();
        assert_eq!(Coded::of(&error), Exit::Unreadable);
        assert!(error.to_string().contains("stdio:CMD"));
    }
}
