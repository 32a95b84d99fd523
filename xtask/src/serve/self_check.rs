//! The self-check (D97): every REPAIRED answer is replayed and its entries are
//! judged before it is sent, by judges that share no code with the engine.
//!
//! A violation stops the service. An answer that the judges cannot follow is
//! not sold, which is no accusation: an ignored member of the body may nest
//! deeper than they read.

use argument_check_corpus::Op;
use argument_check_oracle::answer::{Answer, Outcome};
use argument_check_oracle::entry::check_entries;
use argument_check_oracle::ledger::incidents::Kind;
use argument_check_oracle::replay::ReplayJudge;
use argument_check_oracle::submission::Submission;
use argument_check_oracle::{Exchange, Judge, Judgement};

/// A law that an answer breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Violation {
    /// Its number.
    pub(crate) law: &'static str,
    /// What kind of incident that is.
    pub(crate) kind: Kind,
}

/// What the judges say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The answer may be sold.
    Sound,
    /// It breaks a law: nothing is sold any more.
    Broken(Violation),
    /// It cannot be followed: this one is not sold.
    Unknown,
}

const fn broken(law: &'static str) -> Verdict {
    Verdict::Broken(Violation {
        law,
        kind: Kind::InventedRepair,
    })
}

/// Judges the answer to one check.
pub(crate) fn judge(body: &[u8], answer: &str) -> Verdict {
    let diff = match Answer::parse(answer) {
        Ok(Answer::Verdict(report)) => match report.outcome {
            Outcome::Repaired { diff, .. } => diff,
            Outcome::Valid | Outcome::Unrepairable { .. } => return Verdict::Sound,
        },
        // A refusal was ruled out before, so this is no answer of the contract.
        Ok(_) | Err(_) => return broken("I1"),
    };
    let exchange = Exchange {
        op: Op::Check,
        body,
        answer,
    };
    match ReplayJudge.judge(&exchange) {
        Judgement::Agrees => {}
        Judgement::Disagrees(_) => return broken("I5"),
        Judgement::NotComparable(_) => return Verdict::Unknown,
    }
    let Ok(submission) = Submission::read(body) else {
        return Verdict::Unknown;
    };
    match check_entries(&submission, &diff) {
        Ok(()) => Verdict::Sound,
        Err(_) => broken("I6"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] =
        br#"{"arguments":{"x":"5"},"schema":{"properties":{"x":{"type":"integer"}}}}"#;

    #[test]
    fn what_the_engine_repairs_is_sound() {
        assert_eq!(judge(BODY, &argument_check::check(BODY)), Verdict::Sound);
    }

    #[test]
    fn an_invented_value_an_illegal_entry_and_nonsense_are_broken() {
        let answer = argument_check::check(BODY);
        let invented = answer.replace("\"repaired\":{\"x\":5}", "\"repaired\":{\"x\":6}");
        assert_ne!(invented, answer);
        assert_eq!(judge(BODY, &invented), broken("I5"));
        let illegal = answer.replace("\"rule\":\"R3\"", "\"rule\":\"R6\"");
        assert_eq!(judge(BODY, &illegal), broken("I6"));
        assert_eq!(judge(BODY, "{}"), broken("I1"));
    }

    #[test]
    fn a_body_that_the_judges_cannot_follow_is_no_accusation() {
        let deep = format!("{}{}", "[".repeat(2_000), "]".repeat(2_000));
        let body = String::from_utf8_lossy(BODY).replacen('{', &format!("{{\"a\":{deep},"), 1);
        let answer = argument_check::check(body.as_bytes());
        assert_eq!(judge(body.as_bytes(), &answer), Verdict::Unknown);
    }
}
