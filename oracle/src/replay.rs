//! Replays a diff on the submission (I5, D46, D88, D89).
//!
//! The submission plus the diff must give the delivered blob, token for token;
//! for VALID the blob is the submission itself. Entries are applied in the
//! order of the list: each R2 takes away the leftmost comma outside strings
//! whose next token is a closer or the end, R1 appends, the text is then read
//! strictly, and tree entries follow on the tree as it stands. An entry that
//! cannot be applied is evidence. Whether an entry was allowed at all is not
//! decided here, and no code of the engine may be used.

use crate::answer::{Answer, Entry, Outcome};
use crate::judge::{Exchange, Judge, Judgement, Reason};
use crate::lossless::{self, ReadError, Value};
use crate::path::{self, Place, Step};
use crate::submission::{Form, Submission, SubmissionFault};
use crate::vocabulary::{Operation, Rule};
use argument_check_corpus::Op;

/// Judges that the diff reproduces the blob.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReplayJudge;

/// Why a diff cannot be replayed. No variant holds a value of the submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReplayFault {
    /// A text entry for arguments that are no text.
    #[error("entry {0} repairs a text, but the arguments are a tree")]
    NoText(usize),
    /// Not R2*, then at most one R1, then the tree.
    #[error("entry {0} is out of order: R2 first, then one R1, then the tree")]
    Order(usize),
    /// Rule, op, path, before or after do not belong together.
    #[error("entry {0} does not have the form of its rule")]
    Form(usize),
    /// There is no comma left that R2 could remove.
    #[error("entry {0} removes a comma, but none stands before a closer or the end")]
    NoComma(usize),
    /// The text does not parse after its entries.
    #[error("the text is not JSON after its entries: {0}")]
    Text(ReadError),
    /// The text holds something else than an object.
    #[error("the text holds no object after its entries")]
    NotObject,
    /// The path leads nowhere, or may not be changed.
    #[error("entry {0} names a place that is not there or may not be changed")]
    NoPlace(usize),
    /// Another value stands at the path.
    #[error("entry {0} names a value as before that does not stand there")]
    Before(usize),
}

impl Judge for ReplayJudge {
    fn name(&self) -> &'static str {
        "replay"
    }

    fn judge(&self, exchange: &Exchange<'_>) -> Judgement {
        if exchange.op != Op::Check {
            return Judgement::NotComparable(Reason::OtherOperation);
        }
        let report = match Answer::parse(exchange.answer) {
            Ok(Answer::Verdict(report)) => report,
            Ok(_) => return Judgement::NotComparable(Reason::NoVerdict),
            Err(fault) => return Judgement::disagrees(fault.to_string(), exchange.answer),
        };
        let (blob, diff) = match report.outcome {
            Outcome::Valid => (None, Vec::new()),
            Outcome::Repaired { repaired, diff } => (Some(repaired), diff),
            Outcome::Unrepairable { .. } => {
                return Judgement::NotComparable(Reason::NothingDelivered);
            }
        };
        let submission = match Submission::read(exchange.body) {
            Ok(submission) => submission,
            Err(SubmissionFault::Body(ReadError::TooDeep)) => {
                return Judgement::NotComparable(Reason::TooDeep);
            }
            Err(fault) => {
                return Judgement::disagrees(format!("a blob is delivered, but {fault}"), "");
            }
        };
        match (replay(&submission.arguments, &diff), blob) {
            (Err(fault), _) => Judgement::disagrees(fault.to_string(), exchange.answer),
            (Ok(_), None) => Judgement::Agrees,
            (Ok(replayed), Some(blob)) if lossless::token_equal(&replayed, &blob) => {
                Judgement::Agrees
            }
            (Ok(replayed), Some(blob)) => Judgement::disagrees(
                "the diff does not give the delivered blob",
                format!(
                    "replayed {}, delivered {}",
                    replayed.to_text(),
                    blob.to_text()
                ),
            ),
        }
    }
}

/// Applies `diff` to the submitted arguments.
pub fn replay(arguments: &Form, diff: &[Entry]) -> Result<Value, ReplayFault> {
    let textual = diff
        .iter()
        .take_while(|entry| entry.path == Place::Text)
        .count();
    let (text_entries, tree_entries) = diff.split_at(textual);
    let mut tree = match arguments {
        Form::Tree(_) if textual > 0 => return Err(ReplayFault::NoText(0)),
        Form::Tree(tree) => tree.clone(),
        Form::Text(text) => {
            let text = replay_text(text, text_entries)?;
            lossless::read_str(&text).map_err(ReplayFault::Text)?
        }
    };
    if !matches!(tree, Value::Object(_)) {
        return Err(ReplayFault::NotObject);
    }
    for (number, entry) in (textual..).zip(tree_entries) {
        apply(&mut tree, entry, number)?;
    }
    Ok(tree)
}

/// Applies R2* and R1 to the text.
fn replay_text(text: &str, entries: &[Entry]) -> Result<String, ReplayFault> {
    let closed = entries.last().filter(|entry| entry.rule == Rule::R1);
    let commas = entries.len() - usize::from(closed.is_some());
    for (number, entry) in entries[..commas].iter().enumerate() {
        let form = entry.op == Operation::Remove
            && entry.before.as_str() == Some(",")
            && entry.after.as_str() == Some("");
        match entry.rule {
            Rule::R2 if form => {}
            Rule::R1 => return Err(ReplayFault::Order(number)),
            _ => return Err(ReplayFault::Form(number)),
        }
    }
    let mut replayed = without_commas(text, commas)?;
    if let Some(entry) = closed {
        let closers = entry.after.as_str().filter(|after| {
            !after.is_empty() && after.bytes().all(|byte| matches!(byte, b']' | b'}'))
        });
        match closers {
            Some(closers) if entry.op == Operation::Append && entry.before == Value::Null => {
                replayed.push_str(closers);
            }
            _ => return Err(ReplayFault::Form(commas)),
        }
    }
    Ok(replayed)
}

/// `text` without its `count` leftmost trailing commas. They are looked for on
/// the submitted text once: removing one makes no other comma trailing (D43).
fn without_commas(text: &str, count: usize) -> Result<String, ReplayFault> {
    let mut trailing = trailing_commas(text).into_iter();
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for number in 0..count {
        let at = trailing.next().ok_or(ReplayFault::NoComma(number))?;
        kept.push_str(&text[from..at]);
        from = at + 1;
    }
    kept.push_str(&text[from..]);
    Ok(kept)
}

/// Where commas stand, outside strings, before a closer or the end.
fn trailing_commas(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut comma = None;
    let (mut in_string, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {}
            b',' => comma = Some(at),
            b']' | b'}' => found.extend(comma.take()),
            other => {
                in_string = other == b'"';
                comma = None;
            }
        }
    }
    found.extend(comma);
    found
}

/// Applies one tree entry.
fn apply(tree: &mut Value, entry: &Entry, number: usize) -> Result<(), ReplayFault> {
    let Place::Tree(steps) = &entry.path else {
        return Err(ReplayFault::Order(number));
    };
    if entry.rule.is_textual() || entry.op != entry.rule.operation() {
        return Err(ReplayFault::Form(number));
    }
    // The root is never replaced (D7).
    let Some((last, parent)) = steps.split_last() else {
        return Err(ReplayFault::NoPlace(number));
    };
    if entry.op == Operation::Replace {
        let node = path::resolve_mut(tree, steps).ok_or(ReplayFault::NoPlace(number))?;
        if *node != entry.before {
            return Err(ReplayFault::Before(number));
        }
        *node = entry.after.clone();
        return Ok(());
    }
    if entry.before != Value::Null || entry.after != Value::Null {
        return Err(ReplayFault::Form(number));
    }
    let (Some(Value::Object(members)), Step::Key(key)) = (path::resolve_mut(tree, parent), last)
    else {
        return Err(ReplayFault::NoPlace(number));
    };
    let at = members
        .iter()
        .position(|(name, _)| name == key)
        .ok_or(ReplayFault::NoPlace(number))?;
    if members[at].1 != Value::Null {
        return Err(ReplayFault::Before(number));
    }
    members.remove(at);
    Ok(())
}

#[cfg(test)]
mod tests;

/// What a service relies on when it checks its own answer before it sends it.
#[cfg(test)]
mod before_an_answer_is_sent {
    use super::*;
    use crate::answer::tests::repaired;

    const BODY: &str = r#"{"arguments":{"a":"1","b":"2","c":3},"schema":{}}"#;
    const A: &str = r#"{"path":"$.a","rule":"R3","op":"replace","before":"1","after":1}"#;
    const B: &str = r#"{"path":"$.b","rule":"R3","op":"replace","before":"2","after":2}"#;

    fn judge(blob: &str, diff: &[&str]) -> Judgement {
        ReplayJudge.judge(&Exchange {
            op: Op::Check,
            body: BODY.as_bytes(),
            answer: &repaired(blob, &diff.join(",")),
        })
    }

    #[test]
    fn a_value_that_the_diff_does_not_explain_counts_as_invented() {
        let honest = r#"{"a":1,"b":2,"c":3}"#;
        assert_eq!(judge(honest, &[A, B]), Judgement::Agrees);
        for invented in ["4", "3.0", "\"3\"", "null"] {
            let blob = honest.replace(":3", &format!(":{invented}"));
            let Judgement::Disagrees(evidence) = judge(&blob, &[A, B]) else {
                panic!("{invented} passed");
            };
            assert_eq!(
                evidence.summary,
                "the diff does not give the delivered blob"
            );
        }
    }

    #[test]
    fn a_dropped_entry_an_altered_blob_and_a_moved_member_are_each_refused() {
        for (blob, diff) in [
            (r#"{"a":1,"b":2,"c":3}"#, &[A][..]),
            (r#"{"a":1,"b":7,"c":3}"#, &[A, B]),
            (r#"{"a":1,"c":3,"b":2}"#, &[A, B]),
            (r#"{"a":1,"b":2}"#, &[A, B]),
            (r#"{"a":1,"b":2,"c":3,"d":null}"#, &[A, B]),
        ] {
            assert!(
                matches!(judge(blob, diff), Judgement::Disagrees(_)),
                "{blob}"
            );
        }
    }
}
