//! The gate's decision table: every row alone, every pairing that the
//! precedence decides, and what the evidence, the defaults and the money make
//! of it.

#![allow(
    clippy::float_cmp,
    reason = "what is compared are doubles that must be equal to the bit"
)]

use argument_check::preflight::{GateReport, ReasonCode, preflight_tool_call};

/// The fingerprint of the proposals below, as anybody can compute it:
/// SHA-256 of `{"operation":OPERATION,"provider":"serp","request":{"q":"rust
/// fuzzing"},"version":2}`.
const SEARCH: &str = "7c39138d5e74cb35201eb8d5857bdc4787867a380d7a84e4b96c383bc65656e2";
const CREATE_ORDER: &str = "c5d2689ecd418bb9ef5841ca6aa0bdf46583c520f0014205cbf8114cd8ac0fc0";

/// A proposal, piece by piece.
#[derive(Clone)]
struct Proposal {
    operation: &'static str,
    costs: &'static str,
    budget: String,
    history: Vec<String>,
    rest: String,
}

impl Default for Proposal {
    fn default() -> Self {
        Self {
            operation: "search",
            costs: r#""estimatedExternalCostUsd":0.02"#,
            budget: r#""remainingUsd":1"#.into(),
            history: Vec::new(),
            rest: String::new(),
        }
    }
}

impl Proposal {
    fn call(mut self, outcome: &str, age: &str, rest: &str) -> Self {
        let fingerprint = if self.operation == "search" {
            SEARCH
        } else {
            CREATE_ORDER
        };
        let id = format!("c{}", self.history.len() + 1);
        self.history.push(format!(
            r#"{{"toolCallId":"{id}","fingerprint":"{fingerprint}","outcome":"{outcome}","ageSeconds":{age}{rest}}}"#
        ));
        self
    }

    fn budget(mut self, members: &str) -> Self {
        self.budget = members.into();
        self
    }

    fn with(mut self, members: &str) -> Self {
        self.rest.push(',');
        self.rest.push_str(members);
        self
    }

    fn judge(&self) -> GateReport {
        let Self {
            operation,
            costs,
            budget,
            history,
            rest,
        } = self;
        let history = history.join(",");
        let input = format!(
            r#"{{"runId":"r","stepId":"s","tool":{{"provider":"serp","operation":"{operation}","request":{{"q":"rust fuzzing"}},{costs}}},"budget":{{{budget}}},"history":[{history}]{rest}}}"#
        );
        let report = preflight_tool_call(input.as_bytes()).expect("JSON");
        assert_eq!(report.issues, [], "{input}");
        report
    }

    /// Decision, reason codes, matched call.
    fn told(&self) -> String {
        let report = self.judge();
        let codes: Vec<_> = report
            .reason_codes
            .iter()
            .map(|code| code.as_str())
            .collect();
        let matched = report.matched_call_id.as_deref().unwrap_or("-");
        format!("{} {} {matched}", report.decision.as_str(), codes.join("+"))
    }
}

const REFERENCE: &str = r#","resultReference":"res""#;

/// What makes each row hold, in order of precedence: the condition's reason
/// code, decision, action, enforcement, confidence, and whether it matches.
type Row = (
    fn(Proposal) -> Proposal,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    f64,
);

fn reusable(proposal: Proposal) -> Proposal {
    proposal.call("success", "40", REFERENCE)
}

fn terminal(proposal: Proposal) -> Proposal {
    proposal.call("terminal_failure", "50", "")
}

fn no_calls(mut proposal: Proposal) -> Proposal {
    proposal.budget.push_str(r#","maxToolCallsRemaining":0"#);
    proposal
}

fn short(mut proposal: Proposal) -> Proposal {
    proposal.budget = proposal
        .budget
        .replace(r#""remainingUsd":1"#, r#""remainingUsd":0.01"#);
    proposal
}

fn reducible(proposal: Proposal) -> Proposal {
    short(proposal).with(r#""capabilities":{"canReduceScope":true}"#)
}

fn failing(proposal: Proposal) -> Proposal {
    let proposal = proposal.call("transient_failure", "7", "");
    let proposal = proposal.call("transient_failure", "6", "");
    proposal.call("transient_failure", "8", "")
}

fn unreferenced(proposal: Proposal) -> Proposal {
    proposal.call("success", "40", "")
}

const ROWS: [Row; 8] = [
    (
        reusable,
        "fresh_exact_success",
        "reuse",
        "reuse_prior_result",
        "safe_to_skip",
        0.95,
    ),
    (
        terminal,
        "terminal_failure_repeat",
        "block",
        "change_request",
        "safe_to_skip",
        0.9,
    ),
    (
        no_calls,
        "tool_call_limit_reached",
        "block",
        "stop_tool_calls",
        "safe_to_skip",
        1.0,
    ),
    (
        reducible,
        "budget_insufficient",
        "advise",
        "reduce_scope",
        "advisory",
        1.0,
    ),
    (
        short,
        "budget_insufficient",
        "block",
        "raise_budget_or_stop",
        "safe_to_skip",
        1.0,
    ),
    (
        failing,
        "retry_cap_reached",
        "defer",
        "retry_later",
        "advisory",
        0.7,
    ),
    (
        unreferenced,
        "duplicate_not_reusable",
        "advise",
        "review_duplicate",
        "advisory",
        0.6,
    ),
    (
        |proposal| proposal,
        "clear_to_execute",
        "allow",
        "execute_call",
        "execute",
        0.5,
    ),
];

#[test]
fn every_row_alone_decides_with_its_columns() {
    for (condition, reason, decision, action, enforcement, confidence) in ROWS {
        let report = condition(Proposal::default()).judge();
        assert_eq!(report.reason_codes[0].as_str(), reason);
        assert_eq!(report.decision.as_str(), decision, "{reason}");
        assert_eq!(report.recommendation.action.as_str(), action, "{reason}");
        assert_eq!(report.enforcement().as_str(), enforcement, "{reason}");
        let estimate = report.estimated.expect("valid input");
        assert!((estimate.confidence - confidence).abs() < 1e-12, "{reason}");
        let matches = ["fresh", "terminal", "retry", "duplicate"];
        let matched = matches.iter().any(|start| reason.starts_with(start));
        assert_eq!(report.matched_call_id.is_some(), matched, "{reason}");
    }
}

#[test]
fn of_two_rows_that_hold_the_earlier_decides_and_both_are_told() {
    // Rows that cannot hold together: 1, 2 and 6 by the one anchor, 4a and 4b.
    let apart = |one: usize, two: usize| {
        let anchored = |row: usize| [0, 1, 6].contains(&row);
        anchored(one) && anchored(two) || one == 3 && two == 4
    };
    let mut pairs = 0;
    for (one, earlier) in ROWS.iter().enumerate().take(7) {
        for (two, later) in ROWS.iter().enumerate().take(7).skip(one + 1) {
            if apart(one, two) {
                continue;
            }
            pairs += 1;
            let report = later.0(earlier.0(Proposal::default())).judge();
            let codes: Vec<_> = report
                .reason_codes
                .iter()
                .map(|code| code.as_str())
                .collect();
            assert_eq!(codes[..2], [earlier.1, later.1]);
            assert_eq!(report.decision.as_str(), earlier.2, "{codes:?}");
            assert_eq!(
                report.recommendation.action.as_str(),
                earlier.3,
                "{codes:?}"
            );
        }
    }
    assert_eq!(pairs, 17);
}

#[test]
fn the_newest_decisive_call_is_the_anchor_and_the_later_one_where_ages_are_equal() {
    let proposal = Proposal::default;
    for (history, told) in [
        (
            proposal()
                .call("success", "9", REFERENCE)
                .call("terminal_failure", "8", ""),
            "block terminal_failure_repeat c2",
        ),
        (
            proposal()
                .call("success", "8", REFERENCE)
                .call("terminal_failure", "9", ""),
            "reuse fresh_exact_success c1",
        ),
        (
            proposal()
                .call("success", "8", REFERENCE)
                .call("terminal_failure", "8.0", ""),
            "block terminal_failure_repeat c2",
        ),
        (
            proposal()
                .call("terminal_failure", "0", "")
                .call("success", "-0", REFERENCE),
            "reuse fresh_exact_success c2",
        ),
        (
            proposal().call("terminal_failure", "1e300", ""),
            "block terminal_failure_repeat c1",
        ),
        (
            proposal().call("success", "300", REFERENCE),
            "allow clear_to_execute+stale_success_ignored -",
        ),
        (
            proposal().call("success", "299.99999999999994", REFERENCE),
            "reuse fresh_exact_success c1",
        ),
        (
            proposal()
                .call("success", "9", REFERENCE)
                .call("transient_failure", "1", ""),
            "reuse fresh_exact_success+transient_retry_within_cap c1",
        ),
    ] {
        assert_eq!(history.told(), told);
    }
}

#[test]
fn transient_failures_count_only_if_they_are_fresh_and_newer_than_the_anchor() {
    let cap_of_one = || Proposal::default().with(r#""retryCap":1"#);
    for (history, told) in [
        (
            cap_of_one().call("transient_failure", "1", ""),
            "defer retry_cap_reached c1",
        ),
        (
            cap_of_one().call("transient_failure", "300", ""),
            "allow clear_to_execute -",
        ),
        (
            cap_of_one()
                .call("success", "9", "")
                .call("transient_failure", "10", ""),
            "advise duplicate_not_reusable c1",
        ),
        (
            cap_of_one()
                .call("success", "9", "")
                .call("transient_failure", "9", ""),
            "defer retry_cap_reached+duplicate_not_reusable c2",
        ),
        (
            cap_of_one()
                .call("transient_failure", "9", "")
                .call("success", "9", ""),
            "advise duplicate_not_reusable c2",
        ),
        (
            cap_of_one()
                .call("success", "400", "")
                .call("transient_failure", "5", "")
                .call("transient_failure", "5", ""),
            "defer retry_cap_reached+stale_success_ignored c3",
        ),
        (
            Proposal::default()
                .with(r#""retryCap":2.0"#)
                .call("transient_failure", "1", ""),
            "allow clear_to_execute+transient_retry_within_cap -",
        ),
    ] {
        assert_eq!(history.told(), told);
    }
}

#[test]
fn calls_for_another_goal_and_other_fingerprints_are_set_aside() {
    let goal = |ours: &str| Proposal::default().with(&format!(r#""task":{{"goalHash":"{ours}"}}"#));
    let theirs = format!(r#"{REFERENCE},"goalHash":"g""#);
    for (proposal, told) in [
        (
            goal("g").call("success", "1", &theirs),
            "reuse fresh_exact_success c1",
        ),
        (
            goal("G").call("success", "1", &theirs),
            "allow clear_to_execute+other_goal_ignored -",
        ),
        (
            goal("").call("success", "1", REFERENCE),
            "reuse fresh_exact_success c1",
        ),
        (
            Proposal::default().call("success", "1", &theirs),
            "reuse fresh_exact_success c1",
        ),
        (
            goal("G")
                .call("terminal_failure", "9", "")
                .call("success", "1", &theirs),
            "block terminal_failure_repeat+other_goal_ignored c1",
        ),
    ] {
        assert_eq!(proposal.told(), told);
    }
    let mut other = reusable(Proposal::default());
    other.history[0] = other.history[0].replace(SEARCH, &SEARCH.to_uppercase());
    assert_eq!(other.told(), "allow clear_to_execute -");
}

#[test]
fn a_result_is_reused_if_the_caller_says_so_or_if_there_is_a_handle_and_only_reading() {
    let may = |flag: &str| format!(r#""capabilities":{{"canReusePriorResult":{flag}}}"#);
    let writing = || Proposal {
        operation: "create_order",
        ..Proposal::default()
    };
    for (proposal, decision) in [
        (reusable(Proposal::default()), "reuse"),
        (unreferenced(Proposal::default()), "advise"),
        (reusable(writing()), "advise"),
        (reusable(writing()).with(&may("true")), "reuse"),
        (
            unreferenced(Proposal::default()).with(&may("true")),
            "reuse",
        ),
        (reusable(Proposal::default()).with(&may("false")), "advise"),
    ] {
        assert_eq!(proposal.judge().decision.as_str(), decision);
    }
    let reference = |proposal: Proposal| proposal.judge().recommendation.result_reference;
    assert_eq!(
        reference(reusable(Proposal::default())).as_deref(),
        Some("res")
    );
    assert_eq!(
        reference(unreferenced(Proposal::default()).with(&may("true"))),
        None
    );
    assert_eq!(reference(reusable(writing())), None);
}

#[test]
fn explicit_defaults_change_nothing() {
    let explicit = r#""preflightPriceUsd":0.001,"retryCap":3,"freshnessTtlSeconds":300,"capabilities":{"canReduceScope":false},"task":{"goalHash":"g"}"#;
    for (condition, ..) in ROWS.into_iter().filter(|row| row.3 != "reduce_scope") {
        let implied = condition(Proposal::default());
        let mut told = condition(Proposal::default()).with(explicit);
        told.budget.push_str(r#","reservedUsd":0"#);
        told.costs = r#""estimatedExternalCostUsd":0.02,"estimatedModelCostUsd":0"#;
        assert_eq!(told.judge().answer(), implied.judge().answer());
    }
}

#[test]
fn a_window_of_nothing_disables_reuse_and_deferral() {
    let none = || Proposal::default().with(r#""freshnessTtlSeconds":0"#);
    let told = none().call("success", "0", REFERENCE).told();
    assert_eq!(told, "allow clear_to_execute+stale_success_ignored -");
    assert_eq!(failing(none()).told(), "allow clear_to_execute -");
    assert_eq!(terminal(none()).told(), "block terminal_failure_repeat c1");
}

#[test]
fn a_cost_is_affordable_up_to_the_last_billionth() {
    for (costs, budget, affordable) in [
        (
            r#""estimatedExternalCostUsd":0.1,"estimatedModelCostUsd":0.2"#,
            r#""remainingUsd":0.3"#,
            true,
        ),
        (
            r#""estimatedExternalCostUsd":0.1,"estimatedModelCostUsd":0.2"#,
            r#""remainingUsd":0.299999999"#,
            false,
        ),
        (
            r#""estimatedExternalCostUsd":1e-10"#,
            r#""remainingUsd":0"#,
            true,
        ),
        (
            r#""estimatedExternalCostUsd":1.5e-9"#,
            r#""remainingUsd":1e-9"#,
            false,
        ),
        (
            r#""estimatedExternalCostUsd":0"#,
            r#""remainingUsd":0,"reservedUsd":1e18"#,
            true,
        ),
        (
            r#""estimatedExternalCostUsd":1e-9"#,
            r#""remainingUsd":1,"reservedUsd":2"#,
            false,
        ),
        (
            r#""estimatedExternalCostUsd":1000000"#,
            r#""remainingUsd":9007199254740991"#,
            true,
        ),
        (
            r#""estimatedExternalCostUsd":0.7"#,
            r#""remainingUsd":1,"reservedUsd":0.3"#,
            true,
        ),
    ] {
        let proposal = Proposal {
            costs,
            ..Proposal::default()
        }
        .budget(budget);
        let short = proposal
            .judge()
            .reason_codes
            .contains(&ReasonCode::BudgetInsufficient);
        assert_eq!(short, !affordable, "{costs} of {budget}");
    }
}

#[test]
fn only_a_saving_of_more_than_the_price_is_charged() {
    for (price, charged, saved) in [
        ("0.02", 0.0, 0.02),
        ("0.019999999", 0.019_999_999, 1e-9),
        ("0", 0.0, 0.02),
    ] {
        let proposal =
            reusable(Proposal::default()).with(&format!(r#""preflightPriceUsd":{price}"#));
        let estimate = proposal.judge().estimated.expect("valid input");
        assert_eq!(estimate.price_charged.to_f64(), charged, "{price}");
        assert_eq!(estimate.net_savings.to_f64(), saved, "{price}");
        assert_eq!(estimate.billable, price != "0.02", "{price}");
    }
    for (condition, reason, ..) in ROWS {
        let estimate = condition(Proposal::default())
            .judge()
            .estimated
            .expect("valid input");
        let avoids = ["fresh_exact_success", "terminal_failure_repeat"].contains(&reason);
        let avoidable = estimate.avoidable_external_cost.to_f64();
        assert_eq!(avoidable, if avoids { 0.02 } else { 0.0 }, "{reason}");
    }
}
