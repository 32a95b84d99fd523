//! PF22: the decision table, as a table.

use bigdecimal::{BigDecimal, Zero as _};

use super::evidence::{Call, Evidence, Outcome};

/// What the rows ask about.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question that some row asks"
)]
pub struct Facts {
    /// What the history says.
    pub evidence: Evidence,
    /// Whether a prior result may be used again.
    pub reusable: bool,
    /// Whether no calls are left.
    pub no_calls: bool,
    /// What the call costs.
    pub cost: BigDecimal,
    /// What there is for it.
    pub available: BigDecimal,
    /// Whether the cost is more than there is.
    pub too_dear: bool,
    /// Whether the scope can be reduced.
    pub reduces: bool,
    /// Whether the retries are used up.
    pub capped: bool,
}

impl Facts {
    fn anchored(&self, outcome: Outcome) -> bool {
        let anchor = self.evidence.anchor.as_ref();
        anchor.is_some_and(|anchor| anchor.outcome == outcome)
    }

    /// Whether the newest settling call is a fresh success.
    fn fresh_success(&self) -> bool {
        self.anchored(Outcome::Success) && self.evidence.is_fresh
    }

    /// Whether it is a success that is not fresh.
    #[must_use]
    pub fn stale_success(&self) -> bool {
        self.anchored(Outcome::Success) && !self.evidence.is_fresh
    }
}

/// Which call an answer names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// None.
    Nothing,
    /// The anchor.
    Anchor,
    /// The newest passing failure.
    Newest,
}

/// One row.
#[derive(Debug)]
pub struct Row {
    /// Its number.
    pub number: &'static str,
    /// When it holds.
    pub holds: fn(&Facts) -> bool,
    /// Its reason code.
    pub code: &'static str,
    /// What is decided.
    pub decision: &'static str,
    /// What is recommended.
    pub action: &'static str,
    /// Which call is named.
    pub named: Named,
    /// How sure the rule is.
    pub confidence: &'static str,
    /// Whether it shows that the call would add nothing.
    pub avoids: bool,
}

const fn row(
    number: &'static str,
    holds: fn(&Facts) -> bool,
    code: &'static str,
    [decision, action]: [&'static str; 2],
    named: Named,
    confidence: &'static str,
) -> Row {
    Row {
        number,
        holds,
        code,
        decision,
        action,
        named,
        confidence,
        avoids: false,
    }
}

const fn avoiding(row: Row) -> Row {
    Row {
        avoids: true,
        ..row
    }
}

/// The rows, in their order; the first that holds decides.
pub static ROWS: [Row; 8] = [
    avoiding(row(
        "1",
        |facts| facts.fresh_success() && facts.reusable,
        "fresh_exact_success",
        ["reuse", "reuse_prior_result"],
        Named::Anchor,
        "0.95",
    )),
    avoiding(row(
        "2",
        |facts| facts.anchored(Outcome::Terminal),
        "terminal_failure_repeat",
        ["block", "change_request"],
        Named::Anchor,
        "0.9",
    )),
    row(
        "3",
        |facts| facts.no_calls,
        "tool_call_limit_reached",
        ["block", "stop_tool_calls"],
        Named::Nothing,
        "1",
    ),
    row(
        "4a",
        |facts| facts.too_dear && facts.reduces,
        "budget_insufficient",
        ["advise", "reduce_scope"],
        Named::Nothing,
        "1",
    ),
    row(
        "4b",
        |facts| facts.too_dear && !facts.reduces,
        "budget_insufficient",
        ["block", "raise_budget_or_stop"],
        Named::Nothing,
        "1",
    ),
    row(
        "5",
        |facts| facts.capped,
        "retry_cap_reached",
        ["defer", "retry_later"],
        Named::Newest,
        "0.7",
    ),
    row(
        "6",
        |facts| facts.fresh_success() && !facts.reusable,
        "duplicate_not_reusable",
        ["advise", "review_duplicate"],
        Named::Anchor,
        "0.6",
    ),
    row(
        "7",
        |_| true,
        "clear_to_execute",
        ["allow", "execute_call"],
        Named::Nothing,
        "0.5",
    ),
];

/// The rows as published.
#[must_use]
pub fn in_order() -> Vec<&'static Row> {
    ROWS.iter().collect()
}

/// What remains without what is reserved, and never less than nothing.
#[must_use]
pub fn available(remaining: &BigDecimal, reserved: &BigDecimal) -> BigDecimal {
    (remaining - reserved).max(BigDecimal::zero())
}

/// The enforcement of a decision.
#[must_use]
pub fn enforcement(decision: &str) -> &'static str {
    match decision {
        "allow" => "execute",
        "reuse" | "block" => "safe_to_skip",
        _ => "advisory",
    }
}

/// All codes of rows in table order, then what is only said.
#[must_use]
pub fn codes(rows: Vec<&'static str>, said: Vec<&'static str>) -> Vec<&'static str> {
    [rows, said].concat()
}

/// The call that the answer names.
#[must_use]
pub fn matched(row: &Row, facts: &Facts) -> Option<String> {
    let call = match row.named {
        Named::Nothing => None,
        Named::Anchor => facts.evidence.anchor.as_ref(),
        Named::Newest => facts.evidence.transients.first(),
    };
    call.map(|call: &Call| call.id.clone())
}
