//! One claim of a case: how it is written, and whether input and answer bear it out.

use super::edge::{self, Edge};
use crate::case::Op;
use crate::json::Value;

/// The number of readings (PF1..PF23).
pub(super) const READINGS: u8 = 23;
/// The number of mutants (PM01..PM53).
pub(super) const MUTANTS: u8 = 53;

/// Every code of errors, warnings and issues.
const CODES: [&str; 64] = [
    "body_missing",
    "body_semantics_undefined",
    "content_type_charset",
    "content_type_invalid",
    "content_type_missing",
    "content_type_not_json",
    "header_client_managed",
    "header_duplicate_name",
    "header_duplicate_singleton",
    "header_injection",
    "header_name_invalid",
    "header_value_invalid",
    "header_value_non_ascii",
    "header_value_not_string",
    "header_value_whitespace",
    "input_enum",
    "input_missing",
    "input_not_integer",
    "input_range",
    "input_type",
    "method_invalid",
    "method_not_supported",
    "method_not_uppercase",
    "method_uncommon",
    "number_not_exact",
    "query_array_ambiguous",
    "query_control_character",
    "query_empty_name",
    "query_key_conflict",
    "query_null",
    "query_value_not_scalar",
    "schema_format_not_checked",
    "schema_invalid",
    "schema_not_covered",
    "url_bad_percent_encoding",
    "url_fragment",
    "url_idn_unchecked",
    "url_invalid_character",
    "url_invalid_host",
    "url_invalid_port",
    "url_missing_host",
    "url_non_ascii",
    "url_not_absolute",
    "url_scheme_not_allowed",
    "url_too_long",
    "url_unencoded_character",
    "url_userinfo",
    "missing_required",
    "type_mismatch",
    "enum_mismatch",
    "const_mismatch",
    "string_too_short",
    "string_too_long",
    "pattern_mismatch",
    "minimum_violation",
    "maximum_violation",
    "exclusive_minimum_violation",
    "exclusive_maximum_violation",
    "array_too_short",
    "array_too_long",
    "items_not_unique",
    "too_few_properties",
    "too_many_properties",
    "additional_property",
];

const REFUSALS: [&str; 4] = [
    "invalid_json",
    "duplicate_key",
    "number_out_of_range",
    "too_deep",
];

/// Rows of the decision table with their reason codes.
const ROWS: [(&str, &str); 9] = [
    ("0", "invalid_input"),
    ("1", "fresh_exact_success"),
    ("2", "terminal_failure_repeat"),
    ("3", "tool_call_limit_reached"),
    ("4a", "budget_insufficient"),
    ("4b", "budget_insufficient"),
    ("5", "retry_cap_reached"),
    ("6", "duplicate_not_reusable"),
    ("7", "clear_to_execute"),
];

/// What is said besides the rows.
const SAID: [&str; 4] = [
    "scope_reducible",
    "transient_retry_within_cap",
    "stale_success_ignored",
    "other_goal_ignored",
];

/// Rows that can hold together, the one that decides first.
const PAIRS: [(&str, &str); 17] = [
    ("1", "3"),
    ("1", "4a"),
    ("1", "4b"),
    ("1", "5"),
    ("2", "3"),
    ("2", "4a"),
    ("2", "4b"),
    ("2", "5"),
    ("3", "4a"),
    ("3", "4b"),
    ("3", "5"),
    ("3", "6"),
    ("4a", "5"),
    ("4a", "6"),
    ("4b", "5"),
    ("4b", "6"),
    ("5", "6"),
];

/// Members that have a default.
const DEFAULTS: [(Op, &str); 10] = [
    (Op::Request, "preflightPriceUsd"),
    (Op::Request, "priorInvalidProbability"),
    (Op::Gate, "preflightPriceUsd"),
    (Op::Gate, "retryCap"),
    (Op::Gate, "freshnessTtlSeconds"),
    (Op::Gate, "estimatedModelCostUsd"),
    (Op::Gate, "reservedUsd"),
    (Op::Gate, "maxToolCallsRemaining"),
    (Op::Gate, "canReduceScope"),
    (Op::Gate, "canReusePriorResult"),
];

/// A claim.
#[derive(Clone, Copy, Debug)]
pub(super) enum Claim<'c> {
    /// `PF7` or `PM12`: a reading or a mutant, which no answer shows by itself.
    Numbered,
    /// `code:url_fragment:fires`, or `near_miss`.
    Code(&'c str, bool),
    /// `refused:too_deep`.
    Refused(&'c str),
    /// `said:scope_reducible`.
    Said(&'c str),
    /// `row:4a`: that row holds, and no other.
    Row(&'c str),
    /// `pair:1:4a`: those two rows hold, no other, and the first decides.
    Pair(&'c str, &'c str),
    /// `default:gate:retryCap`: an input that is judged and leaves the member out.
    Default(Op, &'c str),
    /// `edge:minus_zero`: what numbers and hashes go wrong at.
    Edge(&'static Edge),
}

/// Every claim that some case must make, but for readings and mutants.
pub(super) fn owed() -> Vec<String> {
    let codes = CODES
        .iter()
        .flat_map(|code| ["fires", "near_miss"].map(|side| format!("code:{code}:{side}")));
    let refused = REFUSALS.map(|code| format!("refused:{code}"));
    let said = SAID.map(|code| format!("said:{code}"));
    let rows = ROWS.map(|(row, _)| format!("row:{row}"));
    let pairs = PAIRS.map(|(first, second)| format!("pair:{first}:{second}"));
    let defaults = DEFAULTS.map(|(op, name)| format!("default:{op}:{name}"));
    let edges = edge::EDGES.iter().map(|edge| format!("edge:{}", edge.name));
    let pairs = rows.into_iter().chain(pairs);
    codes
        .chain(refused)
        .chain(said)
        .chain(pairs)
        .chain(defaults)
        .chain(edges)
        .collect()
}

impl<'c> Claim<'c> {
    /// Reads a claim; the error says what is possible.
    pub(super) fn parse(text: &'c str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(':').collect();
        let claim = match parts.as_slice() {
            [name] if is_numbered(name) => Some(Self::Numbered),
            ["code", code, side @ ("fires" | "near_miss")] if CODES.contains(code) => {
                Some(Self::Code(code, *side == "fires"))
            }
            ["refused", code] if REFUSALS.contains(code) => Some(Self::Refused(code)),
            ["said", code] if SAID.contains(code) => Some(Self::Said(code)),
            ["row", row] if ROWS.iter().any(|(known, _)| known == row) => Some(Self::Row(row)),
            ["pair", first, second] if PAIRS.contains(&(*first, *second)) => {
                Some(Self::Pair(first, second))
            }
            ["default", op, name] => DEFAULTS
                .iter()
                .find(|(known, member)| known.as_str() == *op && member == name)
                .map(|(op, _)| Self::Default(*op, name)),
            ["edge", name] => edge::named(name).map(Self::Edge),
            _ => None,
        };
        claim.ok_or_else(|| {
            format!(
                "{text:?} is none of PF1 to PF{READINGS}, PM01 to PM{MUTANTS}, code:CODE:fires, code:CODE:near_miss, refused:CODE, said:CODE, row:ROW, pair:ROW:ROW, default:OP:MEMBER, edge:NAME"
            )
        })
    }

    /// Why input and answer do not bear the claim out, if they do not.
    pub(super) fn misfit(self, op: Op, input: &Value, answer: &Value) -> Option<String> {
        let (holds, otherwise) = match self {
            Self::Numbered => return None,
            Self::Code(code, fires) => (
                answer.get("refused").is_none() && has_code(answer, code) == fires,
                "the answer has that code, or has it not, against the claim",
            ),
            Self::Refused(code) => (
                answer.get("refused").and_then(Value::as_str) == Some(code),
                "`expect` is not that refusal",
            ),
            Self::Said(code) => (reasons(answer).contains(&code), "that is not said"),
            Self::Row(row) => (
                rows(answer) == [row],
                "the row does not hold, or another one does too",
            ),
            Self::Pair(first, second) => (
                rows(answer) == [first, second],
                "these are not the rows that hold",
            ),
            Self::Default(of, name) => (
                of == op && is_judged(answer) && !holds_member(input, name),
                "the input holds that member, is not judged, or is one of the other tool",
            ),
            Self::Edge(edge) => (
                is_judged(answer) && (edge.holds)(input, answer),
                "the input does not come to that edge, or is not judged",
            ),
        };
        (!holds).then(|| otherwise.into())
    }
}

fn is_numbered(text: &str) -> bool {
    let number = |prefix: &str, width: usize, last: u8| {
        let digits = text.strip_prefix(prefix)?;
        let number: u8 = digits.parse().ok().filter(|n| (1..=last).contains(n))?;
        (format!("{number:0width$}") == digits).then_some(())
    };
    number("PF", 1, READINGS)
        .or_else(|| number("PM", 2, MUTANTS))
        .is_some()
}

/// Whether an answer judges the input: neither a refusal nor about its shape.
fn is_judged(answer: &Value) -> bool {
    let codes = ["input_missing", "input_type", "input_range", "input_enum"];
    let is_shaped = !codes.iter().any(|code| has_code(answer, code));
    answer.get("refused").is_none() && is_shaped && !reasons(answer).contains(&"invalid_input")
}

fn has_code(answer: &Value, code: &str) -> bool {
    ["errors", "warnings", "issues"].iter().any(|list| {
        let entries = answer.get(list).and_then(Value::items).unwrap_or_default();
        let mut codes = entries.iter().filter_map(|entry| entry.get("code"));
        codes.any(|said| said.as_str() == Some(code))
    })
}

fn reasons(answer: &Value) -> Vec<&str> {
    let codes = answer.get("reasonCodes").and_then(Value::items);
    let codes = codes.unwrap_or_default().iter();
    codes.filter_map(Value::as_str).collect()
}

/// The rows that hold; a scope that can be reduced tells the fourth from its twin.
fn rows(answer: &Value) -> Vec<&'static str> {
    let codes = reasons(answer);
    let twin = if codes.contains(&"scope_reducible") {
        "4b"
    } else {
        "4a"
    };
    let holds = |(row, code): &&(&'static str, &str)| *row != twin && codes.contains(code);
    ROWS.iter().filter(holds).map(|(row, _)| *row).collect()
}

fn holds_member(value: &Value, name: &str) -> bool {
    let inside = match value {
        Value::Object(members) => members.iter().any(|(_, member)| holds_member(member, name)),
        Value::Array(items) => items.iter().any(|item| holds_member(item, name)),
        _ => false,
    };
    inside || value.get(name).is_some()
}
