//! `faults.md` and the text on the terminal: the table, then what is not as
//! expected, and how it ended.
//!
//! Must never print a detail: payloads stand in `faults.json` alone.

use std::fmt::Write as _;

use argument_check_oracle::faults::{Expected, Score};

use super::report::{Prefixes, Report};
use crate::report::markdown::{code, ending, share};

/// How many rows are listed.
const SHOWN: usize = 50;

/// The report as Markdown.
pub(super) fn render(report: &Report) -> String {
    let mut out = String::new();
    head(&mut out, report);
    table(&mut out, report);
    if let Some(prefixes) = &report.prefixes {
        self::prefixes(&mut out, prefixes);
    }
    rows(&mut out, report);
    out.push('\n');
    let wall_time = report.run.wall_time();
    ending(&mut out, &report.footer.reasons, Some(&wall_time));
    out
}

fn head(out: &mut String, report: &Report) {
    let (header, input) = (&report.header, &report.input);
    let sum = total(report);
    let _ = writeln!(
        out,
        "# faults: {} injected, {} exact, {} refused, {} altered, {} unanswered\n",
        sum.injected, sum.exact, sum.refused, sum.altered, sum.unanswered
    );
    let _ = writeln!(
        out,
        "- target {}; criteria {} {}; seed {}",
        code(&header.target.to_string()),
        code(&header.criteria.name),
        header.criteria.version,
        header.seed
    );
    let _ = writeln!(
        out,
        "- calls: {}, {} read, {} of them VALID; {} no object or not strict JSON, {} lines malformed",
        code(&input.source),
        input.calls,
        input.valid,
        input.unusable,
        input.malformed
    );
}

fn total(report: &Report) -> Score {
    let mut sum = Score::default();
    for class in &report.classes {
        sum.add(&class.score);
    }
    sum
}

fn table(out: &mut String, report: &Report) {
    out.push_str("\n| fault | must come back | injected | exact | refused | altered | unanswered | exact % |\n|---|---|---:|---:|---:|---:|---:|---:|\n");
    for class in &report.classes {
        let score = &class.score;
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            class.class.name(),
            class.expected.name(),
            score.injected,
            score.exact,
            score.refused,
            score.altered,
            score.unanswered,
            if class.expected == Expected::Original {
                share(score.exact, score.injected)
            } else {
                "-".to_owned()
            }
        );
    }
    let none = report.classes.iter().filter(|it| it.score.injected == 0);
    let none: Vec<&str> = none.map(|it| it.class.name()).collect();
    if !none.is_empty() {
        let _ = writeln!(
            out,
            "\nZero injections: {}; no VALID call has a place for it, or --n is too small.",
            none.join(", ")
        );
    }
}

fn prefixes(out: &mut String, prefixes: &Prefixes) {
    let score = &prefixes.score;
    let _ = writeln!(
        out,
        "\n## Every prefix\n\n{} prefixes of {} calls: {} repaired with every scalar as in the whole, {} refused, {} altered, {} unanswered.",
        score.injected, prefixes.calls, score.exact, score.refused, score.altered, score.unanswered
    );
    if prefixes.left_out > 0 {
        let _ = writeln!(
            out,
            "\n{} calls were left out: their text is longer than {} bytes.",
            prefixes.left_out,
            argument_check_oracle::faults::prefixes::LONGEST_TEXT
        );
    }
}

fn rows(out: &mut String, report: &Report) {
    if report.rows.is_empty() {
        return;
    }
    out.push_str("\n## Not as expected\n\n| call | fault | turn or length | outcome | why |\n|---|---|---:|---|---|\n");
    for row in report.rows.iter().take(SHOWN) {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            code(&row.call),
            row.class.map_or("prefix", |class| class.name()),
            row.turn,
            row.outcome,
            code(&row.why)
        );
    }
    let rest = report.rows.len().saturating_sub(SHOWN);
    if rest > 0 {
        let _ = writeln!(out, "\n… and {rest} more, all in faults.json");
    }
}
