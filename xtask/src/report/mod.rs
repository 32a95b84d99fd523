//! The report: one model, several renderers.
//!
//! Everything that a run found stands in [`Report`]; the renderers only
//! arrange it. No argument value, key or fragment may stand in a report unless
//! `--with-payloads` asked for it: the `detail` of a row is the one member
//! that holds payload, and the panel of judges leaves it out otherwise.
//! The shape is published as `reports/schema/report.schema.json`.

pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod markdown;
pub(crate) mod matrix;
pub(crate) mod place;
pub(crate) mod run;
pub(crate) mod text;
pub(crate) mod write;

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Result, anyhow};
use argument_check_corpus::ARGUMENT_CHECK;
use argument_check_oracle::mutants::Matrix;
use serde::{Deserialize, Serialize};

use crate::exit::Reasons;
use crate::tripwire::Tripwires;

/// The name and version of the report format.
pub(crate) const FORMAT: &str = "argument-check-report/v1";

/// Everything that one run found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Report {
    /// Always [`FORMAT`].
    pub(crate) format: String,
    /// What was run, on what.
    pub(crate) header: Header,
    /// Events that stop the service when there is even one.
    pub(crate) tripwires: Tripwires,
    /// The corpus and each real input, with counts.
    pub(crate) sections: Vec<Section>,
    /// Outcomes: every (case, judge) of the corpus, the failures of real input.
    pub(crate) rows: Vec<Row>,
    /// How often each entry of the published allow-list was needed.
    pub(crate) allow_list: BTreeMap<String, u64>,
    /// Which law notices which mutant, a system each; absent where no mutant was judged.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub(crate) kill_matrices: Vec<Matrix>,
    /// What pin, lint, obligations and mutants found.
    pub(crate) findings: Vec<Finding>,
    /// How long each step took; absent where nothing was measured.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) performance: Option<Vec<Timing>>,
    /// Written last: a report without it is invalid.
    pub(crate) footer: Footer,
}

/// What was run, on what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    /// The subcommand.
    pub(crate) command: String,
    /// The criteria judged by.
    pub(crate) criteria: Named,
    /// The corpora and the state of their pins.
    pub(crate) corpora: Vec<CorpusPin>,
    /// The implementation that was judged.
    pub(crate) target: Named,
    /// The judges' own implementations, pinned.
    pub(crate) oracles: Vec<Named>,
    /// Seeds of everything random; empty when nothing was.
    pub(crate) seeds: BTreeMap<String, u64>,
    /// How many exchanges were made, by what they were made for.
    pub(crate) executed: BTreeMap<String, u64>,
    /// Whether `--with-payloads` was given.
    pub(crate) payloads: bool,
}

/// A thing with a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    /// Its name.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
}

impl Named {
    /// A name with its version.
    pub(crate) fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
        }
    }

    /// The criteria of the argument check, by which every run judges.
    pub(crate) fn criteria() -> Self {
        Self::new(ARGUMENT_CHECK.criteria_id, ARGUMENT_CHECK.criteria_version)
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

/// A corpus by its digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pin {
    /// Its id.
    pub(crate) id: String,
    /// Its version.
    pub(crate) version: String,
    /// The digest that its file states.
    pub(crate) sha256: String,
}

impl Pin {
    /// The pin of the corpus that this program was built with.
    pub(crate) fn built_in() -> Result<Self> {
        let corpus = argument_check_corpus::pin::parse(argument_check_corpus::ARTEFACT)
            .map_err(|error| anyhow!("the built-in corpus: {error}; rebuild"))?;
        Ok(Self {
            id: corpus.id,
            version: corpus.version,
            sha256: corpus.sha256,
        })
    }
}

/// A corpus and the state of its pin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CorpusPin {
    /// The id of the corpus.
    pub(crate) id: String,
    /// Its version.
    pub(crate) version: String,
    /// How many cases it holds.
    pub(crate) cases: u64,
    /// The digest that its file states.
    pub(crate) sha256: String,
    /// `match`, or what is wrong.
    pub(crate) status: String,
}

/// The corpus, or one real input.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Section {
    /// `corpus`, `sample`, `calls`, `tools`, `json-parsing` or `json-schema-suite`.
    pub(crate) name: String,
    /// The file, or the id of the corpus.
    pub(crate) source: String,
    /// Counts by group: `verdicts`, `rules`, `refusals`, …
    pub(crate) counts: BTreeMap<String, BTreeMap<String, u64>>,
    /// Names listed: patterns refused, files mended, …
    pub(crate) lists: BTreeMap<String, Vec<String>>,
    /// What each judge said.
    pub(crate) judges: BTreeMap<String, Tally>,
}

/// Series and number of a law's judge: `I` and 12 for `I12`, `G-` and 3 for
/// `G-3`, nothing for other judges.
pub(crate) fn law_number(judge: &str) -> Option<(&str, u32)> {
    let at = judge.find(|c: char| c.is_ascii_digit())?;
    let (series, number) = judge.split_at(at);
    let known = ["I", "C", "C-", "G-"].contains(&series);
    known.then(|| number.parse().ok().map(|number| (series, number)))?
}

impl Section {
    /// What each judge said, the laws last and in their order.
    pub(crate) fn judges_in_order(&self) -> Vec<(&String, &Tally)> {
        let mut judges: Vec<_> = self.judges.iter().collect();
        judges.sort_by_key(|(judge, _)| law_number(judge));
        judges
    }

    /// What rows call this section.
    pub(crate) fn key(&self) -> String {
        if self.name == "corpus" {
            return self.name.clone();
        }
        format!("{} {}", self.name, self.source)
    }

    /// Adds one to `counts[group][name]`.
    pub(crate) fn count(&mut self, group: &str, name: &str) {
        self.count_many(group, name, 1);
    }

    /// Adds `n` to `counts[group][name]`; a zero makes the entry appear.
    pub(crate) fn count_many(&mut self, group: &str, name: &str, n: u64) {
        let group = self.counts.entry(group.to_owned()).or_default();
        *group.entry(name.to_owned()).or_default() += n;
    }

    /// Puts `item` on the list called `name`.
    pub(crate) fn list(&mut self, name: &str, item: impl Into<String>) {
        let list = self.lists.entry(name.to_owned()).or_default();
        list.push(item.into());
    }
}

/// What one judge said over a whole section.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tally {
    /// Exchanges on which it agreed with the target.
    pub(crate) agrees: u64,
    /// Exchanges on which it did not.
    pub(crate) disagrees: u64,
    /// Exchanges that it could not compare.
    pub(crate) not_comparable: u64,
    /// Why it could not, with counts.
    pub(crate) reasons: BTreeMap<String, u64>,
}

/// What one judge said about one case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// The judge finds the answer right.
    Agrees,
    /// The judge finds the answer wrong.
    Disagrees,
    /// The judge cannot say, and says why.
    NotComparable,
    /// The target gave no answer: a crash, silence, an error.
    Failed,
    /// The target declared that it does not do this.
    Skipped,
}

impl Outcome {
    /// The outcome as it stands in `report.json`.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Outcome::Agrees => "agrees",
            Outcome::Disagrees => "disagrees",
            Outcome::NotComparable => "not_comparable",
            Outcome::Failed => "failed",
            Outcome::Skipped => "skipped",
        }
    }

    /// Whether the outcome counts against the target.
    pub(crate) fn is_failure(self) -> bool {
        matches!(self, Outcome::Disagrees | Outcome::Failed)
    }
}

/// One (case, judge).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    /// The section that the case belongs to.
    pub(crate) section: String,
    /// The id of the case, or of the call.
    pub(crate) case: String,
    /// The judge; `target` where the target itself failed.
    pub(crate) judge: String,
    /// What it said.
    pub(crate) outcome: Outcome,
    /// Why, in words without any payload.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) why: Option<String>,
    /// The evidence with its payload, only with `--with-payloads`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) detail: Option<String>,
    /// The command that reruns this case alone.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) rerun: Option<String>,
}

/// Something that pin, lint, the obligations, the mutants or the incidents on
/// record say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finding {
    /// `pin`, `lint`, `obligation`, `mutants` or `incidents`.
    pub(crate) step: String,
    /// What is wrong and what to do.
    pub(crate) message: String,
}

/// How long a step took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Timing {
    /// The step.
    pub(crate) step: String,
    /// Wall time.
    pub(crate) milliseconds: u64,
}

/// The end of a report, written last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Footer {
    /// Always true: it says that the writer reached the end.
    pub(crate) complete: bool,
    /// How many rows stand above; a reader counts them.
    pub(crate) rows: u64,
    /// How many of them are failures.
    pub(crate) failures: u64,
    /// The exit code of the run.
    pub(crate) exit_code: u8,
    /// Every reason why it is not 0.
    pub(crate) reasons: Reasons,
}

impl Footer {
    /// The footer of a report with `rows` that ends for `reasons`.
    pub(crate) fn new(rows: &[Row], reasons: &Reasons) -> Self {
        let failures = rows.iter().filter(|row| row.outcome.is_failure()).count();
        Self {
            complete: true,
            rows: rows.len() as u64,
            failures: failures as u64,
            exit_code: reasons.worst().code(),
            reasons: reasons.clone(),
        }
    }
}

impl Report {
    /// The rows that count against the target.
    pub(crate) fn failures(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.outcome.is_failure())
    }

    /// `PASSED` or `FAILED`, with the exit code and its meaning.
    pub(crate) fn headline(&self) -> String {
        self.footer.reasons.worst().headline()
    }
}

#[cfg(test)]
pub(crate) mod sample;
#[cfg(test)]
pub(crate) mod schema;
