//! The answer: decides its one spelling, compact, members in the published
//! order. It must never hold anything beside an error.

use std::fmt::{Display, Write};

use super::model::{Candidate, CandidateError, Found, JsonFault, Repair};
use crate::json::string;

/// The exact answer text.
pub(super) fn text(found: &Result<Found, CandidateError>) -> String {
    let mut out = String::new();
    match found {
        Err(error) => {
            member(&mut out, "{", "error", |out| {
                string::write(out, error.as_str());
            });
            out.push('}');
        }
        Ok(found) => write_found(&mut out, found),
    }
    out
}

fn write_found(out: &mut String, found: &Found) {
    out.push_str("{\"candidates\":[");
    for (index, candidate) in found.candidates.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_candidate(out, candidate);
    }
    out.push(']');
    display(out, "candidate_count", found.candidate_count);
    display(out, "truncated", found.truncated());
    out.push('}');
}

fn write_candidate(out: &mut String, candidate: &Candidate) {
    member(out, "{", "rank", |out| push(out, candidate.rank));
    name(out, "source", Some(candidate.source.as_str()));
    match candidate.fence_index {
        Some(index) => display(out, "fence_index", index),
        None => display(out, "fence_index", "null"),
    }
    display(out, "start", candidate.start);
    display(out, "end", candidate.end);
    display(out, "start_line", candidate.start_line);
    display(out, "end_line", candidate.end_line);
    name(out, "text", Some(&candidate.text));
    display(out, "contiguous", candidate.contiguous);
    name(out, "top_level", Some(candidate.top_level.as_str()));
    let reason = candidate.incomplete_reason;
    display(out, "complete", reason.is_none());
    name(
        out,
        "incomplete_reason",
        reason.map(super::model::Incomplete::as_str),
    );
    write_validity(out, candidate.json_error);
    member(out, ",", "repair", |out| match &candidate.repair {
        Some(repair) => write_repair(out, repair),
        None => out.push_str("null"),
    });
    out.push('}');
}

fn write_validity(out: &mut String, error: Option<JsonFault>) {
    display(out, "valid_json", error.is_none());
    member(out, ",", "json_error", |out| match error {
        Some(error) => {
            member(out, "{", "code", |out| {
                string::write(out, error.code.as_str());
            });
            display(out, "offset", error.offset);
            out.push('}');
        }
        None => out.push_str("null"),
    });
}

fn write_repair(out: &mut String, repair: &Repair) {
    member(out, "{", "text", |out| string::write(out, &repair.text));
    write_validity(out, repair.json_error);
    out.push_str(",\"rules_applied\":[");
    for (index, rule) in repair.rules_applied.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        string::write(out, rule.as_str());
    }
    out.push_str("]}");
}

/// A member, after what comes before it.
fn member(out: &mut String, before: &str, name: &str, value: impl FnOnce(&mut String)) {
    out.push_str(before);
    string::write(out, name);
    out.push(':');
    value(out);
}

/// One more member, whose value is a string or null.
fn name(out: &mut String, name: &str, value: Option<&str>) {
    member(out, ",", name, |out| match value {
        Some(value) => string::write(out, value),
        None => out.push_str("null"),
    });
}

/// One more member, whose value is a number or literal.
fn display(out: &mut String, name: &str, value: impl Display) {
    member(out, ",", name, |out| push(out, value));
}

fn push(out: &mut String, value: impl Display) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{value}");
}

#[cfg(test)]
mod tests {
    use crate::candidates;

    /// The examples that the tool's description publishes.
    #[test]
    fn both_published_examples_are_answered_byte_for_byte() {
        for (input, wanted) in [
            (
                r#"{"text":"Sure! {\"a\": 1} is what you need."}"#,
                r#"{"candidates":[{"rank":1,"source":"prose","fence_index":null,"start":6,"end":14,"start_line":1,"end_line":1,"text":"{\"a\": 1}","contiguous":true,"top_level":"object","complete":true,"incomplete_reason":null,"valid_json":true,"json_error":null,"repair":null}],"candidate_count":1,"truncated":false}"#,
            ),
            (
                r#"{"text":"> ```json\n> {\"ids\": [1,\n>   2,]}\n> ```\n","repair":true}"#,
                r#"{"candidates":[{"rank":1,"source":"json_fence","fence_index":0,"start":12,"end":32,"start_line":2,"end_line":3,"text":"{\"ids\": [1,\n  2,]}","contiguous":false,"top_level":"object","complete":true,"incomplete_reason":null,"valid_json":false,"json_error":{"code":"unexpected_character","offset":16},"repair":{"text":"{\"ids\": [1,\n  2]}","valid_json":true,"json_error":null,"rules_applied":["remove_trailing_commas"]}}],"candidate_count":1,"truncated":false}"#,
            ),
        ] {
            assert_eq!(candidates(input.as_bytes()), wanted);
        }
    }
}
