//! Phase two: every blocking defect of a tree, in traversal order.
//!
//! Implements D31, D34, D35 and D79 to D86. It never repairs and never stops
//! at the first defect.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::Run;
use super::json::Value;
use super::number;
use super::path;
use super::pattern::{self, Pattern};
use super::rules;

/// One blocking defect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defect {
    /// Where (D83, D87), or `$arguments_text`.
    pub path: String,
    /// One of the published codes.
    pub code: &'static str,
    /// A fixed sentence, with the schema's limit.
    pub reason: String,
}

/// All defects of `value` and of what the schema guides to below it, each
/// node's before its children's.
pub fn defects(run: &mut Run<'_>, schema: &Value, value: &Value, at: &str) -> Vec<Defect> {
    let mut found = missing(run, schema, value, at);
    let own = own_defects(run, schema, value, at);
    found.extend((run.clauses.node_defects)(own));
    match value {
        Value::Object(members) => {
            let declared = schema.member("properties");
            let closed = schema.member("additionalProperties") == Some(&Value::Bool(false));
            for (name, value) in members {
                let below = (run.clauses.key_path)(at, name);
                match declared.and_then(|d| d.member(name)) {
                    Some(subschema) => found.extend(defects(run, subschema, value, &below)),
                    // D82: at the member's turn; D57: it is not visited.
                    None if closed => found.push(Defect {
                        path: below,
                        code: "additional_property",
                        reason: "the member is not declared and additionalProperties is false"
                            .into(),
                    }),
                    None => {}
                }
            }
        }
        Value::Array(items) => {
            if let Some(subschema) = schema.member("items") {
                for (i, item) in items.iter().enumerate() {
                    found.extend(defects(run, subschema, item, &path::index(at, i)));
                }
            }
        }
        _ => {}
    }
    found
}

/// D83: absent members, in the order of `required`, each at its own path.
fn missing(run: &Run<'_>, schema: &Value, value: &Value, at: &str) -> Vec<Defect> {
    let (Some(Value::Array(names)), Value::Object(_)) = (schema.member("required"), value) else {
        return Vec::new();
    };
    let absent = names
        .iter()
        .filter_map(rules::text_of)
        .filter(|name| value.member(name).is_none());
    let defect = |name| Defect {
        path: (run.clauses.key_path)(at, name),
        code: "missing_required",
        reason: "a required member is absent".into(),
    };
    absent.map(defect).collect()
}

/// D81: every keyword that fails at one node, in the order of the codes.
fn own_defects(run: &mut Run<'_>, schema: &Value, value: &Value, at: &str) -> Vec<Defect> {
    let mut failures = of_any_kind(run, schema, value);
    failures.extend(match value {
        Value::String(text) => of_string(run, schema, text),
        Value::Number(spelling) => of_number(run, schema, spelling),
        Value::Array(items) => of_array(run, schema, items),
        Value::Object(members) => of_object(run, schema, members.len()),
        Value::Null | Value::Bool(_) => Vec::new(),
    });
    failures
        .into_iter()
        .map(|(code, reason)| Defect {
            path: at.to_string(),
            code,
            reason,
        })
        .collect()
}

/// A code and its reason.
type Failure = (&'static str, String);

fn of_any_kind(run: &Run<'_>, schema: &Value, value: &Value) -> Vec<Failure> {
    let clauses = run.clauses;
    let mut failures: Vec<Failure> = Vec::new();
    if let Some(types) = rules::types(schema)
        && !types
            .iter()
            .any(|name| rules::is_of_type(clauses, value, name))
    {
        let reason = format!(
            "the value has none of the allowed types: {}",
            types.join(", ")
        );
        failures.push(("type_mismatch", reason));
    }
    if let Some(Value::Array(entries)) = schema.member("enum")
        && !entries.iter().any(|entry| (clauses.equal)(entry, value))
    {
        failures.push(("enum_mismatch", "the value equals no entry of enum".into()));
    }
    if let Some(only) = schema.member("const")
        && (clauses.const_counts)(only)
        && !(clauses.equal)(only, value)
    {
        failures.push(("const_mismatch", "the value does not equal const".into()));
    }
    failures
}

fn of_string(run: &mut Run<'_>, schema: &Value, text: &str) -> Vec<Failure> {
    let length = (run.clauses.length)(text);
    let mut failures = bounds(
        run,
        schema,
        length,
        (
            "minLength",
            "string_too_short",
            "the string has fewer characters than",
        ),
        (
            "maxLength",
            "string_too_long",
            "the string has more characters than",
        ),
    );
    if let Some(Value::String(pattern)) = schema.member("pattern")
        && !is_found(run, pattern, text)
    {
        failures.push((
            "pattern_mismatch",
            "the string does not match pattern".into(),
        ));
    }
    failures
}

/// D28: whether the pattern occurs anywhere in the string.
fn is_found(run: &mut Run<'_>, pattern: &str, text: &str) -> bool {
    let Pattern::Covered { portable, .. } = pattern::scan(pattern) else {
        return true; // such a schema was refused
    };
    let sought = (run.clauses.sought)(&portable);
    run.matcher.matches(&sought, text).unwrap_or_else(|| {
        run.unanswered = true;
        true
    })
}

fn of_number(run: &Run<'_>, schema: &Value, spelling: &str) -> Vec<Failure> {
    let clauses = run.clauses;
    let mut failures = Vec::new();
    let mut bound = |keyword: &str, code, relation: &str, fails: fn(Ordering) -> bool| {
        if let Some(Value::Number(limit)) = schema.member(keyword)
            && fails((clauses.compare)(spelling, limit))
        {
            failures.push((code, format!("the number is {relation} {keyword}: {limit}")));
        }
    };
    bound(
        "minimum",
        "minimum_violation",
        "below",
        clauses.below_minimum,
    );
    bound("maximum", "maximum_violation", "above", Ordering::is_gt);
    bound(
        "exclusiveMinimum",
        "exclusive_minimum_violation",
        "not above",
        Ordering::is_le,
    );
    bound(
        "exclusiveMaximum",
        "exclusive_maximum_violation",
        "not below",
        Ordering::is_ge,
    );
    failures
}

fn of_array(run: &Run<'_>, schema: &Value, items: &[Value]) -> Vec<Failure> {
    let mut failures = bounds(
        run,
        schema,
        items.len(),
        (
            "minItems",
            "array_too_short",
            "the array has fewer items than",
        ),
        (
            "maxItems",
            "array_too_long",
            "the array has more items than",
        ),
    );
    if schema.member("uniqueItems") == Some(&Value::Bool(true)) && !are_unique(items) {
        failures.push((
            "items_not_unique",
            "two items of the array are equal".into(),
        ));
    }
    failures
}

fn of_object(run: &Run<'_>, schema: &Value, members: usize) -> Vec<Failure> {
    bounds(
        run,
        schema,
        members,
        (
            "minProperties",
            "too_few_properties",
            "the object has fewer members than",
        ),
        (
            "maxProperties",
            "too_many_properties",
            "the object has more members than",
        ),
    )
}

/// A keyword, its code and the start of its reason.
type Bound = (&'static str, &'static str, &'static str);

/// A count against its two limits, which may be larger than any machine number.
fn bounds(run: &Run<'_>, schema: &Value, count: usize, least: Bound, most: Bound) -> Vec<Failure> {
    let count = count.to_string();
    let mut failures = Vec::new();
    for (bound, fails) in [(least, Ordering::Less), (most, Ordering::Greater)] {
        let (keyword, code, start) = bound;
        if let Some(Value::Number(limit)) = schema.member(keyword)
            && (run.clauses.compare)(&count, limit) == fails
        {
            failures.push((code, format!("{start} {keyword}: {limit}")));
        }
    }
    failures
}

/// D35: code points.
pub fn length(text: &str) -> usize {
    text.chars().count()
}

/// D31: a number equal to `minimum` conforms.
pub fn below_minimum(order: Ordering) -> bool {
    order == Ordering::Less
}

/// D27: `const` counts whatever it holds.
pub fn const_counts(_only: &Value) -> bool {
    true
}

/// D34: numbers by value, strings by code points, objects without order, and
/// no two types alike.
pub fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => x == y || number::compare(x, y) == Ordering::Equal,
        (Value::Array(xs), Value::Array(ys)) => {
            xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| equal(x, y))
        }
        (Value::Object(xs), Value::Object(ys)) => {
            let same = |(name, x): &(String, Value)| b.member(name).is_some_and(|y| equal(x, y));
            xs.len() == ys.len() && xs.iter().all(same)
        }
        (a, b) => a == b,
    }
}

/// D34: equal values have one key, so that a hundred thousand items need no
/// comparison of all pairs.
fn are_unique(items: &[Value]) -> bool {
    let mut seen = BTreeSet::new();
    items.iter().all(|item| seen.insert(key_of(item).render()))
}

/// The value with its numbers in one spelling and its members in one order.
fn key_of(value: &Value) -> Value {
    match value {
        Value::Number(spelling) => Value::Number(number::canonical(spelling)),
        Value::Array(items) => Value::Array(items.iter().map(key_of).collect()),
        Value::Object(members) => {
            let mut sorted: Vec<_> = members
                .iter()
                .map(|(name, v)| (name.clone(), key_of(v)))
                .collect();
            sorted.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(sorted)
        }
        other => other.clone(),
    }
}

/// D81: every failing keyword is named.
pub fn all_of_a_node(defects: Vec<Defect>) -> Vec<Defect> {
    defects
}

/// D79, D86: all missing members first, and no pair of path and code twice.
pub fn in_order(traversal: Vec<Defect>) -> Vec<Defect> {
    let (missing, rest): (Vec<_>, Vec<_>) = traversal
        .into_iter()
        .partition(|d| d.code == "missing_required");
    let mut seen = BTreeSet::new();
    missing
        .into_iter()
        .chain(rest)
        .filter(|d| seen.insert((d.path.clone(), d.code)))
        .collect()
}

/// The reading that a defect rests on, for the trace.
pub fn reading_of(code: &str) -> &'static str {
    match code {
        "missing_required" => "D83",
        "type_mismatch" => "D32",
        "enum_mismatch" | "const_mismatch" | "items_not_unique" => "D34",
        "string_too_short" | "string_too_long" => "D35",
        "pattern_mismatch" => "D28",
        "minimum_violation"
        | "maximum_violation"
        | "exclusive_minimum_violation"
        | "exclusive_maximum_violation" => "D31",
        "too_few_properties" | "too_many_properties" => "D75",
        "array_too_short" | "array_too_long" => "D70",
        "additional_property" => "D82",
        "invalid_json_text" => "D50",
        _ => "D81",
    }
}

/// D80: the repaired tree is judged, not the submitted one.
pub fn judged(_submitted: &Value, repaired: &Value) -> Value {
    repaired.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::json;

    fn value(text: &str) -> Value {
        json::read(text).expect("a value that is JSON")
    }

    #[test]
    fn equality_is_by_value_and_type() {
        for (a, b) in [
            ("1", "1.0"),
            ("0", "-0"),
            (r#"{"a":1,"b":2}"#, r#"{"b":2.0,"a":1}"#),
            ("[1e400]", "[10e399]"),
        ] {
            assert!(equal(&value(a), &value(b)), "{a} {b}");
            assert!(!are_unique(&[value(a), value(b)]));
        }
        for (a, b) in [
            ("1", "true"),
            ("1", "\"1\""),
            ("[1]", "[1,1]"),
            (r#"{"a":1}"#, r#"{"b":1}"#),
            ("null", "0"),
        ] {
            assert!(!equal(&value(a), &value(b)), "{a} {b}");
            assert!(are_unique(&[value(a), value(b)]));
        }
    }

    #[test]
    fn length_counts_code_points() {
        assert_eq!((length("😀"), length("e\u{301}")), (1, 2));
    }
}
