//! What a check of a whole request finds: all codes at once, in the order of
//! evaluation, and no economics of a request whose schema cannot judge it.

use argument_check::preflight::check_request;

use super::{ERROR, WARNING, body, found};

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
