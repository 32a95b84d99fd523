//! Everything that can judge one body, at once: the laws C1 to C21 and the
//! whole-answer equality with the second implementation (N).
//!
//! Property tests and fuzz targets share this function. It must never accept an
//! answer because a law had nothing to say: the second implementation always has.

use argument_check_corpus::Op;

use super::{laws, reference};
use crate::every::Breach;
use crate::laws::{Observation, Ruling, Target};

/// Asks `target` about `body`, and judges the answer.
///
/// # Errors
/// The first [`Breach`], laws in their order before the second implementation.
pub fn every(body: &[u8], target: &dyn Target) -> Result<(), Breach> {
    let answer = target.ask(Op::Candidates, body);
    let observation = Observation {
        body,
        answer: &answer,
        op: Op::Candidates,
        target: Some(target),
    };
    for law in &laws::LAWS {
        if let Ruling::Broken(evidence) = (law.check)(&observation) {
            return Err(Breach::Law {
                law: law.id,
                name: law.name,
                summary: evidence.summary,
                detail: evidence.detail,
            });
        }
    }
    equal(body, answer)
}

/// Whether the second implementation gives this answer to `body`.
///
/// # Errors
/// [`Breach::Reference`].
pub fn equal(body: &[u8], answer: String) -> Result<(), Breach> {
    let reference = reference::answer(body);
    if answer == reference {
        Ok(())
    } else {
        Err(Breach::Reference {
            reference,
            target: answer,
        })
    }
}
