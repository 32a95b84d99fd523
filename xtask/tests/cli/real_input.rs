//! Real input: what is counted, and what becomes of lines that are none.

use crate::common::Workspace;

const CALLS: &str = r#"{"id":"c-1","tool":"f","schema":{"type":"object","properties":{"n":{"type":"integer"}}},"arguments":{"n":1E2}}
{"id":"c-2","tool":"f","schema":{"type":"object","properties":{"n":{"type":"integer"}}},"arguments":{"n":"5"}}
{"id":"c-3","tool":"f","schema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]},"arguments":{}}
{"id":"c-4","tool":"f","schema":{"type":"object"},"arguments":{"a":1,"a":2}}
{"id":"c-5","tool":"f","schema":{"type":"object"},"arguments":{"a":"\ud800"}}
"#;

#[test]
fn calls_are_counted_in_both_forms() {
    let workspace = Workspace::new();
    let calls = workspace.write("calls.jsonl", CALLS);
    let counted = [
        "object: verdicts: REPAIRED 1, UNREPAIRABLE 1, VALID 1, refused 2",
        "text: verdicts: REPAIRED 1, UNREPAIRABLE 3, VALID 1, refused 0",
        "object: rules: R3 1",
        "judge forms: 3 agree, 0 disagree, 2 not comparable",
    ];
    workspace
        .xtask(&["replay", "--calls", &calls])
        .expect(0, &counted);
    let one = ["replay", "--calls", &calls, "--filter", "c-2"];
    workspace.xtask(&one).expect(0, &["input: calls 1"]);
}

#[test]
fn a_bad_line_is_named_and_no_report_is_written() {
    let workspace = Workspace::new();
    let bad: [&[u8]; 7] = [
        b"nonsense",
        b"{\"id\":\"x\"}",
        b"[\"x\",{},{}]",
        b"{\"id\":1,\"schema\":{},\"arguments\":{}}",
        b"{\"id\":\"x\",\"schema\":{},\"arguments\":{}",
        b"{\"id\":\"x\",\"schema\":{},\"arguments\":{}} x",
        b"{\"id\":\"\xff\"}",
    ];
    let mut text = CALLS.as_bytes().to_vec();
    for line in bad {
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    let calls = workspace.write("calls.jsonl", text);
    let ran = workspace.xtask(&["verify", "--calls", &calls]);
    ran.expect(1, &["no report was written", "input: calls 5"]);
    for number in 6..13 {
        ran.expect(1, &[&format!("calls.jsonl:{number}: ")]);
    }
    assert!(!workspace.path("reports/latest/report.json").exists());
}

#[test]
fn a_deep_line_is_judged_like_any_other() {
    let workspace = Workspace::new();
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let line = format!("{{\"id\":\"deep\",\"schema\":{{}},\"arguments\":{{\"a\":{deep}}}}}\n");
    let calls = workspace.write("calls.jsonl", line);
    let words = ["arguments_too_deep 1"];
    workspace
        .xtask(&["replay", "--calls", &calls])
        .expect(0, &words);
}

#[test]
fn tools_are_counted_by_the_keywords_that_refuse_them() {
    let workspace = Workspace::new();
    let tools = r#"{"server":"s","tool":"a","schema":{"type":"object"}}
{"server":"s","tool":"b","schema":{"anyOf":[],"x-secret":1}}
{"server":"s","tool":"c","schema":{"type":"nothing"}}
"#;
    let tools = workspace.write("tools.jsonl", tools);
    let ran = workspace.xtask(&["replay", "--tools", &tools]);
    let words = [
        "schemas: covered 1, refused 2, total 3",
        "refusing keywords: a keyword of no draft 1, anyOf 1, type 1",
        "judge meta-schema: 1 agree",
    ];
    ran.expect(0, &words);
    assert!(!ran.said.contains("x-secret"));
}

#[test]
fn the_suites_say_what_they_expect_and_where_they_cannot_be_read() {
    let workspace = Workspace::new();
    let texts = r#"{"name":"y_array","base64":"W10="}
{"name":"n_open","base64":"WyI="}
{"name":"n_array_extra_comma","base64":"WyIiLF0="}
{"name":"n_bytes","base64":"/w=="}
"#;
    let file = workspace.write("texts.jsonl", texts);
    workspace
        .xtask(&["replay", "--json-parsing", &file])
        .expect(0, &["n_ texts: read 1, rejected 2"]);
    let wrong = workspace.write("texts.jsonl", "{\"name\":\"n_fine\",\"base64\":\"W10=\"}\n");
    workspace
        .xtask(&["replay", "--json-parsing", &wrong])
        .expect(2, &["FAIL n_fine"]);
    let broken = workspace.write("texts.jsonl", "{\"name\":\"n_fine\",\"base64\":\"?\"}\n");
    workspace
        .xtask(&["replay", "--json-parsing", &broken])
        .expect(1, &["texts.jsonl:1"]);

    let suite = r#"[{"file":"f","group":"g","test":"t","valid":false,"schema":{"const":2},"data":2.0},
{"file":"f","group":"g","test":"p","valid":true,"schema":{"pattern":"(?=a)"},"data":"a"}]"#;
    let suite = workspace.write("suite.json", suite);
    let words = ["FAIL f/g/t [schema suite]", "patterns refused (1)"];
    workspace
        .xtask(&["replay", "--json-schema-suite", &suite])
        .expect(2, &words);
    let broken = workspace.write("suite.json", "[\n{\"file\":1}]");
    workspace
        .xtask(&["replay", "--json-schema-suite", &broken])
        .expect(1, &["suite.json:2: "]);
}

#[test]
fn a_file_that_is_not_there_is_an_unreadable_input() {
    let workspace = Workspace::new();
    for flag in [
        "--calls",
        "--tools",
        "--json-parsing",
        "--json-schema-suite",
    ] {
        workspace
            .xtask(&["replay", flag, "no-such-file"])
            .expect(1, &["no-such-file"]);
    }
}
