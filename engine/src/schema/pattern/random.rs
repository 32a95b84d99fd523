//! Random patterns: the direct matcher and the automaton must agree.

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

fn subjects() -> impl Strategy<Value = String> {
    let unit = prop::sample::select(vec!["a", "a", "b", "b", "c", "-", "1", "é", "\n", "\u{7f}"]);
    prop::collection::vec(unit, 0..10).prop_map(|units| units.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

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
    fn any_text_is_judged_and_any_valid_pattern_can_be_run(pattern in r"[\^$()|?*+{}\[\]\\a-c1,=!<>:bpPdkLu.\-é]{0,24}", subject in ".{0,12}") {
        match Syntax::parse(&pattern) {
            Ok(syntax) if syntax.cost() <= super::PATTERN_BUDGET => {
                Pattern::new(syntax).is_match(&subject);
            }
            Ok(_) | Err(PatternError::Invalid | PatternError::NotCovered) => {}
        }
    }
}
