//! Tripwires: the events and ratios that stop the service or call a person
//! (D93 to D96).
//!
//! An invented value and a verdict from undisclosed coverage trip at the first
//! one. The two ratios need a ledger; a wire whose evidence is absent is not
//! evaluated, and must never read as clear.

use serde::{Deserialize, Serialize};

use crate::exit::Exit;

/// The state of all wires.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tripwires {
    /// REPAIRED answers that do not replay, cannot be proven, or break I5, I6
    /// or I12 (D93).
    pub(crate) invented_values: u64,
    /// Verdicts on schemas that are not covered, or that break I2 or I19 (D94).
    pub(crate) undisclosed_coverage: u64,
    /// What a ledger says; absent when none was read.
    pub(crate) usage: Option<Usage>,
}

/// The counts of a ledger that the two ratios need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Usage {
    /// Paid calls of the worst window.
    pub(crate) paid_in_window: u64,
    /// Those of them that were refunded.
    pub(crate) refunded_in_window: u64,
    /// All paid calls.
    pub(crate) paid: u64,
    /// All accepted free pre-checks.
    pub(crate) free: u64,
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
        if let Some(usage) = self.usage {
            if refunds_trip(usage.refunded_in_window, usage.paid_in_window) {
                tripped.push((Exit::Review, "refunds over 5% of the paid calls of 30 days"));
            }
            if free_use_trips(usage.free, usage.paid) {
                tripped.push((Exit::Review, "free use over ten times paid use"));
            }
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
        let ledger = match self.usage {
            None => "refunds and free use not evaluated (no ledger)".to_owned(),
            Some(usage) => format!(
                "{} of {} paid calls of the worst window refunded, {} free uses for {} paid",
                usage.refunded_in_window, usage.paid_in_window, usage.free, usage.paid
            ),
        };
        format!(
            "invented values {}, undisclosed coverage {}, {ledger}",
            self.invented_values, self.undisclosed_coverage
        )
    }
}

/// Refunds over 5%: strict, and in integers (D95).
fn refunds_trip(refunded: u64, paid: u64) -> bool {
    u128::from(refunded) * 20 > u128::from(paid)
}

/// Free use over ten times paid use: strict; without any paid call the first
/// free use trips (D96).
fn free_use_trips(free: u64, paid: u64) -> bool {
    u128::from(free) > u128::from(paid) * 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_refund_in_twenty_passes_and_one_in_nineteen_trips() {
        assert!(!refunds_trip(0, 0));
        assert!(!refunds_trip(1, 20));
        assert!(refunds_trip(1, 19));
        assert!(!refunds_trip(u64::MAX / 20, u64::MAX));
        assert!(refunds_trip(u64::MAX, u64::MAX));
    }

    #[test]
    fn ten_free_uses_for_one_paid_call_pass_and_eleven_trip() {
        assert!(!free_use_trips(0, 0));
        assert!(free_use_trips(1, 0));
        assert!(!free_use_trips(10, 1));
        assert!(free_use_trips(11, 1));
        assert!(!free_use_trips(u64::MAX, u64::MAX));
    }

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
    fn a_ratio_of_a_ledger_asks_for_a_review_only() {
        let usage = Usage {
            paid_in_window: 19,
            refunded_in_window: 1,
            paid: 1,
            free: 11,
        };
        let wires = Tripwires {
            usage: Some(usage),
            ..Tripwires::default()
        };
        let exits: Vec<Exit> = wires.tripped().iter().map(|(exit, _)| *exit).collect();
        assert_eq!(exits, [Exit::Review, Exit::Review]);
        assert!(wires.line().starts_with("invented values 0"));
        assert!(Tripwires::default().line().contains("not evaluated"));
    }
}
