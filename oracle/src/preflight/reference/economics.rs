//! PF14, PF15: what sending costs, wastes and is worth.

use bigdecimal::{BigDecimal, Zero as _};

use super::clauses::Clauses;
use super::entry::object;
use super::money::{probability, written};
use super::request::Found;
use super::shape::{BUDGET, COST, Shape, Type};
use crate::lossless::Value;

const AT: &str = "$.economics";

/// The terms, in amounts.
#[derive(Debug, Clone)]
pub struct Terms {
    /// What one bad request costs.
    pub doomed: BigDecimal,
    /// The price of the check.
    pub price: BigDecimal,
    /// How likely the request is bad.
    pub prior: BigDecimal,
    /// What is left, if that is limited.
    pub budget: Option<BigDecimal>,
}

/// Reads the terms; none if there are none or they are not well formed.
pub fn read(input: &Value, clauses: &Clauses, found: &mut Found) -> Option<Terms> {
    let mut shape = Shape::new(clauses);
    let terms = read_from(&mut shape, input, clauses);
    let is_sound = shape.found.is_empty();
    found.errors.append(&mut shape.found);
    terms.filter(|_| is_sound)
}

fn read_from(shape: &mut Shape<'_>, input: &Value, clauses: &Clauses) -> Option<Terms> {
    let given = shape.optional(input, "$", "economics", Type::Object)?;
    let cost = (0.0, COST);
    let downstream = shape.number(given, AT, "downstreamCostUsd", true, cost);
    let bills = shape.required(given, AT, "billsOnInvalidRequest", Type::Bool);
    let retry = shape.number(given, AT, "retryCostUsd", true, cost);
    let price = shape.number(given, AT, "preflightPriceUsd", false, cost);
    let prior = shape.number(given, AT, "priorInvalidProbability", false, (0.0, 1.0));
    let budget = shape.number(given, AT, "budgetRemainingUsd", false, (0.0, BUDGET));
    let lost = match bills? {
        Value::Bool(true) => (clauses.amount)(downstream?),
        _ => BigDecimal::zero(),
    };
    Some(Terms {
        doomed: lost + (clauses.amount)(retry?),
        price: (clauses.amount)(price.unwrap_or(clauses.defaults.0)),
        prior: probability(prior.unwrap_or(clauses.defaults.1)),
        budget: budget.map(clauses.amount),
    })
}

/// What sending this request would waste.
#[must_use]
pub fn waste(is_valid: bool, doomed: &BigDecimal) -> BigDecimal {
    if is_valid {
        BigDecimal::zero()
    } else {
        doomed.clone()
    }
}

/// Whether the expected net is positive and the check can be paid.
#[must_use]
pub fn worth(terms: &Terms) -> bool {
    let affords = |budget: &BigDecimal| terms.price <= *budget;
    &terms.prior * &terms.doomed > terms.price && terms.budget.as_ref().is_none_or(affords)
}

/// The economics of the answer.
#[must_use]
pub fn economics(terms: &Terms, is_valid: bool, clauses: &Clauses) -> Value {
    let waste = (clauses.waste)(is_valid, &terms.doomed);
    let expected = &terms.prior * &terms.doomed;
    let (decision, reason) = if is_valid {
        ("proceed", "valid")
    } else {
        ("abort", "invalid_doomed_request")
    };
    let usd = |exact: &BigDecimal| written(&(clauses.rounded)(exact));
    object([
        ("decision", Value::String(decision.to_owned())),
        ("reason", Value::String(reason.to_owned())),
        ("preflightPriceUsd", usd(&terms.price)),
        ("wasteIfSentUsd", usd(&waste)),
        ("realizedNetUsd", usd(&(&waste - &terms.price))),
        ("aPrioriExpectedWasteUsd", usd(&expected)),
        ("aPrioriExpectedNetUsd", usd(&(&expected - &terms.price))),
        ("worthCheckingAPriori", Value::Bool((clauses.worth)(terms))),
    ])
}
