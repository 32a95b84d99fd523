//! What a judge says of one exchange.
//!
//! A judgement is one of three: the answer agrees with what the judge knows, it
//! disagrees and here is the evidence, or the judge cannot compare and says
//! why. "Cannot compare" is typed and counted, so that a judge that shrugs at
//! everything is seen ([`Tally::share`]); it must never stand for a pass.

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
    /// J2: an integer limit beyond 64 bits against a large non-integer.
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
}

impl Reason {
    /// Every reason, in the order of their declaration.
    pub const ALL: [Self; 14] = [
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
        }
    }

    /// The stable name of the reason in machine-readable reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OtherOperation => "other_operation",
            Self::NoVerdict => "no_verdict",
            Self::NothingDelivered => "nothing_delivered",
            Self::UnreadableText => "unreadable_text",
            Self::NoPattern => "no_pattern",
            Self::TooDeep => "too_deep",
            Self::NoTentativeTree => "no_tentative_tree",
            Self::WideLimit => "wide_limit",
            Self::WideExponent => "wide_exponent",
            Self::WideCount => "wide_count",
            Self::NewerUnicode => "newer_unicode",
            Self::LongSubject => "long_subject",
            Self::TimeLimit => "time_limit",
            Self::NoWorker => "no_worker",
        }
    }

    /// Whether the exchange was the judge's business and it still shrugged.
    /// The other reasons say that there was nothing to judge.
    #[must_use]
    pub fn is_shrug(self) -> bool {
        !matches!(
            self,
            Self::OtherOperation
                | Self::NoVerdict
                | Self::NothingDelivered
                | Self::UnreadableText
                | Self::NoPattern
        )
    }
}

/// Counts the judgements of one judge, to show that it did its work.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Exchanges on which the judge agreed.
    pub agrees: u64,
    /// Exchanges on which it disagreed.
    pub disagrees: u64,
    /// Exchanges that were its business but could not be compared.
    pub shrugs: u64,
    /// Exchanges with nothing to judge.
    pub outside: u64,
}

impl Tally {
    /// Counts one judgement.
    pub fn add(&mut self, judgement: &Judgement) {
        match judgement {
            Judgement::Agrees => self.agrees += 1,
            Judgement::Disagrees(_) => self.disagrees += 1,
            Judgement::NotComparable(reason) if reason.is_shrug() => self.shrugs += 1,
            Judgement::NotComparable(_) => self.outside += 1,
        }
    }

    /// Joins the counts of another thread or shard.
    pub fn join(&mut self, other: Self) {
        self.agrees += other.agrees;
        self.disagrees += other.disagrees;
        self.shrugs += other.shrugs;
        self.outside += other.outside;
    }

    /// Exchanges that were compared.
    #[must_use]
    pub fn compared(&self) -> u64 {
        self.agrees + self.disagrees
    }

    /// The compared part, in basis points, of the exchanges that were the
    /// judge's business; `None` if there was none.
    #[must_use]
    pub fn share(&self) -> Option<u64> {
        let all = self.compared() + self.shrugs;
        (all > 0).then(|| self.compared() * 10_000 / all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judge_that_only_shrugs_has_a_share_of_zero() {
        let mut tally = Tally::default();
        tally.add(&Judgement::NotComparable(Reason::NoTentativeTree));
        tally.add(&Judgement::NotComparable(Reason::NoVerdict));
        assert_eq!(tally.share(), Some(0));
        assert_eq!(tally.outside, 1);
    }

    #[test]
    fn nothing_to_judge_gives_no_share() {
        assert_eq!(Tally::default().share(), None);
    }

    #[test]
    fn the_share_counts_disagreements_as_compared() {
        let mut tally = Tally::default();
        tally.add(&Judgement::Agrees);
        tally.add(&Judgement::disagrees("a", "b"));
        tally.add(&Judgement::NotComparable(Reason::TimeLimit));
        assert_eq!(tally.share(), Some(6_666));
        let mut sum = Tally::default();
        sum.join(tally);
        assert_eq!(sum, tally);
    }

    #[test]
    fn every_reason_has_its_own_name_and_sentence() {
        let names: std::collections::HashSet<_> =
            Reason::ALL.iter().map(|reason| reason.as_str()).collect();
        let sentences: std::collections::HashSet<_> =
            Reason::ALL.iter().map(|reason| reason.sentence()).collect();
        assert_eq!(names.len(), Reason::ALL.len());
        assert_eq!(sentences.len(), Reason::ALL.len());
    }
}
