//! Every code of the agent preflight fires on one input and not on its near
//! miss, and every answer is its own canonical form.

use std::collections::BTreeSet;

use argument_check::json::canonical::canonicalize;
use argument_check::preflight::{check_request, gate, preflight_tool_call, request};

/// The published codes.
const CODES: &str = "
    body_missing body_semantics_undefined content_type_charset content_type_invalid
    content_type_missing content_type_not_json header_client_managed header_duplicate_name
    header_duplicate_singleton header_injection header_name_invalid header_value_invalid
    header_value_non_ascii header_value_not_string header_value_whitespace input_enum
    input_missing input_not_integer input_range input_type method_invalid method_not_supported
    method_not_uppercase method_uncommon number_not_exact query_array_ambiguous
    query_control_character query_empty_name query_key_conflict query_null
    query_value_not_scalar schema_format_not_checked schema_invalid schema_not_covered
    url_bad_percent_encoding url_fragment url_idn_unchecked url_invalid_character
    url_invalid_host url_invalid_port url_missing_host url_non_ascii url_not_absolute
    url_scheme_not_allowed url_too_long url_unencoded_character url_userinfo
    missing_required type_mismatch enum_mismatch const_mismatch string_too_short
    string_too_long pattern_mismatch minimum_violation maximum_violation
    exclusive_minimum_violation exclusive_maximum_violation array_too_short array_too_long
    items_not_unique too_few_properties too_many_properties additional_property";

const ERROR: bool = true;
const WARNING: bool = false;

/// An input with these members of the request beside its method and URL.
fn with(members: &str) -> String {
    format!(
        r#"{{"request":{{"method":"POST","url":"https://api.example.com/"{members}}},"schema":{{}}}}"#
    )
}

fn method(method: &str) -> String {
    format!(r#"{{"request":{{"method":"{method}","url":"https://x/"}},"schema":{{}}}}"#)
}

fn url(url: &str) -> String {
    format!(r#"{{"request":{{"method":"GET","url":"{url}"}},"schema":{{}}}}"#)
}

fn header(headers: &str) -> String {
    with(&format!(r#","headers":{{{headers}}}"#))
}

fn typed(content_type: &str) -> String {
    with(&format!(
        r#","body":{{}},"headers":{{"Content-Type":"{content_type}"}}"#
    ))
}

fn query(query: &str) -> String {
    format!(
        r#"{{"request":{{"method":"GET","url":"https://x/?in=1","query":{{{query}}}}},"schema":{{}}}}"#
    )
}

/// An input with this schema and body.
fn body(schema: &str, body: &str) -> String {
    format!(
        r#"{{"request":{{"method":"POST","url":"https://x/","headers":{{"Content-Type":"text/json"}},"body":{body}}},"schema":{schema}}}"#
    )
}

fn economics(members: &str) -> String {
    format!(
        r#"{{"request":{{"method":"GET","url":"https://x/"}},"schema":{{}},"economics":{{"downstreamCostUsd":0,"billsOnInvalidRequest":true{members}}}}}"#
    )
}

/// Code, error or warning, path, an input on which it fires, and one that is as
/// close as can be and on which nothing fires.
fn table() -> Vec<(&'static str, bool, &'static str, String, String)> {
    const BODY: &str = "$.request.body";
    const HEADER: &str = "$.request.headers.x";
    const METHOD: &str = "$.request.method";
    const QUERY: &str = "$.request.query.a";
    const TYPE: &str = "$.request.headers.Content-Type";
    const URL: &str = "$.request.url";
    let long = |length: usize| url(&format!("https://x/{}", "a".repeat(length - 10)));
    vec![
        ("input_type", ERROR, "$", "null".into(), method("GET")),
        (
            "input_type",
            ERROR,
            "$.request.query",
            with(r#","query":null"#),
            with(r#","query":{}"#),
        ),
        (
            "input_missing",
            ERROR,
            "$.economics.retryCostUsd",
            economics(""),
            economics(r#","retryCostUsd":0"#),
        ),
        (
            "input_range",
            ERROR,
            "$.economics.retryCostUsd",
            economics(r#","retryCostUsd":1000000.5"#),
            economics(r#","retryCostUsd":1000000"#),
        ),
        (
            "method_invalid",
            ERROR,
            METHOD,
            method("GE T"),
            method("GET"),
        ),
        (
            "method_not_supported",
            ERROR,
            METHOD,
            method("TRACE"),
            method("OPTIONS"),
        ),
        (
            "method_not_uppercase",
            WARNING,
            METHOD,
            method("Get"),
            method("GET"),
        ),
        (
            "method_uncommon",
            WARNING,
            METHOD,
            method("PURGE"),
            method("PATCH"),
        ),
        (
            "url_invalid_character",
            ERROR,
            URL,
            url("https://x/ "),
            url("https://x/+"),
        ),
        (
            "url_not_absolute",
            ERROR,
            URL,
            url("https:/x"),
            url("https://x"),
        ),
        (
            "url_scheme_not_allowed",
            ERROR,
            URL,
            url("ws://x"),
            url("HTTP://x"),
        ),
        (
            "url_missing_host",
            ERROR,
            URL,
            url("https://:80"),
            url("https://x:80"),
        ),
        (
            "url_invalid_host",
            ERROR,
            URL,
            url("https://1.2.3.04"),
            url("https://1.2.3.4"),
        ),
        (
            "url_invalid_port",
            ERROR,
            URL,
            url("https://x:65536"),
            url("https://x:65535"),
        ),
        (
            "url_userinfo",
            WARNING,
            URL,
            url("https://u@x"),
            url("https://x/u@x"),
        ),
        (
            "url_idn_unchecked",
            WARNING,
            URL,
            url("https://xn--x"),
            url("https://xn-x"),
        ),
        (
            "url_non_ascii",
            WARNING,
            URL,
            url("https://x/é"),
            url("https://x/%C3%A9"),
        ),
        (
            "url_unencoded_character",
            WARNING,
            URL,
            url("https://x/{a}"),
            url("https://x/(a)"),
        ),
        (
            "url_bad_percent_encoding",
            WARNING,
            URL,
            url("https://x/%4"),
            url("https://x/%40"),
        ),
        (
            "url_fragment",
            WARNING,
            URL,
            url("https://x/#"),
            url("https://x/%23"),
        ),
        ("url_too_long", WARNING, URL, long(8_001), long(8_000)),
        (
            "header_name_invalid",
            ERROR,
            "$.request.headers.x y",
            header(r#""x y":"""#),
            header(r#""x-y":"""#),
        ),
        (
            "header_duplicate_singleton",
            ERROR,
            "$.request.headers.authorization",
            header(r#""Authorization":"","authorization":"""#),
            header(r#""Authorization":"""#),
        ),
        (
            "header_duplicate_name",
            WARNING,
            HEADER,
            header(r#""X":"","x":"""#),
            header(r#""X":"","x-":"""#),
        ),
        (
            "header_value_not_string",
            ERROR,
            HEADER,
            header(r#""x":1"#),
            header(r#""x":"1""#),
        ),
        (
            "header_injection",
            ERROR,
            HEADER,
            header(r#""x":"\r""#),
            header(r#""x":"r""#),
        ),
        (
            "header_value_invalid",
            ERROR,
            HEADER,
            header(r#""x":"a\u000bb""#),
            header(r#""x":"a\tb""#),
        ),
        (
            "header_value_non_ascii",
            WARNING,
            HEADER,
            header(r#""x":"\u0080""#),
            header(r#""x":"~""#),
        ),
        (
            "header_value_whitespace",
            WARNING,
            HEADER,
            header(r#""x":"a ""#),
            header(r#""x":"a a""#),
        ),
        (
            "header_client_managed",
            WARNING,
            "$.request.headers.TE",
            header(r#""TE":"""#),
            header(r#""TEE":"""#),
        ),
        (
            "content_type_missing",
            WARNING,
            "$.request.headers",
            with(r#","body":{}"#),
            typed("application/json"),
        ),
        (
            "content_type_invalid",
            ERROR,
            TYPE,
            typed("json"),
            typed("text/json"),
        ),
        (
            "content_type_not_json",
            WARNING,
            TYPE,
            typed("text/plain"),
            typed("text/x+json"),
        ),
        (
            "content_type_charset",
            WARNING,
            TYPE,
            typed("text/json;charset=ascii"),
            typed("text/json;charset=utf8"),
        ),
        (
            "query_empty_name",
            WARNING,
            "$.request.query[\"\"]",
            query(r#""":1"#),
            query(r#"" ":1"#),
        ),
        (
            "query_value_not_scalar",
            ERROR,
            QUERY,
            query(r#""a":{}"#),
            query(r#""a":"{}""#),
        ),
        (
            "query_array_ambiguous",
            WARNING,
            QUERY,
            query(r#""a":[]"#),
            query(r#""a":"[]""#),
        ),
        (
            "query_null",
            WARNING,
            QUERY,
            query(r#""a":null"#),
            query(r#""a":false"#),
        ),
        (
            "query_control_character",
            WARNING,
            QUERY,
            query(r#""a":"\u001f""#),
            query(r#""a":"\u0020""#),
        ),
        (
            "query_key_conflict",
            WARNING,
            "$.request.query.in",
            query(r#""in":1"#),
            query(r#""In":1"#),
        ),
        (
            "body_semantics_undefined",
            WARNING,
            BODY,
            body("{}", "1").replace("POST", "DELETE"),
            body("{}", "1"),
        ),
        (
            "schema_invalid",
            ERROR,
            "$.schema.type",
            body(r#"{"type":"any"}"#, "1"),
            body(r#"{"type":"number"}"#, "1"),
        ),
        (
            "schema_not_covered",
            ERROR,
            "$.schema.multipleOf",
            body(r#"{"multipleOf":2}"#, "1"),
            body(r#"{"title":2}"#, "1"),
        ),
        (
            "schema_format_not_checked",
            WARNING,
            "$.schema.format",
            body(r#"{"format":"uri"}"#, "1"),
            body(r#"{"title":"uri"}"#, "1"),
        ),
        (
            "body_missing",
            ERROR,
            BODY,
            method("GET").replace(r#""schema":{}"#, r#""schema":{"maxItems":0}"#),
            method("GET").replace(r#""schema":{}"#, r#""schema":{"title":""}"#),
        ),
        (
            "number_not_exact",
            WARNING,
            "$.request.n",
            with(r#","n":9007199254740993"#),
            with(r#","n":9007199254740992"#),
        ),
        (
            "missing_required",
            ERROR,
            "$.request.body.a",
            body(r#"{"required":["a"]}"#, "{}"),
            body(r#"{"required":["a"]}"#, r#"{"a":null}"#),
        ),
        (
            "type_mismatch",
            ERROR,
            BODY,
            body(r#"{"type":"integer"}"#, "\"1\""),
            body(r#"{"type":"integer"}"#, "1.0"),
        ),
        (
            "enum_mismatch",
            ERROR,
            BODY,
            body(r#"{"enum":["Red"]}"#, "\"red\""),
            body(r#"{"enum":["Red"]}"#, "\"Red\""),
        ),
        (
            "const_mismatch",
            ERROR,
            BODY,
            body(r#"{"const":1}"#, "true"),
            body(r#"{"const":1}"#, "1.0"),
        ),
        (
            "string_too_short",
            ERROR,
            BODY,
            body(r#"{"minLength":2}"#, "\"é\""),
            body(r#"{"minLength":2}"#, "\"éé\""),
        ),
        (
            "string_too_long",
            ERROR,
            BODY,
            body(r#"{"maxLength":1}"#, "\"éé\""),
            body(r#"{"maxLength":1}"#, "\"é\""),
        ),
        (
            "pattern_mismatch",
            ERROR,
            BODY,
            body(r#"{"pattern":"^a$"}"#, "\"a\\n\""),
            body(r#"{"pattern":"^a$"}"#, "\"a\""),
        ),
        (
            "minimum_violation",
            ERROR,
            BODY,
            body(r#"{"minimum":2}"#, "1.9"),
            body(r#"{"minimum":2}"#, "2"),
        ),
        (
            "maximum_violation",
            ERROR,
            BODY,
            body(r#"{"maximum":2}"#, "2.1"),
            body(r#"{"maximum":2}"#, "2"),
        ),
        (
            "exclusive_minimum_violation",
            ERROR,
            BODY,
            body(r#"{"exclusiveMinimum":2}"#, "2"),
            body(r#"{"exclusiveMinimum":2}"#, "2.1"),
        ),
        (
            "exclusive_maximum_violation",
            ERROR,
            BODY,
            body(r#"{"exclusiveMaximum":2}"#, "2"),
            body(r#"{"exclusiveMaximum":2}"#, "1.9"),
        ),
        (
            "array_too_short",
            ERROR,
            BODY,
            body(r#"{"minItems":1}"#, "[]"),
            body(r#"{"minItems":1}"#, "[0]"),
        ),
        (
            "array_too_long",
            ERROR,
            BODY,
            body(r#"{"maxItems":1}"#, "[0,0]"),
            body(r#"{"maxItems":1}"#, "[0]"),
        ),
        (
            "items_not_unique",
            ERROR,
            BODY,
            body(r#"{"uniqueItems":true}"#, "[1,1.0]"),
            body(r#"{"uniqueItems":true}"#, "[1,true]"),
        ),
        (
            "too_few_properties",
            ERROR,
            BODY,
            body(r#"{"minProperties":1}"#, "{}"),
            body(r#"{"minProperties":1}"#, r#"{"a":null}"#),
        ),
        (
            "too_many_properties",
            ERROR,
            BODY,
            body(r#"{"maxProperties":0}"#, r#"{"a":0}"#),
            body(r#"{"maxProperties":0}"#, "{}"),
        ),
        (
            "additional_property",
            ERROR,
            "$.request.body[\"a.b\"]",
            body(r#"{"additionalProperties":false}"#, r#"{"a.b":0}"#),
            body(r#"{"additionalProperties":false}"#, "{}"),
        ),
    ]
}

/// Error or warning, code and path of everything that a check finds.
fn found(input: &str) -> Vec<(bool, &'static str, String)> {
    let report = check_request(input.as_bytes()).expect(input);
    let of = |error: bool| {
        move |entry: &argument_check::preflight::Entry| {
            (error, entry.code.as_str(), entry.path.clone())
        }
    };
    let errors = report.errors.iter().map(of(ERROR));
    errors
        .chain(report.warnings.iter().map(of(WARNING)))
        .collect()
}

#[test]
fn every_code_fires_alone_and_not_on_its_near_miss() {
    for (code, error, path, fires, near) in table() {
        assert_eq!(found(&fires), [(error, code, path.to_owned())], "{fires}");
        assert_eq!(found(&near), [], "{code}: {near}");
    }
}

#[test]
fn the_table_leaves_out_only_the_codes_of_the_gate() {
    let known: BTreeSet<_> = CODES.split_whitespace().collect();
    let fired: BTreeSet<_> = table().iter().map(|row| row.0).collect();
    let left: Vec<_> = known.difference(&fired).copied().collect();
    assert_eq!(left, ["input_enum", "input_not_integer"]);
    assert_eq!(fired.difference(&known).count(), 0);
}

#[test]
fn answers_are_their_own_canonical_form_and_messages_quote_nothing() {
    for (code, .., fires, near) in table() {
        for input in [fires, near] {
            for answer in [request(input.as_bytes()), gate(input.as_bytes())] {
                let canonical = canonicalize(answer.as_bytes());
                assert_eq!(canonical.as_deref(), Ok(&*answer), "{code}");
            }
        }
    }
    let canary = "c4n4ry";
    let input = with(&format!(
        r#","headers":{{"A":"{canary}\r\n","B":"\u0001{canary}"}},"query":{{"a":["{canary}",{{}}]}},"body":"{canary}""#
    ));
    let input = input.replace(
        r#""schema":{}"#,
        r#""schema":{"enum":[1],"pattern":"^x","maxLength":1}"#,
    );
    let answer = request(input.as_bytes());
    assert_eq!(answer.matches("\"code\":").count(), 7, "{answer}");
    assert!(!answer.contains(canary));
}

#[test]
fn everything_is_named_at_once_in_the_order_of_evaluation() {
    let input = r#"{"economics":{"retryCostUsd":-1,"billsOnInvalidRequest":1,"budgetRemainingUsd":"x"},
        "schema":{"properties":{"a":{"type":"integer"}},"required":["b","a"]},
        "request":{"body":{"a":"1","n":1e-400},"query":{"q":{}},"headers":{"h h":"v"},"url":"x","method":""}}"#;
    let codes: Vec<_> = found(input)
        .into_iter()
        .map(|(_, code, path)| format!("{code} {path}"))
        .collect();
    assert_eq!(
        codes,
        [
            "method_invalid $.request.method",
            "url_not_absolute $.request.url",
            "header_name_invalid $.request.headers.h h",
            "query_value_not_scalar $.request.query.q",
            "missing_required $.request.body.b",
            "type_mismatch $.request.body.a",
            "input_missing $.economics.downstreamCostUsd",
            "input_type $.economics.billsOnInvalidRequest",
            "input_range $.economics.retryCostUsd",
            "input_type $.economics.budgetRemainingUsd",
            "content_type_missing $.request.headers",
            "number_not_exact $.request.body.n",
        ]
    );
    assert_eq!(
        found(r#"{"request":[1e-400],"schema":5}"#),
        [
            (ERROR, "input_type", "$.request".to_owned()),
            (ERROR, "input_type", "$.schema".to_owned()),
            (WARNING, "number_not_exact", "$.request[0]".to_owned()),
        ]
    );
    assert_eq!(
        found("{}"),
        [
            (ERROR, "input_missing", "$.request".to_owned()),
            (ERROR, "input_missing", "$.schema".to_owned()),
        ]
    );
}

#[test]
fn a_faulty_schema_leaves_the_body_unjudged_and_there_are_no_economics() {
    let terms =
        r#","economics":{"downstreamCostUsd":1,"billsOnInvalidRequest":true,"retryCostUsd":0}}"#;
    let with_terms = |input: String| input.strip_suffix('}').expect("an object").to_owned() + terms;
    for (schema, codes) in [
        (
            r#"{"type":"integer","$ref":"","properties":{"a":true},"format":"x"}"#,
            vec![
                "schema_not_covered",
                "schema_not_covered",
                "schema_format_not_checked",
            ],
        ),
        (
            r#"{"type":"integer","minimum":"1","$ref":""}"#,
            vec!["schema_invalid"],
        ),
    ] {
        for has_body in [true, false] {
            let mut input = with_terms(body(schema, "\"x\""));
            if !has_body {
                input = input.replace(",\"body\":\"x\"", "");
            }
            let all = found(&input);
            assert_eq!(all.iter().map(|entry| entry.1).collect::<Vec<_>>(), codes);
            let report = check_request(input.as_bytes()).expect("JSON");
            assert!(report.economics.is_none() && !report.is_valid());
        }
    }
    let doomed = with_terms(body(r#"{"type":"integer"}"#, "\"x\""));
    let economics = check_request(doomed.as_bytes()).expect("JSON").economics;
    assert_eq!(economics.expect("judged").decision(), "abort");
}

#[test]
fn the_gate_names_every_issue_once_with_range_before_integer() {
    let issues = |input: &str| -> Vec<String> {
        let report = preflight_tool_call(input.as_bytes()).expect(input);
        let issues = report.issues.iter();
        issues
            .map(|issue| format!("{} {}", issue.code.as_str(), issue.path))
            .collect()
    };
    assert_eq!(issues("[]"), ["input_type $"]);
    assert_eq!(
        issues(
            r#"{"preflightPriceUsd":1e7,"freshnessTtlSeconds":-1,"retryCap":0.5,"capabilities":{"canReusePriorResult":0,"canReduceScope":"x"},
                "history":[5,{"toolCallId":1,"fingerprint":null,"outcome":"lost","ageSeconds":-1,"goalHash":5,"resultReference":{}},{}],
                "budget":{"maxToolCallsRemaining":2.5,"reservedUsd":-1,"remainingUsd":1e19},
                "tool":{"provider":5,"operation":[],"request":{"a":9007199254740993,"b":[1e-400]},"estimatedModelCostUsd":true},
                "task":{},"stepId":null}"#
        ),
        [
            "input_missing $.runId",
            "input_type $.stepId",
            "input_missing $.task.goalHash",
            "input_type $.tool.provider",
            "input_type $.tool.operation",
            "number_not_exact $.tool.request.a",
            "number_not_exact $.tool.request.b[0]",
            "input_missing $.tool.estimatedExternalCostUsd",
            "input_type $.tool.estimatedModelCostUsd",
            "input_range $.budget.remainingUsd",
            "input_range $.budget.reservedUsd",
            "input_not_integer $.budget.maxToolCallsRemaining",
            "input_type $.history[0]",
            "input_type $.history[1].toolCallId",
            "input_type $.history[1].fingerprint",
            "input_enum $.history[1].outcome",
            "input_range $.history[1].ageSeconds",
            "input_type $.history[1].goalHash",
            "input_type $.history[1].resultReference",
            "input_missing $.history[2].toolCallId",
            "input_missing $.history[2].fingerprint",
            "input_missing $.history[2].outcome",
            "input_missing $.history[2].ageSeconds",
            "input_type $.capabilities.canReduceScope",
            "input_type $.capabilities.canReusePriorResult",
            "input_range $.retryCap",
            "input_range $.freshnessTtlSeconds",
            "input_range $.preflightPriceUsd",
        ]
    );
    assert_eq!(
        issues(
            r#"{"runId":"","stepId":"","task":5,"tool":{"provider":"","operation":"","request":[9007199254740993],"estimatedExternalCostUsd":0},"budget":[],"history":{},"capabilities":null}"#
        ),
        [
            "input_type $.task",
            "input_type $.tool.request",
            "input_type $.budget",
            "input_type $.history",
            "input_type $.capabilities",
        ]
    );
}
