//! What `verify` does about an invented value or undisclosed coverage: it puts
//! an incident on record, and says what the record means.
//!
//! Only for the engine, never for a mutant, whose faults are wanted; once per
//! law and case while the incident is open. The record outlives the run: what
//! was found stays a reason to stop serving until a person clears it. Must hold
//! nothing submitted: evidence is a law and the id of a case.

use std::fs::OpenOptions;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, Result};
use argument_check_oracle::kill_line::{Evidence, Question, evaluate};
use argument_check_oracle::ledger::incidents::{Incident, Kind, append};
use argument_check_oracle::ledger::{Label, Timestamp};

pub(crate) use argument_check_oracle::ledger::incidents::FILE_NAME;

use crate::exit::Exit;
use crate::run::Run;
use crate::tripwire::KillLine;

/// A law that was broken, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    kind: Kind,
    evidence: String,
}

impl Found {
    /// `law` was broken on `case`.
    pub(crate) fn new(kind: Kind, law: &str, case: &str) -> Self {
        let evidence = format!("{law} {case}");
        Self { kind, evidence }
    }

    /// The evidence; of a case whose id is no label, the law alone.
    fn label(&self) -> Result<Label> {
        let law = self.evidence.split(' ').next().unwrap_or_default();
        let label = self.evidence.parse().or_else(|_| law.parse());
        label.context("a law without a name")
    }
}

/// Appends to `file` what `run` found, and lets the run say what the file
/// means. A run that proved something and found nothing makes an empty file:
/// that is evidence, too.
pub(crate) fn record(run: &mut Run, file: &Path) -> Result<()> {
    let blind = [Exit::Internal, Exit::Unreadable, Exit::NotProvenAlive];
    let proven = !blind.into_iter().any(|exit| run.reasons.any(exit));
    if !file.exists() && run.incidents.is_empty() && !proven {
        return Ok(());
    }
    make(file)?;
    if let Err(error) = look(run, file) {
        run.find(
            "incidents",
            Exit::Unreadable,
            "the incidents on record cannot be read",
            vec![format!("{error:#}")],
        );
    }
    Ok(())
}

fn make(file: &Path) -> Result<()> {
    if let Some(directory) = file.parent() {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("{}: cannot be made", directory.display()))?;
    }
    let mut options = OpenOptions::new();
    let opened = options.append(true).create(true).open(file);
    let why = || format!("{}: cannot be written; give --incidents", file.display());
    opened.map(drop).with_context(why)
}

/// Appends what is new, then judges the whole file.
fn look(run: &mut Run, file: &Path) -> Result<()> {
    let before = Evidence::read(None, None, Some(file))?;
    let mut known: Vec<(Kind, Label)> = before
        .incidents
        .iter()
        .flat_map(|(incidents, _)| incidents)
        .filter(|incident| incident.is_open())
        .map(|incident| (incident.kind, incident.evidence.clone()))
        .collect();
    let now = Timestamp::of(SystemTime::now()).context("the clock shows no year up to 9997")?;
    for found in &run.incidents {
        let name = (found.kind, found.label()?);
        if !known.contains(&name) {
            append(file, &Incident::open(now, name.0, name.1.clone()))?;
            known.push(name);
        }
    }
    let evidence = Evidence::read(None, None, Some(file))?;
    let (report, _) = evaluate(&evidence, &Question::default())?;
    let kill_line = KillLine::of(&report);
    if kill_line.open_incidents > 0 {
        let why = format!(
            "{} incidents are open in {}; once mended, clear each by appending its line with \
             \"cleared\":{{\"ts\",\"by\"}}",
            kill_line.open_incidents,
            file.display()
        );
        run.reasons.add(Exit::StopServing, why);
    }
    run.tripwires.kill_line = Some(kill_line);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_with(found: &[Found]) -> Run {
        let mut run = Run::new("verify", false);
        run.incidents = found.to_vec();
        run
    }

    fn lines(file: &Path) -> Vec<String> {
        let text = std::fs::read_to_string(file).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_clean_run_leaves_an_empty_file_and_a_blind_one_leaves_none() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("new").join(FILE_NAME);
        let mut blind = run_with(&[]);
        blind.reasons.add(Exit::NotProvenAlive, "a mutant survived");
        record(&mut blind, &file).unwrap();
        assert!(!file.exists());
        assert!(blind.tripwires.line().contains("not evaluated"));

        let mut run = run_with(&[]);
        record(&mut run, &file).unwrap();
        assert_eq!(lines(&file).len(), 0);
        assert_eq!(run.reasons.worst(), Exit::Clean);
        let line = run.tripwires.line();
        assert!(line.contains("kill line not_evaluated"), "{line}");
        assert!(line.contains("invented_repair clear"), "{line}");
        assert!(
            line.contains("refunds_over_5pct_30d not_evaluated"),
            "{line}"
        );
    }

    #[test]
    fn an_incident_is_appended_once_per_law_and_case_and_stays_until_cleared() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join(FILE_NAME);
        let found = [
            Found::new(Kind::InventedRepair, "I12", "REP-003"),
            Found::new(Kind::InventedRepair, "I12", "REP-003"),
            Found::new(Kind::InventedRepair, "I5", "REP-003"),
            Found::new(Kind::UndisclosedPartialCoverage, "I2", "a\nb"),
        ];
        for _ in 0..2 {
            let mut run = run_with(&found);
            record(&mut run, &file).unwrap();
            assert_eq!(run.reasons.worst(), Exit::StopServing);
            assert_eq!(lines(&file).len(), 3);
        }
        assert!(lines(&file)[2].contains(r#""evidence":"I2""#));
        let mut mended = run_with(&[]);
        record(&mut mended, &file).unwrap();
        assert_eq!(mended.reasons.worst(), Exit::StopServing);

        let cleared = lines(&file).into_iter().map(|line| {
            let by = r#""cleared":{"ts":"2026-12-01T00:00:00.000Z","by":"operator"}"#;
            line.clone() + "\n" + &line.replace(r#""cleared":null"#, by) + "\n"
        });
        std::fs::write(&file, cleared.collect::<String>()).unwrap();
        let mut mended = run_with(&[]);
        record(&mut mended, &file).unwrap();
        assert_eq!(mended.reasons.worst(), Exit::Clean);
        record(&mut run_with(&found), &file).unwrap();
        assert_eq!(lines(&file).len(), 9, "what comes back is a new incident");
    }

    #[test]
    fn a_record_that_cannot_be_read_is_named_and_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join(FILE_NAME);
        std::fs::write(&file, "{}\n").unwrap();
        let mut run = run_with(&[Found::new(Kind::InventedRepair, "I5", "REP-003")]);
        record(&mut run, &file).unwrap();
        assert!(run.reasons.any(Exit::Unreadable));
        assert_eq!(lines(&file), ["{}"]);
        assert!(run.findings[0].message.contains("incidents.jsonl:1: "));
    }
}
