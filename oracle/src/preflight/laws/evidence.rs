//! G-4, G-5, G-8, G-9, G-12 and G-14: what the history says.

use std::cmp::Ordering;

use argument_check_corpus::Op;

use super::hashed::fingerprint_of;
use super::view::{
    Seen, at, demand, double, gate_again, number, reasons, set, settle, string, with, without,
};
use crate::judge::Reason;
use crate::laws::{Observation, Ruling, Target};
use crate::lossless::Value;

fn history(input: &Value) -> Vec<Value> {
    let history = input.get("history").and_then(Value::items);
    history.unwrap_or_default().to_vec()
}

fn with_history(input: &Value, history: Vec<Value>) -> Value {
    set(input, &["history"], Value::Array(history))
}

fn with_call(input: &Value, call: Value) -> Value {
    let mut history = history(input);
    history.push(call);
    with_history(input, history)
}

/// A call of this moment.
pub(super) fn call(fingerprint: &str, outcome: &str) -> Value {
    let members = [
        ("toolCallId", string("appended")),
        ("fingerprint", string(fingerprint)),
        ("outcome", string(outcome)),
        ("ageSeconds", number("0")),
        ("resultReference", string("appended result")),
    ];
    Value::Object(members.map(|(name, value)| (name.to_owned(), value)).into())
}

fn ages(input: &Value) -> Vec<f64> {
    let age = |call: &Value| match call.get("ageSeconds") {
        Some(Value::Number(spelling)) => double(spelling),
        _ => 0.0,
    };
    history(input).iter().map(age).collect()
}

/// G-4.
pub(super) fn unrelated(observation: &Observation<'_>) -> Ruling {
    gate_again(observation, |seen, target| settle(apart(seen, target)))
}

fn apart(seen: &Seen<'_>, target: &dyn Target) -> Result<(), Ruling> {
    let same = |input: &Value, what: &str| {
        let answer = seen.ask(target, input);
        demand(answer == *seen.answer, what, answer.to_text())
    };
    let other = with_call(seen.input, call("another proposal", "terminal_failure"));
    same(&other, "a call of another proposal decides")?;
    let run = set(seen.input, &["runId"], string("another run"));
    let run = set(&run, &["stepId"], string("another step"));
    same(&run, "run or step decides")?;
    let unknown = set(seen.input, &["tool", "unknown member"], number("1"));
    let unknown = set(&unknown, &["unknown member"], number("1e-400"));
    same(&unknown, "an unknown member decides")?;
    if at(seen.input, &["task", "goalHash"]).is_none() {
        return Ok(());
    }
    // A match of another goal is said to be set aside, and no more.
    let ours = fingerprint_of(seen.input);
    let goal = set(
        &call(&ours, "terminal_failure"),
        &["goalHash"],
        string("another goal"),
    );
    let answer = seen.ask(target, &with_call(seen.input, goal));
    let mut codes = seen.reasons();
    if !codes.contains(&"other_goal_ignored") {
        codes.push("other_goal_ignored");
    }
    let quiet = |answer: &Value| without(answer, &["reasonCodes"]);
    demand(
        reasons(&answer) == codes && quiet(&answer) == quiet(seen.answer),
        "a call for another goal decides",
        answer.to_text(),
    )
}

fn is_twice(two: &[f64]) -> bool {
    matches!(two, [one, other] if one.partial_cmp(other) == Some(Ordering::Equal))
}

/// G-5.
pub(super) fn permuted(observation: &Observation<'_>) -> Ruling {
    gate_again(observation, |seen, target| {
        let mut calls = history(seen.input);
        let mut distinct = ages(seen.input);
        distinct.sort_by(f64::total_cmp);
        if calls.len() < 2 || distinct.windows(2).any(is_twice) {
            return Ruling::NotApplicable(Reason::NothingToVary);
        }
        for turn in 0..2 {
            if turn == 0 {
                calls.reverse();
            } else {
                calls.rotate_left(1);
            }
            let answer = seen.ask(target, &with_history(seen.input, calls.clone()));
            if answer != *seen.answer {
                return Ruling::broken("the order of the history decides", answer.to_text());
            }
        }
        Ruling::Holds
    })
}

/// Whether an answer rests on fresh evidence.
fn is_fresh(answer: &Value) -> bool {
    let decision = answer.get("decision").and_then(Value::as_str);
    matches!(decision, Some("reuse" | "defer"))
        || reasons(answer).contains(&"duplicate_not_reusable")
}

/// G-8.
pub(super) fn never_fresh(observation: &Observation<'_>) -> Ruling {
    gate_again(observation, |seen, target| {
        let input = set(seen.input, &["freshnessTtlSeconds"], number("0"));
        let answer = seen.ask(target, &input);
        if is_fresh(&answer) {
            Ruling::broken(
                "without freshness something is reused or deferred",
                answer.to_text(),
            )
        } else {
            Ruling::Holds
        }
    })
}

/// G-9.
pub(super) fn aged(observation: &Observation<'_>) -> Ruling {
    gate_again(observation, |seen, target| {
        let ttl = match seen.input.get("freshnessTtlSeconds") {
            Some(Value::Number(spelling)) => double(spelling),
            _ => 300.0,
        };
        let before = ages(seen.input);
        let after: Vec<f64> = before.iter().map(|age| age + ttl + 1.0).collect();
        let pairs = || before.iter().zip(&after);
        let kept = pairs().all(|(one, old)| {
            old.is_finite()
                && pairs().all(|(other, older)| one.partial_cmp(other) == old.partial_cmp(older))
        });
        if before.is_empty() || !kept || after.iter().any(|age| *age < ttl) {
            return Ruling::NotApplicable(Reason::NothingToVary);
        }
        let calls = history(seen.input).into_iter().zip(&after);
        let calls =
            calls.map(|(call, age)| set(&call, &["ageSeconds"], number(&format!("{age:e}"))));
        let answer = seen.ask(target, &with_history(seen.input, calls.collect()));
        let first = |answer: &Value| reasons(answer).first().map(ToString::to_string);
        let blocked = Some("terminal_failure_repeat".to_owned());
        let stays = first(seen.answer) != blocked || first(&answer) == blocked;
        if is_fresh(&answer) || !stays {
            Ruling::broken(
                "old evidence reuses or defers, or blocks no more",
                answer.to_text(),
            )
        } else {
            Ruling::Holds
        }
    })
}

/// G-12.
pub(super) fn matched(observation: &Observation<'_>) -> Ruling {
    with(observation, Op::Gate, |seen| {
        let named = seen.text("matchedCallId");
        let first = seen.reasons().first().copied();
        let owed = matches!(
            first,
            Some(
                "fresh_exact_success"
                    | "terminal_failure_repeat"
                    | "retry_cap_reached"
                    | "duplicate_not_reusable"
            )
        );
        if named.is_some() != owed {
            return Ruling::broken("a call is named that does not decide, or none", "");
        }
        let Some(named) = named else {
            return Ruling::Holds;
        };
        let ours = fingerprint_of(seen.input);
        let is_it = |call: &Value| {
            call.get("toolCallId").and_then(Value::as_str) == Some(named)
                && call.get("fingerprint").and_then(Value::as_str) == Some(&ours)
        };
        if history(seen.input).iter().any(is_it) {
            Ruling::Holds
        } else {
            Ruling::broken("the call that is named is none of this proposal", named)
        }
    })
}

/// G-14.
pub(super) fn fed_back(observation: &Observation<'_>) -> Ruling {
    gate_again(observation, |seen, target| {
        let input = set(seen.input, &["tool", "operation"], string("search"));
        let input = without(&input, &["capabilities"]);
        let input = set(&input, &["freshnessTtlSeconds"], number("60"));
        let ours = fingerprint_of(&input);
        for (outcome, decision) in [("success", "reuse"), ("terminal_failure", "block")] {
            // An entry of the same age that says the contrary stands before it.
            let other = if outcome == "success" {
                "terminal_failure"
            } else {
                "success"
            };
            let before = set(&call(&ours, other), &["toolCallId"], string("before"));
            let fed = with_call(&with_call(&input, before), call(&ours, outcome));
            let answer = seen.ask(target, &fed);
            let matched = answer.get("matchedCallId") == Some(&string("appended"));
            if !matched || answer.get("decision") != Some(&string(decision)) {
                return Ruling::broken("the call that was made is not minded", answer.to_text());
            }
        }
        Ruling::Holds
    })
}
