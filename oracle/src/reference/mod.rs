//! tool-argument/v1 a second time, slow and plain, written from the readings
//! D1 to D102 and sharing no code with the engine: whole answers are compared
//! byte for byte, so that a slip in either shows.
//!
//! One obvious function per reading; the ones that a mutant may exchange stand
//! in `Clauses`. Nothing here is tuned: trees are copied, members are searched
//! in a line, numbers are compared as text. It recurses over values; bodies
//! with many openers are judged on a thread with a large stack, which the body
//! cap bounds (131,072 nested brackets at most).
//!
//! | file | decides |
//! |---|---|
//! | `request` | refusals and their order |
//! | `tokens`, `json`, `number`, `path` | what is written |
//! | `schema`, `pattern`, `sets` | what is well-formed and covered |
//! | `text` | R1, R2 and the cause of a text that stays unreadable |
//! | `rules`, `repair` | R3 to R9, phase one |
//! | `validate` | defects, phase two |
//! | `answer`, `explain` | what is said |

pub mod answer;
pub mod clauses;
pub mod explain;
pub mod json;
pub mod matcher;
pub mod number;
pub mod path;
pub mod pattern;
pub mod repair;
pub mod request;
pub mod rules;
pub mod schema;
mod sets;
pub mod text;
pub mod tokens;
pub mod validate;

pub use clauses::Clauses;
pub use explain::{Explanation, Outcome, Step};
pub use json::Value;
pub use matcher::{InProcess, Matcher};

use answer::Judged;
use repair::Entry;
use request::Assessed;
use validate::Defect;

/// One check on its way: the decisions, the matcher, and what was done so far.
pub struct Run<'a> {
    clauses: &'a Clauses,
    matcher: &'a dyn Matcher,
    trace: Option<Vec<Step>>,
    entries: Vec<Entry>,
    /// Paths that phase two passes over; no reading fills it.
    unjudged: Vec<String>,
    unanswered: bool,
}

impl<'a> Run<'a> {
    fn new(clauses: &'a Clauses, matcher: &'a dyn Matcher) -> Run<'a> {
        Run {
            clauses,
            matcher,
            trace: None,
            entries: Vec::new(),
            unjudged: Vec::new(),
            unanswered: false,
        }
    }

    /// Records a step, if the run is traced.
    fn note(&mut self, step: impl FnOnce() -> Step) {
        if let Some(trace) = &mut self.trace {
            trace.push(step());
        }
    }

    /// Records a step at a node.
    fn note_at(
        &mut self,
        at: &str,
        rule: &str,
        outcome: Outcome,
        reading: &'static str,
        why: impl FnOnce() -> String,
    ) {
        self.note(|| Step::new(at, rule, outcome, reading, why()));
    }
}

/// The matcher could not tell whether a pattern occurs in a string, so there
/// is no answer to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the reference's matcher gave no answer for a pattern: try another matcher, or do not compare this submission"
)]
pub struct Unanswered;

/// What `check` says where the matcher has no answer; no answer of the
/// criteria looks like it.
const NO_ANSWER: &str = r#"{"unanswered":"pattern"}"#;

/// The exact answer text for one raw request body.
pub fn check(body: &[u8]) -> String {
    check_with(body, &Clauses::published(), &InProcess::default())
        .unwrap_or_else(|Unanswered| NO_ANSWER.into())
}

/// `check` under any decisions and with any matcher.
pub fn check_with(
    body: &[u8],
    clauses: &Clauses,
    matcher: &dyn Matcher,
) -> Result<String, Unanswered> {
    with_stack_for(body, || {
        let mut run = Run::new(clauses, matcher);
        let answer = answer(&mut run, body);
        if run.unanswered {
            Err(Unanswered)
        } else {
            Ok(answer)
        }
    })
}

/// The exact pre-check answer for one raw request body (D13).
pub fn precheck(body: &[u8]) -> String {
    precheck_with(body, &Clauses::published())
}

/// `precheck` under any decisions. It matches no pattern.
pub fn precheck_with(body: &[u8], clauses: &Clauses) -> String {
    with_stack_for(body, || {
        let matcher = InProcess::default();
        let mut run = Run::new(clauses, &matcher);
        match request::assess(&mut run, body) {
            Ok(assessed) => (clauses.assessable)(&assessed),
            Err(refusal) => answer::refusal(&refusal),
        }
    })
}

/// The tentatively repaired tree, where there is a verdict and the text could
/// be read. It is what the defects of the answer are about (D80).
pub fn tentative(body: &[u8]) -> Option<Value> {
    tentative_with(body, &Clauses::published(), &InProcess::default()).unwrap_or(None)
}

/// `tentative` under any decisions and with any matcher: a pattern below an
/// R7 on trial decides whether it stands.
pub fn tentative_with(
    body: &[u8],
    clauses: &Clauses,
    matcher: &dyn Matcher,
) -> Result<Option<Value>, Unanswered> {
    with_stack_for(body, || {
        let mut run = Run::new(clauses, matcher);
        let Ok(assessed) = request::assess(&mut run, body) else {
            return Ok(None);
        };
        let Ok(tree) = &assessed.tree else {
            return Ok(None);
        };
        let tree = repair::repair(&mut run, &assessed.schema, tree);
        if run.unanswered {
            Err(Unanswered)
        } else {
            Ok(Some(tree))
        }
    })
}

/// The check, told step by step.
pub fn explain(body: &[u8]) -> Explanation {
    let (clauses, matcher) = (Clauses::published(), InProcess::default());
    with_stack_for(body, || {
        let mut run = Run::new(&clauses, &matcher);
        run.trace = Some(Vec::new());
        let answer = answer(&mut run, body);
        let answer = if run.unanswered {
            NO_ANSWER.to_string()
        } else {
            answer
        };
        Explanation {
            steps: run.trace.unwrap_or_default(),
            answer,
        }
    })
}

/// Every number of a text by its spelling, however deep it nests, or why the
/// text is no JSON.
pub fn numbers(text: &str) -> Result<Vec<String>, tokens::Cause> {
    fn within(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Number(spelling) => found.push(spelling.clone()),
            Value::Array(items) => items.iter().for_each(|item| within(item, found)),
            Value::Object(members) => members.iter().for_each(|(_, value)| within(value, found)),
            _ => {}
        }
    }
    with_stack_for(text.as_bytes(), || {
        let value = json::read(text)?;
        let mut found = Vec::new();
        within(&value, &mut found);
        Ok(found)
    })
}

/// Whether a schema may be used, for a tool that has its own request; `text` is
/// what it was read from, which bounds how deep it nests.
pub fn examine(text: &[u8], schema: &Value) -> schema::Examined {
    with_stack_for(text, || schema::examine(&Clauses::published(), schema))
}

/// The paths of what is met in a schema and not checked, document order, even
/// where the schema may not be used; `text` as in [`examine`].
pub fn not_checked(text: &[u8], schema: &Value) -> Vec<String> {
    with_stack_for(text, || schema::not_checked(&Clauses::published(), schema))
}

/// Every defect of a value of any kind as submitted, nothing repaired, in
/// published order; `text` as in [`examine`].
pub fn unrepaired(text: &[u8], schema: &Value, value: &Value) -> Vec<Defect> {
    let (clauses, matcher) = (Clauses::published(), InProcess::default());
    with_stack_for(text, || {
        let mut run = Run::new(&clauses, &matcher);
        validate::in_order(validate::defects(&mut run, schema, value, path::ROOT))
    })
}

fn answer(run: &mut Run<'_>, body: &[u8]) -> String {
    match request::assess(run, body) {
        Err(refused) => answer::refusal(&refused),
        Ok(assessed) => {
            let judged = judge(run, &assessed);
            answer::verdict(run.clauses, &assessed.coverage, &judged)
        }
    }
}

/// Whether the verdict of the published criteria on a submission is
/// UNREPAIRABLE; only a pre-check that is no pre-check would ask (D13).
pub fn has_defects(assessed: &Assessed) -> bool {
    let (clauses, matcher) = (Clauses::published(), InProcess::default());
    let mut run = Run::new(&clauses, &matcher);
    !judge(&mut run, assessed).defects.is_empty()
}

/// Phase one and phase two, or the one defect of a text without a tree (D50).
fn judge(run: &mut Run<'_>, assessed: &Assessed) -> Judged {
    let (tree, defects) = match &assessed.tree {
        Err(cause) => {
            let reason = text::sentence(*cause).to_string();
            (
                None,
                vec![Defect {
                    path: text::TEXT.into(),
                    code: "invalid_json_text",
                    reason,
                }],
            )
        }
        Ok(submitted) => {
            run.entries.clone_from(&assessed.entries);
            let repaired = repair::repair(run, &assessed.schema, submitted);
            let judged = (run.clauses.judged)(submitted, &repaired);
            let mut found = validate::defects(run, &assessed.schema, &judged, path::ROOT);
            found.retain(|defect| !run.unjudged.iter().any(|at| defect.path.starts_with(at)));
            (Some(repaired), found)
        }
    };
    let defects = (run.clauses.in_order)(defects);
    for defect in &defects {
        let reading = validate::reading_of(defect.code);
        run.note(|| {
            Step::new(
                &defect.path,
                defect.code,
                Outcome::Defect,
                reading,
                &*defect.reason,
            )
        });
    }
    Judged {
        tree,
        entries: std::mem::take(&mut run.entries),
        defects,
    }
}

/// Openers up to which any thread's stack is enough.
const SHALLOW: usize = 400;
/// Enough for every body within the cap; only what is touched is used.
const LARGE_STACK: usize = 1 << 30;

/// Runs the work here, or on a thread with a large stack where the body could
/// nest deeply: brackets, groups of patterns, and either of them escaped.
fn with_stack_for<T: Send>(body: &[u8], work: impl Fn() -> T + Sync) -> T {
    let openers = body
        .iter()
        .filter(|byte| matches!(byte, b'[' | b'{' | b'('))
        .count();
    let escapes = body.windows(2).filter(|pair| pair == b"\\u").count();
    if openers + escapes <= SHALLOW {
        return work();
    }
    std::thread::scope(|scope| {
        match std::thread::Builder::new()
            .stack_size(LARGE_STACK)
            .spawn_scoped(scope, &work)
        {
            Ok(handle) => handle
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // Without a thread the work is still right where it is shallow.
            Err(_) => work(),
        }
    })
}

#[cfg(test)]
mod tests;
