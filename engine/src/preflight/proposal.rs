//! The proposal (preflight, 3.1 and 3.3): decides whether the gate's input can
//! be judged, names every issue if not, and fills the defaults.

use std::borrow::Cow;

use super::code::Code;
use super::economics::DEFAULT_PRICE;
use super::entry::Entry;
use super::exact::inexact;
use super::money::Usd;
use super::shape::{Members, Need, Range};
use crate::json::value::{Type, Value};

use Need::{Optional, Required};

/// How an earlier call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Success,
    TerminalFailure,
    TransientFailure,
}

impl Outcome {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "success" => Self::Success,
            "terminal_failure" => Self::TerminalFailure,
            "transient_failure" => Self::TransientFailure,
            _ => return None,
        })
    }
}

/// An earlier call.
pub(super) struct Call<'d> {
    pub(super) id: Cow<'d, str>,
    pub(super) fingerprint: Cow<'d, str>,
    pub(super) outcome: Outcome,
    /// In seconds.
    pub(super) age: f64,
    goal: Option<Cow<'d, str>>,
    pub(super) reference: Option<Cow<'d, str>>,
}

/// A tool call that somebody would like to make, with everything that decides
/// about it.
pub(super) struct Proposal<'d> {
    goal: Option<Cow<'d, str>>,
    pub(super) tool: Tool<'d>,
    budget: Budget,
    pub(super) history: Vec<Call<'d>>,
    pub(super) can_reduce_scope: bool,
    can_reuse_prior_result: Option<bool>,
    /// A whole number of at least one.
    pub(super) retry_cap: f64,
    /// How many seconds evidence is fresh.
    pub(super) freshness_ttl: f64,
    pub(super) preflight_price: Usd,
}

/// The call itself.
pub(super) struct Tool<'d> {
    pub(super) provider: Cow<'d, str>,
    pub(super) operation: Cow<'d, str>,
    pub(super) request: Value<'d>,
    pub(super) external_cost: Usd,
    pub(super) model_cost: Usd,
}

/// What may be spent.
struct Budget {
    remaining: Usd,
    reserved: Usd,
    /// `None`: any number.
    calls_remaining: Option<f64>,
}

/// How often a call may fail in passing before it is put off.
const RETRY_CAP: f64 = 3.0;

/// How long evidence is fresh, in seconds.
const FRESHNESS_TTL: f64 = 300.0;

impl<'d> Proposal<'d> {
    /// The proposal of an input.
    ///
    /// # Errors
    /// Every issue, in the order of 3.1.
    pub(super) fn read(input: Value<'d>) -> Result<Self, Vec<Entry>> {
        if input.kind() != Type::Object {
            return Err(vec![Entry::new("$", Code::InputType)]);
        }
        let mut issues = Vec::new();
        match Self::collect(input, &mut issues) {
            Some(proposal) if issues.is_empty() => Ok(proposal),
            _ => Err(issues),
        }
    }

    /// Asks for everything before anything is given up, so that one call names
    /// all issues.
    fn collect(input: Value<'d>, issues: &mut Vec<Entry>) -> Option<Self> {
        let mut root = Members::new(input, "$", issues);
        root.string("runId", Required);
        root.string("stepId", Required);
        let task = root.typed("task", Optional, Type::Object);
        let goal = task.and_then(|task| {
            Members::new(task, "$.task", root.faults).string("goalHash", Required)
        });
        let tool = root.typed("tool", Required, Type::Object);
        let tool = tool.and_then(|tool| Tool::read(tool, root.faults));
        let budget = root.typed("budget", Required, Type::Object);
        let budget = budget.and_then(|budget| Budget::read(budget, root.faults));
        let history = root.typed("history", Optional, Type::Array);
        let history = history.map(|history| read_history(history, root.faults));
        let capabilities = root.typed("capabilities", Optional, Type::Object);
        let (reduce, reuse) = capabilities.map_or((None, None), |capabilities| {
            let mut members = Members::new(capabilities, "$.capabilities", root.faults);
            let reduce = members.boolean("canReduceScope", Optional);
            (reduce, members.boolean("canReusePriorResult", Optional))
        });
        let retry_cap = root.number("retryCap", Optional, Range::TRIES);
        let ttl = root.number("freshnessTtlSeconds", Optional, Range::SECONDS);
        let price = root.number("preflightPriceUsd", Optional, Range::COST);
        Some(Self {
            goal,
            tool: tool?,
            budget: budget?,
            history: history.unwrap_or_default(),
            can_reduce_scope: reduce.unwrap_or(false),
            can_reuse_prior_result: reuse,
            retry_cap: retry_cap.unwrap_or(RETRY_CAP),
            freshness_ttl: ttl.unwrap_or(FRESHNESS_TTL),
            preflight_price: price.map_or(DEFAULT_PRICE, Usd::from_f64),
        })
    }

    /// Is the evidence of an earlier call about our goal, as far as is known?
    pub(super) fn shares_goal(&self, call: &Call<'_>) -> bool {
        match (&self.goal, &call.goal) {
            (Some(ours), Some(theirs)) => ours == theirs,
            _ => true,
        }
    }

    /// Is the cost within what is left of the budget? The price of the check
    /// is no part of it.
    pub(super) fn is_affordable(&self) -> bool {
        let cost = self.tool.external_cost.plus(self.tool.model_cost);
        let left = self.budget.remaining.minus(self.budget.reserved);
        cost <= left.max(Usd::ZERO)
    }

    /// Is there no call left to make?
    pub(super) fn is_out_of_calls(&self) -> bool {
        self.budget.calls_remaining == Some(0.0)
    }

    /// May the result of `success` stand for this call's? Unless the caller
    /// says so, only if there is a handle to it and the operation only reads.
    pub(super) fn may_reuse(&self, success: &Call<'_>) -> bool {
        self.can_reuse_prior_result.unwrap_or_else(|| {
            success.reference.is_some() && matches!(&*self.tool.operation, "search" | "fetch")
        })
    }
}

impl<'d> Tool<'d> {
    fn read(tool: Value<'d>, issues: &mut Vec<Entry>) -> Option<Self> {
        let mut members = Members::new(tool, "$.tool", issues);
        let provider = members.string("provider", Required);
        let operation = members.string("operation", Required);
        let request = members.typed("request", Required, Type::Object);
        let inexact = request
            .iter()
            .flat_map(|request| inexact(*request, "$.tool.request"))
            .map(|path| Entry::new(path, Code::NumberNotExact));
        members.faults.extend(inexact);
        let external = members.number("estimatedExternalCostUsd", Required, Range::COST);
        let model = members.number("estimatedModelCostUsd", Optional, Range::COST);
        Some(Self {
            provider: provider?,
            operation: operation?,
            request: request?,
            external_cost: Usd::from_f64(external?),
            model_cost: model.map_or(Usd::ZERO, Usd::from_f64),
        })
    }
}

impl Budget {
    fn read(budget: Value<'_>, issues: &mut Vec<Entry>) -> Option<Self> {
        let mut members = Members::new(budget, "$.budget", issues);
        let remaining = members.number("remainingUsd", Required, Range::BUDGET);
        let reserved = members.number("reservedUsd", Optional, Range::BUDGET);
        let calls_remaining = members.number("maxToolCallsRemaining", Optional, Range::CALLS);
        Some(Self {
            remaining: Usd::from_f64(remaining?),
            reserved: reserved.map_or(Usd::ZERO, Usd::from_f64),
            calls_remaining,
        })
    }
}

fn read_history<'d>(history: Value<'d>, issues: &mut Vec<Entry>) -> Vec<Call<'d>> {
    let mut calls = Vec::new();
    for (at, entry) in history.items().enumerate() {
        let path = format!("$.history[{at}]");
        if entry.kind() == Type::Object {
            calls.extend(Call::read(entry, path, issues));
        } else {
            issues.push(Entry::new(path, Code::InputType));
        }
    }
    calls
}

impl<'d> Call<'d> {
    fn read(entry: Value<'d>, path: String, issues: &mut Vec<Entry>) -> Option<Self> {
        let mut members = Members::new(entry, path, issues);
        let id = members.string("toolCallId", Required);
        let fingerprint = members.string("fingerprint", Required);
        let outcome = members.one_of("outcome", Outcome::of);
        let age = members.number("ageSeconds", Required, Range::SECONDS);
        let goal = members.string("goalHash", Optional);
        let reference = members.string("resultReference", Optional);
        Some(Self {
            id: id?,
            fingerprint: fingerprint?,
            outcome: outcome?,
            age: age?,
            goal,
            reference,
        })
    }
}
