//! The second service on the same server: JSON candidates in prose and
//! Markdown, free, with a descriptor.
//!
//! Decides the status of each typed error and nothing else. It has no place in
//! the ledger, the log or the metrics, whose labels are those of the argument
//! check; nothing submitted is written anywhere.

use super::reply::Reply;

/// What the service does, as data.
pub(crate) const DESCRIPTOR: &str = include_str!("../../../corpus/candidates.descriptor.json");

/// Where the descriptor is.
pub(crate) const PATH: &str = "/v1/tools/json-candidate-list/versions/1.0.0";

/// Where an input is answered.
pub(crate) const EXECUTE: &str = "/v1/tools/json-candidate-list/versions/1.0.0/execute";

/// Longest body: the longest text with every byte escaped, and room for the
/// other members.
pub(crate) const CAP: u64 = 6 * argument_check::candidates::MAX_TEXT_BYTES as u64 + 4_096;

/// The error of a text over its limit.
const TOO_LONG: &str = "text_too_long";

/// The descriptor.
pub(crate) fn descriptor() -> Reply {
    Reply::json(200, DESCRIPTOR.to_owned())
}

/// The answer to one input.
pub(crate) fn execute(input: &[u8]) -> Reply {
    let answer = argument_check::candidates(input);
    let status = match answer.strip_prefix("{\"error\":\"") {
        None => 200,
        Some(code) if code.starts_with(TOO_LONG) => 413,
        Some(_) => 400,
    };
    Reply::json(status, answer).with("Cache-Control", "no-store")
}

/// The answer to an input whose body is over the cap.
pub(crate) fn too_long() -> Reply {
    Reply::error(413, TOO_LONG).with("Cache-Control", "no-store")
}

#[cfg(test)]
mod tests {
    use super::*;
    use argument_check::candidates::{MAX_CONTAINER_DEPTH, MAX_RESULTS, MAX_TEXT_BYTES};

    #[test]
    fn every_error_has_its_status() {
        let long = format!("{{\"text\":\"{}\"}}", "a".repeat(MAX_TEXT_BYTES + 1));
        let deep = format!("{{\"text\":\"{}\"}}", ">".repeat(MAX_CONTAINER_DEPTH + 1));
        for (input, status) in [
            ("{\"text\":\"see {}\"}", 200),
            ("{", 400),
            ("{}", 400),
            ("{\"text\":\"\",\"max_results\":0}", 400),
            (&deep, 400),
            (&long, 413),
        ] {
            assert_eq!(execute(input.as_bytes()).status, status, "{input:.40}");
        }
    }

    #[test]
    fn the_descriptor_states_the_limits_that_hold() {
        let descriptor: serde_json::Value = serde_json::from_str(DESCRIPTOR).unwrap();
        assert_eq!(descriptor["id"], "json-candidate-list");
        assert!(PATH.ends_with(descriptor["version"].as_str().unwrap()));
        let limits = &descriptor["limits"];
        assert_eq!(limits["max_text_bytes"], MAX_TEXT_BYTES);
        assert_eq!(limits["max_results"], MAX_RESULTS);
        assert_eq!(limits["max_container_depth"], MAX_CONTAINER_DEPTH);
        let answer = argument_check::candidates(br#"{"text":"a {\"b\":[1,","repair":true}"#);
        let answer = serde_json::from_str(&answer).unwrap();
        let output = jsonschema::validator_for(&descriptor["output_schema"]).unwrap();
        assert!(output.is_valid(&answer), "{answer}");
    }
}
