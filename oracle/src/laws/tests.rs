//! Every law holds on right answers and is broken by a wrong one.

mod again;
mod answers;

use super::validator::errors;
use super::*;
use crate::answer::Answer;
use crate::differential::{Allowance, Hits, JsonschemaJudge};
use crate::judge::{Exchange, Judge as _, Judgement};
use crate::lossless::{self, Value};
use crate::submission::Submission;
use argument_check_corpus::Op;
use std::sync::Arc;

struct Engine;

impl Target for Engine {
    fn ask(&self, op: Op, body: &[u8]) -> String {
        match op {
            Op::Precheck => argument_check::precheck(body),
            _ => argument_check::check(body),
        }
    }
}

/// A target whose answers a test makes up.
struct Made<F>(F);

impl<F: Fn(&[u8]) -> String + Sync> Target for Made<F> {
    fn ask(&self, _: Op, body: &[u8]) -> String {
        (self.0)(body)
    }
}

fn ruling(id: &str, body: &str, answer: &str, target: Option<&dyn Target>) -> Ruling {
    (law(id).unwrap().check)(&Observation {
        body: body.as_bytes(),
        answer,
        op: Op::Check,
        target,
    })
}

/// Whether the law is broken by `answer` and holds on the right one.
fn tells(id: &str, body: &str, answer: &str) {
    let right = Engine.check(body.as_bytes());
    let held = ruling(id, body, &right, Some(&Engine));
    assert!(!held.is_broken(), "{id} on {right}: {held:?}");
    let broken = ruling(id, body, answer, None);
    assert!(broken.is_broken(), "{id} on {answer}: {broken:?}");
}

fn x(schema: &str, arguments: &str) -> String {
    format!(
        r#"{{"arguments":{arguments},"schema":{{"type":"object","properties":{{"x":{schema}}}}}}}"#
    )
}

fn text(text: &str) -> String {
    let text = Value::String(text.to_owned()).to_text();
    format!(r#"{{"arguments_text":{text},"schema":{{}}}}"#)
}

fn repaired(blob: &str, entries: &[&str]) -> String {
    let entries = entries.join(",");
    format!(r#"{{"verdict":"REPAIRED","repaired":{blob},"diff":[{entries}]}}"#)
}

fn entry(path: &str, rule: &str, op: &str, before: &str, after: &str) -> String {
    format!(r#"{{"path":"{path}","rule":"{rule}","op":"{op}","before":{before},"after":{after}}}"#)
}

fn replace(rule: &str, before: &str, after: &str) -> String {
    let blob = format!(r#"{{"x":{after}}}"#);
    repaired(&blob, &[&entry("$.x", rule, "replace", before, after)])
}

fn unrepairable(defects: &[(&str, &str)]) -> String {
    let defects: Vec<_> = defects
        .iter()
        .map(|(path, code)| format!(r#"{{"path":"{path}","code":"{code}"}}"#))
        .collect();
    format!(
        r#"{{"verdict":"UNREPAIRABLE","defects":[{}]}}"#,
        defects.join(",")
    )
}

const VALID: &str = r#"{"verdict":"VALID"}"#;
const TWO: &str = r#"{"arguments":{"a":"1","b":"2","c":1e400},"schema":{"properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}}"#;
const A: &str = r#"{"path":"$.a","rule":"R3","op":"replace","before":"1","after":1}"#;
const B: &str = r#"{"path":"$.b","rule":"R3","op":"replace","before":"2","after":2}"#;

#[test]
fn the_laws_stand_in_their_order() {
    for (number, law) in (1..).zip(&LAWS) {
        assert_eq!(law.id, format!("I{number}"));
    }
    assert!(super::law("I29").is_none());
}

#[test]
fn no_law_is_broken_by_the_engine_on_the_corpus() {
    let artefact = argument_check_corpus::pin::parse(argument_check_corpus::ARTEFACT).unwrap();
    let mut broken = Vec::new();
    for case in artefact.cases.iter().map(|pinned| &pinned.case) {
        // Long bodies would take minutes in a test build.
        if case.body.len() > 8_192 {
            continue;
        }
        let answer = Engine.ask(case.op, &case.body);
        let observation = Observation {
            body: &case.body,
            answer: &answer,
            op: case.op,
            target: Some(&Engine),
        };
        for law in &LAWS {
            if let Ruling::Broken(evidence) = (law.check)(&observation) {
                broken.push(format!("{} {} {}", case.id, law.id, evidence.detail));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// The errors of the laws' validator are those of `jsonschema`, place by place.
#[test]
fn the_exact_validator_agrees_with_jsonschema_on_the_corpus() {
    let artefact = argument_check_corpus::pin::parse(argument_check_corpus::ARTEFACT).unwrap();
    let hits = Arc::new(Hits::default());
    let tree = |body: &[u8]| Submission::read(body).ok()?.tree().ok();
    let judge = JsonschemaJudge::new(Arc::new(tree), Arc::clone(&hits));
    let mut agreed = 0;
    for case in artefact.cases.iter().map(|pinned| &pinned.case) {
        let answer = Engine.check(&case.body);
        let (Ok(Answer::Verdict(_)), Some(tree)) = (Answer::parse(&answer), tree(&case.body))
        else {
            continue;
        };
        let submission = Submission::read(&case.body).unwrap();
        let found = errors(&submission.schema, &tree);
        if case.body.len() > 8_192 || !matches!(tree, Value::Object(_)) || found.set.is_empty() {
            continue;
        }
        let defects: Vec<_> = found
            .set
            .iter()
            .map(|(place, code)| crate::answer::tests::unrepairable(&[(&place.to_string(), *code)]))
            .map(|one| {
                lossless::read_str(&one)
                    .unwrap()
                    .get("defects")
                    .unwrap()
                    .to_text()
            })
            .map(|list| list[1..list.len() - 1].to_owned())
            .collect();
        let one =
            crate::answer::tests::unrepairable(&[("$", crate::vocabulary::Code::TypeMismatch)]);
        let (head, _) = one.split_once("[{\"path\"").unwrap();
        let answer = format!("{head}[{}]}}", defects.join(","));
        let judgement = judge.judge(&Exchange {
            op: Op::Check,
            body: &case.body,
            answer: &answer,
        });
        assert!(
            !matches!(judgement, Judgement::Disagrees(_)),
            "{} {judgement:?} {answer}",
            case.id
        );
        agreed += usize::from(judgement == Judgement::Agrees);
    }
    assert!(agreed > 300, "{agreed}");
    assert!(hits.of(Allowance::J9) == 0);
}
