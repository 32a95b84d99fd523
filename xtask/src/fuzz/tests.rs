//! The runner with recorded outputs of real targets in the place of processes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use argument_check_oracle::fuzzing::Target;

use super::broken::tests::Here;
use super::broken::{self, Kind};
use super::canary::Outcome;
use super::process::{Ended, Fuzzer, Job};
use super::report::{self, Report};
use super::toolchain::Sanitizer;
use super::{CANARY, Settings, execute, markdown};
use crate::exit::Exit;
use crate::report::place::Place;
use crate::report::schema;

const CANARY_FAILS: &str = include_str!("recorded/canary.txt");
const CANARY_SILENT: &str = include_str!("recorded/canary_silent.txt");
const CLEAN: &str = include_str!("recorded/clean.txt");

/// Says what was recorded, and leaves inputs where a target would.
struct Fake {
    canary: &'static str,
    target: String,
    code: Option<i32>,
    killed: bool,
    /// The input that the target stops at.
    stops_at: Option<&'static [u8]>,
}

impl Fake {
    fn new(canary: &'static str, target: impl Into<String>) -> Self {
        Self {
            canary,
            target: target.into(),
            code: Some(0),
            killed: false,
            stops_at: None,
        }
    }
}

impl Fuzzer for Fake {
    fn campaign(&self, job: &Job, heard: &mut dyn FnMut(Option<&str>)) -> Result<Ended> {
        if job.target == CANARY {
            self.canary.lines().for_each(|line| heard(Some(line)));
            return Ok(Ended {
                code: Some(77),
                killed: false,
            });
        }
        heard(None);
        self.target.lines().for_each(|line| heard(Some(line)));
        if let Some(bytes) = self.stops_at {
            let unit = job.artifacts.join("crash-1");
            std::fs::write(&unit, bytes)?;
            heard(Some(&format!(
                "artifact_prefix='x/'; Test unit written to {}",
                unit.display()
            )));
        }
        std::fs::write(job.corpus.join("one"), "12345")?;
        Ok(Ended {
            code: self.code,
            killed: self.killed,
        })
    }

    fn replay(&self, _: &str, files: &[PathBuf]) -> Result<String> {
        let lines = files
            .iter()
            .map(|file| format!("Executed {} in 3 ms\n", file.display()));
        Ok(lines.collect())
    }

    fn minimise(&self, _: &str, from: &Path, to: &Path, _: u64) -> Result<()> {
        std::fs::copy(from, to)?;
        Ok(())
    }
}

/// Runs one target in a folder of its own.
fn run(fake: &Fake) -> (Report, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let target: &'static Target = broken::target("check").unwrap();
    let settings = Settings {
        corpus: folder.path().join("corpus"),
        seeds: None,
        artifacts: folder.path().join("artifacts"),
        reports: folder.path().join("reports"),
        seconds: 1,
        runs: None,
        jobs: 1,
        seed: 1,
        sanitizer: Sanitizer::None,
        compiler: "rustc 1.95.0".to_owned(),
        minimise: Duration::from_secs(5),
    };
    let report = execute(&settings, &[target], fake, &Here, folder.path()).unwrap();
    let place = Place::at(settings.reports, report::FILES).unwrap();
    let text = markdown::render(&report);
    place.write(&report, &text).unwrap();
    (report, folder)
}

#[test]
fn a_run_that_found_nothing_but_the_canary_is_clean_and_says_what_it_did() {
    let (report, folder) = run(&Fake::new(CANARY_FAILS, CLEAN));
    assert_eq!(report.exit(), Exit::Clean);
    assert_eq!(report.canary.outcome, Outcome::FailedAsDeclared);
    let row = &report.targets[0];
    assert!(row.executions > 0 && row.replayed > 0, "{row:?}");
    assert!(
        row.features > 0 && row.coverage > 0 && row.inputs > 0,
        "{row:?}"
    );
    let slowest = row.slowest.as_ref().unwrap();
    assert_eq!((slowest.milliseconds, slowest.bytes), (3, Some(5)));
    let text = std::fs::read_to_string(folder.path().join("reports/fuzz.md")).unwrap();
    for word in [
        "| target | executions |",
        "| check |",
        "canary: failed as declared",
        "exit 0",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn a_silent_canary_is_6_although_nothing_else_is_wrong() {
    let (report, _) = run(&Fake::new(CANARY_SILENT, CLEAN));
    assert_eq!(report.canary.outcome, Outcome::Silent);
    assert_eq!(report.exit(), Exit::NotProvenAlive);
}

#[test]
fn a_canary_that_fails_by_another_law_is_6() {
    let other: &'static str = CANARY_FAILS
        .replace(": canary is broken", ": I5 is broken")
        .leak();
    let (report, _) = run(&Fake::new(other, CLEAN));
    assert_eq!(report.canary.outcome, Outcome::FailedOtherwise);
    assert_eq!(report.exit(), Exit::NotProvenAlive);
}

#[test]
fn zero_executions_beyond_the_seeds_are_6() {
    let (replayed, _) = CLEAN
        .lines()
        .find(|line| line.contains("INITED"))
        .and_then(|line| line.trim_start_matches('#').split_once(char::is_whitespace))
        .unwrap();
    let nothing: String = CLEAN
        .lines()
        .map(
            |line| match line.strip_prefix("stat::number_of_executed_units:") {
                Some(_) => format!("stat::number_of_executed_units: {replayed}\n"),
                None => format!("{line}\n"),
            },
        )
        .collect();
    let (report, _) = run(&Fake::new(CANARY_FAILS, nothing));
    assert_eq!(report.targets[0].executions, 0);
    assert_eq!(report.exit(), Exit::NotProvenAlive);
}

#[test]
fn a_statistic_that_was_cut_anywhere_before_its_last_number_is_6() {
    let lines: Vec<&str> = CLEAN.lines().collect();
    let last = lines
        .iter()
        .rposition(|line| line.starts_with("stat::"))
        .unwrap();
    for cut in (0..=last).step_by(last.div_ceil(12)) {
        let (report, _) = run(&Fake::new(CANARY_FAILS, lines[..cut].join("\n")));
        assert_eq!(report.exit(), Exit::NotProvenAlive, "cut at line {cut}");
        assert!(report.targets[0].unproven.is_some());
    }
}

#[test]
fn a_process_that_was_killed_or_broke_off_without_an_input_is_6() {
    for (code, killed) in [(None, true), (Some(1), false), (None, false)] {
        let fake = Fake {
            code,
            killed,
            ..Fake::new(CANARY_FAILS, CLEAN)
        };
        let (report, _) = run(&fake);
        assert_eq!(report.exit(), Exit::NotProvenAlive, "{code:?} {killed}");
    }
}

#[test]
fn what_only_the_target_sees_is_a_finding_in_its_own_words() {
    let panic = "thread '<unnamed>' (1) panicked at src/mod.rs:1:1:\n\
                 fuzz target check: I12 is broken: a value was invented\n\
                 expected: a\nactual: b\nnote: run with `RUST_BACKTRACE=1`\n";
    let fake = Fake {
        code: Some(77),
        stops_at: Some(b"{}"),
        ..Fake::new(CANARY_FAILS, format!("{panic}{CLEAN}"))
    };
    let (report, folder) = run(&fake);
    let finding = &report.findings[0];
    assert_eq!((finding.kind, finding.law.as_str()), (Kind::Law, "I12"));
    assert!(!finding.confirmed && finding.stops_serving);
    assert_eq!(report.exit(), Exit::StopServing);
    assert!(Path::new(&finding.bundle).exists());
    let text = std::fs::read_to_string(folder.path().join("reports/fuzz.md")).unwrap();
    assert!(text.contains("cargo xtask replay --bundle"), "{text}");
}

#[test]
fn a_report_fits_the_published_schema_and_an_added_member_does_not() {
    let fake = Fake {
        code: Some(77),
        stops_at: Some(b"{}"),
        ..Fake::new(CANARY_FAILS, CLEAN)
    };
    let (report, folder) = run(&fake);
    assert_eq!(report.exit(), Exit::Conformance);
    let text = std::fs::read_to_string(folder.path().join("reports/fuzz.json")).unwrap();
    assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    schema::assert_fits("fuzz", &text);
    let more = text.replacen("\"canary\": {", "\"canary\": {\"more\":1,", 1);
    let more = serde_json::from_str(&more).unwrap();
    assert!(!schema::validator("fuzz").is_valid(&more));
    Place::at(folder.path().join("reports"), report::FILES).unwrap();
    assert!(!folder.path().join("reports/fuzz.json").exists());
    assert!(folder.path().join("reports/findings").exists());
}
