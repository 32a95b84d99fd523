//! Faults in the scan and in the strict grammar.

use super::faulty;
use crate::candidates::reference::scan::{self, Found, Incomplete};
use crate::candidates::reference::syntax::{self, Fault};
use crate::mutants::{Mutant, made};

/// The mutants of this file.
pub(super) static MUTANTS: [Mutant; 15] = [
    made(
        "CM27",
        "strings are ignored in matching",
        "JC17",
        &["C7"],
        || {
            faulty(&[|c| {
                c.candidate = |text, from| {
                    over(text, from, |text| {
                        text.iter()
                            .map(|c| if *c == '"' { '_' } else { *c })
                            .collect()
                    })
                }
            }])
        },
    ),
    made(
        "CM28",
        "escaped quotes end a string",
        "JC17",
        &["C7"],
        || faulty(&[|c| c.candidate = |text, from| over(text, from, without_escapes)]),
    ),
    made(
        "CM29",
        "a string goes on over a line ending",
        "JC17",
        &["C7"],
        || {
            faulty(&[|c| {
                c.candidate = |text, from| {
                    over(text, from, |text| {
                        text.iter()
                            .map(|c| if *c == '\n' { ' ' } else { *c })
                            .collect()
                    })
                }
            }])
        },
    ),
    made("CM30", "any closer closes", "JC4", &["C7"], || {
        faulty(&[|c| c.candidate = any_closer])
    }),
    made(
        "CM31",
        "the mismatched closer belongs to the text",
        "JC4",
        &["C7"],
        || {
            faulty(&[|c| {
                c.candidate = |text, from| {
                    let found = scan::candidate(text, from);
                    match found.incomplete {
                        Some(Incomplete::Mismatched) => Found {
                            to: found.resume,
                            ..found
                        },
                        _ => found,
                    }
                };
            }])
        },
    ),
    made(
        "CM32",
        "the scan resumes one character early",
        "JC17",
        &["C6"],
        || {
            faulty(&[|c| {
                c.candidate = |text, from| {
                    let found = scan::candidate(text, from);
                    Found {
                        resume: found.to - 1,
                        ..found
                    }
                };
            }])
        },
    ),
    made(
        "CM33",
        "candidates inside an unclosed one are listed",
        "JC17",
        &["C6"],
        || {
            faulty(&[|c| {
                c.candidate = |text, from| {
                    let found = scan::candidate(text, from);
                    match found.incomplete {
                        Some(Incomplete::Unclosed) => Found {
                            resume: from + 1,
                            ..found
                        },
                        _ => found,
                    }
                };
            }])
        },
    ),
    made(
        "CM34",
        "incomplete text keeps its white space",
        "JC21",
        &["C7"],
        || {
            faulty(&[|c| {
                c.candidate = |text, from| {
                    let found = scan::candidate(text, from);
                    let rest = text.get(found.to..).unwrap_or_default();
                    let spaces = rest.iter().take_while(|c| scan::is_space(**c)).count();
                    match found.incomplete {
                        Some(Incomplete::Unclosed) => Found {
                            to: found.to + spaces,
                            ..found
                        },
                        _ => found,
                    }
                };
            }])
        },
    ),
    made(
        "CM35",
        "brackets in comments are not counted",
        "JC17",
        &["C7"],
        || faulty(&[|c| c.candidate = |text, from| over(text, from, without_line_comments)]),
    ),
    made(
        "CM36",
        "a trailing comma is valid JSON",
        "JC13",
        &["C8"],
        || {
            faulty(&[|c| {
                c.fault = |text| syntax::fault(text).filter(|fault| !behind_comma(text, *fault));
            }])
        },
    ),
    made("CM37", "leading zeros are valid", "JC12", &["C8"], || {
        faulty(&[|c| {
            c.fault = |text| {
                syntax::fault(text).filter(|fault| {
                    !(fault.code == "invalid_number" && text.get(fault.at) == Some(&'0'))
                })
            }
        }])
    }),
    made(
        "CM38",
        "a lone surrogate escape is not valid",
        "JC13",
        &["C8"],
        || faulty(&[|c| c.fault = strict_surrogates]),
    ),
    made(
        "CM39",
        "json_error counts bytes or code points",
        "JC12",
        &["C9"],
        || {
            faulty(&[
                |c| c.offset = |text, at| text.iter().take(at).map(|c| c.len_utf8()).sum(),
                |c| c.offset = |_, at| at,
            ])
        },
    ),
    made(
        "CM40",
        "unexpected_end stands at the last character",
        "JC12",
        &["C9"],
        || {
            faulty(&[|c| {
                c.fault = |text| {
                    let fault = syntax::fault(text)?;
                    let early = usize::from(fault.code == "unexpected_end");
                    Some(Fault {
                        at: fault.at - early,
                        ..fault
                    })
                };
            }])
        },
    ),
    made(
        "CM41",
        "a bad number is told where it goes wrong",
        "JC12",
        &["C9"],
        || {
            faulty(&[|c| {
                c.fault = |text| {
                    let fault = syntax::fault(text)?;
                    let late = usize::from(fault.code == "invalid_number");
                    Some(Fault {
                        at: fault.at + late,
                        ..fault
                    })
                };
            }])
        },
    ),
];

/// The published scan over another spelling of the text, character by character.
fn over(text: &[char], from: usize, spelled: fn(&[char]) -> Vec<char>) -> Found {
    scan::candidate(&spelled(text), from)
}

fn without_escapes(text: &[char]) -> Vec<char> {
    text.iter()
        .map(|c| if *c == '\\' { '_' } else { *c })
        .collect()
}

fn without_line_comments(text: &[char]) -> Vec<char> {
    let mut inside = false;
    let mut spelled = text.to_vec();
    for at in 0..text.len() {
        inside = text[at] != '\n' && (inside || text[at..].starts_with(&['/', '/']));
        if inside {
            spelled[at] = '_';
        }
    }
    spelled
}

fn any_closer(text: &[char], from: usize) -> Found {
    // Every bracket is taken for a square one.
    let spelled: Vec<char> = text
        .iter()
        .map(|c| match c {
            '{' => '[',
            '}' => ']',
            c => *c,
        })
        .collect();
    scan::candidate(&spelled, from)
}

fn behind_comma(text: &[char], fault: Fault) -> bool {
    let before = text
        .iter()
        .take(fault.at)
        .rev()
        .find(|c| !scan::is_space(**c));
    let closer = matches!(text.get(fault.at), Some('}' | ']'));
    fault.code == "unexpected_character" && closer && before == Some(&',')
}

fn strict_surrogates(text: &[char]) -> Option<Fault> {
    let lone = text
        .windows(6)
        .position(|six| six[..4] == ['\\', 'u', 'd', '8']);
    let lone = lone.map(|at| Fault {
        code: "invalid_escape",
        at,
    });
    syntax::fault(text).or(lone)
}
