use super::*;

fn faults(op: Op, text: &str) -> Vec<String> {
    read(op, text).err().unwrap_or_default()
}

/// Asserts that the answer to a check is refused with a message that holds `wanted`.
fn refused(text: &str, wanted: &str) {
    let found = faults(Op::Check, text);
    assert!(
        found.iter().any(|fault| fault.contains(wanted)),
        "{text}: {found:?}"
    );
}

fn repaired(entries: &str) -> String {
    format!(r#"{{"verdict":"REPAIRED","repaired":{{}},"diff":[{entries}]}}"#)
}

fn entry(path: &str, rule: &str, op: &str, before: &str, after: &str) -> String {
    format!(r#"{{"path":"{path}","rule":"{rule}","op":"{op}","before":{before},"after":{after}}}"#)
}

fn unrepairable(pairs: &[(&str, &str)]) -> String {
    let defects: Vec<String> = pairs
        .iter()
        .map(|(path, code)| format!(r#"{{"path":"{path}","code":"{code}"}}"#))
        .collect();
    format!(
        r#"{{"verdict":"UNREPAIRABLE","defects":[{}]}}"#,
        defects.join(",")
    )
}

#[test]
fn answers_of_every_kind_are_read() {
    let valid = r#"{"verdict":"VALID","statement":"no repair was needed","coverage":{"enforced":["type","enum"],"not_checked":["$.properties.x.format"]}}"#;
    let read = |op, text| super::read(op, text).unwrap();
    assert_eq!(read(Op::Check, valid).enforced.unwrap(), ["type", "enum"]);
    let text = repaired(
        &[
            entry("$arguments_text", "R2", "remove", "\",\"", "\"\""),
            entry("$arguments_text", "R1", "append", "null", "\"]}\""),
            entry("$.x", "R3", "replace", "\"1E2\"", "1E2"),
        ]
        .join(","),
    );
    assert_eq!(read(Op::Check, &text).rules, ["R2", "R1", "R3"]);
    let text = unrepairable(&[
        ("$.z", "missing_required"),
        ("$.x", "type_mismatch"),
        ("$.x", "enum_mismatch"),
    ]);
    assert_eq!(
        read(Op::Check, &text).codes,
        ["missing_required", "type_mismatch", "enum_mismatch"]
    );
    let text = r#"{"refusal":"schema_invalid","detail":[{"path":"$.type","keyword":"type"}]}"#;
    for op in [Op::Check, Op::Precheck] {
        let expected = read(op, text);
        assert_eq!(expected.outcome, Outcome::Refusal("schema_invalid".into()));
        assert_eq!(expected.detail.unwrap(), ["type"]);
    }
    assert_eq!(
        read(Op::Precheck, r#"{"assessable":true}"#).outcome,
        Outcome::Assessable
    );
    assert_eq!(
        read(Op::Gate, r#"{"decision":"allow"}"#).outcome,
        Outcome::Other
    );
}

#[test]
fn what_is_not_json_or_not_canonical_is_refused() {
    refused("", "not JSON");
    refused(r#"{"verdict":"VALID","verdict":"VALID"}"#, "twice");
    refused(r#"{"verdict": "VALID"}"#, "canonical");
    refused(r#"{"verdict":"\u0056ALID"}"#, "canonical");
    assert!(!faults(Op::Candidates, "[]").is_empty());
}

#[test]
fn members_are_those_of_the_verdict_and_no_others() {
    refused("[]", "neither a refusal nor a verdict");
    refused("{}", "neither a refusal nor a verdict");
    refused(r#"{"verdict":"valid"}"#, "neither a refusal nor a verdict");
    refused(r#"{"verdict":"VALID","repaired":{}}"#, "has the members");
    refused(
        r#"{"verdict":"VALID","engine_version":"x"}"#,
        "has the members",
    );
    refused(r#"{"verdict":"REPAIRED","repaired":{}}"#, "has the members");
    refused(
        r#"{"verdict":"REPAIRED","diff":[],"repaired":{}}"#,
        "in this order",
    );
    refused(
        r#"{"verdict":"UNREPAIRABLE","defects":[],"diff":[]}"#,
        "has the members",
    );
    refused(
        r#"{"verdict":"VALID","refusal":"schema_missing"}"#,
        "has the members",
    );
    refused(
        r#"{"verdict":"VALID","statement":"fine"}"#,
        "the statement of VALID",
    );
}

#[test]
fn a_refusal_has_a_known_code_and_places_only_where_there_are_some() {
    refused(r#"{"refusal":"schema_bad"}"#, "is no refusal");
    refused(r#"{"refusal":5}"#, "refusal is no string");
    refused(
        r#"{"refusal":"schema_missing","why":"x"}"#,
        "has the members",
    );
    refused(
        r#"{"refusal":"schema_invalid","detail":[]}"#,
        "names no place",
    );
    refused(
        r#"{"refusal":"schema_missing","detail":[{"path":"$","keyword":"x"}]}"#,
        "is []",
    );
    refused(r#"{"refusal":"schema_invalid","detail":{}}"#, "no list");
    refused(
        r#"{"refusal":"schema_invalid","detail":[{"path":"$"}]}"#,
        "has the members",
    );
    refused(
        r#"{"refusal":"schema_invalid","detail":[{"path":"x","keyword":"type"}]}"#,
        "D87",
    );
    assert!(faults(Op::Check, r#"{"refusal":"schema_missing","detail":[]}"#).is_empty());
}

#[test]
fn coverage_lists_keywords_in_published_order_and_paths_once() {
    let with = |enforced: &str, not_checked: &str| {
        format!(
            r#"{{"verdict":"VALID","coverage":{{"enforced":{enforced},"not_checked":{not_checked}}}}}"#
        )
    };
    refused(&with(r#"["enum","type"]"#, "[]"), "in this order");
    refused(&with(r#"["type","type"]"#, "[]"), "once each");
    refused(&with(r#"["format"]"#, "[]"), "enforced keywords");
    refused(&with("5", "[]"), "no list");
    refused(&with("[5]", "[]"), "no string");
    refused(&with("[]", r#"["title"]"#), "no path");
    refused(&with("[]", r#"["$.title","$.title"]"#), "twice");
    refused(
        r#"{"verdict":"VALID","coverage":{"enforced":[]}}"#,
        "has the members",
    );
    refused(r#"{"verdict":"VALID","coverage":[]}"#, "no object");
}

#[test]
fn a_repaired_answer_has_an_object_and_entries() {
    refused(&repaired(""), "at least one entry");
    refused(
        r#"{"verdict":"REPAIRED","repaired":[],"diff":[5]}"#,
        "`repaired` is no object",
    );
    refused(&repaired("5"), "no object");
    refused(
        &repaired(r#"{"path":"$.x","rule":"R3","before":"1","after":1}"#),
        "has the members",
    );
}

#[test]
fn an_entry_is_legal_for_its_rule() {
    for (rule, op, before, after) in [
        ("R3", "replace", "\"1.50\"", "1.50"),
        ("R4", "replace", "\"true\"", "true"),
        ("R5", "replace", r#"" {\"a\":1}\n""#, r#"{"a":1}"#),
        ("R6", "replace", "1E400", "\"1E400\""),
        ("R6", "replace", "true", "\"true\""),
        ("R7", "replace", "null", "[null]"),
        ("R8", "remove", "null", "null"),
        ("R9", "replace", "\"éLAN\"", "\"Élan\""),
    ] {
        let found = faults(Op::Check, &repaired(&entry("$.x", rule, op, before, after)));
        assert!(found.is_empty(), "{rule}: {found:?}");
    }
}

#[test]
fn an_entry_that_its_rule_could_not_make_is_refused() {
    for (rule, op, before, after) in [
        ("R3", "replace", "\"1.50\"", "1.5"),
        ("R3", "replace", "1", "1"),
        ("R4", "replace", "\"true\"", "false"),
        ("R4", "replace", "\"True\"", "true"),
        ("R5", "replace", r#""{\"a\":1}""#, r#"{"a":2}"#),
        ("R5", "replace", r#""[1,]""#, "[1]"),
        ("R5", "replace", "\"5\"", "5"),
        ("R6", "replace", "1.0", "\"1\""),
        ("R6", "replace", "null", "\"null\""),
        ("R7", "replace", "[1]", "[[1]]"),
        ("R7", "replace", "1", "[2]"),
        ("R8", "remove", "1", "null"),
        ("R9", "replace", "\"red\"", "\"Blue\""),
        ("R9", "replace", "\"red\"", "\"red\""),
    ] {
        refused(
            &repaired(&entry("$.x", rule, op, before, after)),
            "does not make",
        );
    }
    for (rule, op, before, after) in [
        ("R1", "append", "null", "\"\""),
        ("R1", "append", "null", "\"\\\"}\""),
        ("R1", "append", "\"\"", "\"}\""),
        ("R2", "remove", "\",\"", "null"),
    ] {
        refused(
            &repaired(&entry("$arguments_text", rule, op, before, after)),
            "does not make",
        );
    }
}

#[test]
fn an_entry_has_the_operation_and_the_place_of_its_rule() {
    refused(
        &repaired(&entry("$.x", "R10", "replace", "1", "2")),
        "is no rule",
    );
    refused(
        &repaired(&entry("$.x", "R3", "set", "\"1\"", "1")),
        "the op of R3",
    );
    refused(
        &repaired(&entry("$", "R5", "replace", "\"{}\"", "{}")),
        "no business",
    );
    refused(
        &repaired(&entry("$.x", "R2", "remove", "\",\"", "\"\"")),
        "no business",
    );
    refused(
        &repaired(&entry("$arguments_text", "R8", "remove", "null", "null")),
        "no business",
    );
    refused(
        &repaired(&entry("x", "R8", "remove", "null", "null")),
        "D87",
    );
}

#[test]
fn text_entries_come_first() {
    let comma = entry("$arguments_text", "R2", "remove", "\",\"", "\"\"");
    let close = entry("$arguments_text", "R1", "append", "null", "\"}\"");
    let null = entry("$.x", "R8", "remove", "null", "null");
    for wrong in [
        [&close, &comma],
        [&null, &comma],
        [&null, &close],
        [&close, &close],
    ] {
        refused(
            &repaired(&format!("{},{}", wrong[0], wrong[1])),
            "come first",
        );
    }
}

#[test]
fn defects_are_closed_codes_in_order_and_once() {
    refused(&unrepairable(&[]), "at least one entry");
    refused(&unrepairable(&[("$.x", "type_error")]), "is no code");
    refused(&unrepairable(&[("x", "type_mismatch")]), "D87");
    refused(
        &unrepairable(&[("$.x", "type_mismatch"), ("$.z", "missing_required")]),
        "before every other",
    );
    refused(
        &unrepairable(&[("$.x", "type_mismatch"), ("$.x", "type_mismatch")]),
        "repeated",
    );
    refused(
        &unrepairable(&[("$.x", "enum_mismatch"), ("$.x", "type_mismatch")]),
        "published order",
    );
    refused(
        &unrepairable(&[("$.x", "invalid_json_text")]),
        "does not belong",
    );
    refused(
        &unrepairable(&[("$arguments_text", "type_mismatch")]),
        "does not belong",
    );
    refused(
        &unrepairable(&[
            ("$.x", "type_mismatch"),
            ("$arguments_text", "invalid_json_text"),
        ]),
        "no other defect",
    );
    refused(
        r#"{"verdict":"UNREPAIRABLE","defects":[{"path":"$"}]}"#,
        "has the members",
    );
}

#[test]
fn a_reason_is_one_of_the_fixed_sentences() {
    let with = |reason: &str| {
        format!(
            r#"{{"verdict":"UNREPAIRABLE","defects":[{{"path":"$.x","code":"minimum_violation","reason":"{reason}"}}]}}"#
        )
    };
    assert!(faults(Op::Check, &with("the number is below minimum: 5")).is_empty());
    refused(&with("too small"), "is no reason");
}

#[test]
fn a_precheck_reveals_no_verdict() {
    assert!(!faults(Op::Precheck, r#"{"verdict":"VALID"}"#).is_empty());
    assert!(!faults(Op::Precheck, r#"{"assessable":false}"#).is_empty());
    assert!(!faults(Op::Precheck, r#"{"assessable":true,"detail":[]}"#).is_empty());
    refused(r#"{"assessable":true}"#, "neither a refusal nor a verdict");
}
