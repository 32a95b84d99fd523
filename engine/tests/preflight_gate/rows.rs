//! The decision table: every row alone, and of two that hold the earlier.

use super::{Proposal, table};

/// The rows in order of precedence: what makes it hold, the reason code of
/// that, decision, action, enforcement, confidence.
const ROWS: &str = "
    reusable     | fresh_exact_success     | reuse  | reuse_prior_result   | safe_to_skip | 0.95
    terminal     | terminal_failure_repeat | block  | change_request       | safe_to_skip | 0.9
    no calls     | tool_call_limit_reached | block  | stop_tool_calls      | safe_to_skip | 1.0
    reducible    | budget_insufficient     | advise | reduce_scope         | advisory     | 1.0
    short        | budget_insufficient     | block  | raise_budget_or_stop | safe_to_skip | 1.0
    failing      | retry_cap_reached       | defer  | retry_later          | advisory     | 0.7
    unreferenced | duplicate_not_reusable  | advise | review_duplicate     | advisory     | 0.6
    nothing      | clear_to_execute        | allow  | execute_call         | execute      | 0.5";

/// One row of [`ROWS`].
pub(crate) struct Row {
    condition: &'static str,
    pub(crate) reason: &'static str,
    decision: &'static str,
    pub(crate) action: &'static str,
    enforcement: &'static str,
    confidence: f64,
}

pub(crate) fn rows() -> Vec<Row> {
    let rows = table(ROWS).into_iter();
    rows.map(
        |[condition, reason, decision, action, enforcement, confidence]| Row {
            condition,
            reason,
            decision,
            action,
            enforcement,
            confidence: confidence.parse().expect("a number"),
        },
    )
    .collect()
}

impl Row {
    /// The proposal, changed so that the row holds.
    pub(crate) fn holds(&self, proposal: Proposal) -> Proposal {
        holds(self.condition, proposal)
    }
}

/// The proposal, changed so that the row with this condition holds.
pub(crate) fn holds(condition: &str, mut proposal: Proposal) -> Proposal {
    match condition {
        "reusable" => proposal.calls("success 40 handle"),
        "terminal" => proposal.calls("terminal_failure 50"),
        "no calls" => {
            proposal.budget.push_str(r#","maxToolCallsRemaining":0"#);
            proposal
        }
        "short" => {
            let (from, to) = (r#""remainingUsd":1"#, r#""remainingUsd":0.01"#);
            proposal.budget = proposal.budget.replace(from, to);
            proposal
        }
        "reducible" => holds("short", proposal).with(r#""capabilities":{"canReduceScope":true}"#),
        "failing" => {
            proposal.calls("transient_failure 7, transient_failure 6, transient_failure 8")
        }
        "unreferenced" => proposal.calls("success 40"),
        "nothing" => proposal,
        _ => panic!("{condition}"),
    }
}

#[test]
fn every_row_alone_decides_with_its_columns() {
    for row in rows() {
        let report = row.holds(Proposal::default()).judge();
        let reason = row.reason;
        assert_eq!(report.reason_codes[0].as_str(), reason);
        assert_eq!(report.decision.as_str(), row.decision, "{reason}");
        assert_eq!(report.recommendation.action.as_str(), row.action);
        assert_eq!(report.enforcement().as_str(), row.enforcement, "{reason}");
        let confidence = report.estimated.expect("valid input").confidence;
        assert!((confidence - row.confidence).abs() < 1e-12, "{reason}");
        let matches = ["fresh", "terminal", "retry", "duplicate"];
        let matched = matches.iter().any(|start| reason.starts_with(start));
        assert_eq!(report.matched_call_id.is_some(), matched, "{reason}");
    }
}

#[test]
fn of_two_rows_that_hold_the_earlier_decides_and_both_are_told() {
    // Rows that cannot hold together: 1, 2 and 7 by the one anchor, 4 and 5.
    let anchored = |row: &Row| ["reusable", "terminal", "unreferenced"].contains(&row.condition);
    let apart = |one: &Row, two: &Row| {
        anchored(one) && anchored(two) || (one.condition, two.condition) == ("reducible", "short")
    };
    let rows = rows();
    let (nothing, rows) = rows.split_last().expect("rows");
    assert_eq!(nothing.condition, "nothing");
    let mut pairs = 0;
    for (one, earlier) in rows.iter().enumerate() {
        for later in &rows[one + 1..] {
            if apart(earlier, later) {
                continue;
            }
            pairs += 1;
            let report = later.holds(earlier.holds(Proposal::default())).judge();
            let codes: Vec<_> = report
                .reason_codes
                .iter()
                .map(|code| code.as_str())
                .collect();
            assert_eq!(codes[..2], [earlier.reason, later.reason]);
            assert_eq!(report.decision.as_str(), earlier.decision, "{codes:?}");
            let action = report.recommendation.action.as_str();
            assert_eq!(action, earlier.action, "{codes:?}");
        }
    }
    assert_eq!(pairs, 17);
}

#[test]
fn explicit_defaults_change_nothing() {
    let explicit = r#""preflightPriceUsd":0.001,"retryCap":3,"freshnessTtlSeconds":300,"capabilities":{"canReduceScope":false},"task":{"goalHash":"g"}"#;
    for row in rows().iter().filter(|row| row.action != "reduce_scope") {
        let implied = row.holds(Proposal::default());
        let mut told = row.holds(Proposal::default()).with(explicit);
        told.budget.push_str(r#","reservedUsd":0"#);
        told.costs.push_str(r#","estimatedModelCostUsd":0"#);
        assert_eq!(told.judge().answer(), implied.judge().answer());
    }
}
