//! What the corpus owes to the criteria, and which of it is still open (D100).
//!
//! Owed is a case for every reading (or a named test, for those that no request body can show), for
//! every rule from three sides, for every code, refusal, keyword, and for every mutant. A gap has a name:
//! a corpus that says "97 per cent" is a corpus of which nobody knows what it does not show.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

use crate::case::Case;
use crate::readings::{self, Reading, Readings};
use crate::system::System;

/// Something that is owed and not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The clause or the line that is open.
    pub name: String,
    /// What is missing.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl Gap {
    fn new(name: impl Into<String>, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            message: message.into(),
            remedy: remedy.into(),
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}. {}.", self.name, self.message, self.remedy)
    }
}

/// Everything that a system leaves open, given the cases and the text of its readings. Whether named
/// tests exist is for [`missing_tests`] to say, which needs the sources.
pub fn open<C: AsRef<Case>>(system: &System, cases: &[C], readings: &str) -> Vec<Gap> {
    let cases: Vec<&Case> = cases
        .iter()
        .map(AsRef::as_ref)
        .filter(|case| system.ops.contains(&case.op))
        .collect();
    let readings = readings::of(system, readings);
    let mut gaps: Vec<Gap> = readings
        .problems
        .iter()
        .map(|(line, why)| {
            Gap::new(
                format!("{}:{line}", system.readings_file),
                why.clone(),
                "Correct the line",
            )
        })
        .collect();
    let named: BTreeSet<&str> = cases
        .iter()
        .flat_map(|case| case.clauses.iter().map(String::as_str))
        .collect();
    let by_id: BTreeMap<&str, &Case> = cases.iter().map(|case| (case.id.as_str(), *case)).collect();
    for number in 1..=system.grammar.readings() {
        reading(system, number, &readings, &named, &by_id, &mut gaps);
    }
    for clause in system.grammar.owed() {
        if !named.contains(clause.as_str()) {
            gaps.push(Gap::new(
                clause.clone(),
                "no case stands for it",
                format!("Add a case with the clause \"{clause}\""),
            ));
        }
    }
    gaps
}

fn reading(
    system: &System,
    number: u8,
    readings: &Readings,
    named: &BTreeSet<&str>,
    by_id: &BTreeMap<&str, &Case>,
    gaps: &mut Vec<Gap>,
) {
    let (name, document) = (system.reading(number), system.readings_file);
    let Some(reading) = readings.by_number.get(&number) else {
        gaps.push(Gap::new(
            name.clone(),
            format!("{document} does not explain it"),
            format!("Add a heading `## {name} …` with the reading and its reason"),
        ));
        return pinned(system, number, None, named, gaps);
    };
    for id in &reading.cases {
        let stands = by_id
            .get(id.as_str())
            .map(|case| case.clauses.contains(&name));
        let message = match stands {
            Some(true) => continue,
            Some(false) => format!("{document} names the case {id}, which does not name {name}"),
            None => format!("{document} names the case {id}, which there is not"),
        };
        gaps.push(Gap::new(
            name.clone(),
            message,
            "Correct the line `Pinned by cases:` or the case",
        ));
    }
    if reading.cases.is_empty() && reading.tests.is_empty() {
        gaps.push(Gap::new(
            name.clone(),
            format!("{document} does not say what pins it"),
            "Add a line `Pinned by cases: ID, ID` or `Pinned by test: file.rs::name`",
        ));
    }
    pinned(system, number, Some(reading), named, gaps);
}

fn pinned(
    system: &System,
    number: u8,
    reading: Option<&Reading>,
    named: &BTreeSet<&str>,
    gaps: &mut Vec<Gap>,
) {
    let name = system.reading(number);
    let by_test = reading.is_some_and(|reading| !reading.tests.is_empty());
    let may_be = system.grammar.may_be_pinned_by_test(number);
    if named.contains(name.as_str()) || (by_test && may_be) {
        return;
    }
    let remedy = if may_be {
        let document = system.readings_file;
        format!("Add a case with the clause \"{name}\", or name a test in {document}")
    } else {
        format!("Add a case with the clause \"{name}\"")
    };
    gaps.push(Gap::new(name, "nothing pins it", remedy));
}

/// The named tests that do not exist below `workspace`: the file is not there, or holds no function
/// of that name.
pub fn missing_tests(system: &System, readings: &str, workspace: &Path) -> Vec<Gap> {
    let mut gaps = Vec::new();
    for (number, reading) in readings::of(system, readings).by_number {
        for test in &reading.tests {
            let message = match fs::read_to_string(workspace.join(&test.file)) {
                Ok(text) if defines(&text, &test.function) => continue,
                Ok(_) => format!("{} has no function `{}`", test.file, test.function),
                Err(error) => format!("{} cannot be read: {error}", test.file),
            };
            gaps.push(Gap::new(
                system.reading(number),
                message,
                format!(
                    "Write the test, or correct the line `Pinned by test:` of {}",
                    system.readings_file
                ),
            ));
        }
    }
    gaps
}

/// Whether the source defines a function of that name; a longer name that opens alike is another.
fn defines(source: &str, function: &str) -> bool {
    source.match_indices("fn ").any(|(at, opening)| {
        source[at + opening.len()..]
            .strip_prefix(function)
            .is_some_and(|after| after.starts_with(['(', '<']))
    })
}

#[cfg(test)]
mod tests;
