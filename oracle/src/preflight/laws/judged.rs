//! C-7 and C-8: the defects of a body.

use std::collections::BTreeSet;

use argument_check_corpus::Op;
use jsonschema::Draft;

use super::view::{Seen, again, at, entries, set, string, with, without};
use crate::judge::Reason;
use crate::laws::{Observation, Ruling, validator};
use crate::lossless::Value;
use crate::vocabulary::Code;

/// Entries about the body that are defects under the schema.
fn defects(answer: &Value) -> Vec<(&str, &str)> {
    let mut found = entries(answer, "errors");
    found.retain(|(path, code)| path.starts_with("$.request.body") && *code != "body_missing");
    found
}

/// C-7.
pub(super) fn body_apart(observation: &Observation<'_>) -> Ruling {
    again(observation, Op::Request, |seen, target| {
        if seen.input.get("request").and_then(Value::members).is_none() {
            return Ruling::NotApplicable(Reason::NothingToVary);
        }
        let here = defects(seen.answer);
        for (method, url) in [("POST", "https://a.example/"), ("GET", "")] {
            let other = set(seen.input, &["request", "method"], string(method));
            let other = set(&other, &["request", "url"], string(url));
            let other = without(&other, &["request", "headers"]);
            let other = without(&other, &["request", "query"]);
            let answer = seen.ask(target, &other);
            if defects(&answer) != here {
                return Ruling::broken("body defects depend on the envelope", answer.to_text());
            }
        }
        Ruling::Holds
    })
}

/// C-8.
pub(super) fn body_exactly(observation: &Observation<'_>) -> Ruling {
    with(observation, Op::Request, |seen| {
        let named = defects(seen.answer);
        let (Some(schema), Some(body)) = (
            seen.input.get("schema"),
            at(seen.input, &["request", "body"]),
        ) else {
            return nothing(&named);
        };
        let refused = |(_, code): &(&str, &str)| code.starts_with("schema_");
        let errors = seen.entries("errors");
        if errors.iter().any(refused) || schema.members().is_none() {
            return nothing(&named);
        }
        against(seen, schema, body, &named)
    })
}

fn nothing(named: &[(&str, &str)]) -> Ruling {
    if named.is_empty() {
        Ruling::Holds
    } else {
        Ruling::broken("a body is judged that cannot be", format!("{named:?}"))
    }
}

fn against(seen: &Seen<'_>, schema: &Value, body: &Value, named: &[(&str, &str)]) -> Ruling {
    let found = validator::errors(schema, body);
    let expected: BTreeSet<(String, &str)> = found
        .set
        .iter()
        .map(|(place, code)| {
            let path = place.to_string().replacen('$', "$.request.body", 1);
            (path, code.as_str())
        })
        .collect();
    let undecided =
        |code: &str| code == Code::PatternMismatch.as_str() && !found.undecided.is_empty();
    let said: BTreeSet<(String, &str)> = named
        .iter()
        .filter(|(_, code)| !undecided(code))
        .map(|(path, code)| ((*path).to_owned(), *code))
        .collect();
    let expected: BTreeSet<_> = expected
        .into_iter()
        .filter(|(_, code)| !undecided(code))
        .collect();
    if said != expected || (found.undecided.is_empty() && named.len() != expected.len()) {
        return Ruling::broken(
            "the body defects are not the errors of the body",
            format!("{expected:?}"),
        );
    }
    match stranger(schema, body) {
        Some(is_valid) if is_valid != named.is_empty() => {
            Ruling::broken("jsonschema judges the body otherwise", seen.input.to_text())
        }
        _ => Ruling::Holds,
    }
}

/// What `jsonschema` says; nothing where it is known to mean something else:
/// patterns, numbers with exponents or of more digits than a double has.
fn stranger(schema: &Value, body: &Value) -> Option<bool> {
    let is_plain = |value: &Value| {
        let mut plain = true;
        super::view::numbers(value, &mut Vec::new(), &mut |_, spelling| {
            plain &= spelling.len() < 15 && !spelling.contains(['e', 'E']) && spelling != "-0";
        });
        plain
    };
    let text = schema.to_text();
    if text.contains("\"pattern\"") || text.contains("\"$") || !is_plain(schema) || !is_plain(body)
    {
        return None;
    }
    let schema = serde_json::from_str(&text).ok()?;
    let body = serde_json::from_str(&body.to_text()).ok()?;
    let built = jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(false)
        .build(&schema);
    Some(built.ok()?.is_valid(&body))
}
