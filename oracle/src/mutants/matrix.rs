//! The kill matrix as data: who noticed which mutant.
//!
//! Decides when the laws count as proven: every mutant killed by a declared
//! law, and no law that fires on what is right. It asks no law; `court` does.

use serde::{Deserialize, Serialize};

/// What became of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A declared law noticed each of its faults.
    Killed,
    /// No law noticed one of its faults.
    Survived,
    /// Laws noticed, but none that is declared.
    KilledOtherwise,
    /// It answers its kill inputs as published, so it is no mutant there.
    SameAnswers,
    /// No case of the corpus is for it.
    NoInput,
    /// Its process could not be started.
    NotRun,
}

impl Status {
    /// The status in words.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Status::Killed => "killed by a declared law",
            Status::Survived => "survives: no law notices the fault",
            Status::KilledOtherwise => "killed for an undeclared reason only",
            Status::SameAnswers => "answers its kill input as published",
            Status::NoInput => "no case of the corpus names it in its clauses",
            Status::NotRun => "its process could not be started",
        }
    }
}

/// One mutant and one law that noticed it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// The law.
    pub law: String,
    /// Whether the mutant declares it.
    pub declared: bool,
    /// The kill inputs on which it fired.
    pub inputs: Vec<String>,
    /// On how many other cases it fired, where others were asked.
    pub elsewhere: u64,
}

/// One mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// `M01` to `M88`.
    pub id: String,
    /// What it does wrong.
    pub title: String,
    /// The reading that it breaks.
    pub reading: String,
    /// The laws that are to notice it.
    pub declared: Vec<String>,
    /// The kill inputs.
    pub inputs: Vec<String>,
    /// What became of it.
    pub status: Status,
    /// The laws that noticed, in the order of their numbers.
    pub cells: Vec<Cell>,
}

impl Row {
    /// The laws that noticed on a kill input although none declares it.
    pub fn undeclared(&self) -> impl Iterator<Item = &str> {
        let fired = self
            .cells
            .iter()
            .filter(|cell| !cell.declared && !cell.inputs.is_empty());
        fired.map(|cell| cell.law.as_str())
    }

    /// The declared laws that did not notice on any kill input.
    pub fn silent(&self) -> impl Iterator<Item = &str> {
        let fired = |law: &&String| {
            self.cells
                .iter()
                .any(|cell| cell.law == **law && !cell.inputs.is_empty())
        };
        self.declared
            .iter()
            .filter(move |law| !fired(law))
            .map(String::as_str)
    }
}

/// A law that fires on an answer of the published reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Breach {
    /// The law.
    pub law: String,
    /// The input.
    pub input: String,
    /// What the law says, without payload.
    pub why: String,
}

/// Mutants by laws.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// The system whose decisions the mutants take wrongly.
    pub system: String,
    /// The laws that were asked.
    pub laws: Vec<String>,
    /// The mutants, in the order of their names.
    pub mutants: Vec<Row>,
    /// Laws that fire on what is right.
    pub control: Vec<Breach>,
}

impl Matrix {
    /// How many mutants a declared law noticed.
    #[must_use]
    pub fn killed(&self) -> usize {
        self.mutants
            .iter()
            .filter(|row| row.status == Status::Killed)
            .count()
    }

    /// Everything that makes the laws unproven, one sentence each.
    #[must_use]
    pub fn failures(&self) -> Vec<String> {
        let alive = self
            .mutants
            .iter()
            .filter(|row| row.status != Status::Killed);
        let mut found: Vec<String> = alive
            .map(|row| {
                let (declared, what) = (row.declared.join(", "), row.status.sentence());
                format!("{} ({}): {what}; declared: {declared}", row.id, row.title)
            })
            .collect();
        found.extend(self.control.iter().map(|breach| {
            format!(
                "{} fires on the published answer to {}: {}",
                breach.law, breach.input, breach.why
            )
        }));
        if self.mutants.is_empty() {
            found.push("no mutant was judged".into());
        }
        found
    }
}
