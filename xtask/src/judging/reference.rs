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
use argument_check_oracle::{Exchange, Judgement, Reason};

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

    /// Judges one exchange; also says whether the reference finds the schema
    /// not covered.
    pub(super) fn judge(&self, exchange: &Exchange<'_>, exact: bool) -> (Judgement, bool) {
        let clauses = Clauses::published();
        let expected = match exchange.op {
            Op::Check => reference::check_with(exchange.body, &clauses, self).ok(),
            Op::Precheck => Some(reference::precheck_with(exchange.body, &clauses)),
            _ => return (Judgement::NotComparable(Reason::OtherOperation), false),
        };
        let Some(expected) = expected else {
            return (Judgement::NotComparable(Reason::TimeLimit), false);
        };
        let not_covered = expected.contains("\"refusal\":\"schema_not_covered\"");
        let equal =
            expected == exchange.answer || (!exact && same_tokens(&expected, exchange.answer));
        if equal {
            return (Judgement::Agrees, not_covered);
        }
        let summary = summary(&expected, exchange.answer);
        let detail = format!("reference: {expected}\nanswer:    {}", exchange.answer);
        (Judgement::disagrees(summary, detail), not_covered)
    }
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
