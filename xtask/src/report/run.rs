//! What the reports of single runs share (`faults`, `exhaustive`, `coverage`,
//! `audit`, …): how a run is timed, and how its report ends.
//!
//! Each run has a format of its own with a schema of its own; only members that
//! are the same in name, order and meaning stand here. Must never state an exit
//! code that its reasons do not ask for.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::exit::Reasons;

/// What differs between two runs that found the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Run {
    /// Wall time.
    pub(crate) milliseconds: u64,
}

impl Run {
    /// A run that ends now.
    pub(crate) fn since(started: Instant) -> Self {
        Self {
            milliseconds: started.elapsed().as_millis() as u64,
        }
    }

    /// The wall time as Markdown has it.
    pub(crate) fn wall_time(&self) -> String {
        format!("{} ms", self.milliseconds)
    }
}

/// The end of a report with rows. It is the last member, so that a report that
/// was cut never looks like a whole one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Footer {
    /// Always true: it says that the writer reached the end.
    complete: bool,
    /// How many rows stand above; a reader counts them.
    pub(crate) rows: u64,
    exit_code: u8,
    /// Every reason why the exit code is not 0.
    pub(crate) reasons: Reasons,
}

impl Footer {
    /// The footer of a report with so many rows that ends for `reasons`.
    pub(crate) fn new(rows: u64, reasons: Reasons) -> Self {
        Self {
            complete: true,
            rows,
            exit_code: reasons.worst().code(),
            reasons,
        }
    }
}
