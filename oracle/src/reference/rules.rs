//! What R3 to R9 make of one value, and which of them a node gets.
//!
//! Decides D51 to D54, D58 to D64, D66 to D68, D71, D72, D74 and D76 to D78,
//! each in a function of its own. It never walks and never records: `repair`
//! does.

use super::clauses::Clauses;
use super::json::{self, Value};
use super::number;
use super::tokens;

/// A repair that a listed type offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// `R3` to `R7`.
    pub rule: &'static str,
    /// The value after it.
    pub after: Value,
}

/// What a node whose type fails gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// No type offers a repair.
    None,
    /// Two outcomes are possible, so none is taken.
    Ambiguous,
    /// Exactly one outcome.
    One(Candidate),
}

/// The names under `type`, none if the schema has no `type` (D52).
pub fn types(schema: &Value) -> Option<Vec<&str>> {
    match schema.member("type")? {
        Value::String(name) => Some(vec![name]),
        Value::Array(names) => Some(names.iter().filter_map(text_of).collect()),
        _ => None,
    }
}

/// The characters of a string.
pub fn text_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// Whether the value is of the named type; `1.0` is an integer (D32).
pub fn is_of_type(clauses: &Clauses, value: &Value, name: &str) -> bool {
    match (value, name) {
        (Value::Number(spelling), "integer") => (clauses.is_integral)(spelling),
        (Value::Null, "null")
        | (Value::Bool(_), "boolean")
        | (Value::Number(_), "number")
        | (Value::String(_), "string")
        | (Value::Array(_), "array")
        | (Value::Object(_), "object") => true,
        _ => false,
    }
}

/// D51: R3 to R7 answer a value of none of the listed types, and nothing else.
pub fn type_fails(clauses: &Clauses, value: &Value, types: &[&str]) -> bool {
    !types.iter().any(|name| is_of_type(clauses, value, name))
}

/// D58, D59, D61: a string that is a number, whole if an integer is wanted;
/// its characters become the number's spelling (D30).
pub fn r3(value: &Value, integer: bool) -> Option<Value> {
    let text = text_of(value)?;
    let fits = tokens::is_number(text) && (!integer || number::is_integral(text));
    fits.then(|| Value::Number(text.to_string()))
}

/// D61, D62: exactly `true` and `false`.
pub fn r4(value: &Value) -> Option<Value> {
    match text_of(value)? {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ => None,
    }
}

/// D49, D63, D64: a string that parses strictly, in one layer, to the wanted
/// container.
pub fn r5(value: &Value, object: bool) -> Option<Value> {
    match json::read(text_of(value)?).ok()? {
        parsed @ Value::Object(_) if object => Some(parsed),
        parsed @ Value::Array(_) if !object => Some(parsed),
        _ => None,
    }
}

/// D67, D68: a number by its own spelling, a boolean by its name.
pub fn r6(value: &Value) -> Option<Value> {
    match value {
        Value::Number(_) | Value::Bool(_) => Some(Value::String(value.render())),
        _ => None,
    }
}

/// D71: anything but an array, null too.
pub fn r7(value: &Value) -> Option<Value> {
    match value {
        Value::Array(_) => None,
        other => Some(Value::Array(vec![other.clone()])),
    }
}

/// D66: at an array, a string that is an array is unwrapped, whatever `items`
/// says; only another value is wrapped.
pub fn at_array(unwrapped: Option<Value>, wrapped: Option<Value>) -> Option<Candidate> {
    let r5 = unwrapped.map(|after| Candidate { rule: "R5", after });
    r5.or_else(|| wrapped.map(|after| Candidate { rule: "R7", after }))
}

/// What one listed type makes of the value.
pub fn candidate(clauses: &Clauses, value: &Value, name: &str) -> Option<Candidate> {
    let of = |rule, after: Option<Value>| after.map(|after| Candidate { rule, after });
    match name {
        "number" => of("R3", (clauses.r3)(value, false)),
        "integer" => of("R3", (clauses.r3)(value, true)),
        "boolean" => of("R4", (clauses.r4)(value)),
        "object" => of("R5", (clauses.r5)(value, true)),
        "array" => (clauses.at_array)((clauses.r5)(value, false), (clauses.r7)(value)),
        "string" => of("R6", (clauses.r6)(value)),
        _ => None,
    }
}

/// D53: every listed type contributes; one distinct outcome is required.
pub fn choose(offered: &[Candidate]) -> Choice {
    match offered {
        [] => Choice::None,
        [first, rest @ ..] if rest.iter().all(|other| other.after == first.after) => {
            Choice::One(first.clone())
        }
        _ => Choice::Ambiguous,
    }
}

/// A member of an object, as R8 sees it.
#[derive(Debug, Clone, Copy)]
pub struct MemberSite<'a> {
    /// Its value.
    pub value: &'a Value,
    /// Its subschema in `properties`, if it is declared.
    pub subschema: Option<&'a Value>,
    /// Whether `required` names it.
    pub required: bool,
    /// Whether the object forbids undeclared members.
    pub closed: bool,
}

/// D72, D74: a declared null that is not required and not admitted goes.
pub fn r8(site: MemberSite<'_>) -> bool {
    *site.value == Value::Null
        && !site.required
        && site.subschema.is_some_and(|schema| !admits_null(schema))
}

/// D72: null admitted by type, enum and const, as far as they are present.
pub fn admits_null(schema: &Value) -> bool {
    let by_type = types(schema).is_none_or(|names| names.contains(&"null"));
    let by_enum = match schema.member("enum") {
        Some(Value::Array(entries)) => entries.contains(&Value::Null),
        _ => true,
    };
    let by_const = schema
        .member("const")
        .is_none_or(|only| *only == Value::Null);
    by_type && by_enum && by_const
}

/// D76 to D78: the one entry of an all-string enum that is equal when both
/// are lower-cased.
pub fn r9(text: &str, entries: &[Value]) -> Option<String> {
    // D78: one entry that is no string, or no entry, and there is no R9.
    let names = entries.iter().map(text_of).collect::<Option<Vec<&str>>>()?;
    let folded = text.to_lowercase();
    let mut found: Option<&str> = None;
    for name in names
        .into_iter()
        .filter(|name| name.to_lowercase() == folded)
    {
        // D77: equal entries leave no choice, different ones do.
        if found.is_some_and(|other| other != name) {
            return None;
        }
        found = Some(name);
    }
    found.map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(s: &str) -> Value {
        Value::String(s.into())
    }

    #[test]
    fn r3_takes_the_number_grammar_and_nothing_near_it() {
        for (given, integer) in [
            ("-0", true),
            ("1.0", true),
            ("1E+2", true),
            ("1e999", true),
            ("4.5", false),
        ] {
            assert_eq!(
                r3(&text(given), integer),
                Some(Value::Number(given.into())),
                "{given}"
            );
        }
        for given in [
            "00", "+1", " 1", "1.", ".5", "", "0x10", "١", "Infinity", "1 ",
        ] {
            assert_eq!(r3(&text(given), false), None, "{given}");
        }
        assert_eq!(r3(&text("4.5"), true), None);
        assert_eq!(r3(&Value::Bool(true), true), None);
    }

    #[test]
    fn r4_knows_two_spellings() {
        assert_eq!(r4(&text("false")), Some(Value::Bool(false)));
        assert!(
            ["True", " true", "yes", "1"]
                .iter()
                .all(|s| r4(&text(s)).is_none())
        );
    }

    #[test]
    fn r5_unwraps_one_layer_of_the_right_container() {
        assert_eq!(r5(&text(" []\n"), false), Some(Value::Array(vec![])));
        for given in [
            "{}",
            "\"[]\"",
            "[1,]",
            "[1",
            "null",
            "\u{feff}[]",
            "[{\"a\":1,\"a\":2}]",
        ] {
            assert_eq!(r5(&text(given), false), None, "{given}");
        }
    }

    #[test]
    fn r6_keeps_the_spelling_and_leaves_null_and_containers() {
        assert_eq!(r6(&Value::Number("1.0".into())), Some(text("1.0")));
        assert_eq!(r6(&Value::Bool(true)), Some(text("true")));
        assert_eq!((r6(&Value::Null), r6(&Value::Array(vec![]))), (None, None));
    }

    #[test]
    fn r9_needs_one_distinct_match_in_an_all_string_enum() {
        assert_eq!(
            r9("éLAN", &[text("Élan"), text("Élan")]),
            Some("Élan".into())
        );
        assert_eq!(r9("Red", &[text("red"), text("RED")]), None);
        assert_eq!(r9("red", &[text("Red"), Value::Null]), None);
        assert_eq!(r9("straße", &[text("STRASSE")]), None);
        assert_eq!(r9("red ", &[text("Red")]), None);
        assert_eq!(r9("x", &[]), None);
    }

    #[test]
    fn two_types_that_agree_are_one_outcome() {
        let (five, list) = (Value::Number("5".into()), Value::Array(vec![text("5")]));
        let of = |rule, after: &Value| Candidate {
            rule,
            after: after.clone(),
        };
        assert!(matches!(
            choose(&[of("R3", &five), of("R3", &five)]),
            Choice::One(_)
        ));
        assert_eq!(
            choose(&[of("R3", &five), of("R7", &list)]),
            Choice::Ambiguous
        );
    }
}
