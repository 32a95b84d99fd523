//! The reading of libFuzzer's output, on what real targets wrote.

use super::*;

const CLEAN: &str = include_str!("../recorded/clean.txt");
const CANARY: &str = include_str!("../recorded/canary.txt");
const SEED: &str = include_str!("../recorded/canary_on_a_seed.txt");

fn heard(output: &str) -> Statistic {
    let mut statistic = Statistic::default();
    output.lines().for_each(|line| statistic.hear(line));
    statistic
}

/// The number behind `label` in the last line that has it.
fn number(output: &str, label: &str) -> u64 {
    let (_, rest) = output.rsplit_once(label).unwrap();
    let rest = rest.trim_start();
    let end = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    rest[..end].parse().unwrap()
}

#[test]
fn a_clean_run_is_read_net_of_seed_replay() {
    let numbers = heard(CLEAN).numbers().unwrap();
    let all = number(CLEAN, "stat::number_of_executed_units:");
    let inited = CLEAN.lines().find(|line| line.contains("INITED")).unwrap();
    assert_eq!(numbers.replayed, number(inited, "#"));
    assert_eq!(numbers.executions + numbers.replayed, all);
    assert_eq!(numbers.features, number(CLEAN, " ft:"));
    assert_eq!(numbers.coverage, number(CLEAN, " cov:"));
    assert_eq!(numbers.inputs, number(CLEAN, " corp:"));
    assert_eq!(numbers.seed, 1);
    assert!(heard(CLEAN).unit().is_none() && heard(CLEAN).panic().is_none());
}

#[test]
fn a_run_that_failed_names_its_input_and_what_the_panic_said() {
    let statistic = heard(CANARY);
    let unit = statistic.unit().unwrap();
    assert!(unit.contains("/crash-"), "{unit}");
    let panic = statistic.panic().unwrap();
    assert!(
        panic.starts_with("fuzz target canary: canary is broken: "),
        "{panic}"
    );
    assert!(
        panic.contains("\nexpected: ") && panic.contains("\nactual: "),
        "{panic}"
    );
    assert!(
        !panic.contains("note: ") && !panic.contains("=="),
        "{panic}"
    );
    assert!(statistic.summary().unwrap().contains("deadly signal"));
    assert!(statistic.numbers().unwrap().executions > 0);
}

#[test]
fn a_run_that_failed_on_a_seed_has_executed_nothing_beyond_its_seeds() {
    let statistic = heard(SEED);
    assert!(!statistic.has_begun());
    let numbers = statistic.numbers().unwrap();
    assert_eq!(numbers.executions, 0);
    assert!(numbers.replayed > 0);
}

#[test]
fn an_output_that_was_cut_is_unreadable_and_never_a_zero() {
    let end = CLEAN.find("stat::peak_rss_mb").unwrap();
    for (at, _) in CLEAN[..end].char_indices().step_by(41) {
        let numbers = heard(&CLEAN[..at]).numbers();
        assert!(numbers.is_err(), "cut at {at}: {numbers:?}");
    }
    assert_eq!(
        heard("").numbers(),
        Err(Unreadable::Missing("stat::number_of_executed_units:"))
    );
}

#[test]
fn a_number_that_is_none_or_cannot_be_is_told() {
    let all = "stat::number_of_executed_units:";
    let line = CLEAN.lines().find(|line| line.starts_with(all)).unwrap();
    let odd = CLEAN.replace(line, &format!("{all} many"));
    assert_eq!(
        heard(&odd).numbers(),
        Err(Unreadable::NoNumber("many".to_owned()))
    );
    let few = CLEAN.replace(line, &format!("{all} 1"));
    let impossible = heard(&few).numbers();
    assert!(matches!(
        impossible,
        Err(Unreadable::Impossible { executed: 1, .. })
    ));
    let odd = CLEAN.replace(" ft: ", " ft: x");
    assert!(matches!(
        heard(&odd).numbers(),
        Err(Unreadable::NoNumber(_))
    ));
}

#[test]
fn a_slow_input_is_no_finding_and_a_stack_frame_no_status() {
    let slow = "artifact_prefix='a/'; Test unit written to a/slow-unit-1\n#0 0x5581 in f\n#1 a b";
    let statistic = heard(slow);
    assert_eq!(statistic.unit(), None);
    assert_eq!(statistic.pulse(), Pulse::default());
}

#[test]
fn the_slowest_input_is_the_one_that_took_longest() {
    let output =
        "Running: a b\nExecuted a in b in 3 ms\nExecuted c in 12 ms\nExecuted d in 12 ms\n";
    assert_eq!(slowest(output), Some((12, "c")));
    assert_eq!(
        slowest("Executed a in 3 ms\nExecuted b in x ms"),
        Some((3, "a"))
    );
    assert_eq!(slowest(""), None);
}
