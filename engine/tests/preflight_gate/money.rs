//! What money decides: what is affordable, what is charged, what is saved.

use argument_check::preflight::ReasonCode;

use super::rows::{holds, rows};
use super::{Proposal, table};

/// These members, without those that are absent.
fn members(members: [(&str, &str); 2]) -> String {
    let there = members.iter().filter(|(_, value)| *value != "-");
    let there: Vec<_> = there
        .map(|(name, value)| format!(r#""{name}":{value}"#))
        .collect();
    there.join(",")
}

#[test]
fn a_cost_is_affordable_up_to_the_last_billionth() {
    for [external, model, remaining, reserved, affordable] in table(
        "
        0.1     | 0.2 | 0.3              | -    | yes
        0.1     | 0.2 | 0.299999999      | -    | no
        1e-10   | -   | 0                | -    | yes
        1.5e-9  | -   | 1e-9             | -    | no
        0       | -   | 0                | 1e18 | yes
        1e-9    | -   | 1                | 2    | no
        1000000 | -   | 9007199254740991 | -    | yes
        0.7     | -   | 1                | 0.3  | yes",
    ) {
        let proposal = Proposal {
            costs: members([
                ("estimatedExternalCostUsd", external),
                ("estimatedModelCostUsd", model),
            ]),
            budget: members([("remainingUsd", remaining), ("reservedUsd", reserved)]),
            ..Proposal::default()
        };
        let codes = proposal.judge().reason_codes;
        let short = codes.contains(&ReasonCode::BudgetInsufficient);
        assert_eq!(short, affordable == "no", "{external} of {remaining}");
    }
}

#[test]
fn only_a_saving_of_more_than_the_price_is_charged() {
    for (price, charged, saved) in [
        ("0.02", 0.0, 0.02),
        ("0.019999999", 0.019_999_999, 1e-9),
        ("0", 0.0, 0.02),
    ] {
        let proposal = holds("reusable", Proposal::default());
        let proposal = proposal.with(&format!(r#""preflightPriceUsd":{price}"#));
        let estimate = proposal.judge().estimated.expect("valid input");
        assert_eq!(estimate.price_charged.to_f64(), charged, "{price}");
        assert_eq!(estimate.net_savings.to_f64(), saved, "{price}");
        assert_eq!(estimate.billable, price != "0.02", "{price}");
    }
    for row in rows() {
        let report = row.holds(Proposal::default()).judge();
        let estimate = report.estimated.expect("valid input");
        let reason = row.reason;
        let avoids = ["fresh_exact_success", "terminal_failure_repeat"].contains(&reason);
        let avoidable = estimate.avoidable_external_cost.to_f64();
        assert_eq!(avoidable, if avoids { 0.02 } else { 0.0 }, "{reason}");
    }
}
