//! C3 to C7: where a candidate stands, and what its text is of the input.

use super::brackets::{self, End};
use super::form::demand;
use super::view::{Asked, Item, Listed};
use super::{Ruling, Settled, settle, with_list};
use crate::laws::Observation;

/// C3.
pub(super) fn contiguous(observation: &Observation<'_>) -> Ruling {
    with_list(observation, |asked, listed| {
        for item in &listed.candidates {
            let slice = asked.slice(item.start, item.end);
            let Some(slice) = slice.filter(|slice| !slice.is_empty()) else {
                return Ruling::broken("start and end are no offsets of characters", &item.text);
            };
            if item.contiguous != (slice == item.text) {
                return Ruling::broken(
                    "contiguous is not whether the raw slice is the text",
                    &item.text,
                );
            }
        }
        Ruling::Holds
    })
}

/// C4.
pub(super) fn lines(observation: &Observation<'_>) -> Ruling {
    with_list(observation, |asked, listed| {
        for item in &listed.candidates {
            let lines = (
                line_of(&asked.units, item.start),
                line_of(&asked.units, item.end.saturating_sub(1)),
            );
            if lines != (item.start_line, item.end_line) {
                return Ruling::broken(
                    "start_line and end_line are not the lines of the first and the last character",
                    &item.text,
                );
            }
        }
        Ruling::Holds
    })
}

/// The line of an offset, from 1.
fn line_of(units: &[u16], offset: usize) -> usize {
    let before = units.get(..offset).unwrap_or(units);
    let (cr, lf) = (u16::from(b'\r'), u16::from(b'\n'));
    let feeds = before.iter().filter(|unit| **unit == lf).count();
    let returns = before
        .iter()
        .enumerate()
        .filter(|(at, unit)| **unit == cr && units.get(at + 1) != Some(&lf));
    1 + feeds + returns.count()
}

/// C5: each line of the text is what stands behind the container markers of
/// its raw line.
pub(super) fn leaf_slice(observation: &Observation<'_>) -> Ruling {
    with_list(observation, |asked, listed| {
        let wrong = listed
            .candidates
            .iter()
            .find(|item| !is_leaf_slice(asked, item));
        wrong.map_or(Ruling::Holds, |item| {
            Ruling::broken(
                "the text is not the raw slice without container markers and indentation",
                &item.text,
            )
        })
    })
}

fn is_leaf_slice(asked: &Asked, item: &Item) -> bool {
    let Some(slice) = asked.slice(item.start, item.end) else {
        return false;
    };
    let slice = slice.replace("\r\n", "\n").replace('\r', "\n");
    let (mut raw, mut text) = (slice.split('\n'), item.text.split('\n'));
    raw.next() == text.next()
        && raw.clone().count() == text.clone().count()
        && raw
            .zip(text)
            .all(|(raw, text)| is_behind_markers(raw, text))
}

/// A line behind block quote markers and indentation; spaces at its beginning
/// may be what is left of a tab.
fn is_behind_markers(raw: &str, text: &str) -> bool {
    let marker = |c: char| matches!(c, ' ' | '\t' | '>');
    let pads = text.len() - text.trim_start_matches(' ').len();
    (0..=pads.min(3)).any(|pad| {
        let kept = text.get(pad..).unwrap_or_default();
        raw.strip_suffix(kept)
            .is_some_and(|gone| gone.chars().all(marker) && (pad == 0 || gone.ends_with('\t')))
    })
}

/// C6.
pub(super) fn apart(observation: &Observation<'_>) -> Ruling {
    with_list(observation, |_, listed| {
        let mut spans: Vec<(usize, usize)> = listed
            .candidates
            .iter()
            .map(|item| (item.start, item.end))
            .collect();
        spans.sort_unstable();
        if spans.windows(2).any(|two| two[1].0 < two[0].1) {
            return Ruling::broken("two candidates overlap", format!("{spans:?}"));
        }
        Ruling::Holds
    })
}

/// C7.
pub(super) fn balanced(observation: &Observation<'_>) -> Ruling {
    with_list(observation, |asked, listed| {
        settle(all_balanced(asked, listed))
    })
}

fn all_balanced(asked: &Asked, listed: &Listed) -> Settled {
    for item in &listed.candidates {
        let (text, end) = (item.text.as_str(), brackets::end(&item.text, 0));
        match item.reason.as_deref() {
            None => demand(
                end == End::Closed(text.len()),
                "a complete candidate is not closed by its last character, outside of strings",
                text,
            )?,
            Some(reason) => {
                demand(
                    brackets::trimmed(text) == text,
                    "an incomplete text ends with white space",
                    text,
                )?;
                // The white space that was dropped may have been a string's.
                let expected = match reason {
                    "unterminated_string" => matches!(end, End::InString(at) if at == text.len()),
                    _ => end == End::Open,
                };
                demand(
                    expected,
                    "the text does not end as its incomplete_reason says",
                    text,
                )?;
                let next = behind(asked, item);
                let closer = next.is_some_and(|c| matches!(c, '}' | ']'));
                demand(
                    closer || reason != "mismatched_closer",
                    "no closer follows what a closer ended",
                    text,
                )?;
            }
        }
    }
    Ok(())
}

/// The first character behind a candidate that is no white space and no marker
/// of a block quote.
fn behind(asked: &Asked, item: &Item) -> Option<char> {
    let rest = asked.slice(item.end, asked.units.len())?;
    rest.chars()
        .find(|c| !matches!(c, ' ' | '\t' | '\n' | '\r' | '>'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_what_stands_behind_its_markers() {
        assert!(is_behind_markers("> >  a", " a"));
        assert!(is_behind_markers("   a", "   a"));
        assert!(is_behind_markers("\t\ta", "  \ta"));
        assert!(is_behind_markers("> \ta", "  a"));
        assert!(!is_behind_markers("- a", "a"));
        assert!(!is_behind_markers("> a", "  a"));
        assert!(!is_behind_markers("> a", "b"));
    }

    #[test]
    fn each_line_ending_counts_once() {
        let units: Vec<u16> = "a\r\nb\rc\nd".encode_utf16().collect();
        assert_eq!(
            [0, 2, 3, 5, 7].map(|at| line_of(&units, at)),
            [1, 1, 2, 3, 4]
        );
    }
}
