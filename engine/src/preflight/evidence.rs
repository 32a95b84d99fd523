//! The evidence (preflight, 3.4): decides what the history says about a
//! proposal. The newest decisive evidence wins: a success ends the failures
//! before it, a terminal failure cancels an older success, a transient failure
//! does neither.

use std::cmp::Ordering;

use super::hash::Hash;
use super::proposal::{Call, Outcome, Proposal};

/// What the history says.
pub(super) struct Evidence<'p, 'd> {
    /// The newest candidate that is a success or a terminal failure.
    anchor: Option<&'p Call<'d>>,
    /// How many fresh transient failures are newer than the anchor.
    pub(super) transients: u32,
    /// The newest of these.
    pub(super) newest_transient: Option<&'p Call<'d>>,
    /// A call with the fingerprint was set aside for its goal.
    pub(super) other_goal: bool,
}

/// A call and its place in the history.
type Placed<'p, 'd> = (usize, &'p Call<'d>);

/// Which of two calls is the newer one: the one of smaller age, of equal ages
/// the one that stands later.
fn by_newness(one: &Placed<'_, '_>, other: &Placed<'_, '_>) -> Ordering {
    let by_age = other.1.age.partial_cmp(&one.1.age);
    by_age
        .unwrap_or(Ordering::Equal)
        .then_with(|| one.0.cmp(&other.0))
}

impl<'p, 'd> Evidence<'p, 'd> {
    /// The evidence for the proposal with this fingerprint.
    pub(super) fn of(proposal: &'p Proposal<'d>, fingerprint: Hash) -> Self {
        let fingerprint = fingerprint.to_string();
        let matches = || {
            let placed = proposal.history.iter().enumerate();
            placed.filter(|(_, call)| call.fingerprint == fingerprint)
        };
        let candidates = || matches().filter(|(_, call)| proposal.shares_goal(call));
        let anchor = candidates()
            .filter(|(_, call)| call.outcome != Outcome::TransientFailure)
            .max_by(by_newness);
        let transients = || {
            candidates().filter(|placed| {
                placed.1.outcome == Outcome::TransientFailure
                    && placed.1.age < proposal.freshness_ttl
                    && anchor.is_none_or(|anchor| by_newness(placed, &anchor).is_gt())
            })
        };
        Self {
            anchor: anchor.map(|(_, call)| call),
            transients: u32::try_from(transients().count()).unwrap_or(u32::MAX),
            newest_transient: transients().max_by(by_newness).map(|(_, call)| call),
            other_goal: matches().any(|(_, call)| !proposal.shares_goal(call)),
        }
    }

    /// The anchor, if it is a success that is still fresh.
    pub(super) fn fresh_success(&self, proposal: &Proposal<'_>) -> Option<&'p Call<'d>> {
        self.success()
            .filter(|call| call.age < proposal.freshness_ttl)
    }

    /// The anchor, if it is a success that is no longer fresh.
    pub(super) fn stale_success(&self, proposal: &Proposal<'_>) -> Option<&'p Call<'d>> {
        self.success()
            .filter(|call| call.age >= proposal.freshness_ttl)
    }

    /// The anchor, if it is a terminal failure; that never expires.
    pub(super) fn terminal_failure(&self) -> Option<&'p Call<'d>> {
        self.anchor
            .filter(|call| call.outcome == Outcome::TerminalFailure)
    }

    fn success(&self) -> Option<&'p Call<'d>> {
        self.anchor.filter(|call| call.outcome == Outcome::Success)
    }
}
