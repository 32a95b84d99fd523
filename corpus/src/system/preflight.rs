//! Agent preflight: its row in the table, and what its cases may claim.
//!
//! An `expect` of this system is the whole answer, so every claim about a
//! code, a reason or a row is read off it; claims about the input are read off
//! the body.

mod claim;
mod edge;

use super::{Grammar, System};
use crate::case::{Case, Op};
use crate::json::{self, Value};
use claim::{Claim, MUTANTS, READINGS};

/// The preflight: request check and gate.
pub static PREFLIGHT: System = System {
    name: "preflight",
    corpus_id: "agent-preflight-conformance/v1",
    corpus_version: "1.0.0",
    criteria_id: "agent-preflight",
    criteria_version: "1.0.0",
    case_dirs: &["cases/preflight-request", "cases/preflight-gate"],
    artefact_file: "preflight.json",
    artefact: include_str!("../../preflight.json"),
    readings_file: "READINGS-preflight.md",
    readings: include_str!("../../READINGS-preflight.md"),
    ops: &[Op::Request, Op::Gate],
    grammar: &Preflight,
};

struct Preflight;

impl Grammar for Preflight {
    fn reading_prefix(&self) -> &'static str {
        "PF"
    }

    fn readings(&self) -> u8 {
        READINGS
    }

    fn may_be_pinned_by_test(&self, _: u8) -> bool {
        false
    }

    fn expect_faults(&self, case: &Case) -> Vec<String> {
        let value = match json::parse(&case.expect) {
            Ok(value) => value,
            Err(error) => return vec![format!("it is not JSON: {error}")],
        };
        let mut faults = Vec::new();
        let compact = value.compact();
        if compact != case.expect {
            faults.push(format!("it is not compact, which is {compact}"));
        }
        let owed = match (value.get("refused"), case.op) {
            (Some(_), _) => "refused",
            (None, Op::Gate) => "decision",
            (None, _) => "valid",
        };
        if value.get(owed).is_none() {
            faults.push(format!("it has no member {owed}"));
        }
        faults
    }

    fn misfit(&self, clause: &str, case: &Case) -> Result<Option<String>, String> {
        let claim = Claim::parse(clause)?;
        // An answer that is none bears nothing out, and is said to be none elsewhere.
        let Ok(answer) = json::parse(&case.expect) else {
            return Ok(None);
        };
        let input = json::parse(&String::from_utf8_lossy(&case.body));
        Ok(claim.misfit(case.op, input.as_ref().unwrap_or(&Value::Null), &answer))
    }

    fn body_faults(&self, _: &Case) -> Vec<(String, String)> {
        Vec::new()
    }

    fn owed(&self) -> Vec<String> {
        let mutants = (1..=MUTANTS).map(|mutant| format!("PM{mutant:02}"));
        claim::owed().into_iter().chain(mutants).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(op: Op, body: &str, expect: &str) -> Case {
        Case {
            id: "P-1".into(),
            op,
            clauses: Vec::new(),
            body: body.into(),
            expect: expect.into(),
            note: String::new(),
        }
    }

    const BLOCKED: &str = r#"{"decision":"block","reasonCodes":["tool_call_limit_reached","budget_insufficient","stale_success_ignored"],"issues":[]}"#;

    #[test]
    fn a_claim_is_read_off_the_answer() {
        let case = case(Op::Gate, r#"{"budget":{"remainingUsd":1e18}}"#, BLOCKED);
        let fits = |clause: &str| PREFLIGHT.grammar.misfit(clause, &case).unwrap().is_none();
        for clause in [
            "PF1",
            "PM53",
            "code:input_type:near_miss",
            "said:stale_success_ignored",
            "pair:3:4b",
            "default:gate:retryCap",
            "edge:budget_limit",
        ] {
            assert!(fits(clause), "{clause}");
        }
        for clause in [
            "code:input_type:fires",
            "refused:too_deep",
            "row:3",
            "pair:3:4a",
            "said:scope_reducible",
            "default:request:preflightPriceUsd",
            "edge:cost_limit",
        ] {
            assert!(!fits(clause), "{clause}");
        }
    }

    #[test]
    fn what_is_no_clause_is_said_to_be_none() {
        let case = case(Op::Gate, "{}", BLOCKED);
        for clause in [
            "PF0",
            "PF24",
            "PM1",
            "code:x:fires",
            "pair:7:1",
            "row:8",
            "default:gate:x",
            "edge:minus_zero",
            "",
        ] {
            assert!(PREFLIGHT.grammar.misfit(clause, &case).is_err(), "{clause}");
        }
    }

    #[test]
    fn an_expect_is_a_whole_answer() {
        let faults = |op, expect| PREFLIGHT.grammar.expect_faults(&case(op, "", expect)).len();
        assert_eq!(faults(Op::Gate, BLOCKED), 0);
        assert_eq!(faults(Op::Request, r#"{"refused":"too_deep"}"#), 0);
        assert_eq!(faults(Op::Request, BLOCKED), 1);
        assert_eq!(faults(Op::Gate, "["), 1);
    }
}
