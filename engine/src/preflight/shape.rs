//! The shape of an input: decides whether a member is there, has its type and
//! is within its range (preflight, 2.1 and 3.1). `null` is a wrong type, not
//! absence; a path is named once, range before integer.

use std::borrow::Cow;

use super::code::Code;
use super::entry::Entry;
use crate::json::value::{Type, Value};

/// Must the member be there?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    Required,
    Optional,
}

/// What a number may be; compared as doubles.
#[derive(Clone, Copy)]
pub(super) struct Range {
    least: f64,
    most: f64,
    integer: bool,
}

/// 2^53 - 1, the largest integer below which all are doubles.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

impl Range {
    const fn new(least: f64, most: f64, integer: bool) -> Self {
        Self {
            least,
            most,
            integer,
        }
    }

    /// A cost or a price in dollars.
    pub(super) const COST: Self = Self::new(0.0, 1e6, false);
    /// A budget in dollars: 2^53 - 1 works as "unlimited".
    pub(super) const BUDGET: Self = Self::new(0.0, 1e18, false);
    pub(super) const PROBABILITY: Self = Self::new(0.0, 1.0, false);
    pub(super) const SECONDS: Self = Self::new(0.0, f64::MAX, false);
    /// How many calls may follow.
    pub(super) const CALLS: Self = Self::new(0.0, MAX_SAFE_INTEGER, true);
    /// How often a call may be tried.
    pub(super) const TRIES: Self = Self::new(1.0, MAX_SAFE_INTEGER, true);

    fn fault(self, value: f64) -> Option<Code> {
        if value < self.least || value > self.most {
            Some(Code::InputRange)
        } else if self.integer && value.fract() != 0.0 {
            Some(Code::InputNotInteger)
        } else {
            None
        }
    }
}

/// The members of an object of the input, and the faults that asking for them
/// finds. A member that is absent or at fault is `None`.
pub(super) struct Members<'e, 'd> {
    object: Value<'d>,
    path: String,
    pub(super) faults: &'e mut Vec<Entry>,
}

impl<'e, 'd> Members<'e, 'd> {
    /// The members of `object`, which stands at `path`.
    pub(super) fn new(
        object: Value<'d>,
        path: impl Into<String>,
        faults: &'e mut Vec<Entry>,
    ) -> Self {
        let path = path.into();
        Self {
            object,
            path,
            faults,
        }
    }

    fn fault(&mut self, name: &str, code: Code) {
        let path = format!("{}.{name}", self.path);
        self.faults.push(Entry::new(path, code));
    }

    /// The member, of whatever type.
    fn any(&mut self, name: &str, need: Need) -> Option<Value<'d>> {
        let found = self.object.member(name);
        if found.is_none() && need == Need::Required {
            self.fault(name, Code::InputMissing);
        }
        found
    }

    /// The member, if it has the type.
    pub(super) fn typed(&mut self, name: &str, need: Need, kind: Type) -> Option<Value<'d>> {
        let found = self.any(name, need)?;
        if found.kind() == kind {
            return Some(found);
        }
        self.fault(name, Code::InputType);
        None
    }

    pub(super) fn string(&mut self, name: &str, need: Need) -> Option<Cow<'d, str>> {
        self.typed(name, need, Type::String)?.as_str()
    }

    pub(super) fn boolean(&mut self, name: &str, need: Need) -> Option<bool> {
        self.typed(name, need, Type::Boolean)?.as_bool()
    }

    pub(super) fn number(&mut self, name: &str, need: Need, range: Range) -> Option<f64> {
        let value = self.typed(name, need, Type::Number)?.as_f64()?;
        let Some(code) = range.fault(value) else {
            return Some(value);
        };
        self.fault(name, code);
        None
    }

    /// What `of` makes of the member's string; a string of which it makes
    /// nothing is none of the allowed ones.
    pub(super) fn one_of<T>(&mut self, name: &str, of: impl Fn(&str) -> Option<T>) -> Option<T> {
        let value = self.string(name, Need::Required)?;
        let found = of(&value);
        if found.is_none() {
            self.fault(name, Code::InputEnum);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::value::Document;

    /// The code at `$.x` of an optional number within `range`.
    fn fault(spelling: &str, range: Range) -> Option<&'static str> {
        let json = format!("{{\"x\":{spelling}}}");
        let document = Document::parse(json.as_bytes()).expect("JSON");
        let mut faults = Vec::new();
        let mut members = Members::new(document.root(), "$", &mut faults);
        let value = members.number("x", Need::Optional, range);
        assert_eq!(value.is_none(), faults.len() == 1);
        faults.first().map(|entry| {
            assert_eq!(entry.path, "$.x");
            entry.code.as_str()
        })
    }

    #[test]
    fn limits_are_inclusive_and_a_fault_of_range_comes_before_one_of_integers() {
        let (range, integer) = (Some("input_range"), Some("input_not_integer"));
        for (spelling, limits, wanted) in [
            ("0", Range::COST, None),
            ("-0", Range::COST, None),
            ("-1e-400", Range::COST, None),
            ("-5e-324", Range::COST, range),
            ("1000000", Range::COST, None),
            ("1000000.0000000001", Range::COST, range),
            ("1e18", Range::BUDGET, None),
            ("1000000000000000128", Range::BUDGET, range),
            ("1", Range::PROBABILITY, None),
            ("1.0000000000000002", Range::PROBABILITY, range),
            ("1.7976931348623157e308", Range::SECONDS, None),
            ("-1", Range::SECONDS, range),
            ("3.0", Range::CALLS, None),
            ("0", Range::CALLS, None),
            ("0", Range::TRIES, range),
            ("0.5", Range::TRIES, range),
            ("1.5", Range::TRIES, integer),
            ("-1.5", Range::CALLS, range),
            ("9007199254740991", Range::CALLS, None),
            ("9007199254740992", Range::CALLS, range),
            ("\"1\"", Range::CALLS, Some("input_type")),
            ("null", Range::CALLS, Some("input_type")),
        ] {
            assert_eq!(fault(spelling, limits), wanted, "{spelling}");
        }
    }
}
