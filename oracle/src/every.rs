//! Everything that can judge one body, at once: the laws I1 to I28 and the
//! whole-answer equality with the reference (N).
//!
//! Property tests and fuzz targets share this function, so that whatever one
//! of them finds is said in the same words. It must never accept an answer
//! because a judge had nothing to say: the reference always has.

use argument_check_corpus::Op;

use crate::laws::{LAWS, Observation, Ruling, Target};
use crate::reference;

/// What is wrong with a target's answers to one body.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// A law is broken.
    #[error("law {law} ({name}) is broken: {summary}; {detail}")]
    Law {
        /// The law's number.
        law: &'static str,
        /// Its name.
        name: &'static str,
        /// What is wrong, without payload.
        summary: String,
        /// What is wrong, with payload.
        detail: String,
    },
    /// The reference gives another answer.
    #[error("the reference answers\n{reference}\nand the target\n{target}")]
    Reference {
        /// The answer of the reference.
        reference: String,
        /// The answer of the target.
        target: String,
    },
}

/// Asks `target` for a check and a pre-check of `body`, and judges both.
///
/// # Errors
/// The first [`Breach`], laws in their order before the reference.
pub fn every(body: &[u8], target: &dyn Target) -> Result<(), Breach> {
    for op in [Op::Check, Op::Precheck] {
        let answer = target.ask(op, body);
        let reference = match op {
            Op::Precheck => reference::precheck(body),
            _ => reference::check(body),
        };
        let observation = Observation {
            body,
            answer: &answer,
            op,
            target: Some(target),
        };
        for law in &LAWS {
            if let Ruling::Broken(evidence) = (law.check)(&observation) {
                return Err(Breach::Law {
                    law: law.id,
                    name: law.name,
                    summary: evidence.summary,
                    detail: evidence.detail,
                });
            }
        }
        if answer != reference {
            return Err(Breach::Reference {
                reference,
                target: answer,
            });
        }
    }
    Ok(())
}
