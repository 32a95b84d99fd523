//! I14, I15 and I18: what decides nothing.

use super::text;
use super::vary::{Members, ask, ask_value, each_schema, members, same, with, without};
use super::view::NOTHING_TO_VARY;
use super::{Observation, Ruling, Settled, settle};
use crate::entry::height;
use crate::lossless::Value;

fn member<'v>(members: &'v [(String, Value)], name: &str) -> Option<&'v Value> {
    members
        .iter()
        .find_map(|(key, value)| (key == name).then_some(value))
}

/// I14: permuting the members of schema objects and of `properties` changes
/// nothing but the order of `detail` and `not_checked` (D14, D36).
pub(super) fn schema_order(observation: &Observation<'_>) -> Ruling {
    settle(permuted(observation))
}

fn permuted(observation: &Observation<'_>) -> Settled {
    let body = members(observation)?;
    let Some(schema) = member(&body, "schema") else {
        return Err(Ruling::NotApplicable(NOTHING_TO_VARY));
    };
    for turn in [reversed, rotated] {
        let mut schema = schema.clone();
        each_schema(&mut schema, &mut Vec::new(), &mut |members, _| {
            turn(members);
            for (name, value) in members {
                if let ("properties", Value::Object(children)) = (name.as_str(), value) {
                    turn(children);
                }
            }
        });
        let answer = ask_value(observation, with(&body, "schema", Some(schema)))?;
        same(
            "after members of the schema changed places",
            observation.answer,
            &answer,
            unordered,
        )?;
    }
    Ok(())
}

fn reversed(members: &mut Members) {
    members.reverse();
}

fn rotated(members: &mut Members) {
    let by = members.len().min(1);
    members.rotate_left(by);
}

/// Sorts the two lists that follow the order of the schema. A running budget
/// (D29) may name other patterns in another order.
fn unordered(answer: &mut Members) {
    for (name, value) in answer.iter_mut() {
        match (name.as_str(), value) {
            ("detail", Value::Array(list)) => {
                let is_budget = |place: &Value| {
                    place.get("keyword").and_then(Value::as_str) == Some("pattern budget")
                };
                let budget = list.iter().any(is_budget);
                list.retain(|place| !is_budget(place));
                if budget {
                    list.push(Value::Null);
                }
                list.sort_by_key(Value::to_text);
            }
            ("coverage", Value::Object(lists)) => {
                for (_, list) in lists {
                    if let Value::Array(list) = list {
                        list.sort_by_key(Value::to_text);
                    }
                }
            }
            _ => {}
        }
    }
}

/// I15: white space goes in or out between two tokens, of the body and of
/// `arguments_text`, and changes nothing (D42, D90). Between two numbers or
/// literals and after a last number it is evidence and stays (D39).
pub(super) fn white_space(observation: &Observation<'_>) -> Ruling {
    settle(respaced(observation))
}

fn respaced(observation: &Observation<'_>) -> Settled {
    let body = members(observation)?;
    let Ok(raw) = std::str::from_utf8(observation.body) else {
        return Err(Ruling::NotApplicable(NOTHING_TO_VARY));
    };
    let mut asked = false;
    for space in ["", "\r\n \t"] {
        let spaced = respace(raw, space);
        if spaced.len() <= super::admission::CAP {
            asked = true;
            let answer = ask(observation, spaced.as_bytes())?;
            same(
                "after white space of the body changed",
                observation.answer,
                &answer,
                |_| {},
            )?;
        }
        let Some(Value::String(text)) = member(&body, "arguments_text") else {
            continue;
        };
        let varied = with(
            &body,
            "arguments_text",
            Some(Value::String(respace(text, space))),
        );
        let varied = Value::Object(varied).to_text();
        if varied.len() <= super::admission::CAP {
            let answer = ask(observation, varied.as_bytes())?;
            same(
                "after white space of the text changed",
                observation.answer,
                &answer,
                |_| {},
            )?;
        }
    }
    if asked {
        Ok(())
    } else {
        Err(Ruling::NotApplicable(NOTHING_TO_VARY))
    }
}

/// The text with `space` between its tokens, as far as it is tokens. Behind the
/// last token everything stays.
fn respace(text: &str, space: &str) -> String {
    let tokens = text::tokens(text);
    let is_word = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    };
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for token in &tokens.list {
        let between = &text[end..token.start];
        let words = end > 0 && is_word(bytes.get(end - 1)) && is_word(bytes.get(token.start));
        out.push_str(if words { between } else { space });
        out.push_str(&text[token.start..token.end]);
        end = token.end;
    }
    out.push_str(&text[end..]);
    out
}

/// Well-formed annotations, and `format`.
const ANNOTATIONS: [&str; 5] = ["title", "description", "default", "examples", "format"];

/// Below this nesting no annotation reaches the limit of D12.
const SHALLOW: usize = 250;

/// I18: adding or removing title, description, default, examples and format at
/// schema positions changes nothing but coverage (D24, D25).
pub(super) fn annotations(observation: &Observation<'_>) -> Ruling {
    settle(annotated(observation))
}

fn annotated(observation: &Observation<'_>) -> Settled {
    let body = members(observation)?;
    let schema = match member(&body, "schema") {
        Some(schema) if height(schema) < SHALLOW => schema,
        _ => return Err(Ruling::NotApplicable(NOTHING_TO_VARY)),
    };
    let strip: fn(&mut Members) = |members| {
        members.retain(|(name, _)| !ANNOTATIONS.contains(&name.as_str()));
    };
    let add: fn(&mut Members) = |members| {
        for name in ANNOTATIONS {
            if !members.iter().any(|(key, _)| key == name) {
                members.push((name.to_owned(), annotation(name)));
            }
        }
    };
    for change in [strip, add] {
        let mut schema = schema.clone();
        each_schema(&mut schema, &mut Vec::new(), &mut |members, _| {
            change(members);
        });
        let answer = ask_value(observation, with(&body, "schema", Some(schema)))?;
        same(
            "after annotations changed",
            observation.answer,
            &answer,
            |answer| {
                without(answer, "coverage");
            },
        )?;
    }
    Ok(())
}

fn annotation(name: &str) -> Value {
    match name {
        "default" => Value::Number("0".to_owned()),
        "examples" => Value::Array(vec![Value::Null]),
        "format" => Value::String("email".to_owned()),
        _ => Value::String("an annotation".to_owned()),
    }
}
