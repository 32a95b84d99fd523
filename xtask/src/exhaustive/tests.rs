use argument_check_oracle::reference::{Clauses, InProcess, check_with, precheck_with, text};

use super::*;
use crate::adapter::tests::Silent;
use crate::report::{Named, schema};

/// The reference with D39 reversed: it closes a number that may be cut.
struct Reversed(Clauses);

impl Target for Reversed {
    fn identity(&self) -> Named {
        Named::new("closes numbers", "0")
    }

    fn ask(&self, op: Op, body: &[u8]) -> Response {
        let answer = match op {
            Op::Check => check_with(body, &self.0, &InProcess::default()).unwrap(),
            _ => precheck_with(body, &self.0),
        };
        Response::Answer(answer)
    }
}

fn report(tokens: u32, target: &dyn Target) -> Report {
    let space = Space::new(tokens).unwrap();
    let (tally, silence) = enumerate(space, target);
    let header = Header::new(space, target.identity()).unwrap();
    Report::new(header, tally, silence, Run::since(Instant::now()))
}

fn assert_fits(report: &Report) {
    schema::assert_fits("exhaustive", &serde_json::to_string(report).unwrap());
}

#[test]
fn no_text_of_up_to_three_tokens_breaks_a_law_and_the_report_says_so() {
    let engine = adapter::engine();
    let report = report(3, engine.as_ref());
    assert_eq!(report.exit(), Exit::Clean, "{:?}", report.footer);
    assert_eq!((report.header.texts, report.judged), (2_379, 2_379));
    assert_eq!(report.answers.iter().map(|it| it.count).sum::<u64>(), 2_379);
    let text = markdown::render(&report);
    assert!(text.contains("none exists up to 3"), "{text}");
    assert_fits(&report);
}

#[test]
fn an_engine_that_closes_a_cut_number_stops_serving() {
    let clauses = Clauses {
        r1: |_, without_commas| text::r1("", without_commas),
        ..Clauses::published()
    };
    let report = report(3, &Reversed(clauses));
    // `[1`: refused as no object, where it is nothing at all.
    assert_eq!(report.exit(), Exit::Conformance, "{:?}", report.footer);
    let report = self::report(4, &Reversed(clauses));
    assert_eq!(report.exit(), Exit::StopServing, "{:?}", report.footer);
    let row = report.rows.iter().find(|row| row.invented).unwrap();
    assert_eq!(row.text, "{\"a\":1");
    let text = markdown::render(&report);
    assert!(
        text.contains("exit 4") && !text.contains("none exists"),
        "{text}"
    );
    assert_fits(&report);
}

#[test]
fn no_text_is_no_proof() {
    let report = report(0, &Silent);
    assert_eq!(report.exit(), Exit::NotProvenAlive);
    assert_fits(&report);
}

#[test]
fn a_target_without_answers_fails_for_every_text_and_says_why() {
    let report = report(1, &Silent);
    assert_eq!(report.exit(), Exit::Conformance);
    assert_eq!(report.answers[0].count, 13);
    assert!(report.footer.reasons.all()[0].why.contains("silent"));
}
