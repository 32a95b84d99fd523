//! Judges `schema_invalid` by the meta-schema of `jsonschema` (D22).
//!
//! What D21 calls not covered, and what D24 does not look at, is taken away
//! first; of the rest the validator must find something malformed. That the
//! refusal names the right places is not decided here, nor is `pattern`, which
//! is judged by `regress` where it can be judged at all.

use super::jsonschema_judge::feed;
use super::schema::{holds_wide_count, holds_wide_exponent};
use crate::entry::height;
use crate::lossless::Value;
use crate::vocabulary::Keyword;

/// The deepest schema that the recursive validator is trusted with.
const DEEPEST: usize = 200;

/// Whether draft 2020-12 calls the assessable part of a schema malformed;
/// none where the validator cannot be asked (J3, J4, deep nesting).
pub(crate) fn malformed(schema: &Value) -> Option<bool> {
    let part = assessable_part(schema);
    if height(&part) > DEEPEST || holds_wide_exponent(&part) || holds_wide_count(&part) {
        return None;
    }
    let part = feed(&part)?;
    Some(!jsonschema::draft202012::meta::is_valid(&part))
}

/// The part of a schema that can make it invalid.
pub(super) fn assessable_part(schema: &Value) -> Value {
    let Value::Object(members) = schema else {
        return schema.clone();
    };
    Value::Object(
        members
            .iter()
            .filter_map(|(name, value)| Some((name.clone(), part(Keyword::parse(name)?, value)?)))
            .collect(),
    )
}

/// The value of one keyword, unless its shape is one that is not covered.
fn part(keyword: Keyword, value: &Value) -> Option<Value> {
    match (keyword, value) {
        (Keyword::Pattern, _)
        | (Keyword::Items, Value::Array(_) | Value::Bool(_))
        | (Keyword::AdditionalProperties, Value::Object(_))
        | (Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum, Value::Bool(_)) => None,
        (Keyword::Items, child) => Some(assessable_part(child)),
        (Keyword::Properties, Value::Object(children)) => Some(Value::Object(
            children
                .iter()
                .map(|(key, child)| (key.clone(), assessable_part(child)))
                .collect(),
        )),
        (_, other) => Some(other.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lossless::read_str;

    #[test]
    fn what_is_not_covered_or_not_looked_at_is_taken_away() {
        let schema = r#"{"title":5,"$ref":1,"items":[5],"pattern":"(","exclusiveMinimum":true,"additionalProperties":{"type":1},"properties":{"a":{"items":{"type":"any","format":5}},"b":5}}"#;
        assert_eq!(
            assessable_part(&read_str(schema).unwrap()).to_text(),
            r#"{"properties":{"a":{"items":{"type":"any"}},"b":5}}"#
        );
    }
}
