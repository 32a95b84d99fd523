//! What is wrong with an input, and who says so.
//!
//! The law itself is asked in a process of its own ([`Worker`]), since an input
//! that takes a process down must not take the runner along. Where this build
//! finds nothing wrong, which is so for a patched engine and for what only a
//! sanitizer sees, the output of the fuzz target speaks instead.

use std::io::{Read as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use argument_check_oracle::fuzzing::{self, Target};
use argument_check_oracle::laws;
use argument_check_oracle::system::OTHERS;
use serde::{Deserialize, Serialize};

use super::statistic::Statistic;
use crate::exit::{Coded, Exit};

/// How long a law may take for one input.
const PATIENCE: Duration = Duration::from_secs(20);

/// In which way an input fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// A law says so.
    Law,
    /// Engine or judge panicked.
    Panic,
    /// It takes too long.
    Timeout,
    /// It takes too much memory.
    OutOfMemory,
    /// The process died.
    Crash,
}

/// What is wrong with one input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Broken {
    /// In which way.
    pub(crate) kind: Kind,
    /// The law's number or name; `I27` where there is no answer at all.
    pub(crate) law: String,
    /// What is wrong, without payload.
    pub(crate) summary: String,
    /// What would have been right.
    pub(crate) expected: String,
    /// What was there instead.
    pub(crate) actual: String,
}

/// The law that every input is answered.
const TOTALITY: &str = "I27";

impl Broken {
    fn unanswered(kind: Kind, summary: &str, actual: impl Into<String>) -> Self {
        Self {
            kind,
            law: TOTALITY.to_owned(),
            summary: summary.to_owned(),
            expected: "every input is answered, within bounds of time and memory".to_owned(),
            actual: actual.into(),
        }
    }

    /// Whether one such finding stops a service (D93, D94).
    pub(crate) fn stops_serving(&self) -> bool {
        let others = OTHERS.iter().flat_map(|judges| judges.laws);
        let mut laws = laws::LAWS.iter().chain(others);
        self.kind == Kind::Law && laws.any(|law| law.id == self.law && law.stops_serving)
    }

    /// The exit code that it asks for.
    pub(crate) fn exit(&self) -> Exit {
        if self.stops_serving() {
            Exit::StopServing
        } else {
            Exit::Conformance
        }
    }

    /// Whether both are the same finding on inputs that may differ.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        (self.kind, &self.law) == (other.kind, &other.law)
    }

    /// What the output of a fuzz target says of the input that it stopped at.
    pub(crate) fn heard(statistic: &Statistic) -> Self {
        let summary = statistic
            .summary()
            .unwrap_or("the process ended without a word");
        let Some(panic) = statistic.panic() else {
            let kind = if summary.contains("timeout") {
                Kind::Timeout
            } else if summary.contains("out-of-memory") {
                Kind::OutOfMemory
            } else {
                Kind::Crash
            };
            return Self::unanswered(kind, summary, statistic.tail(40));
        };
        Self::told(&panic).unwrap_or_else(|| Self::panicked(panic))
    }

    fn panicked(message: String) -> Self {
        Self::unanswered(Kind::Panic, "the target panicked", message)
    }

    /// The finding in the text with which `fuzzing::run` panics.
    fn told(panic: &str) -> Option<Self> {
        let (_, rest) = panic.strip_prefix("fuzz target ")?.split_once(": ")?;
        let (law, rest) = rest.split_once(" is broken: ")?;
        let (summary, rest) = rest.split_once("\nexpected: ")?;
        let (expected, actual) = rest.split_once("\nactual: ")?;
        Some(Self {
            kind: Kind::Law,
            law: law.to_owned(),
            summary: summary.to_owned(),
            expected: expected.to_owned(),
            actual: actual.to_owned(),
        })
    }
}

/// The target called `name`.
pub(crate) fn target(name: &str) -> Result<&'static Target> {
    let found = fuzzing::target(name);
    found.ok_or_else(|| {
        let names: Vec<&str> = fuzzing::TARGETS.iter().map(|target| target.name).collect();
        let message = format!(
            "no fuzz target is called {name}; there are {}",
            names.join(", ")
        );
        Coded::new(Exit::Unreadable, message).into()
    })
}

/// What the law of `target` says of `bytes`, in this process.
pub(crate) fn judge(target: &Target, bytes: &[u8]) -> Option<Broken> {
    match catch_unwind(AssertUnwindSafe(|| (target.law)(bytes))) {
        Ok(Ok(())) => None,
        Ok(Err(finding)) => Some(Broken {
            kind: Kind::Law,
            law: finding.law.to_owned(),
            summary: finding.summary,
            expected: finding.expected,
            actual: finding.actual,
        }),
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
            Some(Broken::panicked(text.unwrap_or_default().to_owned()))
        }
    }
}

/// The hidden subcommand: bytes on standard input, what is wrong on output.
#[derive(Debug, clap::Args)]
pub(crate) struct WorkerOptions {
    target: String,
}

/// Is the process that [`Worker`] starts.
pub(crate) fn serve(options: &WorkerOptions) -> Result<Exit> {
    let target = target(&options.target)?;
    let mut bytes = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bytes)
        .context("standard input cannot be read")?;
    let said = serde_json::to_string(&judge(target, &bytes))?;
    println!("{said}");
    Ok(Exit::Clean)
}

/// Whoever can say what is wrong with an input.
pub(crate) trait Witness: Sync {
    /// What is wrong with `bytes`, if anything is.
    fn ask(&self, target: &str, bytes: &[u8]) -> Result<Option<Broken>>;
}

/// The laws of this build, each input in a process of its own.
pub(crate) struct Worker;

impl Witness for Worker {
    fn ask(&self, target: &str, bytes: &[u8]) -> Result<Option<Broken>> {
        let program = std::env::current_exe().context("this program has no name")?;
        let mut child = Command::new(program)
            .args(["fuzz-worker", target])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("the process for one input cannot be started")?;
        if let Some(mut input) = child.stdin.take() {
            // A process that died has its say below.
            let _ = input.write_all(bytes);
        }
        let mut pipe = child.stdout.take().context("a pipe was asked for")?;
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            pipe.read_to_string(&mut text).map(|_| text)
        });
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break Some(status);
            }
            if Instant::now() > end {
                child.kill()?;
                child.wait()?;
                break None;
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let said = reader.join().ok().and_then(Result::ok).unwrap_or_default();
        let Some(status) = status else {
            let why = format!("no answer in {} s", PATIENCE.as_secs());
            let summary = "one input takes too long";
            return Ok(Some(Broken::unanswered(Kind::Timeout, summary, why)));
        };
        if status.code().is_none() {
            let summary = "one input takes the process down";
            let crash = Broken::unanswered(Kind::Crash, summary, status.to_string());
            return Ok(Some(crash));
        }
        serde_json::from_str(&said).with_context(|| {
            format!("fuzz target {target}: the process for one input said nothing")
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The laws of this build, in this process.
    pub(crate) struct Here;

    impl Witness for Here {
        fn ask(&self, name: &str, bytes: &[u8]) -> Result<Option<Broken>> {
            Ok(judge(target(name)?, bytes))
        }
    }

    #[test]
    fn the_text_of_a_finding_is_read_back_whole() {
        let finding = fuzzing::Finding {
            law: "D39",
            summary: "a number: that may be cut".to_owned(),
            expected: "mid_token\nand no more".to_owned(),
            actual: "closed: yes".to_owned(),
        };
        let panic = format!("fuzz target text_repair: {finding}");
        let told = Broken::told(&panic).unwrap();
        assert_eq!(told.law, finding.law);
        assert_eq!(told.summary, finding.summary);
        assert_eq!(told.expected, finding.expected);
        assert_eq!(told.actual, finding.actual);
        assert_eq!(Broken::told("index out of bounds"), None);
    }

    #[test]
    fn laws_against_invention_stop_the_service_and_others_do_not() {
        let broken = |law: &str, kind| Broken {
            law: law.to_owned(),
            ..Broken::unanswered(kind, "", "")
        };
        assert_eq!(broken("I5", Kind::Law).exit(), Exit::StopServing);
        assert_eq!(broken("I12", Kind::Law).exit(), Exit::StopServing);
        assert_eq!(broken("I3", Kind::Law).exit(), Exit::Conformance);
        assert_eq!(broken("canary", Kind::Law).exit(), Exit::Conformance);
        assert_eq!(broken("I5", Kind::Panic).exit(), Exit::Conformance);
    }

    #[test]
    fn an_unknown_target_is_told_which_there_are() {
        let error = target("nobody").err().unwrap();
        assert_eq!(Coded::of(&error), Exit::Unreadable);
        assert!(error.to_string().contains("canary"), "{error}");
    }
}
