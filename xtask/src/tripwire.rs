//! Tripwires: what stops the service or calls a person (D93 to D96).
//!
//! An invented value and a verdict from undisclosed coverage trip at the first
//! one. What the kill line says of the incidents on record stands beside them;
//! its ratios take a ledger, which no run of the harness has, and a wire whose
//! evidence is absent must never read as clear. Absent evidence does not fail a
//! run; `cargo xtask tripwires` judges ledger and free use.

use std::collections::BTreeMap;

use argument_check_oracle::kill_line::{Report, WireState};
use serde::{Deserialize, Serialize};

use crate::exit::Exit;

/// The state of all wires.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tripwires {
    /// REPAIRED answers that do not replay, cannot be proven, or break I5, I6
    /// or I12 (D93).
    pub(crate) invented_values: u64,
    /// Verdicts on schemas that are not covered, or that break I2 or I19 (D94).
    pub(crate) undisclosed_coverage: u64,
    /// What the kill line says; absent where no incidents were looked at.
    pub(crate) kill_line: Option<KillLine>,
}

/// The kill line as a run of the harness sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KillLine {
    /// `ok`, `not_evaluated`, `stop_and_review` or `stop_serving`.
    pub(crate) state: String,
    /// Each wire: `clear`, `tripped` or `not_evaluated`.
    pub(crate) wires: BTreeMap<String, String>,
    /// Incidents that nobody cleared.
    pub(crate) open_incidents: u64,
}

impl KillLine {
    /// What `report` says.
    pub(crate) fn of(report: &Report) -> Self {
        let wires = report.wires().into_iter();
        let open = [&report.tripwires.2, &report.tripwires.3];
        Self {
            state: report.state.as_str().to_owned(),
            wires: wires
                .map(|(id, state)| (id.to_owned(), word(state).to_owned()))
                .collect(),
            open_incidents: open.map(|wire| wire.open.len() as u64).iter().sum(),
        }
    }
}

fn word(state: WireState) -> &'static str {
    match state {
        WireState::Clear => "clear",
        WireState::NotEvaluated => "not_evaluated",
        WireState::Tripped => "tripped",
    }
}

impl Tripwires {
    /// The wires that tripped, and what each asks for.
    pub(crate) fn tripped(&self) -> Vec<(Exit, &'static str)> {
        let mut tripped = Vec::new();
        if self.invented_values > 0 {
            tripped.push((
                Exit::StopServing,
                "a value was invented: no replay, no proof, or I5, I6 or I12 is broken",
            ));
        }
        if self.undisclosed_coverage > 0 {
            tripped.push((
                Exit::StopServing,
                "a verdict on a schema that is not covered, or whose coverage is not disclosed",
            ));
        }
        tripped
    }

    /// Adds what another section found.
    pub(crate) fn add(&mut self, other: &Self) {
        self.invented_values += other.invented_values;
        self.undisclosed_coverage += other.undisclosed_coverage;
    }

    /// One line for a report.
    pub(crate) fn line(&self) -> String {
        let kill_line = match &self.kill_line {
            None => "kill line not evaluated (no incidents were looked at)".to_owned(),
            Some(found) => {
                let wires = found.wires.iter();
                let wires: Vec<String> = wires.map(|(id, state)| format!("{id} {state}")).collect();
                format!("kill line {}: {}", found.state, wires.join(", "))
            }
        };
        format!(
            "invented values {}, undisclosed coverage {}; {kill_line}",
            self.invented_values, self.undisclosed_coverage
        )
    }
}

#[cfg(test)]
mod tests {
    use argument_check_oracle::kill_line::{Evidence, Question, evaluate};

    use super::*;

    #[test]
    fn one_invented_value_stops_the_service() {
        let wires = Tripwires {
            invented_values: 1,
            ..Tripwires::default()
        };
        assert_eq!(wires.tripped()[0].0, Exit::StopServing);
        assert!(Tripwires::default().tripped().is_empty());
    }

    #[test]
    fn absent_evidence_is_named_and_never_clear() {
        let nothing = evaluate(&Evidence::default(), &Question::default()).unwrap();
        let wires = Tripwires {
            kill_line: Some(KillLine::of(&nothing.0)),
            ..Tripwires::default()
        };
        for line in [wires.line(), Tripwires::default().line()] {
            assert!(line.contains("not_evaluated") || line.contains("not evaluated"));
            assert!(!line.contains("clear"), "{line}");
        }
    }
}
