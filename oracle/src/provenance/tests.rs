//! Every REPAIRED case of the corpus is proven; no altered proof and no
//! altered answer is.

use super::*;
use crate::differential::{Hits, JsonschemaJudge};
use crate::lossless::{self, Value};
use crate::path::Place;
use crate::submission::Submission;
use crate::{Exchange, Judge, Judgement, answer, replay};
use argument_check_corpus::{ARTEFACT, Op, pin};
use proptest::prelude::*;
use serde_json::Value as Json;
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, OnceLock};

struct Proven {
    id: String,
    body: Vec<u8>,
    answer: String,
    proof: Proof,
}

/// The proofs of all REPAIRED cases.
fn proven() -> &'static [Proven] {
    static PROVEN: OnceLock<Vec<Proven>> = OnceLock::new();
    PROVEN.get_or_init(|| {
        let artefact = pin::parse(ARTEFACT).unwrap();
        let cases = artefact.cases.into_iter().map(|pinned| pinned.case);
        let checked = cases.filter(|case| case.op == Op::Check).map(|case| {
            let answer = argument_check::check(&case.body);
            (case, answer)
        });
        checked
            .filter(|(_, answer)| answer.contains(r#""verdict":"REPAIRED""#))
            .map(|(case, answer)| {
                let proof = prove(&case.body, &answer)
                    .unwrap_or_else(|error| panic!("{}: {error}", case.id));
                Proven {
                    id: case.id,
                    body: case.body,
                    answer,
                    proof,
                }
            })
            .collect()
    })
}

fn proof_of(body: &str) -> (String, Proof) {
    let answer = argument_check::check(body.as_bytes());
    let proof = prove(body.as_bytes(), &answer).unwrap_or_else(|error| panic!("{answer}: {error}"));
    accept(body.as_bytes(), &answer, &proof).unwrap();
    (answer, proof)
}

#[test]
fn every_repaired_case_of_the_corpus_is_proven_and_accepted() {
    let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut keys, mut leaves, mut kinds) = (0, 0, HashSet::new());
    for case in proven() {
        accept(&case.body, &case.answer, &case.proof)
            .unwrap_or_else(|rejection| panic!("{}: {rejection}", case.id));
        for entry in &case.proof.entries {
            *rules.entry(&entry.rule).or_default() += 1;
        }
        for claim in &case.proof.claims {
            match claim.part {
                Part::Key => keys += 1,
                Part::Leaf => leaves += 1,
            }
            kinds.insert(format!("{:?}", claim.origin));
        }
    }
    println!(
        "{} cases, {keys} keys, {leaves} leaves, {rules:?}",
        proven().len()
    );
    let artefact = pin::parse(ARTEFACT).unwrap();
    let mut cases = artefact.cases.iter().map(|pinned| &pinned.case);
    let expected = cases
        .by_ref()
        .filter(|case| case.op == Op::Check && case.expect.contains(r#""verdict":"REPAIRED""#));
    assert_eq!(proven().len(), expected.count());
    assert_eq!(rules.len(), 9, "{rules:?}");
    assert_eq!(kinds.len(), 3, "{kinds:?}");
}

#[test]
fn a_proof_has_the_form_of_its_schema_and_survives_being_written() {
    let schema = include_str!("../../../reports/schema/proof.schema.json");
    let schema: Json = serde_json::from_str(schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for case in proven() {
        let text = serde_json::to_string(&case.proof).unwrap();
        assert_eq!(serde_json::from_str::<Proof>(&text).unwrap(), case.proof);
        let written = serde_json::from_str(&text).unwrap();
        if let Err(error) = validator.validate(&written) {
            panic!("{}: {error}", case.id);
        }
    }
    let unknown =
        r#"{"format":"","form":"arguments","member":[0,0],"claims":[],"entries":[],"x":1}"#;
    assert!(serde_json::from_str::<Proof>(unknown).is_err());
}

#[test]
fn the_whole_blob_fails_again_without_any_one_entry() {
    for case in proven()
        .iter()
        .filter(|case| case.proof.entries.len() <= 16)
    {
        let submission = Submission::read(&case.body).unwrap();
        let Ok(answer::Answer::Verdict(report)) = answer::Answer::parse(&case.answer) else {
            panic!("{}", case.id);
        };
        let answer::Outcome::Repaired { diff, .. } = report.outcome else {
            panic!("{}", case.id);
        };
        for entry in &case.proof.entries {
            let kept: Vec<_> = (0..diff.len())
                .filter(|number| !entry.left_out.contains(number))
                .map(|number| diff[number].clone())
                .collect();
            let Ok(tree) = replay::replay(&submission.arguments, &kept) else {
                assert_eq!(entry.fails[0].code, "invalid_json_text", "{}", case.id);
                continue;
            };
            let body = format!(
                r#"{{"arguments":{},"schema":{}}}"#,
                tree.to_text(),
                submission.schema.to_text()
            );
            let valid = r#"{"criteria_id":"tool-argument/v1","criteria_version":"1.0.0","engine_version":"","verdict":"VALID","statement":"","coverage":{"enforced":[],"not_checked":[]}}"#;
            let judge = JsonschemaJudge::new(Arc::new(|_: &[u8]| None), Arc::new(Hits::default()));
            let judgement = judge.judge(&Exchange {
                op: Op::Check,
                body: body.as_bytes(),
                answer: valid,
            });
            match judgement {
                Judgement::Disagrees(evidence) => {
                    for failure in &entry.fails {
                        let named = format!("{} {}", failure.path, failure.code);
                        assert!(evidence.detail.contains(&named), "{}: {named}", case.id);
                    }
                }
                Judgement::NotComparable(_) => {}
                Judgement::Agrees => panic!("{}: entry {}", case.id, entry.entry),
            }
        }
    }
}

#[test]
fn a_proof_names_ranges_rules_and_places_and_no_value() {
    let body = r#"{"arguments":{"kind":"seCret","list":"{\"n\":\"4711\",\"z\":null}"},"schema":{"properties":{"kind":{"enum":["Secret"]},"list":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"},"z":{"type":"string"}}}}}}}"#;
    let (answer, proof) = proof_of(body);
    let text = serde_json::to_string(&proof).unwrap();
    for payload in ["ecret", "4711", "711"] {
        assert!(!text.contains(payload), "{text}");
    }
    let range = |source: &Source| source.token(body).unwrap();
    let of = |path: &str, part| {
        let mut claims = proof.claims.iter();
        claims
            .find(|claim| claim.path == path && claim.part == part)
            .unwrap()
    };
    let kind = of("$.kind", Part::Leaf);
    assert_eq!(kind.origin, Origin::Enum);
    let entry = kind.entry.as_ref().unwrap();
    assert_eq!(
        (entry.place.as_str(), entry.number),
        ("$.properties.kind", 0)
    );
    assert_eq!(range(&kind.source), r#""seCret""#);
    let number = of("$.list[0].n", Part::Leaf);
    assert_eq!(number.origin, Origin::Unwrapped);
    assert_eq!(range(&number.source), r#""4711""#);
    let rules: Vec<_> = number
        .through
        .iter()
        .map(|through| through.rule.as_str())
        .collect();
    assert_eq!(rules, ["R7", "R5", "R3"]);
    assert_eq!(range(&of("$.list[0].n", Part::Key).source), r#""n""#);
    let wrap = &proof.entries[1];
    assert_eq!(
        (wrap.rule.as_str(), &*wrap.left_out),
        ("R7", &[1, 2, 3, 4][..])
    );
    assert_eq!(wrap.fails[0].code, "type_mismatch");
    assert_eq!(range(&proof.entries[4].source), "null");

    let blob = lossless::read_str(&answer)
        .unwrap()
        .get("repaired")
        .cloned();
    let open = proof.with_payloads(&blob.unwrap());
    accept(body.as_bytes(), &answer, &open).unwrap();
    assert!(serde_json::to_string(&open).unwrap().contains("4711"));
}

#[test]
fn the_text_form_keeps_the_ranges_of_the_submitted_text() {
    let body = r#"{"schema":{"properties":{"a":{"type":"array"},"é":{"type":"null"}}},"arguments_text":"{\"\\u00e9\":null , \"b\":[1.50 ,[,],], \"a\":[{\"y\":\"5\",  "}"#;
    let (_, proof) = proof_of(body);
    let text = lossless::read_str(body).unwrap();
    let text = text.get("arguments_text").and_then(Value::as_str).unwrap();
    assert_eq!(proof.form, Form::ArgumentsText);
    assert_eq!(
        lossless::read_str(&body[proof.member.0..proof.member.1])
            .unwrap()
            .as_str(),
        Some(text)
    );
    let tokens: Vec<_> = proof
        .claims
        .iter()
        .map(|claim| claim.source.token(text).unwrap())
        .collect();
    assert_eq!(
        tokens,
        [
            r#""\u00e9""#,
            "null",
            r#""b""#,
            "1.50",
            "[,]",
            r#""a""#,
            r#""y""#,
            r#""5""#
        ]
    );
    let worked_on: Vec<_> = proof
        .entries
        .iter()
        .map(|entry| entry.source.token(text).unwrap())
        .collect();
    assert_eq!(worked_on, [",", ",", ",", ""]);
}

#[test]
fn a_container_that_was_emptied_or_cut_is_a_leaf_with_its_whole_range() {
    let body = r#"{"arguments_text":"{\"a\":{\"x\":null, ","schema":{"properties":{"a":{"properties":{"x":{"type":"string"}}}}}}"#;
    let (_, proof) = proof_of(body);
    let text = "{\"a\":{\"x\":null, ";
    assert_eq!(proof.claims[1].source.token(text).unwrap(), "{\"x\":null, ");
    let body = r#"{"arguments":{"x":null},"schema":{"properties":{"x":{"type":"string"}}}}"#;
    let (_, proof) = proof_of(body);
    assert_eq!(proof.claims.len(), 1);
    assert_eq!(proof.claims[0].path, "$");
    assert_eq!(proof.claims[0].source.token(body).unwrap(), r#"{"x":null}"#);
}

#[test]
fn what_is_not_repaired_says_what_there_is_to_prove() {
    let of = |body: &str| prove(body.as_bytes(), &argument_check::check(body.as_bytes()));
    assert_eq!(
        of(r#"{"arguments":{},"schema":{}}"#),
        Err(ProofError::Valid)
    );
    let unrepairable = r#"{"arguments":{},"schema":{"required":["a"]}}"#;
    assert_eq!(of(unrepairable), Err(ProofError::NothingDelivered));
    assert_eq!(of("{}"), Err(ProofError::NothingDelivered));
    assert!(matches!(
        prove(b"{}", "nonsense"),
        Err(ProofError::Answer(_))
    ));
}

#[test]
fn a_broken_body_answer_or_proof_never_panics() {
    let case = &proven()[0];
    for body in [
        &b""[..],
        b"[",
        b"\xff",
        b"{}",
        br#"{"arguments":{},"schema":1}"#,
    ] {
        assert!(prove(body, &case.answer).is_err());
        assert!(accept(body, &case.answer, &case.proof).is_err());
    }
    for answer in [
        "",
        "[]",
        r#"{"verdict":"REPAIRED"}"#,
        r#"{"verdict":"REPAIRED","repaired":1,"diff":[]}"#,
    ] {
        assert!(accept(&case.body, answer, &case.proof).is_err());
    }
}

/// Whether an answer with another blob or diff is found out, whatever proof
/// comes with it: the one of the honest answer, or one made for it.
fn is_found_out(case: &Proven, altered: &str) -> bool {
    let own = match prove(&case.body, altered) {
        Ok(proof) => accept(&case.body, altered, &proof).is_err(),
        Err(_) => true,
    };
    own && accept(&case.body, altered, &case.proof).is_err()
}

fn answer_of(blob: &Value, diff: &Value) -> String {
    let text = |text: &str| Value::String(text.to_owned());
    Value::Object(vec![
        ("verdict".to_owned(), text("REPAIRED")),
        ("repaired".to_owned(), blob.clone()),
        ("diff".to_owned(), diff.clone()),
    ])
    .to_text()
}

/// Every place of `value`, itself first.
fn places(
    value: &Value,
    path: &mut Vec<crate::path::Step>,
    found: &mut Vec<Vec<crate::path::Step>>,
) {
    use crate::path::Step;
    found.push(path.clone());
    let children: Vec<(Step, &Value)> = match value {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(i, v)| (Step::Index(i), v))
            .collect(),
        Value::Object(members) => members
            .iter()
            .map(|(k, v)| (Step::Key(k.clone()), v))
            .collect(),
        _ => Vec::new(),
    };
    for (step, child) in children {
        path.push(step);
        places(child, path, found);
        path.pop();
    }
}

/// `value` with one alteration at one place.
fn altered(value: &Value, place: usize, how: u8) -> Value {
    let mut found = Vec::new();
    places(value, &mut Vec::new(), &mut found);
    let mut value = value.clone();
    let steps = &found[place % found.len()];
    let node = crate::path::resolve_mut(&mut value, steps).unwrap();
    match (node, how % 4) {
        (Value::Object(members), 0) if members.len() > 1 => members.swap(0, 1),
        (Value::Object(members), 1) if !members.is_empty() => drop(members.pop()),
        (Value::Object(members), 2) if !members.is_empty() => members[0].0.push('x'),
        (Value::Object(members), _) => members.push(("added".to_owned(), Value::Null)),
        (Value::Array(items), 0) if items.len() > 1 => items.reverse(),
        (Value::Array(items), 1) if !items.is_empty() => drop(items.pop()),
        (Value::Array(items), _) => items.push(Value::Bool(true)),
        (Value::Number(spelling), 0) => spelling.push('0'),
        (Value::Number(spelling), 1) => {
            spelling.insert(usize::from(spelling.starts_with('-')), '1');
        }
        (Value::String(text), 0) => text.push('x'),
        (Value::String(text), 1) => *text = text.to_uppercase(),
        (Value::Bool(truth), _) => *truth = !*truth,
        (node, 2) => *node = Value::String(node.to_text()),
        (node, _) => *node = Value::Number("7".to_owned()),
    }
    value
}

/// One alteration of a JSON value, where numbers, strings and lists are.
fn altered_json(value: &mut Json, place: &mut usize, how: u8) -> bool {
    if *place == 0 {
        match value {
            Json::Number(number) => {
                let number = number.as_u64().unwrap_or_default();
                *value = Json::from(if how.is_multiple_of(2) {
                    number + 1
                } else {
                    number.saturating_sub(1)
                });
            }
            Json::String(text) => {
                *text = match (how % 6, text.as_str()) {
                    (0, "key") => "leaf".to_owned(),
                    (_, "key" | "leaf") => "key".to_owned(),
                    (0, "submitted") => "unwrapped".to_owned(),
                    (1, "submitted") => "enum".to_owned(),
                    (_, "unwrapped") => "submitted".to_owned(),
                    (_, "R3") => "R6".to_owned(),
                    (_, rule) if rule.starts_with('R') => "R3".to_owned(),
                    (_, "type_mismatch") => "enum_mismatch".to_owned(),
                    (_, other) => format!("{other}x"),
                };
            }
            Json::Array(items) if !items.is_empty() => {
                let last = items.len() - 1;
                match how % 4 {
                    0 => drop(items.pop()),
                    1 => drop(items.remove(0)),
                    2 => items.push(items[last].clone()),
                    _ => items.swap(0, last),
                }
            }
            Json::Array(items) => items.push(Json::from(0)),
            _ => return false,
        }
        return true;
    }
    *place -= 1;
    match value {
        Json::Array(items) => items.iter_mut().any(|item| altered_json(item, place, how)),
        Json::Object(members) => members
            .values_mut()
            .any(|member| altered_json(member, place, how)),
        _ => false,
    }
}

fn size(value: &Json) -> usize {
    1 + match value {
        Json::Array(items) => items.iter().map(size).sum(),
        Json::Object(members) => members.values().map(size).sum(),
        _ => 0,
    }
}

/// What a diff says, whatever the order of the members of its entries.
fn said(diff: &Value) -> Vec<[Option<&Value>; 5]> {
    let names = ["path", "rule", "op", "before", "after"];
    let entries = diff.items().unwrap().iter();
    entries
        .map(|entry| names.map(|name| entry.get(name)))
        .collect()
}

fn is_small(case: &Proven) -> bool {
    case.body.len() < 4_096
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn no_proof_with_one_alteration_is_accepted(case in any::<prop::sample::Index>(), place in any::<prop::sample::Index>(), how in any::<u8>()) {
        let cases: Vec<_> = proven().iter().filter(|case| is_small(case)).collect();
        let case = case.get(&cases);
        let mut json = serde_json::to_value(&case.proof).unwrap();
        let mut at = place.index(size(&json));
        altered_json(&mut json, &mut at, how);
        if let Ok(proof) = serde_json::from_value::<Proof>(json)
            && proof != case.proof
        {
            prop_assert!(accept(&case.body, &case.answer, &proof).is_err(), "{}: {:?}", case.id, proof);
        }
    }

    #[test]
    fn no_proof_with_two_exchanged_origins_is_accepted(case in any::<prop::sample::Index>(), one in any::<prop::sample::Index>(), other in any::<prop::sample::Index>()) {
        let cases: Vec<_> = proven().iter().filter(|case| is_small(case)).collect();
        let case = case.get(&cases);
        let mut proof = case.proof.clone();
        let (one, other) = (one.index(proof.claims.len()), other.index(proof.claims.len()));
        let source = proof.claims[one].source.clone();
        proof.claims[one].source = std::mem::replace(&mut proof.claims[other].source, source);
        if proof != case.proof {
            prop_assert!(accept(&case.body, &case.answer, &proof).is_err());
        }
    }

    #[test]
    fn no_altered_answer_is_proven(case in any::<prop::sample::Index>(), in_blob: bool, place in any::<prop::sample::Index>(), how in any::<u8>()) {
        let cases: Vec<_> = proven().iter().filter(|case| is_small(case)).collect();
        let case = case.get(&cases);
        let answer = lossless::read_str(&case.answer).unwrap();
        let part = |name| answer.get(name).cloned().unwrap();
        let (blob, diff) = (part("repaired"), part("diff"));
        let (new_blob, new_diff) = if in_blob {
            (altered(&blob, place.index(64), how), diff.clone())
        } else {
            (blob.clone(), altered(&diff, place.index(64), how))
        };
        // Further members of an entry, and their order, are the business of
        // other judges.
        if new_blob != blob || said(&new_diff) != said(&diff) {
            prop_assert!(is_found_out(case, &answer_of(&new_blob, &new_diff)), "{}", case.id);
        }
        prop_assert!(accept(&case.body, &answer_of(&blob, &diff), &case.proof).is_ok());
    }
}

#[test]
fn inventions_are_told_from_wrong_proofs() {
    let body = r#"{"arguments":{"a":"5","b":1},"schema":{"properties":{"a":{"type":"integer"}}}}"#;
    let (answer, proof) = proof_of(body);
    let invented = answer
        .replace(r#""after":5"#, r#""after":6"#)
        .replace(r#""a":5"#, r#""a":6"#);
    let made = prove(body.as_bytes(), &invented).unwrap();
    let rejection = accept(body.as_bytes(), &invented, &made).unwrap_err();
    assert_eq!(rejection, Rejection::Invented(1));
    assert!(rejection.is_invention());
    let mut wrong = proof.clone();
    wrong.claims[3].source.at.1 += 1;
    let rejection = accept(body.as_bytes(), &answer, &wrong).unwrap_err();
    assert_eq!(rejection, Rejection::Claim(3));
    assert!(!rejection.is_invention());
    let unexplained = answer.replace(r#""b":1"#, r#""b":2"#);
    assert!(
        prove(body.as_bytes(), &unexplained)
            .unwrap_err()
            .is_invention()
    );
    assert!(Place::parse(&proof.claims[0].path).is_ok());
}

#[test]
fn an_entry_that_nothing_called_for_is_rejected() {
    let body =
        r#"{"arguments":{"a":"5"},"schema":{"properties":{"a":{"type":["integer","string"]}}}}"#;
    let answer = r#"{"verdict":"REPAIRED","repaired":{"a":5},"diff":[{"path":"$.a","rule":"R3","op":"replace","before":"5","after":5}]}"#;
    let verdict = prove(body.as_bytes(), answer);
    match verdict {
        Err(error) => assert_eq!(error, ProofError::Necessity(0)),
        Ok(proof) => assert_eq!(
            accept(body.as_bytes(), answer, &proof),
            Err(Rejection::Needless(0))
        ),
    }
}
