//! The command line as a shell sees it: bytes in, bytes and an exit code out.
#![cfg(feature = "cli")]

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const REPAIRED: &str =
    r#"{"arguments":{"n":"1.50"},"schema":{"properties":{"n":{"type":"number"}}}}"#;

fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argument-check"));
    command
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(words: &[&str], input: &[u8]) -> Output {
    let mut child = command(words).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that does not read its input closes the pipe.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the binary ends")
}

/// A file of its own for each test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &[u8]) -> Self {
        let file = format!("argument-check-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(file);
        fs::write(&path, content).expect("the temporary directory is writable");
        Self(path)
    }

    fn as_str(&self) -> &str {
        self.0.to_str().expect("a path that is UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

#[test]
fn the_answer_is_the_engines_and_the_exit_code_follows_the_verdict() {
    let refused = &b"{"[..];
    for (body, check, precheck) in [
        (&b"{\"arguments\":{},\"schema\":{}}"[..], 0, 0),
        (REPAIRED.as_bytes(), 10, 0),
        (
            b"{\"arguments\":{},\"schema\":{\"required\":[\"a\"]}}",
            11,
            0,
        ),
        (b"{\"arguments\":{},\"schema\":{\"$ref\":\"#\"}}", 12, 12),
        (b"\xff\x00", 12, 12),
        (b"", 12, 12),
        (refused, 12, 12),
    ] {
        let output = run(&["check"], body);
        let wanted = argument_check::check(body) + "\n";
        assert_eq!(
            (stdout(&output), output.status.code()),
            (&*wanted, Some(check))
        );
        assert_eq!(stderr(&output), "");
        let output = run(&["precheck", "-"], body);
        let wanted = argument_check::precheck(body) + "\n";
        assert_eq!(
            (stdout(&output), output.status.code()),
            (&*wanted, Some(precheck))
        );
    }
}

#[test]
fn a_body_may_stand_in_a_file() {
    let file = Scratch::new("body.json", REPAIRED.as_bytes());
    let output = run(&["check", file.as_str()], b"");
    assert_eq!(output.status.code(), Some(10));
    assert_eq!(
        stdout(&output),
        argument_check::check(REPAIRED.as_bytes()) + "\n"
    );
}

#[test]
fn schema_and_arguments_may_come_apart_and_either_from_standard_input() {
    let schema = Scratch::new("schema.json", br#"{"properties":{"n":{"type":"number"}}}"#);
    let wanted = argument_check::check(REPAIRED.as_bytes()) + "\n";
    let value = Scratch::new("value.json", br#"{"n":"1.50"}"#);
    for (words, input) in [
        (
            ["check", "--schema", schema.as_str(), "--arguments", "-"],
            &br#"{"n":"1.50"}"#[..],
        ),
        (
            ["check", "--schema", "-", "--arguments", value.as_str()],
            br#"{"properties":{"n":{"type":"number"}}}"#,
        ),
        (
            [
                "check",
                "--schema",
                schema.as_str(),
                "--arguments-text",
                "-",
            ],
            br#"{"n":"1.50"}"#,
        ),
    ] {
        let output = run(&words, input);
        assert_eq!(
            (stdout(&output), output.status.code()),
            (&*wanted, Some(10)),
            "{words:?}"
        );
    }
}

#[test]
fn only_the_text_form_is_repaired_as_text() {
    let schema = Scratch::new("text-schema.json", b"{}");
    let words = |form| ["check", "--schema", schema.as_str(), form, "-"];
    let cut = &br#"{"a":"b","#[..];
    let strict = run(&words("--arguments"), cut);
    assert_eq!(strict.status.code(), Some(12));
    assert!(stdout(&strict).contains("\"refusal\":\"invalid_request_body\""));
    let text = run(&words("--arguments-text"), cut);
    assert_eq!(text.status.code(), Some(10));
    assert!(stdout(&text).contains(r#""repaired":{"a":"b"}"#));
}

#[test]
fn parts_are_not_spliced_into_a_body() {
    let schema = Scratch::new("splice-schema.json", b"{\"required\":[\"a\"]}");
    let words = ["check", "--schema", schema.as_str(), "--arguments", "-"];
    let output = run(&words, br#"{"a":1},"x":{}"#);
    assert!(stdout(&output).contains("\"refusal\":\"invalid_request_body\""));
    let words = [
        "check",
        "--schema",
        schema.as_str(),
        "--arguments-text",
        "-",
    ];
    let output = run(&words, br#"{"a":"\" and \\"}"#);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn pretty_keeps_every_spelling() {
    let output = run(&["check", "--pretty"], REPAIRED.as_bytes());
    assert_eq!(output.status.code(), Some(10));
    assert!(stdout(&output).contains("\n  \"repaired\": {\n    \"n\": 1.50\n  },\n"));
    let squeezed: String = stdout(&output).lines().map(str::trim_start).collect();
    let compact = argument_check::check(REPAIRED.as_bytes());
    assert_eq!(squeezed.replace("\": ", "\":"), compact);
}

#[test]
fn wrong_usage_exits_with_1_and_help_with_0() {
    for words in [
        &[][..],
        &["frobnicate"],
        &["check", "--frobnicate"],
        &["check", "a", "b"],
        &["check", "--schema", "s"],
        &["check", "--arguments", "a"],
        &[
            "check",
            "--schema",
            "s",
            "--arguments",
            "a",
            "--arguments-text",
            "b",
        ],
        &["check", "body", "--schema", "s", "--arguments", "a"],
        &["check", "--schema", "-", "--arguments", "-"],
    ] {
        let output = run(words, b"");
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        assert!(!output.stderr.is_empty(), "{words:?}");
        assert!(output.stdout.is_empty(), "{words:?}");
    }
    for words in [
        &["--help"][..],
        &["--version"],
        &["check", "--help"],
        &["stdio", "--help"],
    ] {
        let output = run(words, b"");
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        assert!(!output.stdout.is_empty(), "{words:?}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named_with_the_remedy() {
    let directory = std::env::temp_dir();
    let directory = directory.to_str().expect("UTF-8");
    for words in [
        &["check", "/nowhere/body.json"][..],
        &["precheck", directory],
        &["check", "--schema", "/nowhere/s.json", "--arguments", "-"],
    ] {
        let output = run(words, b"{}");
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        let named = stderr(&output).contains("/nowhere/") || stderr(&output).contains(directory);
        assert!(named, "{}", stderr(&output));
        assert!(
            stderr(&output).contains("name a file that exists"),
            "{}",
            stderr(&output)
        );
        assert!(output.stdout.is_empty(), "{words:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_endless_file_is_refused_for_the_cap() {
    for words in [
        &["check", "/dev/zero"][..],
        &["precheck", "/dev/zero"],
        &["check", "--schema", "/dev/zero", "--arguments", "/dev/zero"],
        &[
            "check",
            "--schema",
            "/dev/zero",
            "--arguments-text",
            "/dev/zero",
        ],
    ] {
        let output = run(words, b"");
        assert_eq!(output.status.code(), Some(12), "{words:?}");
        assert!(
            stdout(&output).contains("CAP-EXCEEDED:body_bytes"),
            "{words:?}"
        );
    }
}

#[test]
fn a_closed_pipe_is_no_panic_and_no_verdict() {
    let mut child = command(&["check"]).spawn().expect("the binary starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(REPAIRED.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).starts_with("error: the reader of the answer"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_reply_comes_before_the_next_request_is_sent() {
    let mut child = command(&["stdio"]).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    for (request, start) in [
        (
            "{\"seq\":0,\"op\":\"start\",\"protocol\":1}\n",
            "{\"seq\":0,\"implementation\":",
        ),
        ("no request\n", "{\"seq\":null,\"error\":"),
        (
            "{\"seq\":1,\"op\":\"check\",\"body\":\"{\"}\n",
            "{\"seq\":1,\"answer\":",
        ),
        (
            "{\"seq\":2,\"op\":\"gate\",\"body\":\"{\"}\n",
            "{\"seq\":2,\"answer\":",
        ),
    ] {
        stdin.write_all(request.as_bytes()).expect("it reads");
        let mut reply = Vec::new();
        let mut byte = [0];
        while reply.last() != Some(&b'\n') {
            stdout.read_exact(&mut byte).expect("it replies");
            reply.push(byte[0]);
        }
        let reply = String::from_utf8(reply).expect("UTF-8");
        assert!(reply.starts_with(start), "{reply}");
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_session_ends_quietly_when_its_peer_leaves() {
    let mut child = command(&["stdio"]).spawn().expect("the binary starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all(b"{}\n");
    drop(stdin);
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!((stderr(&output), output.status.code()), ("", Some(0)));
}

#[test]
fn the_candidates_of_a_raw_text_are_answered_and_the_exit_code_says_whether_there_are_any() {
    let long = "é".repeat(200_000);
    for (words, text, code) in [
        (&["candidates"][..], "Sure! {\"a\": 1} [", 0),
        (&["candidates", "--max-results", "1", "-"], "[1] [2]", 0),
        (&["candidates"], "é", 10),
        (&["candidates"], "", 10),
        (&["candidates", "--max-results", "0"], "[1]", 1),
        (&["candidates"], &long, 1),
    ] {
        let search = argument_check::candidates::Search {
            max_results: words
                .get(2)
                .map_or(10, |word| word.parse().expect("a number")),
            ..Default::default()
        };
        let output = run(words, text.as_bytes());
        let wanted = search.answer(text.as_bytes()) + "\n";
        assert_eq!(
            (stdout(&output), output.status.code()),
            (&*wanted, Some(code))
        );
    }
    let output = run(&["candidates"], b"\xff");
    let wanted = ("{\"error\":\"invalid_input\"}\n", Some(1));
    assert_eq!((stdout(&output), output.status.code()), wanted);
}

#[test]
fn candidates_from_a_file_are_repaired_on_request() {
    let file = Scratch::new("candidates", b"> [1,\n> 2,]\n");
    let output = run(&["candidates", "--repair", file.as_str()], b"");
    assert_eq!(output.status.code(), Some(0));
    let repair = "\"repair\":{\"text\":\"[1,\\n2]\",\"valid_json\":true,";
    assert!(stdout(&output).contains(repair), "{}", stdout(&output));
    let output = run(&["candidates", "--max-results", "many"], b"");
    assert_eq!((stdout(&output), output.status.code()), ("", Some(1)));
}

#[test]
fn a_request_and_a_gate_answer_from_input_or_file_and_the_exit_code_says_whether_to_go_on() {
    let valid = r#"{"request":{"method":"GET","url":"https://x"},"schema":{}}"#;
    let invalid = r#"{"request":{"method":"GET","url":"x"},"schema":{}}"#;
    let call = r#"{"runId":"","stepId":"","tool":{"provider":"","operation":"","request":{},"estimatedExternalCostUsd":1},"budget":{"remainingUsd":1}}"#;
    let short = call.replace("\"remainingUsd\":1", "\"remainingUsd\":0");
    let request: fn(&[u8]) -> String = argument_check::preflight::request;
    let gate: fn(&[u8]) -> String = argument_check::preflight::gate;
    for (word, answer, input, code) in [
        ("request", request, valid, 0),
        ("request", request, invalid, 10),
        ("request", request, "[1e999]", 1),
        ("gate", gate, call, 0),
        ("gate", gate, &short, 10),
        ("gate", gate, "{}", 10),
        ("gate", gate, "", 1),
    ] {
        let wanted = answer(input.as_bytes()) + "\n";
        let output = run(&[word], input.as_bytes());
        assert_eq!(
            (stdout(&output), output.status.code()),
            (&*wanted, Some(code)),
            "{word} {input}"
        );
        let file = Scratch::new(&format!("{word}-{code}"), input.as_bytes());
        let output = run(&[word, file.as_str()], b"");
        assert_eq!(
            (stdout(&output), output.status.code()),
            (&*wanted, Some(code)),
            "{word} {input}"
        );
    }
}

#[test]
fn an_input_of_the_preflight_that_cannot_be_read_has_no_answer() {
    let output = run(&["gate", "/no/such/file"], b"");
    assert_eq!((stdout(&output), output.status.code()), ("", Some(1)));
    assert!(stderr(&output).starts_with("error: /no/such/file: the input cannot be read"));
}
