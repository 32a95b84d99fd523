//! Faults in the rules of repair.

use super::faulty;
use crate::candidates::reference::repair::{
    self, Site, Uncommented, closers, uncommented, uncommented_with,
};
use crate::candidates::reference::scan::{Incomplete, is_space};
use crate::mutants::{Mutant, made};

/// The mutants of this file.
pub(super) static MUTANTS: [Mutant; 12] = [
    made(
        "CM42",
        "comments are deleted inside strings",
        "JC18",
        &["C12"],
        || faulty(&[|c| c.comments = |text| without_strings(text)]),
    ),
    made(
        "CM43",
        "a deleted comment joins two tokens",
        "JC18",
        &["C12"],
        || faulty(&[|c| c.comments = |text| uncommented_with(text, &[])]),
    ),
    made(
        "CM44",
        "the line ending goes with its comment",
        "JC18",
        &["C12"],
        || faulty(&[|c| c.comments = without_line_endings]),
    ),
    made(
        "CM45",
        "a number that may be cut is closed",
        "JC5",
        &["C14"],
        || {
            faulty(&[|c| {
                c.closers = |text, site| {
                    closers(
                        text,
                        Site {
                            followed: true,
                            ..site
                        },
                    )
                }
            }])
        },
    ),
    made(
        "CM46",
        "closers are appended outermost first",
        "JC19",
        &["C12"],
        || {
            faulty(&[|c| {
                c.closers = |text, site| {
                    closers(text, site).map(|mut closers| {
                        closers.reverse();
                        closers
                    })
                }
            }])
        },
    ),
    made(
        "CM47",
        "a text that lost its rest in a comment is closed",
        "JC19",
        &["C14"],
        || {
            faulty(&[|c| {
                c.closers = |text, site| {
                    closers(
                        text,
                        Site {
                            in_comment: false,
                            ..site
                        },
                    )
                }
            }])
        },
    ),
    made("CM48", "a string is closed too", "JC19", &["C12"], || {
        faulty(&[|c| {
            c.closers = |text, site| closers(text, site).or_else(|| quote_and_closers(text, site));
        }])
    }),
    made(
        "CM49",
        "a comma without a value before it goes",
        "JC20",
        &["C12"],
        || faulty(&[|c| c.commas = every_comma_before_a_closer]),
    ),
    made(
        "CM50",
        "commas go until none is left",
        "JC20",
        &["C12"],
        || {
            faulty(&[|c| {
                c.commas = |text| {
                    let mut text = text.to_vec();
                    loop {
                        let less = every_comma_before_a_closer(&text);
                        if less == text || less.is_empty() {
                            return text;
                        }
                        text = less;
                    }
                };
            }])
        },
    ),
    made("CM51", "trailing commas stay", "JC20", &["C15"], || {
        faulty(&[|c| c.commas = <[char]>::to_vec])
    }),
    made(
        "CM52",
        "an unchanged text gets no repair object",
        "JC14",
        &["C1"],
        || faulty(&[|c| c.unchanged_is_told = false]),
    ),
    made("CM53", "nothing is closed", "JC19", &["C15"], || {
        faulty(&[|c| c.closers = |_, _| None])
    }),
];

/// Comments wherever they seem to stand.
fn without_strings(text: &[char]) -> Uncommented {
    let quote = |c: &char| if *c == '"' { '\u{1}' } else { *c };
    let spelled: Vec<char> = text.iter().map(quote).collect();
    let left = uncommented(&spelled);
    let back = |c: char| if c == '\u{1}' { '"' } else { c };
    Uncommented {
        text: left.text.into_iter().map(back).collect(),
        ..left
    }
}

fn without_line_endings(text: &[char]) -> Uncommented {
    let left = uncommented(text);
    let spelled: String = left.text.iter().collect();
    let line_comment = text.windows(2).any(|two| two == ['/', '/']);
    let spelled = if line_comment {
        spelled.replace('\n', "")
    } else {
        spelled
    };
    Uncommented {
        text: spelled.chars().collect(),
        ..left
    }
}

/// Ends an open string, then closes what is open.
fn quote_and_closers(text: &[char], site: Site) -> Option<Vec<char>> {
    if site.incomplete != Some(Incomplete::Unterminated) {
        return None;
    }
    let mut quoted = text.to_vec();
    quoted.push('"');
    let mut closing = closers(&quoted, site)?;
    closing.insert(0, '"');
    Some(closing)
}

fn every_comma_before_a_closer(text: &[char]) -> Vec<char> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at) {
        let end = match c {
            '"' => repair::string_end(text, at).unwrap_or(text.len()),
            _ => at + 1,
        };
        let next = text
            .get(end..)
            .unwrap_or_default()
            .iter()
            .find(|c| !is_space(**c));
        if !(*c == ',' && matches!(next, Some('}' | ']'))) {
            out.extend(text.get(at..end.min(text.len())).unwrap_or_default());
        }
        at = end;
    }
    out
}
