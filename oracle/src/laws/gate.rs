//! What a schema holds, as the gate of the criteria sees it (D12, D14 to D25,
//! D28, D29).
//!
//! One walk over the schema positions finds every invalid place, every place
//! that is not covered, and what a verdict has to disclose. An own walk: a gate
//! that forgets a keyword must be found out here. Nothing below a place that is
//! not covered is looked at.

use super::number::Exact;
use super::pattern::{self, PATTERN_COST, SCHEMA_COST, SCHEMA_RANGES, Syntax};
use crate::entry::height;
use crate::lossless::Value;
use crate::path::{Place, Step};
use crate::vocabulary::{Keyword, NOT_CHECKED};
use std::collections::{BTreeSet, HashSet};

/// The most containers of a schema (D12).
const NESTING: usize = 256;

/// What the walk found, each list in document order.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// What makes the schema invalid.
    pub(super) invalid: Vec<(Place, String)>,
    /// What is not covered.
    pub(super) uncovered: Vec<(Place, String)>,
    /// The enforced keywords that are there.
    pub(super) enforced: BTreeSet<Keyword>,
    /// The places of what is not checked.
    pub(super) not_checked: Vec<Place>,
    /// A pattern whose syntax the judges cannot decide.
    pub(super) syntax_open: bool,
    /// A budget that the judges cannot decide.
    pub(super) budget_open: bool,
    cost: u64,
    ranges: u64,
}

/// Walks a schema.
pub(super) fn survey(schema: &Value) -> Survey {
    let mut survey = Survey::default();
    if height(schema) > NESTING {
        survey.uncovered.push((Place::root(), "nesting".to_owned()));
    }
    survey.position(schema, &mut Vec::new());
    survey
}

impl Survey {
    fn refuse(&mut self, steps: &[Step], name: &str) {
        self.uncovered
            .push((Place::Tree(steps.to_vec()), name.to_owned()));
    }

    fn fault(&mut self, steps: &[Step], name: &str) {
        self.invalid
            .push((Place::Tree(steps.to_vec()), name.to_owned()));
    }

    /// A schema position.
    fn position(&mut self, schema: &Value, steps: &mut Vec<Step>) {
        let members = match schema {
            Value::Object(members) => members,
            Value::Bool(_) => return self.refuse(steps, "boolean schema"),
            _ => return self.fault(steps, "schema"),
        };
        for (name, value) in members {
            steps.push(Step::Key(name.clone()));
            if NOT_CHECKED.contains(&name.as_str()) {
                self.not_checked.push(Place::Tree(steps.clone()));
            } else if let Some(keyword) = Keyword::parse(name) {
                self.enforced.insert(keyword);
                self.keyword(keyword, value, steps);
            } else {
                self.refuse(steps, name);
            }
            steps.pop();
        }
    }

    fn keyword(&mut self, keyword: Keyword, value: &Value, steps: &mut Vec<Step>) {
        let name = keyword.as_str();
        let holds = match (keyword, value) {
            (Keyword::Properties, Value::Object(children)) => {
                for (key, child) in children {
                    steps.push(Step::Key(key.clone()));
                    self.position(child, steps);
                    steps.pop();
                }
                true
            }
            (Keyword::Items, Value::Array(_)) => return self.refuse(steps, "array-form items"),
            (Keyword::Items, child) => return self.position(child, steps),
            (Keyword::AdditionalProperties, Value::Object(_)) => {
                return self.refuse(steps, "schema-valued additionalProperties");
            }
            (Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum, Value::Bool(_)) => {
                return self.refuse(steps, &format!("boolean-form {name}"));
            }
            (Keyword::Pattern, Value::String(text)) => return self.pattern(text, steps),
            (Keyword::Type, value) => is_type(value),
            (Keyword::Const, _)
            | (Keyword::Enum, Value::Array(_))
            | (Keyword::AdditionalProperties | Keyword::UniqueItems, Value::Bool(_))
            | (
                Keyword::Minimum
                | Keyword::Maximum
                | Keyword::ExclusiveMinimum
                | Keyword::ExclusiveMaximum,
                Value::Number(_),
            ) => true,
            (Keyword::Required, Value::Array(names)) => are_distinct_strings(names),
            (
                Keyword::MinLength
                | Keyword::MaxLength
                | Keyword::MinItems
                | Keyword::MaxItems
                | Keyword::MinProperties
                | Keyword::MaxProperties,
                Value::Number(limit),
            ) => {
                let limit = Exact::read(limit);
                limit.is_integer() && !limit.is_negative()
            }
            _ => false,
        };
        if !holds {
            self.fault(steps, name);
        }
    }

    fn pattern(&mut self, text: &str, steps: &[Step]) {
        let pattern = pattern::pattern(text);
        match pattern.syntax {
            Syntax::Invalid => return self.fault(steps, "pattern"),
            Syntax::Uncovered => return self.refuse(steps, "pattern construct"),
            Syntax::Unknown => {
                self.syntax_open = true;
                return;
            }
            Syntax::Covered => {}
        }
        self.cost = self.cost.saturating_add(pattern.cost);
        self.ranges = self.ranges.saturating_add(pattern.ranges);
        if pattern.cost > PATTERN_COST || self.cost > SCHEMA_COST {
            self.refuse(steps, "pattern budget");
        } else if self.ranges > SCHEMA_RANGES {
            // Ranges are bounded from above only.
            self.budget_open = true;
        }
    }
}

fn is_type(value: &Value) -> bool {
    let known = |name: &Value| {
        matches!(
            name.as_str(),
            Some("null" | "boolean" | "object" | "array" | "number" | "string" | "integer")
        )
    };
    match value {
        Value::Array(names) => {
            !names.is_empty() && names.iter().all(known) && are_distinct_strings(names)
        }
        name => known(name),
    }
}

fn are_distinct_strings(names: &[Value]) -> bool {
    let mut seen = HashSet::new();
    names
        .iter()
        .all(|name| name.as_str().is_some_and(|name| seen.insert(name)))
}
