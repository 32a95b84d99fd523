//! Random patterns: all ways to match must agree.

use proptest::prelude::*;

use super::automaton::Automaton;
use super::direct::Direct;
use super::{Pattern, PatternError, Syntax};

/// Sequences of small classes that overlap often, with every kind of quantifier.
fn sequences() -> impl Strategy<Value = String> {
    let atom = prop::sample::select(vec![
        "a", "b", "-", "[ab]", "[bc]", "[a-c]", r"\d", "[]", r"\x7f", "[0-9-]",
    ]);
    let quantifier = prop::sample::select(vec![
        "", "", "", "?", "*", "+", "{2}", "{0}", "{1,2}", "{0,3}", "{2,}", "+?",
    ]);
    let terms = prop::collection::vec((atom, quantifier), 0..5);
    (terms, any::<bool>()).prop_map(|(terms, to_end)| {
        let body: String = terms
            .into_iter()
            .flat_map(|(atom, quantifier)| [atom, quantifier])
            .collect();
        format!("^{body}{}", if to_end { "$" } else { "" })
    })
}

/// Patterns of every construct; most of them are small.
fn nested() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "a",
        "b",
        "é",
        "-",
        ".",
        "[ab]",
        "[^a]",
        "[é-ï]",
        r"\d",
        r"\w",
        r"\W",
        r"\b",
        r"\B",
        "^",
        "$",
        "",
        r"\p{L}",
        r"[\p{Lu}\s]",
        r"\ud83d\ude00",
    ]);
    let quantifier = prop::sample::select(vec!["", "?", "*", "+", "{2}", "{0}", "{1,3}", "{2,}"]);
    leaf.prop_map(String::from)
        .prop_recursive(4, 24, 4, move |inner| {
            prop_oneof![
                (inner.clone(), quantifier.clone())
                    .prop_map(|(body, repeat)| format!("(?:{body}){repeat}")),
                prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
                prop::collection::vec(inner, 1..4)
                    .prop_map(|parts| format!("({})", parts.join("|"))),
            ]
        })
}

fn subjects() -> impl Strategy<Value = String> {
    let unit = prop::sample::select(vec![
        "a", "a", "b", "b", "c", "-", "1", "é", "ÿ", "😀", " ", "\n", "\u{7f}",
    ]);
    prop::collection::vec(unit, 0..10).prop_map(|units| units.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn direct_matching_agrees_with_the_automaton(pattern in sequences(), subjects in prop::collection::vec(subjects(), 8)) {
        let syntax = Syntax::parse(&pattern).unwrap();
        if let Some(direct) = Direct::of(&syntax) {
            let automaton = Automaton::new(&syntax);
            for subject in subjects {
                prop_assert_eq!(direct.is_match(subject.as_bytes()), automaton.is_match(&subject), "{} on {:?}", pattern, subject);
            }
        }
    }

    #[test]
    fn the_row_of_bits_agrees_with_the_lazy_dfa(pattern in nested(), subjects in prop::collection::vec(subjects(), 8)) {
        let automaton = Automaton::new(&Syntax::parse(&pattern).unwrap());
        for subject in subjects {
            if let Some(found) = automaton.is_match_by_bits(&subject) {
                prop_assert_eq!(found, automaton.is_match(&subject), "{} on {:?}", pattern, subject);
            }
        }
    }

    #[test]
    fn any_text_is_judged_and_any_valid_pattern_can_be_run(pattern in r"[\^$()|?*+{}\[\]\\a-c1,=!<>:bpPdkLu.\-é]{0,24}", subject in ".{0,12}") {
        match Syntax::parse(&pattern) {
            Ok(syntax) if syntax.cost() <= super::PATTERN_BUDGET => {
                Pattern::new(syntax).is_match(&subject);
            }
            Ok(_) | Err(PatternError::Invalid | PatternError::NotCovered) => {}
        }
    }
}
