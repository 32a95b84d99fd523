//! The worked vectors of the agent preflight, byte for byte.
//!
//! `ARGUMENT_CHECK_PREFLIGHT_VECTORS=DIR` names the directory that holds
//! `preflight-check.jsonl` and `preflight-gate.jsonl`: a vector a line, with
//! `name`, `input` and `output`, the output in canonical form (RFC 8785).

use std::path::Path;

use argument_check::json::value::Document;
use argument_check::preflight;

const VARIABLE: &str = "ARGUMENT_CHECK_PREFLIGHT_VECTORS";

/// Answers every vector of a file; returns how many there are.
fn replay(file: &Path, answer: fn(&[u8]) -> String) -> usize {
    let text = std::fs::read_to_string(file)
        .unwrap_or_else(|why| panic!("{VARIABLE}: {}: {why}", file.display()));
    let mut wrong = Vec::new();
    let lines: Vec<_> = text.lines().filter(|line| !line.is_empty()).collect();
    for line in &lines {
        let document = Document::parse(line.as_bytes()).expect("a vector is JSON");
        let member = |name| document.root().member(name).expect("a whole vector").text();
        let found = answer(member("input").as_bytes());
        if found != member("output") {
            let name = member("name");
            wrong.push(format!(
                "{name}\n  wanted {}\n  found  {found}",
                member("output")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    lines.len()
}

#[test]
fn all_vectors_are_answered_byte_for_byte() {
    let Some(directory) = std::env::var_os(VARIABLE) else {
        println!("SKIPPED: {VARIABLE} names no directory of vectors");
        return;
    };
    let directory = Path::new(&directory);
    let checks = replay(&directory.join("preflight-check.jsonl"), preflight::request);
    let gates = replay(&directory.join("preflight-gate.jsonl"), preflight::gate);
    println!("{checks} vectors of check_request, {gates} of the gate");
    assert!(checks >= 16 && gates >= 23, "vectors are missing");
}
