//! Asks a target about texts, and holds every law against the answers.
//!
//! An answer text is read once for all texts that got it: most texts get one of
//! a handful of answers. Nothing else is remembered from text to text.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::space::text;
use super::tally::{Breach, Kind, Tally};
use super::text_laws::{Reading, Said, TEXT_LAWS};
use crate::answer::{Answer, Outcome, Report};
use crate::laws::{LAWS, Observation, Ruling, Target};
use crate::lossless;
use crate::reference;
use argument_check_corpus::Op;

/// Up to how many tokens a run asks all of I1 to I28 about every text.
pub const ALL_LAWS_UP_TO: u32 = 4;

/// The name and clause of the law that compares with the reference.
const REFERENCE: (&str, &str) = (
    "reference",
    "the answer is that of the second implementation, byte for byte (D9, D37 to D50)",
);

/// Broken, one of these means an invented value (D93).
const INVENTED: [&str; 3] = ["I5", "I6", "I12"];

/// The answer to a pre-check that refuses nothing.
pub(super) fn assessable() -> &'static str {
    static ASSESSABLE: LazyLock<String> = LazyLock::new(|| reference::precheck(&body("{}")));
    &ASSESSABLE
}

/// The names and clauses of all laws, in the order of the tally.
pub(super) fn laws() -> impl Iterator<Item = (&'static str, &'static str)> {
    let text = TEXT_LAWS.iter().map(|law| (law.name, law.clause));
    let numbered = LAWS.iter().map(|law| (law.id, law.clause));
    [REFERENCE].into_iter().chain(text).chain(numbered)
}

/// The request body that submits a text.
#[must_use]
pub fn body(text: &str) -> Vec<u8> {
    let mut body = "{\"arguments_text\":".to_owned();
    lossless::write_string(text, &mut body);
    body.push_str(",\"schema\":{}}");
    body.into_bytes()
}

/// One text with what the target says of it.
pub(super) struct Asked<'a> {
    pub(super) text: &'a str,
    pub(super) reading: Reading,
    /// The raw answer to the check.
    pub(super) check: &'a str,
    /// The same, if it can be read.
    pub(super) answer: Option<&'a Answer>,
    /// The raw answer to the pre-check.
    pub(super) precheck: &'a str,
}

/// Judges the texts of these numbers, in their order. I1 to I28 are asked about
/// every text of up to `all_laws_up_to` tokens, and about every other one for
/// which a blob is delivered.
#[must_use]
pub fn judge(numbers: Range<u64>, all_laws_up_to: u32, target: &dyn Target) -> Tally {
    let mut tally = Tally::default();
    let mut answers = HashMap::new();
    for number in numbers {
        let (text, tokens) = text(number);
        let submitted = Submitted {
            number,
            body: body(&text),
            text,
            all_laws: tokens <= all_laws_up_to,
        };
        one(&submitted, target, &mut answers, &mut tally);
    }
    tally
}

/// A text on its way.
struct Submitted {
    number: u64,
    text: String,
    body: Vec<u8>,
    all_laws: bool,
}

impl Submitted {
    fn breach(&self, law: &'static str, invents: bool, expected: String, actual: &str) -> Breach {
        Breach {
            number: self.number,
            text: self.text.clone(),
            law,
            invents,
            expected,
            actual: actual.to_owned(),
        }
    }
}

/// The answers that were read so far.
type Answers = HashMap<String, (Kind, Option<Answer>)>;

/// Answers that are not shared by many texts are forgotten.
const REMEMBERED: usize = 1_000;

fn one(submitted: &Submitted, target: &dyn Target, answers: &mut Answers, tally: &mut Tally) {
    let body = &submitted.body;
    let (check, precheck) = (target.check(body), target.precheck(body));
    if answers.len() > REMEMBERED {
        answers.clear();
    }
    if !answers.contains_key(&check) {
        let answer = Answer::parse(&check).ok();
        answers.insert(check.clone(), (kind(answer.as_ref()), answer));
    }
    let Some((kind, answer)) = answers.get(&check) else {
        return;
    };
    tally.count(kind);
    let asked = Asked {
        text: &submitted.text,
        reading: Reading::of(&submitted.text),
        check: &check,
        answer: answer.as_ref(),
        precheck: &precheck,
    };
    let breach = |law, invents, expected| submitted.breach(law, invents, expected, &check);
    let reference = reference::check(body);
    let differs = (reference != check).then(|| breach(REFERENCE.0, false, reference));
    tally.law(0, differs);
    for (index, law) in (1..).zip(&TEXT_LAWS) {
        match (law.holds)(&asked) {
            Said::NotApplicable => {}
            Said::Holds => tally.law(index, None),
            Said::Broken(expected) => {
                tally.law(index, Some(breach(law.name, law.invents, expected)));
            }
        }
    }
    if submitted.all_laws || delivers(asked.answer) {
        numbered(submitted, &check, target, tally);
    }
}

/// Asks I1 to I28.
fn numbered(submitted: &Submitted, check: &str, target: &dyn Target, tally: &mut Tally) {
    let observation = Observation {
        body: &submitted.body,
        answer: check,
        op: Op::Check,
        target: Some(target),
    };
    for (index, law) in (1 + TEXT_LAWS.len()..).zip(&LAWS) {
        match (law.check)(&observation) {
            Ruling::NotApplicable(_) => {}
            Ruling::Holds => tally.law(index, None),
            Ruling::Broken(evidence) => {
                let invents = INVENTED.contains(&law.id);
                let why = format!("{}: {}", evidence.summary, evidence.detail);
                let breach = submitted.breach(law.id, invents, why, check);
                tally.law(index, Some(breach));
            }
        }
    }
}

/// Whether an answer delivers a blob, as submitted or repaired.
fn delivers(answer: Option<&Answer>) -> bool {
    matches!(
        answer,
        Some(Answer::Verdict(Report {
            outcome: Outcome::Valid | Outcome::Repaired { .. },
            ..
        }))
    )
}

fn kind(answer: Option<&Answer>) -> Kind {
    let of = |verdict, why| Kind { verdict, why };
    match answer {
        None | Some(Answer::Assessable) => of("no answer", String::new()),
        Some(Answer::Refusal(refusal)) => of("refused", refusal.code.as_str().to_owned()),
        Some(Answer::Verdict(report)) => match &report.outcome {
            Outcome::Valid => of("VALID", String::new()),
            Outcome::Repaired { diff, .. } => {
                let mut rules: Vec<&str> = diff.iter().map(|entry| entry.rule.as_str()).collect();
                rules.dedup();
                of("REPAIRED", rules.join(", then "))
            }
            Outcome::Unrepairable { defects } => {
                let mut reasons: Vec<&str> = defects
                    .iter()
                    .map(|defect| defect.reason.as_str())
                    .collect();
                reasons.dedup();
                of("UNREPAIRABLE", reasons.join("; "))
            }
        },
    }
}
