//! Whether an entry of the diff was needed, as `jsonschema` sees it.
//!
//! With an entry and those inside it left out, its own `before` stands at its
//! place (the replay has shown that it stood there), under the schema node of
//! that place. The differential judge must agree that exactly the claimed
//! failures are found there; the keywords of a schema are independent, so the
//! whole blob fails with them. Where the judge cannot compare (J3, J4), the
//! kind of the value must be enough.

use super::Rejection;
use super::value::guide;
use crate::answer::Entry;
use crate::differential::{Hits, JsonschemaJudge};
use crate::judge::{Exchange, Judge, Judgement, Reason};
use crate::lossless::{self, Value};
use crate::path::{Place, Step};
use crate::provenance::proof::{EntryClaim, Failure};
use crate::submission::Form;
use crate::vocabulary::{CRITERIA_ID, CRITERIA_VERSION, Code, Rule};
use argument_check_corpus::Op;
use std::sync::Arc;

/// Judges trees as they stand.
pub(super) struct Validator(JsonschemaJudge);

impl Validator {
    pub(super) fn new() -> Self {
        let as_it_stands = |body: &[u8]| lossless::read(body).ok()?.get("arguments").cloned();
        Self(JsonschemaJudge::new(
            Arc::new(as_it_stands),
            Arc::new(Hits::default()),
        ))
    }

    /// Whether nothing is found to fail in `tree`.
    pub(super) fn passes(&self, schema: &Value, tree: &Value) -> bool {
        let judgement = self.judge(schema, tree, "VALID", None);
        !matches!(judgement, Judgement::Disagrees(_))
    }

    /// Checks that `claim` names what fails without `entry`.
    pub(super) fn needs(
        &self,
        number: usize,
        claim: &EntryClaim,
        entry: &Entry,
        schema: &Value,
        place: &[Step],
    ) -> Result<(), Rejection> {
        let fault = Rejection::Needless(number);
        let (_, node) = guide(schema, place).ok_or(fault)?;
        let failures = claim.fails.iter().map(|failure| read(failure, place));
        let failures: Option<Vec<_>> = failures.collect();
        let failures = failures.ok_or(fault)?;
        let ascend = failures.is_sorted_by(|left, right| left < right);
        let here = |(inner, code): &(Vec<Step>, Code)| {
            inner.is_empty() && answered(entry.rule).contains(code)
        };
        if !ascend || !failures.iter().any(here) {
            return Err(fault);
        }
        let under = |value: &Value| Value::Object(vec![(String::new(), value.clone())]);
        let schema = Value::Object(vec![("properties".to_owned(), under(node))]);
        let tree = under(&entry.before);
        match self.judge(&schema, &tree, "UNREPAIRABLE", Some(&failures)) {
            // J2 leaves only the bounds of a number aside.
            Judgement::Agrees | Judgement::NotComparable(Reason::WideLimit) => Ok(()),
            Judgement::NotComparable(_) if refuses(node, &entry.before) => Ok(()),
            _ => Err(fault),
        }
    }

    fn judge(
        &self,
        schema: &Value,
        tree: &Value,
        verdict: &str,
        failures: Option<&[(Vec<Step>, Code)]>,
    ) -> Judgement {
        let body = object(vec![
            ("arguments", tree.clone()),
            ("schema", schema.clone()),
        ]);
        let names = || Value::Array(Vec::new());
        let coverage = object(vec![("enforced", names()), ("not_checked", names())]);
        let mut answer = vec![
            ("criteria_id", string(CRITERIA_ID)),
            ("criteria_version", string(CRITERIA_VERSION)),
            ("engine_version", string("")),
            ("verdict", string(verdict)),
            ("statement", string("")),
            ("coverage", coverage),
        ];
        let defects = failures.into_iter().flatten().map(|(inner, code)| {
            let mut place = vec![Step::Key(String::new())];
            place.extend(inner.iter().cloned());
            object(vec![
                ("path", string(&Place::Tree(place).to_string())),
                ("code", string(code.as_str())),
                ("reason", string("")),
            ])
        });
        if failures.is_some() {
            answer.push(("defects", Value::Array(defects.collect())));
        }
        self.0.judge(&Exchange {
            op: Op::Check,
            body: body.to_text().as_bytes(),
            answer: &object(answer).to_text(),
        })
    }
}

fn string(text: &str) -> Value {
    Value::String(text.to_owned())
}

fn object(members: Vec<(&str, Value)>) -> Value {
    let owned = |(name, value): (&str, Value)| (name.to_owned(), value);
    Value::Object(members.into_iter().map(owned).collect())
}

/// The claimed failure, below `place`. Patterns are not claimed (J8).
fn read(failure: &Failure, place: &[Step]) -> Option<(Vec<Step>, Code)> {
    let Place::Tree(steps) = Place::parse(&failure.path).ok()? else {
        return None;
    };
    let code = Code::parse(&failure.code).filter(|code| *code != Code::PatternMismatch)?;
    Some((steps.strip_prefix(place)?.to_vec(), code))
}

/// The failures that a rule may answer (D51, D72).
fn answered(rule: Rule) -> &'static [Code] {
    match rule {
        Rule::R8 => &[Code::TypeMismatch, Code::EnumMismatch, Code::ConstMismatch],
        Rule::R9 => &[Code::EnumMismatch],
        _ => &[Code::TypeMismatch],
    }
}

/// Whether the kind of `value`, or its spelling where it is a string, is
/// enough to fail `type`, `enum` or `const` of `node`.
fn refuses(node: &Value, value: &Value) -> bool {
    let kinds: &[&str] = match value {
        Value::Null => &["null"],
        Value::Bool(_) => &["boolean"],
        Value::Number(_) => &["number", "integer"],
        Value::String(_) => &["string"],
        Value::Array(_) => &["array"],
        Value::Object(_) => &["object"],
    };
    let admits = |name: &Value| name.as_str().is_some_and(|name| kinds.contains(&name));
    let typed = node.get("type").is_some_and(|names| match names.items() {
        Some(names) => !names.iter().any(admits),
        None => !admits(names),
    });
    let plain = matches!(value, Value::Null | Value::String(_));
    let entries = node.get("enum").and_then(Value::items);
    let listed = entries.is_some_and(|entries| !entries.contains(value));
    let fixed = node.get("const").is_some_and(|fixed| fixed != value);
    typed || (plain && (listed || fixed))
}

/// Checks that the text is not JSON without a text entry: a comma that stands
/// before a closer or the end never is, and a text without the closers of R1
/// is tried.
pub(super) fn in_text(
    number: usize,
    claim: &EntryClaim,
    entry: &Entry,
    form: &Form,
    trailing: &[usize],
) -> Result<(), Rejection> {
    let one = [Failure {
        path: Place::Text.to_string(),
        code: Code::InvalidJsonText.as_str().to_owned(),
    }];
    if claim.left_out != [number] {
        return Err(Rejection::EntryClaim(number));
    }
    let open =
        entry.rule == Rule::R2 || matches!(form, Form::Text(text) if is_open(text, trailing));
    if claim.fails != one || !open {
        return Err(Rejection::Needless(number));
    }
    Ok(())
}

fn is_open(text: &str, trailing: &[usize]) -> bool {
    let kept = text
        .char_indices()
        .filter(|(at, _)| trailing.binary_search(at).is_err());
    let kept: String = kept.map(|(_, character)| character).collect();
    lossless::read_str(&kept).is_err()
}
