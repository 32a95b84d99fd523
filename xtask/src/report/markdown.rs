//! `report.md`: the report for a review or a job summary.
//!
//! Must never let a name from an input act as markup: what comes from outside
//! stands in code spans.

use std::fmt::Write as _;

use super::text::pairs;
use super::{Report, Section};
use crate::exit::Reasons;

/// The report as Markdown.
pub(crate) fn render(report: &Report) -> String {
    let mut out = String::new();
    let head = &report.header;
    let _ = writeln!(out, "# {}: {}\n", head.command, report.headline());
    let _ = writeln!(
        out,
        "Target {} judged by {} {}.\n",
        code(&head.target.to_string()),
        code(&head.criteria.name),
        head.criteria.version
    );
    for pin in &head.corpora {
        let _ = writeln!(
            out,
            "- pin {} {} ({} cases), sha256 {}: {}",
            code(&pin.id),
            pin.version,
            pin.cases,
            code(&pin.sha256),
            pin.status
        );
    }
    let _ = writeln!(out, "- executed: {}", pairs(&head.executed));
    if !head.seeds.is_empty() {
        let _ = writeln!(out, "- seeds: {}", pairs(&head.seeds));
    }
    let _ = writeln!(out, "- tripwires: {}\n", report.tripwires.line());
    failures(&mut out, report);
    for section in &report.sections {
        self::section(&mut out, section);
    }
    tail(&mut out, report);
    out
}

fn failures(out: &mut String, report: &Report) {
    for reason in report.footer.reasons.all() {
        let _ = writeln!(out, "- exit {}: {}", reason.exit.code(), reason.why);
    }
    for finding in &report.findings {
        let _ = writeln!(out, "- {}: {}", finding.step, code(&finding.message));
    }
    if report.footer.failures == 0 {
        return;
    }
    out.push_str("\n## Failures\n\n| case | judge | why | rerun |\n|---|---|---|---|\n");
    for row in report.failures() {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} |",
            code(&row.case),
            row.judge,
            code(row.why.as_deref().unwrap_or(row.outcome.as_str())),
            code(row.rerun.as_deref().unwrap_or("")),
        );
    }
}

fn section(out: &mut String, section: &Section) {
    let _ = writeln!(out, "\n## {} ({})\n", section.name, code(&section.source));
    for (group, counts) in &section.counts {
        let _ = writeln!(out, "- {group}: {}", pairs(counts));
    }
    if !section.judges.is_empty() {
        out.push_str("\n| judge | agrees | disagrees | not comparable |\n|---|---|---|---|\n");
    }
    for (judge, tally) in section.judges_in_order() {
        let _ = writeln!(
            out,
            "| {judge} | {} | {} | {} |",
            tally.agrees, tally.disagrees, tally.not_comparable
        );
    }
    for (judge, tally) in section.judges_in_order() {
        for (reason, count) in &tally.reasons {
            let _ = writeln!(out, "\n{judge}, {count} not comparable: {reason}");
        }
    }
    for (name, items) in &section.lists {
        let items: Vec<String> = items.iter().map(|item| code(item)).collect();
        let _ = writeln!(out, "\n{name} ({}): {}", items.len(), items.join(", "));
    }
}

fn tail(out: &mut String, report: &Report) {
    if !report.allow_list.is_empty() {
        let _ = writeln!(out, "\n## Allow-list\n\n{}", pairs(&report.allow_list));
    }
    for matrix in &report.kill_matrices {
        out.push_str(&super::matrix::markdown(matrix));
    }
    if let Some(timings) = &report.performance {
        out.push_str("\n## Wall time\n\n");
        for timing in timings {
            let _ = writeln!(out, "- {}: {} ms", timing.step, timing.milliseconds);
        }
    }
}

/// A code span that holds `text` whatever stands in it.
pub(crate) fn code(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let line = text.replace(['\n', '\r'], " ").replace('|', "\\|");
    let longest = line
        .split(|c| c != '`')
        .map(str::len)
        .max()
        .unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    if longest == 0 {
        format!("{fence}{line}{fence}")
    } else {
        format!("{fence} {line} {fence}")
    }
}

/// The last lines of the Markdown of a run: its reasons, how long it took
/// where that is told, and how it ended.
pub(crate) fn ending(out: &mut String, reasons: &Reasons, wall_time: Option<&str>) {
    for reason in reasons.all() {
        let _ = writeln!(out, "- because of {reason}");
    }
    if let Some(wall_time) = wall_time {
        let _ = writeln!(out, "- wall time: {wall_time}");
    }
    let _ = writeln!(out, "\n{}", reasons.worst());
}

/// Hundredths of a per cent, rounded down: 100 means all.
pub(crate) fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "none".to_owned();
    }
    let parts = u128::from(part) * 10_000 / u128::from(whole);
    format!("{}.{:02}", parts / 100, parts % 100)
}

#[cfg(test)]
mod tests {
    use super::{code, share};
    use crate::report::sample::report;

    #[test]
    fn the_headline_is_the_title() {
        let text = super::render(&report());
        assert!(text.starts_with("# verify: FAILED: exit 2 (conformance failure)\n"));
    }

    #[test]
    fn a_name_never_acts_as_markup() {
        assert_eq!(code("a|b"), "`a\\|b`");
        assert_eq!(code("a`b"), "`` a`b ``");
        assert_eq!(code("a\nb"), "`a b`");
    }

    #[test]
    fn a_share_of_less_than_all_is_never_rounded_up_to_it() {
        assert_eq!(share(99_999, 100_000), "99.99");
        assert_eq!((share(3, 3), share(0, 0)), ("100.00".into(), "none".into()));
    }
}
