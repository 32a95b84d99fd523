//! Edges of numbers and hashes: inputs at which a plausible implementation errs.

use crate::json::Value;

/// One edge.
#[derive(Debug)]
pub(super) struct Edge {
    /// Its name.
    pub(super) name: &'static str,
    /// Whether an input, given the answer to it, comes to it.
    pub(super) holds: fn(&Value, &Value) -> bool,
}

/// The edges.
pub(super) static EDGES: [Edge; 10] = [
    // What is hashed: members out of order, numbers spelled otherwise than their double.
    Edge {
        name: "key_order",
        holds: |input, _| objects(hashed(input)).any(|names| !is_sorted(&names)),
    },
    Edge {
        name: "utf16_order",
        holds: |input, _| objects(hashed(input)).any(|names| orders_differ(&names)),
    },
    Edge {
        name: "number_spelling",
        holds: |input, _| numbers(hashed(input)).any(|text| !is_minus_zero(text) && is_odd(text)),
    },
    Edge {
        name: "hashed_minus_zero",
        holds: |input, _| numbers(hashed(input)).any(is_minus_zero),
    },
    // Money: sums that doubles get wrong, ties at the ninth decimal, the limits.
    Edge {
        name: "exact_sum",
        holds: |input, answer| {
            let spelled = [
                "estimatedExternalCostUsd",
                "estimatedModelCostUsd",
                "remainingUsd",
            ];
            let is_allowed = answer.get("decision").and_then(Value::as_str) == Some("allow");
            is_allowed && spelled.map(|name| money(input, name)) == ["0.1", "0.2", "0.3"].map(Some)
        },
    },
    Edge {
        name: "half_to_even_below",
        holds: |input, _| numbers(input).any(|text| tie(text) == Some(true)),
    },
    Edge {
        name: "half_to_even_above",
        holds: |input, _| numbers(input).any(|text| tie(text) == Some(false)),
    },
    Edge {
        name: "money_minus_zero",
        holds: |input, _| {
            let economics = input.get("economics");
            economics.is_some_and(|economics| numbers(economics).any(is_minus_zero))
        },
    },
    Edge {
        name: "cost_limit",
        holds: |input, _| numbers(input).any(|text| text == "1000000"),
    },
    Edge {
        name: "budget_limit",
        holds: |input, _| numbers(input).any(|text| text == "1e18"),
    },
];

/// The edge of that name.
pub(super) fn named(name: &str) -> Option<&'static Edge> {
    EDGES.iter().find(|edge| edge.name == name)
}

/// What is hashed of an input.
fn hashed(input: &Value) -> &Value {
    let of_gate = input.get("tool").and_then(|tool| tool.get("request"));
    of_gate
        .or_else(|| input.get("request"))
        .unwrap_or(&Value::Null)
}

/// Every value in a value, itself too.
fn values(value: &Value) -> impl Iterator<Item = &Value> {
    let mut open = vec![value];
    std::iter::from_fn(move || {
        let next = open.pop()?;
        match next {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => open.extend(members.iter().map(|(_, member)| member)),
            _ => {}
        }
        Some(next)
    })
}

/// Every number, by its spelling.
fn numbers(value: &Value) -> impl Iterator<Item = &str> {
    values(value).filter_map(|value| match value {
        Value::Number(spelling) => Some(spelling.as_str()),
        _ => None,
    })
}

/// The names of every object.
fn objects(value: &Value) -> impl Iterator<Item = Vec<&str>> {
    values(value).filter_map(|value| {
        let members = value.members()?.iter();
        Some(members.map(|(name, _)| name.as_str()).collect())
    })
}

fn by_units(names: &[&str]) -> Vec<Vec<u16>> {
    names
        .iter()
        .map(|name| name.encode_utf16().collect())
        .collect()
}

fn is_sorted(names: &[&str]) -> bool {
    by_units(names).is_sorted()
}

fn orders_differ(names: &[&str]) -> bool {
    let mut sorted = names.to_vec();
    sorted.sort_unstable();
    !is_sorted(&sorted)
}

/// Whether a spelling is none that a double is given out with, as far as it shows.
fn is_odd(spelling: &str) -> bool {
    spelling.contains('E') || (spelling.contains('.') && spelling.ends_with('0'))
}

fn is_minus_zero(spelling: &str) -> bool {
    let magnitude = spelling.strip_prefix('-');
    magnitude.is_some_and(|text| text.chars().all(|c| matches!(c, '0' | '.')))
}

/// Whether an amount of ten decimals lies half-way, and if so, between an even
/// and the next odd number of units.
fn tie(spelling: &str) -> Option<bool> {
    let (_, decimals) = spelling.split_once('.')?;
    let [.., last, b'5'] = decimals.as_bytes() else {
        return None;
    };
    (decimals.len() == 10).then_some(last % 2 == 0)
}

/// A number of the tool or of the budget of a gate.
fn money<'v>(input: &'v Value, name: &str) -> Option<&'v str> {
    let member = |object: &str| input.get(object).and_then(|object| object.get(name));
    match member("tool").or_else(|| member("budget"))? {
        Value::Number(spelling) => Some(spelling),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    fn holds(name: &str, input: &str, answer: &str) -> bool {
        let edge = named(name).unwrap_or_else(|| panic!("{name} is an edge"));
        (edge.holds)(&parse(input).unwrap(), &parse(answer).unwrap())
    }

    #[test]
    fn edges_of_hashes_are_read_off_what_is_hashed() {
        let request = |body: &str| format!(r#"{{"request":{{"body":{body}}},"schema":-0}}"#);
        for (name, body) in [
            ("key_order", r#"{"b":1,"a":2}"#),
            ("utf16_order", "{\"\u{1f600}\":1,\"\u{ff5e}\":2}"),
            ("number_spelling", "[1E2]"),
            ("number_spelling", "1.0"),
            ("hashed_minus_zero", "[-0.0]"),
        ] {
            assert!(holds(name, &request(body), "{}"), "{name}");
            assert!(!holds(name, &request(r#"{"a":1,"b":0}"#), "{}"), "{name}");
        }
        assert!(holds(
            "key_order",
            r#"{"tool":{"request":{"b":1,"a":2}}}"#,
            "{}"
        ));
    }

    #[test]
    fn edges_of_money_are_read_off_the_amounts() {
        let sum = r#"{"tool":{"estimatedExternalCostUsd":0.1,"estimatedModelCostUsd":0.2},"budget":{"remainingUsd":0.3}}"#;
        assert!(holds("exact_sum", sum, r#"{"decision":"allow"}"#));
        assert!(!holds("exact_sum", sum, r#"{"decision":"block"}"#));
        assert!(holds("half_to_even_below", "[0.0000000025]", "{}"));
        assert!(holds("half_to_even_above", "[0.0000000015]", "{}"));
        assert!(!holds("half_to_even_above", "[0.00000000015]", "{}"));
        assert!(holds("money_minus_zero", r#"{"economics":[-0]}"#, "{}"));
        assert!(holds("cost_limit", "[1000000]", "{}"));
        assert!(holds("budget_limit", "[1e18]", "{}"));
    }
}
