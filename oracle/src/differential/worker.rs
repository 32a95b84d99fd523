//! A backtracking regular expression engine in a process that can be killed.
//!
//! `regress` is the oracle for ECMA-262 `u` patterns, but it backtracks, and a
//! thread that backtracks for an hour cannot be stopped (J13). So it runs in a
//! child process: one JSON line in, `{"pattern","subject"}`, one JSON line out,
//! `{"outcome":"match"|"no_match"|"invalid"}`. A child that does not answer in
//! time is killed and replaced.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long a match may take by default.
pub const DEFAULT_LIMIT: Duration = Duration::from_millis(250);

/// A match that overran is asked once more with this multiple of the limit, so
/// that a busy machine does not look like a slow pattern.
const PATIENCE: u32 = 4;

/// How long a child may take to start.
const START: Duration = Duration::from_secs(20);

/// How many compiled patterns a child keeps.
const CACHE: usize = 512;

/// What the engine says of one pattern and one subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The pattern matches somewhere in the subject.
    Match,
    /// It does not.
    NoMatch,
    /// It is no pattern.
    Invalid,
}

/// Why there is no outcome.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The child did not answer in time and was killed.
    #[error("the pattern process did not answer in time")]
    TimedOut,
    /// The child could not be started.
    #[error("the pattern process {program} cannot be started: {source}")]
    Start {
        /// What was to be started.
        program: String,
        /// Why it was not.
        source: io::Error,
    },
    /// The child ended, or answered something else.
    #[error("the pattern process broke off or answered nonsense")]
    Broken,
}

#[derive(Serialize, Deserialize)]
struct Question {
    pattern: String,
    subject: String,
}

#[derive(Serialize, Deserialize)]
struct Reply {
    outcome: Outcome,
}

/// What a child writes once it reads questions.
const READY: &str = "ready";

/// The child's side: answers every question on `input` until it ends.
pub fn serve(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut compiled: HashMap<String, Option<regress::Regex>> = HashMap::new();
    writeln!(output, "{READY}")?;
    output.flush()?;
    for line in input.lines() {
        let question: Question = serde_json::from_str(&line?)?;
        if compiled.len() >= CACHE {
            compiled.clear();
        }
        let regex = compiled
            .entry(question.pattern)
            .or_insert_with_key(|pattern| regress::Regex::with_flags(pattern, "u").ok());
        let outcome = match regex {
            None => Outcome::Invalid,
            Some(regex) if regex.find(&question.subject).is_some() => Outcome::Match,
            Some(_) => Outcome::NoMatch,
        };
        serde_json::to_writer(&mut output, &Reply { outcome })?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

/// How to start a child that runs [`serve`].
#[derive(Debug, Clone)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// One running child; killed when dropped.
#[derive(Debug)]
pub struct Worker {
    child: Child,
    questions: ChildStdin,
    replies: Receiver<String>,
}

impl Worker {
    /// Starts a child and waits until it is ready.
    pub fn spawn(command: &WorkerCommand) -> Result<Self, WorkerError> {
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|source| WorkerError::Start {
                program: command.program.display().to_string(),
                source,
            })?;
        let (Some(questions), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(WorkerError::Broken);
        };
        let (sender, replies) = mpsc::channel();
        // Ends with the child: its output is closed then.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let worker = Self {
            child,
            questions,
            replies,
        };
        match worker.replies.recv_timeout(START) {
            Ok(line) if line == READY => Ok(worker),
            Err(RecvTimeoutError::Timeout) => Err(WorkerError::TimedOut),
            _ => Err(WorkerError::Broken),
        }
    }

    /// Asks one question. After an error the child is of no more use.
    pub fn ask(
        &mut self,
        pattern: &str,
        subject: &str,
        limit: Duration,
    ) -> Result<Outcome, WorkerError> {
        let question = Question {
            pattern: pattern.to_owned(),
            subject: subject.to_owned(),
        };
        let mut line = serde_json::to_string(&question).map_err(|_| WorkerError::Broken)?;
        line.push('\n');
        self.questions
            .write_all(line.as_bytes())
            .and_then(|()| self.questions.flush())
            .map_err(|_| WorkerError::Broken)?;
        let reply = self
            .replies
            .recv_timeout(limit)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => WorkerError::TimedOut,
                RecvTimeoutError::Disconnected => WorkerError::Broken,
            })?;
        let reply: Reply = serde_json::from_str(&reply).map_err(|_| WorkerError::Broken)?;
        Ok(reply.outcome)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // A child that has ended already is no concern.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// As many children as there are threads that ask at once.
#[derive(Debug)]
pub struct WorkerPool {
    command: WorkerCommand,
    limit: Duration,
    idle: Mutex<Vec<Worker>>,
}

impl WorkerPool {
    /// A pool that starts children with `command` as they are needed.
    #[must_use]
    pub fn new(command: WorkerCommand, limit: Duration) -> Self {
        Self {
            command,
            limit,
            idle: Mutex::default(),
        }
    }

    /// Asks a child. One that overran or broke is replaced, and the question
    /// asked once more.
    pub fn ask(&self, pattern: &str, subject: &str) -> Result<Outcome, WorkerError> {
        match self.ask_once(pattern, subject, self.limit) {
            Err(WorkerError::TimedOut | WorkerError::Broken) => {
                self.ask_once(pattern, subject, self.limit * PATIENCE)
            }
            answered => answered,
        }
    }

    fn ask_once(
        &self,
        pattern: &str,
        subject: &str,
        limit: Duration,
    ) -> Result<Outcome, WorkerError> {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let mut worker = match idle {
            Some(worker) => worker,
            None => Worker::spawn(&self.command)?,
        };
        let outcome = worker.ask(pattern, subject, limit)?;
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(worker);
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_is_answered_in_turn() {
        let input = concat!(
            r#"{"pattern":"^.$","subject":"😀"}"#,
            "\n",
            r#"{"pattern":"^.$","subject":"ab"}"#,
            "\n",
            r#"{"pattern":"(","subject":""}"#,
            "\n"
        );
        let mut output = Vec::new();
        serve(input.as_bytes(), &mut output).unwrap();
        let lines = String::from_utf8(output).unwrap();
        let expected = "ready\n{\"outcome\":\"match\"}\n{\"outcome\":\"no_match\"}\n{\"outcome\":\"invalid\"}\n";
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_broken_question_ends_the_child() {
        assert!(serve("nonsense\n".as_bytes(), Vec::new()).is_err());
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let command = WorkerCommand {
            program: PathBuf::from("/nonexistent/pattern-worker"),
            arguments: Vec::new(),
        };
        let error = WorkerPool::new(command, DEFAULT_LIMIT)
            .ask("a", "a")
            .unwrap_err();
        assert!(
            error.to_string().contains("/nonexistent/pattern-worker"),
            "{error}"
        );
    }
}
