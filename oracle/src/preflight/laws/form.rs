//! C-1, C-2, C-3 and G-1: the published shapes, by `jsonschema`.

use std::sync::LazyLock;

use argument_check_corpus::Op;
use jsonschema::{Draft, Validator};

use super::view::{Seen, again, at, demand, double, input, set, settle, string, with};
use crate::judge::Reason;
use crate::laws::{Observation, Ruling};
use crate::lossless::{self, Value};
use crate::preflight::reference::canonical::canonical;

/// One of the published schemas; `None` would be a schema that `jsonschema` refuses.
fn published(text: &str) -> Option<Validator> {
    let schema = serde_json::from_str(text).ok()?;
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .build(&schema)
        .ok()
}

static REQUEST_INPUT: LazyLock<Option<Validator>> =
    LazyLock::new(|| published(include_str!("../schemas/request-input.json")));
static REQUEST_OUTPUT: LazyLock<Option<Validator>> =
    LazyLock::new(|| published(include_str!("../schemas/request-output.json")));
static GATE_OUTPUT: LazyLock<Option<Validator>> =
    LazyLock::new(|| published(include_str!("../schemas/gate-output.json")));
static GATE_INPUT: LazyLock<Option<Validator>> =
    LazyLock::new(|| published(include_str!("../schemas/gate-input.json")));

/// Whether the schema takes a value, its numbers as doubles; none if it cannot be asked.
fn takes(validator: Option<&Validator>, value: &Value) -> Option<bool> {
    let value = serde_json::from_str(&canonical(value)).ok()?;
    Some(validator?.is_valid(&value))
}

/// C-1.
pub(super) fn request(observation: &Observation<'_>) -> Ruling {
    shape(observation, Op::Request, REQUEST_OUTPUT.as_ref())
}

/// G-1.
pub(super) fn gate(observation: &Observation<'_>) -> Ruling {
    match shape(observation, Op::Gate, GATE_OUTPUT.as_ref()) {
        Ruling::Holds => match with(observation, Op::Gate, gate_input) {
            // Of a refusal there is nothing more to say.
            Ruling::NotApplicable(Reason::NoVerdict) => Ruling::Holds,
            ruling => ruling,
        },
        ruling => ruling,
    }
}

/// What the published input schema refuses has an issue; what has none is taken.
fn gate_input(seen: &Seen<'_>) -> Ruling {
    match takes(GATE_INPUT.as_ref(), seen.input) {
        None => Ruling::NotApplicable(Reason::TooDeep),
        Some(false) if seen.issues().is_empty() => Ruling::broken(
            "no issue with what the published input schema refuses",
            seen.input.to_text(),
        ),
        Some(_) => Ruling::Holds,
    }
}

fn shape(observation: &Observation<'_>, op: Op, schema: Option<&Validator>) -> Ruling {
    if observation.op != op {
        return Ruling::NotApplicable(Reason::OtherOperation);
    }
    let Ok(answer) = lossless::read_str(observation.answer) else {
        return Ruling::broken("the answer is no JSON", observation.answer);
    };
    settle(shaped(observation, &answer, schema))
}

fn shaped(
    observation: &Observation<'_>,
    answer: &Value,
    schema: Option<&Validator>,
) -> Result<(), Ruling> {
    let text = observation.answer;
    demand(
        canonical(answer) == text,
        "the answer is not in canonical form",
        text,
    )?;
    if let Some(target) = observation.target {
        let second = target.ask(observation.op, observation.body);
        demand(
            second == text,
            "the same input has another answer",
            second.as_str(),
        )?;
    }
    let is_input = input(observation.body).is_some();
    match answer.get("refused").and_then(Value::as_str) {
        Some(code) => {
            let codes = [
                "invalid_json",
                "duplicate_key",
                "number_out_of_range",
                "too_deep",
            ];
            let alone = answer.members().is_some_and(|members| members.len() == 1);
            demand(
                alone && codes.contains(&code) && !is_input,
                "a refusal that is none of the published ones, or of an input",
                text,
            )
        }
        None => demand(
            is_input && takes(schema, answer) == Some(true),
            "the answer does not fit the published output schema",
            text,
        ),
    }
}

/// C-2.
pub(super) fn only_errors_count(observation: &Observation<'_>) -> Ruling {
    again(observation, Op::Request, |seen, target| {
        let valid = seen.answer.get("valid");
        if valid != Some(&Value::Bool(seen.entries("errors").is_empty())) {
            return Ruling::broken("valid is not whether there is no error", "");
        }
        let query = at(seen.input, &["request", "query"]);
        if seen.input.get("request").and_then(Value::members).is_none()
            || query.is_some_and(|query| query.members().is_none())
        {
            return Ruling::Holds;
        }
        // A null says nothing but a warning.
        let warned = set(seen.input, &["request", "query", "only-warns"], Value::Null);
        let warned = set(&warned, &["request", "headers-unknown"], string("x"));
        let answer = seen.ask(target, &warned);
        if answer.get("valid") == valid && answer.get("errors") == seen.answer.get("errors") {
            Ruling::Holds
        } else {
            Ruling::broken("what only warns changes the errors", answer.to_text())
        }
    })
}

/// C-3.
pub(super) fn shape_errors(observation: &Observation<'_>) -> Ruling {
    with(observation, Op::Request, |seen| {
        let shape = |code: &str| code.starts_with("input_");
        let errors = seen.entries("errors");
        match takes(REQUEST_INPUT.as_ref(), seen.input) {
            None => Ruling::NotApplicable(Reason::TooDeep),
            Some(true) => {
                let mut others = errors.iter().filter(|(_, code)| shape(code));
                match others.find(|entry| !is_over_limit(seen.input, entry)) {
                    None => Ruling::Holds,
                    Some((_, code)) => Ruling::broken(
                        format!("{code} on what the published input schema takes"),
                        seen.input.to_text(),
                    ),
                }
            }
            Some(false) => {
                let said = |code: &str| shape(code) || code == "header_value_not_string";
                if errors.iter().any(|(_, code)| said(code)) {
                    Ruling::Holds
                } else {
                    Ruling::broken(
                        "no shape error on what the published input schema refuses",
                        seen.input.to_text(),
                    )
                }
            }
        }
    })
}

/// Whether the entry is about a number of the economics above its limit.
fn is_over_limit(input: &Value, (path, code): &(&str, &str)) -> bool {
    let Some(name) = path.strip_prefix("$.economics.") else {
        return false;
    };
    let limit = if name == "budgetRemainingUsd" {
        1e18
    } else {
        1e6
    };
    match at(input, &["economics", name]) {
        Some(Value::Number(spelling)) => *code == "input_range" && double(spelling) > limit,
        _ => false,
    }
}
