//! The report `kill-line/v1`: what each wire says, the state that follows, and
//! by which inputs (sections 5.4 and 5.5).
//!
//! Equal inputs give equal bytes: RFC 8785, no clock, files by their digest and
//! not by their path. The shape is published as
//! `reports/schema/kill-line.schema.json`.

use serde::Serialize;

use super::evidence::{Evidence, Question};
use super::refunds;
use super::usage::Usage;
use super::{WINDOW_MS, free_use};
use crate::ledger::incidents::{Incident, Kind};
use crate::ledger::{Label, Timestamp};

/// The name and version of the report.
pub const NAME: &str = "kill-line/v1";

/// What one wire says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WireState {
    /// The evidence is there and does not trip it.
    Clear,
    /// The evidence is absent.
    NotEvaluated,
    /// It tripped.
    Tripped,
}

/// What all wires say together, mildest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Every wire is clear.
    Ok,
    /// Some wire has no evidence, the others are clear.
    NotEvaluated,
    /// A ratio tripped: a person decides.
    StopAndReview,
    /// An incident is open: no answer may leave.
    StopServing,
}

impl State {
    /// The spelling of the report.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::NotEvaluated => "not_evaluated",
            Self::StopAndReview => "stop_and_review",
            Self::StopServing => "stop_serving",
        }
    }
}

/// The report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Until when the service was observed; null if nothing says so.
    pub as_of: Option<Timestamp>,
    /// By which inputs.
    pub inputs: Inputs,
    /// Always [`NAME`].
    pub report: &'static str,
    /// What follows.
    pub state: State,
    /// The wires, in published order.
    pub tripwires: (RefundWire, FreeWire, IncidentWire, IncidentWire),
}

/// What the report was made from; null for a file that was not given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Inputs {
    /// Distinct `tx` of the ledger, those of the house too.
    pub folded: Option<u64>,
    /// Lines of the free-use file.
    pub free_days: Option<u64>,
    /// Its SHA-256.
    pub free_sha256: Option<String>,
    /// Whether records of the house were left out.
    pub house_excluded: bool,
    /// Incidents, cleared ones too.
    pub incidents: Option<u64>,
    /// The SHA-256 of their file.
    pub incidents_sha256: Option<String>,
    /// Lines of the ledger.
    pub ledger_lines: Option<u64>,
    /// Its SHA-256.
    pub ledger_sha256: Option<String>,
    /// Since when the service was observed; null if nothing says so.
    pub service_start: Option<Timestamp>,
}

/// Refunds over five per cent in any 30 days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RefundWire {
    /// `refunds_over_5pct_30d`.
    pub id: &'static str,
    /// The span is shorter than a window: the result is provisional.
    pub partial: bool,
    /// What it says.
    pub state: WireState,
    /// How many windows differ from each other.
    pub windows_evaluated: u64,
    /// The worst one; null if none was looked at.
    pub worst: Option<Worst>,
}

/// A window of the refund wire: [start, end).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Worst {
    /// Its end, exclusive.
    pub end: Option<Timestamp>,
    /// Its paid calls.
    pub paid: u64,
    /// Those that were refunded.
    pub refunded: u64,
    /// Its start, inclusive.
    pub start: Option<Timestamp>,
}

/// Free use over ten times paid use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FreeWire {
    /// Free calls; null without their file.
    pub free: Option<u64>,
    /// `free_over_10x_paid`.
    pub id: &'static str,
    /// Paid calls; null without a ledger.
    pub paid: Option<u64>,
    /// What it says.
    pub state: WireState,
    /// The last thirty days, for information.
    pub trailing_30d: Option<Trailing>,
    /// Nothing was paid, so the first free use trips; null without a ledger.
    pub zero_paid: Option<bool>,
}

/// Free and paid calls of the last thirty days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Trailing {
    /// Free calls.
    pub free: u64,
    /// Paid calls.
    pub paid: u64,
}

/// One kind of incident.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct IncidentWire {
    /// The kind.
    pub id: &'static str,
    /// Those that nobody cleared, in the order in which they were found.
    pub open: Vec<Open>,
    /// What it says.
    pub state: WireState,
}

/// An open incident.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Open {
    /// The law, and where.
    pub evidence: Label,
    /// When it was found.
    pub ts: Timestamp,
}

impl Report {
    /// Judges what `usage` counts of `evidence`.
    pub(super) fn of(evidence: &Evidence, question: &Question, usage: &Usage) -> Self {
        let incidents = evidence.incidents.as_ref().map(|(all, _)| all.as_slice());
        let tripwires = (
            RefundWire::of(usage),
            FreeWire::of(usage),
            IncidentWire::of(Kind::InventedRepair, incidents),
            IncidentWire::of(Kind::UndisclosedPartialCoverage, incidents),
        );
        Self {
            as_of: usage.span.map(|span| span.as_of),
            inputs: Inputs::of(evidence, question, usage),
            report: NAME,
            state: state(&tripwires),
            tripwires,
        }
    }

    /// Each wire by its id, with what it says.
    #[must_use]
    pub fn wires(&self) -> [(&'static str, WireState); 4] {
        let (refunds, free, invented, undisclosed) = &self.tripwires;
        [
            (refunds.id, refunds.state),
            (free.id, free.state),
            (invented.id, invented.state),
            (undisclosed.id, undisclosed.state),
        ]
    }

    /// The report as RFC 8785 text, without a line feed.
    ///
    /// # Errors
    ///
    /// A count of 2^53 or more has no such form.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        serde_jcs::to_string(self)
    }
}

fn state(wires: &(RefundWire, FreeWire, IncidentWire, IncidentWire)) -> State {
    let ratios = [wires.0.state, wires.1.state];
    let events = [wires.2.state, wires.3.state];
    if events.contains(&WireState::Tripped) {
        State::StopServing
    } else if ratios.contains(&WireState::Tripped) {
        State::StopAndReview
    } else if [ratios, events].concat().contains(&WireState::NotEvaluated) {
        State::NotEvaluated
    } else {
        State::Ok
    }
}

fn tripped(trips: bool) -> WireState {
    if trips {
        WireState::Tripped
    } else {
        WireState::Clear
    }
}

impl Inputs {
    fn of(evidence: &Evidence, question: &Question, usage: &Usage) -> Self {
        let ledger = evidence.ledger.as_ref();
        let free = evidence.free.as_ref();
        let incidents = evidence.incidents.as_ref();
        Self {
            folded: ledger.map(|(fold, _)| fold.len() as u64),
            free_days: free.map(|(days, _)| days.len() as u64),
            free_sha256: free.map(|(_, read)| read.sha256.clone()),
            house_excluded: !question.include_house,
            incidents: incidents.map(|(all, _)| all.len() as u64),
            incidents_sha256: incidents.map(|(_, read)| read.sha256.clone()),
            ledger_lines: ledger.map(|(_, read)| read.lines),
            ledger_sha256: ledger.map(|(_, read)| read.sha256.clone()),
            service_start: usage.span.map(|span| span.start),
        }
    }
}

impl RefundWire {
    fn of(usage: &Usage) -> Self {
        let mut wire = Self {
            id: "refunds_over_5pct_30d",
            partial: false,
            state: WireState::NotEvaluated,
            windows_evaluated: 0,
            worst: None,
        };
        let Some(calls) = &usage.calls else {
            return wire;
        };
        // A ledger without a span has no record: nothing was refunded.
        wire.state = WireState::Clear;
        wire.partial = true;
        if let Some(span) = usage.span {
            let sweep = refunds::sweep(calls, span.start.millis(), span.end(), WINDOW_MS);
            let worst = sweep.worst;
            wire.partial = sweep.partial;
            wire.state = tripped(worst.trips());
            wire.windows_evaluated = sweep.windows;
            wire.worst = Some(Worst {
                end: Timestamp::from_millis(worst.end),
                paid: worst.paid,
                refunded: worst.refunded,
                start: Timestamp::from_millis(worst.start),
            });
        }
        wire
    }
}

impl FreeWire {
    fn of(usage: &Usage) -> Self {
        let (free, paid) = (free_use::free(usage), free_use::paid(usage));
        let state = match (free, paid) {
            (Some(free), Some(paid)) => tripped(free_use::Counts { free, paid }.trips()),
            _ => WireState::NotEvaluated,
        };
        Self {
            free,
            id: "free_over_10x_paid",
            paid,
            state,
            trailing_30d: free_use::trailing(usage).map(|counts| Trailing {
                free: counts.free,
                paid: counts.paid,
            }),
            zero_paid: paid.map(|paid| paid == 0),
        }
    }
}

impl IncidentWire {
    fn of(kind: Kind, incidents: Option<&[Incident]>) -> Self {
        let all = incidents.unwrap_or_default().iter();
        let open: Vec<Open> = all
            .filter(|incident| incident.kind == kind && incident.is_open())
            .map(|incident| Open {
                evidence: incident.evidence.clone(),
                ts: incident.ts,
            })
            .collect();
        let state = match incidents {
            None => WireState::NotEvaluated,
            Some(_) => tripped(!open.is_empty()),
        };
        Self {
            id: kind.as_str(),
            open,
            state,
        }
    }
}
