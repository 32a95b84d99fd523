//! The judge that compares an answer with the second implementation's, whole.
//!
//! The engine must equal it byte for byte. A foreign implementation has an
//! `engine_version` of its own, so for it that member is left out and the rest
//! is compared token for token.

use std::sync::Arc;

use argument_check_corpus::Op;
use argument_check_oracle::differential::worker::{Outcome, WorkerPool};
use argument_check_oracle::lossless::{self, Value};
use argument_check_oracle::reference::{self, Clauses, Matcher};
use argument_check_oracle::{Judgement, Reason};

/// The members of an answer, in published order.
const MEMBERS: [&str; 11] = [
    "criteria_id",
    "criteria_version",
    "engine_version",
    "verdict",
    "statement",
    "coverage",
    "repaired",
    "diff",
    "defects",
    "refusal",
    "detail",
];

/// Matches patterns in processes that can be killed.
#[derive(Clone)]
pub(super) struct Killable(pub(super) Arc<WorkerPool>);

impl Matcher for Killable {
    fn matches(&self, portable: &str, subject: &str) -> Option<bool> {
        match self.0.ask(portable, subject) {
            Ok(Outcome::Match) => Some(true),
            Ok(Outcome::NoMatch) => Some(false),
            Ok(Outcome::Invalid) | Err(_) => None,
        }
    }
}

impl Killable {
    /// The tentatively repaired tree of a submission (D80).
    pub(super) fn tentative(&self, body: &[u8]) -> Option<Value> {
        let tree = reference::tentative_with(body, &Clauses::published(), self).ok()??;
        lossless::read_str(&tree.render()).ok()
    }

    /// The whole answer of the second implementation; none for an operation
    /// that it does not have, or a pattern that was not matched in time.
    pub(super) fn expected(&self, op: Op, body: &[u8]) -> Result<String, Reason> {
        let clauses = Clauses::published();
        match op {
            Op::Check => reference::check_with(body, &clauses, self).map_err(|_| Reason::TimeLimit),
            Op::Precheck => Ok(reference::precheck_with(body, &clauses)),
            _ => Err(Reason::OtherOperation),
        }
    }
}

/// Whether the second implementation refuses the schema as not covered.
pub(crate) fn is_not_covered(expected: &str) -> bool {
    expected.contains("\"refusal\":\"schema_not_covered\"")
}

/// Compares an answer with the expected one; `exact` asks for every byte.
pub(crate) fn compare(expected: &Result<String, Reason>, answer: &str, exact: bool) -> Judgement {
    let expected = match expected {
        Ok(expected) => expected,
        Err(reason) => return Judgement::NotComparable(*reason),
    };
    if expected == answer || (!exact && same_tokens(expected, answer)) {
        return Judgement::Agrees;
    }
    let summary = summary(expected, answer);
    let detail = format!("reference: {expected}\nanswer:    {answer}");
    Judgement::disagrees(summary, detail)
}

fn same_tokens(expected: &str, answer: &str) -> bool {
    match (members(expected), members(answer)) {
        (Some(mut left), Some(mut right)) => {
            left.retain(|(name, _)| name != "engine_version");
            right.retain(|(name, _)| name != "engine_version");
            left == right
        }
        _ => false,
    }
}

/// Names the members that differ, never what stands in them.
fn summary(expected: &str, answer: &str) -> String {
    let (Some(left), Some(right)) = (members(expected), members(answer)) else {
        return "the answer is not a JSON object that can be read".to_owned();
    };
    let find = |members: &[(String, Value)], name: &str| {
        let found = members.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone())
    };
    let differing: Vec<&str> = MEMBERS
        .into_iter()
        .filter(|name| find(&left, name) != find(&right, name))
        .collect();
    if differing.is_empty() {
        return "the answer differs from the reference in order, white space or further members"
            .to_owned();
    }
    format!(
        "the answer differs from the reference in {}",
        differing.join(", ")
    )
}

fn members(text: &str) -> Option<Vec<(String, Value)>> {
    match lossless::read_str(text) {
        Ok(Value::Object(members)) => Some(members),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_named_by_member_and_never_by_value() {
        let expected = r#"{"verdict":"REPAIRED","repaired":{"secret":1},"diff":[]}"#;
        let answer = r#"{"verdict":"REPAIRED","repaired":{"secret":2},"diff":[]}"#;
        let summary = summary(expected, answer);
        assert_eq!(summary, "the answer differs from the reference in repaired");
    }

    #[test]
    fn a_foreign_engine_version_is_not_compared() {
        let expected = r#"{"engine_version":"1","verdict":"VALID"}"#;
        assert!(same_tokens(
            expected,
            r#"{"engine_version":"2", "verdict":"VALID"}"#
        ));
        assert!(!same_tokens(
            expected,
            r#"{"engine_version":"1","verdict":"REPAIRED"}"#
        ));
        assert!(!same_tokens(expected, "no JSON"));
    }
}
