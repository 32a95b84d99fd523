//! Whole request bodies: every law and the reference, on check and pre-check.

use argument_check_corpus::Op;

use super::engine::Engine;
use super::input::body;
use super::{Finding, Meaning, Target};
use crate::every::{Breach, every};
use crate::laws;

/// See [`Target::about`].
pub const TARGET: Target = Target {
    name: "check",
    about: "any request body: no law I1 to I28 is broken, and the reference gives the same answer",
    law,
    meaning: |data| Meaning::request(Op::Check, body(data)),
};

fn law(data: &[u8]) -> Result<(), Finding> {
    every(&body(data), &Engine).map_err(Finding::from)
}

impl From<Breach> for Finding {
    fn from(breach: Breach) -> Self {
        match breach {
            Breach::Law {
                law,
                summary,
                detail,
                ..
            } => Self {
                law,
                summary,
                expected: laws::law(law).map_or("", |law| law.clause).to_owned(),
                actual: detail,
            },
            Breach::Reference { reference, target } => Self {
                law: "N",
                summary: "the answer is not that of the reference".to_owned(),
                expected: reference,
                actual: target,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::Target as Implementation;
    use argument_check_corpus::Op;

    #[test]
    fn a_right_answer_passes_whether_it_was_written_or_drawn() {
        assert_eq!(law(br#"{"arguments":{"a":"1"},"schema":{}}"#), Ok(()));
        assert_eq!(law(b""), Ok(()));
        assert_eq!(law(&[0xff; 64]), Ok(()));
    }

    /// An implementation that finds everything valid.
    struct Careless;

    impl Implementation for Careless {
        fn ask(&self, op: Op, body: &[u8]) -> String {
            Engine.ask(op, body).replace("UNREPAIRABLE", "VALID")
        }
    }

    #[test]
    fn a_breach_is_told_with_the_clause_that_it_breaks() {
        let body = br#"{"arguments":{"a":"x"},"schema":{"properties":{"a":{"type":"integer"}}}}"#;
        let finding = Finding::from(every(body, &Careless).unwrap_err());
        assert_eq!(finding.law, "I1");
        assert!(finding.to_string().contains(&finding.expected));
        assert!(!finding.expected.is_empty());
    }
}
