//! What a user of `tripwires` sees: exit codes, files, errors; and that the
//! report is what its published schema says.

use std::path::Path;

use super::sample::Service;
use super::*;
use crate::exit::Coded;
use crate::report::schema;

/// A generated service on a disk.
fn service(directory: &Path, payments: u64, calm: bool) -> Options {
    let service = Service {
        seed: 7,
        payments,
        start: "2026-11-01".parse::<Day>().unwrap().start(),
        days: 120,
        calm,
    };
    let mut text = String::new();
    let paid = service.write(|line| {
        text += &line.to_text();
        text.push('\n');
        Ok(())
    });
    std::fs::write(directory.join("ledger.jsonl"), text).unwrap();
    let days = service.free(&paid.unwrap());
    argument_check_oracle::ledger::free::write(directory, &days).unwrap();
    std::fs::write(directory.join("incidents.jsonl"), "").unwrap();
    Options {
        ledger: Some(directory.join("ledger.jsonl")),
        free: Some(directory.join("free.jsonl")),
        incidents: Some(directory.join("incidents.jsonl")),
        as_of: None,
        service_start: None,
        include_house: false,
        reports: Some(directory.join("reports")),
    }
}

fn judge(options: &Options) -> Result<Exit> {
    run(&Root::new(None), options)
}

fn report(directory: &Path) -> String {
    std::fs::read_to_string(directory.join("reports/kill-line.json")).unwrap()
}

#[test]
fn each_state_has_its_exit_code_and_its_report_fits_the_schema() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let ends = |options: &Options, exit: Exit, state: &str| {
        assert_eq!(judge(options).unwrap(), exit);
        let text = report(directory);
        assert!(
            text.contains(&format!("\"state\":\"{state}\",\"tripwires\"")),
            "{text}"
        );
        schema::assert_fits("kill-line", &text);
    };
    let bad = service(directory, 3_000, false);
    ends(&bad, Exit::Review, "stop_and_review");
    let mut calm = service(directory, 3_000, true);
    ends(&calm, Exit::Clean, "ok");

    let incidents = directory.join("incidents.jsonl");
    let line = r#"{"ts":"2026-12-01T00:00:00.000Z","kind":"invented_repair","evidence":"I12","cleared":null}"#;
    std::fs::write(&incidents, format!("{line}\n")).unwrap();
    ends(&calm, Exit::StopServing, "stop_serving");
    let cleared = r#"{"ts":"2026-12-02T00:00:00.000Z","by":"operator"}"#;
    let cleared = line.replace("null", cleared);
    std::fs::write(&incidents, format!("{line}\n{cleared}\n")).unwrap();
    ends(&calm, Exit::Clean, "ok");

    calm.incidents = None;
    ends(&calm, Exit::NotProvenAlive, "not_evaluated");
    calm.ledger = None;
    calm.free = None;
    ends(&calm, Exit::NotProvenAlive, "not_evaluated");
    assert!(!report(directory).contains("clear"));
}

#[test]
fn equal_inputs_give_equal_bytes_and_a_picture_with_both_limits() {
    let directory = tempfile::tempdir().unwrap();
    let options = service(directory.path(), 2_000, false);
    let files =
        || FILES.map(|name| std::fs::read(directory.path().join("reports").join(name)).unwrap());
    judge(&options).unwrap();
    let first = files();
    judge(&options).unwrap();
    assert_eq!(first, files());
    let svg = String::from_utf8(first[2].clone()).unwrap();
    for word in ["limit 5 %", "limit 10", "worst window", "2026-12", "</svg>"] {
        assert!(svg.contains(word), "{word}");
    }
}

#[test]
fn a_picture_of_absent_evidence_says_that_nothing_was_evaluated() {
    let (report, usage) = evaluate(&Evidence::default(), &Question::default()).unwrap();
    let svg = picture::draw(&report, &usage).unwrap();
    assert_eq!(svg.matches("not evaluated").count(), 2);
    let text = markdown::render(&report);
    assert_eq!(text.matches("not given").count(), 3 + 1, "{text}");
}

#[test]
fn an_input_that_cannot_be_used_ends_with_one_and_leaves_no_verdict() {
    let directory = tempfile::tempdir().unwrap();
    let options = service(directory.path(), 50, true);
    judge(&options).unwrap();
    let ledger = directory.path().join("ledger.jsonl");
    let whole = std::fs::read_to_string(&ledger).unwrap();
    let fails = |text: &str, place: &str| {
        std::fs::write(&ledger, text).unwrap();
        let error = judge(&options).unwrap_err();
        assert_eq!(Coded::of(&error), Exit::Unreadable);
        let error = format!("{error:#}");
        assert!(error.contains(place), "{error}");
        assert!(!directory.path().join("reports/kill-line.json").exists());
    };
    let lines = whole.lines().count();
    fails(
        &whole[..whole.len() - 9],
        &format!("ledger.jsonl:{lines}: torn"),
    );
    fails(
        &whole.replacen("\"op\"", "\"ops\"", 1),
        "ledger.jsonl:1: unknown field",
    );
    let first = whole.lines().next().unwrap();
    let other = if first.ends_with("true}") {
        first.replace("true}", "false}")
    } else {
        first.replace("false}", "true}")
    };
    let conflict = format!("{whole}{other}\n");
    fails(
        &conflict,
        &format!("ledger.jsonl:{}: ledger_conflict: house", lines + 1),
    );
}

#[test]
fn a_moment_is_a_time_or_the_start_of_a_day() {
    assert_eq!(moment("2026-11-01"), moment("2026-11-01T00:00:00.000Z"));
    assert!(moment("2026-11-01T00:00").is_err());
}
