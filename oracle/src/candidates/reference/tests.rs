//! The two examples of the seed, byte for byte.

use super::*;

#[test]
fn the_examples_of_the_seed_come_out_byte_for_byte() {
    let prose = br#"{"text":"Sure! {\"a\": 1} is what you need."}"#;
    assert_eq!(
        answer(prose),
        r#"{"candidates":[{"rank":1,"source":"prose","fence_index":null,"start":6,"end":14,"start_line":1,"end_line":1,"text":"{\"a\": 1}","contiguous":true,"top_level":"object","complete":true,"incomplete_reason":null,"valid_json":true,"json_error":null,"repair":null}],"candidate_count":1,"truncated":false}"#
    );
    let quoted = br#"{"text":"> ```json\n> {\"ids\": [1,\n>   2,]}\n> ```\n","repair":true}"#;
    assert_eq!(
        answer(quoted),
        r#"{"candidates":[{"rank":1,"source":"json_fence","fence_index":0,"start":12,"end":32,"start_line":2,"end_line":3,"text":"{\"ids\": [1,\n  2,]}","contiguous":false,"top_level":"object","complete":true,"incomplete_reason":null,"valid_json":false,"json_error":{"code":"unexpected_character","offset":16},"repair":{"text":"{\"ids\": [1,\n  2]}","valid_json":true,"json_error":null,"rules_applied":["remove_trailing_commas"]}}],"candidate_count":1,"truncated":false}"#
    );
}

/// The file with public failures, if there is one.
const PUBLIC: &str = "PUBLIC_CANDIDATES";

#[test]
fn public_failures_are_answered_as_they_should_be() {
    let Some(file) = std::env::var_os(PUBLIC) else {
        println!("skipped: {PUBLIC} names no file");
        return;
    };
    let text = std::fs::read_to_string(file).expect("the file can be read");
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("a case");
        let answer = answer(case["input"].to_string().as_bytes());
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("an answer");
        assert_eq!(answer, case["expect"], "{}", case["id"]);
    }
}
