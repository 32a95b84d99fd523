//! The closed lists of the criteria: every name that an answer or a clause may use, in published order.
//!
//! These lists are the corpus's own copy on purpose. A corpus that took them from the engine would
//! agree with an engine that lost a code.

/// The number of readings (D1..D102).
pub const READINGS: u8 = 102;

/// The number of mutants that the criteria's evidence was gathered with (M01..M78).
pub const MUTANTS: u8 = 78;

/// The highest number of a mutant; those above [`MUTANTS`] are welcome and not owed.
pub const LAST_MUTANT: u8 = 89;

/// The number of whitelist rules (R1..R9).
pub const RULES: u8 = 9;

/// The cap on a request body in bytes, inclusive (D11).
pub const BODY_CAP: usize = 262_144;

/// The refusal of a body over the cap.
pub const CAP_EXCEEDED: &str = "CAP-EXCEEDED:body_bytes";

/// Codes of defects.
pub const DEFECTS: [&str; 18] = [
    "missing_required",
    "type_mismatch",
    "enum_mismatch",
    "const_mismatch",
    "string_too_short",
    "string_too_long",
    "pattern_mismatch",
    "minimum_violation",
    "maximum_violation",
    "exclusive_minimum_violation",
    "exclusive_maximum_violation",
    "array_too_short",
    "array_too_long",
    "items_not_unique",
    "too_few_properties",
    "too_many_properties",
    "additional_property",
    "invalid_json_text",
];

/// Codes of refusals.
pub const REFUSALS: [&str; 10] = [
    "invalid_request_body",
    "schema_missing",
    "schema_invalid",
    "schema_not_covered",
    "arguments_missing",
    "arguments_ambiguous",
    "arguments_not_object",
    "arguments_text_invalid",
    "arguments_too_deep",
    CAP_EXCEEDED,
];

/// Keywords that are enforced.
pub const ENFORCED: [&str; 19] = [
    "type",
    "enum",
    "const",
    "required",
    "properties",
    "additionalProperties",
    "items",
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
];

/// Keywords that are met and not checked, and those that are inert (D16, D25).
pub const NOT_CHECKED: [&str; 11] = [
    "format",
    "title",
    "description",
    "default",
    "examples",
    "$schema",
    "$id",
    "$comment",
    "deprecated",
    "readOnly",
    "writeOnly",
];

/// What the criteria list as not covered: twenty keywords and five forms of others.
pub const NOT_COVERED: [&str; 25] = [
    "$ref",
    "$defs",
    "definitions",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "contains",
    "propertyNames",
    "patternProperties",
    "prefixItems",
    "unevaluatedProperties",
    "unevaluatedItems",
    "contentEncoding",
    "contentMediaType",
    "schema-valued additionalProperties",
    "array-form items",
    "boolean schema",
    "boolean-form exclusiveMinimum",
    "boolean-form exclusiveMaximum",
];

/// The text that a body must hold to be about a place that is not covered: the keyword in quotes, or
/// what the named form is written with.
pub fn trace_of_not_covered(keyword: &str) -> String {
    match keyword {
        "boolean schema" | "nesting" => String::new(),
        "pattern construct" | "pattern budget" => "\"pattern\"".into(),
        other => format!("\"{}\"", other.rsplit(' ').next().unwrap_or(other)),
    }
}

/// The statement of each verdict.
pub const STATEMENTS: [(&str, &str); 3] = [
    ("VALID", "no repair was needed"),
    (
        "REPAIRED",
        "the listed repairs, and nothing else, brought the arguments into conformance",
    ),
    (
        "UNREPAIRABLE",
        "every blocking defect is named; no repaired arguments are returned",
    ),
];

/// The sentences that may stand as the reason of a defect. One that ends in `: ` is followed by the
/// limit of the schema in its own spelling.
const REASONS: [(&str, &str); 24] = [
    ("missing_required", "a required member is absent"),
    ("type_mismatch", "the value has none of the allowed types: "),
    ("enum_mismatch", "the value equals no entry of enum"),
    ("const_mismatch", "the value does not equal const"),
    (
        "string_too_short",
        "the string has fewer characters than minLength: ",
    ),
    (
        "string_too_long",
        "the string has more characters than maxLength: ",
    ),
    ("pattern_mismatch", "the string does not match pattern"),
    ("minimum_violation", "the number is below minimum: "),
    ("maximum_violation", "the number is above maximum: "),
    (
        "exclusive_minimum_violation",
        "the number is not above exclusiveMinimum: ",
    ),
    (
        "exclusive_maximum_violation",
        "the number is not below exclusiveMaximum: ",
    ),
    (
        "array_too_short",
        "the array has fewer items than minItems: ",
    ),
    ("array_too_long", "the array has more items than maxItems: "),
    ("items_not_unique", "two items of the array are equal"),
    (
        "too_few_properties",
        "the object has fewer members than minProperties: ",
    ),
    (
        "too_many_properties",
        "the object has more members than maxProperties: ",
    ),
    (
        "additional_property",
        "the member is not declared and additionalProperties is false",
    ),
    ("invalid_json_text", "the text ends inside a string"),
    (
        "invalid_json_text",
        "the text ends inside a token, or in a number that may be cut",
    ),
    (
        "invalid_json_text",
        "a closing delimiter does not match what is open",
    ),
    ("invalid_json_text", "content follows the complete value"),
    ("invalid_json_text", "the text is not JSON at some token"),
    (
        "invalid_json_text",
        "a string holds a lone surrogate escape",
    ),
    (
        "invalid_json_text",
        "an object holds the same member name twice",
    ),
];

/// Whether `reason` is a sentence that may explain a defect of that code.
pub fn is_reason(code: &str, reason: &str) -> bool {
    REASONS
        .iter()
        .filter(|(of, _)| *of == code)
        .any(|(_, sentence)| {
            if sentence.ends_with(": ") {
                reason.len() > sentence.len() && reason.starts_with(sentence)
            } else {
                reason == *sentence
            }
        })
}

/// The statement that belongs to a verdict.
pub fn statement(verdict: &str) -> Option<&'static str> {
    STATEMENTS
        .iter()
        .find(|(of, _)| *of == verdict)
        .map(|(_, statement)| *statement)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_defect_code_has_a_reason() {
        for code in DEFECTS {
            assert!(REASONS.iter().any(|(of, _)| *of == code), "{code}");
        }
    }

    #[test]
    fn a_reason_belongs_to_its_code_and_ends_with_the_limit_where_there_is_one() {
        assert!(is_reason(
            "minimum_violation",
            "the number is below minimum: 5"
        ));
        assert!(!is_reason(
            "minimum_violation",
            "the number is below minimum: "
        ));
        assert!(!is_reason(
            "maximum_violation",
            "the number is below minimum: 5"
        ));
        assert!(!is_reason(
            "const_mismatch",
            "the value does not equal const: 5"
        ));
        assert!(is_reason(
            "invalid_json_text",
            "the text ends inside a string"
        ));
    }

    #[test]
    fn no_keyword_stands_in_two_lists() {
        let mut all: Vec<&str> = ENFORCED
            .into_iter()
            .chain(NOT_CHECKED)
            .chain(NOT_COVERED)
            .collect();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn the_trace_of_a_form_is_its_keyword_in_quotes() {
        assert_eq!(trace_of_not_covered("$ref"), "\"$ref\"");
        assert_eq!(trace_of_not_covered("array-form items"), "\"items\"");
        assert_eq!(
            trace_of_not_covered("boolean-form exclusiveMinimum"),
            "\"exclusiveMinimum\""
        );
        assert_eq!(trace_of_not_covered("pattern budget"), "\"pattern\"");
        assert_eq!(trace_of_not_covered("boolean schema"), "");
    }
}
