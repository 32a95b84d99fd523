//! Which tree a verdict speaks of.

use crate::answer::{Answer, Defect, Outcome};
use crate::judge::{Exchange, Judgement, Reason};
use crate::lossless::{ReadError, Value};
use crate::submission::{Submission, SubmissionFault};
use crate::vocabulary::{Code, RefusalCode};
use argument_check_corpus::Op;

use super::{Allowance, Hits};

/// Knows the tentatively repaired tree of a submission (D80): the submitted
/// one after every repair that stands, whether or not defects remain.
///
/// A second implementation stands behind it; the answer under judgement must
/// not, or it would be compared with itself.
pub trait TentativeTree: Send + Sync {
    /// The tree, or `None` where there is none (a refusal, an unreadable text).
    fn tentative(&self, body: &[u8]) -> Option<Value>;
}

impl<F: Fn(&[u8]) -> Option<Value> + Send + Sync> TentativeTree for F {
    fn tentative(&self, body: &[u8]) -> Option<Value> {
        self(body)
    }
}

/// A verdict, ready to be compared.
pub(super) struct Subject {
    pub(super) schema: Value,
    pub(super) tree: Value,
    /// The defects that the answer names; empty for VALID and REPAIRED.
    pub(super) defects: Vec<Defect>,
}

/// Finds the tree that the answer of `exchange` speaks of. The error is a
/// judgement already: nothing to compare, or a verdict that cannot be.
pub(super) fn subject(
    exchange: &Exchange<'_>,
    tentative: &dyn TentativeTree,
    hits: &Hits,
) -> Result<Subject, Judgement> {
    if exchange.op != Op::Check {
        return Err(Judgement::NotComparable(Reason::OtherOperation));
    }
    let report = match Answer::parse(exchange.answer) {
        Ok(Answer::Verdict(report)) => report,
        Ok(Answer::Refusal(refusal)) => {
            count_refusal(refusal.code, exchange.body, hits);
            return Err(Judgement::NotComparable(Reason::NoVerdict));
        }
        Ok(Answer::Assessable) => return Err(Judgement::NotComparable(Reason::NoVerdict)),
        Err(fault) => return Err(Judgement::disagrees(fault.to_string(), exchange.answer)),
    };
    let submission = match Submission::read(exchange.body) {
        Ok(submission) => submission,
        Err(SubmissionFault::Body(ReadError::TooDeep)) => {
            return Err(Judgement::NotComparable(Reason::TooDeep));
        }
        Err(fault) => {
            let summary = format!("a verdict is given, but {fault}");
            return Err(Judgement::disagrees(summary, exchange.answer));
        }
    };
    let (tree, defects) = match report.outcome {
        Outcome::Valid => (submitted(&submission)?, Vec::new()),
        Outcome::Repaired { repaired, .. } => (repaired, Vec::new()),
        Outcome::Unrepairable { defects } => {
            let tree = if defects
                .iter()
                .any(|defect| defect.code == Code::InvalidJsonText)
            {
                return Err(unreadable(&submission, &defects, hits));
            } else {
                tentative
                    .tentative(exchange.body)
                    .ok_or(Judgement::NotComparable(Reason::NoTentativeTree))?
            };
            (tree, defects)
        }
    };
    Ok(Subject {
        schema: submission.schema,
        tree,
        defects,
    })
}

fn submitted(submission: &Submission) -> Result<Value, Judgement> {
    match submission.tree() {
        Ok(tree @ Value::Object(_)) => Ok(tree),
        Ok(_) => Err(Judgement::disagrees(
            "VALID, but the submitted text holds no object",
            "",
        )),
        Err(error) => Err(Judgement::disagrees(
            format!("VALID, but the submitted text cannot be read: {error}"),
            "",
        )),
    }
}

/// `invalid_json_text` stands alone (D50) and only on a text that the strict
/// reader refuses; more cannot be said without the text repairs.
fn unreadable(submission: &Submission, defects: &[Defect], hits: &Hits) -> Judgement {
    if defects.len() > 1 {
        return Judgement::disagrees("invalid_json_text does not stand alone", "");
    }
    match submission.tree() {
        Ok(_) => Judgement::disagrees("invalid_json_text, but the submitted text is JSON", ""),
        Err(error) => {
            if error == ReadError::Duplicate {
                hits.hit(Allowance::J10);
            }
            Judgement::NotComparable(Reason::UnreadableText)
        }
    }
}

fn count_refusal(code: RefusalCode, body: &[u8], hits: &Hits) {
    match code {
        RefusalCode::SchemaNotCovered => hits.hit(Allowance::J9),
        RefusalCode::InvalidRequestBody
            if crate::lossless::read(body) == Err(ReadError::Duplicate) =>
        {
            hits.hit(Allowance::J10);
        }
        _ => {}
    }
}
