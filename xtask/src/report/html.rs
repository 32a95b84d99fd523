//! `report.html`: the report as one file that opens anywhere.
//!
//! Self-contained: no script, no font, no address of another host. Counts come
//! first, then the failures, then the rest. Must never write a text of the
//! model without [`escape`].

use std::fmt::Write as _;

use super::text::pairs;
use super::{Report, Section};

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;\
padding:0 1rem;color:#1b1b1b;background:#fff}table{border-collapse:collapse;margin:.5rem 0 1rem}\
th,td{border:1px solid #ccc;padding:.25rem .6rem;text-align:left;vertical-align:top}\
th{background:#f3f3f3}code,pre{font-family:ui-monospace,monospace;font-size:.92em}\
pre{background:#f6f6f6;padding:.5rem;white-space:pre-wrap;overflow-wrap:anywhere}\
.passed{color:#116329}.failed{color:#a40e26}";

/// The report as an HTML page.
pub(crate) fn render(report: &Report) -> String {
    let headline = report.headline();
    let class = if report.footer.exit_code == 0 {
        "passed"
    } else {
        "failed"
    };
    let command = escape(&report.header.command);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>argument-check {command}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>argument-check {command}</h1>\n<p class=\"{class}\"><strong>{}</strong></p>\n",
        escape(&headline)
    );
    header(&mut out, report);
    judges(&mut out, report);
    failures(&mut out, report);
    for section in &report.sections {
        self::section(&mut out, section);
    }
    tail(&mut out, report);
    out.push_str("</body>\n</html>\n");
    out
}

fn header(out: &mut String, report: &Report) {
    let head = &report.header;
    out.push_str("<table>\n");
    fact(
        out,
        "target",
        &format!("{} {}", head.target.name, head.target.version),
    );
    fact(
        out,
        "criteria",
        &format!("{} {}", head.criteria.name, head.criteria.version),
    );
    for pin in &head.corpora {
        let pin = format!(
            "{} {}, {} cases, sha256 {}: {}",
            pin.id, pin.version, pin.cases, pin.sha256, pin.status
        );
        fact(out, "corpus", &pin);
    }
    fact(out, "executed", &pairs(&head.executed));
    if !head.seeds.is_empty() {
        fact(out, "seeds", &pairs(&head.seeds));
    }
    fact(out, "tripwires", &report.tripwires.line());
    fact(out, "failures", &report.footer.failures.to_string());
    out.push_str("</table>\n");
}

fn fact(out: &mut String, name: &str, value: &str) {
    let _ = writeln!(
        out,
        "<tr><th>{}</th><td>{}</td></tr>",
        escape(name),
        escape(value)
    );
}

fn judges(out: &mut String, report: &Report) {
    out.push_str(
        "<h2>Judges</h2>\n<table>\n<tr><th>input</th><th>judge</th><th>agrees</th>\
         <th>disagrees</th><th>not comparable</th></tr>\n",
    );
    for section in &report.sections {
        for (judge, tally) in section.judges_in_order() {
            let _ = writeln!(
                out,
                "<tr><td>{} <small>{}</small></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(&section.name),
                escape(&section.source),
                escape(judge),
                tally.agrees,
                tally.disagrees,
                tally.not_comparable
            );
        }
    }
    out.push_str("</table>\n");
}

fn failures(out: &mut String, report: &Report) {
    let reasons = report.footer.reasons.all();
    if reasons.is_empty() && report.findings.is_empty() && report.footer.failures == 0 {
        return;
    }
    out.push_str("<h2>Failures</h2>\n<ul>\n");
    for reason in reasons {
        let _ = writeln!(
            out,
            "<li>exit {}: {}</li>",
            reason.exit.code(),
            escape(&reason.why)
        );
    }
    for finding in &report.findings {
        let _ = writeln!(
            out,
            "<li>{}: {}</li>",
            escape(&finding.step),
            escape(&finding.message)
        );
    }
    out.push_str("</ul>\n");
    for row in report.failures() {
        let _ = writeln!(
            out,
            "<h3><code>{}</code>, {}</h3>\n<p>{}</p>",
            escape(&row.case),
            escape(&row.judge),
            escape(row.why.as_deref().unwrap_or(row.outcome.as_str()))
        );
        for text in [&row.detail, &row.rerun].into_iter().flatten() {
            let _ = writeln!(out, "<pre>{}</pre>", escape(text));
        }
    }
}

fn section(out: &mut String, section: &Section) {
    let _ = writeln!(
        out,
        "<h2>{} <small>{}</small></h2>\n<table>",
        escape(&section.name),
        escape(&section.source)
    );
    for (group, counts) in &section.counts {
        fact(out, group, &pairs(counts));
    }
    for (judge, tally) in section.judges_in_order() {
        for (reason, count) in &tally.reasons {
            fact(
                out,
                &format!("{judge}, not comparable"),
                &format!("{count}: {reason}"),
            );
        }
    }
    for (name, items) in &section.lists {
        fact(out, name, &items.join("\n"));
    }
    out.push_str("</table>\n");
}

fn tail(out: &mut String, report: &Report) {
    if !report.allow_list.is_empty() {
        let list = escape(&pairs(&report.allow_list));
        let _ = writeln!(out, "<h2>Allow-list</h2>\n<p>{list}</p>");
    }
    for matrix in &report.kill_matrices {
        out.push_str(&super::matrix::html(matrix, escape));
    }
    if let Some(timings) = &report.performance {
        out.push_str("<h2>Wall time</h2>\n<table>\n");
        for timing in timings {
            fact(out, &timing.step, &format!("{} ms", timing.milliseconds));
        }
        out.push_str("</table>\n");
    }
}

/// `text` as it may stand between two tags.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("<br>"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::report::sample::report;

    #[test]
    fn counts_stand_before_failures() {
        let page = super::render(&report());
        let counts = page.find("<h2>Judges</h2>").unwrap();
        assert!(counts < page.find("<h2>Failures</h2>").unwrap());
    }

    #[test]
    fn texts_of_the_model_are_escaped_and_nothing_is_loaded() {
        let page = super::render(&report());
        assert!(page.contains("the blob differs &lt;here&gt;"));
        assert!(page.contains("a&lt;b&gt;&amp;&quot;c&quot;"));
        for forbidden in ["<script", "http://", "https://", "src="] {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
    }
}
