//! C12 to C15: what repair may change, and what it may not leave.

use argument_check_corpus::Op;

use super::brackets::{self, End, Part, ends_in_comment, pieces, uncommented_pieces};
use super::form::demand;
use super::view::{Answer, Asked, Item, Listed, Mended, RULES, answer};
use super::{Ruling, Settled, settle, with_list, with_target};
use crate::laws::Observation;

fn each(listed: &Listed, law: impl Fn(&Item, &Mended) -> Settled) -> Ruling {
    let mended = listed
        .candidates
        .iter()
        .filter_map(|item| Some((item, item.repair.as_ref()?)));
    let settled: Settled = { mended }.try_for_each(|(item, repair)| law(item, repair));
    settle(settled)
}

/// C12.
pub(super) fn conservative(observation: &Observation<'_>) -> Ruling {
    with_list(observation, |_, listed| {
        each(listed, |item, repair| {
            only_adds_closers_and_takes_comments_and_commas(item, repair)
        })
    })
}

fn is_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')
}

/// Walks along both texts. What is not equal must be a removed comment with at
/// most one space in its place, a trailing comma, or closers at the end.
fn only_adds_closers_and_takes_comments_and_commas(item: &Item, repair: &Mended) -> Settled {
    let text = item.text.as_str();
    let comments = repair.applied("remove_comments");
    let mut left = repair.text.as_str();
    let mut before: Option<char> = None;
    let mut value_before = false;
    let all = flat(text);
    let (commas, closed) = (repair.applied(RULES[2]), repair.applied(RULES[1]));
    for (index, (part, piece)) in all.iter().enumerate() {
        let rest = all.get(index + 1..).unwrap_or_default();
        if comments && part.is_removed() {
            let next = rest.first().and_then(|(_, piece)| piece.chars().next());
            if before.is_some_and(is_token) && next.is_some_and(is_token) {
                let joined = left.strip_prefix(' ');
                demand(
                    joined.is_some(),
                    "a deleted comment joined two tokens",
                    text,
                )?;
                left = joined.unwrap_or(left);
                before = Some(' ');
            }
            continue;
        }
        let comma = *part == Part::Plain && *piece == "," && value_before;
        if !(commas && comma && goes(rest, closed)) {
            let behind = left.strip_prefix(*piece);
            demand(
                behind.is_some(),
                "something else than a comment or a trailing comma was taken out",
                text,
            )?;
            left = behind.unwrap_or(left);
        }
        let last = piece.chars().last();
        before = last;
        if let Some(c) = last.filter(|c| !is_space(*c)) {
            value_before = *part != Part::Plain || !matches!(c, '{' | '[' | ',' | ':');
        }
    }
    demand(
        left.chars().all(|c| matches!(c, '}' | ']')),
        "something else than closers was added",
        text,
    )?;
    demand(
        left.is_empty() != closed,
        "close_truncated is told without closers, or the reverse",
        text,
    )?;
    demand(
        left.is_empty() || is_nested(&repair.text),
        "the closers do not close what is open",
        text,
    )
}

/// The pieces of a text; what follows a comment without an end is no comment
/// to the rule of commas.
fn flat(text: &str) -> Vec<(Part, &str)> {
    let all = pieces(text).into_iter();
    all.flat_map(|(part, piece)| match part {
        Part::OpenComment => uncommented_pieces(piece),
        _ => vec![(part, piece)],
    })
    .collect()
}

/// Whether a comma behind a value goes: a closer next, its own or appended.
fn goes(rest: &[(Part, &str)], closed: bool) -> bool {
    let solid = |(part, piece): &&(Part, &str)| !part.is_removed() && !piece.chars().all(is_space);
    match rest.iter().find(solid) {
        None => closed,
        Some((_, piece)) => matches!(*piece, "}" | "]"),
    }
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// Whether the brackets of a text match and none is left open.
fn is_nested(text: &str) -> bool {
    let mut open = Vec::new();
    for (part, piece) in pieces(text) {
        match (part, piece) {
            (Part::Plain, "{") => open.push("}"),
            (Part::Plain, "[") => open.push("]"),
            (Part::Plain, "}" | "]") if open.pop() != Some(piece) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

/// C13.
pub(super) fn asked_for(observation: &Observation<'_>) -> Ruling {
    with_target(observation, |target, asked, listed| {
        if listed.truncated {
            // Other candidates may be shown when there is a tier 1.
            return Ruling::NotApplicable(crate::judge::Reason::NothingToVary);
        }
        let body = Asked::body(&asked.text, !asked.repair, asked.max_results.as_deref());
        let Ok(Answer::Listed(again)) = answer(&target.ask(Op::Candidates, &body)) else {
            return Ruling::broken("with repair asked for otherwise there is no list", "");
        };
        if bare(&again) == bare(listed) {
            Ruling::Holds
        } else {
            Ruling::broken(
                "repair changes more than ranks and repair objects",
                observation.answer,
            )
        }
    })
}

/// The candidates in the order of their places, without rank and repair.
fn bare(listed: &Listed) -> Vec<Item> {
    let without = |item: &Item| Item {
        rank: 0,
        repair: None,
        ..item.clone()
    };
    let mut items: Vec<Item> = listed.candidates.iter().map(without).collect();
    items.sort_by_key(|item| item.start);
    items
}

/// C14.
pub(super) fn no_hidden_loss(observation: &Observation<'_>) -> Ruling {
    with_list(observation, |asked, listed| {
        each(listed, |item, repair| {
            closed_only_if_nothing_is_hidden(asked, item, repair)
        })
    })
}

fn closed_only_if_nothing_is_hidden(asked: &Asked, item: &Item, repair: &Mended) -> Settled {
    if !repair.applied("close_truncated") {
        return Ok(());
    }
    let text = item.text.as_str();
    demand(!item.complete, "a complete candidate was closed", text)?;
    let lost = item.reason.as_deref() != Some("unclosed") && ends_in_comment(text);
    demand(
        !lost,
        "a text that lost its rest in a comment was closed",
        text,
    )?;
    let number = text.ends_with(|c: char| c.is_ascii_digit());
    let at_end =
        item.end == asked.units.len() && item.reason.as_deref() != Some("mismatched_closer");
    let cut = number && at_end && !ends_in_comment(text);
    // A digit may end a word that is no number; then nothing is hidden.
    demand(
        !cut || ends_a_word(text),
        "a number that may be cut was closed",
        text,
    )
}

/// Whether the digits at the end belong to a word that is no number.
fn ends_a_word(text: &str) -> bool {
    let word: String = text.chars().rev().take_while(|c| is_token(*c)).collect();
    let word: String = word.chars().rev().collect();
    serde_json::from_str::<serde::de::IgnoredAny>(&word).is_err()
}

/// C15.
pub(super) fn thorough(observation: &Observation<'_>) -> Ruling {
    with_list(observation, |_, listed| each(listed, nothing_left))
}

fn nothing_left(item: &Item, repair: &Mended) -> Settled {
    let text = item.text.as_str();
    let taken = pieces(text).iter().any(|(part, _)| part.is_removed());
    demand(
        !taken || repair.applied("remove_comments"),
        "a comment was left",
        text,
    )?;
    let whole = pieces(text)
        .iter()
        .all(|(part, _)| matches!(part, Part::Plain | Part::String));
    let at_end = text.ends_with(['"', '}', ']', ',', ':', '{', '[']);
    if !item.complete && whole && at_end && brackets::end(text, 0) == End::Open {
        demand(
            repair.applied("close_truncated"),
            "a text that can be closed was not",
            text,
        )?;
    }
    let mut value_before = false;
    let left = flat(&repair.text);
    for (index, (part, piece)) in left.iter().enumerate() {
        let rest = left.get(index + 1..).unwrap_or_default();
        let next = rest
            .iter()
            .map(|(_, piece)| *piece)
            .find(|piece| !piece.chars().all(is_space));
        let comma = *part == Part::Plain && *piece == "," && value_before;
        demand(
            !(comma && matches!(next, Some("}" | "]"))),
            "a trailing comma was left",
            text,
        )?;
        if let Some(c) = piece.chars().last().filter(|c| !is_space(*c)) {
            value_before = *part != Part::Plain || !matches!(c, '{' | '[' | ',' | ':');
        }
    }
    Ok(())
}
