//! The laws over twenty thousand random histories, and that they can fail.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;

use super::history::History;
use super::laws::{LAWS, hold};
use super::refunds::{Sweep, Window, sweep};
use super::{Call, Evidence, Question, State, brute, evaluate};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn every_law_holds_for_random_histories(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        prop_assert_eq!(hold(&bytes), Ok(()));
    }
}

#[test]
fn random_histories_reach_every_state_of_every_wire() {
    let mut seen = std::collections::BTreeSet::new();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let bytes = prop::collection::vec(any::<u8>(), 0..600);
    for _ in 0..2_000 {
        let bytes = bytes.new_tree(&mut runner).unwrap().current();
        let report = History::of(&bytes).report().unwrap();
        seen.extend(report.wires().map(|(id, state)| format!("{id} {state:?}")));
        seen.insert(format!(
            "{:?} partial {}",
            report.state, report.tripwires.0.partial
        ));
    }
    assert_eq!(seen.len(), 4 * 3 + 4 * 2, "{seen:#?}");
}

#[test]
fn a_history_of_no_bytes_and_of_any_bytes_is_one() {
    assert_eq!(hold(&[]), Ok(()));
    assert_eq!(hold(&[255; 2_000]), Ok(()));
    let ids: Vec<&str> = LAWS.iter().map(|law| law.id).collect();
    assert_eq!(ids.join(" "), "L-1 L-2 L-3 L-4 L-5 L-6 L-7 5.4");
}

#[test]
fn an_edge_a_millisecond_off_is_seen_by_brute_force() {
    let calls = [Call::new(0, true), Call::new(10, false)];
    let worst = |width| sweep(&calls, 0, 30, width).worst;
    assert_eq!((worst(10).paid, worst(10).refunded), (1, 1));
    let both = sweep(&calls, 0, 11, 11);
    assert_eq!((both.worst.paid, both.partial), (2, false));
    assert_eq!(both, brute::sweep(&calls, 0, 11, 11));
    assert_ne!(sweep(&calls, 0, 30, 10), brute::sweep(&calls, 0, 30, 11));
    let none = sweep(&[], 5, 6, 10);
    let window = Window {
        start: 5,
        end: 6,
        paid: 0,
        refunded: 0,
    };
    assert_eq!(
        none,
        Sweep {
            partial: true,
            windows: 1,
            worst: window
        }
    );
}

#[test]
fn without_any_file_nothing_is_evaluated_and_nothing_is_clear() {
    let (report, usage) = evaluate(&Evidence::default(), &Question::default()).unwrap();
    assert_eq!(report.state, State::NotEvaluated);
    assert!(usage.span.is_none());
    let text = report.to_text().unwrap();
    assert!(!text.contains("clear"), "{text}");
}
