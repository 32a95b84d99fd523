//! The model of the exhaustive run's report, and its file.
//!
//! Everything except `run` is a function of the target and the number of
//! tokens. Texts stand in it in full: they are made of the published alphabet
//! and are nobody's payload. The shape is published as
//! `reports/schema/exhaustive.schema.json`. The footer is the last member and
//! the file is renamed into its place at the end, so a report that was cut
//! never looks like a whole one.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use argument_check_corpus::ARGUMENT_CHECK;
use argument_check_oracle::exhaustive::{ALL_LAWS_UP_TO, ALPHABET, Space, Tally};
use serde::Serialize;

use crate::exit::{Coded, Exit, Reasons};
use crate::report::{FooterReason, Named, Pin};

/// The name and version of the format.
const FORMAT: &str = "argument-check-exhaustive/v1";

/// The files that a run writes.
const FILES: [&str; 2] = ["exhaustive.json", "exhaustive.md"];

/// A report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Report {
    format: &'static str,
    pub(super) header: Header,
    /// How many texts were judged.
    pub(super) judged: u64,
    /// Every kind of answer, by name.
    pub(super) answers: Vec<Answers>,
    /// Every law, in its order.
    pub(super) laws: Vec<Law>,
    /// How many answers break a law, counted once a law.
    pub(super) violations: u64,
    /// How many of them mean that a value was invented.
    pub(super) invented: u64,
    /// The first of them, by number.
    pub(super) rows: Vec<Row>,
    pub(super) run: Run,
    pub(super) footer: Footer,
}

/// Who was asked what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Header {
    pub(super) criteria: Named,
    pub(super) corpus: Pin,
    pub(super) target: Named,
    pub(super) alphabet: Vec<&'static str>,
    /// How many tokens the longest texts have.
    pub(super) tokens: u32,
    /// How many texts there are, no two alike.
    pub(super) texts: u64,
    /// The schema that every text is submitted with.
    pub(super) schema: &'static str,
    /// Up to how many tokens I1 to I28 are asked about every text.
    pub(super) all_laws_up_to: u32,
}

/// How many answers were of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Answers {
    pub(super) verdict: &'static str,
    /// The rules that fired, the cause, or the refusal.
    pub(super) why: String,
    pub(super) count: u64,
}

/// What one law said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Law {
    pub(super) name: &'static str,
    pub(super) clause: &'static str,
    pub(super) judged: u64,
    pub(super) broken: u64,
}

/// One violation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Row {
    pub(super) number: u64,
    pub(super) text: String,
    pub(super) law: &'static str,
    pub(super) invented: bool,
    pub(super) expected: String,
    pub(super) actual: String,
    /// A request body that shows it.
    pub(super) body: String,
}

/// What differs between two runs that found the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Run {
    pub(super) milliseconds: u64,
}

/// The end of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Footer {
    complete: bool,
    rows: u64,
    exit_code: u8,
    pub(super) reasons: Vec<FooterReason>,
}

impl Header {
    pub(super) fn new(space: Space, target: Named) -> Result<Self> {
        Ok(Self {
            criteria: Named::new(ARGUMENT_CHECK.criteria_id, ARGUMENT_CHECK.criteria_version),
            corpus: Pin::built_in()?,
            target,
            alphabet: ALPHABET.to_vec(),
            tokens: space.tokens(),
            texts: space.texts(),
            schema: "{}",
            all_laws_up_to: ALL_LAWS_UP_TO,
        })
    }
}

impl Run {
    pub(super) fn since(started: Instant) -> Self {
        Self {
            milliseconds: started.elapsed().as_millis() as u64,
        }
    }
}

impl Report {
    /// A report with its footer. `silence` is why the first answer that did not
    /// come did not.
    pub(super) fn new(header: Header, tally: Tally, silence: Option<String>, run: Run) -> Self {
        let reasons = reasons(&header, &tally, silence);
        let rows: Vec<Row> = tally.breaches.into_iter().map(Row::from).collect();
        let footer = Footer {
            complete: true,
            rows: rows.len() as u64,
            exit_code: reasons.worst().code(),
            reasons: reasons
                .iter()
                .map(|(exit, why)| FooterReason {
                    exit,
                    why: why.to_owned(),
                })
                .collect(),
        };
        let answers = tally.kinds.into_iter().map(|(kind, count)| Answers {
            verdict: kind.verdict,
            why: kind.why,
            count,
        });
        let laws = tally.laws.into_iter().map(|law| Law {
            name: law.name,
            clause: law.clause,
            judged: law.judged,
            broken: law.broken,
        });
        Self {
            format: FORMAT,
            header,
            judged: tally.texts,
            answers: answers.collect(),
            laws: laws.collect(),
            violations: tally.breached,
            invented: tally.invented,
            rows,
            run,
            footer,
        }
    }

    /// How the run ended.
    pub(super) fn exit(&self) -> Exit {
        let mut reasons = Reasons::default();
        for reason in &self.footer.reasons {
            reasons.add(reason.exit, reason.why.as_str());
        }
        reasons.worst()
    }

    /// Writes both files, the machine's last.
    pub(super) fn write(&self, directory: &Path, markdown: &str) -> Result<()> {
        let mut json = serde_json::to_string_pretty(self)
            .map_err(|error| Coded::new(Exit::Internal, format!("the report: {error}")))?;
        json.push('\n');
        std::fs::create_dir_all(directory).map_err(|error| unwritten(directory, &error))?;
        for (name, text) in FILES.iter().zip([json.as_str(), markdown]).rev() {
            let partial = directory.join(format!("{name}.partial-{}", std::process::id()));
            let file = directory.join(name);
            std::fs::write(&partial, text)
                .and_then(|()| std::fs::rename(&partial, &file))
                .map_err(|error| unwritten(&file, &error))?;
        }
        Ok(())
    }
}

impl From<argument_check_oracle::exhaustive::Breach> for Row {
    fn from(breach: argument_check_oracle::exhaustive::Breach) -> Self {
        let body = argument_check_oracle::exhaustive::body(&breach.text);
        Self {
            number: breach.number,
            body: String::from_utf8_lossy(&body).into_owned(),
            text: breach.text,
            law: breach.law,
            invented: breach.invents,
            expected: breach.expected,
            actual: breach.actual,
        }
    }
}

/// Every reason why a run does not end clean.
fn reasons(header: &Header, tally: &Tally, silence: Option<String>) -> Reasons {
    let mut reasons = Reasons::default();
    if let Some(why) = silence {
        let why = format!("the target gave no answer: {why}");
        reasons.add(Exit::Conformance, why);
    }
    if tally.invented > 0 {
        let why = format!("{} answers hold what was invented", tally.invented);
        reasons.add(Exit::StopServing, why);
    }
    if tally.breached > 0 {
        let why = format!("{} violations", tally.breached);
        reasons.add(Exit::Conformance, why);
    }
    if tally.texts == 0 {
        let why = "no text was judged: ask for one token or more with --tokens";
        reasons.add(Exit::NotProvenAlive, why);
    }
    if tally.texts != header.texts {
        let why = format!("{} of {} texts were judged", tally.texts, header.texts);
        reasons.add(Exit::NotProvenAlive, why);
    }
    reasons
}

/// Removes the report of an earlier run.
pub(super) fn clear(directory: &Path) -> Result<()> {
    for name in FILES {
        let file = directory.join(name);
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(unwritten(&file, &error));
            }
            _ => {}
        }
    }
    Ok(())
}

fn unwritten(file: &Path, error: &std::io::Error) -> anyhow::Error {
    let message = format!(
        "{}: cannot be written: {error}; give another directory with --reports",
        file.display()
    );
    Coded::new(Exit::Internal, message).into()
}
