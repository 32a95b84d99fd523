//! What a report counts of an answer: verdict, refusal, rules, codes, keywords.
//!
//! Must never hold a value, a path or a fragment: what is not a name of the
//! published lists is counted under a name of ours.

use argument_check_corpus::vocabulary::{DEFECTS, REFUSALS};
use serde::Deserialize;

/// The countable part of an answer; empty for a text that is no answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct View {
    /// `VALID`, `REPAIRED` or `UNREPAIRABLE`.
    pub(crate) verdict: Option<String>,
    /// The code of a refusal.
    pub(crate) refusal: Option<String>,
    /// Whether a pre-check found the submission assessable.
    pub(crate) assessable: Option<bool>,
    diff: Vec<Entry>,
    defects: Vec<Defect>,
    detail: Vec<Place>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Entry {
    rule: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Defect {
    code: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Place {
    keyword: String,
}

const VERDICTS: [&str; 3] = ["VALID", "REPAIRED", "UNREPAIRABLE"];
const RULES: [&str; 9] = ["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9"];

/// Names that JSON Schema gave to keywords in any of its drafts, those of
/// `OpenAPI`, and the places that the criteria name: a report may print these.
const KEYWORDS: &[&str] = &[
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$recursiveAnchor",
    "$recursiveRef",
    "$ref",
    "$schema",
    "$vocabulary",
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "definitions",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "discriminator",
    "divisibleBy",
    "else",
    "enum",
    "example",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "extends",
    "externalDocs",
    "id",
    "if",
    "items",
    "maxContains",
    "maximum",
    "maxItems",
    "maxLength",
    "maxProperties",
    "minContains",
    "minimum",
    "minItems",
    "minLength",
    "minProperties",
    "multipleOf",
    "not",
    "nullable",
    "oneOf",
    "optional",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "required",
    "schema",
    "then",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
    "xml",
    "boolean schema",
    "array-form items",
    "boolean-form exclusiveMinimum",
    "boolean-form exclusiveMaximum",
    "schema-valued additionalProperties",
    "pattern construct",
    "pattern budget",
    "nesting",
];

impl View {
    /// Reads an answer; a text that is none gives an empty view.
    pub(crate) fn of(answer: &str) -> Self {
        serde_json::from_str(answer).unwrap_or_default()
    }

    /// The name to count the answer under.
    pub(crate) fn kind(&self) -> &'static str {
        if self.refusal.is_some() {
            return "refused";
        }
        if self.assessable == Some(true) {
            return "assessable";
        }
        let verdict = self.verdict.as_deref().unwrap_or_default();
        known(&VERDICTS, verdict).unwrap_or("no answer of the contract")
    }

    /// Whether this is a verdict.
    pub(crate) fn is_verdict(&self) -> bool {
        self.verdict.is_some()
    }

    /// Whether a defect has this code.
    pub(crate) fn has_defect(&self, code: &str) -> bool {
        self.defects.iter().any(|defect| defect.code == code)
    }

    /// The rules of the diff, one name an entry.
    pub(crate) fn rules(&self) -> impl Iterator<Item = &'static str> {
        let rules = self.diff.iter();
        rules.map(|entry| known(&RULES, &entry.rule).unwrap_or("no rule of the criteria"))
    }

    /// The keywords that a refusal names, each once.
    pub(crate) fn keywords(&self) -> Vec<&'static str> {
        let names = self.detail.iter();
        let mut keywords: Vec<&str> = names
            .map(|place| known(KEYWORDS, &place.keyword).unwrap_or("a keyword of no draft"))
            .collect();
        keywords.sort_unstable();
        keywords.dedup();
        keywords
    }

    /// The codes of the defects, one a defect.
    pub(crate) fn codes(&self) -> impl Iterator<Item = &'static str> {
        let defects = self.defects.iter();
        defects.map(|defect| known(&DEFECTS, &defect.code).unwrap_or("a code of no list"))
    }

    /// The code of the refusal as a report may print it.
    pub(crate) fn refusal_code(&self) -> Option<&'static str> {
        let refusal = self.refusal.as_deref()?;
        Some(known(&REFUSALS, refusal).unwrap_or("a code of no list"))
    }
}

fn known<'a>(names: &[&'a str], name: &str) -> Option<&'a str> {
    names.iter().find(|known| **known == name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_counted_with_its_rules() {
        let view = View::of(
            r#"{"verdict":"REPAIRED","repaired":{"x":1},"diff":[{"path":"$.x","rule":"R3","op":"replace","before":"1","after":1}]}"#,
        );
        assert_eq!(view.kind(), "REPAIRED");
        assert_eq!(view.rules().collect::<Vec<_>>(), ["R3"]);
    }

    #[test]
    fn a_keyword_of_the_caller_is_not_printed() {
        let view = View::of(
            r#"{"refusal":"schema_not_covered","detail":[{"path":"$.a","keyword":"x-secret"},{"path":"$.b","keyword":"anyOf"},{"path":"$.c","keyword":"anyOf"}]}"#,
        );
        assert_eq!(view.kind(), "refused");
        assert_eq!(view.keywords(), ["a keyword of no draft", "anyOf"]);
    }

    #[test]
    fn nonsense_is_no_answer() {
        for text in ["", "null", "{\"verdict\":\"FINE\"}", "{\"diff\":3}"] {
            assert_eq!(View::of(text).kind(), "no answer of the contract", "{text}");
        }
    }

    #[test]
    fn a_code_with_a_payload_is_not_printed() {
        let view = View::of(r#"{"refusal":"secret 4711"}"#);
        assert_eq!(view.refusal_code(), Some("a code of no list"));
        let view = View::of(r#"{"refusal":"CAP-EXCEEDED:body_bytes"}"#);
        assert_eq!(view.refusal_code(), Some("CAP-EXCEEDED:body_bytes"));
    }
}
