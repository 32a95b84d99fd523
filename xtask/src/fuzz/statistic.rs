//! What a libFuzzer process says about itself, read line by line: executions,
//! those of them that only replayed seeds, features, corpus, the input that it
//! stopped at.
//!
//! The numbers are the proof that a campaign took place, so one that is not
//! there, or that does not fit the others, is an error with its reason and
//! never a zero or a guess.

use std::collections::VecDeque;

/// How many lines are kept for whoever has to see what went wrong.
const TAIL: usize = 200;

/// What was heard so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Statistic {
    seed: Option<u64>,
    replayed: Option<u64>,
    executed: Option<u64>,
    slowest_seconds: Option<u64>,
    peak_rss_mb: Option<u64>,
    pulse: Pulse,
    unit: Option<String>,
    panic: Option<Vec<String>>,
    in_panic: bool,
    summary: Option<String>,
    unreadable: Option<String>,
    tail: VecDeque<String>,
}

/// The last status line: what a progress bar shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Pulse {
    /// Executions until then, seed replay included.
    pub(crate) executions: u64,
    /// Edges that were reached.
    pub(crate) coverage: u64,
    /// Features: edges with how often they were passed.
    pub(crate) features: u64,
    /// Inputs in the corpus.
    pub(crate) inputs: u64,
}

/// The numbers of one process that ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// The seed that reruns it.
    pub(crate) seed: u64,
    /// Executions that were no seed replay.
    pub(crate) executions: u64,
    /// Executions that only replayed what was there.
    pub(crate) replayed: u64,
    /// Edges that were reached.
    pub(crate) coverage: u64,
    /// Features: edges with how often they were passed.
    pub(crate) features: u64,
    /// Inputs in the corpus at the end.
    pub(crate) inputs: u64,
    /// The slowest execution, in whole seconds as libFuzzer counts them.
    pub(crate) slowest_seconds: u64,
    /// The most memory that it had.
    pub(crate) peak_rss_mb: u64,
}

/// Why the numbers cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unreadable {
    /// A line that every whole run has is not there.
    #[error("libFuzzer's output has no line `{0}`: it was cut, or this is no libFuzzer")]
    Missing(&'static str),
    /// A number is none.
    #[error("libFuzzer's output has a number that is none: `{0}`")]
    NoNumber(String),
    /// Fewer executions than the seeds alone take.
    #[error("libFuzzer counts {executed} executions and {replayed} of them for the seeds alone")]
    Impossible {
        /// All executions.
        executed: u64,
        /// Those for the seeds.
        replayed: u64,
    },
}

impl Statistic {
    /// Takes one line of the output.
    pub(crate) fn hear(&mut self, line: &str) {
        if self.tail.len() == TAIL {
            self.tail.pop_front();
        }
        self.tail.push_back(line.to_owned());
        self.panic_line(line);
        if let Some(status) = line.strip_prefix('#') {
            self.status(status);
        } else if let Some(seed) = line.strip_prefix("INFO: Seed: ") {
            self.seed = self.number(seed);
        } else if let Some(stat) = line.strip_prefix("stat::") {
            self.stat(stat);
        } else if let Some(summary) = line.strip_prefix("SUMMARY: ") {
            self.summary = Some(summary.to_owned());
        } else if let Some((_, unit)) = line.split_once("Test unit written to ") {
            // A slow input is written too, and is no reason to stop.
            if !unit.contains("/slow-unit-") {
                self.unit = Some(unit.trim().to_owned());
            }
        }
    }

    /// The last status line.
    pub(crate) fn pulse(&self) -> Pulse {
        self.pulse
    }

    /// Whether the seeds were replayed and fuzzing proper has begun.
    pub(crate) fn has_begun(&self) -> bool {
        self.replayed.is_some()
    }

    /// The file with the input that the process stopped at, if it did.
    pub(crate) fn unit(&self) -> Option<&str> {
        self.unit.as_deref()
    }

    /// What the panic said, if there was one.
    pub(crate) fn panic(&self) -> Option<String> {
        self.panic.as_ref().map(|lines| lines.join("\n"))
    }

    /// libFuzzer's own word for why it stopped.
    pub(crate) fn summary(&self) -> Option<&str> {
        self.summary.as_deref()
    }

    /// The last lines, for a person.
    pub(crate) fn tail(&self, lines: usize) -> String {
        let skip = self.tail.len().saturating_sub(lines);
        let tail: Vec<&str> = self.tail.iter().skip(skip).map(String::as_str).collect();
        tail.join("\n")
    }

    /// The numbers of a process that ended.
    ///
    /// # Errors
    /// [`Unreadable`] when one is missing or impossible. A process that stopped
    /// at one of its seeds has never begun; then all executions are replay.
    pub(crate) fn numbers(&self) -> Result<Numbers, Unreadable> {
        if let Some(word) = &self.unreadable {
            return Err(Unreadable::NoNumber(word.clone()));
        }
        let executed = self
            .executed
            .ok_or(Unreadable::Missing("stat::number_of_executed_units:"))?;
        let replayed = match (self.replayed, &self.unit) {
            (Some(replayed), _) => replayed,
            (None, Some(_)) => executed,
            (None, None) => return Err(Unreadable::Missing("#N INITED")),
        };
        Ok(Numbers {
            seed: self.seed.ok_or(Unreadable::Missing("INFO: Seed:"))?,
            executions: executed
                .checked_sub(replayed)
                .ok_or(Unreadable::Impossible { executed, replayed })?,
            replayed,
            coverage: self.pulse.coverage,
            features: self.pulse.features,
            inputs: self.pulse.inputs,
            slowest_seconds: self
                .slowest_seconds
                .ok_or(Unreadable::Missing("stat::slowest_unit_time_sec:"))?,
            peak_rss_mb: self
                .peak_rss_mb
                .ok_or(Unreadable::Missing("stat::peak_rss_mb:"))?,
        })
    }

    /// `123  NEW    cov: 4 ft: 5 corp: 6/78b …`, the `#` being gone.
    fn status(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        let (Some(number), Some(event)) = (words.next(), words.next()) else {
            return;
        };
        // The stack trace of a crash has lines such as `#0 0x5581…`.
        let Ok(executions) = number.parse::<u64>() else {
            return;
        };
        if !event.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return;
        }
        let mut pulse = Pulse {
            executions,
            ..self.pulse
        };
        let mut found = false;
        while let Some(label) = words.next() {
            let field = match label {
                "cov:" => &mut pulse.coverage,
                "ft:" => &mut pulse.features,
                "corp:" => &mut pulse.inputs,
                _ => continue,
            };
            let word = words.next().unwrap_or_default();
            let digits = word.split('/').next().unwrap_or_default();
            match digits.parse() {
                Ok(value) => *field = value,
                Err(_) => self.unreadable = Some(format!("{label} {word}")),
            }
            found = true;
        }
        if event == "INITED" {
            self.replayed = Some(executions);
            found = true;
        }
        if found {
            self.pulse = pulse;
        }
    }

    /// `number_of_executed_units: 9999`, the `stat::` being gone.
    fn stat(&mut self, line: &str) {
        let Some((name, value)) = line.split_once(':') else {
            self.unreadable = Some(line.to_owned());
            return;
        };
        let value = self.number(value);
        match name {
            "number_of_executed_units" => self.executed = value,
            "slowest_unit_time_sec" => self.slowest_seconds = value,
            "peak_rss_mb" => self.peak_rss_mb = value,
            _ => {}
        }
    }

    fn number(&mut self, word: &str) -> Option<u64> {
        let word = word.trim();
        let number = word.parse().ok();
        if number.is_none() {
            self.unreadable = Some(word.to_owned());
        }
        number
    }

    /// Collects what stands between `panicked at` and what follows a message.
    fn panic_line(&mut self, line: &str) {
        if line.starts_with("thread '") && line.contains("panicked at ") {
            self.in_panic = self.panic.is_none();
            if self.in_panic {
                self.panic = Some(Vec::new());
            }
            return;
        }
        let over = ["note: ", "stack backtrace:", "=="];
        if over.iter().any(|start| line.starts_with(start)) {
            self.in_panic = false;
        }
        if self.in_panic
            && let Some(lines) = &mut self.panic
        {
            lines.push(line.to_owned());
        }
    }
}

/// The slowest of the inputs in the output of a replay (`Executed F in N ms`),
/// in milliseconds, with its file.
pub(crate) fn slowest(output: &str) -> Option<(u64, &str)> {
    let executed = output.lines().filter_map(|line| {
        let rest = line.strip_prefix("Executed ")?;
        let (file, time) = rest.rsplit_once(" in ")?;
        Some((time.strip_suffix(" ms")?.parse().ok()?, file))
    });
    // The first of equals, whatever the order of files.
    executed.max_by(|a: &(u64, &str), b| a.0.cmp(&b.0).then_with(|| b.1.cmp(a.1)))
}

#[cfg(test)]
mod tests;
