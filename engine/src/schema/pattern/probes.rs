//! One hundred and fifty probes of the dialect (D28, D29).
//!
//! They were chosen where regular-expression dialects differ: the answers are
//! those of ECMA-262 under `u`, but for the widening of D28 and what D29 leaves
//! uncovered.

use super::{PATTERN_BUDGET, Pattern, PatternError, Syntax};

/// The pattern matches somewhere in the subject.
const MATCHING: &[(&str, &str)] = &[
    (r"^\d+$", "123"),
    (r"\W", "é"),
    (r"\s", "\u{a0}"),
    (r"\s", "\u{feff}"),
    (r"\s", "\u{2028}"),
    (r"\S", "\u{85}"),
    (".", "\u{85}"),
    ("^.$", "😀"),
    ("^$", ""),
    (r"\p{L}", "é"),
    (r"\p{Letter}", "é"),
    (r"\p{Script=Greek}", "α"),
    (r"\p{sc=Grek}", "α"),
    (r"\p{Lu}", "A"),
    (r"\p{ASCII}", "a"),
    (r"\p{Any}", "a"),
    (r"\p{Emoji}", "😀"),
    (r"\p{Script_Extensions=Greek}", "α"),
    (r"\P{L}", "1"),
    (r"[^\p{L}]", "1"),
    (r"\u0041", "A"),
    (r"\u{41}", "A"),
    (r"\u{1F600}", "😀"),
    (r"\ud83d\ude00", "😀"),
    (r"\x41", "A"),
    (r"\cA", "\u{1}"),
    (r"\0", "\u{0}"),
    (r"\v", "\u{b}"),
    (r"\f", "\u{c}"),
    (r"\b", "a"),
    (r"\bfoo\b", "a foo"),
    (r"[\b]", "\u{8}"),
    (r"\/", "/"),
    (r"\-", "-"),
    (r"^[\w-]+$", "a-b"),
    (r"^[\w.-]+$", "a.b-c"),
    (r"\_", "_"),
    (r"\@", "@"),
    (r"\#", "#"),
    (r#"\""#, "\""),
    (r"\'", "'"),
    (r"\:", ":"),
    ("[a&&b]", "a"),
    ("[a&&b]", "&"),
    ("[a~~b]", "~"),
    ("[^]", "a"),
    ("(?:)", ""),
    ("", "abc"),
    ("a|", "b"),
    ("^(?:a|b)$", "b"),
    (r"^[\s\S]*$", "a\nb"),
    ("[^a]", "😀"),
    ("^[^a]$", "😀"),
    ("^[😀]$", "😀"),
    ("^[😀-😂]$", "😁"),
    ("😀+", "😀😀"),
    ("^foo", "foo"),
    ("^(a|b)$", "a"),
    (r"\d{3}-\d{4}", "555-1234"),
    (r"^\+?[1-9]\d{1,14}$", "+15551234567"),
    ("^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@", "a@b"),
    ("^#[0-9a-fA-F]{6}$", "#00ff00"),
    ("[--/]", "."),
    ("[!--]", "#"),
];

/// The pattern is valid and matches nowhere in the subject.
const FAILING: &[(&str, &str)] = &[
    (r"\d", "٣"),
    (r"\w", "é"),
    (r"\w", "ſ"),
    (r"\w", "\u{212a}"),
    (r"\s", "\u{85}"),
    (r"\s", "\u{200b}"),
    (".", "\n"),
    (".", "\r"),
    (".", "\u{2028}"),
    ("^.{2}$", "😀"),
    ("^a$", "a\n"),
    ("a$", "a\n"),
    ("^b", "a\nb"),
    ("^$", "\n"),
    (r"\bé", "é"),
    (r"\B", "a"),
    ("[]", "a"),
    (r"^\S*$", "a\u{a0}b"),
];

/// No pattern of this dialect, whatever other dialects make of it.
const INVALID: &[&str] = &[
    r"\p{Greek}",
    r"\pL",
    r"\p{IsL}",
    r"\p{letter}",
    r"\a",
    r"\a",
    r"\e",
    r"\z",
    r"\A",
    r"\Z",
    r"[a-\d]",
    r"\ ",
    "a{,2}",
    "a{2",
    "a{2,1}",
    "{",
    "}",
    "]",
    "[",
    "(",
    ")",
    "*",
    "a**",
    "a++",
    "a*+",
    "(?>a)",
    "(?i)abc",
    "(?P<n>a)",
    "(?#c)a",
    "(?x) a",
    "[[:alpha:]]",
    "[[:alpha:]]",
    "[a--b]",
    "[[a]]",
    "[]a]",
    r"(a)\2",
    r"\8",
    r"\01",
    r"\c",
    r"\u",
    r"\x",
    r"\u00",
    r"\k<a>",
    r"\p",
    r"\p{Foo}",
    "(?<a>.)(?<a>.)",
    "(?=a)*",
    "(?=a){2}",
    r"\R",
    r"\h",
    r"\Qa\E",
    r"\X",
    r"\K",
    r"\G",
    "(?i)é",
    r"[\w-.]",
    r"[\d-x]",
];

/// Valid, but outside the regular part.
const NOT_COVERED: &[&str] = &[
    r"^(?=.*\d)[a-z0-9]+$",
    "^(?!foo)",
    "(?<=a)b",
    "(?<!a)b",
    r"^(a)\1$",
    r"^(?<x>a)\k<x>$",
    "(?i:abc)",
    "(?-i:abc)",
    r"\1(a)",
];

/// Valid and regular, but too large.
const OVER_BUDGET: &[&str] = &["x{65536}", "(x{1000}){1000}"];

fn fault(pattern: &str) -> Option<PatternError> {
    Syntax::parse(pattern).err()
}

#[test]
fn the_probes_match_as_ecma_262_says() {
    for (table, expected) in [(MATCHING, true), (FAILING, false)] {
        for (pattern, subject) in table {
            let syntax = Syntax::parse(pattern).unwrap();
            assert!(syntax.cost() <= PATTERN_BUDGET, "{pattern}");
            assert_eq!(
                Pattern::new(syntax).is_match(subject),
                expected,
                "{pattern} on {subject:?}"
            );
        }
    }
}

#[test]
fn the_probes_are_classified_as_the_readings_say() {
    for pattern in INVALID {
        assert_eq!(fault(pattern), Some(PatternError::Invalid), "{pattern}");
    }
    for pattern in NOT_COVERED {
        assert_eq!(fault(pattern), Some(PatternError::NotCovered), "{pattern}");
    }
    for pattern in OVER_BUDGET {
        assert!(
            Syntax::parse(pattern).unwrap().cost() > PATTERN_BUDGET,
            "{pattern}"
        );
    }
}

#[test]
fn all_probes_are_here() {
    let pairs = MATCHING.len() + FAILING.len();
    assert_eq!(
        pairs + INVALID.len() + NOT_COVERED.len() + OVER_BUDGET.len(),
        150
    );
}

#[test]
fn a_pattern_costs_what_its_parts_cost_times_their_repeats() {
    for (pattern, cost, class_cost) in [
        ("", 0, 0),
        ("abc", 3, 3),
        ("a|bc|", 3, 3),
        ("^a.$", 4, 5),
        (r"\b[a-c]\B", 3, 1),
        ("a{3}", 3, 3),
        ("a{0}", 1, 1),
        ("a{0,0}", 1, 1),
        ("a{0,7}", 7, 7),
        ("a{4,7}", 7, 7),
        ("a{4,}", 4, 4),
        ("a{0,}", 1, 1),
        ("a*b+c?", 3, 3),
        ("(?:ab[x-z0-9]){5}d", 16, 21),
        ("(?:(?:a{2}b){3}|c){4}", 40, 40),
        ("(?:){4000000000}", 0, 0),
        ("(?:^){9}", 9, 0),
        (r"\s{3}", 3, 30),
        ("(?:.{10}){10}", 100, 400),
    ] {
        let syntax = Syntax::parse(pattern).unwrap();
        assert_eq!(
            (syntax.cost(), syntax.class_cost()),
            (cost, class_cost),
            "{pattern}"
        );
    }
}

#[test]
fn repeats_saturate_and_compare_as_numbers_of_any_length() {
    let nines = "9".repeat(500);
    for pattern in [
        format!("a{{{nines}}}"),
        format!("a{{1,{nines}}}"),
        format!("a{{{nines},}}"),
        "(?:(?:(?:a{4000000000}){4000000000}){4000000000}){4000000000}".into(),
    ] {
        assert!(
            Syntax::parse(&pattern).unwrap().cost() > PATTERN_BUDGET,
            "{pattern}"
        );
    }
    assert_eq!(
        Syntax::parse("(?:(?:(?:a{4000000000}){4000000000}){4000000000}){4000000000}")
            .unwrap()
            .cost(),
        u64::MAX
    );
    assert_eq!(
        fault("a{99999999999999999999,99999999999999999998}"),
        Some(PatternError::Invalid)
    );
    assert_eq!(fault("a{99999999999999999998,99999999999999999999}"), None);
    assert_eq!(fault("a{0002,1}"), Some(PatternError::Invalid));
    assert_eq!(fault("a{0001,00000000000000000000000002}"), None);
    assert_eq!(fault(&format!("a{{0,{}}}", "0".repeat(99_999))), None);
}

#[test]
fn quantifiers_need_something_to_repeat() {
    for pattern in [
        "*", "+a", "?", "{1}", "a**", "a+*", "a???", "a{1}{2}", "^*", "$+", r"\b?", r"\B{2}",
        "(*a)", "a|*", "(?:+)", "a{", "a{1", "a{1,", "a{,1}", "a{ 1}", "a{1 }", "a{-1}",
        "a{1,2,3}", "x}", "x]",
    ] {
        assert_eq!(fault(pattern), Some(PatternError::Invalid), "{pattern}");
    }
    for pattern in [
        "a*?", "a+?", "a??", "a{1}?", "a{1,}?", "a{1,2}?", "(a)*", "()*", "(?:)*", "(?:^)*",
    ] {
        assert_eq!(fault(pattern), None, "{pattern}");
    }
}

#[test]
fn hostile_patterns_are_answered_without_deep_recursion() {
    let depth = 200_000;
    assert_eq!(fault(&"(".repeat(depth)), Some(PatternError::Invalid));
    assert_eq!(fault(&")".repeat(depth)), Some(PatternError::Invalid));
    assert_eq!(fault(&"[".repeat(depth)), Some(PatternError::Invalid));
    assert_eq!(fault(&"(?<a>".repeat(40_000)), Some(PatternError::Invalid));
    assert_eq!(fault(&r"\\".repeat(depth)), None);
    assert_eq!(fault(&"\\".repeat(depth + 1)), Some(PatternError::Invalid));
    let groups = "(".repeat(depth) + "a" + &")".repeat(depth);
    assert!(Pattern::new(Syntax::parse(&groups).unwrap()).is_match("xax"));
    let nested = "(?:a".repeat(5_000) + &")?".repeat(5_000);
    let syntax = Syntax::parse(&format!("^{nested}$")).unwrap();
    assert!(Pattern::new(syntax).is_match(&"a".repeat(4_999)));
    let choices = "(?:a|b".repeat(2_500) + &")".repeat(2_500);
    assert!(Pattern::new(Syntax::parse(&choices).unwrap()).is_match("a"));
}

#[test]
fn classes_beyond_every_budget_are_not_kept() {
    let syntax = Syntax::parse(&r"[\p{L}x]".repeat(20_000)).unwrap();
    assert_eq!(syntax.class_cost(), u64::MAX);
    assert_eq!(syntax.cost(), 20_000);
    assert!(syntax.sets.len() < 1_000);
    assert_eq!(
        fault(&(r"[\p{L}x]".repeat(20_000) + "(")),
        Some(PatternError::Invalid)
    );
}

#[test]
fn no_word_boundary_holds_inside_a_character() {
    let pattern = Pattern::new(Syntax::parse(r"\B").unwrap());
    assert!(!pattern.is_match("aéa"));
    assert!(pattern.is_match("é"));
    assert!(pattern.is_match("aa"));
}
