//! Calls that models made: each is checked in object form and in text form,
//! and both answers must be the same wherever both forms can be read.

use std::path::Path;

use anyhow::Result;
use argument_check_corpus::Op;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Context, lines, object_form, text_form};
use crate::judging::{Collector, Judged, Question};
use crate::report::Outcome;

const OBJECT: &str = "object form";
const TEXT: &str = "text form";
const REMEDY: &str = "a line is {\"id\":…,\"tool\":…,\"schema\":…,\"arguments\":…}";

#[derive(Deserialize)]
struct Call {
    id: String,
    schema: Box<RawValue>,
    arguments: Box<RawValue>,
}

/// Judges the calls of `file`.
pub(super) fn judge(file: &Path, context: Context<'_>, collector: &mut Collector) -> Result<()> {
    for form in ["object: ", "text: "] {
        for kind in ["VALID", "REPAIRED", "UNREPAIRABLE", "refused"] {
            collector
                .section
                .count_many(&format!("{form}verdicts"), kind, 0);
        }
    }
    let one = |line: &str| {
        let call: Call = serde_json::from_str(line)?;
        Ok(context
            .filter
            .admits(&call.id)
            .then(|| both(&call, context)))
    };
    lines(file, collector, REMEDY, one, |collector, [object, text]| {
        collector.section.count("input", "calls");
        collector.count_answer("object: ", &object);
        collector.count_answer("text: ", &text);
        collector.take(object);
        collector.take(text);
    })
}

/// Checks a call in both forms and compares the two answers.
fn both(call: &Call, context: Context<'_>) -> [Judged; 2] {
    let (schema, arguments) = (call.schema.get(), call.arguments.get());
    let ask = |part, body: &[u8]| {
        context.panel.judge(&Question {
            id: &call.id,
            part,
            op: Op::Check,
            body,
            expect: None,
        })
    };
    let object = ask(OBJECT, &object_form(arguments, schema));
    let mut text = ask(TEXT, &text_form(arguments, schema));
    compare(&object, &mut text, context.panel.payloads());
    [object, text]
}

/// Says on `text` whether both forms got one answer.
fn compare(object: &Judged, text: &mut Judged, payloads: bool) {
    let (Some(left), Some(right)) = (&object.text, &text.text) else {
        return;
    };
    if is_of_one_form(object) || is_of_one_form(text) {
        let why = "one of the forms cannot be read as the other is".to_owned();
        text.say("forms", Outcome::NotComparable, Some(why), None);
        return;
    }
    let equal = left == right;
    let detail = (payloads && !equal).then(|| format!("object form: {left}\ntext form:   {right}"));
    if equal {
        text.say("forms", Outcome::Agrees, None, None);
    } else {
        let why = "object form and text form have different answers".to_owned();
        text.say("forms", Outcome::Disagrees, Some(why), detail);
    }
}

/// Whether an answer speaks of the form and not of the arguments: duplicate
/// names and lone surrogates are a refusal in one form and a defect in the
/// other, and the text form is the longer one for the cap.
fn is_of_one_form(judged: &Judged) -> bool {
    judged.view.has_defect("invalid_json_text")
        || matches!(
            judged.view.refusal.as_deref(),
            Some("invalid_request_body" | "CAP-EXCEEDED:body_bytes")
        )
}
