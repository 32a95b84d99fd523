//! json-candidate-list: its row in the table, and what its cases may claim.
//!
//! An `expect` of this system is the whole answer, so every claim about a
//! source, a reason, a code, a rule or a ranking key is read off it.

mod claim;

use super::{Grammar, System};
use crate::case::{Case, Op};
use crate::json::{self, Value};
use claim::{Claim, MUTANTS, READINGS};

/// The list of JSON candidates.
pub static CANDIDATES: System = System {
    name: "candidates",
    corpus_id: "json-candidate-conformance/v1",
    corpus_version: "1.0.0",
    criteria_id: "json-candidate-list",
    criteria_version: "1.0.0",
    case_dirs: &["cases/candidates"],
    artefact_file: "candidates.json",
    artefact: include_str!("../../candidates.json"),
    readings_file: "READINGS-candidates.md",
    readings: include_str!("../../READINGS-candidates.md"),
    ops: &[Op::Candidates],
    grammar: &Candidates,
};

struct Candidates;

impl Grammar for Candidates {
    fn reading_prefix(&self) -> &'static str {
        "JC"
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
        let canonical = value.compact();
        if canonical != case.expect {
            faults.push(format!("it is not in canonical form, which is {canonical}"));
        }
        let names = value.members().unwrap_or_default().iter();
        let names: Vec<&str> = names.map(|(name, _)| name.as_str()).collect();
        if names != ["error"] && names != ["candidates", "candidate_count", "truncated"] {
            faults.push("it is neither an error nor a whole list of candidates".into());
        }
        faults
    }

    fn misfit(&self, clause: &str, case: &Case) -> Result<Option<String>, String> {
        let claim = Claim::parse(clause)?;
        // An answer that is none bears nothing out, and is said to be none elsewhere.
        let Ok(answer) = json::parse(&case.expect) else {
            return Ok(None);
        };
        let text = json::parse(&String::from_utf8_lossy(&case.body)).ok();
        let text = text
            .as_ref()
            .and_then(|body| body.get("text"))
            .and_then(Value::as_str);
        Ok(claim.misfit(text.unwrap_or_default(), &answer))
    }

    fn body_faults(&self, _: &Case) -> Vec<(String, String)> {
        Vec::new()
    }

    fn owed(&self) -> Vec<String> {
        let mutants = (1..=MUTANTS).map(|mutant| format!("CM{mutant:02}"));
        claim::owed().into_iter().chain(mutants).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(body: &str, expect: &str) -> Case {
        Case {
            id: "J-1".into(),
            op: Op::Candidates,
            clauses: Vec::new(),
            body: body.into(),
            expect: expect.into(),
            note: String::new(),
        }
    }

    /// The answer to `é [1` with a repair.
    const CUT: &str = r#"{"candidates":[{"rank":1,"source":"prose","fence_index":null,"start":2,"end":4,"start_line":1,"end_line":1,"text":"[1","contiguous":true,"top_level":"array","complete":false,"incomplete_reason":"unclosed","valid_json":false,"json_error":{"code":"unexpected_end","offset":2},"repair":{"text":"[1","valid_json":false,"json_error":{"code":"unexpected_end","offset":2},"rules_applied":[]}}],"candidate_count":1,"truncated":false}"#;

    #[test]
    fn a_claim_is_read_off_the_answer() {
        let case = case(r#"{"text":"é [1","repair":true}"#, CUT);
        let fits = |clause: &str| CANDIDATES.grammar.misfit(clause, &case).unwrap().is_none();
        for clause in [
            "JC24",
            "CM01",
            "source:prose",
            "reason:unclosed",
            "error:unexpected_end",
            "after_non_ascii:unexpected_end",
            "after_non_ascii:unclosed",
            "repair:close_truncated:near_miss",
        ] {
            assert!(fits(clause), "{clause}");
        }
        for clause in [
            "source:json_fence",
            "reason:mismatched_closer",
            "error:invalid_number",
            "after_non_ascii:invalid_number",
            "repair:close_truncated:fires",
            "rank:tier",
            "container:quote",
            "ending:lf",
            "refused:invalid_json",
        ] {
            assert!(!fits(clause), "{clause}");
        }
    }

    #[test]
    fn what_is_no_clause_is_said_to_be_none() {
        let case = case("{}", CUT);
        for clause in [
            "JC0",
            "JC25",
            "CM00",
            "CM99",
            "D1",
            "source:x",
            "repair:remove_comments",
            "rank:x",
            "",
        ] {
            assert!(
                CANDIDATES.grammar.misfit(clause, &case).is_err(),
                "{clause}"
            );
        }
    }

    #[test]
    fn an_expect_is_the_whole_answer_in_canonical_form() {
        let faults = |expect: &str| CANDIDATES.grammar.expect_faults(&case("", expect)).len();
        assert_eq!(faults(CUT), 0);
        assert_eq!(faults(r#"{"error":"invalid_json"}"#), 0);
        assert_eq!(faults(r#"{"error": "invalid_json"}"#), 1);
        assert_eq!(faults(r#"{"candidate_count":1}"#), 1);
        assert_eq!(faults("["), 1);
    }
}
