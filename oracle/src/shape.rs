//! Judges the form of an answer alone (D91, I1, I10, I26).
//!
//! Exactly one of the closed forms, the fixed sentences, keywords of `enforced`
//! in published order, no defect twice, compact JSON with RFC 8785 escapes.
//! It must never look at the submission beyond the operation.

use crate::answer::{Answer, Outcome, Report};
use crate::judge::{Exchange, Judge, Judgement, Reason};
use crate::lossless;
use argument_check_corpus::Op;
use std::collections::HashSet;

/// Judges the form of an answer.
#[derive(Debug, Clone, Copy, Default)]
pub struct ShapeJudge;

impl Judge for ShapeJudge {
    fn name(&self) -> &'static str {
        "shape"
    }

    fn judge(&self, exchange: &Exchange<'_>) -> Judgement {
        if !matches!(exchange.op, Op::Check | Op::Precheck) {
            return Judgement::NotComparable(Reason::OtherOperation);
        }
        match fault(exchange) {
            None => Judgement::Agrees,
            Some(summary) => Judgement::disagrees(summary, exchange.answer),
        }
    }
}

fn fault(exchange: &Exchange<'_>) -> Option<String> {
    let value = match lossless::read_str(exchange.answer) {
        Ok(value) => value,
        Err(error) => return Some(format!("the answer is not strict JSON: {error}")),
    };
    let answer = match Answer::from_value(&value) {
        Ok(answer) => answer,
        Err(error) => return Some(error.to_string()),
    };
    if value.to_text() != exchange.answer {
        return Some("the answer is not compact JSON with RFC 8785 escapes".to_owned());
    }
    let fault = match (exchange.op, &answer) {
        (Op::Check, Answer::Assessable) => "a check is answered with a pre-check",
        (Op::Precheck, Answer::Verdict(_)) => "a pre-check reveals a verdict",
        (_, Answer::Verdict(report)) => report_fault(report)?,
        _ => return None,
    };
    Some(fault.to_owned())
}

fn report_fault(report: &Report) -> Option<&'static str> {
    let statement = match &report.outcome {
        Outcome::Valid => "no repair was needed",
        Outcome::Repaired { .. } => {
            "the listed repairs, and nothing else, brought the arguments into conformance"
        }
        Outcome::Unrepairable { .. } => {
            "every blocking defect is named; no repaired arguments are returned"
        }
    };
    if report.statement != statement {
        return Some("the statement is not the fixed sentence of the verdict");
    }
    if !report.enforced.is_sorted_by(|a, b| a < b) {
        return Some("coverage.enforced is not in published order, each keyword once");
    }
    let Outcome::Unrepairable { defects } = &report.outcome else {
        return None;
    };
    if !defects
        .iter()
        .all(|defect| defect.code.admits_reason(&defect.reason))
    {
        return Some("a reason is not the fixed sentence of its code");
    }
    let mut seen = HashSet::new();
    if !defects
        .iter()
        .all(|defect| seen.insert((&defect.path, defect.code)))
    {
        return Some("a defect stands in the list twice");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::tests::{REFUSED, repaired, unrepairable, valid};
    use crate::vocabulary::Code;

    fn judge(op: Op, answer: &str) -> Judgement {
        ShapeJudge.judge(&Exchange {
            op,
            body: b"",
            answer,
        })
    }

    #[test]
    fn the_closed_forms_agree() {
        assert_eq!(judge(Op::Check, &valid()), Judgement::Agrees);
        assert_eq!(judge(Op::Check, REFUSED), Judgement::Agrees);
        assert_eq!(judge(Op::Precheck, REFUSED), Judgement::Agrees);
        let named = unrepairable(&[("$.x", Code::EnumMismatch)])
            .replace("\"-\"", "\"the value equals no entry of enum\"");
        assert_eq!(judge(Op::Check, &named), Judgement::Agrees);
    }

    #[test]
    fn another_form_is_refused() {
        let entry = r#"{"path":"$.x","rule":"R6","op":"replace","before":1,"after":"1"}"#;
        let wrong = [
            valid().replace("no repair was needed", "fine"),
            valid().replace(r#"["type"]"#, r#"["enum","type"]"#),
            valid().replace(r#"["type"]"#, r#"["type","type"]"#),
            valid().replace(":{", ": {"),
            repaired(r#"{"x":"\u0031"}"#, entry),
            repaired(r#"{"x":"\/"}"#, entry),
            unrepairable(&[("$.x", Code::EnumMismatch)]),
            unrepairable(&[("$.x", Code::EnumMismatch), ("$.x", Code::EnumMismatch)])
                .replace("\"-\"", "\"the value equals no entry of enum\""),
            String::new(),
        ];
        for answer in wrong {
            assert!(
                matches!(judge(Op::Check, &answer), Judgement::Disagrees(_)),
                "{answer}"
            );
        }
    }

    #[test]
    fn a_pre_check_reveals_no_verdict() {
        assert!(matches!(
            judge(Op::Precheck, &valid()),
            Judgement::Disagrees(_)
        ));
    }
}
