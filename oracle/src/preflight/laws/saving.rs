//! G-11: what a decision saves, and what would be charged for it.

use argument_check_corpus::Op;
use num_bigint::BigInt;

use super::money::is_nearest;
use super::view::{Seen, at, demand, nano, nano_at, settle, with};
use crate::judge::Reason;
use crate::laws::{Observation, Ruling};
use crate::lossless::Value;

/// G-11.
pub(super) fn savings(observation: &Observation<'_>) -> Ruling {
    with(observation, Op::Gate, |seen| {
        match seen.answer.get("estimated") {
            Some(estimated) => settle(saved(seen, estimated)),
            None => Ruling::NotApplicable(Reason::NothingToVary),
        }
    })
}

fn saved(seen: &Seen<'_>, estimated: &Value) -> Result<(), Ruling> {
    let price = nano_at(seen.input, &["preflightPriceUsd"]).unwrap_or_else(|| nano("0.001"));
    let first = seen.reasons().first().copied().unwrap_or_default();
    let (avoids, confidence) = match first {
        "fresh_exact_success" => (true, "0.95"),
        "terminal_failure_repeat" => (true, "0.9"),
        "tool_call_limit_reached" | "budget_insufficient" => (false, "1"),
        "retry_cap_reached" => (false, "0.7"),
        "duplicate_not_reusable" => (false, "0.6"),
        _ => (false, "0.5"),
    };
    let estimate = |name| {
        let nano = nano_at(seen.input, &["tool", name]).unwrap_or_default();
        if avoids { nano } else { BigInt::from(0) }
    };
    let external = estimate("estimatedExternalCostUsd");
    let model = estimate("estimatedModelCostUsd");
    let avoided = &external + &model;
    let billable = avoided > price;
    let charged = if billable {
        price.clone()
    } else {
        BigInt::from(0)
    };
    let savings = &avoided - &charged;
    for (name, units) in [
        ("preflightCostUsd", &price),
        ("priceChargedUsd", &charged),
        ("avoidableExternalCostUsd", &external),
        ("avoidableModelCostUsd", &model),
        ("netSavingsUsd", &savings),
    ] {
        demand(
            estimated
                .get(name)
                .is_some_and(|value| is_nearest(value, units)),
            "a field of the estimates is not its formula",
            name,
        )?;
    }
    demand(
        estimated.get("billable") == Some(&Value::Bool(billable)),
        "billable is not whether the saving is more than the price",
        "",
    )?;
    demand(
        estimated.get("confidence") == Some(&Value::Number(confidence.to_owned())),
        "the confidence is not that of the rule",
        first,
    )?;
    let skips = at(seen.answer, &["enforcement"]).and_then(Value::as_str) == Some("safe_to_skip");
    demand(
        savings >= BigInt::from(0) && (!billable || skips),
        "what is charged for is not skipped, or a loss",
        "",
    )
}
