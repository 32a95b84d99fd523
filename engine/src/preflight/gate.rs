//! The gate for paid tool calls (preflight, 3): decides whether a proposed
//! call is made, and what the answer to the question holds.

use super::decision::{Action, Decision, Enforcement, ReasonCode, Row, holding, reasons};
use super::entry::{self, Entry};
use super::estimate::Estimate;
use super::evidence::Evidence;
use super::hash::Hash;
use super::input::{self, InputRefusal};
use super::object::{Object, array};
use super::proposal::{Call, Proposal};
use crate::json::string;
use crate::json::value::Value;

/// What the gate decided.
#[derive(Clone, Debug)]
pub struct GateReport {
    /// What to do. Only [`Decision::Allow`] is permission.
    pub decision: Decision,
    /// The decisive reason, then the others.
    pub reason_codes: Vec<ReasonCode>,
    /// What makes the input invalid; empty if it was judged.
    pub issues: Vec<Entry>,
    /// What the caller may do next.
    pub recommendation: Recommendation,
    /// The earlier call that decided, if one did.
    pub matched_call_id: Option<String>,
    /// Identifies the proposal; absent on invalid input.
    pub request_fingerprint: Option<Hash>,
    /// What the decision saves; absent on invalid input.
    pub estimated: Option<Estimate>,
}

/// What the caller may do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recommendation {
    /// What.
    pub action: Action,
    /// The handle to the result that is to be reused, if it has one.
    pub result_reference: Option<String>,
}

/// Judges a proposed tool call; the input is the tool's, a JSON text.
///
/// ```
/// use argument_check::preflight::{Decision, preflight_tool_call};
/// let report = preflight_tool_call(
///     br#"{"runId":"r","stepId":"s","budget":{"remainingUsd":1},"tool":{"provider":"p",
///          "operation":"search","request":{},"estimatedExternalCostUsd":0.02}}"#,
/// )?;
/// assert_eq!(report.decision, Decision::Allow);
/// assert_eq!(report.reason_codes[0].as_str(), "clear_to_execute");
/// # Ok::<(), argument_check::preflight::InputRefusal>(())
/// ```
///
/// # Errors
/// [`InputRefusal`] if the input is none that the tool runs on (1.1).
pub fn preflight_tool_call(input: &[u8]) -> Result<GateReport, InputRefusal> {
    let document = input::read(input)?;
    Ok(GateReport::of(document.root()))
}

/// The exact answer text of [`preflight_tool_call`], in canonical form
/// (RFC 8785); `{"refused":CODE}` for a refusal.
///
/// ```
/// let answer = argument_check::preflight::gate(b"{}");
/// assert!(answer.starts_with(r#"{"decision":"advise","enforcement":"advisory","issues":["#));
/// assert_eq!(argument_check::preflight::gate(b"1e999"), r#"{"refused":"number_out_of_range"}"#);
/// ```
pub fn gate(input: &[u8]) -> String {
    match preflight_tool_call(input) {
        Ok(report) => report.answer(),
        Err(refusal) => refusal.answer(),
    }
}

impl GateReport {
    /// How binding the decision is.
    pub fn enforcement(&self) -> Enforcement {
        self.decision.enforcement()
    }

    /// The answer text.
    pub fn answer(&self) -> String {
        let mut out = String::with_capacity(512);
        let mut object = Object::open(&mut out);
        object
            .string("decision", self.decision.as_str())
            .string("enforcement", self.enforcement().as_str());
        if let Some(estimated) = &self.estimated {
            object.member("estimated", |out| estimated.write(out));
        }
        object.member("issues", |out| entry::write(out, &self.issues));
        if let Some(id) = &self.matched_call_id {
            object.string("matchedCallId", id);
        }
        object
            .member("reasonCodes", |out| {
                array(out, &self.reason_codes, |out, code| {
                    string::write(out, code.as_str());
                });
            })
            .member("recommendation", |out| self.recommendation.write(out));
        if let Some(fingerprint) = self.request_fingerprint {
            object.string("requestFingerprint", &fingerprint.to_string());
        }
        object.close();
        out
    }

    fn of(input: Value<'_>) -> Self {
        match Proposal::read(input) {
            Ok(proposal) => Self::judge(&proposal),
            Err(issues) => Self::invalid(issues),
        }
    }

    /// Row 0. To advise is all that can be done: `allow` would authorize, and
    /// `safe_to_skip` would call harmless, what was not judged.
    fn invalid(issues: Vec<Entry>) -> Self {
        Self {
            decision: Decision::Advise,
            reason_codes: vec![ReasonCode::InvalidInput],
            issues,
            recommendation: Recommendation {
                action: Action::FixInput,
                result_reference: None,
            },
            matched_call_id: None,
            request_fingerprint: None,
            estimated: None,
        }
    }

    fn judge(proposal: &Proposal<'_>) -> Self {
        let tool = &proposal.tool;
        let fingerprint = Hash::of_proposal(&tool.provider, &tool.operation, tool.request);
        let evidence = Evidence::of(proposal, fingerprint);
        let rows = holding(proposal, &evidence);
        let row = rows.first().copied().unwrap_or(Row::ClearToExecute);
        let columns = row.columns();
        let matched = matched(row, proposal, &evidence);
        let reused = matched.filter(|_| row == Row::FreshExactSuccess);
        let reference = reused.and_then(|call| call.reference.as_deref());
        Self {
            decision: columns.decision,
            reason_codes: reasons(&rows, proposal, &evidence),
            issues: Vec::new(),
            recommendation: Recommendation {
                action: columns.action,
                result_reference: reference.map(str::to_owned),
            },
            matched_call_id: matched.map(|call| call.id.clone().into_owned()),
            request_fingerprint: Some(fingerprint),
            estimated: Some(Estimate::of(proposal, row)),
        }
    }
}

/// The earlier call that made `row` hold.
fn matched<'p, 'd>(
    row: Row,
    proposal: &Proposal<'d>,
    evidence: &Evidence<'p, 'd>,
) -> Option<&'p Call<'d>> {
    match row {
        Row::FreshExactSuccess | Row::DuplicateNotReusable => evidence.fresh_success(proposal),
        Row::TerminalFailureRepeat => evidence.terminal_failure(),
        Row::RetryCapReached => evidence.newest_transient,
        Row::ToolCallLimitReached
        | Row::BudgetReducible
        | Row::BudgetInsufficient
        | Row::ClearToExecute => None,
    }
}

impl Recommendation {
    fn write(&self, out: &mut String) {
        let mut object = Object::open(out);
        object.string("action", self.action.as_str());
        if let Some(reference) = &self.result_reference {
            object.string("resultReference", reference);
        }
        object.close();
    }
}
