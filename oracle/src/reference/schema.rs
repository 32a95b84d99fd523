//! Decides whether a schema may be used at all, and what of it is enforced.
//!
//! Implements D12 (nesting), D15 to D24 (what is a keyword where, what it may
//! hold), D25 (coverage), the schema's share of D28 and D29 (patterns), and
//! the details of a refusal (D14). It never looks at arguments.

use super::clauses::Clauses;
use super::json::Value;
use super::number;
use super::path;
use super::pattern::{self, Pattern};
use super::rules::text_of;
use std::cmp::Ordering;

/// The enforced keywords, in published order.
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

/// `format` and the annotations of the criteria, then the inert ones of D16.
const NOT_CHECKED: [&str; 11] = [
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

/// The names that `type` may hold.
const TYPES: [&str; 7] = [
    "null", "boolean", "object", "array", "number", "string", "integer",
];

/// What a name at a schema position is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keyword {
    /// It decides.
    Enforced,
    /// It is met, disclosed and never looked at.
    NotChecked,
    /// Its presence refuses the schema.
    NotCovered,
    /// It is passed over in silence; no name on any published list is.
    Unseen,
}

/// D15, D16, D19: an allow-list; a name on no published list is not covered.
pub fn keyword(name: &str) -> Keyword {
    if ENFORCED.contains(&name) {
        Keyword::Enforced
    } else if NOT_CHECKED.contains(&name) {
        Keyword::NotChecked
    } else {
        Keyword::NotCovered
    }
}

/// D18: a name under `properties` is the caller's word, whatever it spells.
pub fn name_is_data(_name: &str) -> bool {
    true
}

/// What was met (D25).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Enforced keywords, published order, each once.
    pub enforced: Vec<String>,
    /// Paths of what is not checked, document order.
    pub not_checked: Vec<String>,
}

/// An offending place of a schema (D14).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Path in the schema.
    pub path: String,
    /// Keyword or the name of the special form.
    pub keyword: String,
}

/// Why a schema refuses a check, with all places, or what it covers.
pub enum Examined {
    /// Malformed (D22).
    Invalid(Vec<Place>),
    /// Well-formed and not covered (D15, D19).
    NotCovered(Vec<Place>),
    /// Usable.
    Covered(Coverage),
}

/// Everything found on one walk, in document order.
struct Walk<'a> {
    clauses: &'a Clauses,
    invalid: Vec<Place>,
    uncovered: Vec<Place>,
    met: Vec<String>,
    not_checked: Vec<String>,
    cost: u64,
    ranges: u64,
}

/// What is met and not checked, whatever is wrong elsewhere in the schema.
pub fn not_checked(clauses: &Clauses, schema: &Value) -> Vec<String> {
    let mut walk = Walk::new(clauses);
    walk.position(schema, path::ROOT);
    walk.not_checked
}

/// D21: the whole schema is walked; invalid places outrank uncovered ones.
pub fn examine(clauses: &Clauses, schema: &Value) -> Examined {
    let mut walk = Walk::new(clauses);
    // D12: all containers count, data inside `enum` and `default` too.
    if schema.height() > clauses.schema_nesting {
        walk.uncovered(path::ROOT, "nesting");
    }
    walk.position(schema, path::ROOT);
    if !walk.invalid.is_empty() {
        return Examined::Invalid(walk.invalid);
    }
    if !walk.uncovered.is_empty() {
        return Examined::NotCovered(walk.uncovered);
    }
    let met = ENFORCED
        .iter()
        .filter(|name| walk.met.iter().any(|m| m == *name));
    Examined::Covered(Coverage {
        enforced: met.map(ToString::to_string).collect(),
        not_checked: walk.not_checked,
    })
}

impl<'a> Walk<'a> {
    fn new(clauses: &'a Clauses) -> Self {
        Self {
            clauses,
            invalid: Vec::new(),
            uncovered: Vec::new(),
            met: Vec::new(),
            not_checked: Vec::new(),
            cost: 0,
            ranges: 0,
        }
    }

    fn invalid(&mut self, at: &str, keyword: &str) {
        let path = at.to_string();
        self.invalid.push(Place {
            path,
            keyword: keyword.to_string(),
        });
    }

    fn uncovered(&mut self, at: &str, keyword: &str) {
        let path = at.to_string();
        self.uncovered.push(Place {
            path,
            keyword: keyword.to_string(),
        });
    }

    /// D18, D20: a value where a schema is expected.
    fn position(&mut self, schema: &Value, at: &str) {
        match schema {
            Value::Object(members) => {
                for (name, value) in members {
                    self.member(name, value, &(self.clauses.key_path)(at, name));
                }
            }
            Value::Bool(_) => self.uncovered(at, "boolean schema"),
            _ => self.invalid(at, "schema"),
        }
    }

    fn member(&mut self, name: &str, value: &Value, at: &str) {
        match (self.clauses.keyword)(name) {
            // D19: presence alone refuses.
            Keyword::NotCovered => self.uncovered(at, name),
            Keyword::Unseen => {}
            // D24, D27: never looked at, disclosed by D25.
            Keyword::NotChecked => {
                let path = at.to_string();
                self.not_checked.push(path);
            }
            Keyword::Enforced => {
                self.met.push(name.to_string());
                self.enforced(name, value, at);
            }
        }
    }

    fn enforced(&mut self, name: &str, value: &Value, at: &str) {
        match (name, value) {
            ("properties", Value::Object(members)) => {
                for (property, subschema) in members {
                    let below = (self.clauses.key_path)(at, property);
                    if (self.clauses.name_is_data)(property) {
                        self.position(subschema, &below);
                    } else {
                        self.uncovered(&below, property);
                    }
                }
            }
            // D21: shapes that the list of what is not covered names itself.
            ("items", Value::Array(_)) => self.uncovered(at, "array-form items"),
            ("items", subschema) => self.position(subschema, at),
            ("additionalProperties", Value::Object(_)) => {
                self.uncovered(at, "schema-valued additionalProperties");
            }
            ("exclusiveMinimum", Value::Bool(_)) => {
                self.uncovered(at, "boolean-form exclusiveMinimum");
            }
            ("exclusiveMaximum", Value::Bool(_)) => {
                self.uncovered(at, "boolean-form exclusiveMaximum");
            }
            ("pattern", Value::String(pattern)) => self.pattern(pattern, at),
            _ if is_well_formed(name, value) => {}
            _ => self.invalid(at, name),
        }
    }

    /// D28, D29: syntax first, then constructs, then what it costs.
    fn pattern(&mut self, pattern: &str, at: &str) {
        match pattern::scan(pattern) {
            Pattern::Invalid => self.invalid(at, "pattern"),
            Pattern::NotCovered => self.uncovered(at, "pattern construct"),
            Pattern::Covered { cost, ranges, .. } => {
                self.cost = self.cost.saturating_add(cost);
                self.ranges = self.ranges.saturating_add(ranges);
                if cost > PATTERN_COST || self.cost > SCHEMA_COST || self.ranges > SCHEMA_RANGES {
                    self.uncovered(at, "pattern budget");
                }
            }
        }
    }
}

/// D29: the most that one pattern may cost.
const PATTERN_COST: u64 = 5_000;
/// D29: the most that all patterns of a schema may cost.
const SCHEMA_COST: u64 = 50_000;
/// D29: the most code-point ranges, repeats counted, in a schema.
const SCHEMA_RANGES: u64 = 250_000;

/// D22, D23: the 2020-12 meta-schema, restricted to the enforced keywords.
fn is_well_formed(name: &str, value: &Value) -> bool {
    match name {
        "enum" => matches!(value, Value::Array(_)),
        "const" => true,
        "type" => match value {
            Value::String(name) => TYPES.contains(&name.as_str()),
            Value::Array(names) => {
                let known = |name: &Value| text_of(name).is_some_and(|name| TYPES.contains(&name));
                !names.is_empty() && names.iter().all(known) && are_unique(names)
            }
            _ => false,
        },
        "required" => match value {
            Value::Array(names) => {
                names.iter().all(|name| text_of(name).is_some()) && are_unique(names)
            }
            _ => false,
        },
        "additionalProperties" | "uniqueItems" => matches!(value, Value::Bool(_)),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
            matches!(value, Value::Number(_))
        }
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
            is_limit(value)
        }
        // `properties` and `pattern` of the right kind are read elsewhere.
        _ => false,
    }
}

/// D22: an integral number of at least 0; 2.0, 1e400 and -0 are such.
fn is_limit(value: &Value) -> bool {
    match value {
        Value::Number(limit) => {
            number::is_integral(limit) && number::compare(limit, "0") != Ordering::Less
        }
        _ => false,
    }
}

fn are_unique(strings: &[Value]) -> bool {
    strings
        .iter()
        .enumerate()
        .all(|(i, string)| !strings[..i].contains(string))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::json;

    fn examined(schema: &str) -> Result<Coverage, Vec<(String, String)>> {
        let schema = json::read(schema).expect("a schema that is JSON");
        match examine(&Clauses::published(), &schema) {
            Examined::Covered(coverage) => Ok(coverage),
            Examined::Invalid(places) | Examined::NotCovered(places) => {
                Err(places.into_iter().map(|p| (p.path, p.keyword)).collect())
            }
        }
    }

    fn place(schema: &str) -> (String, String) {
        let places = examined(schema).expect_err("a refused schema");
        assert_eq!(places.len(), 1, "{places:?}");
        places[0].clone()
    }

    #[test]
    fn a_keyword_on_no_list_is_not_covered_wherever_a_schema_stands() {
        for name in [
            "multipleOf",
            "nullable",
            "x-foo",
            "$anchor",
            "$defs",
            "dependencies",
        ] {
            assert_eq!(
                place(&format!(r#"{{"{name}":{{}}}}"#)),
                (format!("$.{name}"), name.to_string())
            );
        }
        let deep = r#"{"properties":{"a":{"items":{"properties":{"b":{"not":5}}}}}}"#;
        assert_eq!(place(deep).0, "$.properties.a.items.properties.b.not");
        assert!(examined(r#"{"properties":{"not":{},"$ref":{}},"default":{"$ref":1}}"#).is_ok());
    }

    #[test]
    fn shapes_that_the_criteria_name_are_not_covered_and_others_invalid() {
        for (schema, keyword) in [
            (r#"{"items":[{}]}"#, "array-form items"),
            (
                r#"{"exclusiveMinimum":true}"#,
                "boolean-form exclusiveMinimum",
            ),
            (
                r#"{"additionalProperties":{}}"#,
                "schema-valued additionalProperties",
            ),
            ("true", "boolean schema"),
            ("5", "schema"),
            (r#"{"items":5}"#, "schema"),
            (r#"{"properties":5}"#, "properties"),
            (r#"{"pattern":"("}"#, "pattern"),
            (r#"{"pattern":"(?=a)"}"#, "pattern construct"),
            (r#"{"pattern":"a{5001}"}"#, "pattern budget"),
        ] {
            assert_eq!(place(schema).1, keyword, "{schema}");
        }
        assert!(examined(r#"{"pattern":"a{5000}"}"#).is_ok());
    }

    #[test]
    fn invalid_places_hide_uncovered_ones() {
        assert_eq!(
            place(r##"{"$ref":"#","type":"any"}"##),
            ("$.type".into(), "type".into())
        );
    }

    #[test]
    fn limits_are_whole_and_not_negative_by_value() {
        for good in ["2.0", "1e2", "-0", "1e400"] {
            assert!(
                examined(&format!(r#"{{"minLength":{good}}}"#)).is_ok(),
                "{good}"
            );
        }
        for bad in ["-1", "1.5", "\"1\"", "null"] {
            assert!(
                examined(&format!(r#"{{"minLength":{bad}}}"#)).is_err(),
                "{bad}"
            );
        }
    }

    #[test]
    fn nesting_over_256_is_listed_first() {
        let nest = |n: usize| format!(r#"{{"default":{}{}}}"#, "[".repeat(n), "]".repeat(n));
        assert!(examined(&nest(255)).is_ok());
        assert_eq!(place(&nest(256)), ("$".into(), "nesting".into()));
    }

    #[test]
    fn coverage_lists_what_was_met() {
        let coverage = examined(
            r#"{"title":5,"properties":{"x":{"format":"email","type":"string"}},"type":"object"}"#,
        );
        let coverage = coverage.expect("a covered schema");
        assert_eq!(coverage.enforced, ["type", "properties"]);
        assert_eq!(coverage.not_checked, ["$.title", "$.properties.x.format"]);
    }
}
