use super::*;
use crate::answer::tests::{REFUSED, repaired, unrepairable, valid};
use crate::lossless::read_str;
use argument_check_corpus::Op;

/// A judge whose tentative tree is always `tree`.
fn judge_with(tree: &str) -> JsonschemaJudge {
    let tree = read_str(tree).ok();
    JsonschemaJudge::new(Arc::new(move |_: &[u8]| tree.clone()), Arc::default())
}

fn judge(schema: &str, arguments: &str, answer: &str) -> (Judgement, JsonschemaJudge) {
    let judge = judge_with(arguments);
    let body = format!(r#"{{"arguments":{arguments},"schema":{schema}}}"#);
    let exchange = Exchange {
        op: Op::Check,
        body: body.as_bytes(),
        answer,
    };
    (judge.judge(&exchange), judge)
}

/// The defects, and only they, agree; dropping or adding one is found.
fn exactly(schema: &str, arguments: &str, defects: &[(&str, Code)]) {
    let right = if defects.is_empty() {
        valid()
    } else {
        unrepairable(defects)
    };
    assert_eq!(
        judge(schema, arguments, &right).0,
        Judgement::Agrees,
        "{schema} {arguments}"
    );
    for left_out in 0..defects.len() {
        let mut fewer = defects.to_vec();
        fewer.remove(left_out);
        let wrong = if fewer.is_empty() {
            valid()
        } else {
            unrepairable(&fewer)
        };
        let (judgement, _) = judge(schema, arguments, &wrong);
        assert!(
            matches!(judgement, Judgement::Disagrees(_)),
            "{schema} {arguments}"
        );
    }
    let mut more = defects.to_vec();
    more.push(("$.unheard", Code::ConstMismatch));
    let (judgement, _) = judge(schema, arguments, &unrepairable(&more));
    assert!(
        matches!(judgement, Judgement::Disagrees(_)),
        "{schema} {arguments}"
    );
}

#[test]
fn numbers_reach_the_validator_in_arbitrary_precision() {
    let value: serde_json::Value = serde_json::from_str("1e400").unwrap();
    assert!(value.is_number());
    let digits = "123456789012345678901234567890.50";
    assert_eq!(
        digits.parse::<serde_json::Number>().unwrap().to_string(),
        digits
    );
}

#[test]
fn every_code_of_a_tree_is_mapped() {
    use Code::*;
    exactly(r#"{"type":"array"}"#, r#"{"x":1}"#, &[("$", TypeMismatch)]);
    let x = |sub: &str, value: &str, defects: &[(&str, Code)]| {
        exactly(
            &format!(r#"{{"type":"object","properties":{{"x":{sub}}}}}"#),
            &format!(r#"{{"x":{value}}}"#),
            defects,
        );
    };
    x(
        r#"{"type":"integer","enum":[1]}"#,
        r#""q""#,
        &[("$.x", TypeMismatch), ("$.x", EnumMismatch)],
    );
    x(r#"{"const":null}"#, "1", &[("$.x", ConstMismatch)]);
    x(
        r#"{"minLength":3,"maxLength":1}"#,
        r#""😀é""#,
        &[("$.x", StringTooShort), ("$.x", StringTooLong)],
    );
    x(
        r#"{"minimum":5,"exclusiveMinimum":5.0}"#,
        "4",
        &[
            ("$.x", MinimumViolation),
            ("$.x", ExclusiveMinimumViolation),
        ],
    );
    x(
        r#"{"maximum":1,"exclusiveMaximum":2}"#,
        "2",
        &[
            ("$.x", MaximumViolation),
            ("$.x", ExclusiveMaximumViolation),
        ],
    );
    x(
        r#"{"minItems":3,"maxItems":1,"uniqueItems":true}"#,
        "[1,1.0]",
        &[
            ("$.x", ArrayTooShort),
            ("$.x", ArrayTooLong),
            ("$.x", ItemsNotUnique),
        ],
    );
    x(
        r#"{"minProperties":2,"maxProperties":0}"#,
        r#"{"a":1}"#,
        &[("$.x", TooFewProperties), ("$.x", TooManyProperties)],
    );
    x(
        r#"{"required":["b","c"],"properties":{"a":{"type":"integer"}}}"#,
        r#"{"a":"q"}"#,
        &[
            ("$.x.b", MissingRequired),
            ("$.x.c", MissingRequired),
            ("$.x.a", TypeMismatch),
        ],
    );
    x(
        r#"{"properties":{"a":{}},"additionalProperties":false}"#,
        r#"{"a":1,"b":2,"c.d":3}"#,
        &[
            ("$.x.b", AdditionalProperty),
            (r#"$.x["c.d"]"#, AdditionalProperty),
        ],
    );
    x(
        r#"{"items":{"type":"string"}}"#,
        "[1,\"a\",null]",
        &[("$.x[0]", TypeMismatch), ("$.x[2]", TypeMismatch)],
    );
}

#[test]
fn numbers_are_exact() {
    let bounded = |keyword: &str, limit: &str, number: &str, defects: &[(&str, Code)]| {
        exactly(
            &format!(r#"{{"properties":{{"x":{{"{keyword}":{limit}}}}}}}"#),
            &format!(r#"{{"x":{number}}}"#),
            defects,
        );
    };
    let above = [("$.x", Code::MaximumViolation)];
    bounded("maximum", "9007199254740992", "9007199254740993", &above);
    bounded("maximum", "0.1", "0.10000000000000000001", &above);
    bounded("maximum", "1e308", "1e400", &above);
    bounded("maximum", "1E400", "10e399", &[]);
    bounded(
        "maximum",
        "1e999999999999999999",
        "1e999999999999999998",
        &[],
    );
    bounded("const", "1E400", "10e399", &[]);
    bounded("const", "9007199254740993", "9007199254740993.0", &[]);
    bounded("type", "\"integer\"", "1.0", &[]);
    bounded("type", "\"integer\"", "100e-2", &[]);
    bounded(
        "type",
        "\"integer\"",
        "1e-400",
        &[("$.x", Code::TypeMismatch)],
    );
    bounded(
        "minLength",
        "18446744073709551616",
        "\"a\"",
        &[("$.x", Code::StringTooShort)],
    );
    bounded("minLength", "1e0", "\"a\"", &[]);
}

#[test]
fn a_repaired_blob_must_conform() {
    let schema = r#"{"properties":{"x":{"type":"integer"}}}"#;
    let entry = r#"{"path":"$.x","rule":"R3","op":"replace","before":"1","after":1}"#;
    assert_eq!(
        judge(schema, r#"{"x":"1"}"#, &repaired(r#"{"x":1}"#, entry)).0,
        Judgement::Agrees
    );
    assert!(matches!(
        judge(schema, r#"{"x":"1"}"#, &repaired(r#"{"x":"1"}"#, entry)).0,
        Judgement::Disagrees(_)
    ));
}

#[test]
fn j1_drops_only_the_fused_required_error() {
    let schema = r#"{"properties":{},"required":["a"],"additionalProperties":false}"#;
    let (judgement, judge) = judge(
        schema,
        r#"{"a":1}"#,
        &unrepairable(&[("$.a", Code::AdditionalProperty)]),
    );
    assert_eq!(judgement, Judgement::Agrees);
    assert_eq!(judge.hits.of(Allowance::J1), 1);
    let missing = [
        ("$.a", Code::MissingRequired),
        ("$.b", Code::AdditionalProperty),
    ];
    exactly(schema, r#"{"b":1}"#, &missing);
    let two = r#"{"properties":{},"required":["a","b"],"additionalProperties":false}"#;
    exactly(
        two,
        r#"{"a":1}"#,
        &[
            ("$.b", Code::MissingRequired),
            ("$.a", Code::AdditionalProperty),
        ],
    );
}

#[test]
fn j2_skips_the_bound_but_not_the_rest() {
    let schema = r#"{"properties":{"x":{"maximum":18446744073709551616},"y":{"type":"null"}}}"#;
    let arguments = r#"{"x":18446744073709551616.5,"y":null}"#;
    let right = unrepairable(&[("$.x", Code::MaximumViolation)]);
    let (judgement, judge_used) = judge(schema, arguments, &right);
    assert_eq!(judgement, Judgement::NotComparable(Reason::WideLimit));
    assert_eq!(judge_used.hits.of(Allowance::J2), 1);
    let wrong = unrepairable(&[("$.x", Code::MaximumViolation), ("$.y", Code::TypeMismatch)]);
    assert!(matches!(
        judge(schema, arguments, &wrong).0,
        Judgement::Disagrees(_)
    ));
}

#[test]
fn j2_skips_a_number_in_other_spelling_that_rounds_off_its_limit() {
    let schema = r#"{"properties":{"x":{"minimum":9007199254740993}}}"#;
    let (judgement, used) = judge(schema, r#"{"x":9.007199254740993E+15}"#, &valid());
    assert_eq!(judgement, Judgement::NotComparable(Reason::WideLimit));
    assert_eq!(used.hits.of(Allowance::J2), 1);
    // The validator itself is wrong here: without the entry it would blame the engine.
    let instance = serde_json::from_str(r#"{"x":9.007199254740993E+15}"#).unwrap();
    let schema = serde_json::from_str(schema).unwrap();
    assert!(!jsonschema::is_valid(&schema, &instance));
}

#[test]
fn j3_and_j4_are_skipped_by_predicate() {
    let x = |sub: &str| format!(r#"{{"properties":{{"x":{sub}}}}}"#);
    let (judgement, used) = judge(
        &x(r#"{"maximum":1e9223372036854775807}"#),
        r#"{"x":1e9223372036854775808}"#,
        &valid(),
    );
    assert_eq!(judgement, Judgement::NotComparable(Reason::WideExponent));
    assert_eq!(used.hits.of(Allowance::J3), 1);
    let (judgement, used) = judge(&x(r#"{"maxLength":1e400}"#), r#"{"x":"a"}"#, &valid());
    assert_eq!(judgement, Judgement::NotComparable(Reason::WideCount));
    assert_eq!(used.hits.of(Allowance::J4), 1);
    exactly(&x(r#"{"maximum":1e400}"#), r#"{"x":1}"#, &[]);
}

#[test]
fn j5_and_j6_are_stripped() {
    let schema = r#"{"$schema":"http://json-schema.org/draft-04/schema#","title":5,"properties":{"x":{"$id":"http://[","$schema":"http://json-schema.org/draft-04/schema#","const":1,"format":5,"default":9,"examples":"x"}}}"#;
    exactly(schema, r#"{"x":1}"#, &[]);
    exactly(schema, r#"{"x":2}"#, &[("$.x", Code::ConstMismatch)]);
    let (_, used) = judge(schema, r#"{"x":1}"#, &valid());
    assert_eq!(
        (used.hits.of(Allowance::J5), used.hits.of(Allowance::J6)),
        (3, 3)
    );
}

#[test]
fn j7_expands_a_false_schema() {
    let closed = r#"{"additionalProperties":false}"#;
    let both = [
        ("$.y", Code::AdditionalProperty),
        ("$.z", Code::AdditionalProperty),
    ];
    exactly(closed, r#"{"y":null,"z":1}"#, &both);
    exactly(closed, "{}", &[]);
    exactly(
        r#"{"properties":{},"additionalProperties":false}"#,
        r#"{"y":null,"z":1}"#,
        &both,
    );
    exactly(
        r#"{"required":["a"],"additionalProperties":false}"#,
        r#"{"a":1}"#,
        &[("$.a", Code::AdditionalProperty)],
    );
    exactly(
        r#"{"items":{},"properties":{"x":{"items":{"additionalProperties":false}}}}"#,
        r#"{"x":[{},{"q":1}]}"#,
        &[("$.x[1].q", Code::AdditionalProperty)],
    );
    let (_, used) = judge(
        closed,
        r#"{"y":1}"#,
        &unrepairable(&[("$.y", Code::AdditionalProperty)]),
    );
    assert_eq!(used.hits.of(Allowance::J7), 1);
}

#[test]
fn j8_leaves_patterns_to_the_other_judge() {
    let schema = r#"{"properties":{"x":{"pattern":"(","minLength":2}}}"#;
    let both = [
        ("$.x", Code::StringTooShort),
        ("$.x", Code::PatternMismatch),
    ];
    assert_eq!(
        judge(schema, r#"{"x":"a"}"#, &unrepairable(&both)).0,
        Judgement::Agrees
    );
    assert_eq!(
        judge(schema, r#"{"x":"a"}"#, &unrepairable(&both[..1])).0,
        Judgement::Agrees
    );
}

#[test]
fn j9_a_verdict_on_an_uncovered_or_invalid_schema_is_refused() {
    for schema in [
        r##"{"$ref":"#/x"}"##,
        r#"{"properties":{"x":{"multipleOf":5}}}"#,
        r#"{"type":"any"}"#,
        r#"{"required":["a","a"]}"#,
        r#"{"minLength":-1}"#,
        r#"{"properties":5}"#,
        "true",
    ] {
        assert!(
            matches!(judge(schema, "{}", &valid()).0, Judgement::Disagrees(_)),
            "{schema}"
        );
    }
    let (judgement, used) = judge("{}", "{}", REFUSED);
    assert_eq!(judgement, Judgement::NotComparable(Reason::NoVerdict));
    assert_eq!(used.hits.of(Allowance::J9), 1);
}

fn judge_body(body: &str, answer: &str) -> Judgement {
    judge_with("5 5").judge(&Exchange {
        op: Op::Check,
        body: body.as_bytes(),
        answer,
    })
}

#[test]
fn j10_a_verdict_on_duplicate_names_is_refused() {
    let wrong = [
        r#"{"arguments":{"x":1,"x":2},"schema":{}}"#,
        r#"{"arguments_text":"{\"x\":1,\"x\":2}","schema":{}}"#,
    ];
    for body in wrong {
        assert!(
            matches!(judge_body(body, &valid()), Judgement::Disagrees(_)),
            "{body}"
        );
    }
}

#[test]
fn an_unreadable_text_is_not_comparable_only_if_it_is_unreadable() {
    let answer = unrepairable(&[("$arguments_text", Code::InvalidJsonText)]);
    let body = |text: &str| {
        format!(
            r#"{{"arguments_text":{},"schema":{{}}}}"#,
            Value::String(text.to_owned()).to_text()
        )
    };
    assert_eq!(
        judge_body(&body("{\"a\":"), &answer),
        Judgement::NotComparable(Reason::UnreadableText)
    );
    assert!(matches!(
        judge_body(&body("{\"a\":1}"), &answer),
        Judgement::Disagrees(_)
    ));
    assert!(matches!(
        judge_body(&body("[1,]"), &valid()),
        Judgement::Disagrees(_)
    ));
    let two = unrepairable(&[
        ("$arguments_text", Code::InvalidJsonText),
        ("$.z", Code::MissingRequired),
    ]);
    assert!(matches!(
        judge_body(&body("{\"a\":"), &two),
        Judgement::Disagrees(_)
    ));
}

#[test]
fn without_a_tentative_tree_defects_cannot_be_compared() {
    assert_eq!(
        judge_body(
            r#"{"arguments":{},"schema":{}}"#,
            &unrepairable(&[("$.x", Code::MissingRequired)])
        ),
        Judgement::NotComparable(Reason::NoTentativeTree)
    );
}

#[test]
fn evidence_keeps_keys_out_of_its_summary() {
    let schema = r#"{"required":["canary"]}"#;
    let (Judgement::Disagrees(evidence), _) = judge(schema, "{}", &valid()) else {
        panic!("a wrong VALID passed");
    };
    assert!(!evidence.summary.contains("canary"), "{}", evidence.summary);
    assert!(evidence.summary.contains("missing_required"));
    assert!(evidence.detail.contains("$.canary missing_required"));
}

#[test]
fn an_invalid_schema_is_one_that_the_validator_refuses() {
    let refused = |schema: &str, keyword: &str| {
        let answer = REFUSED.replace("schema_not_covered", "schema_invalid");
        judge(
            schema,
            "{}",
            &answer.replace("\"$ref\"}", &format!("\"{keyword}\"}}")),
        )
        .0
    };
    for schema in [
        r#"{"type":"any"}"#,
        r#"{"type":[]}"#,
        r#"{"required":["a","a"],"$ref":"x"}"#,
        r#"{"properties":{"x":{"required":true}}}"#,
        r#"{"minLength":1.5}"#,
        r#"{"properties":{"x":{"minimum":"5"}}}"#,
        r#"{"items":5}"#,
        r#"{"additionalProperties":"no"}"#,
        "null",
        "5",
    ] {
        assert_eq!(refused(schema, "type"), Judgement::Agrees, "{schema}");
    }
    for schema in [
        "{}",
        "true",
        r#"{"title":5,"minLength":2.0,"enum":[]}"#,
        r#"{"items":[{}],"exclusiveMinimum":true}"#,
        r#"{"properties":{"x":{"maxLength":1e2,"minLength":-0}}}"#,
    ] {
        let judgement = refused(schema, "type");
        assert!(matches!(judgement, Judgement::Disagrees(_)), "{schema}");
    }
    assert_eq!(
        refused(r#"{"pattern":"("}"#, "pattern"),
        Judgement::NotComparable(Reason::NoVerdict)
    );
}
