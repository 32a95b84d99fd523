//! The headers (preflight, 2.4): decides entry by entry what HTTP allows. It
//! must never say anything of a value but its code: values hold secrets.

use std::collections::HashSet;

use super::code::Code;
use super::entry::{Findings, join};
use super::method::is_token;
use crate::json::value::Value;

/// The path of the headers.
pub(super) const PATH: &str = "$.request.headers";

/// Headers that may occur once; a second one is certainly wrong.
const SINGLETONS: [&str; 4] = ["authorization", "content-length", "content-type", "host"];

/// Headers that the client itself sets.
const CLIENT_MANAGED: [&str; 10] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Checks every header, in submitted order.
pub(super) fn check(headers: Value<'_>, findings: &mut Findings) {
    let mut seen = HashSet::new();
    for (name, value) in headers.members() {
        let folded = name.to_ascii_lowercase();
        let path = || join(PATH, &name);
        if !is_token(&name) {
            findings.error(path(), Code::HeaderNameInvalid);
        }
        if seen.contains(&folded) {
            if SINGLETONS.contains(&&*folded) {
                findings.error(path(), Code::HeaderDuplicateSingleton);
            } else {
                findings.warning(path(), Code::HeaderDuplicateName);
            }
        }
        match value.as_str() {
            None => findings.error(path(), Code::HeaderValueNotString),
            Some(content) => {
                check_value(&content, &path, findings);
                if CLIENT_MANAGED.contains(&&*folded) {
                    findings.warning(path(), Code::HeaderClientManaged);
                }
            }
        }
        seen.insert(folded);
    }
}

fn check_value(content: &str, path: &impl Fn() -> String, findings: &mut Findings) {
    let forbidden =
        |found: char| found < ' ' && found != '\t' || found == '\u{7f}' || found > '\u{ff}';
    if content.contains(['\r', '\n', '\0']) {
        findings.error(path(), Code::HeaderInjection);
    } else if content.contains(forbidden) {
        findings.error(path(), Code::HeaderValueInvalid);
    }
    if content.starts_with([' ', '\t']) || content.ends_with([' ', '\t']) {
        findings.warning(path(), Code::HeaderValueWhitespace);
    }
    if content.contains(|found| ('\u{80}'..='\u{ff}').contains(&found)) {
        findings.warning(path(), Code::HeaderValueNonAscii);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::value::Document;

    /// The code and the last step of the path of each error, then of each
    /// warning.
    fn found(headers: &str) -> Vec<String> {
        let document = Document::parse(headers.as_bytes()).expect(headers);
        let mut findings = Findings::default();
        check(document.root(), &mut findings);
        let all = findings.errors.iter().chain(&findings.warnings);
        all.map(|entry| {
            let step = entry.path.strip_prefix(PATH).expect("a path of a header");
            format!("{} {step}", entry.code.as_str())
        })
        .collect()
    }

    #[test]
    fn names_are_tokens_and_are_compared_without_regard_to_case() {
        for (headers, wanted) in [
            (r#"{"X-A":"1","X-B":"1"}"#, &[][..]),
            (r#"{"a b":"1"}"#, &["header_name_invalid .a b"]),
            (r#"{"":"1"}"#, &["header_name_invalid [\"\"]"]),
            (r#"{"é":"1"}"#, &["header_name_invalid .é"]),
            (
                r#"{"x.y":"1","X.Y":"1"}"#,
                &["header_duplicate_name [\"X.Y\"]"],
            ),
            (
                r#"{"Accept":"1","accept":"1","ACCEPT":"1"}"#,
                &[
                    "header_duplicate_name .accept",
                    "header_duplicate_name .ACCEPT",
                ],
            ),
            (
                r#"{"Authorization":"1","authorization":"1"}"#,
                &["header_duplicate_singleton .authorization"],
            ),
            (
                r#"{"Content-Type":5,"content-type":"a/b"}"#,
                &[
                    "header_value_not_string .Content-Type",
                    "header_duplicate_singleton .content-type",
                ],
            ),
        ] {
            assert_eq!(found(headers), wanted, "{headers}");
        }
    }

    #[test]
    fn the_checks_of_a_value_run_although_its_name_is_invalid() {
        assert_eq!(
            found(r#"{"a b":"x\n "}"#),
            [
                "header_name_invalid .a b",
                "header_injection .a b",
                "header_value_whitespace .a b"
            ]
        );
    }

    #[test]
    fn values_hold_no_controls_and_nothing_above_latin_1() {
        for (value, wanted) in [
            ("a\\tb", &[][..]),
            ("", &[]),
            ("a\\rb", &["header_injection .x"]),
            ("a\\u0000", &["header_injection .x"]),
            ("a\\n\\u0001", &["header_injection .x"]),
            ("a\\u0001", &["header_value_invalid .x"]),
            ("a\\u007f", &["header_value_invalid .x"]),
            ("\\u0100", &["header_value_invalid .x"]),
            ("\\u00ff", &["header_value_non_ascii .x"]),
            ("\\u0080", &["header_value_non_ascii .x"]),
            (
                "\\u00e9\\u0100 ",
                &[
                    "header_value_invalid .x",
                    "header_value_whitespace .x",
                    "header_value_non_ascii .x",
                ],
            ),
            (" a", &["header_value_whitespace .x"]),
            ("a\\t", &["header_value_whitespace .x"]),
            ("\\u00a0a", &["header_value_non_ascii .x"]),
        ] {
            let headers = format!("{{\"x\":\"{value}\"}}");
            assert_eq!(found(&headers), wanted, "{value}");
        }
    }

    #[test]
    fn headers_of_the_client_are_named_unless_their_value_is_no_string() {
        for name in CLIENT_MANAGED {
            let headers = format!("{{\"{}\":\"1\"}}", name.to_ascii_uppercase());
            let wanted = format!("header_client_managed .{}", name.to_ascii_uppercase());
            assert_eq!(found(&headers), [wanted]);
        }
        assert_eq!(found(r#"{"Hosts":"1"}"#), [""; 0]);
        assert_eq!(found(r#"{"Host":null}"#), ["header_value_not_string .Host"]);
    }
}
