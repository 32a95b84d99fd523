use argument_check_corpus::Op;
use argument_check_oracle::faults::Class;

use super::*;
use crate::adapter::tests::Silent;
use crate::adapter::{Response, Target};
use crate::report::schema;

/// An engine that reads every submitted text as if white space stood behind
/// it: it closes a number that may be cut, which D39 forbids.
struct ClosesNumbers(Box<dyn Target>);

impl Target for ClosesNumbers {
    fn identity(&self) -> Named {
        Named::new("closes numbers", "0")
    }

    fn ask(&self, op: Op, body: &[u8]) -> Response {
        let text = String::from_utf8(body.to_vec()).unwrap();
        let shown = text.replacen("\",\"schema\"", " \",\"schema\"", 1);
        self.0.ask(op, shown.as_bytes())
    }
}

fn engine() -> Box<dyn Target> {
    adapter::engine()
}

fn report(target: &dyn Target, n: u64, prefixes: bool, payloads: bool) -> Report {
    let calls = input::embedded().unwrap();
    let bench = score::Bench { target, payloads };
    let (classes, mut rows) = bench.classes(&calls.calls, n, 1);
    let (prefixes, more) = prefixes.then(|| bench.prefixes(&calls.calls)).unzip();
    rows.extend(more.unwrap_or_default());
    let header = Header {
        criteria: Named::criteria(),
        corpus: Pin::built_in().unwrap(),
        target: target.identity(),
        seed: 1,
        n,
        payloads,
    };
    let run = Run { milliseconds: 1 };
    Report::new(header, calls.counts(), classes, prefixes, rows, run)
}

fn assert_fits(report: &Report) {
    schema::assert_fits("faults", &serde_json::to_string(report).unwrap());
}

#[test]
fn the_engine_alters_nothing_and_restores_every_recoverable_fault_of_the_corpus() {
    let report = report(engine().as_ref(), 1_200, true, false);
    assert_eq!(report.exit(), Exit::Clean, "{:?}", report.footer);
    for class in &report.classes {
        assert_eq!(class.score.injected, 100, "{:?}", class.class);
        assert_eq!(class.score.altered, 0, "{:?}", class.class);
    }
    let prefixes = report.prefixes.as_ref().unwrap();
    assert!(prefixes.score.exact > 100, "{prefixes:?}");
    assert!(report.rows.is_empty());
    assert_fits(&report);
}

#[test]
fn a_target_that_closes_a_cut_number_stops_serving() {
    let target = ClosesNumbers(engine());
    for prefixes in [false, true] {
        let n = if prefixes { 12 } else { 1_200 };
        let report = report(&target, n, prefixes, false);
        assert_eq!(report.exit().code(), 4, "{:?}", report.footer);
        assert!(report.rows.iter().all(|row| row.detail.is_none()));
        let text = markdown::render(&report);
        assert!(text.contains("exit 4"), "{text}");
    }
}

#[test]
fn a_class_without_answers_fails_and_is_counted() {
    let report = report(&Silent, 24, false, true);
    assert_eq!(report.exit(), Exit::Conformance);
    assert_eq!(report.rows.len(), 24);
    assert!(report.rows.iter().all(|row| row.outcome == "unanswered"));
    assert!(report.rows.iter().all(|row| row.detail.is_some()));
    assert_fits(&report);
}

#[test]
fn nothing_injected_proves_nothing_and_is_said() {
    let report = report(&Silent, 0, false, false);
    assert_eq!(report.exit(), Exit::NotProvenAlive);
    let text = markdown::render(&report);
    assert!(
        text.contains("Zero injections: trailing comma, truncation"),
        "{text}"
    );
}

#[test]
fn calls_are_sliced_from_their_lines_and_a_bad_line_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("calls.jsonl");
    let lines = [
        r#"{"id":"a","schema":{"properties":{"x":{"type":"number"}}},"arguments":{"x":1.50}}"#,
        r#"{"id":"b","schema":{},"arguments":[1]}"#,
        r#"{"id":"c","schema":{},"arguments":{"x":1,"x":2}}"#,
        r#"{"id":"canary","schema":{}"#,
        r#"["canary"]"#,
    ];
    std::fs::write(&file, lines.join("\n")).unwrap();
    let calls = input::file(&file).unwrap();
    let counts = calls.counts();
    assert_eq!((counts.calls, counts.valid), (1, 1));
    assert_eq!((counts.unusable, counts.malformed), (2, 2));
    assert!(calls.malformed[0].contains("calls.jsonl:4: column"));
    assert!(!calls.malformed.concat().contains("canary"));
    let target = engine();
    let bench = score::Bench {
        target: target.as_ref(),
        payloads: false,
    };
    let (classes, rows) = bench.classes(&calls.calls, 60, 3);
    let quoted = &classes[Class::QuotedNumber as usize].score;
    assert!(quoted.exact > 0 && quoted.exact == quoted.injected);
    assert!(rows.is_empty());
}
