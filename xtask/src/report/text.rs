//! The report for a terminal and a log: counts first, then what failed, each
//! failure with the command that reruns it, and the exit code last.
//!
//! Must never print a detail of a row that the model does not hold: payloads
//! are left out where the model is built, not here.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Report, Row, Section, law_number, matrix};

/// How many failures are printed; `report.json` always has them all.
const PRINTED: usize = 50;

/// The report as plain text.
pub(crate) fn render(report: &Report) -> String {
    let mut out = String::new();
    header(&mut out, report);
    for section in &report.sections {
        self::section(&mut out, section);
    }
    if !report.allow_list.is_empty() {
        let _ = writeln!(out, "allow-list: {}", pairs(&report.allow_list));
    }
    for matrix in &report.kill_matrices {
        let _ = writeln!(out, "{}", matrix::line(matrix));
    }
    for finding in &report.findings {
        let _ = writeln!(out, "\nFOUND {}: {}", finding.step, finding.message);
    }
    let failures: Vec<&Row> = report.failures().collect();
    for row in failures.iter().take(PRINTED) {
        failure(&mut out, row);
    }
    if failures.len() > PRINTED {
        let more = failures.len() - PRINTED;
        let _ = writeln!(out, "\n… and {more} more failures, all in report.json");
    }
    footer(&mut out, report);
    out
}

/// `a 1, b 2`
pub(crate) fn pairs(counts: &BTreeMap<String, u64>) -> String {
    if counts.is_empty() {
        return "none".to_owned();
    }
    let mut parts = Vec::with_capacity(counts.len());
    for (name, count) in counts {
        parts.push(format!("{name} {count}"));
    }
    parts.join(", ")
}

fn header(out: &mut String, report: &Report) {
    let head = &report.header;
    let _ = writeln!(
        out,
        "{}: {} {} judged by {} {}",
        head.command,
        head.target.name,
        head.target.version,
        head.criteria.name,
        head.criteria.version
    );
    for pin in &head.corpora {
        let _ = writeln!(
            out,
            "pin: {} {}, {} cases, sha256 {}: {}",
            pin.id, pin.version, pin.cases, pin.sha256, pin.status
        );
    }
    let _ = writeln!(out, "executed: {}", pairs(&head.executed));
    if !head.seeds.is_empty() {
        let _ = writeln!(out, "seeds: {}", pairs(&head.seeds));
    }
    let _ = writeln!(out, "tripwires: {}", report.tripwires.line());
}

fn section(out: &mut String, section: &Section) {
    let _ = writeln!(out, "\n{} ({})", section.name, section.source);
    for (group, counts) in &section.counts {
        let _ = writeln!(out, "  {group}: {}", pairs(counts));
    }
    let mut laws = (0, 0, 0, 0);
    for (judge, tally) in section.judges_in_order() {
        if law_number(judge).is_some() {
            laws.0 += 1;
            laws.1 += tally.agrees;
            laws.2 += tally.disagrees;
            laws.3 += tally.not_comparable;
        } else {
            let _ = writeln!(
                out,
                "  judge {judge}: {} agree, {} disagree, {} not comparable",
                tally.agrees, tally.disagrees, tally.not_comparable
            );
            // What a target was not asked is told by no other judge.
            if judge == "target" {
                for (why, count) in &tally.reasons {
                    let _ = writeln!(out, "    {count} not asked: {why}");
                }
            }
        }
    }
    if laws.0 > 0 {
        let _ = writeln!(
            out,
            "  {} laws: {} rulings hold, {} broken, {} not applicable (each law and reason: report.md)",
            laws.0, laws.1, laws.2, laws.3
        );
    }
    for (name, items) in &section.lists {
        let _ = writeln!(out, "  {name} ({}):", items.len());
        for item in items {
            let _ = writeln!(out, "    {item}");
        }
    }
}

fn failure(out: &mut String, row: &Row) {
    let why = row.why.as_deref().unwrap_or("no reason was given");
    let _ = writeln!(
        out,
        "\nFAIL {} [{}]: {}: {why}",
        row.case,
        row.judge,
        row.outcome.as_str()
    );
    if let Some(detail) = &row.detail {
        for line in detail.lines() {
            let _ = writeln!(out, "  {line}");
        }
    }
    if let Some(rerun) = &row.rerun {
        let _ = writeln!(out, "  rerun: {rerun}");
    }
}

fn footer(out: &mut String, report: &Report) {
    out.push('\n');
    for reason in report.footer.reasons.all() {
        let _ = writeln!(out, "because: {reason}");
    }
    if let Some(timings) = &report.performance {
        let took: u64 = timings.iter().map(|timing| timing.milliseconds).sum();
        let _ = writeln!(out, "wall time: {took} ms");
    }
    let _ = writeln!(out, "{}", report.headline());
}

#[cfg(test)]
mod tests {
    use crate::report::sample::report;

    #[test]
    fn a_failure_stands_with_the_command_that_reruns_it() {
        let text = super::render(&report());
        assert!(text.contains("FAIL R3-002 [replay]: disagrees: the blob differs <here>"));
        assert!(text.contains("rerun: cargo xtask replay --filter R3-002"));
    }

    #[test]
    fn the_last_line_is_the_exit_code() {
        let text = super::render(&report());
        assert_eq!(
            text.lines().last(),
            Some("FAILED: exit 2 (conformance failure)")
        );
    }
}
