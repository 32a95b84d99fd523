use super::*;
use crate::reference::matcher::{InProcess, Matcher};

fn kind(pattern: &str) -> &'static str {
    match scan(pattern) {
        Pattern::Covered { .. } => "covered",
        Pattern::Invalid => "invalid",
        Pattern::NotCovered => "not covered",
    }
}

fn cost(pattern: &str) -> (u64, u64) {
    match scan(pattern) {
        Pattern::Covered { cost, ranges, .. } => (cost, ranges),
        other => panic!("{pattern} is {other:?}"),
    }
}

#[test]
fn the_grammar_is_that_of_the_u_flag() {
    for bad in [
        "(",
        ")",
        "*",
        "{",
        "}",
        "]",
        "[",
        "a**",
        "a{2",
        "a{2,1}",
        "a{,2}",
        r"\a",
        r"\ ",
        r"\01",
        r"\8",
        "^*",
        "(?=a)*",
        "(?>a)",
        "(?i)a",
        "(?P<n>a)",
        "(?-:a)",
        r"[a-\d]",
        r"[\w-.]",
        "[b-a]",
        "[[a]]",
        r"\k<a>",
        r"(a)\2",
        "(?<a>.)(?<a>.)",
        r"\p{Greek}",
        r"\p{letter}",
        r"\pL",
        r"\u{110000}",
        r"\u{}",
        r"\B+",
        r"[\B]",
    ] {
        assert_eq!(kind(bad), "invalid", "{bad}");
    }
    for good in [
        "",
        "|",
        "a|",
        "()",
        "[]",
        "[^]",
        "[a-]",
        r"[\b]",
        r"\cJ",
        r"\0",
        "a{2}?",
        r"\u{1f600}",
        "x{0,1}",
        "(?<a>.)|(?<a>.)",
    ] {
        assert_eq!(kind(good), "covered", "{good}");
    }
}

#[test]
fn constructs_that_need_backtracking_or_tables_are_not_covered() {
    for known in [
        "(?=a)",
        "(?<!a)b",
        r"(a)\1",
        r"\1(a)",
        r"(?<x>a)\k<x>",
        "(?i:a)",
        "(?-i:a)",
        r"\p{CWKCF}",
    ] {
        assert_eq!(kind(known), "not covered", "{known}");
    }
}

#[test]
fn escapes_of_ascii_punctuation_are_widened_and_spelled_portably() {
    let Pattern::Covered { portable, .. } = scan(r"\-\_[\@\-x]\.") else {
        panic!("covered")
    };
    assert_eq!(portable, r"\x2d\x5f[\x40\-x]\.");
    assert_eq!(InProcess::default().matches(&portable, "-_@."), Some(true));
}

#[test]
fn cost_and_ranges_count_repeats() {
    assert_eq!(cost("abc"), (3, 3));
    assert_eq!(cost("^a+$"), (3, 1));
    assert_eq!(cost("a{3,7}"), (7, 7));
    assert_eq!(cost("a{3,}"), (3, 3));
    assert_eq!(cost("a{0}|b?"), (2, 2));
    assert_eq!(cost("(x{10}y){20}"), (220, 220));
    assert_eq!(cost("."), (1, 4));
    assert_eq!(cost(r"[^a]\w\D"), (3, 8));
    assert_eq!(cost(r"[a-cb-e]\s"), (2, 11));
    assert_eq!(cost("(x{99999999999}){99999999999}").0, u64::MAX);
}
