//! `coverage.md` and the text on the terminal: how much of each room ran, and
//! each line that did not, with its reason.

use std::fmt::Write as _;

use super::report::{Report, Room};
use crate::report::markdown::{code, ending, share};

/// The report as Markdown.
pub(super) fn render(report: &Report) -> String {
    let mut out = String::new();
    head(&mut out, report);
    rooms(&mut out, report);
    rows(&mut out, report);
    out.push('\n');
    for left_out in &report.left_out {
        let _ = writeln!(
            out,
            "- not measured: {}: {}",
            code(&left_out.path),
            left_out.why
        );
    }
    for stale in &report.stale {
        let _ = writeln!(out, "- stale reason: {}", code(stale));
    }
    ending(&mut out, &report.footer.reasons, None);
    out
}

fn head(out: &mut String, report: &Report) {
    let (header, total) = (&report.header, &report.total);
    let _ = writeln!(
        out,
        "# coverage: the pinned corpus alone runs {} of {} engine lines, {}%\n",
        total.corpus,
        total.lines,
        share(total.corpus, total.lines)
    );
    let _ = writeln!(
        out,
        "- engine {}; measured by {}; wanted {}%",
        code(&header.engine),
        code(&header.tool.to_string()),
        header.wanted
    );
    for pin in &header.corpora {
        let _ = writeln!(
            out,
            "- corpus {} sha256 {}",
            code(&pin.id),
            code(&pin.sha256)
        );
    }
    let bodies = &header.bodies;
    let _ = writeln!(out, "- bodies: {} pinned", bodies.corpus);
    match bodies.all {
        Some(all) => {
            let sources: Vec<String> = bodies.sources.iter().map(|source| code(source)).collect();
            let _ = writeln!(out, "- with {}: {all} bodies", sources.join(", "));
        }
        None => out.push_str("- no others: fuzz/corpus is empty and no --calls were given\n"),
    }
    if let Some(why) = &header.no_regions {
        let _ = writeln!(out, "- regions are not measured: {why}");
    }
}

fn rooms(out: &mut String, report: &Report) {
    out.push_str("\n| room | lines | run by the pinned corpus | % | run by everything | regions run by the pinned corpus |\n|---|---:|---:|---:|---:|---:|\n");
    for room in report.rooms.iter().chain([&report.total]) {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            room.name,
            room.lines,
            room.corpus,
            share(room.corpus, room.lines),
            room.all.map_or("-".to_owned(), |all| all.to_string()),
            regions(room)
        );
    }
}

fn regions(room: &Room) -> String {
    room.regions.map_or("-".to_owned(), |it| {
        format!(
            "{} of {} ({}%)",
            it.corpus,
            it.all,
            share(it.corpus, it.all)
        )
    })
}

fn rows(out: &mut String, report: &Report) {
    if report.rows.is_empty() {
        return;
    }
    out.push_str("\n## Lines that the pinned corpus does not run\n\n| line | function | text | runs by others | reason |\n|---|---|---|---|---|\n");
    for row in &report.rows {
        let _ = writeln!(
            out,
            "| {}:{} | {} | {} | {} | {} |",
            row.file,
            row.line,
            row.function,
            code(&row.text),
            if row.runs_by_others { "yes" } else { "no" },
            row.reason.as_deref().unwrap_or("**none**")
        );
    }
}
