//! Prepares a covered schema for `jsonschema`, and finds the node of a place.
//!
//! Annotations and inert keywords go (J5, J6), `pattern` goes (J8), everything
//! else is fed as it stands. A schema that holds anything that the criteria do
//! not cover must never be fed (J9): the validator would enforce or ignore what
//! the answer did not disclose (D15, D94).

use crate::lossless::Value;
use crate::path::Step;
use crate::vocabulary::{Keyword, NOT_CHECKED};

use super::decimal::{Decimal, has_wide_exponent, is_above_double};
use super::{Allowance, Hits};

/// A place of the schema that the criteria do not cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Uncovered;

/// `schema` without what is not fed.
pub(super) fn strip(schema: &Value, hits: &Hits) -> Result<Value, Uncovered> {
    let members = schema.members().ok_or(Uncovered)?;
    let mut kept = Vec::with_capacity(members.len());
    for (name, value) in members {
        if NOT_CHECKED.contains(&name.as_str()) {
            count_stripped(name, value, hits);
            continue;
        }
        let keyword = Keyword::parse(name).ok_or(Uncovered)?;
        let fed = match (keyword, value) {
            (Keyword::Pattern, _) => {
                hits.hit(Allowance::J8);
                continue;
            }
            (Keyword::Properties, Value::Object(children)) => Value::Object(
                children
                    .iter()
                    .map(|(key, child)| Ok((key.clone(), strip(child, hits)?)))
                    .collect::<Result<_, Uncovered>>()?,
            ),
            (Keyword::Items, child) => strip(child, hits)?,
            (Keyword::AdditionalProperties, Value::Object(_))
            | (Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum, Value::Bool(_)) => {
                return Err(Uncovered);
            }
            (_, other) => other.clone(),
        };
        kept.push((name.clone(), fed));
    }
    Ok(Value::Object(kept))
}

fn count_stripped(name: &str, value: &Value, hits: &Hits) {
    let well_formed = match name {
        "$schema" | "$id" => {
            hits.hit(Allowance::J5);
            return;
        }
        "default" => true,
        "examples" => matches!(value, Value::Array(_)),
        "deprecated" | "readOnly" | "writeOnly" => matches!(value, Value::Bool(_)),
        _ => matches!(value, Value::String(_)),
    };
    if !well_formed {
        hits.hit(Allowance::J6);
    }
}

/// The schema node that guides the place `steps`, if one does.
pub(super) fn node_at<'s>(schema: &'s Value, steps: &[Step]) -> Option<&'s Value> {
    steps.iter().try_fold(schema, |node, step| match step {
        Step::Key(key) => node.get("properties")?.get(key),
        Step::Index(_) => node.get("items"),
    })
}

/// Calls `visit` for every node of `tree` that a node of `schema` guides.
pub(super) fn walk<'t>(
    schema: &'t Value,
    tree: &'t Value,
    visit: &mut impl FnMut(&'t Value, &'t Value, &[Step]),
) {
    fn inner<'t>(
        schema: &'t Value,
        tree: &'t Value,
        steps: &mut Vec<Step>,
        visit: &mut impl FnMut(&'t Value, &'t Value, &[Step]),
    ) {
        visit(schema, tree, steps);
        let mut descend = |child: Option<&'t Value>, node: &'t Value, step: Step| {
            if let Some(child) = child {
                steps.push(step);
                inner(child, node, steps, visit);
                steps.pop();
            }
        };
        match tree {
            Value::Object(members) => {
                let properties = schema.get("properties");
                for (key, member) in members {
                    let child = properties.and_then(|properties| properties.get(key));
                    descend(child, member, Step::Key(key.clone()));
                }
            }
            Value::Array(items) => {
                let child = schema.get("items");
                for (index, item) in items.iter().enumerate() {
                    descend(child, item, Step::Index(index));
                }
            }
            _ => {}
        }
    }
    inner(schema, tree, &mut Vec::new(), visit);
}

const BOUNDS: [Keyword; 4] = [
    Keyword::Minimum,
    Keyword::Maximum,
    Keyword::ExclusiveMinimum,
    Keyword::ExclusiveMaximum,
];

const COUNTS: [Keyword; 6] = [
    Keyword::MinLength,
    Keyword::MaxLength,
    Keyword::MinItems,
    Keyword::MaxItems,
    Keyword::MinProperties,
    Keyword::MaxProperties,
];

/// J2 for one node: a bound and a number that the validator compares through a
/// double that is not the number.
pub(super) fn is_wide_bound(node: &Value, number: &Value) -> bool {
    let Value::Number(number) = number else {
        return false;
    };
    BOUNDS.iter().any(|bound| match node.get(bound.as_str()) {
        Some(Value::Number(limit)) => is_rounded(limit, number),
        _ => false,
    })
}

/// An integer limit beyond 64 bits and a non-integer of at least 2^53; or an
/// integer limit within 64 bits that no double equals, and a number that is
/// spelled in another way (`9.007199254740993E+15`) and rounds to the double
/// next to it. Where limit and number round to different doubles, these are on
/// the sides on which the exact values are.
fn is_rounded(limit: &str, number: &str) -> bool {
    const EXACT: &str = "9007199254740991";
    let (Some(bound), Some(value)) = (Decimal::parse(limit), Decimal::parse(number)) else {
        return false;
    };
    if !bound.is_integer() || !value.is_beyond(EXACT) {
        return false;
    }
    let widest = if bound.negative {
        "9223372036854775808"
    } else {
        "18446744073709551615"
    };
    if bound.is_beyond(widest) {
        return !value.is_integer();
    }
    let is_plain = |spelling: &str| !spelling.contains(['.', 'e', 'E']);
    let (Ok(near), Ok(rounded)) = (limit.parse::<f64>(), number.parse::<f64>()) else {
        return false;
    };
    // A double at the end of the range makes the validator compare exactly.
    let saturates = rounded <= -TWO_63 || rounded >= 2.0 * TWO_63;
    let exact = Decimal::parse(&format!("{near:.0}")).is_some_and(|near| near == bound);
    is_plain(limit)
        && !is_plain(number)
        && near.to_bits() == rounded.to_bits()
        && !saturates
        && !exact
}

/// 2^63, a double.
const TWO_63: f64 = 9_223_372_036_854_775_808.0;

/// J3: whether any number of the value has an exponent of more than 18 digits.
pub(super) fn holds_wide_exponent(value: &Value) -> bool {
    match value {
        Value::Number(spelling) => has_wide_exponent(spelling),
        Value::Array(items) => items.iter().any(holds_wide_exponent),
        Value::Object(members) => members
            .iter()
            .any(|(_, member)| holds_wide_exponent(member)),
        _ => false,
    }
}

/// J4: whether a count limit of the schema is above the range of a double.
pub(super) fn holds_wide_count(schema: &Value) -> bool {
    let here = COUNTS.iter().any(|count| match schema.get(count.as_str()) {
        Some(Value::Number(limit)) => is_above_double(limit),
        _ => false,
    });
    let below = |child: &Value| holds_wide_count(child);
    here || schema.get("items").is_some_and(below)
        || schema
            .get("properties")
            .and_then(Value::members)
            .is_some_and(|children| children.iter().any(|(_, child)| below(child)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lossless::read_str;

    fn stripped(schema: &str) -> Option<String> {
        let schema = read_str(schema).unwrap();
        strip(&schema, &Hits::default())
            .ok()
            .map(|fed| fed.to_text())
    }

    #[test]
    fn keywords_count_only_at_schema_positions() {
        let schema = r#"{"properties":{"title":{"title":5,"enum":[{"title":1,"not":2}]},"not":{"pattern":"a"}},"$id":"x"}"#;
        assert_eq!(
            stripped(schema).as_deref(),
            Some(r#"{"properties":{"title":{"enum":[{"title":1,"not":2}]},"not":{}}}"#)
        );
    }

    #[test]
    fn what_is_not_covered_is_never_fed() {
        for schema in [
            "true",
            r##"{"$ref":"#"}"##,
            r#"{"properties":{"x":{"multipleOf":5}}}"#,
            r#"{"items":[{}]}"#,
            r#"{"items":true}"#,
            r#"{"additionalProperties":{}}"#,
            r#"{"exclusiveMinimum":true}"#,
            r#"{"x-foo":1}"#,
        ] {
            assert_eq!(stripped(schema), None, "{schema}");
        }
    }

    #[test]
    fn stripping_counts_dialects_malformed_annotations_and_patterns() {
        let schema = r#"{"$schema":"x","title":5,"description":"d","properties":{"a":{"$id":"y","pattern":"("}}}"#;
        let hits = Hits::default();
        strip(&read_str(schema).unwrap(), &hits).unwrap();
        assert_eq!(
            [Allowance::J5, Allowance::J6, Allowance::J8].map(|j| hits.of(j)),
            [2, 1, 1]
        );
    }

    #[test]
    fn a_wide_bound_needs_a_wide_limit_and_a_large_fraction() {
        let wide = |schema: &str, number: &str| {
            is_wide_bound(
                &read_str(schema).unwrap(),
                &Value::Number(number.to_owned()),
            )
        };
        let limit = r#"{"maximum":18446744073709551616}"#;
        assert!(wide(limit, "18446744073709551616.5"));
        assert!(wide(
            r#"{"minimum":-9223372036854775809}"#,
            "-9223372036854775809.5"
        ));
        assert!(!wide(limit, "18446744073709551617"));
        assert!(!wide(limit, "0.5"));
        assert!(!wide(
            r#"{"maximum":18446744073709551615}"#,
            "18446744073709551616.5"
        ));
    }

    #[test]
    fn a_wide_bound_is_also_one_that_a_number_in_other_spelling_rounds_onto() {
        let wide = |limit: &str, number: &str| {
            let schema = format!(r#"{{"minimum":{limit}}}"#);
            is_wide_bound(
                &read_str(&schema).unwrap(),
                &Value::Number(number.to_owned()),
            )
        };
        assert!(wide("9007199254740993", "9.007199254740993E+15"));
        assert!(wide("9007199254740993", "9007199254740992.5"));
        assert!(wide("-9007199254740993", "-9007199254740993.0"));
        // Spelled as it is read; a limit that is a double; another double; another spelling.
        assert!(!wide("9007199254740993", "9007199254740993"));
        assert!(!wide("9007199254740992", "9.007199254740993E+15"));
        assert!(!wide("9007199254740993", "9.007199254740995E+15"));
        assert!(!wide("9.007199254740993E+15", "9.007199254740993E+15"));
    }

    #[test]
    fn places_lead_to_their_schema_node() {
        let schema = read_str(r#"{"properties":{"a":{"items":{"type":"null"}}}}"#).unwrap();
        let steps = [Step::Key("a".to_owned()), Step::Index(3)];
        assert_eq!(
            node_at(&schema, &steps).unwrap().to_text(),
            r#"{"type":"null"}"#
        );
        assert_eq!(node_at(&schema, &steps[1..]), None);
    }
}
