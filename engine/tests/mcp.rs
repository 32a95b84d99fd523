//! The MCP server as the official Python SDK sees it.
//!
//! `ARGUMENT_CHECK_MCP_PYTHON` names a Python that has the package `mcp` (2.x):
//! `python3 -m venv target/mcp && target/mcp/bin/pip install 'mcp>=2,<3'`, then
//! `ARGUMENT_CHECK_MCP_PYTHON=$PWD/target/mcp/bin/python`.
#![cfg(feature = "cli")]

use std::path::Path;
use std::process::Command;

const PYTHON: &str = "ARGUMENT_CHECK_MCP_PYTHON";

#[test]
fn a_client_of_the_official_sdk_lists_the_tools_calls_each_and_gets_clear_errors() {
    let Some(python) = std::env::var_os(PYTHON) else {
        println!("SKIPPED: {PYTHON} names no Python with the package mcp");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mcp_client.py");
    let output = Command::new(&python)
        .arg(script)
        .args([env!("CARGO_BIN_EXE_argument-check"), "mcp"])
        .output()
        .unwrap_or_else(|why| panic!("{PYTHON}: {} does not start: {why}", python.display()));
    let transcript = String::from_utf8_lossy(&output.stdout);
    println!("{transcript}");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for line in ["tool preflight_tool_call:", "error -32602:", "pong"] {
        assert!(transcript.contains(line), "no {line} in the transcript");
    }
}
