//! The answer as text: members in the order of the output schema, strings
//! escaped as RFC 8785 does, no white space.

use std::fmt::Write as _;

use super::clauses::Clauses;
use super::rank::{Candidate, Told};

/// The answer of an error.
pub(super) fn error(code: &str) -> String {
    format!("{{\"error\":{}}}", quoted(code))
}

/// The answer with the best `most` of the ranked candidates.
pub(super) fn answer(ranked: &[Candidate], most: usize, clauses: &Clauses) -> String {
    let best = ranked.iter().take(most).enumerate();
    let best: Vec<String> = best
        .map(|(index, candidate)| one(index + 1, candidate, clauses))
        .collect();
    format!(
        "{{\"candidates\":[{}],\"candidate_count\":{},\"truncated\":{}}}",
        best.join(","),
        (clauses.count)(ranked.len(), most),
        (clauses.truncated)(ranked.len(), most)
    )
}

fn one(rank: usize, candidate: &Candidate, clauses: &Clauses) -> String {
    let index = candidate
        .fence_index
        .map_or_else(null, |index| index.to_string());
    let level = if candidate.text.starts_with('{') {
        "object"
    } else {
        "array"
    };
    let reason = candidate.found.incomplete;
    let members = [
        ("rank", rank.to_string()),
        ("source", quoted(candidate.source.name())),
        ("fence_index", index),
        ("start", candidate.span.0.to_string()),
        ("end", candidate.span.1.to_string()),
        ("start_line", candidate.lines.0.to_string()),
        ("end_line", candidate.lines.1.to_string()),
        ("text", quoted(&candidate.text)),
        ("contiguous", candidate.contiguous.to_string()),
        ("top_level", quoted(level)),
        ("complete", reason.is_none().to_string()),
        (
            "incomplete_reason",
            reason.map_or_else(null, |it| quoted(it.name())),
        ),
        ("valid_json", candidate.error.is_none().to_string()),
        ("json_error", told(candidate.error)),
        ("repair", repair(candidate, clauses)),
    ];
    object(&members)
}

fn repair(candidate: &Candidate, clauses: &Clauses) -> String {
    let Some((text, error, rules)) = &candidate.repaired else {
        return null();
    };
    if rules.is_empty() && !clauses.unchanged_is_told {
        return null();
    }
    let rules: Vec<String> = rules.iter().map(|rule| quoted(rule)).collect();
    object(&[
        ("text", quoted(text)),
        ("valid_json", error.is_none().to_string()),
        ("json_error", told(*error)),
        ("rules_applied", format!("[{}]", rules.join(","))),
    ])
}

fn told(error: Told) -> String {
    error.map_or_else(null, |(code, offset)| {
        object(&[("code", quoted(code)), ("offset", offset.to_string())])
    })
}

fn object(members: &[(&str, String)]) -> String {
    let members: Vec<String> = members
        .iter()
        .map(|(name, value)| format!("\"{name}\":{value}"))
        .collect();
    format!("{{{}}}", members.join(","))
}

fn null() -> String {
    "null".to_owned()
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\u{1f}' => {
                // Writing to a string does not fail.
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
