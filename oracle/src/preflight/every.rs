//! Everything that can judge one body, at once: the laws C-1 to C-12 or G-1 to
//! G-14, and the whole-answer equality with the second implementation (N).
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
pub fn every(op: Op, body: &[u8], target: &dyn Target) -> Result<(), Breach> {
    let answer = target.ask(op, body);
    let observation = Observation {
        body,
        answer: &answer,
        op,
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
    let reference = reference::answer(op, body);
    if answer == reference {
        Ok(())
    } else {
        Err(Breach::Reference {
            reference,
            target: answer,
        })
    }
}
