//! One target's campaign: its processes, what their numbers add up to, what
//! they found.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use argument_check_oracle::fuzzing::Target;

use super::Settings;
use super::broken::{Broken, Witness};
use super::bundle::{Bundle, Origin};
use super::minimise::smaller;
use super::process::{Ended, Fuzzer, Job};
use super::report::{self, Finding, Row, Slowest};
use super::show::Line;
use super::statistic::{Statistic, slowest};

/// How many inputs are timed by one process.
const BATCH: usize = 256;

/// How many inputs are timed in all; the longest ones, should there be more.
const TIMED: usize = 4096;

/// What one campaign needs.
pub(super) struct Campaign<'a> {
    pub(super) fuzzer: &'a dyn Fuzzer,
    pub(super) witness: &'a dyn Witness,
    pub(super) settings: &'a Settings,
    pub(super) target: &'static Target,
}

/// How one process went.
struct Went {
    seed: u64,
    statistic: Statistic,
    ended: Ended,
    /// Start to end, and from the end of seed replay to the end.
    whole: u64,
    proper: u64,
}

impl Campaign<'_> {
    /// Runs so many processes side by side on one corpus.
    pub(super) fn run(&self, processes: usize, line: &Line) -> Result<(Row, Vec<Finding>)> {
        let corpus = self.settings.corpus.join(self.target.name);
        let artifacts = self.settings.artifacts.join(self.target.name);
        for folder in [&corpus, &artifacts] {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("{}: cannot be made", folder.display()))?;
        }
        let went: Vec<Went> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..processes)
                .map(|process| {
                    let job = self.job(process as u64, &corpus, &artifacts);
                    scope.spawn(move || self.process(&job, process, line))
                })
                .collect();
            let ended = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
            ended
                .map(|went| went.map_err(|_| anyhow::anyhow!("a campaign panicked"))?)
                .collect::<Result<_>>()
        })?;
        let mut row = self.row(&went);
        let mut findings: Vec<Finding> = Vec::new();
        for went in &went {
            if let Some(unit) = went.statistic.unit() {
                let finding = self.finding(went, Path::new(unit))?;
                // Two processes that found the same found it once.
                if !findings
                    .iter()
                    .any(|it| (it.kind, &it.law) == (finding.kind, &finding.law))
                {
                    findings.push(finding);
                }
            }
        }
        row.findings = findings.len() as u64;
        row.slowest = self.slowest(&corpus, &went)?;
        Ok((row, findings))
    }

    fn job(&self, process: u64, corpus: &Path, artifacts: &Path) -> Job {
        let settings = self.settings;
        let name = self.target.name;
        Job {
            target: name.to_owned(),
            corpus: corpus.to_owned(),
            seeds: settings.seeds.as_ref().map(|seeds| seeds.join(name)),
            artifacts: artifacts.to_owned(),
            dictionary: settings
                .seeds
                .as_ref()
                .map(|seeds| seeds.join(format!("{name}.dict"))),
            seconds: settings.seconds,
            runs: settings.runs,
            // libFuzzer takes 0 for "choose one".
            seed: settings.seed.wrapping_add(process).max(1),
            memory: settings.sanitizer.memory(),
        }
    }

    fn process(&self, job: &Job, process: usize, line: &Line) -> Result<Went> {
        let started = Instant::now();
        let mut begun = None;
        let mut statistic = Statistic::default();
        let ended = self.fuzzer.campaign(job, &mut |heard| {
            if let Some(heard) = heard {
                statistic.hear(heard);
            }
            if begun.is_none() && statistic.has_begun() {
                begun = Some(Instant::now());
            }
            line.tick(process, statistic.pulse());
        })?;
        Ok(Went {
            seed: job.seed,
            statistic,
            ended,
            whole: started.elapsed().as_millis() as u64,
            proper: begun.map_or(0, |begun| begun.elapsed().as_millis() as u64),
        })
    }

    /// The sums of all processes.
    fn row(&self, went: &[Went]) -> Row {
        let mut row = Row {
            target: self.target.name.to_owned(),
            about: self.target.about.to_owned(),
            processes: went.len() as u64,
            ..Row::default()
        };
        for went in went {
            row.seeds.push(went.seed);
            row.milliseconds = row.milliseconds.max(went.whole);
            match went.statistic.numbers() {
                Ok(numbers) => {
                    row.executions += numbers.executions;
                    row.replayed += numbers.replayed;
                    row.rate += numbers.executions * 1000 / went.proper.max(1);
                    row.coverage = row.coverage.max(numbers.coverage);
                    row.features = row.features.max(numbers.features);
                    row.inputs = row.inputs.max(numbers.inputs);
                    row.peak_rss_mb = row.peak_rss_mb.max(numbers.peak_rss_mb);
                }
                Err(why) => row.unproven = Some(why.to_string()),
            }
            if let Some(why) = went.broke_off() {
                eprintln!(
                    "{}: {why}; it said last:\n{}",
                    self.target.name,
                    went.statistic.tail(20)
                );
                row.unproven = Some(why);
            }
        }
        row
    }

    /// Minimises what a process stopped at, and writes its bundle.
    fn finding(&self, went: &Went, unit: &Path) -> Result<Finding> {
        let name = self.target.name;
        let found = std::fs::read(unit).with_context(|| {
            format!("{}: the input of a finding cannot be read", unit.display())
        })?;
        let own = self.witness.ask(name, &found)?;
        let confirmed = own.is_some();
        let (bytes, broken) = match own {
            Some(broken) => self.smaller(&found, broken)?,
            None => self.smaller_outside(unit, &found, &went.statistic)?,
        };
        let origin = Origin::new(went.seed, self.settings.sanitizer, &self.settings.compiler)?;
        let directory = self.settings.reports.join("findings");
        let sizes = (found.len(), bytes.len());
        let (bundle, file) = Bundle::new(self.target, &bytes, broken, origin, &directory);
        bundle.write(&file)?;
        if confirmed {
            println!("{}", bundle.paste()?);
        } else {
            // A replay here would say that all is well.
            println!(
                "finding of {name}: {} is broken, as the fuzz target itself says and this build alone does not: {}; {}",
                bundle.broken.law,
                bundle.broken.summary,
                file.display()
            );
        }
        let row = report::row(name, &bundle.broken, sizes, went.whole, confirmed, &file);
        Ok(row)
    }

    /// Minimises by this build's own law.
    fn smaller(&self, found: &[u8], broken: Broken) -> Result<(Vec<u8>, Broken)> {
        let name = self.target.name;
        let until = Instant::now() + self.settings.minimise;
        let bytes = smaller(found, until, &|bytes| {
            let said = self.witness.ask(name, bytes)?;
            Ok(said.is_some_and(|said| said.is_like(&broken)))
        })?;
        let said = self.witness.ask(name, &bytes)?;
        Ok((bytes, said.unwrap_or(broken)))
    }

    /// Minimises by the fuzz target itself, which alone sees the fault.
    fn smaller_outside(
        &self,
        unit: &Path,
        found: &[u8],
        statistic: &Statistic,
    ) -> Result<(Vec<u8>, Broken)> {
        let name = self.target.name;
        let first = Broken::heard(statistic);
        let to = unit.with_extension("minimised");
        let seconds = self.settings.minimise.as_secs();
        self.fuzzer.minimise(name, unit, &to, seconds)?;
        let Ok(bytes) = std::fs::read(&to) else {
            return Ok((found.to_vec(), first));
        };
        let mut again = Statistic::default();
        let output = self.fuzzer.replay(name, std::slice::from_ref(&to))?;
        output.lines().for_each(|line| again.hear(line));
        let said = Broken::heard(&again);
        if said.is_like(&first) {
            Ok((bytes, said))
        } else {
            Ok((found.to_vec(), first))
        }
    }

    /// The slowest input: of the corpus as timed one by one, or what libFuzzer
    /// saw on its way.
    fn slowest(&self, corpus: &Path, went: &[Went]) -> Result<Option<Slowest>> {
        let seen = went.iter().filter_map(|went| went.statistic.numbers().ok());
        let seen = seen.map(|numbers| numbers.slowest_seconds).max();
        let seen = seen.unwrap_or_default() * 1000;
        let mut slow: Option<Slowest> = None;
        for files in longest(corpus)?.chunks(BATCH) {
            let output = self.fuzzer.replay(self.target.name, files)?;
            if let Some((milliseconds, file)) = slowest(&output)
                && slow
                    .as_ref()
                    .is_none_or(|it| milliseconds > it.milliseconds)
            {
                slow = Some(Slowest {
                    milliseconds,
                    bytes: std::fs::metadata(file).ok().map(|it| it.len()),
                });
            }
        }
        if slow.as_ref().is_none_or(|slow| seen > slow.milliseconds) && seen > 0 {
            slow = Some(Slowest {
                milliseconds: seen,
                bytes: None,
            });
        }
        Ok(slow)
    }
}

impl Went {
    /// Why the end of the process proves nothing, if it does not.
    fn broke_off(&self) -> Option<String> {
        if self.ended.killed {
            return Some("the process did not end in its time and was killed".to_owned());
        }
        if self.ended.code == Some(0) || self.statistic.unit().is_some() {
            return None;
        }
        let code = self.ended.code.map_or_else(
            || "by a signal".to_owned(),
            |code| format!("with code {code}"),
        );
        Some(format!("the process ended {code} and left no input"))
    }
}

/// The files of a corpus, the longest first.
fn longest(corpus: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(corpus)
        .with_context(|| format!("{}: cannot be read", corpus.display()))?;
    for entry in entries {
        let entry = entry?;
        let data = entry.metadata()?;
        if data.is_file() {
            files.push((std::cmp::Reverse(data.len()), entry.path()));
        }
    }
    files.sort();
    files.truncate(TIMED);
    Ok(files.into_iter().map(|(_, file)| file).collect())
}
