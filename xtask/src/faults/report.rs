//! The model of the scoreboard's report, and its file.
//!
//! Everything except `run` is a function of the calls, the seed and the target.
//! The shape is published as `reports/schema/faults.schema.json`.

use argument_check_oracle::faults::{Class, Expected, Score};
use serde::Serialize;

use crate::exit::{Exit, Reasons};
use crate::report::run::{Footer, Run};
use crate::report::{Named, Pin};

/// The name and version of the format.
const FORMAT: &str = "argument-check-faults/v1";

/// The files that a run writes.
pub(super) const FILES: [&str; 2] = ["faults.json", "faults.md"];

/// A report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Report {
    format: &'static str,
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Header {
    pub(super) criteria: Named,
    pub(super) corpus: Pin,
    pub(super) target: Named,
    pub(super) seed: u64,
    pub(super) n: u64,
    pub(super) payloads: bool,
}

/// What the calls are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Input {
    pub(super) source: String,
    pub(super) calls: u64,
    pub(super) valid: u64,
    pub(super) unusable: u64,
    pub(super) malformed: u64,
}

/// One line of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct ClassScore {
    pub(super) class: Class,
    pub(super) expected: Expected,
    pub(super) score: Score,
}

/// Every prefix of every call; exact are the repaired ones.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Prefixes {
    pub(super) calls: u64,
    /// Calls whose text is too long for all its prefixes.
    pub(super) left_out: u64,
    pub(super) score: Score,
}

/// One fault, or prefix, whose outcome is not as expected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Detail {
    pub(super) body: String,
    pub(super) answer: String,
    pub(super) original: String,
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
        Self {
            format: FORMAT,
            header,
            input,
            classes,
            prefixes,
            footer: Footer::new(rows.len() as u64, reasons),
            rows,
            run,
        }
    }

    /// How the run ended.
    pub(super) fn exit(&self) -> Exit {
        self.footer.reasons.worst()
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
