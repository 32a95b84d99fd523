//! Faults in the members of an object: null for what may be absent, a required
//! member gone, a member that nobody declared.

use super::dice::Dice;
use super::nodes::{self, Node};
use crate::laws::validator;
use crate::lossless::Value;

/// The declared, optional members of `node` for which null is a fault that is
/// cured by their absence (D72, D74).
pub(super) fn optional<'c>(node: &Node<'c>) -> Vec<&'c str> {
    let declared = node.schema.get("properties").and_then(Value::members);
    let required = required(node.schema);
    declared
        .unwrap_or_default()
        .iter()
        .filter(|(name, schema)| {
            !required.contains(&name.as_str())
                && nodes::kind(schema).is_some()
                && !validator::admits_null(schema)
        })
        .map(|(name, _)| name.as_str())
        .collect()
}

/// The required members that are there.
pub(super) fn present_required<'c>(node: &Node<'c>) -> Vec<&'c str> {
    required(node.schema)
        .into_iter()
        .filter(|name| node.value.get(name).is_some())
        .collect()
}

fn required(schema: &Value) -> Vec<&str> {
    let names = schema.get("required").and_then(Value::items);
    let names = names.unwrap_or_default().iter();
    names.filter_map(Value::as_str).collect()
}

/// Whether only declared members may stand here.
pub(super) fn is_closed(schema: &Value) -> bool {
    schema.get("additionalProperties") == Some(&Value::Bool(false))
}

/// `object` with null for the optional member `name`, and what it was before:
/// null says that the caller has no value, so a value that stood there is left
/// out of the original too.
pub(super) fn null_for(object: &Value, name: &str, dice: &mut Dice) -> (Value, Value) {
    let mut members = object.members().unwrap_or_default().to_vec();
    let mut without = members.clone();
    without.retain(|(key, _)| key != name);
    if let Some((_, value)) = members.iter_mut().find(|(key, _)| key == name) {
        *value = Value::Null;
    } else {
        let at = dice.below(members.len() + 1);
        members.insert(at, (name.to_owned(), Value::Null));
    }
    (Value::Object(members), Value::Object(without))
}

/// `object` without the member `name`.
pub(super) fn without(object: &Value, name: &str) -> Value {
    let mut members = object.members().unwrap_or_default().to_vec();
    members.retain(|(key, _)| key != name);
    Value::Object(members)
}

/// The object at `node` with a member that is neither declared nor there.
pub(super) fn undeclared(node: &Node<'_>, dice: &mut Dice) -> Value {
    let mut members = node.value.members().unwrap_or_default().to_vec();
    let declared = node.schema.get("properties");
    let mut name = "undeclared".to_owned();
    while declared.is_some_and(|declared| declared.get(&name).is_some())
        || members.iter().any(|(key, _)| *key == name)
    {
        name.push('_');
    }
    let values = [
        Value::Null,
        Value::Bool(true),
        Value::Number("1".to_owned()),
        Value::String("x".to_owned()),
    ];
    let value = values[dice.below(values.len())].clone();
    members.insert(dice.below(members.len() + 1), (name, value));
    Value::Object(members)
}
