//! The preflight: whole inputs of both tools against every law and the second
//! implementation, and the canonical form by itself.

use arbitrary::Unstructured;
use argument_check::json::canonical::canonicalize;
use argument_check_corpus::Op;

use super::engine::Engine;
use super::{Finding, Meaning, Target};
use crate::every::Breach;
use crate::generate;
use crate::preflight::every::every;
use crate::preflight::laws::LAWS;
use crate::preflight::reference::canonical::canonical;
use crate::preflight::reference::input;

pub(super) const REQUEST: Target = Target {
    name: "preflight_request",
    about: "any input: no law C-1 to C-12 is broken, and the second implementation gives the same answer",
    law: |data| judged(Op::Request, &body(data, generate::preflight_request)),
    meaning: |data| Meaning::request(Op::Request, body(data, generate::preflight_request)),
};

pub(super) const GATE: Target = Target {
    name: "preflight_gate",
    about: "any input: no law G-1 to G-14 is broken, and the second implementation gives the same answer",
    law: |data| judged(Op::Gate, &body(data, generate::preflight_gate)),
    meaning: |data| Meaning::request(Op::Gate, body(data, generate::preflight_gate)),
};

pub(super) const CANONICAL: Target = Target {
    name: "canonical",
    about: "any text: it has the canonical form that serde_jcs writes, or none where it is no JSON of doubles",
    law: canonical_form,
    meaning: |data| Meaning::of(String::from_utf8_lossy(&body(data, generate::body))),
};

type Generator = fn(&mut Unstructured<'_>) -> arbitrary::Result<Vec<u8>>;

/// The input that bytes stand for: what begins as ASCII does is the input itself.
fn body(data: &[u8], generator: Generator) -> Vec<u8> {
    match data {
        [steer, rest @ ..] if !steer.is_ascii() => {
            generator(&mut Unstructured::new(rest)).unwrap_or_default()
        }
        _ => data.to_vec(),
    }
}

fn judged(op: Op, body: &[u8]) -> Result<(), Finding> {
    every(op, body, &Engine).map_err(found)
}

fn found(breach: Breach) -> Finding {
    let clause = |id: &str| {
        let law = LAWS.iter().find(|law| law.id == id);
        law.map_or("", |law| law.clause).to_owned()
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
            expected: clause(law),
            actual: detail,
        },
        breach @ Breach::Reference { .. } => Finding::from(breach),
    }
}

/// Texts deeper than the tools take have no second form to compare with.
fn canonical_form(data: &[u8]) -> Result<(), Finding> {
    let body = body(data, generate::body);
    let expected = match input::read(&body) {
        Ok(value) => Some(canonical(&value)),
        Err("too_deep") => return Ok(()),
        Err(_) => None,
    };
    let actual = canonicalize(&body).ok();
    let again = actual
        .as_ref()
        .map(|form| canonicalize(form.as_bytes()).ok());
    let is_stable = again.is_none_or(|again| again == actual);
    if actual == expected && is_stable {
        return Ok(());
    }
    Err(Finding {
        law: "PF4",
        summary: "the canonical form is not that of serde_jcs, or not its own".to_owned(),
        expected: expected.unwrap_or_default(),
        actual: actual.unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lossless;

    #[test]
    fn what_is_written_and_what_is_drawn_is_judged() {
        let longest = [0xff; 256];
        for data in [
            &b"{\"request\":{}}"[..],
            b"",
            b"[1e2,-0]",
            &longest,
            b"\xf0\x9d",
        ] {
            for target in [REQUEST, GATE, CANONICAL] {
                assert_eq!((target.law)(data), Ok(()), "{}", target.name);
            }
        }
        assert!(lossless::read(&body(&longest, generate::preflight_gate)).is_ok());
    }

    #[test]
    fn a_breach_names_the_clause_of_its_law() {
        let breach = Breach::Law {
            law: "G-3",
            name: "enforcement",
            summary: String::new(),
            detail: String::new(),
        };
        assert!(found(breach).expected.contains("function of the decision"));
    }
}
