//! The part of an answer that a case expects: what the criteria decide, token
//! for token, without what every answer carries.

use anyhow::{Result, anyhow};
use argument_check_corpus::json::{self, Value};

/// Members that say who answers, or follow from the rest.
const CARRIED: [&str; 5] = [
    "criteria_id",
    "criteria_version",
    "engine_version",
    "statement",
    "coverage",
];

/// The `expect` for a whole answer; numbers and order stay as they are.
pub(super) fn of(answer: &str) -> Result<String> {
    let answer = json::parse(answer).map_err(|error| {
        anyhow!("the second implementation's answer: {error}; please report it")
    })?;
    let Value::Object(members) = answer else {
        return Err(anyhow!(
            "the second implementation's answer is no object; please report it"
        ));
    };
    let empty = |value: &Value| value.items().is_some_and(<[Value]>::is_empty);
    let kept = members
        .into_iter()
        .filter(|(name, _)| !CARRIED.contains(&name.as_str()))
        .filter(|(name, value)| name != "detail" || !empty(value))
        .map(|(name, value)| match name.as_str() {
            "defects" => (name, without_reasons(value)),
            _ => (name, value),
        });
    Ok(Value::Object(kept.collect()).compact())
}

/// Defects by path and code.
fn without_reasons(defects: Value) -> Value {
    let Value::Array(defects) = defects else {
        return defects;
    };
    let each = defects.into_iter().map(|defect| match defect {
        Value::Object(members) => {
            let kept = members.into_iter().filter(|(name, _)| name != "reason");
            Value::Object(kept.collect())
        }
        other => other,
    });
    Value::Array(each.collect())
}

#[cfg(test)]
mod tests {
    use super::of;
    use argument_check_oracle::reference;

    fn expected(body: &str) -> String {
        of(&reference::check(body.as_bytes())).unwrap()
    }

    #[test]
    fn a_repaired_answer_keeps_blob_and_diff_as_they_are_spelled() {
        let body = r#"{"arguments":{"x":"1.0"},"schema":{"properties":{"x":{"type":"integer"}}}}"#;
        assert_eq!(
            expected(body),
            r#"{"verdict":"REPAIRED","repaired":{"x":1.0},"diff":[{"path":"$.x","rule":"R3","op":"replace","before":"1.0","after":1.0}]}"#
        );
    }

    #[test]
    fn defects_are_expected_by_path_and_code() {
        let body = r#"{"arguments":{"x":"no"},"schema":{"properties":{"x":{"type":"integer"}}}}"#;
        assert_eq!(
            expected(body),
            r#"{"verdict":"UNREPAIRABLE","defects":[{"path":"$.x","code":"type_mismatch"}]}"#
        );
    }

    #[test]
    fn a_refusal_is_expected_with_its_places_where_it_has_any() {
        assert_eq!(expected("x"), r#"{"refusal":"invalid_request_body"}"#);
        let body = r#"{"arguments":{},"schema":{"allOf":[]}}"#;
        assert_eq!(
            expected(body),
            r#"{"refusal":"schema_not_covered","detail":[{"path":"$.allOf","keyword":"allOf"}]}"#
        );
    }
}
