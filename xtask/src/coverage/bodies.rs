//! What the engine is asked: the pinned bodies, and beside them whatever the
//! fuzz corpora and files of calls hold.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use argument_check_corpus::{Op, SYSTEMS, pin};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::ndjson;
use crate::real_input::{object_form, text_form};
use crate::report::Pin;

/// Bodies of one origin.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Bodies {
    bodies: BTreeSet<(Op, Vec<u8>)>,
}

impl Bodies {
    /// Every pinned body of every system, and the pins, from the folder of the
    /// corpus.
    pub(super) fn pinned(corpus: &Path) -> Result<(Self, Vec<Pin>)> {
        let (mut bodies, mut pins) = (Self::default(), Vec::new());
        for system in SYSTEMS {
            let file = corpus.join(system.artefact_file);
            let name = file.display();
            let text = std::fs::read_to_string(&file)
                .with_context(|| format!("{name}: cannot be read; run cargo xtask pin --write"))?;
            let artefact = pin::parse(&text).with_context(|| name.to_string())?;
            for pinned in artefact.cases {
                bodies.add(pinned.case.op, pinned.case.body);
            }
            pins.push(Pin {
                id: artefact.id,
                version: artefact.version,
                sha256: artefact.sha256,
            });
        }
        Ok((bodies, pins))
    }

    /// How many there are, no two alike.
    pub(super) fn count(&self) -> u64 {
        self.bodies.len() as u64
    }

    /// These and those.
    pub(super) fn and(&self, other: Self) -> Self {
        let bodies = self.bodies.iter().cloned().chain(other.bodies);
        Self {
            bodies: bodies.collect(),
        }
    }

    /// Adds one body.
    pub(super) fn add(&mut self, op: Op, body: Vec<u8>) {
        self.bodies.insert((op, body));
    }

    /// Adds both forms of every call of a file.
    pub(super) fn calls(&mut self, file: &Path) -> Result<()> {
        let mut wrong = None;
        ndjson::batches(file, |batch| {
            for line in batch {
                match line
                    .text
                    .map_err(str::to_owned)
                    .and_then(|text| forms(&text))
                {
                    Ok(forms) => self.bodies.extend(forms.map(|body| (Op::Check, body))),
                    Err(why) => {
                        let name = file.display();
                        wrong.get_or_insert(format!("{name}:{}: {why}", line.number));
                    }
                }
            }
        })?;
        wrong.map_or(Ok(()), |why| Err(anyhow::anyhow!(why)))
    }

    /// As the test that asks the engine reads them.
    pub(super) fn lines(&self) -> String {
        let mut lines = String::new();
        for (op, body) in &self.bodies {
            let (op, body) = (op.as_str(), STANDARD.encode(body));
            // Writing to a string does not fail.
            let _ = writeln!(lines, r#"{{"op":"{op}","body_base64":"{body}"}}"#);
        }
        lines
    }
}

#[derive(Deserialize)]
struct Call {
    schema: Box<RawValue>,
    arguments: Box<RawValue>,
}

/// The bodies of a call, in both forms.
fn forms(line: &str) -> Result<[Vec<u8>; 2], String> {
    // serde's own words may hold a fragment of the line.
    let wrong = |error: serde_json::Error| {
        let column = error.column();
        format!("column {column}: a line is {{\"id\":…,\"schema\":…,\"arguments\":…}}")
    };
    let call: Call = serde_json::from_str(line).map_err(wrong)?;
    let (schema, arguments) = (call.schema.get(), call.arguments.get());
    Ok([object_form(arguments, schema), text_form(arguments, schema)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_asked_in_both_forms_and_a_line_that_is_none_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("calls.jsonl");
        let call = r#"{"id":"a","schema":{},"arguments":{"x":1.50}}"#;
        std::fs::write(&file, call).unwrap();
        let mut bodies = Bodies::default();
        bodies.calls(&file).unwrap();
        assert_eq!(bodies.count(), 2);
        assert_eq!(bodies.lines().lines().count(), 2);
        std::fs::write(&file, "{\"schema\":\"canary\"}").unwrap();
        let error = bodies.calls(&file).unwrap_err().to_string();
        assert!(
            error.contains("calls.jsonl:1") && !error.contains("canary"),
            "{error}"
        );
    }

    #[test]
    fn the_pinned_bodies_are_many_and_none_comes_twice() {
        let corpus = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus"));
        let (pinned, pins) = Bodies::pinned(corpus).unwrap();
        assert!(pinned.count() > 1_000);
        assert_eq!(pins.len(), SYSTEMS.len());
        assert_eq!(pinned.and(pinned.clone()), pinned);
    }
}
