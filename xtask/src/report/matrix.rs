//! The kill matrix for people: mutants as rows, laws as columns.
//!
//! Only laws that some mutant declares or that fired on a kill input have a
//! column: the rest would be empty. Must never leave out a mutant.

use std::fmt::Write as _;

use argument_check_oracle::mutants::{Matrix, Row, Status};

/// What the marks of the grid mean.
const LEGEND: &str = "# declared and fired, + fired and not declared, - declared and silent";

/// One line: how many mutants are killed.
pub(crate) fn line(matrix: &Matrix) -> String {
    let (killed, total) = (matrix.killed(), matrix.mutants.len());
    format!(
        "kill matrix ({}): {killed} of {total} mutants killed by a law that they declare",
        matrix.system
    )
}

/// The matrix as text in columns.
pub(crate) fn text(matrix: &Matrix) -> String {
    let laws = columns(matrix);
    let mut out = format!("\n{}\n  {LEGEND}\n\n    ", line(matrix));
    for law in &laws {
        let _ = write!(out, " {law:>3}");
    }
    out.push('\n');
    for row in &matrix.mutants {
        let _ = write!(out, "{} ", row.id);
        for law in &laws {
            let mark = mark(row, law).map_or(".", |mark| mark);
            let _ = write!(out, " {mark:>3}");
        }
        let _ = write!(out, "  {} [{}]", row.title, row.reading);
        if row.status != Status::Killed {
            let _ = write!(out, ": {}", row.status.sentence());
        }
        out.push('\n');
    }
    for failure in matrix.failures() {
        let _ = writeln!(out, "FAIL {failure}");
    }
    out
}

/// The matrix as a Markdown table.
pub(crate) fn markdown(matrix: &Matrix) -> String {
    let laws = columns(matrix);
    let mut out = format!("\n## Kill matrix\n\n{}; {LEGEND}\n\n", line(matrix));
    let _ = writeln!(
        out,
        "| mutant | reading | {} | what it does wrong |",
        laws.join(" | ")
    );
    let _ = writeln!(out, "|{}", "---|".repeat(laws.len() + 3));
    for row in &matrix.mutants {
        let marks: Vec<&str> = laws
            .iter()
            .map(|law| mark(row, law).unwrap_or(""))
            .collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {}{} |",
            row.id,
            row.reading,
            marks.join(" | "),
            row.title,
            unless_killed(row)
        );
    }
    out
}

/// The matrix as an HTML table; titles are ours, and escaped all the same.
pub(crate) fn html(matrix: &Matrix, escape: fn(&str) -> String) -> String {
    let laws = columns(matrix);
    let mut out = format!(
        "<h2>Kill matrix</h2>\n<p>{}; {}</p>\n<table>\n<tr><th>mutant</th><th>reading</th>",
        escape(&line(matrix)),
        escape(LEGEND)
    );
    for law in &laws {
        let _ = write!(out, "<th>{}</th>", escape(law));
    }
    out.push_str("<th>what it does wrong</th></tr>\n");
    for row in &matrix.mutants {
        let (id, reading) = (escape(&row.id), escape(&row.reading));
        let _ = write!(out, "<tr><td>{id}</td><td>{reading}</td>");
        for law in &laws {
            let _ = write!(out, "<td>{}</td>", escape(mark(row, law).unwrap_or("")));
        }
        let title = escape(&format!("{}{}", row.title, unless_killed(row)));
        let _ = writeln!(out, "<td>{title}</td></tr>");
    }
    out.push_str("</table>\n");
    out
}

fn unless_killed(row: &Row) -> String {
    if row.status == Status::Killed {
        return String::new();
    }
    format!(": {}", row.status.sentence())
}

/// The laws that have something to show, in the order of their numbers.
fn columns(matrix: &Matrix) -> Vec<&str> {
    let shown = |law: &&String| matrix.mutants.iter().any(|row| mark(row, law).is_some());
    matrix
        .laws
        .iter()
        .filter(shown)
        .map(String::as_str)
        .collect()
}

fn mark(row: &Row, law: &str) -> Option<&'static str> {
    let fired = row
        .cells
        .iter()
        .any(|cell| cell.law == law && !cell.inputs.is_empty());
    let declared = row.declared.iter().any(|declared| declared == law);
    match (declared, fired) {
        (true, true) => Some("#"),
        (true, false) => Some("-"),
        (false, true) => Some("+"),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn the_marks_tell_declared_laws_from_others() {
        let text = text(&sample::matrix());
        assert!(text.contains("kill matrix (argument-check): 1 of 2 mutants killed"));
        assert!(text.contains("      I5  I6 I12\n"), "{text}");
        assert!(
            text.contains("M09    .   #   -  R3 trims [D58]\n"),
            "{text}"
        );
        assert!(text.contains("M50    +   -   .  one entry for two R2 [D46]: killed for"));
        assert!(text.contains("\nFAIL M50 (one entry for two R2): killed for an undeclared"));
    }

    #[test]
    fn every_renderer_names_every_mutant() {
        let matrix = sample::matrix();
        for page in [
            text(&matrix),
            markdown(&matrix),
            html(&matrix, str::to_owned),
        ] {
            assert!(page.contains("R3 trims") && page.contains("one entry for two R2"));
        }
    }
}
