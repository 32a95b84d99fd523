//! C8 and C9: validity as `serde_json` has it, and where a text goes wrong.
//!
//! `IgnoredAny` reads by the grammar alone. Where `serde_json` means something
//! else than RFC 8259 the list [`Leniency`] says so, and counts.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::de::IgnoredAny;
use serde_json::error::Category;

use super::view::{Fault, Item, Listed};
use super::{Ruling, Settled, settle, with_list};
use crate::laws::Observation;

/// Where `serde_json` may differ from RFC 8259; a disagreement on such a text
/// is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leniency {
    /// S1: half of a surrogate pair as an escape.
    LoneSurrogate,
    /// S2: more than 127 containers in one another.
    Depth,
    /// S3: a number beyond the range of a double.
    Range,
    /// S4: a text that ends within a number is no early end to it.
    CutNumber,
}

impl Leniency {
    /// The whole list.
    pub const ALL: [Self; 4] = [
        Self::LoneSurrogate,
        Self::Depth,
        Self::Range,
        Self::CutNumber,
    ];

    /// The name in a report.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::LoneSurrogate => "S1",
            Self::Depth => "S2",
            Self::Range => "S3",
            Self::CutNumber => "S4",
        }
    }

    /// How often it excused a disagreement so far.
    #[must_use]
    pub fn hits(self) -> u64 {
        HITS[self as usize].load(Ordering::Relaxed)
    }
}

static HITS: [AtomicU64; 4] = [const { AtomicU64::new(0) }; 4];

/// What `serde_json` says of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    Valid,
    Ended,
    Wrong,
}

fn said(text: &str) -> Said {
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(_) => Said::Valid,
        Err(error) if error.classify() == Category::Eof => Said::Ended,
        Err(_) => Said::Wrong,
    }
}

/// The reason to excuse a disagreement on a text, if there is one.
fn excuse(text: &str) -> Option<Leniency> {
    let lower = text.to_ascii_lowercase();
    let halves = ["d8", "d9", "da", "db", "dc", "dd", "de", "df"];
    let surrogate = |half: &&str| lower.contains(&format!("\\u{half}"));
    let excuse = if halves.iter().any(surrogate) {
        Leniency::LoneSurrogate
    } else if text.matches(['{', '[']).count() > 127 {
        Leniency::Depth
    } else if lower.split('e').skip(1).any(has_long_exponent) {
        Leniency::Range
    } else {
        return None;
    };
    HITS[excuse as usize].fetch_add(1, Ordering::Relaxed);
    Some(excuse)
}

/// Whether what stands behind an `e` is an exponent of three digits or more.
fn has_long_exponent(rest: &str) -> bool {
    let digits = rest.trim_start_matches(['+', '-']);
    digits.chars().take_while(char::is_ascii_digit).count() > 2
}

/// C8.
pub(super) fn strict(observation: &Observation<'_>) -> Ruling {
    with_list(observation, |_, listed| {
        let wrong = texts(listed).find(|(text, fault)| match (said(text), fault) {
            (Said::Valid, fault) => fault.is_some(),
            // Only what serde_json refuses can be its own strictness.
            (_, None) => excuse(text).is_none(),
            (_, Some(_)) => false,
        });
        wrong.map_or(Ruling::Holds, |(text, _)| {
            Ruling::broken("valid_json is not what serde_json says", text)
        })
    })
}

/// Every text of an answer with what is said to be wrong with it.
fn texts(listed: &Listed) -> impl Iterator<Item = (&str, &Fault)> {
    listed.candidates.iter().flat_map(
        |Item {
             text,
             error,
             repair,
             ..
         }| {
            let mended = repair
                .as_ref()
                .map(|mended| (mended.text.as_str(), &mended.error));
            std::iter::once((text.as_str(), error)).chain(mended)
        },
    )
}

/// C9: what stands before the fault can go on to JSON, and with what stands
/// there it cannot.
pub(super) fn placed(observation: &Observation<'_>) -> Ruling {
    with_list(observation, |_, listed| {
        let faults = texts(listed).filter_map(|(text, fault)| Some((text, fault.as_ref()?)));
        let settled: Settled = { faults }.try_for_each(|(text, (code, at))| {
            let placed = is_placed(text, code, *at);
            let excused = placed.is_err() && said(text) == Said::Wrong && excuse(text).is_some();
            if excused { Ok(()) } else { placed }
        });
        settle(settled)
    })
}

fn is_placed(text: &str, code: &str, at: usize) -> Settled {
    let broken = |summary: String| Err(Ruling::broken(summary, text));
    let Some(byte) = byte_of(text, at) else {
        return broken(format!("the offset of {code} is no offset of a character"));
    };
    let (before, rest) = text.split_at(byte);
    if code == "unexpected_end" {
        if !rest.is_empty() {
            return broken("unexpected_end does not stand at the end".to_owned());
        }
        return match said(text) {
            Said::Ended => Ok(()),
            Said::Wrong if is_cut_number(text) => Ok(()),
            _ => broken("the text is said to end too early, and does not".to_owned()),
        };
    }
    let Some(first) = rest.chars().next() else {
        return broken(format!("{code} stands behind the text"));
    };
    let in_token = before.ends_with(is_token);
    let fits = match code {
        "invalid_escape" => is_bad_escape(rest),
        "control_character_in_string" => first < ' ',
        "invalid_number" => (first == '-' || first.is_ascii_digit()) && !in_token,
        "invalid_literal" => matches!(first, 't' | 'f' | 'n') && !in_token,
        "trailing_content" => said(before) == Said::Valid && !first.is_ascii_whitespace(),
        _ => true,
    };
    if !fits {
        return broken(format!("{code} does not stand at a character of its kind"));
    }
    let goes_on = match said(before) {
        Said::Valid => code == "trailing_content",
        Said::Ended => code != "trailing_content",
        Said::Wrong => is_cut_number(before),
    };
    if !goes_on {
        return broken(format!(
            "before the place of {code} there is a fault already"
        ));
    }
    let token = first.len_utf8() + rest.chars().skip(1).take_while(|c| is_token(*c)).count();
    let through = match code {
        "invalid_escape" => return Ok(()),
        // The whole token, and what shows that it is over.
        "invalid_number" | "invalid_literal" => {
            let next = rest.get(token..).and_then(|rest| rest.chars().next());
            token + next.map_or(0, char::len_utf8)
        }
        _ => first.len_utf8(),
    };
    match said(text.get(..byte + through).unwrap_or(text)) {
        Said::Wrong => Ok(()),
        _ => broken(format!("what stands at the place of {code} is no fault")),
    }
}

/// Whether a text begins with a backslash that escapes nothing.
fn is_bad_escape(rest: &str) -> bool {
    let Some(escape) = rest.strip_prefix('\\') else {
        return false;
    };
    match escape.strip_prefix('u') {
        Some(digits) => digits.chars().take(4).any(|c| !c.is_ascii_hexdigit()),
        None => !escape.starts_with(['"', '\\', '/', 'b', 'f', 'n', 'r', 't']),
    }
}

/// S4: whether a text is only cut where a number is not whole yet.
fn is_cut_number(text: &str) -> bool {
    let cut = said(&format!("{text}0")) == Said::Ended;
    if cut {
        HITS[Leniency::CutNumber as usize].fetch_add(1, Ordering::Relaxed);
    }
    cut
}

fn is_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')
}

fn byte_of(text: &str, unit: usize) -> Option<usize> {
    let mut at = 0;
    for (byte, c) in text.char_indices() {
        if at >= unit {
            return (at == unit).then_some(byte);
        }
        at += c.len_utf16();
    }
    (at == unit).then_some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_in_its_place_is_believed_and_in_another_is_not() {
        for (text, code, at) in [
            ("[\"😀\", 01]", "invalid_number", 7),
            ("[12x]", "unexpected_character", 3),
            ("[-]", "invalid_number", 1),
            ("[nul]", "invalid_literal", 1),
            ("[\"\\x\"]", "invalid_escape", 2),
            ("[\"\\u12\"]", "invalid_escape", 2),
            ("[\"\t\"]", "control_character_in_string", 2),
            ("[] ]", "trailing_content", 3),
            ("[1.", "unexpected_end", 3),
            ("[-", "unexpected_end", 2),
            ("{\"é\": tru", "unexpected_end", 9),
            ("[1.5.3]", "unexpected_character", 4),
        ] {
            assert_eq!(is_placed(text, code, at), Ok(()), "{text}");
            assert!(is_placed(text, code, at + 1).is_err(), "{text}");
            assert!(
                is_placed(text, code, at.saturating_sub(1)).is_err(),
                "{text}"
            );
        }
    }
}
