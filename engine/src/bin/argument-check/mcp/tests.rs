use super::*;

/// The replies to a session.
fn replies(frames: &[u8]) -> Vec<String> {
    let mut out = Vec::new();
    converse(&mut &frames[..], &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(str::to_owned).collect()
}

/// The reply to one frame.
fn reply(frame: &str) -> String {
    let mut replies = replies(frame.as_bytes());
    assert_eq!(replies.len(), 1, "{frame}");
    replies.remove(0)
}

/// The reply to a call of a tool with these raw arguments.
fn call(tool: &str, arguments: &str) -> String {
    reply(&format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
    ))
}

/// The reply that carries an answer of a tool.
fn carrying(answer: &str, is_error: bool) -> String {
    let mut text = String::new();
    string::write(&mut text, answer);
    format!(
        r#"{{"jsonrpc":"2.0","id":7,"result":{{"content":[{{"type":"text","text":{text}}}],"structuredContent":{answer},"isError":{is_error}}}}}"#
    )
}

fn assert_error(reply: &str, id: &str, code: i32) {
    let head = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":""#);
    assert!(reply.starts_with(&head), "{reply}");
}

#[test]
fn a_revision_that_is_known_is_agreed_to_and_the_newest_offered_for_any_other() {
    for (asked, agreed) in [
        ("\"2025-11-25\"", "2025-11-25"),
        ("\"2024-11-05\"", "2024-11-05"),
        ("\"2099-01-01\"", "2025-11-25"),
        ("5", "2025-11-25"),
    ] {
        let frame = format!(
            r#"{{"jsonrpc":"2.0","id":"a\u0062","method":"initialize","params":{{"protocolVersion":{asked},"capabilities":{{}}}}}}"#
        );
        let head = format!(
            r#"{{"jsonrpc":"2.0","id":"a\u0062","result":{{"protocolVersion":"{agreed}","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"argument-check","version":""#
        );
        assert!(reply(&frame).starts_with(&head), "{asked}");
    }
}

#[test]
fn a_ping_is_answered_and_notifications_and_responses_are_not() {
    assert_eq!(
        reply(r#"{"id":1e2,"method":"ping","jsonrpc":"2.0"}"#),
        r#"{"jsonrpc":"2.0","id":1e2,"result":{}}"#
    );
    for silent in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"unheard of","params":5}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#,
    ] {
        assert_eq!(replies(silent.as_bytes()), [""; 0], "{silent}");
    }
}

#[test]
fn a_bad_frame_gets_its_code_and_the_session_goes_on() {
    let broken: [(&[u8], &str, i32); 14] = [
        (b"", "null", -32700),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,", "null", -32700),
        (b"\xff", "null", -32700),
        (b"[1,]", "null", -32700),
        (b"[]", "null", -32600),
        (b"{}", "null", -32600),
        (
            b"{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
            "null",
            -32600,
        ),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1}", "null", -32600),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}",
            "null",
            -32600,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
            "null",
            -32600,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}",
            "null",
            -32600,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pong\"}",
            "1",
            -32601,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}",
            "1",
            -32602,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{}}",
            "1",
            -32602,
        ),
    ];
    for (frame, id, code) in broken {
        let session = [
            frame,
            b"\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n",
        ]
        .concat();
        let replies = replies(&session);
        assert_eq!(replies.len(), 2, "{replies:?}");
        assert_error(&replies[0], id, code);
        assert_eq!(replies[1], r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
    }
}

#[test]
fn an_unknown_tool_and_arguments_that_are_no_object_are_invalid_params() {
    assert_error(&call("check_requests", "{}"), "7", -32602);
    for arguments in ["[]", "null", "\"{}\"", "1"] {
        for tool in tools::TOOLS {
            assert_error(&call(tool.name, arguments), "7", -32602);
        }
    }
    assert_error(&call("argument_check", "{},\"arguments\":{}"), "7", -32602);
    assert_error(&call("argument_check\",\"name\":\"x", "{}"), "7", -32602);
}

#[test]
fn a_call_without_arguments_is_one_with_none_of_their_members() {
    for tool in tools::TOOLS {
        let name = tool.name;
        let bare = reply(&format!(
            r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"{name}"}}}}"#
        ));
        assert_eq!(bare, call(name, "{}"), "{name}");
    }
}

#[test]
fn every_digit_order_and_duplicate_of_the_arguments_reaches_the_engine() {
    let submission = r#"{"schema":{"properties":{"n":{"type":"number"},"m":{"type":"string"}}},  "arguments":{"n":"12345678901234567890123","z":1e2,"a":-0.0,"m":1e999}}"#;
    let answer = argument_check::check(submission.as_bytes());
    for kept in ["12345678901234567890123,\"z\":1e2,\"a\":-0.0", "\"1e999\""] {
        assert!(answer.contains(kept), "{answer}");
    }
    assert_eq!(call("argument_check", submission), carrying(&answer, false));

    let twice = r#"{"schema":{},"arguments":{"a":1,"a":2}}"#;
    let refused = argument_check::check(twice.as_bytes());
    assert!(refused.contains("invalid_request_body"));
    assert_eq!(call("argument_check", twice), carrying(&refused, true));

    let inexact =
        r#"{"request":{"method":"GET","url":"https://x","n":12345678901234567890123},"schema":{}}"#;
    let answer = argument_check::preflight::request(inexact.as_bytes());
    assert!(answer.contains("number_not_exact"));
    assert_eq!(call("check_request", inexact), carrying(&answer, false));
}

#[test]
fn a_refusal_by_the_tool_itself_is_its_answer_and_an_error() {
    for tool in ["check_request", "preflight_tool_call"] {
        for (arguments, code) in [
            (r#"{"a":1,"a":2}"#, "duplicate_key"),
            (r#"{"a":"\ud800"}"#, "invalid_json"),
            (r#"{"a":1e999}"#, "number_out_of_range"),
            (
                &format!("{{\"a\":{}{}}}", "[".repeat(128), "]".repeat(128)),
                "too_deep",
            ),
        ] {
            let wanted = carrying(&format!("{{\"refused\":\"{code}\"}}"), true);
            assert_eq!(call(tool, arguments), wanted, "{tool}");
        }
    }
}

#[test]
fn the_candidates_of_a_text_are_answered_and_their_errors_are_refusals() {
    for (arguments, is_error) in [
        (r#"{"text":"see {\"n\": 1e2}","max_results":1.0}"#, false),
        (r#"{"text":"\ud800"}"#, true),
        (r#"{"text":"","text":""}"#, true),
        (r#"{"text":"","max_results":1e999}"#, true),
    ] {
        let answer = argument_check::candidates(arguments.as_bytes());
        assert_eq!(
            call("json_candidates", arguments),
            carrying(&answer, is_error)
        );
    }
}

#[test]
fn a_frame_beyond_the_limit_is_answered_once_and_never_kept() {
    let mut session = vec![b'['; LONGEST as usize + 70_000];
    session.extend_from_slice(b"\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n");
    let replies = replies(&session);
    assert_eq!(replies.len(), 2);
    assert_error(&replies[0], "null", -32700);
}

/// The published schemas of each tool, by `tools/list`.
fn published() -> Vec<(String, serde_json::Value, serde_json::Value)> {
    let listed = reply(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let tools = listed["result"]["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| {
            let name = tool["name"].as_str().unwrap().to_owned();
            (
                name,
                tool["inputSchema"].clone(),
                tool["outputSchema"].clone(),
            )
        })
        .collect()
}

#[test]
fn every_answer_fits_the_published_output_schema_and_no_input_schema_has_a_choice_at_its_root() {
    let calls = [
        "{}",
        "{\"a\":1,\"a\":1}",
        r#"{"schema":{"required":["a"],"format":"x"},"arguments":{}}"#,
        r#"{"schema":{"properties":{"a":{"type":"integer"}}},"arguments":{"a":"1"}}"#,
        r#"{"schema":{},"arguments_text":"{"}"#,
        r#"{"text":"[1,] and {\"a\":1}","repair":true}"#,
        r#"{"text":"","max_results":1e999}"#,
        r#"{"request":{"method":"GET","url":"https://x"},"schema":{},"economics":{"downstreamCostUsd":0.1,"billsOnInvalidRequest":true,"retryCostUsd":0}}"#,
        r#"{"runId":"","stepId":"","tool":{"provider":"","operation":"","request":{},"estimatedExternalCostUsd":0},"budget":{"remainingUsd":0}}"#,
    ];
    let published = published();
    assert_eq!(published.len(), tools::TOOLS.len());
    for (name, input, output) in published {
        for schema in [&input, &output] {
            assert_eq!(schema["type"], "object", "{name}");
            assert!(jsonschema::meta::is_valid(schema), "{name}");
        }
        assert!(input.get("oneOf").is_none() && input.get("anyOf").is_none());
        let validator = jsonschema::validator_for(&output).unwrap();
        for arguments in calls {
            let reply: serde_json::Value = serde_json::from_str(&call(&name, arguments)).unwrap();
            let answer = &reply["result"]["structuredContent"];
            assert!(validator.is_valid(answer), "{name} {arguments}: {answer}");
        }
        assert!(!validator.is_valid(&serde_json::json!({})), "{name}");
    }
}
