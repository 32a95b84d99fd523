//! json-candidate-list: whole bodies against every law and the second
//! implementation, and Markdown documents against the leaf blocks.
//!
//! A document shows its blocks only where a bracket stands, so it is asked
//! about twice: as it is, and with brackets for one of its letters.

use arbitrary::Unstructured;
use argument_check_corpus::Op;

use super::engine::Engine;
use super::{Finding, Meaning, Target};
use crate::candidates::every::{equal, every};
use crate::candidates::{laws, leaves, reference};
use crate::every::Breach;
use crate::generate;
use crate::laws::{Observation, Ruling, Target as _};
use crate::lossless::Value;

/// See [`Target::about`].
pub const CANDIDATES: Target = Target {
    name: "candidates",
    about: "any body: no law C1 to C21 is broken, and the second implementation gives the same answer",
    law: whole,
    meaning: |data| Meaning::request(Op::Candidates, body(data)),
};

/// See [`Target::about`].
pub const BLOCKS: Target = Target {
    name: "markdown_blocks",
    about: "any document: candidates stand in the leaf blocks of two other parsers, at the right places",
    law: blocks,
    meaning: |data| Meaning::request(Op::Candidates, asking(&document(data))),
};

/// The body that bytes stand for: ASCII is the body itself.
fn body(data: &[u8]) -> Vec<u8> {
    match data {
        [steer, rest @ ..] if !steer.is_ascii() => {
            generate::candidates(&mut Unstructured::new(rest)).unwrap_or_default()
        }
        _ => data.to_vec(),
    }
}

/// The document that bytes stand for: ASCII is the document itself.
fn document(data: &[u8]) -> String {
    match data {
        [steer, rest @ ..] if !steer.is_ascii() => {
            generate::markdown(&mut Unstructured::new(rest)).unwrap_or_default()
        }
        _ => String::from_utf8_lossy(data).into_owned(),
    }
}

/// A body that asks about a document.
fn asking(document: &str) -> Vec<u8> {
    let text = Value::String(document.to_owned()).to_text();
    format!("{{\"text\":{text},\"max_results\":100}}").into_bytes()
}

fn whole(data: &[u8]) -> Result<(), Finding> {
    every(&body(data), &Engine).map_err(found)
}

fn blocks(data: &[u8]) -> Result<(), Finding> {
    let document = document(data);
    for text in [document.replace('a', "["), document] {
        mapped(&text)?;
        let body = asking(&text);
        let answer = Engine.ask(Op::Candidates, &body);
        let observation = Observation {
            body: &body,
            answer: &answer,
            op: Op::Candidates,
            target: None,
        };
        for law in laws::LAWS.iter().filter(|law| PLACES.contains(&law.id)) {
            if let Ruling::Broken(evidence) = (law.check)(&observation) {
                return Err(Finding {
                    law: law.id,
                    summary: evidence.summary,
                    expected: law.clause.to_owned(),
                    actual: evidence.detail,
                });
            }
        }
        equal(&body, answer).map_err(found)?;
    }
    Ok(())
}

/// The laws that say where candidates stand.
const PLACES: [&str; 5] = ["C3", "C4", "C5", "C6", "C20"];

/// Each character of a region stands where the second implementation says.
fn mapped(text: &str) -> Result<(), Finding> {
    let clauses = reference::Clauses::published();
    let regions = reference::blocks::regions(text, &clauses).unwrap_or_default();
    match regions
        .iter()
        .find(|region| !leaves::is_mapped(region, text))
    {
        None => Ok(()),
        Some(region) => Err(Finding {
            law: "JC23",
            summary: "the offset map of a region is wrong".to_owned(),
            expected: "each character of a region is the raw one at its place".to_owned(),
            actual: region.plain(),
        }),
    }
}

fn found(breach: Breach) -> Finding {
    let clause = |id: &str| {
        laws::LAWS
            .iter()
            .find(|law| law.id == id)
            .map_or("", |law| law.clause)
    };
    match breach {
        Breach::Law {
            law,
            summary,
            detail,
            ..
        } => Finding {
            law,
            summary,
            expected: clause(law).to_owned(),
            actual: detail,
        },
        breach @ Breach::Reference { .. } => Finding::from(breach),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_and_what_is_drawn_is_judged() {
        for data in [&b"{\"text\":\"> [1,\"}"[..], b"", &[0xff; 64], b"\xf0\x9d"] {
            assert_eq!(whole(data), Ok(()));
            assert_eq!(blocks(data), Ok(()));
        }
        assert_eq!(document(b"- a"), "- a");
        assert!(body(&[0xff; 64]).starts_with(b"{"));
    }

    #[test]
    fn a_breach_names_the_clause_of_its_law() {
        let breach = Breach::Law {
            law: "C6",
            name: "apart",
            summary: "two candidates overlap".to_owned(),
            detail: String::new(),
        };
        assert!(found(breach).expected.contains("never overlap"));
    }
}
