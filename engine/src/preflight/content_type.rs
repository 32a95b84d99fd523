//! The content type of a JSON body (preflight, 2.4): decides whether a server
//! would take the body for JSON. Some parse it under any type, so that a
//! mismatch is only a warning.

use super::code::Code;
use super::entry::{Findings, join};
use super::headers::PATH;
use super::method::is_token;
use crate::json::value::Value;

/// White space around the parts of a header's value.
const OWS: [char; 2] = [' ', '\t'];

/// Checks the content type that the headers give a body.
pub(super) fn check(headers: Option<Value<'_>>, findings: &mut Findings) {
    let found = headers
        .iter()
        .flat_map(Value::members)
        .filter(|(name, _)| name.eq_ignore_ascii_case("content-type"))
        .find_map(|(name, value)| Some((name, value.as_str()?)));
    let Some((name, value)) = found else {
        return findings.warning(PATH, Code::ContentTypeMissing);
    };
    let path = join(PATH, &name);
    let (essence, parameters) = value.split_once(';').unwrap_or((&value, ""));
    let essence = essence.trim_matches(OWS);
    let is_media_type = essence
        .split_once('/')
        .is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype));
    if !is_media_type {
        findings.error(path, Code::ContentTypeInvalid);
    } else if !is_json(essence) {
        findings.warning(path, Code::ContentTypeNotJson);
    } else if names_foreign_charset(parameters) {
        findings.warning(path, Code::ContentTypeCharset);
    }
}

fn is_json(essence: &str) -> bool {
    let essence = essence.to_ascii_lowercase();
    matches!(&*essence, "application/json" | "text/json") || essence.ends_with("+json")
}

/// Does a parameter name another charset than UTF-8?
fn names_foreign_charset(parameters: &str) -> bool {
    let mut rest = parameters;
    while !rest.is_empty() {
        let end = parameter_end(rest);
        let parameter = rest.get(..end).unwrap_or_default();
        rest = rest.get(end + 1..).unwrap_or_default();
        if let Some((name, value)) = parameter.split_once('=')
            && name.trim_matches(OWS).eq_ignore_ascii_case("charset")
            && !is_utf8(&unquoted(value.trim_matches(OWS)))
        {
            return true;
        }
    }
    false
}

/// Where the first parameter ends: at a semicolon outside of quotes.
fn parameter_end(text: &str) -> usize {
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b';' if !quoted => return at,
            _ => {}
        }
    }
    text.len()
}

/// The content of a quoted string (RFC 9110, 5.6.4), or the text as it stands.
fn unquoted(value: &str) -> String {
    let content = value
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let Some(content) = content else {
        return value.to_owned();
    };
    let mut characters = content.chars();
    let mut out = String::new();
    while let Some(character) = characters.next() {
        let escaped = (character == '\\').then(|| characters.next()).flatten();
        out.push(escaped.unwrap_or(character));
    }
    out
}

fn is_utf8(charset: &str) -> bool {
    charset.eq_ignore_ascii_case("utf-8") || charset.eq_ignore_ascii_case("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::string;
    use crate::json::value::Document;

    /// The code and path of what is found.
    fn found(headers: &str) -> Option<(&'static str, String)> {
        let document = Document::parse(headers.as_bytes()).expect(headers);
        let mut findings = Findings::default();
        check(Some(document.root()), &mut findings);
        let mut all = findings.errors.into_iter().chain(findings.warnings);
        let first = all.next().map(|entry| (entry.code.as_str(), entry.path));
        assert_eq!(all.next(), None, "at most one finding");
        first
    }

    fn code(value: &str) -> Option<&'static str> {
        let mut headers = String::from("{\"Content-Type\":");
        string::write(&mut headers, value);
        headers.push('}');
        found(&headers).map(|(code, path)| {
            assert_eq!(path, "$.request.headers.Content-Type");
            code
        })
    }

    #[test]
    fn json_goes_by_three_kinds_of_names() {
        for value in [
            "application/json",
            "TEXT/JSON",
            "application/problem+json",
            "a/+JSON",
            " application/json\t; x=y",
        ] {
            assert_eq!(code(value), None, "{value}");
        }
        for value in ["text/plain", "application/jsons", "application/json-seq"] {
            assert_eq!(code(value), Some("content_type_not_json"), "{value}");
        }
        for value in [
            "",
            "json",
            "application/",
            "/json",
            "a/b/c",
            "application/json, text/json",
            ";application/json",
        ] {
            assert_eq!(code(value), Some("content_type_invalid"), "{value}");
        }
    }

    #[test]
    fn a_charset_other_than_utf_8_is_foreign_to_json() {
        for (parameters, foreign) in [
            ("charset=utf-8", false),
            ("Charset = \"UTF8\"", false),
            ("charset=\"ut\\f-8\"", false),
            ("charset", false),
            ("x=\"a;charset=latin1\"", false),
            ("x=\"\\\";charset=latin1\"", false),
            ("x-charset=latin1", false),
            (";;", false),
            ("charset=latin1", true),
            ("x=y; charset=\"utf-16\"", true),
            ("charset=utf-8;CHARSET=ascii", true),
            ("charset=", true),
            ("x=\"\";charset=latin1", true),
        ] {
            let json = format!("application/json;{parameters}");
            let wanted = foreign.then_some("content_type_charset");
            assert_eq!(code(&json), wanted, "{parameters}");
            let other = format!("text/plain;{parameters}");
            assert_eq!(code(&other), Some("content_type_not_json"), "{parameters}");
        }
    }

    #[test]
    fn the_first_one_with_a_string_value_counts() {
        for (headers, wanted) in [
            (
                r#"{"content-type":5,"Content-Type":"x/y"}"#,
                Some("content_type_not_json"),
            ),
            (
                r#"{"content-type":"a/json+json","Content-Type":"x/y"}"#,
                None,
            ),
            (r#"{"content-type":null}"#, Some("content_type_missing")),
            (r#"{"content-types":"x/y"}"#, Some("content_type_missing")),
        ] {
            assert_eq!(found(headers).map(|(code, _)| code), wanted, "{headers}");
        }
        assert_eq!(found("{}").map(|(_, path)| path).as_deref(), Some(PATH));
    }
}
