//! What the gate decides on a proposed call: every row of its decision table
//! alone and every pairing that the precedence decides (`rows`), which earlier
//! calls are evidence (`history`), what may be reused (`reuse`), and what the
//! money makes of it (`money`).
//!
//! Must never judge an input that the gate finds fault with: a proposal is
//! valid, or its test fails.

#![allow(
    clippy::float_cmp,
    reason = "what is compared are doubles that must be equal to the bit"
)]

mod history;
mod money;
mod reuse;
mod rows;

use argument_check::preflight::{GateReport, preflight_tool_call};

/// The fingerprint of the proposals below, as anybody can compute it:
/// SHA-256 of `{"operation":OPERATION,"provider":"serp","request":{"q":"rust
/// fuzzing"},"version":2}`.
const SEARCH: &str = "7c39138d5e74cb35201eb8d5857bdc4787867a380d7a84e4b96c383bc65656e2";
const CREATE_ORDER: &str = "c5d2689ecd418bb9ef5841ca6aa0bdf46583c520f0014205cbf8114cd8ac0fc0";

/// A proposal, piece by piece.
#[derive(Clone)]
struct Proposal {
    operation: &'static str,
    costs: String,
    budget: String,
    history: Vec<String>,
    rest: String,
}

impl Default for Proposal {
    fn default() -> Self {
        Self {
            operation: "search",
            costs: r#""estimatedExternalCostUsd":0.02"#.into(),
            budget: r#""remainingUsd":1"#.into(),
            history: Vec::new(),
            rest: String::new(),
        }
    }
}

impl Proposal {
    /// Earlier calls of the same fingerprint, named c1, c2, …, separated by
    /// commas: outcome, age, then `handle` where there is a reference to the
    /// result, and `for GOAL` where the call had a goal.
    fn calls(mut self, calls: &str) -> Self {
        let fingerprint = match self.operation {
            "search" => SEARCH,
            _ => CREATE_ORDER,
        };
        for call in calls.split(',') {
            let mut words = call.split_whitespace();
            let mut word = || words.next().expect(call);
            let (outcome, age, id) = (word(), word(), self.history.len() + 1);
            let mut members = vec![
                format!(r#""toolCallId":"c{id}","fingerprint":"{fingerprint}""#),
                format!(r#""outcome":"{outcome}","ageSeconds":{age}"#),
            ];
            while let Some(word) = words.next() {
                members.push(match word {
                    "handle" => r#""resultReference":"res""#.to_owned(),
                    "for" => format!(r#""goalHash":"{}""#, words.next().expect(call)),
                    _ => panic!("{call}: {word}"),
                });
            }
            self.history.push(format!("{{{}}}", members.join(",")));
        }
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

/// The lines of a table, each cut at its bars.
fn table<const N: usize>(text: &str) -> Vec<[&str; N]> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let cut = lines.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    cut.map(|cells| cells.try_into().expect("a cell a column"))
        .collect()
}
