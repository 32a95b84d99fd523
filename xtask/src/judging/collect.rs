//! Gathers what was said about one section: counts, rows, tripwires.
//!
//! The differential is counted once more here, without trusting its own
//! reasons: of the verdicts on readable text, how many did it compare?

use super::{DIFFERENTIAL, Judged, Said};
use crate::filter::Rerun;
use crate::incidents::Found;
use crate::report::{Outcome, Row, Section};
use crate::tripwire::Tripwires;

/// Which rows a section keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// Every (case, judge): the corpus.
    All,
    /// The failures: real input.
    Failures,
}

/// What was found about one section.
pub(crate) struct Collector {
    /// Its counts.
    pub(crate) section: Section,
    /// Its rows.
    pub(crate) rows: Vec<Row>,
    /// Events that stop the service.
    pub(crate) tripwires: Tripwires,
    /// The same events, law by law and case by case.
    pub(crate) incidents: Vec<Found>,
    /// How many questions were answered.
    pub(crate) executed: u64,
    /// Whether the target claims to have any operation that was asked for.
    pub(crate) offered: bool,
    /// How many judges panicked.
    pub(crate) internal: u64,
    /// Verdicts that the differential ought to compare.
    pub(crate) due: u64,
    /// Those that it did.
    pub(crate) compared: u64,
    /// Lines or files that cannot be read, each with place and remedy.
    pub(crate) unreadable: Vec<String>,
    keep: Keep,
    rerun: Rerun,
}

impl Collector {
    /// An empty section.
    pub(crate) fn new(name: &str, source: &str, keep: Keep, rerun: Rerun) -> Self {
        Self {
            section: Section {
                name: name.to_owned(),
                source: source.to_owned(),
                ..Section::default()
            },
            rows: Vec::new(),
            tripwires: Tripwires::default(),
            incidents: Vec::new(),
            executed: 0,
            offered: true,
            internal: 0,
            due: 0,
            compared: 0,
            unreadable: Vec::new(),
            keep,
            rerun,
        }
    }

    /// Takes one judged question.
    pub(crate) fn take(&mut self, judged: Judged) {
        if judged.text.is_some() {
            self.executed += 1;
        }
        self.internal += u64::from(judged.internal);
        self.tripwires.invented_values += u64::from(judged.invented());
        self.tripwires.undisclosed_coverage += u64::from(judged.undisclosed);
        for (kind, law) in judged.incidents() {
            self.incidents.push(Found::new(kind, law, &judged.id));
        }
        let due = judged.is_due();
        self.due += u64::from(due);
        for said in &judged.said {
            let compared = matches!(said.outcome, Outcome::Agrees | Outcome::Disagrees);
            self.compared += u64::from(due && compared && said.judge == DIFFERENTIAL);
            self.tally(said);
        }
        let command = self.rerun.command(&judged.id);
        let section = self.key();
        for said in judged.said {
            if self.keep == Keep::All || said.outcome.is_failure() {
                self.rows.push(Row {
                    section: section.clone(),
                    case: judged.id.clone(),
                    judge: if judged.part.is_empty() {
                        said.judge.to_owned()
                    } else {
                        format!("{} ({})", said.judge, judged.part)
                    },
                    outcome: said.outcome,
                    why: said.why,
                    detail: said.detail,
                    rerun: said.outcome.is_failure().then(|| command.clone()),
                });
            }
        }
    }

    /// Counts verdict, rules and codes of an answer under group names that
    /// start with `form`.
    pub(crate) fn count_answer(&mut self, form: &str, judged: &Judged) {
        if judged.text.is_none() {
            return;
        }
        let view = &judged.view;
        let group = |name: &str| format!("{form}{name}");
        self.section.count(&group("verdicts"), view.kind());
        for rule in view.rules() {
            self.section.count(&group("rules"), rule);
        }
        for code in view.codes() {
            self.section.count(&group("defects"), code);
        }
        if let Some(code) = view.refusal_code() {
            self.section.count(&group("refusals"), code);
        }
    }

    fn tally(&mut self, said: &Said) {
        let judges = &mut self.section.judges;
        let tally = judges.entry(said.judge.to_owned()).or_default();
        match said.outcome {
            Outcome::Agrees => tally.agrees += 1,
            Outcome::Disagrees | Outcome::Failed => tally.disagrees += 1,
            Outcome::NotComparable | Outcome::Skipped => {
                tally.not_comparable += 1;
                let why = said.why.clone().unwrap_or_default();
                *tally.reasons.entry(why).or_default() += 1;
            }
        }
    }

    fn key(&self) -> String {
        self.section.key()
    }
}
