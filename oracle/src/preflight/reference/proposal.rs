//! PF17, PF18: the input of the gate, and the proposal that is fingerprinted.

use super::clauses::Clauses;
use super::entry::{Entry, entry, object};
use super::evidence::{Call, Outcome};
use super::number;
use super::shape::{BUDGET, COST, Shape, Type};
use crate::lossless::Value;
use crate::reference::path;

/// The input, every member read; numbers by their spelling where they are money.
#[derive(Debug)]
pub struct Input<'v> {
    /// `task.goalHash`.
    pub goal: Option<&'v str>,
    /// `tool.operation`.
    pub operation: &'v str,
    /// `tool.estimatedExternalCostUsd`.
    pub external: &'v str,
    /// `tool.estimatedModelCostUsd`.
    pub model: Option<&'v str>,
    /// `budget.remainingUsd`.
    pub remaining: &'v str,
    /// `budget.reservedUsd`.
    pub reserved: Option<&'v str>,
    /// `budget.maxToolCallsRemaining`.
    pub calls: Option<f64>,
    /// `history`, in its order.
    pub history: Vec<Call>,
    /// `capabilities.canReduceScope`.
    pub reduces: bool,
    /// `capabilities.canReusePriorResult`.
    pub reuses: Option<bool>,
    /// `retryCap`.
    pub cap: f64,
    /// `freshnessTtlSeconds`.
    pub ttl: f64,
    /// `preflightPriceUsd`.
    pub price: &'v str,
}

/// Reads the input.
///
/// # Errors
/// Every issue, in order.
pub fn read<'v>(input: &'v Value, clauses: &Clauses) -> Result<Input<'v>, Vec<Entry>> {
    if input.members().is_none() {
        return Err(vec![entry("$", "input_type")]);
    }
    let mut shape = Shape::new(clauses);
    let read = read_from(&mut shape, input, clauses);
    match read {
        Some(read) if shape.found.is_empty() => Ok(read),
        _ => Err(shape.found),
    }
}

fn read_from<'v>(shape: &mut Shape<'_>, input: &'v Value, clauses: &Clauses) -> Option<Input<'v>> {
    shape.text(input, "$", "runId");
    shape.text(input, "$", "stepId");
    let task = shape.optional(input, "$", "task", Type::Object);
    let goal = task.and_then(|task| shape.text(task, "$.task", "goalHash"));
    let tool = shape.required(input, "$", "tool", Type::Object);
    let tool = tool.map(|tool| read_tool(shape, tool, clauses));
    let budget = shape.required(input, "$", "budget", Type::Object);
    let limits = (0.0, BUDGET);
    let budget = budget.map(|budget| {
        let at = "$.budget";
        (
            shape.number(budget, at, "remainingUsd", true, limits),
            shape.number(budget, at, "reservedUsd", false, limits),
            shape.integer(budget, at, "maxToolCallsRemaining", 0.0),
        )
    });
    let history = shape.optional(input, "$", "history", Type::Array);
    let history = read_history(shape, history.and_then(Value::items).unwrap_or_default());
    let able = shape.optional(input, "$", "capabilities", Type::Object);
    let mut flag =
        |name| match able.map(|able| shape.optional(able, "$.capabilities", name, Type::Bool)) {
            Some(Some(Value::Bool(truth))) => Some(*truth),
            _ => None,
        };
    let (reduces, reuses) = (flag("canReduceScope"), flag("canReusePriorResult"));
    let cap = shape.integer(input, "$", "retryCap", 1.0);
    let ttl = shape.number(input, "$", "freshnessTtlSeconds", false, (0.0, f64::MAX));
    let price = shape.number(input, "$", "preflightPriceUsd", false, (0.0, COST));
    let ((operation, external, model), (remaining, reserved, calls)) = (tool?, budget?);
    Some(Input {
        goal,
        operation: operation?,
        external: external?,
        model,
        remaining: remaining?,
        reserved,
        calls,
        history,
        reduces: reduces == Some(true),
        reuses,
        cap: cap.unwrap_or(clauses.gate_defaults.0),
        ttl: ttl.map_or(clauses.gate_defaults.1, number::double),
        price: price.unwrap_or(clauses.defaults.0),
    })
}

/// Operation and both estimates.
type Tool<'v> = (Option<&'v str>, Option<&'v str>, Option<&'v str>);

fn read_tool<'v>(shape: &mut Shape<'_>, tool: &'v Value, clauses: &Clauses) -> Tool<'v> {
    let at = "$.tool";
    shape.text(tool, at, "provider");
    let operation = shape.text(tool, at, "operation");
    if let Some(request) = shape.required(tool, at, "request", Type::Object) {
        number::inexact(request, "$.tool.request", clauses, &mut shape.found);
    }
    let cost = (0.0, COST);
    let external = shape.number(tool, at, "estimatedExternalCostUsd", true, cost);
    let model = shape.number(tool, at, "estimatedModelCostUsd", false, cost);
    (operation, external, model)
}

fn read_history(shape: &mut Shape<'_>, entries: &[Value]) -> Vec<Call> {
    let mut calls = Vec::new();
    for (index, one) in entries.iter().enumerate() {
        let at = path::index("$.history", index);
        if one.members().is_none() {
            shape.found.push(entry(&at, "input_type"));
            continue;
        }
        let id = shape.text(one, &at, "toolCallId");
        let fingerprint = shape.text(one, &at, "fingerprint");
        let outcome = shape.text(one, &at, "outcome");
        let known = outcome.and_then(Outcome::named);
        if outcome.is_some() && known.is_none() {
            shape
                .found
                .push(entry(&path::key(&at, "outcome"), "input_enum"));
        }
        let age = shape.number(one, &at, "ageSeconds", true, (0.0, f64::MAX));
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        let goal = text(shape.optional(one, &at, "goalHash", Type::String));
        let reference = text(shape.optional(one, &at, "resultReference", Type::String));
        if let (Some(id), Some(fingerprint), Some(outcome), Some(age)) =
            (id, fingerprint, known, age)
        {
            calls.push(Call {
                index,
                id: id.to_owned(),
                fingerprint: fingerprint.to_owned(),
                outcome,
                age: number::double(age),
                goal,
                reference,
            });
        }
    }
    calls
}

/// The version-2 exact proposal of an input.
#[must_use]
pub fn proposal(input: &Value) -> Value {
    let member = |name: &str| {
        let tool = input.get("tool").and_then(|tool| tool.get(name));
        tool.cloned().unwrap_or(Value::Null)
    };
    object([
        ("version", Value::Number("2".to_owned())),
        ("provider", member("provider")),
        ("operation", member("operation")),
        ("request", member("request")),
    ])
}
