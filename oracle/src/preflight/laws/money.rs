//! C-9, C-10 and C-12: the economics in exact fractions.

use argument_check_corpus::Op;
use num_bigint::BigInt;
use num_rational::BigRational;

use super::view::{
    Seen, again, at, demand, double, fraction, nano, nano_at, number, set, settle, units, with,
    without,
};
use crate::judge::Reason;
use crate::laws::{Observation, Ruling, Target};
use crate::lossless::Value;

const NAMES: [(&str, bool, f64); 5] = [
    ("downstreamCostUsd", true, 1e6),
    ("retryCostUsd", true, 1e6),
    ("preflightPriceUsd", false, 1e6),
    ("priorInvalidProbability", false, 1.0),
    ("budgetRemainingUsd", false, 1e18),
];

/// The economics of an input, if they are well formed.
fn well_formed(input: &Value) -> Option<&Value> {
    let economics = input.get("economics")?;
    economics.members()?;
    let bills = matches!(economics.get("billsOnInvalidRequest"), Some(Value::Bool(_)));
    let sound = NAMES
        .iter()
        .all(|(name, is_required, limit)| match economics.get(name) {
            None => !is_required,
            Some(Value::Number(spelling)) => (0.0..=*limit).contains(&double(spelling)),
            Some(_) => false,
        });
    (bills && sound).then_some(economics)
}

/// C-12.
pub(super) fn present(observation: &Observation<'_>) -> Ruling {
    with(observation, Op::Request, |seen| {
        let judged = !seen
            .entries("errors")
            .iter()
            .any(|(_, code)| code.starts_with("input_") || code.starts_with("schema_"));
        let owed = judged && well_formed(seen.input).is_some();
        if seen.answer.get("economics").is_some() == owed {
            Ruling::Holds
        } else {
            Ruling::broken("economics stand where they may not, or are missing", "")
        }
    })
}

/// The terms in units: money of 10⁻⁹ USD, the probability of 10⁻¹⁸.
struct Terms {
    doomed: BigInt,
    price: BigInt,
    prior: BigInt,
    budget: Option<BigInt>,
}

fn terms(economics: &Value) -> Option<Terms> {
    let spelled = |name: &str, default: &'static str| match economics.get(name) {
        Some(Value::Number(spelling)) => spelling.clone(),
        _ => default.to_owned(),
    };
    let bills = economics.get("billsOnInvalidRequest")? == &Value::Bool(true);
    let lost = nano(&spelled("downstreamCostUsd", "0")) * BigInt::from(u8::from(bills));
    Some(Terms {
        doomed: lost + nano(&spelled("retryCostUsd", "0")),
        price: nano(&spelled("preflightPriceUsd", "0.001")),
        prior: units(&fraction(&spelled("priorInvalidProbability", "0.25")), 18),
        budget: nano_at(economics, &["budgetRemainingUsd"]),
    })
}

/// C-9.
pub(super) fn identities(observation: &Observation<'_>) -> Ruling {
    with(observation, Op::Request, |seen| {
        let given = seen.answer.get("economics");
        let terms = well_formed(seen.input).and_then(terms);
        match (given, terms) {
            (Some(given), Some(terms)) => settle(identical(seen, given, &terms)),
            _ => Ruling::NotApplicable(Reason::NothingToVary),
        }
    })
}

fn identical(seen: &Seen<'_>, given: &Value, terms: &Terms) -> Result<(), Ruling> {
    let is_valid = seen.answer.get("valid") == Some(&Value::Bool(true));
    let waste = if is_valid {
        BigInt::from(0)
    } else {
        terms.doomed.clone()
    };
    let scale = BigRational::from_integer(BigInt::from(10)).pow(27);
    let expected = BigRational::from_integer(&terms.prior * &terms.doomed) / scale;
    let price = BigRational::new(terms.price.clone(), BigInt::from(1_000_000_000));
    let net = &expected - &price;
    let affords = terms
        .budget
        .as_ref()
        .is_none_or(|budget| terms.price <= *budget);
    let worth = expected > price && affords;
    for (name, units) in [
        ("preflightPriceUsd", terms.price.clone()),
        ("wasteIfSentUsd", waste.clone()),
        ("realizedNetUsd", &waste - &terms.price),
        ("aPrioriExpectedWasteUsd", units(&expected, 9)),
        ("aPrioriExpectedNetUsd", units(&net, 9)),
    ] {
        demand(
            given
                .get(name)
                .is_some_and(|value| is_nearest(value, &units)),
            "a field of the economics is not its formula",
            name,
        )?;
    }
    demand(
        given.get("worthCheckingAPriori") == Some(&Value::Bool(worth)),
        "worthCheckingAPriori is not whether the expected net is positive and affordable",
        "",
    )?;
    let (decision, reason) = if is_valid {
        ("proceed", "valid")
    } else {
        ("abort", "invalid_doomed_request")
    };
    demand(
        at(given, &["decision"]).and_then(Value::as_str) == Some(decision)
            && at(given, &["reason"]).and_then(Value::as_str) == Some(reason),
        "decision or reason is not that of the validity",
        "",
    )
}

/// Whether a number is the double nearest to that many nanos.
pub(super) fn is_nearest(value: &Value, units: &BigInt) -> bool {
    let nearest = format!("{units}e-9").parse::<f64>();
    match value {
        // By bits, so that a minus zero is none.
        Value::Number(spelling) => {
            nearest.is_ok_and(|nearest| nearest.to_bits() == double(spelling).to_bits())
        }
        _ => false,
    }
}

/// C-10.
pub(super) fn monotone(observation: &Observation<'_>) -> Ruling {
    again(observation, Op::Request, |seen, target| {
        if seen.answer.get("economics").is_none() || well_formed(seen.input).is_none() {
            return Ruling::NotApplicable(Reason::NothingToVary);
        }
        let worth = worth_of(seen.answer);
        let way = |name| ["economics", name];
        let with = |name, text: &str| set(seen.input, &way(name), number(text));
        let better = [
            with("priorInvalidProbability", "1"),
            with("retryCostUsd", "1000000"),
            with("downstreamCostUsd", "1000000"),
            with("preflightPriceUsd", "0"),
            with("budgetRemainingUsd", "1e18"),
            without(seen.input, &way("budgetRemainingUsd")),
        ];
        let worse = [
            with("priorInvalidProbability", "0"),
            with("retryCostUsd", "0"),
            with("preflightPriceUsd", "1000000"),
            with("budgetRemainingUsd", "0"),
        ];
        // Better terms keep what is worth it, and worse ones what is not.
        let wrong = if worth == Some(true) {
            better
                .iter()
                .find(|input| asked(seen, target, input) != Some(true))
        } else {
            worse
                .iter()
                .find(|input| asked(seen, target, input) != Some(false))
        };
        match wrong {
            None => Ruling::Holds,
            Some(input) => Ruling::broken("worth is not monotone", input.to_text()),
        }
    })
}

fn asked(seen: &Seen<'_>, target: &dyn Target, input: &Value) -> Option<bool> {
    worth_of(&seen.ask(target, input))
}

fn worth_of(answer: &Value) -> Option<bool> {
    match at(answer, &["economics", "worthCheckingAPriori"])? {
        Value::Bool(worth) => Some(*worth),
        _ => None,
    }
}
