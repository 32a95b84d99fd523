//! C1 and C2: the closed form of an answer, and which typed error is told.

use super::view::{Answer, Asked, Item, Listed, RULES, answer};
use super::{Ruling, Settled, settle};
use crate::judge::Reason;
use crate::laws::Observation;
use crate::lossless::{self, ReadError, Value};

/// C1.
pub(super) fn shape(observation: &Observation<'_>) -> Ruling {
    match answer(observation.answer) {
        Err(why) => Ruling::broken(
            format!("the answer is not of the closed form: {why}"),
            observation.answer,
        ),
        Ok(Answer::Error(_)) => Ruling::Holds,
        Ok(Answer::Listed(listed)) => match Asked::read(observation.body) {
            Some(asked) => settle(consistent(&asked, &listed)),
            None => Ruling::broken("a list answers what is no request", observation.answer),
        },
    }
}

fn consistent(asked: &Asked, listed: &Listed) -> Settled {
    let shown = listed.candidates.len();
    if let Some(most) = asked.most() {
        demand(
            shown == listed.count.min(most),
            "the list is not as long as count and limit say",
            "",
        )?;
    }
    demand(
        listed.truncated == (shown < listed.count),
        "truncated is not whether the list was cut",
        "",
    )?;
    for (index, item) in listed.candidates.iter().enumerate() {
        demand(
            item.rank == index + 1,
            "ranks do not count from 1",
            &item.text,
        )?;
        agrees_with_itself(asked, item)?;
    }
    Ok(())
}

fn agrees_with_itself(asked: &Asked, item: &Item) -> Settled {
    let opener = if item.top_level == "object" { '{' } else { '[' };
    let fenced = item.source.ends_with("_fence");
    let length = |text: &str| text.encode_utf16().count();
    let within = |fault: &super::view::Fault, text: &str| {
        fault.as_ref().is_none_or(|(_, at)| *at <= length(text))
    };
    let text = item.text.as_str();
    demand(
        text.starts_with(opener),
        "the text does not begin with its bracket",
        text,
    )?;
    demand(
        item.complete == item.reason.is_none(),
        "complete and incomplete_reason disagree",
        text,
    )?;
    demand(
        item.valid == item.error.is_none(),
        "valid_json and json_error disagree",
        text,
    )?;
    demand(
        within(&item.error, text),
        "the offset of json_error is outside of the text",
        text,
    )?;
    demand(
        item.fence_index.is_some() == fenced,
        "fence_index and source disagree",
        text,
    )?;
    demand(
        item.repair.is_some() == asked.repair,
        "a repair object is there without being asked for, or the reverse",
        text,
    )?;
    if let Some(repair) = &item.repair {
        let places: Vec<usize> = repair
            .rules
            .iter()
            .filter_map(|rule| RULES.iter().position(|name| name == rule))
            .collect();
        demand(
            places.windows(2).all(|two| two[0] < two[1]),
            "rules are not told once and in their order",
            text,
        )?;
        demand(
            repair.valid == repair.error.is_none(),
            "validity and json_error of the repair disagree",
            text,
        )?;
        demand(
            within(&repair.error, &repair.text),
            "the offset of a repair's json_error is outside of its text",
            text,
        )?;
        demand(
            repair.rules.is_empty() == (repair.text == text),
            "the rules that are told are not whether the text changed",
            text,
        )?;
    }
    Ok(())
}

/// Settles for a breach unless the condition holds.
pub(super) fn demand(holds: bool, summary: &str, detail: &str) -> Settled {
    if holds {
        Ok(())
    } else {
        Err(Ruling::broken(summary, detail))
    }
}

/// C2. Depth is not judged here: that needs blocks.
pub(super) fn typed_error(observation: &Observation<'_>) -> Ruling {
    let Ok(given) = answer(observation.answer) else {
        return Ruling::NotApplicable(Reason::NoVerdict);
    };
    let Some(expected) = gate(observation.body) else {
        return Ruling::NotApplicable(Reason::WideExponent);
    };
    let given = match &given {
        Answer::Error(code) if code != "container_depth" => Some(code.as_str()),
        _ => None,
    };
    if given == expected {
        Ruling::Holds
    } else {
        Ruling::broken(
            format!(
                "the typed error should be {} and is {}",
                expected.unwrap_or("none"),
                given.unwrap_or("none")
            ),
            String::from_utf8_lossy(observation.body),
        )
    }
}

/// The error of a body, or that it has none; none where that is not decided.
fn gate(body: &[u8]) -> Option<Option<&'static str>> {
    if std::str::from_utf8(body).is_err()
        || serde_json::from_slice::<serde::de::IgnoredAny>(body).is_err()
    {
        return Some(Some("invalid_json"));
    }
    let value = match lossless::read(body) {
        Ok(value) => value,
        Err(ReadError::Duplicate) => return Some(Some("invalid_json")),
        Err(ReadError::Surrogate) => return Some(Some("invalid_input")),
        Err(ReadError::TooDeep | ReadError::Utf8 | ReadError::Syntax(_)) => return None,
    };
    let Some(asked) = Asked::read(body) else {
        return Some(Some("invalid_input"));
    };
    let limit = match value.get("max_results") {
        Some(Value::Number(spelling)) => Some(double(spelling)?),
        _ => None,
    };
    if limit.is_some_and(|limit| limit.fract() != 0.0) {
        Some(Some("invalid_input"))
    } else if asked.text.len() > 131_072 || asked.text.chars().count() > 131_072 {
        Some(Some("text_too_long"))
    } else if limit.is_some_and(|limit| !(1.0..=100.0).contains(&limit)) {
        Some(Some("max_results_range"))
    } else {
        Some(None)
    }
}

/// The number, where a double shows whether it is whole.
fn double(spelling: &str) -> Option<f64> {
    let plain = spelling.len() < 16 && !spelling.contains(['e', 'E']);
    spelling.parse().ok().filter(|_| plain)
}
