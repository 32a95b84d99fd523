//! What an answer did with a fault: the original, a refusal, or something else.
//!
//! Only what was delivered counts, not how the answer explains it. A part of
//! the answer that is absent is not missed, so that any implementation can be
//! scored; whatever is delivered and is not the original is *altered*.

use super::{Class, Expected, Fault};
use crate::judge::Evidence;
use crate::lossless::{self, Value};
use crate::path::{Place, Step};
use serde::{Deserialize, Serialize};

/// What came of one fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The original came back; of a truncated text, a part of it.
    Exact,
    /// Nothing was delivered.
    Refused,
    /// Something else was delivered.
    Altered(Evidence),
    /// There is no answer that can be read.
    Unanswered(Evidence),
}

/// How many faults had which outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// All of them.
    pub injected: u64,
    /// The original came back.
    pub exact: u64,
    /// Nothing was delivered.
    pub refused: u64,
    /// Something else was delivered.
    pub altered: u64,
    /// No answer that can be read.
    pub unanswered: u64,
}

impl Score {
    /// Counts one outcome.
    pub fn take(&mut self, outcome: &Outcome) {
        self.injected += 1;
        match outcome {
            Outcome::Exact => self.exact += 1,
            Outcome::Refused => self.refused += 1,
            Outcome::Altered(_) => self.altered += 1,
            Outcome::Unanswered(_) => self.unanswered += 1,
        }
    }

    /// Adds another count.
    pub fn add(&mut self, other: &Self) {
        self.injected += other.injected;
        self.exact += other.exact;
        self.refused += other.refused;
        self.altered += other.altered;
        self.unanswered += other.unanswered;
    }

    /// Whether the counts are what the criteria force for the class.
    #[must_use]
    pub fn is_as_expected(&self, class: Class) -> bool {
        match class.expected() {
            Expected::Original => self.exact == self.injected,
            Expected::Part => self.altered + self.unanswered == 0,
            Expected::Refusal => self.refused == self.injected,
        }
    }
}

impl Outcome {
    /// The word for reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Refused => "refused",
            Self::Altered(_) => "altered",
            Self::Unanswered(_) => "unanswered",
        }
    }

    /// Whether it is what the criteria force for the class.
    #[must_use]
    pub fn is_as_expected(&self, class: Class) -> bool {
        let mut score = Score::default();
        score.take(self);
        score.is_as_expected(class)
    }

    /// No answer, and why.
    pub fn unanswered(why: impl Into<String>) -> Self {
        Self::Unanswered(Evidence {
            summary: why.into(),
            detail: String::new(),
        })
    }

    fn altered(summary: &str, detail: String) -> Self {
        Self::Altered(Evidence {
            summary: summary.to_owned(),
            detail,
        })
    }
}

/// Judges the answer to a fault.
#[must_use]
pub fn judge(fault: &Fault, answer: &str) -> Outcome {
    outcome(
        answer,
        &fault.original,
        fault.class.expected() == Expected::Part,
    )
}

/// Judges what an answer delivers against the original, or as a part of it.
pub(super) fn outcome(answer: &str, original: &Value, part: bool) -> Outcome {
    let Ok(answer) = lossless::read_str(answer) else {
        return Outcome::unanswered("the answer is not strict JSON");
    };
    let verdict = answer.get("verdict").and_then(Value::as_str);
    if let Some(delivered) = answer.get("repaired") {
        return delivery(delivered, original, part);
    }
    if verdict == Some("UNREPAIRABLE") || answer.get("refusal").is_some() {
        return Outcome::Refused;
    }
    if verdict == Some("VALID") {
        return Outcome::altered("the fault itself is called VALID", original.to_text());
    }
    Outcome::unanswered("the answer delivers nothing and refuses nothing")
}

fn delivery(delivered: &Value, original: &Value, part: bool) -> Outcome {
    if part {
        let mut steps = Vec::new();
        if is_part(delivered, original, &mut steps) {
            return Outcome::Exact;
        }
        return Outcome::altered(
            "a place holds what the original does not hold there",
            Place::Tree(steps).to_string(),
        );
    }
    if lossless::token_equal(delivered, original) {
        return Outcome::Exact;
    }
    Outcome::altered(
        "what is delivered is not the original",
        format!(
            "delivered {}; original {}",
            delivered.to_text(),
            original.to_text()
        ),
    )
}

/// Whether every scalar is the one at its path in the whole, and every
/// container stands where one of its kind stands; `steps` ends at the first
/// place where not. Recursion is bounded by [`lossless::MAX_DEPTH`].
fn is_part(part: &Value, whole: &Value, steps: &mut Vec<Step>) -> bool {
    let mut below = |part: &Value, whole: Option<&Value>, step: Step| {
        steps.push(step);
        let holds = whole.is_some_and(|whole| is_part(part, whole, steps));
        if holds {
            steps.pop();
        }
        holds
    };
    match (part, whole) {
        (Value::Object(part), Value::Object(members)) => {
            part.iter().enumerate().all(|(index, (key, value))| {
                // Almost always the member of the same number.
                let there = members.get(index).filter(|(name, _)| name == key);
                let there = there.map(|(_, value)| value).or_else(|| whole.get(key));
                below(value, there, Step::Key(key.clone()))
            })
        }
        (Value::Array(part), Value::Array(items)) => part
            .iter()
            .enumerate()
            .all(|(index, item)| below(item, items.get(index), Step::Index(index))),
        _ => lossless::token_equal(part, whole),
    }
}
