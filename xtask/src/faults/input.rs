//! Where calls come from: a file of lines, or the corpus that this program was
//! built with.
//!
//! Schema and arguments are sliced from the line as raw text, never read into
//! numbers or maps. A line that holds no call is named and passed over; it must
//! never hide what the other lines say.

use std::path::Path;

use anyhow::{Context, Result};
use argument_check_corpus::{ARTEFACT, Op, pin};
use argument_check_oracle::faults::Call;
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::report::Input;
use crate::ndjson::{self, Line};
use crate::progress::Progress;

/// How many malformed lines are named on standard error.
pub(super) const NAMED: usize = 20;

const REMEDY: &str = "a line is {\"id\":…,\"tool\":…,\"schema\":…,\"arguments\":…}";

/// The calls of one source.
pub(super) struct Source {
    /// Where they come from.
    name: String,
    /// Every call that can be read, VALID or not.
    pub(super) calls: Vec<Call>,
    /// Lines that hold none, with number and remedy.
    pub(super) malformed: Vec<String>,
    /// Lines whose schema or arguments are nothing that a call can have.
    unusable: u64,
}

impl Source {
    /// The counts for the report.
    pub(super) fn counts(&self) -> Input {
        Input {
            source: self.name.clone(),
            calls: self.calls.len() as u64,
            valid: self.calls.iter().filter(|call| call.is_valid()).count() as u64,
            unusable: self.unusable,
            malformed: self.malformed.len() as u64,
        }
    }
}

#[derive(Deserialize)]
struct Slices<'a> {
    id: String,
    #[serde(borrow)]
    schema: &'a RawValue,
    #[serde(borrow)]
    arguments: &'a RawValue,
}

/// What one line is.
enum Read {
    Call(Box<Call>),
    Unusable,
    Malformed(String),
}

/// The calls of a file.
pub(super) fn file(file: &Path) -> Result<Source> {
    let mut calls = Source {
        name: file.display().to_string(),
        calls: Vec::new(),
        malformed: Vec::new(),
        unusable: 0,
    };
    let progress = Progress::new("faults: calls", None);
    ndjson::batches(file, |batch: Vec<Line>| {
        let read: Vec<(usize, Read)> = batch
            .par_iter()
            .map(|line| {
                let text = line.text.as_ref().map_err(|why| (*why).to_owned());
                (line.number, text.map_or_else(Read::Malformed, |it| one(it)))
            })
            .collect();
        progress.add(read.len() as u64);
        for (number, read) in read {
            match read {
                Read::Call(call) => calls.calls.push(*call),
                Read::Unusable => calls.unusable += 1,
                Read::Malformed(why) => {
                    let name = file.display();
                    calls
                        .malformed
                        .push(format!("{name}:{number}: {why}; {REMEDY}"));
                }
            }
        }
    })?;
    Ok(calls)
}

fn one(line: &str) -> Read {
    // A derived reader would take an array for an object.
    if !line.trim_start().starts_with('{') {
        return Read::Malformed("not a JSON object".to_owned());
    }
    match serde_json::from_str::<Slices<'_>>(line) {
        Ok(slices) => match Call::new(&slices.id, slices.schema.get(), slices.arguments.get()) {
            Ok(call) => Read::Call(Box::new(call)),
            Err(_) => Read::Unusable,
        },
        // serde's own words may hold a fragment of the line.
        Err(error) => Read::Malformed(format!("column {}: not such a line", error.column())),
    }
}

/// The arguments that conform in the check cases of the corpus: those of VALID
/// cases as they were submitted, those of REPAIRED cases as they are delivered.
pub(super) fn embedded() -> Result<Source> {
    let corpus = pin::parse(ARTEFACT).context("the corpus that was built in cannot be read")?;
    let progress = Progress::new("faults: calls", Some(corpus.cases.len() as u64));
    let calls = corpus
        .cases
        .par_iter()
        .filter_map(|pinned| {
            progress.add(1);
            let case = &pinned.case;
            (case.op == Op::Check).then(|| Call::of_exchange(&case.id, &case.body, &case.expect))?
        })
        .collect();
    Ok(Source {
        name: format!("{} {}", corpus.id, corpus.version),
        calls,
        malformed: Vec::new(),
        unusable: 0,
    })
}
