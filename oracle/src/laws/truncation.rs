//! I17: truncation safety (D38, D39, D47).

use super::text;
use super::vary::{ask_check, bounded, members};
use super::view::View;
use super::{Observation, Ruling, Settled, settle};
use crate::answer::{Answer, Outcome, Report};
use crate::judge::Reason;
use crate::lossless::{self, Value};
use crate::path::{Place, Step};
use crate::submission::Form;
use crate::vocabulary::Rule;

/// How many prefixes of one text are asked.
const PREFIXES: usize = 24;

/// I17: where a prefix of a valid text is repaired, every scalar of the tree
/// after R1 and R2 is the scalar at the same place of the whole, and R1 stands
/// in the diff once. The prefixes are checked against the schema `{}`, so that
/// the delivered blob is that tree.
pub(super) fn safe(observation: &Observation<'_>) -> Ruling {
    settle(truncated(observation))
}

fn truncated(observation: &Observation<'_>) -> Settled {
    members(observation)?;
    let view = View::of(observation);
    let (submission, _) = view.verdict()?;
    let Ok(whole @ Value::Object(_)) = view.tree(submission) else {
        return Err(Ruling::NotApplicable(Reason::UnreadableText));
    };
    let spelled;
    let text = match &submission.arguments {
        Form::Text(text) => text.trim_end_matches([' ', '\t', '\n', '\r']),
        Form::Tree(tree) => {
            spelled = tree.to_text();
            &spelled
        }
    };
    for cut in cuts(text) {
        prefix(observation, whole, &text[..cut])?;
    }
    Ok(())
}

/// Where the text is cut: spread over its length, and behind its first tokens.
fn cuts(text: &str) -> Vec<usize> {
    let count = bounded(text.len(), PREFIXES);
    let mut cuts: Vec<usize> = (0..count)
        .map(|turn| text.len() * (2 * turn + 1) / (2 * count))
        .chain(
            text::tokens(text)
                .list
                .iter()
                .map(|token| token.end)
                .take(count),
        )
        .filter(|cut| *cut < text.len() && text.is_char_boundary(*cut))
        .collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

fn prefix(observation: &Observation<'_>, whole: &Value, text: &str) -> Settled {
    let body = vec![
        ("arguments_text".to_owned(), Value::String(text.to_owned())),
        ("schema".to_owned(), Value::Object(Vec::new())),
    ];
    let (blob, diff) = match ask_check(observation, body)? {
        Answer::Verdict(Report {
            outcome: Outcome::Repaired { repaired, diff },
            ..
        }) => (repaired, diff),
        Answer::Verdict(Report {
            outcome: Outcome::Valid,
            ..
        }) => {
            let summary = "a proper prefix of an object is VALID";
            return Err(Ruling::broken(summary, text));
        }
        _ => return Ok(()),
    };
    if diff.iter().filter(|entry| entry.rule == Rule::R1).count() != 1 {
        return Err(Ruling::broken(
            "a repaired prefix is not closed by exactly one R1",
            text,
        ));
    }
    let mut steps = Vec::new();
    if is_part(&blob, whole, &mut steps) {
        return Ok(());
    }
    Err(Ruling::broken(
        "a repaired prefix holds what the whole text does not hold at the place",
        format!("{} of {text}", Place::Tree(steps)),
    ))
}

/// Whether `part` is `whole` cut short: the same scalars, first members and
/// first items.
fn is_part(part: &Value, whole: &Value, steps: &mut Vec<Step>) -> bool {
    let mut below = |part: &Value, whole: &Value, step: Step| {
        steps.push(step);
        let holds = is_part(part, whole, steps);
        if holds {
            steps.pop();
        }
        holds
    };
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => {
            part.len() <= whole.len()
                && part.iter().zip(whole).all(|((key, part), (name, whole))| {
                    key == name && below(part, whole, Step::Key(key.clone()))
                })
        }
        (Value::Array(part), Value::Array(whole)) => {
            part.len() <= whole.len()
                && part
                    .iter()
                    .zip(whole)
                    .enumerate()
                    .all(|(index, (part, whole))| below(part, whole, Step::Index(index)))
        }
        _ => lossless::token_equal(part, whole),
    }
}
