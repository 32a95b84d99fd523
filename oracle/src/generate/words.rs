//! What schemas are made of: patterns, keywords and their values, right and
//! wrong. As in `pool`, every entry is here because some wrong decision shows
//! on it.

/// Patterns in the coverage, each with strings worth trying (D28, D29).
pub(super) const PATTERNS: &[(&str, &[&str])] = &[
    ("b", &["abc", "a"]),
    ("^a$", &["a", "a\n", "A"]),
    ("\\d+", &["5", "\u{663}", "x"]),
    ("^[a-c]*$", &["abc", "", "d"]),
    ("^\\-$", &["-", "a"]),
    ("\\p{L}", &["é", "5", "😀"]),
    ("^\\p{Lu}{1,3}$", &["A", "É", "a"]),
    ("^(a|b)+$", &["abab", "abc", ""]),
    ("^(a+)+$", &["aaaaaaaaaaaa", "aaaaaaaaaaa!"]),
    ("[\\w.\\-]+@[\\w.]+", &["a@b", "é@é"]),
    ("(?<n>a)|b", &["a", "c"]),
    ("[^]", &["", "a"]),
    ("[]", &["", "a"]),
    ("\\u{41}", &["A", "a"]),
    ("^.$", &["a", "\n", "\u{2028}", "😀"]),
    ("\\ud83d\\ude00", &["😀", "a"]),
    ("\\bx\\b", &["x", "éx", "ax"]),
    ("x*?", &["", "x"]),
    ("\\s", &["\u{a0}", "\u{feff}", " ", "\u{180e}"]),
    ("^\\S+$", &["a", "a b"]),
    ("^[^\\d\\s]{2,}$", &["ab", "a", "a1"]),
    ("\\cA", &["\u{1}", "A"]),
    ("\\0", &["\u{0}", "0"]),
    ("", &["", "a"]),
    ("^\\p{Script=Greek}$", &["\u{3b1}", "a"]),
    ("^\\p{sc=Latn}+$", &["a", "\u{3b1}"]),
    ("\\P{ASCII}", &["é", "a"]),
    ("^\\x41\\u0042$", &["AB", "ab"]),
    ("\\B", &["", "a", "ab"]),
    ("a{0}b{2}", &["bb", "b"]),
    ("[\\b]", &["\u{8}", "b"]),
    ("^\\@\\_\\:$", &["@_:", "@"]),
    ("a{4000}", &["a"]),
    ("\\p{Lu}{300}", &["A"]),
];

/// Patterns outside it, or that are none.
pub(super) const BAD_PATTERNS: &[&str] = &[
    "(",
    "(?=a)",
    "(?<!a)",
    "(a)\\1",
    "(?<n>a)\\k<n>",
    "(?i:a)",
    "a{6000}",
    "(?:(a{70}){70}){2}",
    "\\p{Greek}",
    "\\p{letter}",
    "\\p{sc=Sidt}",
    "a{2,1}",
    "[b-a]",
    "*",
    "a**",
    "{",
    "]",
    "\\",
    "\\8",
    "\\00",
    "\\u{110000}",
    "\\p{L}{5000}",
    "(?<n>a)|(?<n>b)",
    "(?<n>a)(?<n>b)",
    "[\\d-z]",
    "\\ud800",
    "\\a",
    "\\c",
    "(?",
    ")",
    "a{99999999999999999999}",
    "\\k<n>",
    "\\x4",
    "\\p{L",
];

/// Keywords that are in no list, or in the list of those not covered (D15).
pub(super) const UNCOVERED: &[&str] = &[
    "$ref",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "$defs",
    "definitions",
    "patternProperties",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "contains",
    "prefixItems",
    "unevaluatedProperties",
    "unevaluatedItems",
    "multipleOf",
    "x-foo",
    "nullable",
    "dependencies",
    "additionalItems",
    "$anchor",
    "$dynamicRef",
    "minContains",
    "contentEncoding",
    "contentSchema",
    "Type",
    "a.b",
    "",
    "__proto__",
    "example",
    "divisibleBy",
];

/// A keyword with a value that makes the schema invalid (D22).
pub(super) const MALFORMED: &[(&str, &str)] = &[
    ("type", "\"any\""),
    ("type", "[]"),
    ("type", "[\"string\",\"string\"]"),
    ("type", "null"),
    ("type", "[1]"),
    ("type", "\"String\""),
    ("required", "[\"a\",\"a\"]"),
    ("required", "[\"a\",\"\\u0061\"]"),
    ("required", "true"),
    ("required", "[1]"),
    ("minLength", "-1"),
    ("maxLength", "1.5"),
    ("minItems", "\"2\""),
    ("maxItems", "1e-1"),
    ("minProperties", "null"),
    ("maxProperties", "-1e400"),
    ("minimum", "\"5\""),
    ("maximum", "null"),
    ("exclusiveMinimum", "\"5\""),
    ("exclusiveMaximum", "[]"),
    ("enum", "{}"),
    ("enum", "\"a\""),
    ("uniqueItems", "1"),
    ("uniqueItems", "\"true\""),
    ("properties", "[]"),
    ("properties", "null"),
    ("pattern", "5"),
    ("additionalProperties", "\"no\""),
    ("additionalProperties", "null"),
    ("items", "5"),
    ("items", "null"),
];

/// A covered keyword in a form that is not covered (D20, D21).
pub(super) const FORMS: &[(&str, &str)] = &[
    ("additionalProperties", "{}"),
    ("additionalProperties", "{\"type\":\"any\"}"),
    ("items", "[{}]"),
    ("items", "[]"),
    ("items", "true"),
    ("exclusiveMinimum", "true"),
    ("exclusiveMaximum", "false"),
];

/// What may stand where a schema stands, and is none (D20).
pub(super) const NO_SCHEMAS: &[&str] = &["true", "false", "5", "null", "\"x\"", "[]", "[{}]"];

/// Annotations, and keywords that change nothing (D16, D24, D25).
pub(super) const ANNOTATIONS: &[&str] = &[
    "title",
    "description",
    "default",
    "examples",
    "format",
    "$schema",
    "$id",
    "$comment",
    "deprecated",
    "readOnly",
    "writeOnly",
];

/// Limits of lengths and counts; those equal in value in other spellings.
pub(super) const COUNTS: &[&str] = &[
    "1",
    "2",
    "0",
    "3",
    "1.0",
    "2e0",
    "-0",
    "0.0",
    "20e-1",
    "1e400",
    "18446744073709551616",
    "10",
];

/// The limits of lengths and counts.
pub(super) const COUNTED: &[&str] = &[
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
];

/// The limits of numbers.
pub(super) const BOUNDS: &[&str] = &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

/// The names of `type`.
pub(super) const TYPES: &[&str] = &[
    "string", "integer", "number", "boolean", "array", "object", "null",
];
