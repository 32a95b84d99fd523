//! PF2, PF3: entries, and the one fixed sentence of each code.

use crate::lossless::Value;

/// One error, warning or issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where.
    pub path: String,
    /// Which code.
    pub code: &'static str,
    /// The sentence; that of the code, but in mutants.
    pub message: String,
}

/// An entry with the sentence of its code.
#[must_use]
pub fn entry(path: &str, code: &'static str) -> Entry {
    let message = message(code).unwrap_or_default().to_owned();
    Entry {
        path: path.to_owned(),
        code,
        message,
    }
}

/// Entries as an array.
#[must_use]
pub fn listed(entries: &[Entry]) -> Value {
    let one = |entry: &Entry| {
        object([
            ("path", Value::String(entry.path.clone())),
            ("code", Value::String(entry.code.to_owned())),
            ("message", Value::String(entry.message.clone())),
        ])
    };
    Value::Array(entries.iter().map(one).collect())
}

/// An object of these members.
pub fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    let owned = members.map(|(name, value)| (name.to_owned(), value));
    Value::Object(owned.into())
}

/// The sentence of a code; none for what is no code.
#[must_use]
pub fn message(code: &str) -> Option<&'static str> {
    MESSAGES
        .iter()
        .find_map(|(name, text)| (*name == code).then_some(*text))
}

/// Every code with its sentence: those of the tools, then those of body defects.
pub const MESSAGES: [(&str, &str); 64] = [
    (
        "body_missing",
        "Schema constrains a body but the request has none.",
    ),
    (
        "body_semantics_undefined",
        "A body on this method has no defined semantics.",
    ),
    (
        "content_type_charset",
        "JSON is UTF-8; Content-Type names another charset.",
    ),
    ("content_type_invalid", "Content-Type is not a media type."),
    (
        "content_type_missing",
        "Request has a JSON body but no Content-Type.",
    ),
    (
        "content_type_not_json",
        "Content-Type is not a JSON media type.",
    ),
    (
        "header_client_managed",
        "Header is normally set by the HTTP client.",
    ),
    (
        "header_duplicate_name",
        "Header name differs from another only by case.",
    ),
    (
        "header_duplicate_singleton",
        "Header that may occur once is given more than once.",
    ),
    ("header_injection", "Header value contains CR, LF or NUL."),
    ("header_name_invalid", "Header name is not an HTTP token."),
    (
        "header_value_invalid",
        "Header value contains a character HTTP does not allow.",
    ),
    (
        "header_value_non_ascii",
        "Header value contains non-ASCII characters.",
    ),
    ("header_value_not_string", "Header value is not a string."),
    (
        "header_value_whitespace",
        "Header value has leading or trailing whitespace.",
    ),
    ("input_enum", "Value is not one of the allowed values."),
    ("input_missing", "Required member is missing."),
    ("input_not_integer", "Number must be an integer."),
    ("input_range", "Number is outside the allowed range."),
    ("input_type", "Wrong JSON type."),
    ("method_invalid", "Method is not an HTTP token."),
    (
        "method_not_supported",
        "Method cannot be sent to an absolute http(s) URL by an API client.",
    ),
    (
        "method_not_uppercase",
        "Method is not upper case; methods are case-sensitive.",
    ),
    (
        "method_uncommon",
        "Method is not one of the common API methods.",
    ),
    (
        "number_not_exact",
        "Number is not exactly representable; it would be hashed as a different number.",
    ),
    (
        "query_array_ambiguous",
        "Array query value has no single serialization.",
    ),
    (
        "query_control_character",
        "Query value contains a control character.",
    ),
    ("query_empty_name", "Query parameter name is empty."),
    (
        "query_key_conflict",
        "Query parameter is also present in the URL.",
    ),
    (
        "query_null",
        "Null query value has no single serialization.",
    ),
    (
        "query_value_not_scalar",
        "Query value has no defined serialization.",
    ),
    ("schema_format_not_checked", "format is not checked."),
    ("schema_invalid", "Schema is malformed."),
    (
        "schema_not_covered",
        "Schema uses a keyword this check does not cover.",
    ),
    (
        "url_bad_percent_encoding",
        "URL contains % not followed by two hex digits.",
    ),
    ("url_fragment", "URL fragment is never sent."),
    (
        "url_idn_unchecked",
        "Internationalized host was not checked beyond its characters.",
    ),
    (
        "url_invalid_character",
        "URL contains a space, control character or backslash.",
    ),
    ("url_invalid_host", "URL host is not valid."),
    ("url_invalid_port", "URL port is not valid."),
    ("url_missing_host", "URL has no host."),
    (
        "url_non_ascii",
        "URL contains unencoded non-ASCII characters.",
    ),
    ("url_not_absolute", "URL is not absolute."),
    ("url_scheme_not_allowed", "URL scheme is not http or https."),
    ("url_too_long", "URL is longer than 8000 bytes."),
    (
        "url_unencoded_character",
        "URL contains a character that should be percent-encoded.",
    ),
    ("url_userinfo", "URL carries userinfo."),
    ("missing_required", "Required property is missing."),
    ("type_mismatch", "Value has the wrong type."),
    ("enum_mismatch", "Value is not one of the enum values."),
    ("const_mismatch", "Value is not the const value."),
    ("string_too_short", "String is shorter than minLength."),
    ("string_too_long", "String is longer than maxLength."),
    ("pattern_mismatch", "String does not match pattern."),
    ("minimum_violation", "Number is below minimum."),
    ("maximum_violation", "Number is above maximum."),
    (
        "exclusive_minimum_violation",
        "Number is not above exclusiveMinimum.",
    ),
    (
        "exclusive_maximum_violation",
        "Number is not below exclusiveMaximum.",
    ),
    ("array_too_short", "Array has fewer items than minItems."),
    ("array_too_long", "Array has more items than maxItems."),
    ("items_not_unique", "Array items are not unique."),
    (
        "too_few_properties",
        "Object has fewer properties than minProperties.",
    ),
    (
        "too_many_properties",
        "Object has more properties than maxProperties.",
    ),
    ("additional_property", "Property is not declared."),
];
