//! Every code of the agent preflight fires on one input and not on its near
//! miss (`codes.txt`), and every answer is its own canonical form.

use std::collections::BTreeSet;

use argument_check::json::canonical::canonicalize;
use argument_check::preflight::{gate, request};

use super::{WARNING, found, with};

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

/// A code, where it fires, and on what.
struct Row {
    error: bool,
    code: &'static str,
    path: &'static str,
    fires: String,
    near: String,
}

/// The rows of `codes.txt`, and the one that would be too long for it.
fn table() -> Vec<Row> {
    let (mut rows, mut template) = (Vec::new(), "");
    for line in include_str!("codes.txt").lines() {
        if let Some(next) = line.strip_prefix("= ") {
            template = next;
        } else if !line.is_empty() && !line.starts_with('#') {
            rows.push(row(line, template));
        }
    }
    let url = |length: usize| {
        let url = format!("https://x/{}", "a".repeat(length - "https://x/".len()));
        format!(r#"{{"request":{{"method":"GET","url":"{url}"}},"schema":{{}}}}"#)
    };
    rows.push(Row {
        error: WARNING,
        code: "url_too_long",
        path: "$.request.url",
        fires: url(8_001),
        near: url(8_000),
    });
    rows
}

fn row(line: &'static str, template: &str) -> Row {
    let (head, fields) = line.split_once('`').expect(line);
    let (level, code) = head.trim().split_once(' ').expect(line);
    // What stands between two fields is left out.
    let fields: Vec<_> = fields.split('`').step_by(2).collect();
    let [path, shared @ .., fires, near] = &fields[..] else {
        panic!("{line}: too few fields");
    };
    let input = |last: &str| {
        let mut parts = template.split('@');
        let mut input = parts.next().expect("a template").to_owned();
        for (value, part) in shared.iter().copied().chain([last]).zip(parts.by_ref()) {
            input += value;
            input += part;
        }
        assert_eq!(template.matches('@').count(), shared.len() + 1, "{line}");
        input
    };
    assert!(["error", "warning"].contains(&level), "{line}");
    Row {
        error: level == "error",
        code: code.trim(),
        path,
        fires: input(fires),
        near: input(near),
    }
}

#[test]
fn every_code_fires_alone_and_not_on_its_near_miss() {
    for row in table() {
        let alone = (row.error, row.code, row.path.to_owned());
        assert_eq!(found(&row.fires), [alone], "{}", row.fires);
        assert_eq!(found(&row.near), [], "{}: {}", row.code, row.near);
    }
}

#[test]
fn the_table_leaves_out_only_the_codes_of_the_gate() {
    let known: BTreeSet<_> = CODES.split_whitespace().collect();
    let fired: BTreeSet<_> = table().iter().map(|row| row.code).collect();
    let left: Vec<_> = known.difference(&fired).copied().collect();
    assert_eq!(left, ["input_enum", "input_not_integer"]);
    assert_eq!(fired.difference(&known).count(), 0);
}

#[test]
fn answers_are_their_own_canonical_form_and_messages_quote_nothing() {
    for row in table() {
        for input in [row.fires, row.near] {
            for answer in [request(input.as_bytes()), gate(input.as_bytes())] {
                let canonical = canonicalize(answer.as_bytes());
                assert_eq!(canonical.as_deref(), Ok(&*answer), "{}", row.code);
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
