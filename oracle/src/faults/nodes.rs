//! Which places of a call its schema guides, by `properties` and `items`.
//!
//! A fault goes only to a place whose schema names a single type: with several
//! types more than one reading of a faulty value may be right (D53), and
//! without any type nothing is wrong with it (D52).

use crate::laws::validator;
use crate::lossless::Value;
use crate::path::Step;

/// A guided place.
pub(super) struct Node<'c> {
    /// Where it stands.
    pub(super) steps: Vec<Step>,
    /// Its schema.
    pub(super) schema: &'c Value,
    /// What stands there.
    pub(super) value: &'c Value,
    /// The one type that its schema names; the root is an object by contract
    /// (D6), whatever its schema says.
    pub(super) kind: &'c str,
}

/// Every place with a single type, the root first. Recursion is bounded: the
/// arguments of a VALID call nest 64 containers at most (D8).
pub(super) fn nodes<'c>(schema: &'c Value, tree: &'c Value) -> Vec<Node<'c>> {
    let mut found = Vec::new();
    visit(schema, tree, &mut Vec::new(), &mut found);
    found
}

/// The single type of a schema.
pub(super) fn kind(schema: &Value) -> Option<&str> {
    match validator::types(schema)?.as_slice() {
        [kind] => Some(kind),
        _ => None,
    }
}

fn visit<'c>(
    schema: &'c Value,
    value: &'c Value,
    steps: &mut Vec<Step>,
    found: &mut Vec<Node<'c>>,
) {
    let kind = if steps.is_empty() {
        Some("object")
    } else {
        kind(schema)
    };
    if let Some(kind) = kind {
        found.push(Node {
            steps: steps.clone(),
            schema,
            value,
            kind,
        });
    }
    match value {
        Value::Object(members) => {
            let declared = validator::Members::of(schema.get("properties"));
            for (name, member) in members {
                if let Some(child) = declared.get(name) {
                    steps.push(Step::Key(name.clone()));
                    visit(child, member, steps, found);
                    steps.pop();
                }
            }
        }
        Value::Array(items) => {
            if let Some(child) = schema.get("items") {
                for (index, item) in items.iter().enumerate() {
                    steps.push(Step::Index(index));
                    visit(child, item, steps, found);
                    steps.pop();
                }
            }
        }
        _ => {}
    }
}
