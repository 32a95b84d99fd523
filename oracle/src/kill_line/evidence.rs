//! What a kill line is judged by: up to three files, and what is asked of them.

use std::path::Path;

use crate::ledger::free::{self, FreeDays};
use crate::ledger::incidents::{self, Incident};
use crate::ledger::jsonl::{ReadError, Summary};
use crate::ledger::{self, Fold, Timestamp};

/// The files that were given. One that was not is absent evidence; an empty one
/// is evidence of nothing having happened.
#[derive(Debug, Default)]
pub struct Evidence {
    /// The ledger, folded.
    pub ledger: Option<(Fold, Summary)>,
    /// Free use by day.
    pub free: Option<(FreeDays, Summary)>,
    /// Incidents, each once.
    pub incidents: Option<(Vec<Incident>, Summary)>,
}

/// What is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Question {
    /// Until when the service was observed, inclusive; else until the latest
    /// ledger `ts` or the end of the last free day, whichever is later.
    pub as_of: Option<Timestamp>,
    /// Since when; else since the earliest record.
    pub service_start: Option<Timestamp>,
    /// Whether the operator's own calls count.
    pub include_house: bool,
}

impl Evidence {
    /// Reads the files that are given.
    ///
    /// # Errors
    ///
    /// The first line that cannot be used, with file and line.
    pub fn read(
        ledger: Option<&Path>,
        free: Option<&Path>,
        incidents: Option<&Path>,
    ) -> Result<Self, ReadError> {
        Ok(Self {
            ledger: ledger.map(ledger::read).transpose()?,
            free: free.map(free::read).transpose()?,
            incidents: incidents.map(incidents::read).transpose()?,
        })
    }
}
