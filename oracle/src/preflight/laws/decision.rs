//! G-3, G-6, G-7, G-10 and G-13: what is decided, and what decides nothing.

use argument_check_corpus::Op;
use num_bigint::BigInt;

use super::evidence::call;
use super::hashed::fingerprint_of;
use super::view::{
    Seen, at, demand, gate_again, nano_at, number, reasons, set, settle, string, with, without,
};
use crate::laws::{Observation, Ruling, Target};
use crate::lossless::Value;

/// G-3.
pub(super) fn enforced(observation: &Observation<'_>) -> Ruling {
    with(observation, Op::Gate, |seen| {
        let expected = match seen.text("decision") {
            Some("allow") => "execute",
            Some("reuse" | "block") => "safe_to_skip",
            _ => "advisory",
        };
        if seen.text("enforcement") == Some(expected) {
            Ruling::Holds
        } else {
            Ruling::broken("the enforcement is not that of the decision", expected)
        }
    })
}

/// The vocabulary, in its order.
const CODES: [&str; 12] = [
    "invalid_input",
    "fresh_exact_success",
    "terminal_failure_repeat",
    "tool_call_limit_reached",
    "budget_insufficient",
    "retry_cap_reached",
    "duplicate_not_reusable",
    "clear_to_execute",
    "scope_reducible",
    "transient_retry_within_cap",
    "stale_success_ignored",
    "other_goal_ignored",
];

/// G-13.
pub(super) fn vocabulary(observation: &Observation<'_>) -> Ruling {
    with(observation, Op::Gate, |seen| settle(worded(seen)))
}

fn worded(seen: &Seen<'_>) -> Result<(), Ruling> {
    let codes = seen.reasons();
    let places: Vec<Option<usize>> = codes
        .iter()
        .map(|code| CODES.iter().position(|known| known == code))
        .collect();
    let ordered = places.windows(2).all(|two| two[0] < two[1]);
    demand(
        ordered && places.iter().all(Option::is_some),
        "a reason is unknown, stands twice or out of order",
        format!("{codes:?}"),
    )?;
    let has = |code: &str| codes.contains(&code);
    let (decision, action) = match codes.first().copied() {
        Some("invalid_input") => ("advise", "fix_input"),
        Some("fresh_exact_success") => ("reuse", "reuse_prior_result"),
        Some("terminal_failure_repeat") => ("block", "change_request"),
        Some("tool_call_limit_reached") => ("block", "stop_tool_calls"),
        Some("budget_insufficient") if has("scope_reducible") => ("advise", "reduce_scope"),
        Some("budget_insufficient") => ("block", "raise_budget_or_stop"),
        Some("retry_cap_reached") => ("defer", "retry_later"),
        Some("duplicate_not_reusable") => ("advise", "review_duplicate"),
        Some("clear_to_execute") => ("allow", "execute_call"),
        _ => ("", ""),
    };
    let said = at(seen.answer, &["recommendation", "action"]).and_then(Value::as_str);
    demand(
        seen.text("decision") == Some(decision) && said == Some(action),
        "decision or action is not that of the first reason",
        format!("{codes:?}"),
    )?;
    let alone = |code: &str| {
        !has(code)
            || codes.iter().all(|other| {
                let place = CODES.iter().position(|known| known == other);
                *other == code || (code != "invalid_input" && place > Some(7))
            })
    };
    demand(
        alone("invalid_input") && alone("clear_to_execute"),
        "a reason that stands alone does not",
        format!("{codes:?}"),
    )?;
    let invalid = !seen.issues().is_empty();
    demand(
        has("invalid_input") == invalid,
        "invalid_input stands without an issue, or an issue without it",
        "",
    )?;
    let reference = at(seen.answer, &["recommendation", "resultReference"]);
    demand(
        reference.is_none() || decision == "reuse",
        "a result is referred to without reuse",
        "",
    )
}

/// G-6.
pub(super) fn enough_money(observation: &Observation<'_>) -> Ruling {
    gate_again(observation, |seen, target| settle(money(seen, target)))
}

fn money(seen: &Seen<'_>, target: &dyn Target) -> Result<(), Ruling> {
    let dear = |answer: &Value| reasons(answer).contains(&"budget_insufficient");
    let rich = set(seen.input, &["budget", "remainingUsd"], number("1e18"));
    let answer = seen.ask(target, &rich);
    let allowed = seen.text("decision") == Some("allow");
    demand(
        !allowed || answer.get("decision") == Some(&string("allow")),
        "more money stops a call",
        "",
    )?;
    let cost = |name| nano_at(seen.input, &["tool", name]).unwrap_or_default();
    let cost = cost("estimatedExternalCostUsd") + cost("estimatedModelCostUsd");
    // With nothing reserved and costs below the limit every nano is a double's own.
    let spelled = |units: &BigInt| number(&format!("{units}e-9"));
    let exact = without(seen.input, &["budget", "reservedUsd"]);
    let exact = set(&exact, &["budget", "remainingUsd"], spelled(&cost));
    demand(
        !dear(&seen.ask(target, &exact)),
        "a budget of exactly the cost is not enough",
        format!("{cost}"),
    )?;
    if cost > BigInt::from(0) {
        let short = spelled(&(&cost - BigInt::from(1)));
        let short = set(&exact, &["budget", "remainingUsd"], short);
        demand(
            dear(&seen.ask(target, &short)),
            "a budget below the cost is enough",
            format!("{cost}"),
        )?;
    }
    let free = set(
        seen.input,
        &["tool", "estimatedExternalCostUsd"],
        number("0"),
    );
    let free = without(&free, &["tool", "estimatedModelCostUsd"]);
    for reserved in ["0", "1e18"] {
        let free = set(&free, &["budget", "reservedUsd"], number(reserved));
        demand(
            !dear(&seen.ask(target, &free)),
            "a free call is too dear",
            reserved,
        )?;
    }
    Ok(())
}

/// G-7.
pub(super) fn capped(observation: &Observation<'_>) -> Ruling {
    gate_again(observation, |seen, target| {
        let history = seen.input.get("history").and_then(Value::items);
        let length = history.unwrap_or_default().len().min(12);
        let (mut reached_before, mut counts) = (true, Vec::new());
        for cap in 1..=length + 1 {
            let input = set(seen.input, &["retryCap"], number(&cap.to_string()));
            let answer = seen.ask(target, &input);
            let codes = reasons(&answer);
            let reached = codes.contains(&"retry_cap_reached");
            let within = codes.contains(&"transient_retry_within_cap");
            if reached && !reached_before {
                return Ruling::broken("a higher cap defers", cap.to_string());
            }
            reached_before = reached;
            counts.push((reached, within));
        }
        // One failure is as many as a cap of one, and fewer than two.
        let one = call(&fingerprint_of(seen.input), "transient_failure");
        let one = set(seen.input, &["history"], Value::Array(vec![one]));
        let one = set(&one, &["freshnessTtlSeconds"], number("60"));
        for (cap, code) in [
            ("1", "retry_cap_reached"),
            ("2", "transient_retry_within_cap"),
        ] {
            let input = set(&one, &["retryCap"], number(cap));
            let answer = seen.ask(target, &input);
            if !reasons(&answer).contains(&code) {
                return Ruling::broken("one failure is not one attempt", answer.to_text());
            }
        }
        // Either there is no failure, or each cap is reached or not yet.
        let none = counts.iter().all(|pair| *pair == (false, false));
        let some = counts.iter().all(|(reached, within)| reached != within);
        if none || some {
            Ruling::Holds
        } else {
            Ruling::broken("at one cap failures are neither too many nor within", "")
        }
    })
}

/// G-10.
pub(super) fn price_blind(observation: &Observation<'_>) -> Ruling {
    gate_again(observation, |seen, target| {
        for price in ["0", "0.5", "1000000"] {
            let input = set(seen.input, &["preflightPriceUsd"], number(price));
            let mut answer = seen.ask(target, &input);
            if let Some(estimated) = seen.answer.get("estimated") {
                answer = set(&answer, &["estimated"], estimated.clone());
            }
            if answer != *seen.answer {
                return Ruling::broken("the price of the check decides", price);
            }
        }
        Ruling::Holds
    })
}
