//! `E(v)`: the errors of a value under a covered schema, exactly (D31 to D35,
//! D81 to D83).
//!
//! An own validator, because the laws need exact answers on every number and
//! must not trust engine or reference; a test holds it against `jsonschema`.
//! Patterns are matched by `regress` where its cost can be bounded, and left
//! undecided elsewhere. Keywords of the wrong form are not enforced here: the
//! gate speaks of them.

use super::number::Exact;
use super::pattern::{self, Match};
use crate::lossless::Value;
use crate::path::{Place, Step};
use crate::vocabulary::{Code, Keyword};
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The errors of a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Errors {
    /// Every failing place with its code.
    pub(crate) set: BTreeSet<(Place, Code)>,
    /// Where a pattern could not be decided.
    pub(crate) undecided: BTreeSet<Place>,
}

impl Errors {
    /// Whether the value has no error and nothing is open.
    pub(crate) fn is_clean(&self) -> bool {
        self.set.is_empty() && self.undecided.is_empty()
    }
}

/// The errors of `value` under `schema`.
pub(crate) fn errors(schema: &Value, value: &Value) -> Errors {
    let mut found = Errors::default();
    visit(schema, value, &mut Vec::new(), &mut found);
    found
}

/// Members of an object by name; large objects are hashed.
pub(crate) struct Members<'v> {
    list: &'v [(String, Value)],
    hashed: HashMap<&'v str, &'v Value>,
}

impl<'v> Members<'v> {
    /// Looks into `value`, which may be absent or no object.
    pub(crate) fn of(value: Option<&'v Value>) -> Self {
        let list = value.and_then(Value::members).unwrap_or_default();
        let hashed = if list.len() > 16 {
            list.iter()
                .map(|(key, value)| (key.as_str(), value))
                .collect()
        } else {
            HashMap::new()
        };
        Self { list, hashed }
    }

    /// The member `name`.
    pub(crate) fn get(&self, name: &str) -> Option<&'v Value> {
        if self.hashed.is_empty() {
            return self
                .list
                .iter()
                .find_map(|(key, value)| (key == name).then_some(value));
        }
        self.hashed.get(name).copied()
    }
}

fn visit(schema: &Value, value: &Value, steps: &mut Vec<Step>, found: &mut Errors) {
    for code in local(schema, value, found, steps) {
        found.set.insert((Place::Tree(steps.clone()), code));
    }
    match value {
        Value::Object(members) => object(schema, value, members, steps, found),
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

fn object(
    schema: &Value,
    value: &Value,
    members: &[(String, Value)],
    steps: &mut Vec<Step>,
    found: &mut Errors,
) {
    let present = Members::of(Some(value));
    for name in schema
        .get("required")
        .and_then(Value::items)
        .unwrap_or_default()
    {
        if let Value::String(name) = name
            && present.get(name).is_none()
        {
            found
                .set
                .insert((below(steps, name), Code::MissingRequired));
        }
    }
    let declared = Members::of(schema.get("properties"));
    let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    for (name, member) in members {
        if let Some(child) = declared.get(name) {
            steps.push(Step::Key(name.clone()));
            visit(child, member, steps, found);
            steps.pop();
        } else if closed {
            found
                .set
                .insert((below(steps, name), Code::AdditionalProperty));
        }
    }
}

fn below(steps: &[Step], name: &str) -> Place {
    let mut steps = steps.to_vec();
    steps.push(Step::Key(name.to_owned()));
    Place::Tree(steps)
}

/// The failing keywords of one node itself, without its members.
fn local(schema: &Value, value: &Value, found: &mut Errors, steps: &[Step]) -> Vec<Code> {
    let mut codes = Vec::new();
    let mut fail = |failed: bool, code: Code| {
        if failed {
            codes.push(code);
        }
    };
    fail(type_fails(schema, value), Code::TypeMismatch);
    fail(enum_fails(schema, value), Code::EnumMismatch);
    let constant = schema.get("const");
    fail(
        constant.is_some_and(|c| !equal(c, value)),
        Code::ConstMismatch,
    );
    match value {
        Value::String(text) => {
            let length = text.chars().count();
            fail(
                count(schema, Keyword::MinLength, length) == Some(Ordering::Less),
                Code::StringTooShort,
            );
            fail(
                count(schema, Keyword::MaxLength, length) == Some(Ordering::Greater),
                Code::StringTooLong,
            );
            if let Some(Value::String(pattern)) = schema.get("pattern") {
                match pattern::matches(pattern, text) {
                    Match::Yes => {}
                    Match::No => fail(true, Code::PatternMismatch),
                    Match::Undecided => {
                        found.undecided.insert(Place::Tree(steps.to_vec()));
                    }
                }
            }
        }
        Value::Number(number) => bounds(schema, number, &mut fail),
        Value::Array(items) => {
            let length = items.len();
            fail(
                count(schema, Keyword::MinItems, length) == Some(Ordering::Less),
                Code::ArrayTooShort,
            );
            fail(
                count(schema, Keyword::MaxItems, length) == Some(Ordering::Greater),
                Code::ArrayTooLong,
            );
            let unique = schema.get("uniqueItems") == Some(&Value::Bool(true));
            fail(unique && repeats(items), Code::ItemsNotUnique);
        }
        Value::Object(members) => {
            let length = members.len();
            fail(
                count(schema, Keyword::MinProperties, length) == Some(Ordering::Less),
                Code::TooFewProperties,
            );
            fail(
                count(schema, Keyword::MaxProperties, length) == Some(Ordering::Greater),
                Code::TooManyProperties,
            );
        }
        _ => {}
    }
    codes
}

fn bounds(schema: &Value, number: &str, fail: &mut impl FnMut(bool, Code)) {
    let mut exact = None;
    let mut against = |keyword: Keyword| match schema.get(keyword.as_str()) {
        Some(Value::Number(limit)) => {
            let exact = exact.get_or_insert_with(|| Exact::read(number));
            Some((*exact).cmp(&Exact::read(limit)))
        }
        _ => None,
    };
    let minimum = against(Keyword::Minimum);
    let maximum = against(Keyword::Maximum);
    let above = against(Keyword::ExclusiveMinimum);
    let under = against(Keyword::ExclusiveMaximum);
    fail(minimum == Some(Ordering::Less), Code::MinimumViolation);
    fail(maximum == Some(Ordering::Greater), Code::MaximumViolation);
    fail(
        above.is_some_and(Ordering::is_le),
        Code::ExclusiveMinimumViolation,
    );
    fail(
        under.is_some_and(Ordering::is_ge),
        Code::ExclusiveMaximumViolation,
    );
}

/// A count against a limit of the schema.
fn count(schema: &Value, keyword: Keyword, count: usize) -> Option<Ordering> {
    match schema.get(keyword.as_str()) {
        Some(Value::Number(limit)) => {
            Some(Exact::read(&count.to_string()).cmp(&Exact::read(limit)))
        }
        _ => None,
    }
}

/// The type names that a schema allows; `None` where it does not say.
pub(crate) fn types(schema: &Value) -> Option<Vec<&str>> {
    Some(match schema.get("type")? {
        Value::String(name) => vec![name.as_str()],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    })
}

/// Whether `type` refuses the value.
pub(crate) fn type_fails(schema: &Value, value: &Value) -> bool {
    types(schema).is_some_and(|names| !names.iter().any(|name| is_type(name, value)))
}

fn is_type(name: &str, value: &Value) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(spelling) => {
            name == "number" || (name == "integer" && Exact::read(spelling).is_integer())
        }
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    }
}

/// Whether `enum` refuses the value.
pub(crate) fn enum_fails(schema: &Value, value: &Value) -> bool {
    schema
        .get("enum")
        .and_then(Value::items)
        .is_some_and(|entries| !entries.iter().any(|entry| equal(entry, value)))
}

/// D72: whether a node takes null.
pub(crate) fn admits_null(schema: &Value) -> bool {
    !type_fails(schema, &Value::Null)
        && !enum_fails(schema, &Value::Null)
        && schema
            .get("const")
            .is_none_or(|constant| *constant == Value::Null)
}

/// D34: equality by value.
pub(crate) fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => {
            a == b || Exact::read(a).cmp(&Exact::read(b)) == Ordering::Equal
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && {
                let members = Members::of(Some(right));
                a.iter()
                    .all(|(key, value)| members.get(key).is_some_and(|other| equal(value, other)))
            }
        }
        _ => left == right,
    }
}

/// Whether two items are equal, in time that grows with the size alone.
fn repeats(items: &[Value]) -> bool {
    let mut seen = HashSet::with_capacity(items.len());
    !items.iter().all(|item| seen.insert(canonical(item)))
}

/// One text for each class of equal values.
fn canonical(value: &Value) -> String {
    match value {
        Value::Number(spelling) => Exact::read(spelling).to_string(),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(canonical).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members
                .iter()
                .map(|(key, value)| {
                    format!(
                        "{}:{}",
                        Value::String(key.clone()).to_text(),
                        canonical(value)
                    )
                })
                .collect();
            members.sort_unstable();
            format!("{{{}}}", members.join(","))
        }
        other => other.to_text(),
    }
}

/// The schema node that guides the place `steps`, if one does.
pub(crate) fn guide<'s>(schema: &'s Value, steps: &[Step]) -> Option<&'s Value> {
    steps.iter().try_fold(schema, |node, step| match step {
        Step::Key(key) => node.get("properties")?.get(key),
        Step::Index(_) => node.get("items"),
    })
}
