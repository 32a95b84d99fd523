//! `exhaustive.md` and the text on the terminal: how many texts there are, what
//! came back, which laws were asked, and the first violations.

use std::fmt::Write as _;

use super::report::Report;
use crate::report::markdown::{code, ending};

/// How many violations are listed.
const SHOWN: usize = 20;

/// The report as Markdown.
pub(super) fn render(report: &Report) -> String {
    let mut out = String::new();
    head(&mut out, report);
    answers(&mut out, report);
    laws(&mut out, report);
    rows(&mut out, report);
    out.push('\n');
    let wall_time = report.run.wall_time();
    ending(&mut out, &report.footer.reasons, Some(&wall_time));
    out
}

fn head(out: &mut String, report: &Report) {
    let header = &report.header;
    let _ = writeln!(
        out,
        "# exhaustive: {} of {} texts judged, {} violations, {} invented\n",
        report.judged, header.texts, report.violations, report.invented
    );
    if report.judged == header.texts && report.judged > 0 && report.violations == 0 {
        let _ = writeln!(
            out,
            "No text of up to {} tokens of the alphabet breaks a law: none exists up to {0}.\n",
            header.tokens
        );
    }
    let alphabet: Vec<String> = header.alphabet.iter().map(|token| code(token)).collect();
    let _ = writeln!(
        out,
        "- target {}; criteria {} {}; corpus {} sha256 {}",
        code(&header.target.to_string()),
        code(&header.criteria.name),
        header.criteria.version,
        code(&header.corpus.id),
        code(&header.corpus.sha256)
    );
    let _ = writeln!(
        out,
        "- alphabet, {} tokens: {}; every sequence of 1 to {} of them, no two of which make the same text",
        alphabet.len(),
        alphabet.join(" "),
        header.tokens
    );
    let _ = writeln!(
        out,
        "- each as {} with the schema {}, checked and pre-checked; I1 to I28 for every text of up to {} tokens, and for every longer one for which a blob is delivered",
        code("arguments_text"),
        code(header.schema),
        header.all_laws_up_to
    );
}

fn answers(out: &mut String, report: &Report) {
    out.push_str("\n| answer | why | texts |\n|---|---|---:|\n");
    for answers in &report.answers {
        let _ = writeln!(
            out,
            "| {} | {} | {} |",
            answers.verdict, answers.why, answers.count
        );
    }
}

fn laws(out: &mut String, report: &Report) {
    out.push_str("\n| law | judged | broken | says |\n|---|---:|---:|---|\n");
    for law in &report.laws {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} |",
            law.name, law.judged, law.broken, law.clause
        );
    }
}

fn rows(out: &mut String, report: &Report) {
    if report.rows.is_empty() {
        return;
    }
    out.push_str(
        "\n## Violations\n\n| text | law | invented | expected | actual |\n|---|---|---|---|---|\n",
    );
    for row in report.rows.iter().take(SHOWN) {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            code(&row.text),
            row.law,
            if row.invented { "yes" } else { "no" },
            code(&row.expected),
            code(&row.actual)
        );
    }
    let rest = report
        .violations
        .saturating_sub(report.rows.len().min(SHOWN) as u64);
    if rest > 0 {
        let kept = report.rows.len();
        let _ = writeln!(
            out,
            "\n… and {rest} more; exhaustive.json holds the first {kept}"
        );
    }
}
