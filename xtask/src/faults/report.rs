//! The model of the scoreboard's report, and its file.
//!
//! Everything except `run` is a function of the calls, the seed and the target.
//! The shape is published as `reports/schema/faults.schema.json`. The footer is
//! the last member and the file is renamed into its place at the end, so a
//! report that was cut never looks like a whole one.

use std::path::Path;

use anyhow::Result;
use argument_check_corpus::ARGUMENT_CHECK;
use argument_check_oracle::faults::{Class, Expected, Score};
use serde::{Deserialize, Serialize};

use crate::exit::{Coded, Exit, Reasons};
use crate::report::{FooterReason, Named, Pin};

/// The name and version of the format.
const FORMAT: &str = "argument-check-faults/v1";

/// The files that a run writes.
const FILES: [&str; 2] = ["faults.json", "faults.md"];

/// A report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Report {
    format: String,
    pub(super) header: Header,
    pub(super) input: Input,
    /// Every class, in the order of turns.
    pub(super) classes: Vec<ClassScore>,
    /// With `--exhaustive-prefixes`.
    pub(super) prefixes: Option<Prefixes>,
    /// What is not as expected, in the order of turns, prefixes last.
    pub(super) rows: Vec<Row>,
    pub(super) run: Run,
    pub(super) footer: Footer,
}

/// Who was asked what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    pub(super) criteria: Named,
    pub(super) corpus: Pin,
    pub(super) target: Named,
    pub(super) seed: u64,
    pub(super) n: u64,
    pub(super) payloads: bool,
}

/// What the calls are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    pub(super) source: String,
    pub(super) calls: u64,
    pub(super) valid: u64,
    pub(super) unusable: u64,
    pub(super) malformed: u64,
}

/// One line of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassScore {
    pub(super) class: Class,
    pub(super) expected: Expected,
    pub(super) score: Score,
}

/// Every prefix of every call; exact are the repaired ones.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Prefixes {
    pub(super) calls: u64,
    /// Calls whose text is too long for all its prefixes.
    pub(super) left_out: u64,
    pub(super) score: Score,
}

/// One fault, or prefix, whose outcome is not as expected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub(super) call: String,
    /// Absent for a prefix.
    pub(super) class: Option<Class>,
    /// The turn; for a prefix its length in bytes.
    pub(super) turn: u64,
    pub(super) outcome: String,
    pub(super) why: String,
    /// Only with `--with-payloads`.
    pub(super) detail: Option<Detail>,
}

/// The payload of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Detail {
    pub(super) body: String,
    pub(super) answer: String,
    pub(super) original: String,
}

/// What differs between two runs that found the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Run {
    pub(super) milliseconds: u64,
}

/// The end of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Footer {
    complete: bool,
    rows: u64,
    exit_code: u8,
    pub(super) reasons: Vec<FooterReason>,
}

impl ClassScore {
    /// A class without any fault yet.
    pub(super) fn new(class: Class) -> Self {
        Self {
            class,
            expected: class.expected(),
            score: Score::default(),
        }
    }
}

impl Report {
    /// A report with its footer.
    pub(super) fn new(
        header: Header,
        input: Input,
        classes: Vec<ClassScore>,
        prefixes: Option<Prefixes>,
        rows: Vec<Row>,
        run: Run,
    ) -> Self {
        let reasons = reasons(&input, &classes, prefixes.as_ref());
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
        Self {
            format: FORMAT.to_owned(),
            header,
            input,
            classes,
            prefixes,
            rows,
            run,
            footer,
        }
    }

    /// How the run ended.
    pub(super) fn exit(&self) -> Exit {
        reasons(&self.input, &self.classes, self.prefixes.as_ref()).worst()
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

/// Every reason why a run does not end clean.
fn reasons(input: &Input, classes: &[ClassScore], prefixes: Option<&Prefixes>) -> Reasons {
    let mut reasons = Reasons::default();
    if input.malformed > 0 {
        let why = format!("{} lines hold no call", input.malformed);
        reasons.add(Exit::Unreadable, why);
    }
    if classes.iter().all(|it| it.score.injected == 0) {
        let why = "no fault was injected: no call is VALID, or --n is 0";
        reasons.add(Exit::NotProvenAlive, why);
    }
    for ClassScore { class, score, .. } in classes {
        altered(&mut reasons, class.name(), score);
        let wrong = match class.expected() {
            Expected::Original => score.refused,
            Expected::Part => 0,
            Expected::Refusal => score.exact,
        };
        if wrong > 0 {
            let what = match class.expected() {
                Expected::Refusal => "delivered although what stood there is lost",
                _ => "refused although the original is forced",
            };
            let why = format!("{}: {wrong} of {} {what}", class.name(), score.injected);
            reasons.add(Exit::Conformance, why);
        }
    }
    if let Some(prefixes) = prefixes {
        altered(&mut reasons, "prefixes", &prefixes.score);
    }
    reasons
}

/// What no class may have.
fn altered(reasons: &mut Reasons, name: &str, score: &Score) {
    if score.altered > 0 {
        let why = format!("{name}: {} of {} altered", score.altered, score.injected);
        reasons.add(Exit::StopServing, why);
    }
    if score.unanswered > 0 {
        let why = format!(
            "{name}: {} of {} have no answer that can be read",
            score.unanswered, score.injected
        );
        reasons.add(Exit::Conformance, why);
    }
}

/// The criteria judged by.
pub(super) fn criteria() -> Named {
    Named::new(ARGUMENT_CHECK.criteria_id, ARGUMENT_CHECK.criteria_version)
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
