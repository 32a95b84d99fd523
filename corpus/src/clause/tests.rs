use super::*;
use crate::case::Op;

fn misfit(clause: &str, body: &str, expect: &str) -> Option<String> {
    let case = Case {
        id: "X-1".into(),
        op: Op::Check,
        clauses: vec![clause.into()],
        body: body.into(),
        expect: expect.into(),
        note: "n".into(),
    };
    let expected = crate::expect::read(case.op, expect).unwrap();
    Clause::parse(clause).unwrap().misfit(&case, &expected)
}

const R3: &str = r#"{"verdict":"REPAIRED","repaired":{"x":1},"diff":[{"path":"$.x","rule":"R3","op":"replace","before":"1","after":1}]}"#;
const TYPE: &str =
    r#"{"verdict":"UNREPAIRABLE","defects":[{"path":"$.x","code":"type_mismatch"}]}"#;

#[test]
fn clauses_are_read() {
    assert_eq!(Clause::parse("D1"), Ok(Clause::Reading(1)));
    assert_eq!(Clause::parse("D102"), Ok(Clause::Reading(102)));
    assert_eq!(Clause::parse("M01"), Ok(Clause::Mutant(1)));
    assert_eq!(Clause::parse("M89"), Ok(Clause::Mutant(89)));
    assert_eq!(
        Clause::parse("R9:near_miss"),
        Ok(Clause::Rule(9, Side::NearMiss))
    );
    assert_eq!(
        Clause::parse("refusal:CAP-EXCEEDED:body_bytes"),
        Ok(Clause::Refusal("CAP-EXCEEDED:body_bytes"))
    );
    assert_eq!(
        Clause::parse("defect:type_mismatch"),
        Ok(Clause::Defect("type_mismatch"))
    );
    assert_eq!(Clause::parse("enforced:type"), Ok(Clause::Enforced("type")));
    assert_eq!(
        Clause::parse("not_covered:array-form items"),
        Ok(Clause::NotCovered("array-form items"))
    );
    assert_eq!(
        Clause::parse("not_covered:x-foo"),
        Ok(Clause::NotCovered("x-foo"))
    );
}

#[test]
fn what_is_no_clause_is_refused() {
    for text in [
        "",
        "D",
        "D0",
        "D01",
        "D103",
        "D300",
        "d1",
        "M1",
        "M00",
        "M90",
        "M001",
        "R3",
        "R0:fires",
        "R10:fires",
        "R3:",
        "R3:hits",
        "Q3:fires",
        "defect:",
        "defect:oops",
        "refusal:oops",
        "enforced:format",
        "enforced:$ref",
        "not_covered:",
        "not_covered:type",
        "not_covered:title",
        "é",
        "D+1",
        "D 1",
    ] {
        assert!(Clause::parse(text).is_err(), "{text:?}");
    }
    assert!(Clause::parse("R3").unwrap_err().contains("R3:boundary"));
}

#[test]
fn a_rule_that_fires_has_an_entry_and_a_near_miss_has_none() {
    assert_eq!(misfit("R3:fires", "", R3), None);
    assert!(misfit("R4:fires", "", R3).is_some());
    assert!(misfit("R3:fires", "", TYPE).is_some());
    assert_eq!(misfit("R3:near_miss", "", TYPE), None);
    assert!(misfit("R3:near_miss", "", R3).is_some());
    assert_eq!(misfit("R3:boundary", "", TYPE), None);
    assert_eq!(misfit("D59", "", TYPE), None);
}

#[test]
fn defects_and_refusals_have_their_code() {
    assert_eq!(misfit("defect:type_mismatch", "", TYPE), None);
    assert!(misfit("defect:enum_mismatch", "", TYPE).is_some());
    assert_eq!(
        misfit(
            "refusal:schema_missing",
            "",
            r#"{"refusal":"schema_missing"}"#
        ),
        None
    );
    assert!(
        misfit(
            "refusal:schema_invalid",
            "",
            r#"{"refusal":"schema_missing"}"#
        )
        .is_some()
    );
    assert!(misfit("refusal:schema_invalid", "", TYPE).is_some());
}

#[test]
fn an_enforced_keyword_is_met_by_a_verdict() {
    assert_eq!(misfit("enforced:type", r#"{"type":1}"#, TYPE), None);
    assert!(misfit("enforced:enum", r#"{"type":1}"#, TYPE).is_some());
    assert!(
        misfit(
            "enforced:type",
            r#"{"type":1}"#,
            r#"{"refusal":"schema_invalid"}"#
        )
        .is_some()
    );
    let covered = r#"{"verdict":"VALID","coverage":{"enforced":["type"],"not_checked":[]}}"#;
    assert_eq!(misfit("enforced:type", r#"{"type":1}"#, covered), None);
    assert!(misfit("enforced:enum", r#"{"enum":1}"#, covered).is_some());
}

#[test]
fn a_keyword_that_is_not_covered_is_in_the_detail_or_the_body() {
    let bare = r#"{"refusal":"schema_not_covered"}"#;
    let named = r#"{"refusal":"schema_not_covered","detail":[{"path":"$.$ref","keyword":"$ref"}]}"#;
    assert_eq!(misfit("not_covered:$ref", r##"{"$ref":"#"}"##, bare), None);
    assert!(misfit("not_covered:$defs", r##"{"$ref":"#"}"##, bare).is_some());
    assert_eq!(misfit("not_covered:$ref", "", named), None);
    assert!(misfit("not_covered:$defs", r#"{"$defs":1}"#, named).is_some());
    assert_eq!(misfit("not_covered:boolean schema", "true", bare), None);
    assert_eq!(
        misfit("not_covered:array-form items", r#"{"items":[]}"#, bare),
        None
    );
    assert!(misfit("not_covered:$ref", r#"{"$ref":1}"#, TYPE).is_some());
    assert!(
        misfit(
            "not_covered:$ref",
            r#"{"$ref":1}"#,
            r#"{"refusal":"schema_invalid"}"#
        )
        .is_some()
    );
}
