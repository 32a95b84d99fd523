//! Faults in positions, regions, limits and order.

use super::faulty;
use crate::candidates::reference::language::{self, Language};
use crate::candidates::reference::rank;
use crate::candidates::reference::source::Char;
use crate::mutants::{Mutant, made};

/// The mutants of this file.
pub(super) static MUTANTS: [Mutant; 26] = [
    made(
        "CM01",
        "offsets are one too high",
        "JC23",
        &["C3", "C5"],
        || {
            faulty(&[
                |c| c.place = |(start, end)| (start + 1, end + 1),
                |c| c.place = |(start, end)| (start, end - 1),
            ])
        },
    ),
    made(
        "CM02",
        "offsets count bytes of UTF-8",
        "JC23",
        &["C3", "C5"],
        || faulty(&[|c| c.width = char::len_utf8]),
    ),
    made(
        "CM03",
        "offsets count code points",
        "JC23",
        &["C3", "C5"],
        || faulty(&[|c| c.width = |_| 1]),
    ),
    made(
        "CM04",
        "CR LF is one unit of an offset",
        "JC8",
        &["C5", "C16"],
        || faulty(&[|c| c.crlf = 1]),
    ),
    made("CM05", "CR LF ends two lines", "JC8", &["C4"], || {
        faulty(&[|c| c.line_starts = |raw| starts(raw, |c, _| matches!(c, '\n' | '\r'))])
    }),
    made(
        "CM06",
        "a CR ends no line of the count",
        "JC8",
        &["C4"],
        || faulty(&[|c| c.line_starts = |raw| starts(raw, |c, _| c == '\n')]),
    ),
    made(
        "CM07",
        "contiguous without looking",
        "JC23",
        &["C3"],
        || {
            faulty(&[
                |c| c.contiguous = |_, _| true,
                |c| c.contiguous = |_, text| !text.contains('\n'),
            ])
        },
    ),
    made(
        "CM08",
        "continuation indentation is stripped",
        "JC1",
        &["C20"],
        || faulty(&[|c| c.prose = without_indentation]),
    ),
    made(
        "CM09",
        "link reference definitions are scanned",
        "JC7",
        &["C20"],
        || faulty(&[|c| c.definitions = |_| 0]),
    ),
    made("CM10", "NUL becomes U+FFFD", "JC9", &["C5"], || {
        faulty(&[|c| c.read = |c| if c == '\0' { '\u{fffd}' } else { c }])
    }),
    made(
        "CM11",
        "HTML of kind 7 interrupts a paragraph",
        "JC24",
        &["C20"],
        || {
            faulty(&[
                |c| c.interrupts_by_tag = |_, _| true,
                |c| c.interrupts_by_tag = |paragraph, _| !paragraph,
            ])
        },
    ),
    made(
        "CM12",
        "the limit of depth is off by one",
        "JC3",
        &["C20"],
        || faulty(&[|c| c.depth = 63, |c| c.depth = 65]),
    ),
    made(
        "CM13",
        "the limit of bytes is off by one",
        "JC11",
        &["C2"],
        || faulty(&[|c| c.text_bytes -= 1, |c| c.text_bytes += 1]),
    ),
    made(
        "CM14",
        "max_results has another range or default",
        "JC16",
        &["C1", "C2"],
        || faulty(&[|c| c.results = (100, 100), |c| c.results = (101, 10)]),
    ),
    made(
        "CM15",
        "the language counts with its case",
        "JC6",
        &["C20"],
        || faulty(&[|c| c.language = case_counts]),
    ),
    made(
        "CM16",
        "a language is json by its beginning",
        "JC6",
        &["C20"],
        || faulty(&[|c| c.language = by_beginning]),
    ),
    made(
        "CM17",
        "fences of other languages are scanned",
        "JC6",
        &["C20"],
        || {
            faulty(&[|c| {
                c.language = |info| match language::language(info) {
                    Language::Other => Language::Untagged,
                    known => known,
                };
            }])
        },
    ),
    made(
        "CM18",
        "fence_index counts scanned fences only",
        "JC2",
        &["C20"],
        || faulty(&[|c| c.fence_index = |_, scanned| scanned]),
    ),
    made("CM19", "fence_index counts from 1", "JC2", &["C20"], || {
        faulty(&[|c| c.fence_index = |all, _| all + 1])
    }),
    made(
        "CM20",
        "the source ranks before the tier",
        "JC22",
        &["C10"],
        || {
            faulty(&[|c| {
                c.key = |it| {
                    let [a, b, c, d, e] = rank::key(it);
                    [b, a, c, d, e]
                }
            }])
        },
    ),
    made(
        "CM21",
        "length ranks before completeness",
        "JC22",
        &["C10"],
        || {
            faulty(&[|c| {
                c.key = |it| {
                    let [a, b, c, d, e] = rank::key(it);
                    [a, b, d, c, e]
                }
            }])
        },
    ),
    made("CM22", "shorter texts rank first", "JC22", &["C10"], || {
        faulty(&[|c| {
            c.key = |it| {
                let [a, b, c, d, e] = rank::key(it);
                [a, b, c, -d, e]
            }
        }])
    }),
    made(
        "CM23",
        "length is counted in bytes",
        "JC22",
        &["C10"],
        || {
            faulty(&[|c| {
                c.key = |it| {
                    let [a, b, c, _, e] = rank::key(it);
                    [a, b, c, -(it.text.len() as i64), e]
                }
            }])
        },
    ),
    made(
        "CM24",
        "later candidates rank first",
        "JC22",
        &["C10"],
        || {
            faulty(&[|c| {
                c.key = |it| {
                    let [a, b, c, d, e] = rank::key(it);
                    [a, b, c, d, -e]
                }
            }])
        },
    ),
    made(
        "CM25",
        "a list that is just full counts as cut",
        "JC16",
        &["C1"],
        || faulty(&[|c| c.truncated = |found, most| found >= most]),
    ),
    made(
        "CM26",
        "candidate_count is counted after the cut",
        "JC16",
        &["C1", "C11"],
        || faulty(&[|c| c.count = usize::min]),
    ),
];

/// Line starts by another notion of what ends a line.
fn starts(raw: &[char], ends: fn(char, Option<char>) -> bool) -> Vec<usize> {
    let mut starts = vec![0];
    let mut at = 0;
    for (index, c) in raw.iter().enumerate() {
        at += c.len_utf16();
        if ends(*c, raw.get(index + 1).copied()) {
            starts.push(at);
        }
    }
    starts
}

fn without_indentation(text: Vec<Char>) -> Vec<Char> {
    let mut begins = true;
    let kept = text.into_iter().filter(|c| {
        begins = c.ch == '\n' || (begins && matches!(c.ch, ' ' | '\t'));
        !begins || c.ch == '\n'
    });
    kept.collect()
}

fn case_counts(info: &str) -> Language {
    match language::language(info) {
        Language::Json
            if language::first_word(info)
                .chars()
                .any(|c| c.is_ascii_uppercase()) =>
        {
            Language::Other
        }
        known => known,
    }
}

fn by_beginning(info: &str) -> Language {
    if language::first_word(info)
        .to_ascii_lowercase()
        .starts_with("json")
    {
        Language::Json
    } else {
        language::language(info)
    }
}
