//! Judges an answer by what a corpus case expects of it.
//!
//! Only the members that `expect` carries are compared, each token for token:
//! number spellings and the member order of the blob count (D30, D36). A defect
//! is compared in the members that the expected defect carries. The rest of the
//! answer must still have the closed shape.

use crate::answer::Answer;
use crate::judge::{Exchange, Judge, Judgement, Reason};
use crate::lossless::{self, ReadError, Value};
use argument_check_corpus::Op;

/// Judges one case's exchange.
#[derive(Debug, Clone)]
pub struct ExpectJudge {
    expect: Vec<(String, Value)>,
}

/// An `expect` that no answer could meet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExpectError {
    /// It is not strict JSON.
    #[error("expect is not strict JSON: {0}")]
    Unreadable(#[from] ReadError),
    /// It is not an object, or decides nothing.
    #[error("expect must be an object with \"verdict\", \"refusal\" or \"assessable\"")]
    DecidesNothing,
    /// It carries a member that no answer has.
    #[error("expect carries the member {0:?}, which no answer has")]
    UnknownMember(String),
}

/// The members that `expect` may carry.
const MEMBERS: [&str; 9] = [
    "verdict",
    "statement",
    "coverage",
    "repaired",
    "diff",
    "defects",
    "refusal",
    "detail",
    "assessable",
];

impl ExpectJudge {
    /// A judge for a case's `expect` text.
    pub fn new(expect: &str) -> Result<Self, ExpectError> {
        let Value::Object(expect) = lossless::read_str(expect)? else {
            return Err(ExpectError::DecidesNothing);
        };
        if let Some((name, _)) = expect
            .iter()
            .find(|(name, _)| !MEMBERS.contains(&name.as_str()))
        {
            return Err(ExpectError::UnknownMember(name.clone()));
        }
        let decides = |(name, _): &(String, Value)| {
            matches!(name.as_str(), "verdict" | "refusal" | "assessable")
        };
        if !expect.iter().any(decides) {
            return Err(ExpectError::DecidesNothing);
        }
        Ok(Self { expect })
    }
}

impl Judge for ExpectJudge {
    fn name(&self) -> &'static str {
        "expect"
    }

    fn judge(&self, exchange: &Exchange<'_>) -> Judgement {
        if !matches!(exchange.op, Op::Check | Op::Precheck) {
            return Judgement::NotComparable(Reason::OtherOperation);
        }
        let answer = match lossless::read_str(exchange.answer) {
            Ok(answer) => answer,
            Err(error) => {
                return Judgement::disagrees(
                    format!("the answer is not strict JSON: {error}"),
                    exchange.answer,
                );
            }
        };
        for (name, expected) in &self.expect {
            let found = answer.get(name);
            if !found.is_some_and(|found| meets(name, expected, found)) {
                let found = found.map_or_else(|| "(absent)".to_owned(), Value::to_text);
                return Judgement::disagrees(
                    format!("{name} is not what the case expects"),
                    format!("{name}: expected {}, answered {found}", expected.to_text()),
                );
            }
        }
        match Answer::from_value(&answer) {
            Ok(_) => Judgement::Agrees,
            Err(fault) => Judgement::disagrees(fault.to_string(), exchange.answer),
        }
    }
}

fn meets(name: &str, expected: &Value, found: &Value) -> bool {
    match name {
        "defects" => match (expected.items(), found.items()) {
            (Some(expected), Some(found)) => {
                expected.len() == found.len()
                    && expected.iter().zip(found).all(|(e, f)| carries(e, f))
            }
            _ => false,
        },
        "coverage" => carries(expected, found),
        _ => lossless::token_equal(expected, found),
    }
}

/// Whether `found` has every member of `expected`, token for token.
fn carries(expected: &Value, found: &Value) -> bool {
    expected.members().is_some_and(|members| {
        !members.is_empty()
            && members
                .iter()
                .all(|(name, value)| found.get(name) == Some(value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::tests::{REFUSED, repaired, unrepairable, valid};
    use crate::vocabulary::Code;

    fn agrees(expect: &str, answer: &str) -> bool {
        let judge = ExpectJudge::new(expect).unwrap();
        judge.judge(&Exchange {
            op: Op::Check,
            body: b"",
            answer,
        }) == Judgement::Agrees
    }

    const ENTRY: &str = r#"{"path":"$.x","rule":"R3","op":"replace","before":"1.0","after":1.0}"#;

    #[test]
    fn the_expected_answer_agrees() {
        let expect =
            format!(r#"{{"verdict":"REPAIRED","repaired":{{"x":1.0,"a":2}},"diff":[{ENTRY}]}}"#);
        assert!(agrees(&expect, &repaired(r#"{"x":1.0,"a":2}"#, ENTRY)));
        assert!(agrees(r#"{"verdict":"VALID"}"#, &valid()));
        assert!(agrees(
            r#"{"verdict":"VALID","statement":"no repair was needed","coverage":{"enforced":["type"]}}"#,
            &valid()
        ));
        assert!(agrees(r#"{"refusal":"schema_not_covered"}"#, REFUSED));
        assert!(agrees(
            r#"{"refusal":"schema_not_covered","detail":[{"path":"$.$ref","keyword":"$ref"}]}"#,
            REFUSED
        ));
    }

    #[test]
    fn spelling_and_order_of_the_blob_count() {
        let expect =
            format!(r#"{{"verdict":"REPAIRED","repaired":{{"x":1.0,"a":2}},"diff":[{ENTRY}]}}"#);
        assert!(!agrees(&expect, &repaired(r#"{"x":1,"a":2}"#, ENTRY)));
        assert!(!agrees(&expect, &repaired(r#"{"a":2,"x":1.0}"#, ENTRY)));
        assert!(!agrees(
            &expect,
            &repaired(r#"{"x":1.0,"a":2}"#, &ENTRY.replace("R3", "R5"))
        ));
        assert!(!agrees(&expect, &valid()));
    }

    #[test]
    fn defects_are_compared_in_order_and_number() {
        let expect = r#"{"verdict":"UNREPAIRABLE","defects":[{"path":"$.a","code":"type_mismatch"},{"path":"$.b","code":"enum_mismatch"}]}"#;
        let (a, b) = (("$.a", Code::TypeMismatch), ("$.b", Code::EnumMismatch));
        assert!(agrees(expect, &unrepairable(&[a, b])));
        assert!(!agrees(expect, &unrepairable(&[b, a])));
        assert!(!agrees(expect, &unrepairable(&[a])));
        assert!(!agrees(expect, &unrepairable(&[a, b, b])));
        let with_reason =
            expect.replacen(r#""type_mismatch""#, r#""type_mismatch","reason":"x""#, 1);
        assert!(!agrees(&with_reason, &unrepairable(&[a, b])));
    }

    #[test]
    fn what_is_not_expected_must_still_have_the_closed_shape() {
        let beside = valid().replace(r#","coverage""#, r#","note":1,"coverage""#);
        assert!(!agrees(r#"{"verdict":"VALID"}"#, &beside));
        assert!(!agrees(r#"{"verdict":"VALID"}"#, "nonsense"));
    }

    #[test]
    fn an_expect_that_is_no_answer_is_an_error() {
        assert_eq!(
            ExpectJudge::new(r#"{"verdict":"VALID","verdcit":1}"#).unwrap_err(),
            ExpectError::UnknownMember("verdcit".to_owned())
        );
        assert_eq!(
            ExpectJudge::new("{}").unwrap_err(),
            ExpectError::DecidesNothing
        );
        assert_eq!(
            ExpectJudge::new("5").unwrap_err(),
            ExpectError::DecidesNothing
        );
        assert!(matches!(
            ExpectJudge::new("{"),
            Err(ExpectError::Unreadable(_))
        ));
    }
}
