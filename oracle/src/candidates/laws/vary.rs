//! C16 to C19: what another spelling of the same document may change.

use argument_check_corpus::Op;

use super::view::{Answer, Asked, Item, Listed, answer};
use super::{Ruling, with_target};
use crate::judge::Reason;
use crate::laws::{Observation, Target};

/// The longest text that is varied, in bytes: far from the limit, and a law is
/// asked often.
const LONGEST: usize = 16_384;

/// What is put before a document: it must not belong to its first block.
const PREFIX: &str = "Näher 𝒳 \u{feff}:\n\n";

/// How places move when the text is varied.
trait Moves {
    /// The text instead of this one.
    fn text(&self, text: &str) -> String;
    /// What becomes of a candidate.
    fn item(&self, item: &Item) -> Item;
}

/// Asks about a varied text, and holds the answer against what should be.
fn holds(
    moves: &impl Moves,
    target: &dyn Target,
    asked: &Asked,
    listed: &Listed,
    what: &str,
) -> Ruling {
    let body = asked.with_text(&moves.text(&asked.text));
    let Ok(Answer::Listed(again)) = answer(&target.ask(Op::Candidates, &body)) else {
        return Ruling::broken(format!("{what}, there is no list"), asked.text.as_str());
    };
    let expected: Vec<Item> = listed
        .candidates
        .iter()
        .map(|item| moves.item(item))
        .collect();
    if again.candidates == expected && again.count == listed.count {
        Ruling::Holds
    } else {
        Ruling::broken(
            format!("{what}, more than positions changes"),
            format!("{expected:?} became {:?}", again.candidates),
        )
    }
}

/// Whether a text is short enough and plain enough to be varied.
fn varies(asked: &Asked, without: &[char]) -> bool {
    asked.text.len() <= LONGEST && !asked.text.contains(without)
}

/// C16.
pub(super) fn line_endings(observation: &Observation<'_>) -> Ruling {
    with_target(observation, |target, asked, listed| {
        if !varies(asked, &['\r']) || !asked.text.contains('\n') {
            return Ruling::NotApplicable(Reason::NothingToVary);
        }
        for ending in ["\r\n", "\r"] {
            let ruling = holds(
                &Endings { asked, ending },
                target,
                asked,
                listed,
                "with other line endings",
            );
            if ruling.is_broken() {
                return ruling;
            }
        }
        Ruling::Holds
    })
}

struct Endings<'a> {
    asked: &'a Asked,
    ending: &'static str,
}

impl Moves for Endings<'_> {
    fn text(&self, text: &str) -> String {
        text.replace('\n', self.ending)
    }

    fn item(&self, item: &Item) -> Item {
        let feed = u16::from(b'\n');
        let moved = |at: usize| {
            let before = self
                .asked
                .units
                .iter()
                .take(at)
                .filter(|unit| **unit == feed);
            at + before.count() * (self.ending.len() - 1)
        };
        Item {
            start: moved(item.start),
            end: moved(item.end),
            contiguous: item.contiguous && !item.text.contains('\n'),
            ..item.clone()
        }
    }
}

/// C17.
pub(super) fn prefixed(observation: &Observation<'_>) -> Ruling {
    with_target(observation, |target, asked, listed| {
        if !varies(asked, &[]) {
            return Ruling::NotApplicable(Reason::NothingToVary);
        }
        holds(
            &Prefixed,
            target,
            asked,
            listed,
            "behind prose and a blank line",
        )
    })
}

struct Prefixed;

impl Moves for Prefixed {
    fn text(&self, text: &str) -> String {
        format!("{PREFIX}{text}")
    }

    fn item(&self, item: &Item) -> Item {
        let units = PREFIX.encode_utf16().count();
        Item {
            start: item.start + units,
            end: item.end + units,
            start_line: item.start_line + 2,
            end_line: item.end_line + 2,
            ..item.clone()
        }
    }
}

/// C18. A document with marks enough to be at the limit of depth is left: one
/// more quote could be too many.
pub(super) fn quoted(observation: &Observation<'_>) -> Ruling {
    with_target(observation, |target, asked, listed| {
        if !varies(asked, &['\t', '\r']) {
            return Ruling::NotApplicable(Reason::NothingToVary);
        }
        let marks = asked.text.matches(['>', '-', '+', '*', '.', ')']).count();
        if marks > 63 {
            return Ruling::NotApplicable(Reason::TooDeep);
        }
        holds(&Quoted, target, asked, listed, "in a block quote")
    })
}

struct Quoted;

fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() * 2);
    for line in text.split_inclusive('\n') {
        quoted.push_str("> ");
        quoted.push_str(line);
    }
    quoted
}

impl Moves for Quoted {
    fn text(&self, text: &str) -> String {
        quote(text)
    }

    fn item(&self, item: &Item) -> Item {
        Item {
            start: item.start + 2 * item.start_line,
            end: item.end + 2 * item.end_line,
            contiguous: item.contiguous && item.start_line == item.end_line,
            ..item.clone()
        }
    }
}

/// C19.
pub(super) fn astral(observation: &Observation<'_>) -> Ruling {
    with_target(observation, |target, asked, listed| {
        let place = listed
            .candidates
            .iter()
            .filter(|item| item.complete)
            .find_map(|item| Astral::of(asked, item));
        match place.filter(|_| varies(asked, &[])) {
            Some(astral) => astral.judge(target, asked, listed),
            None => Ruling::NotApplicable(Reason::NothingToVary),
        }
    })
}

/// An astral letter behind the first quote of a candidate.
struct Astral {
    /// Where, in the input.
    at: usize,
}

impl Astral {
    fn of(asked: &Asked, item: &Item) -> Option<Astral> {
        let quote = item.text.find('"')? + 1;
        let head = item.text.get(..quote)?;
        let at = item.start + head.encode_utf16().count();
        // Only where the offset is plain to see: all of it on the first line.
        let plain = asked.slice(item.start, at).as_deref() == Some(head);
        plain.then_some(Astral { at })
    }

    fn judge(&self, target: &dyn Target, asked: &Asked, listed: &Listed) -> Ruling {
        let (Some(before), Some(behind)) = (
            asked.slice(0, self.at),
            asked.slice(self.at, asked.units.len()),
        ) else {
            return Ruling::NotApplicable(Reason::NothingToVary);
        };
        let body = asked.with_text(&format!("{before}𝒳{behind}"));
        let Ok(Answer::Listed(again)) = answer(&target.ask(Op::Candidates, &body)) else {
            return Ruling::broken(
                "with an astral letter there is no list",
                asked.text.as_str(),
            );
        };
        let placed = |items: &[Item], moved: &dyn Fn(&Item) -> (usize, usize, bool)| {
            let mut places: Vec<_> = items.iter().map(moved).collect();
            places.sort_unstable();
            places
        };
        let shift = |at: usize| if at >= self.at { at + 2 } else { at };
        let expected = placed(&listed.candidates, &|item| {
            (shift(item.start), shift(item.end), item.contiguous)
        });
        let found = placed(&again.candidates, &|item| {
            (item.start, item.end, item.contiguous)
        });
        // A longer text may push another one over the limit.
        let comparable = !listed.truncated && !again.truncated;
        if comparable && (expected != found || again.count != listed.count) {
            return Ruling::broken(
                "an astral letter in a string changes more than positions",
                format!("{expected:?} became {found:?}"),
            );
        }
        Ruling::Holds
    }
}
