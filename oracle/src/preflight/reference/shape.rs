//! PF7: members that are missing, of the wrong type or out of range.

use super::clauses::Clauses;
use super::entry::{Entry, entry};
use super::number;
use crate::lossless::Value;
use crate::reference::path;

/// The largest cost or price in USD.
pub const COST: f64 = 1e6;
/// The largest budget in USD.
pub const BUDGET: f64 = 1e18;
/// The largest count: the largest whole number that JavaScript calls safe.
pub const COUNT: f64 = 9_007_199_254_740_991.0;

/// The types that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// An object.
    Object,
    /// An array.
    Array,
    /// A string.
    String,
    /// A boolean.
    Bool,
    /// A number.
    Number,
}

impl Type {
    fn is_of(self, value: &Value) -> bool {
        matches!(
            (self, value),
            (Self::Object, Value::Object(_))
                | (Self::Array, Value::Array(_))
                | (Self::String, Value::String(_))
                | (Self::Bool, Value::Bool(_))
                | (Self::Number, Value::Number(_))
        )
    }
}

/// Looks at members and notes what is wrong with them.
pub struct Shape<'c> {
    clauses: &'c Clauses,
    /// What was wrong so far.
    pub found: Vec<Entry>,
}

impl<'c> Shape<'c> {
    /// Nothing was looked at yet.
    #[must_use]
    pub fn new(clauses: &'c Clauses) -> Self {
        Self {
            clauses,
            found: Vec::new(),
        }
    }

    /// A member that may be absent.
    pub fn optional<'v>(
        &mut self,
        object: &'v Value,
        at: &str,
        name: &str,
        wanted: Type,
    ) -> Option<&'v Value> {
        let value = object.get(name)?;
        if self.clauses.null_is_absent && *value == Value::Null {
            return None;
        }
        if wanted.is_of(value) {
            return Some(value);
        }
        self.found.push(entry(&path::key(at, name), "input_type"));
        None
    }

    /// A member that must be there.
    pub fn required<'v>(
        &mut self,
        object: &'v Value,
        at: &str,
        name: &str,
        wanted: Type,
    ) -> Option<&'v Value> {
        if object.get(name).is_none() {
            self.found
                .push(entry(&path::key(at, name), "input_missing"));
        }
        self.optional(object, at, name, wanted)
    }

    /// The text of a string that must be there.
    pub fn text<'v>(&mut self, object: &'v Value, at: &str, name: &str) -> Option<&'v str> {
        self.required(object, at, name, Type::String)?.as_str()
    }

    /// A number between two limits, as it is spelled.
    pub fn number<'v>(
        &mut self,
        object: &'v Value,
        at: &str,
        name: &str,
        is_required: bool,
        limits: (f64, f64),
    ) -> Option<&'v str> {
        let found = if is_required {
            self.required(object, at, name, Type::Number)
        } else {
            self.optional(object, at, name, Type::Number)
        };
        let Some(Value::Number(spelling)) = found else {
            return None;
        };
        let double = number::double(spelling);
        if double < limits.0 || double > limits.1 {
            self.found.push(entry(&path::key(at, name), "input_range"));
            return None;
        }
        Some(spelling)
    }

    /// A whole number; one issue a place, range first.
    pub fn integer(&mut self, object: &Value, at: &str, name: &str, least: f64) -> Option<f64> {
        let spelling = self.number(object, at, name, false, (least, COUNT))?;
        let double = number::double(spelling);
        if double.fract() != 0.0 {
            self.found
                .push(entry(&path::key(at, name), "input_not_integer"));
            return None;
        }
        Some(double)
    }
}
