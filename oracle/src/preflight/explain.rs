//! One input told step by step, by the second implementation: what was found,
//! or which rows of the table hold and which of them decides.

use argument_check_corpus::Op;

use super::reference::evidence::Outcome as Ended;
use super::reference::proposal::{self, Input};
use super::reference::table::Facts;
use super::reference::{Clauses, answer, gate, input};
use crate::lossless::{self, Value};
use crate::reference::{Outcome, Step};

/// The steps of an answer, in their order.
#[must_use]
pub fn steps(op: Op, body: &[u8]) -> Vec<Step> {
    let value = match input::read(body) {
        Ok(value) => value,
        Err(code) => {
            let why = "the first refusal that holds";
            return vec![Step::new("body", code, Outcome::Refused, "PF1", why)];
        }
    };
    let answer = lossless::read_str(&answer(op, body)).unwrap_or(Value::Null);
    match op {
        Op::Gate => gate_steps(&value, &answer),
        _ => request_steps(&answer),
    }
}

/// Errors and warnings, and what the economics come to.
fn request_steps(answer: &Value) -> Vec<Step> {
    let mut steps = entries(answer, "errors", Outcome::Defect);
    steps.extend(entries(answer, "warnings", Outcome::Passed));
    let economics = answer.get("economics");
    let text = |name| economics.and_then(|given| given.get(name)?.as_str());
    let why = match (text("decision"), text("reason")) {
        (Some(decision), Some(reason)) => format!("{decision}: {reason}"),
        _ => "no well-formed terms, or an error that keeps the request from being judged".into(),
    };
    let outcome = if economics.is_some() {
        Outcome::Fired
    } else {
        Outcome::NotFired
    };
    steps.push(Step::new("$.economics", "economics", outcome, "PF14", why));
    steps
}

fn entries(answer: &Value, list: &str, outcome: Outcome) -> Vec<Step> {
    let listed = answer.get(list).and_then(Value::items).unwrap_or_default();
    let text = |entry: &Value, name| {
        let text = entry.get(name).and_then(Value::as_str);
        text.unwrap_or_default().to_owned()
    };
    let step = |entry: &Value| {
        let (path, code) = (text(entry, "path"), text(entry, "code"));
        Step::new(
            &path,
            &code,
            outcome,
            reading(&code),
            text(entry, "message"),
        )
    };
    listed.iter().map(step).collect()
}

/// The reading that a code rests on.
fn reading(code: &str) -> &'static str {
    const READINGS: [(&str, &str); 8] = [
        ("input_", "PF7"),
        ("method_", "PF8"),
        ("url_", "PF9"),
        ("header_", "PF10"),
        ("content_type_", "PF11"),
        ("query_", "PF12"),
        ("number_", "PF5"),
        ("body_semantics", "PF8"),
    ];
    let known = READINGS.iter().find(|(start, _)| code.starts_with(start));
    known.map_or("PF13", |(_, reading)| reading)
}

/// The issues, or every row with whether it holds; the first that does decides.
fn gate_steps(value: &Value, answer: &Value) -> Vec<Step> {
    let clauses = Clauses::published();
    let Ok(read) = proposal::read(value, &clauses) else {
        let mut steps = entries(answer, "issues", Outcome::Defect);
        let why = "row 0: an issue decides: advise";
        steps.push(Step::new("$", "invalid_input", Outcome::Fired, "PF17", why));
        return steps;
    };
    let fingerprint = gate::fingerprint(value, &clauses);
    let facts = gate::facts(&read, &fingerprint, &clauses);
    let decides = gate::holding(&facts, &clauses)
        .first()
        .map(|row| row.number);
    let mut steps = Vec::new();
    for row in (clauses.rows)() {
        let holds = row.number != "7" && (row.holds)(&facts);
        let (outcome, verdict) = if decides == Some(row.number) {
            (Outcome::Fired, format!("decides: {}", row.decision))
        } else if holds {
            (Outcome::Barred, "holds, after the row that decides".into())
        } else {
            (Outcome::NotFired, "does not hold".into())
        };
        let because = because(row.number, &facts, &read);
        let why = format!("row {}: {verdict}: {because}", row.number);
        steps.push(Step::new("$", row.code, outcome, "PF22", why));
    }
    steps
}

/// What a row asks about, as it is.
fn because(row: &str, facts: &Facts, read: &Input<'_>) -> String {
    let not = |holds: bool| if holds { "" } else { "not " };
    match row {
        "1" | "6" => format!(
            "{}; its result may {}be reused",
            anchor(facts, read),
            not(facts.reusable)
        ),
        "2" => anchor(facts, read),
        "3" => match read.calls {
            Some(calls) => format!("{calls} calls remain"),
            None => "calls are not limited".into(),
        },
        "4a" | "4b" => format!(
            "the cost is {} USD and {} USD are available; the scope {} be reduced",
            facts.cost.normalized(),
            facts.available.normalized(),
            if facts.reduces { "can" } else { "cannot" }
        ),
        "5" => format!(
            "{} fresh passing failures since, of at most {}",
            facts.evidence.transients.len(),
            read.cap
        ),
        _ => "it does where no other row holds".into(),
    }
}

/// The newest call that settles something.
fn anchor(facts: &Facts, read: &Input<'_>) -> String {
    let Some(call) = &facts.evidence.anchor else {
        return "no call of this proposal settles anything".into();
    };
    let outcome = match call.outcome {
        Ended::Success => "succeeded",
        Ended::Terminal => "failed for good",
        Ended::Transient => "failed for now",
    };
    let fresh = if facts.evidence.is_fresh {
        "fresh"
    } else {
        "not fresh"
    };
    format!(
        "the newest that settles it, {}, {outcome} {} s ago, {fresh} with {} s",
        call.id, call.age, read.ttl
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_that_decides_is_named() {
        let input = br#"{"runId":"r","stepId":"s","tool":{"provider":"p","operation":"o","request":{},"estimatedExternalCostUsd":2},"budget":{"remainingUsd":1,"maxToolCallsRemaining":0}}"#;
        let steps = steps(Op::Gate, input);
        let why = |code: &str| {
            let step = steps.iter().find(|step| step.rule == code);
            step.map(|step| step.why.as_str()).unwrap_or_default()
        };
        assert_eq!(
            why("tool_call_limit_reached"),
            "row 3: decides: block: 0 calls remain"
        );
        assert_eq!(steps.len(), 8);
        assert!(
            steps
                .iter()
                .any(|step| step.why == "row 4b: holds, after the row that decides: the cost is 2 USD and 1 USD are available; the scope cannot be reduced")
        );
    }

    #[test]
    fn every_other_code_names_its_reading() {
        let steps = steps(Op::Request, b"[]");
        assert_eq!(
            (steps[0].rule.as_str(), steps[0].reading),
            ("input_type", "PF7")
        );
        assert_eq!(super::steps(Op::Gate, b"{")[0].rule, "invalid_json");
    }
}
