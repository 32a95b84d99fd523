use super::*;
use crate::answer::tests::{REFUSED, repaired, unrepairable, valid};
use crate::vocabulary::Code;

fn judge(body: &str, answer: &str) -> Judgement {
    ReplayJudge.judge(&Exchange {
        op: Op::Check,
        body: body.as_bytes(),
        answer,
    })
}

fn text_body(text: &str) -> String {
    let text = Value::String(text.to_owned()).to_text();
    format!(r#"{{"arguments_text":{text},"schema":{{}}}}"#)
}

fn tree_body(tree: &str) -> String {
    format!(r#"{{"arguments":{tree},"schema":{{}}}}"#)
}

fn refused(body: &str, answer: &str) {
    let judgement = judge(body, answer);
    assert!(
        matches!(judgement, Judgement::Disagrees(_)),
        "{body} {answer}"
    );
}

fn agrees(body: &str, answer: &str) {
    assert_eq!(judge(body, answer), Judgement::Agrees, "{body} {answer}");
}

fn entry(path: &str, rule: &str, op: &str, before: &str, after: &str) -> String {
    let path = Value::String(path.to_owned()).to_text();
    format!(r#"{{"path":{path},"rule":"{rule}","op":"{op}","before":{before},"after":{after}}}"#)
}

fn comma() -> String {
    entry("$arguments_text", "R2", "remove", r#"",""#, r#""""#)
}

fn close(closers: &str) -> String {
    entry(
        "$arguments_text",
        "R1",
        "append",
        "null",
        &format!("\"{closers}\""),
    )
}

#[test]
fn text_entries_are_replayed() {
    let diff = [comma(), comma(), close("}}")].join(",");
    agrees(
        &text_body(r#"{"a":[1,],"b":{"c":2,"#),
        &repaired(r#"{"a":[1],"b":{"c":2}}"#, &diff),
    );
    agrees(
        &text_body(r#"{"a":[,]}"#),
        &repaired(r#"{"a":[]}"#, &comma()),
    );
    agrees(
        &text_body("{\"a\":\",]\\\",}\" ,\n\t} "),
        &repaired(r#"{"a":",]\",}"}"#, &comma()),
    );
}

#[test]
fn a_missing_or_surplus_comma_entry_is_refused() {
    let body = text_body(r#"{"x":[1,],}"#);
    agrees(
        &body,
        &repaired(r#"{"x":[1]}"#, &[comma(), comma()].join(",")),
    );
    refused(&body, &repaired(r#"{"x":[1]}"#, &comma()));
    refused(
        &body,
        &repaired(r#"{"x":[1]}"#, &[comma(), comma(), comma()].join(",")),
    );
    refused(
        &text_body(r#"{"a":[1,,]}"#),
        &repaired(r#"{"a":[1]}"#, &[comma(), comma()].join(",")),
    );
    refused(
        &text_body(r#"{"x":[1,,2]}"#),
        &repaired(r#"{"x":[1,2]}"#, &comma()),
    );
}

#[test]
fn text_entries_out_of_order_or_form_are_refused() {
    let body = text_body(r#"{"x":[1,"#);
    let blob = r#"{"x":[1]}"#;
    agrees(&body, &repaired(blob, &[comma(), close("]}")].join(",")));
    refused(&body, &repaired(blob, &[close("]}"), comma()].join(",")));
    refused(
        &body,
        &repaired(blob, &[comma(), close("]"), close("}")].join(",")),
    );
    let wrong = entry("$arguments_text", "R2", "remove", r#"",""#, "null");
    refused(&body, &repaired(blob, &[wrong, close("]}")].join(",")));
    let invented = close("]}").replace("]}", "2]}");
    refused(&body, &repaired(r#"{"x":[1,2]}"#, &invented));
    refused(&tree_body(blob), &repaired(blob, &close("]}")));
}

#[test]
fn tree_entries_are_replayed_at_their_moment() {
    let diff = [
        entry(
            "$.x",
            "R7",
            "replace",
            r#""{\"n\":\"1\",\"m\":null}""#,
            r#"["{\"n\":\"1\",\"m\":null}"]"#,
        ),
        entry(
            "$.x[0]",
            "R5",
            "replace",
            r#""{\"n\":\"1\",\"m\":null}""#,
            r#"{"n":"1","m":null}"#,
        ),
        entry("$.x[0].n", "R3", "replace", r#""1""#, "1"),
        entry("$.x[0].m", "R8", "remove", "null", "null"),
    ];
    let body = tree_body(r#"{"x":"{\"n\":\"1\",\"m\":null}"}"#);
    let blob = r#"{"x":[{"n":1}]}"#;
    agrees(&body, &repaired(blob, &diff.join(",")));
    for left_out in 0..diff.len() {
        let mut fewer = diff.to_vec();
        fewer.remove(left_out);
        refused(&body, &repaired(blob, &fewer.join(",")));
    }
}

#[test]
fn quoted_paths_keep_two_places_apart() {
    let body = tree_body(r#"{"a.b":"1","a":{"b":"2"}}"#);
    let good = [
        entry(r#"$["a.b"]"#, "R3", "replace", r#""1""#, "1"),
        entry("$.a.b", "R3", "replace", r#""2""#, "2"),
    ];
    let blob = r#"{"a.b":1,"a":{"b":2}}"#;
    agrees(&body, &repaired(blob, &good.join(",")));
    let raw = [
        entry("$.a.b", "R3", "replace", r#""1""#, "1"),
        entry("$.a.b", "R3", "replace", r#""2""#, "2"),
    ];
    refused(&body, &repaired(blob, &raw.join(",")));
}

#[test]
fn spelling_and_order_of_the_untouched_count() {
    let body = tree_body(r#"{"x":"1","y":1E400,"z":1.50}"#);
    let diff = entry("$.x", "R3", "replace", r#""1""#, "1");
    agrees(&body, &repaired(r#"{"x":1,"y":1E400,"z":1.50}"#, &diff));
    refused(&body, &repaired(r#"{"x":1,"y":1e400,"z":1.50}"#, &diff));
    refused(&body, &repaired(r#"{"x":1,"y":1E400,"z":1.5}"#, &diff));
    refused(&body, &repaired(r#"{"x":1,"z":1.50,"y":1E400}"#, &diff));
    refused(&body, &repaired(r#"{"x":1.0,"y":1E400,"z":1.50}"#, &diff));
}

#[test]
fn entries_that_do_not_apply_are_refused() {
    let body = tree_body(r#"{"x":1,"y":[null],"n":null}"#);
    let blob = r#"{"x":1,"y":[null],"n":null}"#;
    for diff in [
        entry("$.z", "R6", "replace", "1", r#""1""#),
        entry("$.x", "R6", "replace", "1.0", r#""1.0""#),
        entry("$.x", "R8", "remove", "1", "null"),
        entry("$.x", "R8", "remove", "null", "null"),
        entry("$.y[0]", "R8", "remove", "null", "null"),
        entry("$.n", "R8", "replace", "null", "null"),
        entry("$.n", "R3", "remove", "null", "null"),
        entry("$.x", "R1", "append", "null", r#""}""#),
        entry("$", "R7", "replace", blob, &format!("[{blob}]")),
        [entry("$.x", "R6", "replace", "1", r#""1""#), comma()].join(","),
    ] {
        let gone = if diff.contains("R8") {
            r#"{"x":1,"y":[null]}"#
        } else {
            blob
        };
        refused(&body, &repaired(gone, &diff));
    }
}

#[test]
fn valid_needs_a_submission_that_can_be_read() {
    agrees(&tree_body(r#"{"x":1}"#), &valid());
    agrees(&text_body(r#" {"x":1} "#), &valid());
    refused(&text_body(r#"{"x":[1,]}"#), &valid());
    refused(&text_body(r#"{"x":1,"x":2}"#), &valid());
    refused(&text_body("[1]"), &valid());
    refused(r#"{"arguments":{"x":1,"x":2},"schema":{}}"#, &valid());
    refused(
        r#"{"arguments":{},"arguments_text":"{}","schema":{}}"#,
        &valid(),
    );
}

#[test]
fn what_delivers_no_blob_is_not_comparable() {
    let body = tree_body("{}");
    assert_eq!(
        judge(&body, REFUSED),
        Judgement::NotComparable(Reason::NoVerdict)
    );
    assert_eq!(
        judge(&body, &unrepairable(&[("$.x", Code::MissingRequired)])),
        Judgement::NotComparable(Reason::NothingDelivered)
    );
    refused(&body, "");
}
