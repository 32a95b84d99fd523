//! PF20: what the history says of this very proposal.

use super::clauses::Clauses;

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// With a result.
    Success,
    /// For good.
    Terminal,
    /// For now.
    Transient,
}

impl Outcome {
    /// The outcome of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "success" => Some(Self::Success),
            "terminal_failure" => Some(Self::Terminal),
            "transient_failure" => Some(Self::Transient),
            _ => None,
        }
    }
}

/// One call of the history.
#[derive(Debug, Clone)]
pub struct Call {
    /// Its place in the history.
    pub index: usize,
    /// `toolCallId`.
    pub id: String,
    /// `fingerprint`.
    pub fingerprint: String,
    /// `outcome`.
    pub outcome: Outcome,
    /// `ageSeconds`.
    pub age: f64,
    /// `goalHash`.
    pub goal: Option<String>,
    /// `resultReference`.
    pub reference: Option<String>,
}

/// What the history says.
#[derive(Debug, Default)]
pub struct Evidence {
    /// The newest call that settles something.
    pub anchor: Option<Call>,
    /// Whether it is fresh.
    pub is_fresh: bool,
    /// Fresh passing failures newer than the anchor, newest first.
    pub transients: Vec<Call>,
    /// Whether a match was set aside for its goal.
    pub other_goal: bool,
}

/// Smaller ages first; of equal ages the later entry.
pub fn newest_first(calls: &mut [Call]) {
    calls.sort_by(|one, other| {
        let by_age = one.age.total_cmp(&other.age);
        by_age.then_with(|| other.index.cmp(&one.index))
    });
}

/// Weighs the history.
#[must_use]
pub fn weigh(
    history: &[Call],
    fingerprint: &str,
    goal: Option<&str>,
    ttl: f64,
    clauses: &Clauses,
) -> Evidence {
    let ours = history
        .iter()
        .filter(|call| call.fingerprint == fingerprint);
    let is_other = |call: &&Call| {
        clauses.minds_goal
            && matches!((goal, &call.goal), (Some(goal), Some(other)) if goal != other)
    };
    let (dropped, mut kept): (Vec<Call>, Vec<Call>) =
        ours.cloned().partition(|call| is_other(&call));
    // -0 and 0 are one age.
    for call in &mut kept {
        call.age += 0.0;
    }
    (clauses.newest_first)(&mut kept);
    let fresh = |call: &Call| (clauses.is_fresh)(call.age, ttl);
    let settles = |call: &Call| match call.outcome {
        Outcome::Success => true,
        Outcome::Terminal => (clauses.terminal_counts)(fresh(call)),
        Outcome::Transient => false,
    };
    let at = kept.iter().position(settles);
    let newer = kept.iter().take(at.unwrap_or(kept.len()));
    let transients = newer.filter(|call| call.outcome == Outcome::Transient && fresh(call));
    let transients = transients.cloned().collect();
    let anchor = at.and_then(|at| kept.get(at)).cloned();
    Evidence {
        is_fresh: anchor
            .as_ref()
            .is_some_and(|anchor| (clauses.success_counts)(fresh(anchor))),
        anchor,
        transients,
        other_goal: !dropped.is_empty(),
    }
}
