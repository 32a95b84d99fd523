//! The decisive cases of each group of readings, as sentences.

use super::{check, explain, precheck, tentative};

/// The verdict and what stands beside it, or the refusal and its detail.
fn core(body: &str) -> String {
    let answer = check(body.as_bytes());
    assert_eq!(
        explain(body.as_bytes()).answer,
        answer,
        "a trace changes nothing"
    );
    for start in ["\"repaired\":", "\"defects\":", "\"refusal\":"] {
        if let Some(at) = answer.find(start) {
            return answer[at..answer.len() - 1].to_string();
        }
    }
    assert!(answer.contains(r#""verdict":"VALID""#), "{answer}");
    "VALID".into()
}

/// Arguments against a schema for their member `x`.
fn x(schema: &str, arguments: &str) -> String {
    core(&format!(
        r#"{{"arguments":{arguments},"schema":{{"type":"object","properties":{{"x":{schema}}}}}}}"#
    ))
}

/// A text against the empty schema.
fn text(text: &str) -> String {
    core(&format!(
        r#"{{"arguments_text":{},"schema":{{}}}}"#,
        super::json::quote(text)
    ))
}

/// The paths and codes of an answer's defects.
fn codes(core: &str) -> Vec<String> {
    let defects = core.strip_prefix("\"defects\":").expect("defects");
    let super::Value::Array(defects) = super::json::read(defects).expect("an array") else {
        panic!("{core}")
    };
    let part = |d: &super::Value, name| match d.member(name) {
        Some(super::Value::String(s)) => s.clone(),
        _ => String::new(),
    };
    defects
        .iter()
        .map(|d| format!("{} {}", part(d, "path"), part(d, "code")))
        .collect()
}

#[test]
fn d1_to_d5_refusals_come_in_published_order() {
    for (body, code) in [
        (
            r#"{"arguments":{"x":1,"x":2},"schema":{}}"#,
            "invalid_request_body",
        ),
        (
            r#"{"arguments":{},"arguments_text":"{}"}"#,
            "schema_missing",
        ),
        (r#"{"arguments":{},"schema":null}"#, "schema_invalid"),
        (r#"{"schema":{"$defs":{}}}"#, "schema_not_covered"),
        (r#"{"schema":{}}"#, "arguments_missing"),
        (
            r#"{"arguments":{},"arguments_text":null,"schema":{}}"#,
            "arguments_ambiguous",
        ),
        (r#"{"arguments":"{}","schema":{}}"#, "arguments_not_object"),
        (
            r#"{"arguments_text":"[1,","schema":{}}"#,
            "arguments_not_object",
        ),
        (
            r#"{"arguments_text":5,"schema":{}}"#,
            "arguments_text_invalid",
        ),
    ] {
        assert!(
            core(body).starts_with(&format!("\"refusal\":\"{code}\"")),
            "{body}"
        );
    }
}

#[test]
fn d8_and_d10_depth_is_64_containers_before_and_after_repair() {
    let nest = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    let body = |n| format!(r#"{{"arguments":{{"x":{}}},"schema":{{}}}}"#, nest(n));
    assert_eq!(core(&body(63)), "VALID");
    assert!(core(&body(64)).contains("arguments_too_deep"));
    let string = |n| format!(r#"{{"x":"{}"}}"#, nest(n));
    assert!(x(r#"{"type":"array"}"#, &string(63)).contains("\"R5\""));
    assert_eq!(
        codes(&x(r#"{"type":"array"}"#, &string(64))),
        ["$.x type_mismatch"]
    );
}

#[test]
fn d11_the_cap_is_inclusive_and_tested_first() {
    let padded = |n: usize| {
        let body = r#"{"arguments":{},"schema":{}}"#;
        format!("{body}{}", " ".repeat(n - body.len()))
    };
    assert_eq!(core(&padded(262_144)), "VALID");
    assert!(core(&padded(262_145)).contains("CAP-EXCEEDED:body_bytes"));
}

#[test]
fn d13_a_pre_check_does_not_depend_on_the_verdict() {
    let body = |x: &str| {
        format!(
            r#"{{"arguments":{{"x":{x}}},"schema":{{"properties":{{"x":{{"type":"integer"}}}}}}}}"#
        )
    };
    let answers = ["1", "\"1\"", "\"q\""].map(|x| precheck(body(x).as_bytes()));
    let assessable =
        r#"{"criteria_id":"tool-argument/v1","criteria_version":"1.0.0","assessable":true}"#;
    assert!(answers.iter().all(|answer| answer == assessable));
    assert_eq!(precheck(b"{}"), check(b"{}"));
}

#[test]
fn d14_every_offending_place_is_listed_in_document_order() {
    let places = x(r##"{"$ref":"#/a","multipleOf":2}"##, "{}");
    let first = r#"{"path":"$.properties.x.$ref","keyword":"$ref"}"#;
    let second = r#"{"path":"$.properties.x.multipleOf","keyword":"multipleOf"}"#;
    assert_eq!(
        places,
        format!(r#""refusal":"schema_not_covered","detail":[{first},{second}]"#)
    );
}

#[test]
fn d25_and_d91_a_verdict_says_what_it_did_not_check() {
    let body = br#"{"arguments":{},"schema":{"title":"t","properties":{"x":{"format":"email"}}}}"#;
    let expected = concat!(
        r#"{"criteria_id":"tool-argument/v1","criteria_version":"1.0.0","engine_version":"0.1.0+unicode.17","#,
        r#""verdict":"VALID","statement":"no repair was needed","#,
        r#""coverage":{"enforced":["properties"],"not_checked":["$.title","$.properties.x.format"]}}"#,
    );
    assert_eq!(check(body), expected);
}

#[test]
fn d28_patterns_are_sought_anywhere_and_end_only_at_the_end() {
    assert_eq!(x(r#"{"pattern":"b"}"#, r#"{"x":"abc"}"#), "VALID");
    assert_eq!(
        codes(&x(r#"{"pattern":"^a$"}"#, r#"{"x":"a\n"}"#)),
        ["$.x pattern_mismatch"]
    );
}

#[test]
fn d29_the_budget_sums_over_the_schema() {
    let body = |n: usize| {
        let members: Vec<_> = (0..n)
            .map(|i| format!(r#""p{i}":{{"pattern":"a{{5000}}"}}"#))
            .collect();
        format!(
            r#"{{"arguments":{{}},"schema":{{"properties":{{{}}}}}}}"#,
            members.join(",")
        )
    };
    assert_eq!(core(&body(10)), "VALID");
    assert!(
        core(&body(11))
            .contains(r#"[{"path":"$.properties.p10.pattern","keyword":"pattern budget"}]"#)
    );
}

#[test]
fn d30_to_d34_numbers_are_kept_as_written_and_compared_by_value() {
    let repaired = x(r#"{"type":"integer"}"#, r#"{"x":"1E2","y":1.50}"#);
    assert!(
        repaired.starts_with(r#""repaired":{"x":1E2,"y":1.50}"#),
        "{repaired}"
    );
    assert_eq!(
        x(
            r#"{"maximum":1e99999999999999999999}"#,
            r#"{"x":1e99999999999999999998}"#
        ),
        "VALID"
    );
    let over = x(
        r#"{"maximum":9007199254740992.0}"#,
        r#"{"x":9007199254740993}"#,
    );
    assert!(
        over.contains("the number is above maximum: 9007199254740992.0"),
        "{over}"
    );
}

#[test]
fn d37_to_d47_a_text_is_mended_by_commas_and_closers_only() {
    let mended = text("{\"a\":[1,],\"b\":{\"c\":2,");
    assert!(
        mended.starts_with(r#""repaired":{"a":[1],"b":{"c":2}}"#),
        "{mended}"
    );
    let diff =
        r#"{"path":"$arguments_text","rule":"R1","op":"append","before":null,"after":"}}"}]"#;
    assert!(mended.ends_with(diff), "{mended}");
    for text_as_it_stays in [
        "{\"a\":12",
        "{\"a\":tru",
        "{\"a\":",
        "{\"a\":[1}",
        "{} x",
        "{\"a\":[1,,]}",
    ] {
        assert_eq!(
            codes(&text(text_as_it_stays)),
            ["$arguments_text invalid_json_text"]
        );
    }
}

#[test]
fn d51_to_d54_one_outcome_of_the_listed_types_is_required() {
    assert_eq!(
        x(r#"{"type":["string","number"]}"#, r#"{"x":"5"}"#),
        "VALID"
    );
    assert!(x(r#"{"type":["integer","null"]}"#, r#"{"x":"5"}"#).contains("\"R3\""));
    assert_eq!(
        codes(&x(r#"{"type":["number","array"]}"#, r#"{"x":"5"}"#)),
        ["$.x type_mismatch"]
    );
    let chain = x(r#"{"type":"string","enum":["TRUE"]}"#, r#"{"x":true}"#);
    assert!(chain.starts_with(r#""repaired":{"x":"TRUE"}"#), "{chain}");
    // Without any candidate R9 stays possible, whatever the type says (D78).
    let cased = x(r#"{"type":"integer","enum":["A"]}"#, r#"{"x":"a"}"#);
    assert_eq!(codes(&cased), ["$.x type_mismatch"]);
    // A candidate that may not be taken leaves no room for it.
    let barred = x(
        r#"{"type":["integer","array"],"items":{"type":"null"},"enum":["A"]}"#,
        r#"{"x":"a"}"#,
    );
    assert_eq!(codes(&barred), ["$.x type_mismatch", "$.x enum_mismatch"]);
}

#[test]
fn d65_and_d69_an_unwrapped_value_stays_and_a_failed_wrap_goes() {
    let object = r#"{"type":"object","properties":{"a":{"type":"integer"}},"required":["z"]}"#;
    assert_eq!(
        codes(&x(object, r#"{"x":"{\"a\":\"q\"}"}"#)),
        ["$.x.z missing_required", "$.x.a type_mismatch"]
    );
    let wrapped =
        r#"{"type":"array","items":{"type":"object","properties":{"n":{"type":"string"}}}}"#;
    assert!(x(wrapped, r#"{"x":{"n":1}}"#).starts_with(r#""repaired":{"x":[{"n":"1"}]}"#));
    let failing = r#"{"type":"array","items":{"type":"integer","minimum":5}}"#;
    assert_eq!(codes(&x(failing, r#"{"x":"3"}"#)), ["$.x type_mismatch"]);
    let body =
        format!(r#"{{"arguments":{{"x":"3"}},"schema":{{"properties":{{"x":{failing}}}}}}}"#);
    let tree = tentative(body.as_bytes()).expect("a tree");
    assert_eq!(
        tree.render(),
        r#"{"x":"3"}"#,
        "the wrap and the repair inside it are undone"
    );
}

#[test]
fn d56_children_of_a_value_whose_type_fails_are_still_walked() {
    let schema =
        r#"{"type":"array","items":{"type":"integer"},"properties":{"a":{"type":"integer"}}}"#;
    let body = format!(
        r#"{{"arguments":{{"x":{{"a":"1"}}}},"schema":{{"properties":{{"x":{schema}}}}}}}"#
    );
    assert_eq!(codes(&core(&body)), ["$.x type_mismatch"]);
    assert_eq!(
        tentative(body.as_bytes()).expect("a tree").render(),
        r#"{"x":{"a":1}}"#
    );
}

#[test]
fn d71_to_d74_an_optional_null_goes_at_its_turn_and_a_required_one_is_a_value() {
    let order = core(
        r#"{"arguments":{"a":"1","b":null,"c":"2"},"schema":{"properties":{"a":{"type":"integer"},"b":{"type":"array"},"c":{"type":"integer"}}}}"#,
    );
    let rules: Vec<_> = order
        .match_indices("\"rule\":\"")
        .map(|(at, m)| &order[at + m.len()..][..2])
        .collect();
    assert_eq!(rules, ["R3", "R8", "R3"]);
    let required = r#"{"arguments":{"x":null},"schema":{"properties":{"x":{"type":"array"}},"required":["x"]}}"#;
    assert!(core(required).starts_with(r#""repaired":{"x":[null]}"#));
}

#[test]
fn d79_to_d82_defects_are_all_named_in_order() {
    let body = r#"{"arguments":{"z":1,"a":"q","b":{}},"schema":{"properties":{"a":{"type":"integer","enum":[1]},"b":{"required":["q"]}},"required":["r"],"additionalProperties":false}}"#;
    assert_eq!(
        codes(&core(body)),
        [
            "$.r missing_required",
            "$.b.q missing_required",
            "$.z additional_property",
            "$.a type_mismatch",
            "$.a enum_mismatch",
        ]
    );
}

#[test]
fn a_trace_names_the_reading_of_what_did_not_fire() {
    let body = br#"{"arguments":{"x":"4.5"},"schema":{"properties":{"x":{"type":"integer"}}}}"#;
    let steps = explain(body).steps;
    let step = steps
        .iter()
        .find(|step| step.rule == "R3")
        .expect("R3 was tried");
    assert_eq!(
        (step.path.as_str(), step.outcome.as_str(), step.reading),
        ("$.x", "not fired", "D59")
    );
}

#[test]
fn a_body_as_deep_as_the_cap_allows_is_answered() {
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    let ignored = format!(
        r#"{{"arguments":{{}},"schema":{{}},"x":{}}}"#,
        deep(130_000)
    );
    assert_eq!(core(&ignored), "VALID");
    let nesting = format!(
        r#"{{"arguments":{{}},"schema":{{"default":{}}}}}"#,
        deep(130_000)
    );
    assert!(core(&nesting).contains("nesting"));
}
