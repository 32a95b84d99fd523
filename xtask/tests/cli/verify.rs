//! `verify`, `replay` and `pin` on a copy of the corpus that somebody changed:
//! which exit code, and whether a newcomer is told what to do.

use crate::common::{Workspace, published_schema};

const R3: &str = "corpus/cases/argument-check/r3.toml";
const EXPECTED: &str = r#""repaired":{"x":1e2}"#;
const OTHER: &str = r#""repaired":{"x":100}"#;

#[test]
fn an_untouched_corpus_passes_and_leaves_whole_reports() {
    let workspace = Workspace::new();
    let ran = workspace.xtask(&["verify"]);
    ran.expect(0, &["PASSED: exit 0 (clean)", ": match"]);
    for name in [
        "report.json",
        "report.md",
        "report.html",
        "report.txt",
        "junit.xml",
    ] {
        let file = workspace.path("reports/latest").join(name);
        assert!(file.exists(), "{name}");
    }
    // A run that proved something and found nothing is evidence, too.
    let incidents = workspace.path("reports/latest/incidents.jsonl");
    assert_eq!(std::fs::read(incidents).unwrap(), b"");
    let report = workspace.path("reports/latest/report.json");
    let text = std::fs::read_to_string(&report).unwrap();
    assert!(published_schema("report").is_valid(&serde_json::from_str(&text).unwrap()));

    let report = report.display().to_string();
    workspace
        .xtask(&["compare", &report, &report])
        .expect(0, &["equal"]);
    let changed = text.replacen(r#""outcome":"agrees""#, r#""outcome":"skipped""#, 1);
    assert_ne!(changed, text, "there is an outcome to change");
    let changed = workspace.write("changed.json", changed);
    workspace
        .xtask(&["compare", &report, &changed])
        .expect(7, &["changed"]);
    let cut = workspace.write("cut.json", &text[..text.len() / 2]);
    workspace
        .xtask(&["compare", &report, &cut])
        .expect(6, &["not a whole report"]);
}

#[test]
fn a_wrong_expect_is_a_pin_mismatch_and_a_conformance_failure_once_pinned() {
    let workspace = Workspace::new();
    workspace.replace(R3, EXPECTED, OTHER);
    let words = ["R3-003", "changed since it was pinned", "pin --write"];
    workspace.xtask(&["verify"]).expect(3, &words);
    workspace.xtask(&["pin"]).expect(3, &words);
    workspace
        .xtask(&["pin", "--write"])
        .expect(0, &["R3-003", "written"]);
    let rerun = "cargo xtask replay --filter R3-003";
    workspace
        .xtask(&["verify"])
        .expect(2, &["FAIL R3-003 [expect]", rerun]);
    let filter = ["replay", "--filter", "R3-003"];
    workspace
        .xtask(&filter)
        .expect(2, &["FAIL R3-003 [expect]"]);
}

#[test]
fn a_changed_character_of_the_artefact_is_a_pin_mismatch() {
    let workspace = Workspace::new();
    workspace.replace("corpus/argument-check.json", "an exponent", "an exponenT");
    workspace
        .xtask(&["verify"])
        .expect(3, &["argument-check.json", "pin --write"]);
    workspace.write("corpus/argument-check.json", b"\xff\xfe");
    workspace
        .xtask(&["verify"])
        .expect(3, &["argument-check.json", "pin --write"]);
}

#[test]
fn an_unknown_key_is_named_with_file_and_line_and_leaves_no_report() {
    let workspace = Workspace::new();
    workspace.xtask(&["verify"]).expect(0, &[]);
    workspace.replace(R3, "note = \"an exponent\"", "notes = \"an exponent\"");
    workspace
        .xtask(&["verify"])
        .expect(1, &["r3.toml:", "notes"]);
    assert!(!workspace.path("reports/latest/report.json").exists());
    assert!(!workspace.path("reports/latest/junit.xml").exists());
}

#[test]
fn an_id_that_vanished_is_found_although_nothing_else_is_wrong() {
    let workspace = Workspace::new();
    workspace.replace(R3, "id = \"R3-003\"", "id = \"R3-903\"");
    workspace.xtask(&["verify"]).expect(1, &["R3-003"]);
    workspace.xtask(&["pin", "--write"]).expect(1, &["R3-003"]);
}

#[test]
fn a_filter_that_names_no_case_proves_nothing() {
    let workspace = Workspace::new();
    workspace
        .xtask(&["replay", "--filter", "nothing-*"])
        .expect(6, &["nothing was answered"]);
}

#[test]
fn wrong_usage_is_one() {
    let workspace = Workspace::new();
    workspace
        .xtask(&["verify", "--no-such-flag"])
        .expect(1, &["--no-such-flag"]);
    workspace
        .xtask(&["replay", "--target", "nowhere"])
        .expect(1, &["stdio:CMD"]);
    workspace
        .xtask(&["replay", "--filter", "[a"])
        .expect(1, &["not a glob"]);
    workspace
        .xtask(&["explain", "--case", "X-1"])
        .expect(1, &["xtask list"]);
    workspace
        .xtask(&["pin", "--file", "no-such-file"])
        .expect(1, &["no-such-file"]);
    workspace.xtask(&["--help"]).expect(0, &["Exit codes"]);
}

#[test]
fn a_case_is_explained_step_by_step() {
    let workspace = Workspace::new();
    let words = ["R3", "fired", "(D58)", "the engine's answer is equal"];
    workspace
        .xtask(&["explain", "--case", "R3-003"])
        .expect(0, &words);
    let body = r#"{"arguments":{"x":"no"},"schema":{"properties":{"x":{"type":"integer"}}}}"#;
    let body = workspace.write("body.json", body);
    workspace
        .xtask(&["explain", &body])
        .expect(0, &["type_mismatch"]);
}

#[test]
fn a_corpus_file_is_verified_by_either_serialisation() {
    let workspace = Workspace::new();
    let file = workspace
        .path("corpus/argument-check.json")
        .display()
        .to_string();
    workspace
        .xtask(&["pin", "--file", &file])
        .expect(0, &["MATCH", "JCS"]);
    let wrong = "00".repeat(32);
    let arguments = ["pin", "--file", &file, "--expect", &wrong];
    workspace
        .xtask(&arguments)
        .expect(3, &["MISMATCH", "computed"]);
    let stored = workspace.write("stored.json", r#"{"b":1,"a":"x"}"#);
    let digest = "1b2ea8a6b5d8b6a7d1a7b6a0e3b1c7d7";
    let arguments = ["pin", "--file", &stored, "--expect", digest];
    workspace
        .xtask(&arguments)
        .expect(1, &["64 hexadecimal digits"]);
}
