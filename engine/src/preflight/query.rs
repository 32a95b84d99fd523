//! The query (preflight, 2.5): decides entry by entry whether clients would
//! serialize it alike.

use std::collections::HashSet;

use super::code::Code;
use super::entry::{Findings, join};
use super::url::query_names;
use crate::json::value::{Type, Value};

const PATH: &str = "$.request.query";

/// Checks every parameter, in submitted order; `url` is the request's, where
/// it is a string.
pub(super) fn check(query: Value<'_>, url: Option<&str>, findings: &mut Findings) {
    let in_url: HashSet<Vec<u8>> = url.into_iter().flat_map(query_names).collect();
    for (key, value) in query.members() {
        let path = || join(PATH, &key);
        if key.is_empty() {
            findings.warning(path(), Code::QueryEmptyName);
        }
        match value.kind() {
            Type::Object => findings.error(path(), Code::QueryValueNotScalar),
            Type::Array if value.items().any(is_container) => {
                findings.error(path(), Code::QueryValueNotScalar);
            }
            Type::Array => findings.warning(path(), Code::QueryArrayAmbiguous),
            Type::Null => findings.warning(path(), Code::QueryNull),
            Type::String if value.as_str().is_some_and(|text| has_control(&text)) => {
                findings.warning(path(), Code::QueryControlCharacter);
            }
            _ => {}
        }
        if in_url.contains(key.as_bytes()) {
            findings.warning(path(), Code::QueryKeyConflict);
        }
    }
}

fn is_container(value: Value<'_>) -> bool {
    matches!(value.kind(), Type::Array | Type::Object)
}

/// A control as HTTP has it (RFC 5234, CTL): U+0000 to U+001F and U+007F.
fn has_control(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_control())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::value::Document;

    fn found(query: &str, url: Option<&str>) -> Vec<String> {
        let document = Document::parse(query.as_bytes()).expect(query);
        let mut findings = Findings::default();
        check(document.root(), url, &mut findings);
        let all = findings.errors.iter().chain(&findings.warnings);
        all.map(|entry| {
            let step = entry
                .path
                .strip_prefix(PATH)
                .expect("a path of a parameter");
            format!("{} {step}", entry.code.as_str())
        })
        .collect()
    }

    #[test]
    fn scalars_pass_and_everything_else_is_named() {
        for (value, wanted) in [
            ("\"x\"", None),
            ("1", None),
            ("true", None),
            ("{}", Some("query_value_not_scalar")),
            ("[1,[]]", Some("query_value_not_scalar")),
            ("[{}]", Some("query_value_not_scalar")),
            ("[1,null]", Some("query_array_ambiguous")),
            ("[]", Some("query_array_ambiguous")),
            ("[\"\\n\"]", Some("query_array_ambiguous")),
            ("null", Some("query_null")),
            ("\"a\\u0000\"", Some("query_control_character")),
            ("\"\\u007f\"", Some("query_control_character")),
            ("\"\\u0080 \"", None),
        ] {
            let wanted: Vec<_> = wanted.iter().map(|code| format!("{code} .a")).collect();
            assert_eq!(
                found(&format!("{{\"a\":{value}}}"), None),
                wanted,
                "{value}"
            );
        }
    }

    #[test]
    fn an_empty_name_and_a_name_of_the_url_are_named_beside_the_value() {
        assert_eq!(
            found(
                r#"{"":null,"a b":[{}],"c":1}"#,
                Some("https://x/?=1&a+b=2&C=3#c")
            ),
            [
                "query_value_not_scalar .a b",
                "query_empty_name [\"\"]",
                "query_null [\"\"]",
                "query_key_conflict [\"\"]",
                "query_key_conflict .a b"
            ]
        );
    }
}
