//! The decision table (preflight, 3.5): decides what to do with a proposed
//! call. The first row that holds decides; the reason codes of the others that
//! hold are told, too.

use super::evidence::Evidence;
use super::proposal::Proposal;

/// What to do with a proposed call. Only [`Decision::Allow`] is permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Make the call.
    Allow,
    /// Do not make it: waiting cannot help.
    Block,
    /// Take the answer that already exists.
    Reuse,
    /// Wait: that can help.
    Defer,
    /// Change something on the caller's side first.
    Advise,
}

impl Decision {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Block => "block",
            Self::Reuse => "reuse",
            Self::Defer => "defer",
            Self::Advise => "advise",
        }
    }

    /// How binding the decision is.
    pub fn enforcement(self) -> Enforcement {
        match self {
            Self::Allow => Enforcement::Execute,
            Self::Reuse | Self::Block => Enforcement::SafeToSkip,
            Self::Defer | Self::Advise => Enforcement::Advisory,
        }
    }
}

/// How binding a decision is: a function of the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Enforcement {
    /// The only permission.
    Execute,
    /// Leaving the call out is harmless.
    SafeToSkip,
    /// The caller decides.
    Advisory,
}

impl Enforcement {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Execute => "execute",
            Self::SafeToSkip => "safe_to_skip",
            Self::Advisory => "advisory",
        }
    }
}

/// Why; the vocabulary is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the published codes")]
pub enum ReasonCode {
    InvalidInput,
    FreshExactSuccess,
    TerminalFailureRepeat,
    ToolCallLimitReached,
    BudgetInsufficient,
    RetryCapReached,
    DuplicateNotReusable,
    ClearToExecute,
    ScopeReducible,
    TransientRetryWithinCap,
    StaleSuccessIgnored,
    OtherGoalIgnored,
}

impl ReasonCode {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidInput => "invalid_input",
            Self::FreshExactSuccess => "fresh_exact_success",
            Self::TerminalFailureRepeat => "terminal_failure_repeat",
            Self::ToolCallLimitReached => "tool_call_limit_reached",
            Self::BudgetInsufficient => "budget_insufficient",
            Self::RetryCapReached => "retry_cap_reached",
            Self::DuplicateNotReusable => "duplicate_not_reusable",
            Self::ClearToExecute => "clear_to_execute",
            Self::ScopeReducible => "scope_reducible",
            Self::TransientRetryWithinCap => "transient_retry_within_cap",
            Self::StaleSuccessIgnored => "stale_success_ignored",
            Self::OtherGoalIgnored => "other_goal_ignored",
        }
    }
}

/// What the caller may do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the published actions")]
pub enum Action {
    FixInput,
    ReusePriorResult,
    ChangeRequest,
    StopToolCalls,
    ReduceScope,
    RaiseBudgetOrStop,
    RetryLater,
    ReviewDuplicate,
    ExecuteCall,
}

impl Action {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FixInput => "fix_input",
            Self::ReusePriorResult => "reuse_prior_result",
            Self::ChangeRequest => "change_request",
            Self::StopToolCalls => "stop_tool_calls",
            Self::ReduceScope => "reduce_scope",
            Self::RaiseBudgetOrStop => "raise_budget_or_stop",
            Self::RetryLater => "retry_later",
            Self::ReviewDuplicate => "review_duplicate",
            Self::ExecuteCall => "execute_call",
        }
    }
}

/// A row of the table for valid input, in order of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// 1: the answer exists; it needs neither money nor calls.
    FreshExactSuccess,
    /// 2: waiting cannot help.
    TerminalFailureRepeat,
    /// 3
    ToolCallLimitReached,
    /// 4a: a smaller proposal would help.
    BudgetReducible,
    /// 4b
    BudgetInsufficient,
    /// 5: waiting can help.
    RetryCapReached,
    /// 6
    DuplicateNotReusable,
    /// 7
    ClearToExecute,
}

/// What a row says.
pub(super) struct Columns {
    pub(super) reason: ReasonCode,
    pub(super) decision: Decision,
    pub(super) action: Action,
    /// A constant of the rule, no calibrated probability.
    pub(super) confidence: f64,
}

impl Row {
    /// The other columns of the row.
    pub(super) fn columns(self) -> Columns {
        use {Action as A, Decision as D, ReasonCode as R};
        let (reason, decision, action, confidence) = match self {
            Self::FreshExactSuccess => (R::FreshExactSuccess, D::Reuse, A::ReusePriorResult, 0.95),
            Self::TerminalFailureRepeat => {
                (R::TerminalFailureRepeat, D::Block, A::ChangeRequest, 0.9)
            }
            Self::ToolCallLimitReached => {
                (R::ToolCallLimitReached, D::Block, A::StopToolCalls, 1.0)
            }
            Self::BudgetReducible => (R::BudgetInsufficient, D::Advise, A::ReduceScope, 1.0),
            Self::BudgetInsufficient => {
                (R::BudgetInsufficient, D::Block, A::RaiseBudgetOrStop, 1.0)
            }
            Self::RetryCapReached => (R::RetryCapReached, D::Defer, A::RetryLater, 0.7),
            Self::DuplicateNotReusable => {
                (R::DuplicateNotReusable, D::Advise, A::ReviewDuplicate, 0.6)
            }
            Self::ClearToExecute => (R::ClearToExecute, D::Allow, A::ExecuteCall, 0.5),
        };
        Columns {
            reason,
            decision,
            action,
            confidence,
        }
    }

    /// Would the call add nothing, by the evidence? Only then does its cost
    /// count as avoidable: a budget block prevents what the caller could not
    /// do anyway, and a deferral only moves it.
    pub(super) fn avoids_call(self) -> bool {
        matches!(self, Self::FreshExactSuccess | Self::TerminalFailureRepeat)
    }
}

/// The rows that hold, in order; the last row if no other does.
pub(super) fn holding(proposal: &Proposal<'_>, evidence: &Evidence<'_, '_>) -> Vec<Row> {
    let reusable = evidence
        .fresh_success(proposal)
        .map(|success| proposal.may_reuse(success));
    let short = !proposal.is_affordable();
    let mut rows = Vec::new();
    for (holds, row) in [
        (reusable == Some(true), Row::FreshExactSuccess),
        (
            evidence.terminal_failure().is_some(),
            Row::TerminalFailureRepeat,
        ),
        (proposal.is_out_of_calls(), Row::ToolCallLimitReached),
        (short && proposal.can_reduce_scope, Row::BudgetReducible),
        (short && !proposal.can_reduce_scope, Row::BudgetInsufficient),
        (
            f64::from(evidence.transients) >= proposal.retry_cap,
            Row::RetryCapReached,
        ),
        (reusable == Some(false), Row::DuplicateNotReusable),
    ] {
        if holds {
            rows.push(row);
        }
    }
    if rows.is_empty() {
        rows.push(Row::ClearToExecute);
    }
    rows
}

/// The reason codes of the rows that hold, then what else is to be known.
pub(super) fn reasons(
    rows: &[Row],
    proposal: &Proposal<'_>,
    evidence: &Evidence<'_, '_>,
) -> Vec<ReasonCode> {
    let mut codes: Vec<_> = rows.iter().map(|row| row.columns().reason).collect();
    let transients = f64::from(evidence.transients);
    for (holds, code) in [
        (
            rows.contains(&Row::BudgetReducible),
            ReasonCode::ScopeReducible,
        ),
        (
            0.0 < transients && transients < proposal.retry_cap,
            ReasonCode::TransientRetryWithinCap,
        ),
        (
            evidence.stale_success(proposal).is_some(),
            ReasonCode::StaleSuccessIgnored,
        ),
        (evidence.other_goal, ReasonCode::OtherGoalIgnored),
    ] {
        if holds {
            codes.push(code);
        }
    }
    codes
}
