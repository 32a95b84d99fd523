//! One observation, read once for all laws.
//!
//! A law takes nothing but the observation, so what was read last is kept by
//! the thread. Members of an answer that only report (D91: `coverage`, `reason`,
//! `detail` and the head) may be absent in the answers of others; they are
//! filled in, and laws about them abstain. Verdict, blob, diff, defects and
//! refusal are never filled in.

use super::text::{self, Mended};
use super::validator::{Errors, errors};
use super::{Observation, Ruling};
use crate::answer::{Answer, Defect, Entry, Outcome, Report, ShapeFault};
use crate::judge::Reason;
use crate::lossless::{self, ReadError, Value};
use crate::submission::{Form, Submission, SubmissionFault};
use crate::vocabulary::{CRITERIA_ID, CRITERIA_VERSION};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// The law asks a target, and there is none.
pub(super) const NO_TARGET: Reason = Reason::NoTarget;
/// The body has nothing that the law could vary, or no room for it.
pub(super) const NOTHING_TO_VARY: Reason = Reason::NothingToVary;

/// An observation, read.
pub(super) struct View {
    /// The answer with its absent report members filled in.
    pub(super) answer: Result<Answer, ShapeFault>,
    /// The answer as a value.
    pub(super) completed: Value,
    /// The report members that are absent.
    pub(super) absent: Vec<&'static str>,
    /// What every verdict presupposes.
    pub(super) submission: Result<Submission, SubmissionFault>,
    tree: OnceCell<Result<Value, ReadError>>,
    mended: OnceCell<Option<Mended>>,
    errors: OnceCell<Errors>,
}

/// A body, an answer to it, and what was read of the two.
type Kept = (Vec<u8>, String, Rc<View>);

/// A body and what was read of it.
type KeptBody = (Vec<u8>, Rc<Result<Value, ReadError>>);

thread_local! {
    static LAST: RefCell<Option<Kept>> = const { RefCell::new(None) };
    static BODY: RefCell<Option<KeptBody>> = const { RefCell::new(None) };
}

/// Reads the body of an observation, or takes what was read of it last: most
/// laws vary the same one.
pub(super) fn body(bytes: &[u8]) -> Rc<Result<Value, ReadError>> {
    BODY.with(|last| {
        let mut last = last.borrow_mut();
        if let Some((body, value)) = last.as_ref()
            && body == bytes
        {
            return Rc::clone(value);
        }
        let value = Rc::new(lossless::read(bytes));
        *last = Some((bytes.to_vec(), Rc::clone(&value)));
        value
    })
}

/// Reads an answer that is asked about once.
pub(super) fn answer(text: &str) -> Result<Answer, ShapeFault> {
    read_answer(text).0
}

/// An answer, the same as a value, and the report members that it lacks.
fn read_answer(text: &str) -> (Result<Answer, ShapeFault>, Value, Vec<&'static str>) {
    match lossless::read_str(text) {
        Ok(value) => {
            let (completed, absent) = complete(value);
            (Answer::from_value(&completed), completed, absent)
        }
        Err(error) => (Err(error.into()), Value::Null, Vec::new()),
    }
}

impl View {
    /// Reads an observation, or takes what was read of it last.
    pub(super) fn of(observation: &Observation<'_>) -> Rc<Self> {
        LAST.with(|last| {
            let mut last = last.borrow_mut();
            if let Some((body, answer, view)) = last.as_ref()
                && body == observation.body
                && answer == observation.answer
            {
                return Rc::clone(view);
            }
            let view = Rc::new(Self::read(observation));
            let kept = (
                observation.body.to_vec(),
                observation.answer.to_owned(),
                Rc::clone(&view),
            );
            *last = Some(kept);
            view
        })
    }

    fn read(observation: &Observation<'_>) -> Self {
        let (answer, completed, absent) = read_answer(observation.answer);
        Self {
            answer,
            completed,
            absent,
            submission: match &*body(observation.body) {
                Ok(value) => Submission::of(value.clone()),
                Err(error) => Err(SubmissionFault::Body(*error)),
            },
            tree: OnceCell::new(),
            mended: OnceCell::new(),
            errors: OnceCell::new(),
        }
    }

    /// The verdict with its submission; a ruling where there is none.
    pub(super) fn verdict(&self) -> Result<(&Submission, &Report), Ruling> {
        let Ok(Answer::Verdict(report)) = &self.answer else {
            return Err(Ruling::NotApplicable(Reason::NoVerdict));
        };
        match &self.submission {
            Ok(submission) => Ok((submission, report)),
            Err(SubmissionFault::Body(ReadError::TooDeep)) => {
                Err(Ruling::NotApplicable(Reason::TooDeep))
            }
            Err(_) => Err(Ruling::NotApplicable(Reason::UnreadableText)),
        }
    }

    /// A REPAIRED answer with its submission; a ruling where there is none.
    pub(super) fn repaired(&self) -> Result<(&Submission, &Value, &[Entry]), Ruling> {
        match self.verdict()? {
            (
                submission,
                Report {
                    outcome: Outcome::Repaired { repaired, diff },
                    ..
                },
            ) => Ok((submission, repaired, diff)),
            _ => Err(Ruling::NotApplicable(Reason::NothingDelivered)),
        }
    }

    /// The defects of a tree with that tree; a ruling where there are none.
    pub(super) fn defects(&self) -> Result<(&Submission, &[Defect]), Ruling> {
        match self.verdict()? {
            (
                submission,
                Report {
                    outcome: Outcome::Unrepairable { defects },
                    ..
                },
            ) => Ok((submission, defects)),
            _ => Err(Ruling::NotApplicable(Reason::NoVerdict)),
        }
    }

    /// The submitted tree, read strictly.
    pub(super) fn tree(&self, submission: &Submission) -> Result<&Value, ReadError> {
        self.tree
            .get_or_init(|| submission.tree())
            .as_ref()
            .map_err(|error| *error)
    }

    /// What R1 and R2 make of a text that cannot be read.
    pub(super) fn mended(&self, submission: &Submission) -> Option<&Mended> {
        self.mended
            .get_or_init(|| match &submission.arguments {
                Form::Text(text) => text::mend(text),
                Form::Tree(_) => None,
            })
            .as_ref()
    }

    /// The tree that R3 to R9 start from: strict, or after R1 and R2.
    pub(super) fn start(&self, submission: &Submission) -> Option<&Value> {
        match self.tree(submission) {
            Ok(tree) => Some(tree),
            Err(_) => self.mended(submission).map(|mended| &mended.tree),
        }
    }

    /// `E` of the tree that R3 to R9 start from.
    pub(super) fn errors(&self, submission: &Submission) -> Option<&Errors> {
        let tree = self.start(submission)?;
        Some(self.errors.get_or_init(|| errors(&submission.schema, tree)))
    }
}

/// The report members of an answer that may be absent, with what stands for
/// them.
fn head() -> [(&'static str, Value); 3] {
    let text = |text: &str| Value::String(text.to_owned());
    [
        ("criteria_id", text(CRITERIA_ID)),
        ("criteria_version", text(CRITERIA_VERSION)),
        ("engine_version", text("")),
    ]
}

/// Fills in the absent report members, in the order of the contract.
fn complete(value: Value) -> (Value, Vec<&'static str>) {
    let Value::Object(members) = value else {
        return (value, Vec::new());
    };
    let has = |name: &str| members.iter().any(|(key, _)| key == name);
    let mut wanted: Vec<(&'static str, Value)> = Vec::new();
    if has("verdict") {
        wanted.extend(head());
        wanted.push(("statement", Value::String(String::new())));
        let list = |name: &str| (name.to_owned(), Value::Array(Vec::new()));
        let coverage = Value::Object(vec![list("enforced"), list("not_checked")]);
        wanted.push(("coverage", coverage));
    } else if has("refusal") {
        wanted.extend(head().into_iter().take(2));
        wanted.push(("detail", Value::Array(Vec::new())));
    } else {
        wanted.extend(head().into_iter().take(2));
    }
    wanted.retain(|(name, _)| !has(name));
    let mut absent: Vec<_> = wanted.iter().map(|(name, _)| *name).collect();
    let mut members = members;
    let reasons = members.iter_mut().find(|(key, _)| key == "defects");
    if let Some((_, Value::Array(defects))) = reasons
        && defects.iter_mut().filter_map(reasoned).count() > 0
    {
        absent.push("reason");
    }
    if absent.is_empty() {
        return (Value::Object(members), absent);
    }
    members.extend(
        wanted
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value)),
    );
    members.sort_by_key(|(name, _)| rank(name));
    (Value::Object(members), absent)
}

/// Fills in the reason of one defect where it is absent.
fn reasoned(defect: &mut Value) -> Option<()> {
    match defect {
        Value::Object(members) if !members.iter().any(|(key, _)| key == "reason") => {
            members.push(("reason".to_owned(), Value::String(String::new())));
            Some(())
        }
        _ => None,
    }
}

/// The place of a member in the contract.
fn rank(name: &str) -> usize {
    const ORDER: [&str; 12] = [
        "criteria_id",
        "criteria_version",
        "engine_version",
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
    ORDER
        .iter()
        .position(|known| *known == name)
        .unwrap_or(ORDER.len())
}

/// The report members that an answer lacks: what an audit counts without
/// refuting for it.
#[must_use]
pub fn absent_members(answer: &str) -> Vec<&'static str> {
    lossless::read_str(answer).map_or_else(|_| Vec::new(), |value| complete(value).1)
}
