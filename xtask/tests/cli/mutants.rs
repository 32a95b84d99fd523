//! `mutants`: the matrix is printed, and a filter that names none is told so.

use crate::common::Workspace;

#[test]
fn every_mutant_is_killed_by_a_law_that_it_declares() {
    let workspace = Workspace::new();
    let words = ["89 of 89 mutants killed", "M09", "R3 trims [D58]", "exit 0"];
    workspace.xtask(&["mutants"]).expect(0, &words);
}

#[test]
fn a_filter_chooses_mutants() {
    let workspace = Workspace::new();
    let words = ["10 of 10 mutants killed"];
    workspace
        .xtask(&["mutants", "--filter", "M4?"])
        .expect(0, &words);
    // M82 and M89 are services, the others implementations.
    workspace
        .xtask(&["mutants", "--filter", "M8[29]"])
        .expect(0, &["2 of 2 mutants killed", "a path in the log", "D97"]);
    let words = ["--filter names no mutant"];
    workspace
        .xtask(&["mutants", "--filter", "R3-*"])
        .expect(1, &words);
}

#[test]
fn the_process_of_a_mutant_answers_only_for_mutants_that_need_one() {
    let workspace = Workspace::new();
    let words = ["M01 needs no process"];
    workspace
        .xtask(&["mutant-worker", "M01", "1"])
        .expect(1, &words);
}
