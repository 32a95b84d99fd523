//! `fuzz.md` and the text on the terminal: the table, the canary, the findings
//! by their bundles, and how it ended. Must never print an input.

use std::fmt::Write as _;

use super::report::{Report, Row};
use crate::report::markdown::{code, ending};

/// The report as Markdown.
pub(super) fn render(report: &Report) -> String {
    let mut out = String::new();
    let executions: u64 = report.targets.iter().map(|row| row.executions).sum();
    let _ = writeln!(
        out,
        "# fuzz: {} executions of {} targets, {} findings\n",
        grouped(executions),
        report.targets.len(),
        report.findings.len()
    );
    head(&mut out, report);
    table(&mut out, &report.targets);
    findings(&mut out, report);
    ending(&mut out, &report.footer.reasons, None);
    out
}

fn head(out: &mut String, report: &Report) {
    let header = &report.header;
    let runs = header.runs.map_or_else(String::new, |runs| {
        format!(", at most {runs} executions a process")
    });
    let corpus = if header.empty_corpus {
        "an empty corpus"
    } else {
        "seeds of the pinned cases"
    };
    let _ = writeln!(
        out,
        "- engine {}, {}, sanitizer {}",
        code(&header.engine.version),
        code(&header.compiler),
        header.sanitizer.name()
    );
    let _ = writeln!(
        out,
        "- {} s a target{runs}, {} jobs, seed {}, from {corpus}",
        header.seconds, header.jobs, header.seed
    );
    let canary = &report.canary;
    let after = canary.executions.map_or_else(String::new, |it| {
        format!(" after {} executions", grouped(it))
    });
    let _ = writeln!(
        out,
        "- canary: {}{after}, {:.1} s\n",
        canary.why,
        seconds(canary.milliseconds)
    );
}

fn table(out: &mut String, rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    out.push_str("| target | executions | a second | features | edges | inputs | slowest input | findings |\n|---|---:|---:|---:|---:|---:|---:|---:|\n");
    for row in rows {
        let slowest = row.slowest.as_ref().map_or_else(
            || "-".to_owned(),
            |slowest| {
                let time = format!("{:.3} s", seconds(slowest.milliseconds));
                match slowest.bytes {
                    Some(bytes) => format!("{time}, {bytes} B"),
                    None => time,
                }
            },
        );
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {slowest} | {} |",
            row.target,
            grouped(row.executions),
            grouped(row.rate),
            grouped(row.features),
            grouped(row.coverage),
            grouped(row.inputs),
            row.findings
        );
    }
    out.push_str("\nExecutions are net of seed replay.\n\n");
}

fn findings(out: &mut String, report: &Report) {
    for finding in &report.findings {
        let stops = if finding.stops_serving {
            ", stops serving"
        } else {
            ""
        };
        let confirmed = if finding.confirmed {
            ""
        } else {
            "; this build alone does not show it"
        };
        let _ = writeln!(
            out,
            "- finding of {}: {} is broken{stops}: {}; after {:.1} s, {} bytes minimised to {}{confirmed}; `cargo xtask replay --bundle {}`",
            finding.target,
            finding.law,
            code(&finding.summary),
            seconds(finding.after_milliseconds),
            finding.found_bytes,
            finding.bytes,
            finding.bundle
        );
    }
}

fn seconds(milliseconds: u64) -> f64 {
    std::time::Duration::from_millis(milliseconds).as_secs_f64()
}

/// A number in groups of three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn numbers_stand_in_groups_of_three() {
        let grouped = [0, 12, 123, 1234, 123_456, 12_345_678].map(grouped);
        let expected = ["0", "12", "123", "1,234", "123,456", "12,345,678"];
        assert_eq!(grouped, expected);
    }
}
