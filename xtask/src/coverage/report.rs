//! The model of the coverage report, and its file.
//!
//! Source lines of the engine stand in it; no body does. The shape is published
//! as `reports/schema/coverage.schema.json`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::lines::{Lines, Missed};
use super::reasons::{LeftOut, Reasons as Given};
use crate::exit::{Exit, Reasons};
use crate::report::run::Footer;
use crate::report::{Named, Pin};

/// The name and version of the format.
const FORMAT: &str = "argument-check-coverage/v1";

/// The files that a run writes.
pub(super) const FILES: [&str; 2] = ["coverage.json", "coverage.md"];

/// Of a hundred lines, how many the pinned corpus alone has to run.
pub(super) const WANTED: u64 = 95;

/// The folder of the engine.
pub(super) const ENGINE: &str = "engine/src/";

/// A report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Report {
    format: &'static str,
    pub(super) header: Header,
    pub(super) total: Room,
    /// The rooms of the engine, by name.
    pub(super) rooms: Vec<Room>,
    /// What is not measured.
    pub(super) left_out: Vec<LeftOut>,
    /// The lines that the pinned corpus alone does not run.
    pub(super) rows: Vec<Row>,
    /// Reasons for lines that ran, or are no more; looked for with llvm-tools.
    pub(super) stale: Vec<String>,
    pub(super) footer: Footer,
}

/// What was measured, by what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Header {
    pub(super) engine: String,
    /// The corpora whose bodies were asked, by their pins.
    pub(super) corpora: Vec<Pin>,
    pub(super) tool: Named,
    /// Why regions are not measured; null where they are.
    pub(super) no_regions: Option<String>,
    /// How many lines of a hundred are wanted from the pinned corpus alone.
    pub(super) wanted: u64,
    pub(super) bodies: BodyCounts,
}

/// How many bodies were asked, no two alike.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct BodyCounts {
    pub(super) corpus: u64,
    /// With the fuzz corpora and calls; null where there are none.
    pub(super) all: Option<u64>,
    /// Where the others come from.
    pub(super) sources: Vec<String>,
}

/// How much of one room ran.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Room {
    pub(super) name: String,
    pub(super) lines: u64,
    /// By the pinned corpus alone.
    pub(super) corpus: u64,
    /// By everything; null where there is nothing else.
    pub(super) all: Option<u64>,
    /// By the pinned corpus alone; null where regions are not measured.
    pub(super) regions: Option<Regions>,
}

/// The regions of one room.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(super) struct Regions {
    pub(super) all: u64,
    pub(super) corpus: u64,
}

/// One line that the pinned corpus alone does not run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Row {
    pub(super) file: String,
    pub(super) line: u64,
    pub(super) function: String,
    pub(super) text: String,
    /// Why; null is a finding.
    pub(super) reason: Option<String>,
    /// Whether the others run it.
    pub(super) runs_by_others: bool,
}

/// What was measured.
pub(super) struct Found {
    pub(super) corpus: Lines,
    pub(super) all: Option<Lines>,
    /// Of each file, by its path in the workspace.
    pub(super) regions: Option<BTreeMap<String, Regions>>,
    pub(super) missed: Vec<Missed>,
}

impl Report {
    /// A report with its footer.
    pub(super) fn new(header: Header, found: &Found, given: &Given) -> Self {
        let mut rooms: BTreeMap<&str, Room> = BTreeMap::new();
        let mut total = Room {
            name: "engine".to_owned(),
            ..Room::default()
        };
        for (file, hits) in &found.corpus.0 {
            let room = rooms.entry(room(file)).or_default();
            for counted in [room, &mut total] {
                counted.lines += hits.len() as u64;
                counted.corpus += hits.values().filter(|count| **count > 0).count() as u64;
                if let Some(all) = &found.all {
                    let ran = hits.keys().filter(|line| all.ran(file, **line)).count();
                    *counted.all.get_or_insert(0) += ran as u64;
                }
                if let Some(more) = found.regions.as_ref().and_then(|all| all.get(file)) {
                    let regions = counted.regions.get_or_insert_default();
                    regions.all += more.all;
                    regions.corpus += more.corpus;
                }
            }
        }
        let rows: Vec<Row> = found
            .missed
            .iter()
            .map(|missed| Row {
                reason: given.of(missed).map(str::to_owned),
                runs_by_others: found
                    .all
                    .as_ref()
                    .is_some_and(|all| all.ran(&missed.file, missed.line)),
                file: missed.file.clone(),
                line: missed.line,
                function: missed.function.clone(),
                text: missed.text.clone(),
            })
            .collect();
        // cargo-tarpaulin counts fewer lines, so its silence about one says nothing.
        let stale = match found.regions {
            Some(_) => given.stale(&found.missed),
            None => Vec::new(),
        };
        let reasons = reasons(&header, &total, &rows, &stale);
        Self {
            format: FORMAT,
            rooms: rooms
                .into_iter()
                .map(|(name, room)| Room {
                    name: name.to_owned(),
                    ..room
                })
                .collect(),
            left_out: given.left_out.clone(),
            footer: Footer::new(rows.len() as u64, reasons),
            header,
            total,
            rows,
            stale,
        }
    }

    /// How the run ended.
    pub(super) fn exit(&self) -> Exit {
        self.footer.reasons.worst()
    }
}

/// The room of a file: its folder in the engine, or its own name.
fn room(file: &str) -> &str {
    let inside = file.strip_prefix(ENGINE).unwrap_or(file);
    inside.split('/').next().unwrap_or(inside)
}

/// Every reason why a run does not end clean.
fn reasons(header: &Header, total: &Room, rows: &[Row], stale: &[String]) -> Reasons {
    let mut reasons = Reasons::default();
    if total.lines == 0 || total.corpus == 0 || header.bodies.corpus == 0 {
        reasons.add(
            Exit::NotProvenAlive,
            "no line of the engine was seen to run",
        );
    }
    if total.corpus * 100 < total.lines * header.wanted {
        let why = format!(
            "the pinned corpus runs {} of {} lines, less than {}%",
            total.corpus, total.lines, header.wanted
        );
        reasons.add(Exit::Conformance, why);
    }
    let unexplained = rows.iter().filter(|row| row.reason.is_none()).count();
    if unexplained > 0 {
        let file = super::reasons::FILE;
        let why = format!(
            "{unexplained} lines do not run and have no reason: add a case, or a reason to {file}"
        );
        reasons.add(Exit::Conformance, why);
    }
    if !stale.is_empty() {
        let why = format!("{} reasons are stale: take them out", stale.len());
        reasons.add(Exit::Conformance, why);
    }
    reasons
}
