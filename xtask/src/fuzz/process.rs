//! One libFuzzer process: its arguments, its output as it comes, its end.
//!
//! A process that does not end in time is killed, because a campaign that
//! hangs must never look like one that is thorough. [`Fuzzer`] is a trait so
//! that tests can put recorded outputs in its place.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// The longest input: all pinned seeds but those about size fit, and a longer
/// one mostly costs executions.
pub(crate) const LONGEST_INPUT: usize = 4096;

/// How long one execution may take before it is a finding.
const SECONDS_AN_INPUT: u64 = 10;

/// Beyond its time: one execution at its limit, and the end statistics.
const GRACE: Duration = Duration::from_secs(SECONDS_AN_INPUT + 20);

/// How often silence is looked at.
const TICK: Duration = Duration::from_millis(500);

/// What one process is to do.
#[derive(Debug, Clone)]
pub(crate) struct Job {
    /// The target.
    pub(crate) target: String,
    /// Where its inputs are read and new ones written.
    pub(crate) corpus: PathBuf,
    /// Inputs that are read as well.
    pub(crate) seeds: Option<PathBuf>,
    /// Where the input of a finding goes.
    pub(crate) artifacts: PathBuf,
    /// Tokens to put into inputs.
    pub(crate) dictionary: Option<PathBuf>,
    /// How long.
    pub(crate) seconds: u64,
    /// How many executions at most, seed replay included.
    pub(crate) runs: Option<u64>,
    /// libFuzzer's seed.
    pub(crate) seed: u64,
    /// The most memory, in MiB.
    pub(crate) memory: u64,
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ended {
    /// Its exit code; `None` when a signal ended it.
    pub(crate) code: Option<i32>,
    /// It was killed because it did not end in time.
    pub(crate) killed: bool,
}

/// What runs fuzz targets.
pub(crate) trait Fuzzer: Sync {
    /// Runs a campaign and hands every line of its output on; an empty call is
    /// a tick without a line.
    fn campaign(&self, job: &Job, heard: &mut dyn FnMut(Option<&str>)) -> Result<Ended>;

    /// Runs the target on these files alone; its output.
    fn replay(&self, target: &str, files: &[PathBuf]) -> Result<String>;

    /// Makes the input in `from` smaller, in at most so many seconds, and
    /// writes it to `to` as long as it still fails.
    fn minimise(&self, target: &str, from: &Path, to: &Path, seconds: u64) -> Result<()>;
}

/// The binaries that `cargo` built, by target.
pub(crate) struct Binaries(pub(crate) Vec<(String, PathBuf)>);

impl Binaries {
    fn of(&self, target: &str) -> Result<&Path> {
        let found = self.0.iter().find(|(name, _)| name == target);
        found
            .map(|(_, path)| path.as_path())
            .with_context(|| format!("fuzz target {target}: was not built"))
    }

    fn command(&self, target: &str) -> Result<Command> {
        let mut command = Command::new(self.of(target)?);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        // A backtrace of every panic costs time and says less than the law.
        command.env("RUST_BACKTRACE", "0");
        Ok(command)
    }
}

impl Fuzzer for Binaries {
    fn campaign(&self, job: &Job, heard: &mut dyn FnMut(Option<&str>)) -> Result<Ended> {
        let mut command = self.command(&job.target)?;
        command.args(arguments(job)).stderr(Stdio::piped());
        let patience = Duration::from_secs(job.seconds) + GRACE;
        listen(&mut command, patience, heard)
    }

    fn replay(&self, target: &str, files: &[PathBuf]) -> Result<String> {
        let mut command = self.command(target)?;
        let output = command
            .arg(format!("-timeout={SECONDS_AN_INPUT}"))
            .args(files)
            .stderr(Stdio::piped())
            .output()
            .with_context(|| format!("fuzz target {target}: cannot be started"))?;
        Ok(String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn minimise(&self, target: &str, from: &Path, to: &Path, seconds: u64) -> Result<()> {
        let mut command = self.command(target)?;
        command
            .arg("-minimize_crash=1")
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-timeout={SECONDS_AN_INPUT}"))
            .arg(format!("-exact_artifact_path={}", to.display()))
            .arg(from)
            .stderr(Stdio::piped());
        listen(
            &mut command,
            Duration::from_secs(seconds) + GRACE,
            &mut |_| {},
        )?;
        Ok(())
    }
}

/// The arguments of one campaign.
fn arguments(job: &Job) -> Vec<String> {
    let mut arguments = vec![
        format!("-max_total_time={}", job.seconds),
        format!("-seed={}", job.seed),
        format!("-max_len={LONGEST_INPUT}"),
        format!("-timeout={SECONDS_AN_INPUT}"),
        format!("-rss_limit_mb={}", job.memory),
        format!("-artifact_prefix={}/", job.artifacts.display()),
        "-print_final_stats=1".to_owned(),
        // Without it rare features weigh alone, and inputs that take milliseconds eat the run.
        "-entropic_scale_per_exec_time=1".to_owned(),
    ];
    if let Some(runs) = job.runs {
        arguments.push(format!("-runs={runs}"));
    }
    if let Some(dictionary) = &job.dictionary {
        arguments.push(format!("-dict={}", dictionary.display()));
    }
    let folders = std::iter::once(&job.corpus).chain(&job.seeds);
    arguments.extend(folders.map(|folder| folder.display().to_string()));
    arguments
}

/// Starts `command` and hands on what it writes to its standard error.
fn listen(
    command: &mut Command,
    patience: Duration,
    heard: &mut dyn FnMut(Option<&str>),
) -> Result<Ended> {
    let child = command
        .spawn()
        .with_context(|| format!("{}: cannot be started", command.get_program().display()))?;
    let mut child = Killed(child);
    let pipe = child.0.stderr.take().context("a pipe was asked for")?;
    let (sender, receiver) = channel();
    let reader = std::thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut line = Vec::new();
        // Not UTF-8 where a panic shows the bytes that it fell over.
        while matches!(pipe.read_until(b'\n', &mut line), Ok(1..)) {
            let text = String::from_utf8_lossy(&line);
            if sender.send(text.trim_end().to_owned()).is_err() {
                return;
            }
            line.clear();
        }
    });
    let end = Instant::now() + patience;
    let mut killed = false;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(line) => heard(Some(&line)),
            Err(RecvTimeoutError::Timeout) => heard(None),
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if !killed && Instant::now() > end {
            killed = true;
            let _ = child.0.kill();
        }
    }
    let status = child.0.wait().context("the process cannot be waited for")?;
    let _ = reader.join();
    Ok(Ended {
        code: status.code(),
        killed,
    })
}

/// A child that does not outlive whoever waits for it.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.arg("-c").arg(script).stderr(Stdio::piped());
        command
    }

    #[test]
    fn every_line_is_handed_on_and_the_code_is_told() {
        let mut lines = Vec::new();
        let mut heard = |line: Option<&str>| lines.extend(line.map(str::to_owned));
        let mut command = shell("echo one >&2; printf 'two\\377' >&2; exit 77");
        let ended = listen(&mut command, Duration::from_secs(30), &mut heard).unwrap();
        assert_eq!(ended.code, Some(77));
        assert!(!ended.killed);
        assert_eq!(lines, ["one", "two\u{fffd}"]);
    }

    #[test]
    fn a_process_that_does_not_end_is_killed() {
        let mut command = shell("exec sleep 600");
        let ended = listen(&mut command, Duration::ZERO, &mut |_| {}).unwrap();
        assert!(ended.killed);
        assert_eq!(ended.code, None);
    }
}
