//! The trace of one check: what was looked at where, what came of it, and
//! which reading decides.
//!
//! It records and never decides; a run without a trace takes the same steps.

/// What came of one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A refusal predicate does not hold.
    Passed,
    /// A refusal predicate holds: there is no verdict.
    Refused,
    /// A repair was made.
    Fired,
    /// A rule does not apply here.
    NotFired,
    /// A repair was considered and may not be made: ambiguous or too deep.
    Barred,
    /// A repair was made and taken back.
    Withdrawn,
    /// A defect remains.
    Defect,
}

impl Outcome {
    /// The outcome in one word or two.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Passed => "passed",
            Outcome::Refused => "refused",
            Outcome::Fired => "fired",
            Outcome::NotFired => "not fired",
            Outcome::Barred => "barred",
            Outcome::Withdrawn => "withdrawn",
            Outcome::Defect => "defect",
        }
    }
}

/// One step of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Where: a path of the arguments, `$arguments_text`, or `body`.
    pub path: String,
    /// What was tried: a rule id, a refusal or defect code.
    pub rule: String,
    /// What came of it.
    pub outcome: Outcome,
    /// The reading that decides, such as `D58`.
    pub reading: &'static str,
    /// Why, in a short sentence.
    pub why: String,
}

impl Step {
    /// A step of these parts.
    pub fn new(
        path: &str,
        rule: &str,
        outcome: Outcome,
        reading: &'static str,
        why: impl Into<String>,
    ) -> Step {
        Step {
            path: path.to_string(),
            rule: rule.to_string(),
            outcome,
            reading,
            why: why.into(),
        }
    }
}

/// A whole check, told in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The steps in the order in which they were taken.
    pub steps: Vec<Step>,
    /// The answer, exactly as `check` gives it.
    pub answer: String,
}
