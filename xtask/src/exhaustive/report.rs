//! The model of the exhaustive run's report, and its file.
//!
//! Everything except `run` is a function of the target and the number of
//! tokens. Texts stand in it in full: they are made of the published alphabet
//! and are nobody's payload. The shape is published as
//! `reports/schema/exhaustive.schema.json`.

use anyhow::Result;
use argument_check_oracle::exhaustive::{ALL_LAWS_UP_TO, ALPHABET, Space, Tally};
use serde::Serialize;

use crate::exit::{Exit, Reasons};
use crate::report::run::{Footer, Run};
use crate::report::{Named, Pin};

/// The name and version of the format.
const FORMAT: &str = "argument-check-exhaustive/v1";

/// The files that a run writes.
pub(super) const FILES: [&str; 2] = ["exhaustive.json", "exhaustive.md"];

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

impl Header {
    pub(super) fn new(space: Space, target: Named) -> Result<Self> {
        Ok(Self {
            criteria: Named::criteria(),
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

impl Report {
    /// A report with its footer. `silence` is why the first answer that did not
    /// come did not.
    pub(super) fn new(header: Header, tally: Tally, silence: Option<String>, run: Run) -> Self {
        let reasons = reasons(&header, &tally, silence);
        let rows: Vec<Row> = tally.breaches.into_iter().map(Row::from).collect();
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
