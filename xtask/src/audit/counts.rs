//! What an audit counts, and what its counts ask the exit code to be.
//!
//! Every count is a sum over lines, so shards are joined by adding: nothing
//! here may depend on the order of lines or on how long a line took.

use std::collections::BTreeMap;

use argument_check_oracle::laws::LAWS;
use argument_check_oracle::system::OTHERS;
use serde::{Deserialize, Serialize};

use super::judge::{Said, Verdict};
use super::row::{Finding, Row};
use crate::exit::{Exit, Reasons};
use crate::judging::{DIFFERENTIAL, PATTERN, PROVENANCE, REFERENCE, REPLAY};
use crate::report::Tally;

/// The judges beside the laws.
pub(super) const JUDGES: [&str; 5] = [REPLAY, REFERENCE, DIFFERENTIAL, PATTERN, PROVENANCE];

/// The report members whose absence is counted.
const REPORT_MEMBERS: [&str; 7] = [
    "criteria_id",
    "criteria_version",
    "engine_version",
    "statement",
    "coverage",
    "reason",
    "detail",
];

/// Sums over the lines of a shard, or of the whole input.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counts {
    /// Lines that are not blank.
    pub(crate) lines: u64,
    /// Lines proven.
    pub(crate) proven: u64,
    /// Lines refuted.
    pub(crate) refuted: u64,
    /// Lines that could not be compared.
    pub(crate) not_comparable: u64,
    /// Lines that hold no exchange.
    pub(crate) malformed: u64,
    /// Refuted lines on which a value was invented (D93).
    pub(crate) invented: u64,
    /// Refuted lines with a verdict from undisclosed coverage (D94).
    pub(crate) undisclosed: u64,
    /// Lines on which a law or judge panicked.
    pub(crate) internal: u64,
    /// Lines by the kind of their answer.
    pub(crate) answers: BTreeMap<String, u64>,
    /// Lines whose answer lacks a report member, by member.
    pub(crate) absent: BTreeMap<String, u64>,
    /// What each law said.
    pub(crate) laws: BTreeMap<String, Tally>,
    /// What each independent judge said.
    pub(crate) judges: BTreeMap<String, Tally>,
    /// How often each entry of the published allow-list was needed.
    pub(crate) allow_list: BTreeMap<String, u64>,
}

impl Counts {
    /// Zero of everything that is always listed.
    pub(crate) fn new() -> Self {
        Self {
            absent: REPORT_MEMBERS.map(|name| (name.to_owned(), 0)).into(),
            laws: LAWS
                .iter()
                .map(|law| (law.id.to_owned(), Tally::default()))
                .collect(),
            judges: JUDGES
                .map(|name| (name.to_owned(), Tally::default()))
                .into(),
            ..Self::default()
        }
    }

    /// Counts a line.
    pub(super) fn take(&mut self, verdict: &Verdict) {
        self.row(&verdict.row);
        self.internal += u64::from(verdict.internal);
        for (name, said) in &verdict.said {
            let outside = OTHERS.iter().flat_map(|system| system.judges);
            let mut outside = outside.map(|judge| judge.name());
            let group = if JUDGES.contains(name) || outside.any(|judge| judge == *name) {
                &mut self.judges
            } else {
                &mut self.laws
            };
            let tally = group.entry((*name).to_owned()).or_default();
            match said {
                Said::Holds => tally.agrees += 1,
                Said::Broken => tally.disagrees += 1,
                Said::NotApplicable(why) => {
                    tally.not_comparable += 1;
                    *tally.reasons.entry((*why).to_owned()).or_default() += 1;
                }
            }
        }
    }

    /// Counts the row of a line.
    pub(super) fn row(&mut self, row: &Row) {
        self.lines += 1;
        match row.finding {
            Finding::Proven => self.proven += 1,
            Finding::Refuted => self.refuted += 1,
            Finding::NotComparable => self.not_comparable += 1,
            Finding::Malformed => self.malformed += 1,
        }
        self.invented += u64::from(row.invented);
        self.undisclosed += u64::from(row.undisclosed);
        if row.finding != Finding::Malformed {
            *self.answers.entry(row.answer.clone()).or_default() += 1;
        }
        for member in &row.absent {
            *self.absent.entry(member.clone()).or_default() += 1;
        }
    }

    /// Adds the counts of another shard.
    pub(crate) fn add(&mut self, other: &Self) {
        self.lines += other.lines;
        self.proven += other.proven;
        self.refuted += other.refuted;
        self.not_comparable += other.not_comparable;
        self.malformed += other.malformed;
        self.invented += other.invented;
        self.undisclosed += other.undisclosed;
        self.internal += other.internal;
        sum(&mut self.answers, &other.answers);
        sum(&mut self.absent, &other.absent);
        sum(&mut self.allow_list, &other.allow_list);
        tallies(&mut self.laws, &other.laws);
        tallies(&mut self.judges, &other.judges);
    }

    /// How many rows a report of these lines has: one a line not proven.
    pub(crate) fn rows(&self) -> u64 {
        self.refuted + self.not_comparable + self.malformed
    }

    /// What the counts ask for; `passed` is how many lines the input had.
    pub(crate) fn reasons(&self, passed: u64) -> Reasons {
        let mut reasons = Reasons::default();
        let mut blame = |count: u64, exit, what: &str| {
            if count > 0 {
                reasons.add(exit, format!("{count} {what}"));
            }
        };
        blame(
            self.internal,
            Exit::Internal,
            "lines on which a judge panicked",
        );
        blame(
            self.invented,
            Exit::StopServing,
            "lines with an invented value",
        );
        blame(
            self.undisclosed,
            Exit::StopServing,
            "lines with a verdict from undisclosed coverage",
        );
        blame(
            self.malformed,
            Exit::Unreadable,
            "lines that hold no exchange",
        );
        blame(self.refuted, Exit::Conformance, "lines refuted");
        if passed == 0 {
            let why = "the input has no lines, so nothing was judged";
            reasons.add(Exit::NotProvenAlive, why);
        }
        reasons
    }
}

fn sum(into: &mut BTreeMap<String, u64>, from: &BTreeMap<String, u64>) {
    for (name, count) in from {
        *into.entry(name.clone()).or_default() += count;
    }
}

fn tallies(into: &mut BTreeMap<String, Tally>, from: &BTreeMap<String, Tally>) {
    for (name, tally) in from {
        let sum_of = into.entry(name.clone()).or_default();
        sum_of.agrees += tally.agrees;
        sum_of.disagrees += tally.disagrees;
        sum_of.not_comparable += tally.not_comparable;
        sum(&mut sum_of.reasons, &tally.reasons);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invented_value_outranks_a_malformed_line_and_that_a_refuted_one() {
        let mut counts = Counts::new();
        counts.refuted = 1;
        assert_eq!(counts.reasons(9).worst(), Exit::Conformance);
        counts.malformed = 1;
        assert_eq!(counts.reasons(9).worst(), Exit::Unreadable);
        counts.invented = 1;
        assert_eq!(counts.reasons(9).worst(), Exit::StopServing);
    }

    #[test]
    fn an_input_without_lines_proves_nothing() {
        assert_eq!(Counts::new().reasons(0).worst(), Exit::NotProvenAlive);
        assert_eq!(Counts::new().reasons(1).worst(), Exit::Clean);
    }

    #[test]
    fn shards_are_joined_by_adding() {
        let mut row = Row::malformed(3, "no".to_owned());
        let (mut left, mut right) = (Counts::new(), Counts::new());
        left.row(&row);
        row.finding = Finding::Refuted;
        row.absent = vec!["coverage".to_owned()];
        right.row(&row);
        let mut whole = Counts::new();
        whole.row(&Row::malformed(3, "no".to_owned()));
        whole.row(&row);
        left.add(&right);
        assert_eq!(left, whole);
        assert_eq!(whole.rows(), 2);
    }
}
