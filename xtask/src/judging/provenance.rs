//! Has every REPAIRED answer proven, and the proof checked by the checker that
//! trusts nothing in it.
//!
//! What cannot be proven is a disagreement. Whether it is an invented value or
//! only a repair that was not needed is for prover and checker to say.

use argument_check_oracle::lossless::ReadError;
use argument_check_oracle::provenance::{self, ProofError};
use argument_check_oracle::{Exchange, Judgement, Reason};

/// Said of every other answer.
pub(crate) const NO_PROOF: &str = "only a REPAIRED answer has a proof";

/// Judges a REPAIRED answer; also says whether a value was invented (D93).
pub(crate) fn judge(exchange: &Exchange<'_>) -> (Judgement, bool) {
    let (body, answer) = (exchange.body, exchange.answer);
    let proof = match provenance::prove(body, answer) {
        Ok(proof) => proof,
        Err(ProofError::Body(ReadError::TooDeep)) => {
            return (Judgement::NotComparable(Reason::TooDeep), false);
        }
        Err(error) => {
            let judgement = Judgement::disagrees(error.to_string(), answer);
            return (judgement, error.is_invention());
        }
    };
    match provenance::accept(body, answer, &proof) {
        Ok(()) => (Judgement::Agrees, false),
        Err(rejection) => {
            let why = format!("the proof is rejected: {rejection}");
            let judgement = Judgement::disagrees(why, answer);
            (judgement, rejection.is_invention())
        }
    }
}
