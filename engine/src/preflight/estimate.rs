//! The estimates (preflight, 3.6): decides what leaving a call out saves, and
//! what the check would be charged for that. Modelled figures, no receipt.

use super::decision::Row;
use super::money::Usd;
use super::object::Object;
use super::proposal::Proposal;

/// What a decision saves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The price of the check.
    pub preflight_cost: Usd,
    /// The price if the saving is more than it, else nothing.
    pub price_charged: Usd,
    /// The external cost, if the evidence says that the call would add
    /// nothing; else nothing.
    pub avoidable_external_cost: Usd,
    /// The same for the model's cost.
    pub avoidable_model_cost: Usd,
    /// The avoidable costs less what is charged; never below zero.
    pub net_savings: Usd,
    /// Are the avoidable costs more than the price?
    pub billable: bool,
    /// A constant of the deciding rule, no calibrated probability.
    pub confidence: f64,
}

impl Estimate {
    /// The estimate of a proposal that `row` decides.
    pub(super) fn of(proposal: &Proposal<'_>, row: Row) -> Self {
        let price = proposal.preflight_price;
        let (external, model) = if row.avoids_call() {
            (proposal.tool.external_cost, proposal.tool.model_cost)
        } else {
            (Usd::ZERO, Usd::ZERO)
        };
        let avoidable = external.plus(model);
        let billable = avoidable > price;
        let charged = if billable { price } else { Usd::ZERO };
        Self {
            preflight_cost: price,
            price_charged: charged,
            avoidable_external_cost: external,
            avoidable_model_cost: model,
            net_savings: avoidable.minus(charged),
            billable,
            confidence: row.columns().confidence,
        }
    }

    /// Appends the estimate as a JSON object.
    pub(super) fn write(&self, out: &mut String) {
        let usd = Usd::to_f64;
        Object::open(out)
            .double(
                "avoidableExternalCostUsd",
                usd(self.avoidable_external_cost),
            )
            .double("avoidableModelCostUsd", usd(self.avoidable_model_cost))
            .boolean("billable", self.billable)
            .double("confidence", self.confidence)
            .double("netSavingsUsd", usd(self.net_savings))
            .double("preflightCostUsd", usd(self.preflight_cost))
            .double("priceChargedUsd", usd(self.price_charged))
            .close();
    }
}
