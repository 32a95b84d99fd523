//! Tests of the judging path with targets that are wrong on purpose.

use std::sync::atomic::{AtomicBool, Ordering};

use argument_check_corpus::Op;
use argument_check_oracle::laws::LAWS;

use super::{Collector, Keep, Panel, Question};
use crate::adapter::{Response, Target};
use crate::filter::Rerun;
use crate::report::{self, Named, Outcome, Report};
use crate::run::Run;

/// Gives one answer to everything.
struct Fixed(Response);

impl Target for Fixed {
    fn identity(&self) -> Named {
        Named::new("fixed", "1")
    }

    fn ask(&self, _: Op, _: &[u8]) -> Response {
        self.0.clone()
    }
}

const CANARIES: [&str; 4] = ["canarykey", "canaryvalue", "canaryconstant", "771177"];

fn judge(answer: Response, payloads: bool) -> Report {
    let target = Fixed(answer);
    let panel = Panel::new(&target, true, payloads).unwrap();
    let body = br#"{"arguments":{"canarykey":"canaryvalue","n":"771177"},"schema":{"properties":{"canarykey":{"enum":["canaryconstant"]},"n":{"type":"integer"}}}}"#;
    let expect =
        r#"{"verdict":"REPAIRED","repaired":{"canarykey":"canaryvalue","n":771177},"diff":[]}"#;
    let mut collector = Collector::new("corpus", "test", Keep::All, Rerun::new("engine"));
    let judged = panel.judge(&Question {
        id: "D92-001",
        part: "",
        op: Op::Check,
        body,
        expect: Some(expect),
    });
    collector.count_answer("", &judged);
    collector.take(judged);
    let mut run = Run::new("verify", payloads);
    run.take(collector);
    run.report(&panel)
}

/// Every form of a report in one text.
fn rendered(report: &Report) -> String {
    [
        report::json::render(report).unwrap(),
        report::markdown::render(report),
        report::html::render(report),
        report::text::render(report),
        report::junit::render(report).unwrap(),
    ]
    .concat()
}

/// An answer that is wrong in every way and full of canaries.
fn invented() -> Response {
    let answer = r#"{"criteria_id":"tool-argument/v1","criteria_version":"1.0.0","engine_version":"canaryvalue","verdict":"REPAIRED","statement":"canaryvalue","coverage":{"enforced":["canarykey"],"not_checked":["$.canarykey"]},"repaired":{"canarykey":"canaryconstant","n":771178},"diff":[{"path":"$.canarykey","rule":"canaryvalue","op":"replace","before":"canaryvalue","after":"canaryconstant"}]}"#;
    Response::Answer(answer.to_owned())
}

#[test]
fn a_row_holds_no_value_no_key_and_no_fragment_of_a_submission() {
    let report = judge(invented(), false);
    assert!(report.failures().count() >= 2);
    let text = rendered(&report);
    for canary in CANARIES {
        assert!(
            !text.contains(canary),
            "{canary} stands in a report:\n{text}"
        );
    }
}

#[test]
fn payloads_stand_in_a_report_that_asks_for_them() {
    let text = rendered(&judge(invented(), true));
    assert!(text.contains("canaryvalue"));
}

#[test]
fn a_diff_that_does_not_replay_stops_the_service() {
    let answer = r#"{"criteria_id":"tool-argument/v1","criteria_version":"1.0.0","engine_version":"0.1.0+unicode.17","verdict":"REPAIRED","statement":"the listed repairs, and nothing else, brought the arguments into conformance","coverage":{"enforced":["type","enum","properties"],"not_checked":[]},"repaired":{"canarykey":"canaryconstant","n":771178},"diff":[{"path":"$.n","rule":"R3","op":"replace","before":"771177","after":771178}]}"#;
    let report = judge(Response::Answer(answer.to_owned()), false);
    assert_eq!(report.tripwires.invented_values, 1);
    assert_eq!(report.footer.exit_code, 4);
}

#[test]
fn a_target_that_crashes_has_failed_and_nothing_was_proven() {
    let report = judge(Response::Failed("it crashed".to_owned()), false);
    assert_eq!(report.rows[0].outcome, Outcome::Failed);
    assert_eq!(report.rows[0].judge, "target");
    assert_eq!(report.footer.exit_code, 6);
}

#[test]
fn a_target_that_skips_everything_proves_nothing() {
    let report = judge(Response::Skipped("not mine".to_owned()), false);
    assert_eq!(report.footer.failures, 0);
    assert_eq!(report.footer.exit_code, 6);
}

#[test]
fn nonsense_is_a_failure_before_every_judge() {
    let report = judge(Response::Answer("canaryvalue".to_owned()), false);
    let failing: Vec<&str> = report.failures().map(|row| row.judge.as_str()).collect();
    for judge in ["expect", "shape", "reference"] {
        assert!(failing.contains(&judge), "{failing:?}");
    }
    assert!(!rendered(&report).contains("canaryvalue"));
}

#[test]
fn every_law_judges_every_answer_of_a_live_target() {
    let report = judge(invented(), false);
    for law in &LAWS {
        let rows = report.rows.iter().filter(|row| row.judge == law.id);
        assert_eq!(rows.count(), 1, "{}", law.id);
    }
    assert!(report.sections[0].judges.contains_key("provenance"));
}

/// Answers a body once, and nothing that is asked again.
struct Once(Response, AtomicBool);

impl Target for Once {
    fn identity(&self) -> Named {
        Named::new("once", "1")
    }

    fn ask(&self, _: Op, body: &[u8]) -> Response {
        if self.1.swap(true, Ordering::Relaxed) {
            return self.0.clone();
        }
        Response::Answer(argument_check::check(body))
    }
}

#[test]
fn a_target_that_is_silent_when_asked_again_does_not_obey() {
    let body = br#"{"arguments":{"n":"1"},"schema":{"properties":{"n":{"type":"integer"}}}}"#;
    for (silence, outcome) in [
        (Response::Failed("crash".to_owned()), Outcome::Failed),
        (Response::Skipped("not mine".to_owned()), Outcome::Skipped),
    ] {
        let target = Once(silence, AtomicBool::new(false));
        let panel = Panel::new(&target, true, false).unwrap();
        let judged = panel.judge(&Question {
            id: "I11",
            part: "",
            op: Op::Check,
            body,
            expect: None,
        });
        let idempotence = judged.said.iter().find(|said| said.judge == "I11").unwrap();
        assert_eq!(idempotence.outcome, outcome);
    }
}
