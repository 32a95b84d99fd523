//! `report.json`: the report as data, and the one way to read it back.
//!
//! A reader must never take a cut file for a whole one: a report without its
//! footer, or with another number of rows than the footer states, is refused.

use std::path::Path;

use anyhow::{Context, Result};

use super::{FORMAT, Report};
use crate::exit::{Coded, Exit};

/// The report as JSON text: indented, but one row a line, so that two reports
/// can be compared by line and tens of thousands of rows stay a few megabytes.
pub(crate) fn render(report: &Report) -> Result<String> {
    let failed = |error| Coded::new(Exit::Internal, format!("report.json: {error}"));
    let frame = Report {
        rows: Vec::new(),
        ..report.clone()
    };
    let frame = serde_json::to_string_pretty(&frame).map_err(failed)?;
    // The only empty member of that name at the top level.
    let (before, after) = frame.split_once("\n  \"rows\": []").ok_or_else(|| {
        Coded::new(
            Exit::Internal,
            "report.json: a report has no place for rows",
        )
    })?;
    let mut text = String::from(before);
    text.push_str("\n  \"rows\": [");
    for (at, row) in report.rows.iter().enumerate() {
        text.push_str(if at == 0 { "\n    " } else { ",\n    " });
        text.push_str(&serde_json::to_string(row).map_err(failed)?);
    }
    text.push_str("\n  ]");
    text.push_str(after);
    text.push('\n');
    Ok(text)
}

/// Reads a report back from `file`.
pub(crate) fn read(file: &Path) -> Result<Report> {
    let name = file.display();
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("{name}: cannot be read; name a report.json"))?;
    parse(&text).map_err(|why| {
        Coded::new(
            Exit::NotProvenAlive,
            format!("{name}: not a whole report: {why}; write it again with `cargo xtask verify`"),
        )
        .into()
    })
}

/// Reads a report from text and checks that it is whole.
fn parse(text: &str) -> Result<Report, String> {
    let report: Report = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if report.format != FORMAT {
        return Err(format!("format is not {FORMAT}"));
    }
    if !report.footer.complete {
        return Err("its footer does not say that it is complete".to_owned());
    }
    let rows = report.rows.len() as u64;
    if rows != report.footer.rows {
        return Err(format!(
            "its footer counts {} rows and {rows} are there",
            report.footer.rows
        ));
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample::report;
    use crate::report::schema;

    #[test]
    fn a_report_read_back_is_the_same_report() {
        let text = render(&report()).unwrap();
        assert_eq!(parse(&text).unwrap(), report());
    }

    #[test]
    fn a_report_without_its_footer_is_refused() {
        let mut value: serde_json::Value =
            serde_json::from_str(&render(&report()).unwrap()).unwrap();
        value.as_object_mut().unwrap().remove("footer");
        assert!(parse(&value.to_string()).unwrap_err().contains("footer"));
    }

    #[test]
    fn a_cut_report_is_refused_wherever_it_is_cut() {
        let text = render(&report()).unwrap();
        let whole = text.trim_end();
        for end in (0..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
            assert!(parse(&whole[..end]).is_err());
        }
    }

    #[test]
    fn a_report_that_lost_a_row_is_refused() {
        let mut report = report();
        report.rows.pop();
        let text = render(&report).unwrap();
        assert!(parse(&text).unwrap_err().contains("rows"));
    }

    #[test]
    fn a_report_matches_the_published_schema() {
        schema::assert_fits("report", &render(&report()).unwrap());
    }
}
