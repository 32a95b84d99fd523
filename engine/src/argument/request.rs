//! The request body: decides which refusal applies, in order (D1 to D14), and
//! answers one submission.
//!
//! A pre-check is the same function up to the verdict, so that it can reveal
//! nothing else (D13).

use std::borrow::Cow;

use super::outcome::Outcome;
use super::report;
use crate::BODY_CAP;
use crate::json::value::{Document, Type, Value};
use crate::refusal::{Refusal, RefusalCode};
use crate::schema::Schema;

/// A body whose refusal predicates up to the schema's were passed.
struct Request<'d> {
    schema: Schema,
    arguments: Arguments<'d>,
}

/// The one form of the arguments that the body has.
enum Arguments<'d> {
    Text(Cow<'d, str>),
    Value(&'d str),
}

/// Checks one raw request body and returns the exact answer text.
///
/// ```
/// let answer = argument_check::check(
///     br#"{"arguments":{"n":"5"},"schema":{"properties":{"n":{"type":"integer"}}}}"#,
/// );
/// assert!(answer.contains(r#""repaired":{"n":5}"#));
/// ```
pub fn check(body: &[u8]) -> String {
    answer(body, report::verdict)
}

/// The refusal that [`check`] would give for `body`, or
/// `{…,"assessable":true}`.
///
/// ```
/// let answer = argument_check::precheck(br#"{"arguments":{},"schema":{}}"#);
/// assert!(answer.ends_with(r#""assessable":true}"#));
/// ```
pub fn precheck(body: &[u8]) -> String {
    answer(body, |_, _| report::assessable())
}

fn answer(body: &[u8], verdict: impl FnOnce(&Schema, &Outcome<'_>) -> String) -> String {
    let outcome = || {
        if body.len() > BODY_CAP {
            return Err(Refusal::bare(RefusalCode::CapExceeded));
        }
        let document =
            Document::parse(body).map_err(|_| Refusal::bare(RefusalCode::InvalidRequestBody))?;
        let request = Request::of(&document)?;
        let outcome = match &request.arguments {
            Arguments::Text(text) => request.schema.check_str(text)?,
            Arguments::Value(value) => request.schema.check_value(value)?,
        };
        Ok(verdict(&request.schema, &outcome))
    };
    outcome().unwrap_or_else(|refusal| report::refusal(&refusal))
}

impl<'d> Request<'d> {
    fn of(document: &'d Document<'_>) -> Result<Self, Refusal> {
        let root = document.root();
        if root.kind() != Type::Object {
            return Err(Refusal::bare(RefusalCode::InvalidRequestBody));
        }
        let (mut schema, mut value, mut text) = (None, None, None);
        for (name, member) in root.members() {
            match &*name {
                "schema" => schema = Some(member),
                "arguments" => value = Some(member),
                "arguments_text" => text = Some(member),
                _ => {}
            }
        }
        let schema = schema.ok_or_else(|| Refusal::bare(RefusalCode::SchemaMissing))?;
        let schema = Schema::compile(schema.text().as_bytes())?;
        let arguments = arguments(value, text).map_err(Refusal::bare)?;
        Ok(Self { schema, arguments })
    }
}

fn arguments<'d>(
    value: Option<Value<'d>>,
    text: Option<Value<'d>>,
) -> Result<Arguments<'d>, RefusalCode> {
    match (value, text) {
        (None, None) => Err(RefusalCode::ArgumentsMissing),
        (Some(_), Some(_)) => Err(RefusalCode::ArgumentsAmbiguous),
        (Some(value), None) if value.kind() == Type::Object => Ok(Arguments::Value(value.text())),
        (Some(_), None) => Err(RefusalCode::ArgumentsNotObject),
        (None, Some(text)) => text
            .as_str()
            .map(Arguments::Text)
            .ok_or(RefusalCode::ArgumentsTextInvalid),
    }
}
