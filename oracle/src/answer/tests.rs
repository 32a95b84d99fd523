use super::*;

/// A verdict text around `tail`, for the tests of the judges.
pub(crate) fn verdict(verdict: &str, statement: &str, tail: &str) -> String {
    format!(
        r#"{{"criteria_id":"tool-argument/v1","criteria_version":"1.0.0","engine_version":"0.1.0","verdict":"{verdict}","statement":"{statement}","coverage":{{"enforced":["type"],"not_checked":[]}}{tail}}}"#
    )
}

pub(crate) fn valid() -> String {
    verdict("VALID", "no repair was needed", "")
}

pub(crate) fn repaired(blob: &str, diff: &str) -> String {
    let tail = format!(r#","repaired":{blob},"diff":[{diff}]"#);
    let statement = "the listed repairs, and nothing else, brought the arguments into conformance";
    verdict("REPAIRED", statement, &tail)
}

pub(crate) fn unrepairable(defects: &[(&str, Code)]) -> String {
    let list: Vec<_> = defects
        .iter()
        .map(|(path, code)| {
            let mut quoted = String::new();
            lossless::write_string(path, &mut quoted);
            format!(
                r#"{{"path":{quoted},"code":"{}","reason":"-"}}"#,
                code.as_str()
            )
        })
        .collect();
    let tail = format!(r#","defects":[{}]"#, list.join(","));
    let statement = "every blocking defect is named; no repaired arguments are returned";
    verdict("UNREPAIRABLE", statement, &tail)
}

pub(crate) const REFUSED: &str = r#"{"criteria_id":"tool-argument/v1","criteria_version":"1.0.0","refusal":"schema_not_covered","detail":[{"path":"$.$ref","keyword":"$ref"}]}"#;

#[test]
fn the_five_forms_are_read() {
    assert!(matches!(
        Answer::parse(&valid()),
        Ok(Answer::Verdict(Report {
            outcome: Outcome::Valid,
            ..
        }))
    ));
    let entry = r#"{"path":"$.x","rule":"R3","op":"replace","before":"1.0","after":1.0}"#;
    let Ok(Answer::Verdict(report)) = Answer::parse(&repaired(r#"{"x":1.0}"#, entry)) else {
        panic!("not read");
    };
    let Outcome::Repaired { diff, .. } = report.outcome else {
        panic!("not repaired")
    };
    assert_eq!(diff[0].rule, Rule::R3);
    assert_eq!(diff[0].after, Value::Number("1.0".to_owned()));
    assert!(Answer::parse(&unrepairable(&[("$.x", Code::TypeMismatch)])).is_ok());
    assert!(matches!(Answer::parse(REFUSED), Ok(Answer::Refusal(_))));
    assert_eq!(
        Answer::parse(
            r#"{"criteria_id":"tool-argument/v1","criteria_version":"1.0.0","assessable":true}"#
        ),
        Ok(Answer::Assessable)
    );
}

#[test]
fn a_blob_beside_defects_is_refused() {
    let text = unrepairable(&[("$.x", Code::TypeMismatch)]);
    let with_blob = text.replace(r#","defects""#, r#","repaired":{},"defects""#);
    assert_eq!(
        Answer::parse(&with_blob),
        Err(ShapeFault::Members {
            part: "the verdict"
        })
    );
}

#[test]
fn every_deviation_from_the_shape_is_refused() {
    let entry = r#"{"path":"$.x","rule":"R3","op":"replace","before":"1","after":1}"#;
    let good = repaired(r#"{"x":1}"#, entry);
    for (from, to) in [
        ("\"R3\"", "\"R10\""),
        ("\"replace\"", "\"set\""),
        ("$.x", "$[\\\"x\\\"]"),
        (
            r#""op":"replace","before":"1""#,
            r#""before":"1","op":"replace""#,
        ),
        (r#","after":1"#, ""),
        (r#""after":1"#, r#""after":1,"offset":3"#),
        (entry, ""),
        ("1.0.0", "1.0.1"),
        ("tool-argument/v1", "tool-argument/v2"),
        (r#"["type"]"#, r#"["multipleOf"]"#),
        (r#""not_checked":[]"#, r#""not_checked":["x"]"#),
        (r#","not_checked":[]"#, ""),
        (r#""verdict":"REPAIRED""#, r#""verdict":"OK""#),
        (r#""statement":"the"#, r#""extra":1,"statement":"the"#),
        (r#""engine_version":"0.1.0""#, r#""engine_version":1"#),
    ] {
        assert!(good.contains(from), "{from}");
        assert!(
            Answer::parse(&good.replacen(from, to, 1)).is_err(),
            "{from} -> {to}"
        );
    }
    assert!(Answer::parse(&good).is_ok());
    assert!(Answer::parse("").is_err());
    assert!(Answer::parse("[]").is_err());
    assert!(Answer::parse(&unrepairable(&[])).is_err());
    assert!(Answer::parse(&REFUSED.replace("schema_not_covered", "nope")).is_err());
    assert!(Answer::parse(&REFUSED.replace(r#","keyword":"$ref""#, "")).is_err());
}
