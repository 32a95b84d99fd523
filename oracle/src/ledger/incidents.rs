//! Incidents: what the conformance harness, or the self-check of a server,
//! found (D93, D94, D97).
//!
//! `{"ts","kind","evidence","cleared"}`, one a line, append-only. A person
//! clears one by appending the same line with `cleared` filled in; the same
//! edit in place is read alike. Must never be inferred from the ledger, which
//! holds no content, and must hold nothing submitted: `evidence` names a law
//! and at most the id of a case.

use std::collections::HashMap;
use std::fmt;
use std::fs::OpenOptions;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::jsonl::{self, Fault, ReadError, Summary, Tail};
use super::line::{json, whole};
use super::store::{StoreError, failure};
use super::text::{self, Invalid, Label, as_text};
use super::time::Timestamp;

/// The name of the file, beside a ledger and among reports.
pub const FILE_NAME: &str = "incidents.jsonl";

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A repair invented a value (D93).
    InventedRepair,
    /// A verdict from coverage that was not disclosed (D94).
    UndisclosedPartialCoverage,
}

impl Kind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::InventedRepair, Self::UndisclosedPartialCoverage];

    /// The published spelling.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InventedRepair => "invented_repair",
            Self::UndisclosedPartialCoverage => "undisclosed_partial_coverage",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl FromStr for Kind {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let mut all = Self::ALL.into_iter();
        all.find(|kind| kind.as_str() == text)
            .ok_or(Invalid("invented_repair or undisclosed_partial_coverage"))
    }
}

as_text!(Kind);

/// Who decided that an incident is over, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cleared {
    /// When.
    pub ts: Timestamp,
    /// Who.
    pub by: Label,
}

/// One incident.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Incident {
    /// When it was found.
    pub ts: Timestamp,
    /// What happened.
    pub kind: Kind,
    /// The law that was broken, and where; nothing submitted.
    pub evidence: Label,
    /// Null while it is open.
    #[serde(deserialize_with = "text::nullable_object")]
    pub cleared: Option<Cleared>,
}

impl Incident {
    /// An open incident.
    #[must_use]
    pub fn open(ts: Timestamp, kind: Kind, evidence: Label) -> Self {
        Self {
            ts,
            kind,
            evidence,
            cleared: None,
        }
    }

    /// Reads one line, without its line feed.
    ///
    /// # Errors
    ///
    /// Anything but one object with exactly the four keys.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        whole(text)
    }

    /// The bytes of the line, without a line feed.
    #[must_use]
    pub fn to_text(&self) -> String {
        json(self)
    }

    /// Whether nobody cleared it.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.cleared.is_none()
    }
}

/// Reads `file`: each incident once, in the order in which they were found.
///
/// # Errors
///
/// The first line that is wrong, or that opens or clears anew what was cleared,
/// with file and line.
pub fn read(file: &Path) -> Result<(Vec<Incident>, Summary), ReadError> {
    let mut found = Collected::default();
    let summary = jsonl::read_file(file, Tail::Line, |number, text| found.take(number, text))?;
    Ok((found.incidents, summary))
}

/// Incidents read so far; one is the same by time, kind and evidence.
#[derive(Debug, Default)]
struct Collected {
    incidents: Vec<Incident>,
    by_name: HashMap<(Timestamp, Kind, Label), (usize, u64)>,
}

impl Collected {
    fn take(&mut self, number: u64, text: &str) -> Result<(), Fault> {
        let incident = Incident::parse(text)?;
        let name = (incident.ts, incident.kind, incident.evidence.clone());
        let known = self.by_name.insert(name, (self.incidents.len(), number));
        let Some((place, earlier)) = known else {
            self.incidents.push(incident);
            return Ok(());
        };
        let name = (incident.ts, incident.kind, incident.evidence.clone());
        self.by_name.insert(name, (place, number));
        match self.incidents.get_mut(place) {
            Some(before) if before.is_open() || *before == incident => {
                *before = incident;
                Ok(())
            }
            _ => Err(Fault::Twice {
                what: "incident_conflict: the line changes an incident that was cleared",
                earlier,
            }),
        }
    }
}

/// Appends one incident to `file`, which is made if there is none, and returns
/// when it will outlive a crash. A torn last line becomes a line of its own,
/// which a reader then refuses by name: nothing found is ever lost in it.
///
/// # Errors
///
/// The operating system says no.
pub fn append(file: &Path, incident: &Incident) -> Result<(), StoreError> {
    let put = || {
        let mut options = OpenOptions::new();
        let mut opened = options.read(true).append(true).create(true).open(file)?;
        let mut text = incident.to_text() + "\n";
        if opened.seek(SeekFrom::End(0))? > 0 {
            let mut last = [0];
            opened.seek(SeekFrom::End(-1))?;
            opened.read_exact(&mut last)?;
            if last != *b"\n" {
                text.insert(0, '\n');
            }
        }
        opened.write_all(text.as_bytes())?;
        opened.sync_all()
    };
    put().map_err(failure(file, "an incident cannot be appended"))
}
