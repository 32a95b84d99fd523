//! `junit.xml`: the report for a CI service that counts tests.
//!
//! One suite a section, one test case a row. Rows of real input are failures
//! only, so a section without rows gets one passing test that carries its
//! counts: a suite must never be empty, since some services read that as
//! "nothing was wrong" and others as "nothing was run".

use anyhow::Result;
use quick_junit::{NonSuccessKind, Report as Document, TestCase, TestCaseStatus, TestSuite};

use super::text::pairs;
use super::{Outcome, Report, Row, Section};
use crate::exit::{Coded, Exit};

/// The report as JUnit XML.
pub(crate) fn render(report: &Report) -> Result<String> {
    let mut document = Document::new(format!("argument-check {}", report.header.command));
    for section in &report.sections {
        document.add_test_suite(suite(section, report));
    }
    if let Some(suite) = findings(report) {
        document.add_test_suite(suite);
    }
    document
        .to_string()
        .map_err(|error| Coded::new(Exit::Internal, format!("junit.xml: {error}")).into())
}

fn suite(section: &Section, report: &Report) -> TestSuite {
    let mut suite = TestSuite::new(format!("{} {}", section.name, section.source));
    let name = section.key();
    for row in report.rows.iter().filter(|row| row.section == name) {
        suite.add_test_case(test_case(row));
    }
    if suite.tests == 0 {
        let mut case = TestCase::new("no failure", TestCaseStatus::success());
        for (group, counts) in &section.counts {
            case.add_property((group.as_str(), pairs(counts).as_str()));
        }
        suite.add_test_case(case);
    }
    suite
}

fn test_case(row: &Row) -> TestCase {
    let mut status = match row.outcome {
        Outcome::Agrees => TestCaseStatus::success(),
        Outcome::Disagrees => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Outcome::Failed => TestCaseStatus::non_success(NonSuccessKind::Error),
        Outcome::NotComparable | Outcome::Skipped => TestCaseStatus::skipped(),
    };
    if let Some(why) = &row.why {
        status.set_message(why.as_str());
    }
    if row.outcome.is_failure() {
        let text = [row.detail.as_deref(), row.rerun.as_deref()];
        let text: Vec<&str> = text.into_iter().flatten().collect();
        status.set_description(text.join("\n"));
    }
    let mut case = TestCase::new(row.case.as_str(), status);
    case.set_classname(row.judge.as_str());
    case
}

fn findings(report: &Report) -> Option<TestSuite> {
    if report.findings.is_empty() {
        return None;
    }
    let mut suite = TestSuite::new("findings");
    for (index, finding) in report.findings.iter().enumerate() {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(finding.message.as_str());
        let name = format!("{} {}", finding.step, index + 1);
        suite.add_test_case(TestCase::new(name, status));
    }
    Some(suite)
}

#[cfg(test)]
mod tests {
    use crate::report::sample::report;

    #[test]
    fn failures_and_skips_are_counted_and_markup_is_escaped() {
        let xml = super::render(&report()).unwrap();
        assert!(xml.contains("tests=\"3\""), "{xml}");
        assert!(
            xml.contains("disabled=\"1\"") || xml.contains("skipped=\"1\""),
            "{xml}"
        );
        assert!(xml.contains("the blob differs &lt;here"), "{xml}");
        assert!(xml.contains("cargo xtask replay --filter R3-002"), "{xml}");
    }

    #[test]
    fn a_section_without_rows_still_says_that_it_ran() {
        let mut report = report();
        report.rows.clear();
        let xml = super::render(&report).unwrap();
        assert!(xml.contains("no failure"), "{xml}");
        assert!(xml.contains("REPAIRED 1"), "{xml}");
    }
}
