//! Faults in one value: what stands in the place of the original.
//!
//! Where the class is recoverable, the new value is one from which exactly one
//! rule leads back. Where it is not, no rule applies to the new value: a value
//! that a rule would turn into another right one is not used.

use super::Class;
use super::dice::Dice;
use super::nodes::{self, Node};
use crate::laws::number::Exact;
use crate::lossless::Value;

/// What stands at `node` after a fault of this class; nothing where the class
/// has no fault for it.
pub(super) fn faulty(class: Class, node: &Node<'_>, dice: &mut Dice) -> Option<Value> {
    // The root is never replaced (D7).
    if node.steps.is_empty() {
        return None;
    }
    match (class, node.value) {
        (Class::QuotedNumber, Value::Number(spelling)) if is_numeric(node.kind) => {
            Some(Value::String(spelling.clone()))
        }
        (Class::QuotedBoolean, Value::Bool(truth)) if node.kind == "boolean" => {
            Some(Value::String(truth.to_string()))
        }
        (Class::DoubleEncoding, container) => double_encoded(container, node.kind),
        (Class::UnwrappedArray, Value::Array(items)) if node.kind == "array" => unwrapped(items),
        (Class::EnumCase, Value::String(text)) if node.kind == "string" => {
            other_case(node.schema, text, dice).map(Value::String)
        }
        (Class::MistypedValue, _) => mistyped(node, dice),
        (Class::NonIntegral, Value::Number(spelling)) if node.kind == "integer" => {
            non_integral(spelling, dice)
        }
        _ => None,
    }
}

fn is_numeric(kind: &str) -> bool {
    matches!(kind, "number" | "integer")
}

/// The text of a container reads back to the same tokens.
fn double_encoded(value: &Value, kind: &str) -> Option<Value> {
    let fits = matches!(
        (value, kind),
        (Value::Object(_), "object") | (Value::Array(_), "array")
    );
    fits.then(|| Value::String(value.to_text()))
}

/// The only element, unless it has another way: an array needs no wrap, a
/// string that may read as an array is unwrapped instead (D66), and null may
/// be removed (D73).
fn unwrapped(items: &[Value]) -> Option<Value> {
    match items {
        [Value::Array(_) | Value::Null] => None,
        [Value::String(text)] if text.trim_start().starts_with('[') => None,
        [only] => Some(only.clone()),
        _ => None,
    }
}

/// Another case of an entry that only that entry equals but for case.
fn other_case(schema: &Value, text: &str, dice: &mut Dice) -> Option<String> {
    let entries = schema.get("enum").and_then(Value::items)?;
    let entries: Vec<&str> = entries.iter().map(Value::as_str).collect::<Option<_>>()?;
    let folded = text.to_lowercase();
    let alone = entries
        .iter()
        .all(|entry| *entry == text || entry.to_lowercase() != folded);
    let swap = |c: char| {
        if c.is_ascii_lowercase() {
            c.to_ascii_uppercase()
        } else {
            c.to_ascii_lowercase()
        }
    };
    let forms = [
        text.to_ascii_uppercase(),
        text.to_ascii_lowercase(),
        text.chars().map(swap).collect(),
    ];
    let fits = |form: &&String| **form != text && form.to_lowercase() == folded;
    let forms: Vec<&String> = forms.iter().filter(fits).collect();
    if alone {
        dice.pick(&forms).map(|form| (*form).clone())
    } else {
        None
    }
}

/// A value that no rule makes right: R3 to R6 have no use for it, and the wrap
/// of R7 has an element that fails `items` (D69).
fn mistyped(node: &Node<'_>, dice: &mut Dice) -> Option<Value> {
    let kind = if node.kind == "array" {
        let element = nodes::kind(node.schema.get("items")?)?;
        (element != "array").then_some(element)?
    } else {
        node.kind
    };
    let mut values = wrong(kind);
    if node.kind == "array" {
        // An array would be of the right type.
        values.retain(|value| value.items().is_none());
    }
    dice.pick(&values).cloned()
}

/// Values that are of another type and stay so.
fn wrong(kind: &str) -> Vec<Value> {
    let text = |text: &str| Value::String(text.to_owned());
    let number = |spelling: &str| Value::Number(spelling.to_owned());
    let (array, object) = (Value::Array(Vec::new()), Value::Object(Vec::new()));
    match kind {
        "string" => vec![array, object],
        "integer" | "number" => vec![
            array,
            object,
            Value::Bool(true),
            text("12px"),
            text(""),
            text("+1"),
        ],
        "boolean" => vec![
            array,
            object,
            number("1"),
            number("0"),
            text("True"),
            text("yes"),
        ],
        "object" => vec![array, number("7"), Value::Bool(false), text("none")],
        "null" => vec![array, object, number("0"), text("null")],
        _ => Vec::new(),
    }
}

/// The number with a half more, as a number or in quotes.
fn non_integral(spelling: &str, dice: &mut Dice) -> Option<Value> {
    let digits = spelling.strip_prefix('-').unwrap_or(spelling);
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let half = format!("{spelling}.5");
    debug_assert!(!Exact::read(&half).is_integer());
    Some(if dice.flip() {
        Value::String(half)
    } else {
        Value::Number(half)
    })
}
