//! What each mutant answers on its kill input, as the kill list has it.
//!
//! A mutant that answers otherwise is another mutant: the list says which fault
//! is meant, and this holds the code to it.

mod answers;

use super::*;
use crate::lossless::{self, Value};
use answers::ANSWERS;

fn members(text: &str) -> Vec<(String, Value)> {
    match lossless::read_str(text) {
        Ok(Value::Object(members)) => members,
        _ => panic!("no object: {text}"),
    }
}

/// A defect without its reason.
fn bare(value: &Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(bare).collect()),
        Value::Object(members) => {
            let kept = members.iter().filter(|(name, _)| name != "reason");
            Value::Object(kept.cloned().collect())
        }
        scalar => scalar.clone(),
    }
}

/// Whether the answer has exactly these of the members that decide.
fn answers(answer: &str, expected: &str) -> bool {
    let deciding = [
        "verdict", "refusal", "detail", "repaired", "diff", "defects",
    ];
    let given = members(answer);
    let expected = members(expected);
    let of = |members: &[(String, Value)], name: &str| {
        let found = members.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| {
            if name == "defects" {
                bare(value)
            } else {
                value.clone()
            }
        })
    };
    deciding
        .iter()
        .all(|name| of(&given, name) == of(&expected, name))
}

fn mutant(id: &str) -> Mutant {
    let found = all().into_iter().find(|mutant| mutant.id == id);
    found.unwrap_or_else(|| panic!("no mutant {id}"))
}

/// The faults of a mutant of the reference.
fn targets(mutant: &Mutant) -> Vec<Decided> {
    match mutant.kind {
        Kind::Clause(faults) => faults.iter().map(|fault| Decided::with(*fault)).collect(),
        Kind::Hashed | Kind::Alone | Kind::Made(_) => Vec::new(),
    }
}

#[test]
fn the_names_are_m01_to_m88_in_order_without_those_of_a_service() {
    let names: Vec<String> = all().iter().map(|mutant| mutant.id.to_string()).collect();
    let expected: Vec<String> = (1..=88)
        .filter(|n| *n != 82)
        .map(|n| format!("M{n:02}"))
        .collect();
    assert_eq!(names, expected);
}

#[test]
fn every_declared_killer_is_a_law_and_none_is_the_second_implementation() {
    for mutant in all() {
        assert!(!mutant.killers.is_empty(), "{}", mutant.id);
        for killer in mutant.killers {
            assert!(crate::laws::law(killer).is_some(), "{} {killer}", mutant.id);
        }
    }
}

#[test]
fn every_mutant_answers_its_kill_input_as_the_kill_list_says() {
    let inputs = Inputs::pinned().unwrap();
    for (id, expected) in ANSWERS {
        let mutant = mutant(id);
        let inputs = inputs.of_mutant(&mutant);
        assert_eq!(inputs.len(), 1, "{id} has one kill input");
        for target in targets(&mutant) {
            let answer = target.check(&inputs[0].body);
            assert!(
                answers(&answer, expected),
                "{id} answers {answer}, not {expected}"
            );
        }
    }
}

#[test]
fn every_fault_shows_on_a_kill_input() {
    let (inputs, published) = (Inputs::pinned().unwrap(), Decided::published());
    for mutant in all() {
        let inputs = inputs.of_mutant(&mutant);
        assert!(!inputs.is_empty(), "{} has a kill input", mutant.id);
        for (n, target) in targets(&mutant).iter().enumerate() {
            let shows = inputs.iter().any(|input| {
                target.ask(input.op, &input.body) != published.ask(input.op, &input.body)
            });
            assert!(shows, "fault {n} of {} ({})", mutant.id, mutant.title);
        }
    }
}
