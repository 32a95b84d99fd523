//! Laws on one answer: each is broken by an answer that is wrong in its way.

use super::*;
use crate::laws::{Ruling, no_canary};

#[test]
fn i1_and_i26_see_another_form() {
    let diff = format!(
        r#"{},"diff":[{A}]}}"#,
        unrepairable(&[("$.b", "type_mismatch")]).trim_end_matches('}')
    );
    tells("I1", TWO, &diff);
    tells(
        "I1",
        TWO,
        r#"{"verdict":"REPAIRED","repaired":{},"diff":[]}"#,
    );
    tells(
        "I1",
        TWO,
        r#"{"verdict":"VALID","refusal":"schema_invalid"}"#,
    );
    tells("I26", TWO, &repaired("{}", &[&A.replace("R3", "R10")]));
    tells("I26", TWO, &repaired("{}", &[&A.replace("$.a", "$.a.")]));
    tells("I26", TWO, &unrepairable(&[("$.a", "wrong_type")]));
}

#[test]
fn i2_sees_what_is_not_covered_not_disclosed_or_wrongly_refused() {
    tells("I2", &x(r##"{"$ref":"#/x"}"##, r#"{"x":1}"#), VALID);
    tells(
        "I2",
        &x(r#"{"type":"integer","multipleOf":5}"#, r#"{"x":7}"#),
        VALID,
    );
    tells("I2", &x(r#"{"pattern":"(?=a)"}"#, r#"{"x":"a"}"#), VALID);
    tells("I2", &x(r#"{"pattern":"a{5001}"}"#, r#"{"x":"a"}"#), VALID);
    tells("I2", &x(r#"{"pattern":"("}"#, r#"{"x":"a"}"#), VALID);
    tells("I2", r#"{"arguments":{"x":1,"x":2},"schema":{}}"#, VALID);
    tells("I2", &text("[1"), r#"{"refusal":"arguments_not_object"}"#);
    tells("I2", &text("[true"), VALID);
    tells(
        "I2",
        r#"{"arguments":{},"arguments_text":"","schema":{"$ref":1}}"#,
        r#"{"refusal":"arguments_ambiguous"}"#,
    );
    let named = r#"{"arguments":{"not":1},"schema":{"properties":{"not":{"type":"integer"}}}}"#;
    tells("I2", named, r#"{"refusal":"schema_not_covered"}"#);
    let format = x(r#"{"format":"email"}"#, "{}");
    let silent = Engine
        .check(format.as_bytes())
        .replace(r#""$.properties.x.format""#, "");
    tells("I2", &format, &silent);
    let deep = format!(
        r#"{{"arguments":{{"x":{}{}}},"schema":{{}}}}"#,
        "[".repeat(64),
        "]".repeat(64)
    );
    tells("I2", &deep, VALID);
    tells(
        "I2",
        &deep.replacen('[', "", 1).replacen(']', "", 1),
        r#"{"refusal":"arguments_too_deep"}"#,
    );
}

#[test]
fn i3_and_i4_see_errors_exactly() {
    tells(
        "I3",
        &x(
            r#"{"maximum":9007199254740992}"#,
            r#"{"x":9007199254740993}"#,
        ),
        VALID,
    );
    tells(
        "I3",
        &x(
            r#"{"maximum":1e9223372036854775807}"#,
            r#"{"x":1e9223372036854775808}"#,
        ),
        VALID,
    );
    tells(
        "I3",
        &x(
            r#"{"enum":[9007199254740992]}"#,
            r#"{"x":9007199254740993}"#,
        ),
        VALID,
    );
    tells(
        "I3",
        &x(r#"{"uniqueItems":true}"#, r#"{"x":[1,1.0]}"#),
        VALID,
    );
    tells("I3", &x(r#"{"const":null}"#, r#"{"x":1}"#), VALID);
    tells(
        "I3",
        &x(r#"{"enum":[1]}"#, r#"{"x":1.0}"#),
        &unrepairable(&[("$.x", "enum_mismatch")]),
    );
    tells(
        "I3",
        &x(r#"{"maxLength":1}"#, r#"{"x":"😀"}"#),
        &unrepairable(&[("$.x", "string_too_long")]),
    );
    tells(
        "I3",
        &x(r#"{"pattern":"b"}"#, r#"{"x":"abc"}"#),
        &unrepairable(&[("$.x", "pattern_mismatch")]),
    );
    tells("I3", &text(r#"{"x":1,"x":2}"#), VALID);
    let wrap = x(
        r#"{"type":"array","items":{"type":"integer"}}"#,
        r#"{"x":"abc"}"#,
    );
    tells("I4", &wrap, &replace("R7", r#""abc""#, r#"["abc"]"#));
    tells("I28", &wrap, &replace("R7", r#""abc""#, r#"["abc"]"#));
}

#[test]
fn i5_i7_and_i23_see_a_diff_that_does_not_give_the_blob() {
    let blob = r#"{"a":1,"b":2,"c":1e400}"#;
    tells("I5", TWO, &repaired(blob, &[A]));
    tells("I5", TWO, &repaired(r#"{"b":2,"a":1,"c":1e400}"#, &[A, B]));
    tells("I7", TWO, &repaired(blob, &[B, A]));
    tells("I23", TWO, &repaired(r#"{"a":1,"b":2,"c":1E400}"#, &[A, B]));
    let closed = entry("$arguments_text", "R1", "append", "null", r#""]}""#);
    let comma = entry("$arguments_text", "R2", "remove", r#"",""#, r#""""#);
    let cut = text(r#"{"x":[1,"#);
    tells("I7", &cut, &repaired(r#"{"x":[1]}"#, &[&closed, &comma]));
    tells(
        "I5",
        &text(r#"{"x":[1,,2]}"#),
        &repaired(r#"{"x":[1,2]}"#, &[&comma]),
    );
}

#[test]
fn i6_and_i12_see_a_value_that_no_rule_makes() {
    for (schema, value, rule, after) in [
        (r#"{"type":"integer"}"#, r#"" 1""#, "R3", "1"),
        (r#"{"type":"integer"}"#, r#""4.5""#, "R3", "4"),
        (r#"{"type":"number"}"#, r#""1.50""#, "R3", "1.5"),
        (r#"{"type":"integer"}"#, "true", "R3", "1"),
        (r#"{"type":"boolean"}"#, r#""True""#, "R4", "true"),
        (
            r#"{"type":"object"}"#,
            r#""{\"a\":1,\"a\":2}""#,
            "R5",
            r#"{"a":2}"#,
        ),
        (
            r#"{"type":"object"}"#,
            r#""{\"a\":1,}""#,
            "R5",
            r#"{"a":1}"#,
        ),
        (r#"{"type":"string"}"#, "1.0", "R6", r#""1""#),
        (r#"{"type":"string"}"#, "[1]", "R6", r#""[1]""#),
        (r#"{"enum":["Red","Blue"]}"#, r#"" red""#, "R9", r#""Red""#),
        (r#"{"enum":["Red","Blue"]}"#, r#""re""#, "R9", r#""Red""#),
    ] {
        let body = x(schema, &format!(r#"{{"x":{value}}}"#));
        tells("I6", &body, &replace(rule, value, after));
        tells("I12", &body, &replace(rule, value, after));
    }
    let string = entry("$arguments_text", "R1", "append", "null", r#""\"}""#);
    tells(
        "I12",
        &text(r#"{"x":"a"#),
        &repaired(r#"{"x":"a"}"#, &[&string]),
    );
}

#[test]
fn i6_sees_a_pick_and_a_repair_that_is_not_due() {
    for (schema, value, rule, after) in [
        (r#"{"type":["number","array"]}"#, r#""5""#, "R3", "5"),
        (r#"{"type":["string","number"]}"#, r#""5""#, "R3", "5"),
        (r#"{"type":"array"}"#, r#""[1]""#, "R7", r#"["[1]"]"#),
        (r#"{"enum":["red","RED"]}"#, r#""Red""#, "R9", r#""red""#),
        (r#"{"enum":["Red",1]}"#, r#""red""#, "R9", r#""Red""#),
        (
            r#"{"enum":["Red"],"type":["array","boolean"]}"#,
            r#""red""#,
            "R9",
            r#""Red""#,
        ),
    ] {
        let body = x(schema, &format!(r#"{{"x":{value}}}"#));
        tells("I6", &body, &replace(rule, value, after));
    }
    let dropped = |before: &str| repaired("{}", &[&entry("$.y", "R8", "remove", before, "null")]);
    let closed = |value: &str| {
        format!(
            r#"{{"arguments":{{"y":{value}}},"schema":{{"properties":{{}},"additionalProperties":false}}}}"#
        )
    };
    tells("I6", &closed("1"), &dropped("1"));
    tells("I6", &closed("null"), &dropped("null"));
    let number = entry("$arguments_text", "R1", "append", "null", r#""}""#);
    tells(
        "I6",
        &text(r#"{"x":1"#),
        &repaired(r#"{"x":1}"#, &[&number]),
    );
    let root = r#"{"arguments":{"x":1},"schema":{"type":"array"}}"#;
    tells(
        "I6",
        root,
        &repaired(
            r#"[{"x":1}]"#,
            &[&entry("$", "R7", "replace", r#"{"x":1}"#, r#"[{"x":1}]"#)],
        ),
    );
}

#[test]
fn i8_i9_and_i10_see_a_wrong_list_of_defects() {
    let two = TWO.replace("\"1\"", "\"q\"").replace("\"2\"", "\"r\"");
    tells("I8", &two, &unrepairable(&[("$.a", "type_mismatch")]));
    let both = x(r#"{"type":"integer","enum":[1]}"#, r#"{"x":"q"}"#);
    tells("I8", &both, &unrepairable(&[("$.x", "type_mismatch")]));
    tells(
        "I10",
        &both,
        &unrepairable(&[("$.x", "enum_mismatch"), ("$.x", "type_mismatch")]),
    );
    let wrap = x(
        r#"{"type":"array","items":{"type":"integer"}}"#,
        r#"{"x":"abc"}"#,
    );
    tells("I9", &wrap, &unrepairable(&[("$.x[0]", "type_mismatch")]));
    tells(
        "I9",
        &x(r#"{"minimum":5}"#, r#"{"x":5}"#),
        &unrepairable(&[("$.x", "minimum_violation")]),
    );
    tells(
        "I9",
        &text("{}"),
        &unrepairable(&[("$arguments_text", "invalid_json_text")]),
    );
    let mismatch = ("$.a", "type_mismatch");
    tells("I10", &two, &unrepairable(&[mismatch, mismatch]));
    tells(
        "I10",
        &two,
        &unrepairable(&[("$.b", "type_mismatch"), mismatch]),
    );
    let missing = r#"{"arguments":{"a":"q"},"schema":{"properties":{"a":{"type":"integer"}},"required":["z"]}}"#;
    tells(
        "I10",
        missing,
        &unrepairable(&[mismatch, ("$.z", "missing_required")]),
    );
}

#[test]
fn i13_sees_a_needless_repair() {
    let null = x(r#"{"type":["string","null"]}"#, r#"{"x":null}"#);
    tells(
        "I13",
        &null,
        &repaired("{}", &[&entry("$.x", "R8", "remove", "null", "null")]),
    );
    let either = x(r#"{"type":["string","number"]}"#, r#"{"x":"5"}"#);
    tells("I13", &either, &replace("R3", r#""5""#, "5"));
}

#[test]
fn i20_sees_a_value_in_a_sentence() {
    let body = x(r#"{"type":"string","maxLength":1}"#, r#"{"x":"secret"}"#);
    let right = Engine.check(body.as_bytes());
    tells(
        "I20",
        &body,
        &right.replace("maxLength: 1", "maxLength: 1 (secret)"),
    );
    tells("I20", &body, &right.replace("maxLength: 1", "maxLength: 6"));
    tells(
        "I20",
        &body,
        &right.replace("is named;", "is named: secret;"),
    );
    assert!(no_canary("VALID 1 0", &["canary-1"]) == Ruling::Holds);
    assert!(no_canary("at $.canary-1", &["canary-1"]).is_broken());
}

#[test]
fn i25_sees_a_missed_repair() {
    for (schema, value, code) in [
        (r#"{"type":"integer"}"#, r#""1.0""#, "type_mismatch"),
        (r#"{"type":["integer","null"]}"#, r#""5""#, "type_mismatch"),
        (
            r#"{"type":"integer","minimum":5}"#,
            r#""3""#,
            "type_mismatch",
        ),
        (r#"{"type":"string"}"#, "null", "type_mismatch"),
        (
            r#"{"type":"array","items":{"type":"integer"}}"#,
            r#""5""#,
            "type_mismatch",
        ),
        (r#"{"enum":["Élan","Blue"]}"#, r#""éLAN""#, "enum_mismatch"),
        (
            r#"{"type":"string","enum":["TRUE"]}"#,
            "true",
            "enum_mismatch",
        ),
    ] {
        let body = x(schema, &format!(r#"{{"x":{value}}}"#));
        tells("I25", &body, &unrepairable(&[("$.x", code)]));
    }
    let invalid = unrepairable(&[("$arguments_text", "invalid_json_text")]);
    tells("I25", &text(r#"{"x":["a""#), &invalid);
    tells("I25", &text("{\"x\":1,\n}"), &invalid);
}
