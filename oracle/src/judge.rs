//! What a judge says of one exchange.
//!
//! A judgement is one of three: the answer agrees with what the judge knows, it
//! disagrees and here is the evidence, or the judge cannot compare and says
//! why. "Cannot compare" is typed, so that a judge that shrugs at everything is
//! seen; it must never stand for a pass.

use argument_check_corpus::Op;

/// One request body and the answer that a target gave to it.
#[derive(Debug, Clone, Copy)]
pub struct Exchange<'a> {
    /// The operation that was asked for.
    pub op: Op,
    /// The raw request body.
    pub body: &'a [u8],
    /// The raw answer text.
    pub answer: &'a str,
}

/// Judges exchanges; used from many threads at once.
pub trait Judge: Sync {
    /// The name that stands in reports.
    fn name(&self) -> &'static str;

    /// Judges one exchange.
    fn judge(&self, exchange: &Exchange<'_>) -> Judgement;
}

/// What a judge says of one exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// The answer is what the judge expects.
    Agrees,
    /// The answer is not what the judge expects.
    Disagrees(Evidence),
    /// The judge has nothing to compare the answer with.
    NotComparable(Reason),
}

impl Judgement {
    /// A disagreement; `summary` holds no payload, `detail` may.
    #[must_use]
    pub fn disagrees(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Disagrees(Evidence {
            summary: summary.into(),
            detail: detail.into(),
        })
    }
}

/// Why a judge disagrees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// What is wrong, without any value, key or fragment of the submission.
    pub summary: String,
    /// The same with values and paths; shown only on request.
    pub detail: String,
}

/// Why an exchange cannot be compared. The list is closed: a new reason is a
/// decision, not a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// The judge does not judge this operation.
    OtherOperation,
    /// The answer is a refusal or a pre-check: no verdict to compare.
    NoVerdict,
    /// An UNREPAIRABLE answer delivers no blob (D85).
    NothingDelivered,
    /// The text form cannot be read, so there is no tree (D50).
    UnreadableText,
    /// The schema has no pattern that meets a string of the tree.
    NoPattern,
    /// The body nests deeper than the lossless reader follows.
    TooDeep,
    /// No tentatively repaired tree is known for this submission.
    NoTentativeTree,
    /// J2: a large integer limit against a number that a double rounds onto it.
    WideLimit,
    /// J3: an exponent of more than 18 digits.
    WideExponent,
    /// J4: a length or count limit above the range of a double.
    WideCount,
    /// J12: a code point on which two Unicode versions differ.
    NewerUnicode,
    /// J13: a subject longer than the backtracking engine is trusted with.
    LongSubject,
    /// J13: the backtracking engine did not answer in time.
    TimeLimit,
    /// The pattern process could not be started or broke off.
    NoWorker,
    /// The law asks the implementation again, and there is only a record.
    NoTarget,
    /// The law varies the body, and nothing in this one can be varied.
    NothingToVary,
    /// P2 to P10: pulldown-cmark is known to have other leaf texts there.
    KnownDeviation,
}

impl Reason {
    /// Every reason, in the order of their declaration.
    pub const ALL: [Self; 17] = [
        Self::OtherOperation,
        Self::NoVerdict,
        Self::NothingDelivered,
        Self::UnreadableText,
        Self::NoPattern,
        Self::TooDeep,
        Self::NoTentativeTree,
        Self::WideLimit,
        Self::WideExponent,
        Self::WideCount,
        Self::NewerUnicode,
        Self::LongSubject,
        Self::TimeLimit,
        Self::NoWorker,
        Self::NoTarget,
        Self::NothingToVary,
        Self::KnownDeviation,
    ];

    /// One sentence for a reader of the report.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::OtherOperation => "the judge does not judge this operation",
            Self::NoVerdict => "the answer is no verdict",
            Self::NothingDelivered => "an UNREPAIRABLE answer delivers nothing to replay",
            Self::UnreadableText => "the submitted text is not JSON, so there is no tree to judge",
            Self::NoPattern => "no pattern of the schema meets a string of the tree",
            Self::TooDeep => "the body nests deeper than the judge's reader follows",
            Self::NoTentativeTree => "no tentatively repaired tree is known for this submission",
            Self::WideLimit => "J2: jsonschema compares such a limit with such a number in doubles",
            Self::WideExponent => "J3: jsonschema saturates exponents of more than 18 digits",
            Self::WideCount => "J4: jsonschema refuses a count limit above the range of a double",
            Self::NewerUnicode => {
                "J12: two Unicode versions differ on a property of a character of the string"
            }
            Self::LongSubject => {
                "J13: the string is longer than the backtracking engine is trusted with"
            }
            Self::TimeLimit => "J13: the backtracking engine did not answer in time",
            Self::NoWorker => "the pattern process could not be started or broke off",
            Self::NoTarget => "the law asks the implementation again, and there is only a record",
            Self::NothingToVary => "nothing in this submission can be varied as the law wants it",
            Self::KnownDeviation => {
                "P2 to P10: pulldown-cmark is known to have other leaf texts in such a document"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_its_own_sentence() {
        let sentences: std::collections::HashSet<_> =
            Reason::ALL.iter().map(|reason| reason.sentence()).collect();
        assert_eq!(sentences.len(), Reason::ALL.len());
    }
}
