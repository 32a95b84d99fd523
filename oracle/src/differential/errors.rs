//! Maps the errors of `jsonschema` to places and codes of the criteria.

use crate::lossless::Value;
use crate::path::{self, Place, Step};
use crate::vocabulary::Code;
use jsonschema::error::ValidationErrorKind as Kind;
use std::collections::BTreeSet;

use super::schema::node_at;
use super::{Allowance, Hits};

/// Failing places with their codes.
pub(super) type Failures = BTreeSet<(Place, Code)>;

/// An error that the criteria have no word for; holds the keyword.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unmapped(pub(super) String);

/// All failures of `instance`, which is `tree` as the validator reads it.
pub(super) fn failures(
    validator: &jsonschema::Validator,
    instance: &serde_json::Value,
    schema: &Value,
    tree: &Value,
    hits: &Hits,
) -> Result<Failures, Unmapped> {
    let mut failures = Failures::new();
    for error in validator.iter_errors(instance) {
        let keyword = || Unmapped(error.kind().keyword().to_owned());
        let steps = steps(error.instance_path().as_str(), tree).ok_or_else(keyword)?;
        match error.kind() {
            Kind::Required { property } => {
                let member = property.as_str().ok_or_else(keyword)?;
                if is_fused_required(schema, tree, &steps, member) {
                    hits.hit(Allowance::J1);
                } else {
                    failures.insert((member_of(&steps, member), Code::MissingRequired));
                }
            }
            Kind::AdditionalProperties { unexpected } => failures.extend(
                unexpected
                    .iter()
                    .map(|member| (member_of(&steps, member), Code::AdditionalProperty)),
            ),
            Kind::FalseSchema => {
                let members = undeclared(schema, tree, &steps).ok_or_else(keyword)?;
                hits.hit(Allowance::J7);
                failures.extend(
                    members
                        .iter()
                        .map(|(member, _)| (member_of(&steps, member), Code::AdditionalProperty)),
                );
            }
            kind => {
                let code = code(kind).ok_or_else(keyword)?;
                failures.insert((Place::Tree(steps), code));
            }
        }
    }
    Ok(failures)
}

fn code(kind: &Kind) -> Option<Code> {
    Some(match kind {
        Kind::Type { .. } => Code::TypeMismatch,
        Kind::Enum { .. } => Code::EnumMismatch,
        Kind::Constant { .. } => Code::ConstMismatch,
        Kind::MinLength { .. } => Code::StringTooShort,
        Kind::MaxLength { .. } => Code::StringTooLong,
        Kind::Minimum { .. } => Code::MinimumViolation,
        Kind::Maximum { .. } => Code::MaximumViolation,
        Kind::ExclusiveMinimum { .. } => Code::ExclusiveMinimumViolation,
        Kind::ExclusiveMaximum { .. } => Code::ExclusiveMaximumViolation,
        Kind::MinItems { .. } => Code::ArrayTooShort,
        Kind::MaxItems { .. } => Code::ArrayTooLong,
        Kind::UniqueItems => Code::ItemsNotUnique,
        Kind::MinProperties { .. } => Code::TooFewProperties,
        Kind::MaxProperties { .. } => Code::TooManyProperties,
        _ => return None,
    })
}

fn member_of(steps: &[Step], member: &str) -> Place {
    let mut steps = steps.to_vec();
    steps.push(Step::Key(member.to_owned()));
    Place::Tree(steps)
}

/// J1: exactly one required name, `properties` and a false
/// `additionalProperties` run on one path that also reports a member which is
/// present but undeclared.
fn is_fused_required(schema: &Value, tree: &Value, steps: &[Step], member: &str) -> bool {
    let Some(node) = node_at(schema, steps) else {
        return false;
    };
    let one_name = node
        .get("required")
        .and_then(Value::items)
        .is_some_and(|names| names.len() == 1);
    let declared = node
        .get("properties")
        .map(|declared| declared.get(member).is_some());
    one_name
        && declared == Some(false)
        && node.get("additionalProperties") == Some(&Value::Bool(false))
        && path::resolve(tree, steps).is_some_and(|object| object.get(member).is_some())
}

/// J7: without `properties`, every member is undeclared, and the validator
/// says so once for the whole object.
fn undeclared<'t>(
    schema: &Value,
    tree: &'t Value,
    steps: &[Step],
) -> Option<&'t [(String, Value)]> {
    let node = node_at(schema, steps)?;
    let closed = node.get("additionalProperties") == Some(&Value::Bool(false));
    let declares = node
        .get("properties")
        .and_then(Value::members)
        .is_some_and(|declared| !declared.is_empty());
    (closed && !declares).then(|| path::resolve(tree, steps)?.members())?
}

/// The steps of a JSON pointer; the tree says which digits are an index.
fn steps(pointer: &str, tree: &Value) -> Option<Vec<Step>> {
    let mut node = tree;
    let mut steps = Vec::new();
    for segment in pointer.split('/').skip(1) {
        let step = match node {
            Value::Array(_) => Step::Index(segment.parse().ok()?),
            _ => Step::Key(segment.replace("~1", "/").replace("~0", "~")),
        };
        node = path::resolve(node, std::slice::from_ref(&step))?;
        steps.push(step);
    }
    Some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lossless::read_str;

    #[test]
    fn pointers_follow_the_kinds_of_the_tree() {
        let tree = read_str(r#"{"0":{"a/b":[{"~1":1}]},"":2}"#).unwrap();
        assert_eq!(
            Place::Tree(steps("/0/a~1b/0/~01", &tree).unwrap()).to_string(),
            "$.0.a/b[0].~1"
        );
        assert_eq!(steps("", &tree), Some(Vec::new()));
        assert_eq!(steps("/", &tree), Some(vec![Step::Key(String::new())]));
        assert_eq!(steps("/x", &tree), None);
    }
}
