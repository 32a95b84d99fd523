//! `audit.md` and the text on the terminal: counts first, then the first lines
//! that are not proven, and how it ended.
//!
//! Must never print a detail: payloads stand in `audit.json` alone. The list
//! is cut after [`SHOWN`] lines, so that it does not grow with the input.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use argument_check_oracle::laws::LAWS;
use argument_check_oracle::system::OTHERS;

use super::file::Summary;
use super::row::{Finding, Row};
use crate::report::Tally;
use crate::report::markdown::{code, ending};
use crate::report::text::pairs;

/// How many lines are listed.
const SHOWN: usize = 50;

/// The first rows, in the order of lines.
#[derive(Debug, Default)]
pub(crate) struct Sample(Vec<Row>);

impl Sample {
    /// Keeps the row if there is room.
    pub(crate) fn take(&mut self, row: &Row) {
        if self.0.len() < SHOWN {
            self.0.push(row.clone());
        }
    }
}

/// The report as Markdown.
pub(crate) fn render(summary: &Summary, sample: &Sample) -> String {
    let mut out = String::new();
    head(&mut out, summary);
    rows(&mut out, summary, sample);
    let counts = &summary.counts;
    out.push_str("\n## Laws\n\n| law | holds | broken | not applicable |\n|---|---|---|---|\n");
    let others = OTHERS.iter().flat_map(|system| system.laws);
    for law in LAWS.iter().chain(others) {
        if let Some(tally) = counts.laws.get(law.id) {
            line(&mut out, &format!("{} {}", law.id, law.name), tally);
        }
    }
    out.push_str(
        "\n## Judges\n\n| judge | agrees | disagrees | not comparable |\n|---|---|---|---|\n",
    );
    for (judge, tally) in &counts.judges {
        line(&mut out, judge, tally);
    }
    not_applicable(&mut out, &counts.laws);
    not_applicable(&mut out, &counts.judges);
    out.push('\n');
    let milliseconds = summary.run.milliseconds.max(1);
    let speed = u128::from(counts.lines) * 1_000 / u128::from(milliseconds);
    let wall_time = format!("{milliseconds} ms, {speed} lines a second");
    ending(&mut out, &summary.footer().reasons, Some(&wall_time));
    out
}

fn head(out: &mut String, summary: &Summary) {
    let (header, counts) = (&summary.header, &summary.counts);
    let _ = writeln!(
        out,
        "# audit: {} proven, {} refuted, {} not comparable, {} malformed\n",
        counts.proven, counts.refuted, counts.not_comparable, counts.malformed
    );
    let _ = writeln!(
        out,
        "- source: {}, {} lines, {} bytes; shard {} of {}",
        code(&summary.run.source),
        summary.input.lines,
        summary.input.bytes,
        header.shard.index,
        header.shard.of
    );
    let _ = writeln!(
        out,
        "- criteria: {} {}; corpus {} {}, sha256 {}",
        code(&header.criteria.name),
        header.criteria.version,
        code(&header.corpus.id),
        header.corpus.version,
        code(&header.corpus.sha256)
    );
    let _ = writeln!(out, "- answers: {}", pairs(&counts.answers));
    let absent = counts.absent.iter().filter(|(_, count)| **count > 0);
    let absent: BTreeMap<String, u64> = absent.map(|(name, n)| (name.clone(), *n)).collect();
    let _ = writeln!(out, "- absent report members: {}", pairs(&absent));
    let _ = writeln!(
        out,
        "- invented values: {}; verdicts from undisclosed coverage: {}",
        counts.invented, counts.undisclosed
    );
    let _ = writeln!(out, "- allow-list: {}", pairs(&counts.allow_list));
}

fn rows(out: &mut String, summary: &Summary, sample: &Sample) {
    if sample.0.is_empty() {
        return;
    }
    out.push_str("\n## Lines that are not proven\n\n| line | finding | why |\n|---|---|---|\n");
    for row in &sample.0 {
        let finding = match row.finding {
            Finding::Proven => "proven",
            Finding::Refuted if row.invented => "refuted: a value was invented",
            Finding::Refuted if row.undisclosed => "refuted: undisclosed coverage",
            Finding::Refuted => "refuted",
            Finding::NotComparable => "not comparable",
            Finding::Malformed => "malformed",
        };
        let mut why: Vec<String> = row.why.iter().map(|why| code(why)).collect();
        for breach in &row.broken {
            let others = OTHERS.iter().flat_map(|system| system.laws);
            let law = LAWS.iter().chain(others).find(|law| law.id == breach.law);
            let name = law.map_or(String::new(), |law| format!(" {}", law.name));
            why.push(format!("{}{name}: {}", breach.law, code(&breach.why)));
        }
        let _ = writeln!(out, "| {} | {finding} | {} |", row.line, why.join("; "));
    }
    let rest = summary.counts.rows() - sample.0.len() as u64;
    if rest > 0 {
        let _ = writeln!(out, "\n… and {rest} more, all in audit.json");
    }
}

fn line(out: &mut String, name: &str, tally: &Tally) {
    let _ = writeln!(
        out,
        "| {name} | {} | {} | {} |",
        tally.agrees, tally.disagrees, tally.not_comparable
    );
}

fn not_applicable(out: &mut String, tallies: &BTreeMap<String, Tally>) {
    for (name, tally) in tallies {
        for (reason, count) in &tally.reasons {
            let _ = writeln!(out, "\n{name}, {count} times: {reason}");
        }
    }
}
