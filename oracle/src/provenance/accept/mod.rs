//! Accepts or rejects a proof; trusts nothing in it.
//!
//! Body and answer are read anew. The diff must replay to the blob, a place
//! may be repaired once (but for R6 before R9), and each claim must name
//! exactly the token that was submitted for its place: so the map from the
//! blob to the submission is complete, injective and in order, and what it
//! leaves out are the nulls of R8. The text of each token must be the key, or
//! become the leaf by the rules of its place ([`value`]). Leaving an entry out
//! must fail as claimed ([`needed`]). No code of the prover is used, and none
//! of the engine.

mod claims;
mod entries;
mod needed;
mod read;
mod scan;
mod value;

use super::proof::{Proof, Source};
use crate::answer::Entry;
use crate::lossless::Value;
use crate::replay::{self, ReplayFault};
use crate::submission::{Submission, SubmissionFault};
use read::{delivered, each_place_once, moves, submitted};
use scan::{Moves, Tokens};

/// Why a proof is rejected. No variant holds a value or a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The body can have no verdict.
    #[error("{0}")]
    Body(#[from] SubmissionFault),
    /// The answer is not REPAIRED with a blob and a diff.
    #[error("the answer is not REPAIRED with a blob and a diff of the contract")]
    Answer,
    /// The diff does not apply.
    #[error("the diff does not replay: {0}")]
    Replay(#[from] ReplayFault),
    /// The diff gives another blob.
    #[error("the diff does not give the delivered blob")]
    Blob,
    /// A place is repaired twice, or after one inside it or behind it.
    #[error("entry {0} returns to a place that the entries before it have passed")]
    Order(usize),
    /// The value after an entry is not what its rule makes of the value before.
    #[error("entry {0} does not do what its rule does")]
    Entry(usize),
    /// A leaf is not what its rules make of what was submitted.
    #[error("claim {0} is about a value that was not submitted")]
    Invented(usize),
    /// Something submitted is neither claimed nor removed by R8.
    #[error("something that was submitted is neither in the blob nor removed by an entry")]
    Lost,
    /// The blob fails the schema.
    #[error("the delivered blob fails the schema")]
    StillFails,
    /// Nothing fails without an entry, or something else than claimed.
    #[error("without entry {0}, what fails is not what the proof claims")]
    Needless(usize),
    /// The submission cannot be scanned.
    #[error("the submitted tokens cannot be read")]
    Unreadable,
    /// The head of the proof is not that of the submission.
    #[error("the head of the proof does not describe the submission")]
    Head,
    /// Not one claim for each key and leaf and one for each entry.
    #[error("the proof does not have one claim for each key, each leaf and each entry")]
    Incomplete,
    /// A claim about a key or leaf is wrong.
    #[error("claim {0} does not name its place, origin, range or rules rightly")]
    Claim(usize),
    /// A claim about an entry is wrong.
    #[error("the claim of entry {0} does not name its place, rule, range or scope rightly")]
    EntryClaim(usize),
}

impl Rejection {
    /// Whether the answer, and not the proof, is at fault, and a value was
    /// invented (D93).
    #[must_use]
    pub fn is_invention(self) -> bool {
        matches!(
            self,
            Self::Replay(_) | Self::Blob | Self::Entry(_) | Self::Invented(_) | Self::Lost
        )
    }
}

/// Checks that `proof` proves `answer` to `body`.
pub fn accept(body: &[u8], answer: &str, proof: &Proof) -> Result<(), Rejection> {
    let submission = Submission::read(body)?;
    let (blob, diff) = delivered(answer).ok_or(Rejection::Answer)?;
    if replay::replay(&submission.arguments, &diff)? != blob {
        return Err(Rejection::Blob);
    }
    each_place_once(&diff)?;
    let moves = moves(&diff);
    let tokens = submitted(body, &submission, proof, &moves)?;
    let case = Case {
        schema: &submission.schema,
        blob: &blob,
        diff: &diff,
        moves: &moves,
        tokens: &tokens,
    };
    case.claims(&proof.claims)?;
    case.entries(&proof.entries, &submission.arguments)
}

/// What was read, and what was submitted.
struct Case<'a> {
    schema: &'a Value,
    blob: &'a Value,
    diff: &'a [Entry],
    moves: &'a Moves<'a>,
    tokens: &'a Tokens,
}

/// Whether `left` ends before `right` begins.
fn is_before(left: &Source, right: &Source) -> bool {
    let chain = |source: &Source| [source.strings.as_slice(), &[source.at]].concat();
    let (left, right) = (chain(left), chain(right));
    let differ = left.iter().zip(&right).find(|(left, right)| left != right);
    differ.is_some_and(|(left, right)| left.1 <= right.0)
}
