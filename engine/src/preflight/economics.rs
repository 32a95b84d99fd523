//! The economics of a check (preflight, 2.7): decides what sending the request
//! would waste, and whether checking it was worth its price beforehand.

use super::entry::Entry;
use super::money::{Probability, Usd};
use super::object::Object;
use super::shape::{Members, Need, Range};
use crate::json::value::Value;

/// The default of `preflightPriceUsd`, in dollars: a thousandth.
pub(super) const DEFAULT_PRICE: Usd = Usd::from_nanos(1_000_000);

/// The economic terms that a caller gives.
pub(super) struct Terms {
    downstream_cost: Usd,
    bills_on_invalid: bool,
    retry_cost: Usd,
    price: Usd,
    prior_invalid: Probability,
    budget: Option<Usd>,
}

impl Terms {
    /// The terms, if they are well-formed.
    pub(super) fn read(economics: Value<'_>, faults: &mut Vec<Entry>) -> Option<Self> {
        use Need::{Optional, Required};
        let before = faults.len();
        let mut members = Members::new(economics, "$.economics", faults);
        let downstream_cost = members.number("downstreamCostUsd", Required, Range::COST);
        let bills_on_invalid = members.boolean("billsOnInvalidRequest", Required);
        let retry_cost = members.number("retryCostUsd", Required, Range::COST);
        let price = members.number("preflightPriceUsd", Optional, Range::COST);
        let prior = members.number("priorInvalidProbability", Optional, Range::PROBABILITY);
        let budget = members.number("budgetRemainingUsd", Optional, Range::BUDGET);
        if faults.len() > before {
            return None;
        }
        Some(Self {
            downstream_cost: Usd::from_f64(downstream_cost?),
            bills_on_invalid: bills_on_invalid?,
            retry_cost: Usd::from_f64(retry_cost?),
            price: price.map_or(DEFAULT_PRICE, Usd::from_f64),
            prior_invalid: prior.map_or(Probability::QUARTER, Probability::from_f64),
            budget: budget.map(Usd::from_f64),
        })
    }

    /// What follows from the terms for a request that is `valid` or not.
    pub(super) fn economics(&self, valid: bool) -> Economics {
        let lost = if self.bills_on_invalid {
            self.downstream_cost
        } else {
            Usd::ZERO
        };
        let doomed = lost.plus(self.retry_cost);
        let waste = if valid { Usd::ZERO } else { doomed };
        let expected = doomed.times(self.prior_invalid);
        let net = expected.less(self.price);
        Economics {
            valid,
            preflight_price: self.price,
            waste_if_sent: waste,
            realized_net: waste.minus(self.price),
            a_priori_expected_waste: expected.rounded(),
            a_priori_expected_net: net.rounded(),
            worth_checking_a_priori: net.is_positive()
                && self.budget.is_none_or(|budget| self.price <= budget),
        }
    }
}

/// What a check is worth (2.7). Amounts are exact to the billionth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Economics {
    valid: bool,
    /// The price of the check.
    pub preflight_price: Usd,
    /// What sending this request would waste; nothing if it is valid.
    pub waste_if_sent: Usd,
    /// The waste less the price.
    pub realized_net: Usd,
    /// The waste that was to be expected before the result was known.
    pub a_priori_expected_waste: Usd,
    /// That waste less the price.
    pub a_priori_expected_net: Usd,
    /// Was more to be expected than the price, and the price affordable?
    /// Decided before rounding.
    pub worth_checking_a_priori: bool,
}

impl Economics {
    /// `proceed` if the request is valid, else `abort`.
    pub fn decision(&self) -> &'static str {
        if self.valid { "proceed" } else { "abort" }
    }

    /// `valid`, or `invalid_doomed_request`.
    pub fn reason(&self) -> &'static str {
        if self.valid {
            "valid"
        } else {
            "invalid_doomed_request"
        }
    }

    /// Appends the economics as a JSON object.
    pub(super) fn write(&self, out: &mut String) {
        let usd = Usd::to_f64;
        Object::open(out)
            .double("aPrioriExpectedNetUsd", usd(self.a_priori_expected_net))
            .double("aPrioriExpectedWasteUsd", usd(self.a_priori_expected_waste))
            .string("decision", self.decision())
            .double("preflightPriceUsd", usd(self.preflight_price))
            .double("realizedNetUsd", usd(self.realized_net))
            .string("reason", self.reason())
            .double("wasteIfSentUsd", usd(self.waste_if_sent))
            .boolean("worthCheckingAPriori", self.worth_checking_a_priori)
            .close();
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::float_cmp,
        reason = "what is compared are doubles that must be equal to the bit"
    )]

    use super::*;
    use crate::json::value::Document;

    /// The economics of an invalid request under members of `economics`.
    fn doomed(members: &str) -> Economics {
        let json = format!("{{{members}}}");
        let document = Document::parse(json.as_bytes()).expect(members);
        let mut faults = Vec::new();
        let terms = Terms::read(document.root(), &mut faults);
        assert_eq!(faults, [], "{members}");
        terms.expect("well-formed terms").economics(false)
    }

    const ONE_CENT: &str =
        r#""downstreamCostUsd":0.03,"billsOnInvalidRequest":false,"retryCostUsd":0.01"#;

    #[test]
    fn defaults_are_a_price_of_a_thousandth_and_a_prior_of_a_quarter() {
        let economics = doomed(ONE_CENT);
        assert_eq!(economics.preflight_price.to_f64(), 0.001);
        assert_eq!(economics.a_priori_expected_waste.to_f64(), 0.0025);
        assert_eq!(economics.a_priori_expected_net.to_f64(), 0.0015);
        let explicit = r#","preflightPriceUsd":0.001,"priorInvalidProbability":0.25"#;
        assert_eq!(doomed(&format!("{ONE_CENT}{explicit}")), economics);
    }

    #[test]
    fn the_downstream_cost_is_lost_only_if_the_api_bills_invalid_requests() {
        assert_eq!(doomed(ONE_CENT).waste_if_sent.to_f64(), 0.01);
        let billed = ONE_CENT.replace("false", "true");
        assert_eq!(doomed(&billed).waste_if_sent.to_f64(), 0.04);
    }

    #[test]
    fn the_price_has_to_be_within_the_budget_and_may_be_all_of_it() {
        for (budget, worth) in [("0.001", true), ("0.000999999", false), ("0", false)] {
            let economics = doomed(&format!("{ONE_CENT},\"budgetRemainingUsd\":{budget}"));
            assert_eq!(economics.worth_checking_a_priori, worth, "{budget}");
        }
    }

    #[test]
    fn a_net_below_half_a_billionth_prints_as_nothing_and_is_worth_the_check() {
        let economics = doomed(
            r#""downstreamCostUsd":0,"billsOnInvalidRequest":true,"retryCostUsd":1e-9,
               "preflightPriceUsd":0"#,
        );
        assert_eq!(economics.a_priori_expected_net, Usd::ZERO);
        assert!(economics.worth_checking_a_priori);
    }

    #[test]
    fn the_largest_amounts_are_exact() {
        let economics = doomed(
            r#""downstreamCostUsd":1000000,"billsOnInvalidRequest":true,"retryCostUsd":1000000,
               "preflightPriceUsd":1000000,"priorInvalidProbability":0.999999999999999999,
               "budgetRemainingUsd":1e18"#,
        );
        // The prior is 1 as a double, so that all of the waste is expected.
        assert_eq!(economics.a_priori_expected_waste.to_f64(), 2e6);
        assert_eq!(economics.realized_net.to_f64(), 1e6);
        assert!(economics.worth_checking_a_priori);
    }
}
