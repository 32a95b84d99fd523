//! The submission: decides which refusal applies, in order (D1 to D14), and
//! answers one submission, whether it comes as a request body or in parts.
//!
//! A pre-check is the same function up to the verdict, so that it can reveal
//! nothing else (D13). Parts are never spliced into a body as text: each is
//! read on its own, so that no part can be mistaken for another.

use std::borrow::Cow;

use super::outcome::Outcome;
use super::report;
use crate::BODY_CAP;
use crate::json::value::{Document, Type, Value};
use crate::refusal::{Refusal, RefusalCode};
use crate::schema::Schema;

/// One submission, in any of the forms that callers have it in. Equivalent
/// forms get the same answer, byte for byte.
///
/// ```
/// use argument_check::Submission;
/// let answer = Submission::Text {
///     schema: br#"{"properties":{"n":{"type":"integer"}}}"#,
///     text: br#"{"n":"5","#,
/// }
/// .check();
/// assert!(answer.contains(r#""repaired":{"n":5}"#));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Submission<'a> {
    /// A raw request body.
    Body(&'a [u8]),
    /// A schema and, apart from it, arguments: the JSON text of each.
    Arguments {
        /// The member `schema` of the equivalent body.
        schema: &'a [u8],
        /// The member `arguments` of the equivalent body.
        arguments: &'a [u8],
    },
    /// The JSON text of a schema and, apart from it, arguments in text form.
    Text {
        /// The member `schema` of the equivalent body.
        schema: &'a [u8],
        /// The content of the string `arguments_text` of the equivalent body.
        text: &'a [u8],
    },
}

/// A submission whose refusal predicates up to the schema's were passed.
struct Request<'d> {
    schema: Schema,
    arguments: Arguments<'d>,
}

/// The one form of the arguments that the submission has.
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
    Submission::Body(body).check()
}

/// The refusal that [`check`] would give for `body`, or
/// `{…,"assessable":true}`.
///
/// ```
/// let answer = argument_check::precheck(br#"{"arguments":{},"schema":{}}"#);
/// assert!(answer.ends_with(r#""assessable":true}"#));
/// ```
pub fn precheck(body: &[u8]) -> String {
    Submission::Body(body).precheck()
}

impl Submission<'_> {
    /// The exact answer text of the check.
    pub fn check(&self) -> String {
        self.answer(report::verdict)
    }

    /// The exact answer text of the pre-check.
    pub fn precheck(&self) -> String {
        self.answer(|_, _| report::assessable())
    }

    /// How many bytes count towards the cap (D11).
    fn length(&self) -> usize {
        match self {
            Self::Body(body) => body.len(),
            Self::Arguments { schema, arguments } => schema.len() + arguments.len(),
            Self::Text { schema, text } => schema.len() + text.len(),
        }
    }

    fn answer(&self, verdict: impl FnOnce(&Schema, &Outcome<'_>) -> String) -> String {
        self.judge(verdict)
            .unwrap_or_else(|refusal| report::refusal(&refusal))
    }

    fn judge(
        &self,
        verdict: impl FnOnce(&Schema, &Outcome<'_>) -> String,
    ) -> Result<String, Refusal> {
        if self.length() > BODY_CAP {
            return Err(Refusal::bare(RefusalCode::CapExceeded));
        }
        // All parts are read before any of them is judged: a body that is no
        // JSON at one place is refused for that first (D2).
        match *self {
            Self::Body(body) => Request::of(&strict(body)?)?.judge(verdict),
            Self::Arguments { schema, arguments } => {
                let (schema, value) = (strict(schema)?, strict(arguments)?);
                Request::new(schema.root(), || of_value(value.root()))?.judge(verdict)
            }
            Self::Text { schema, text } => {
                let schema = strict(schema)?;
                let text = std::str::from_utf8(text)
                    .map_err(|_| Refusal::bare(RefusalCode::InvalidRequestBody))?;
                Request::new(schema.root(), || Ok(Arguments::Text(text.into())))?.judge(verdict)
            }
        }
    }
}

/// Strict JSON (D1), or the refusal.
fn strict(bytes: &[u8]) -> Result<Document<'_>, Refusal> {
    Document::parse(bytes).map_err(|_| Refusal::bare(RefusalCode::InvalidRequestBody))
}

impl<'d> Request<'d> {
    fn new(
        schema: Value<'_>,
        arguments: impl FnOnce() -> Result<Arguments<'d>, RefusalCode>,
    ) -> Result<Self, Refusal> {
        let schema = Schema::compile(schema.text().as_bytes())?;
        let arguments = arguments().map_err(Refusal::bare)?;
        Ok(Self { schema, arguments })
    }

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
        Self::new(schema, || one_form(value, text))
    }

    fn judge(
        &self,
        verdict: impl FnOnce(&Schema, &Outcome<'_>) -> String,
    ) -> Result<String, Refusal> {
        let outcome = match &self.arguments {
            Arguments::Text(text) => self.schema.check_str(text)?,
            Arguments::Value(value) => self.schema.check_value(value)?,
        };
        Ok(verdict(&self.schema, &outcome))
    }
}

/// The form that a body has, if it has exactly one.
fn one_form<'d>(
    value: Option<Value<'d>>,
    text: Option<Value<'d>>,
) -> Result<Arguments<'d>, RefusalCode> {
    match (value, text) {
        (None, None) => Err(RefusalCode::ArgumentsMissing),
        (Some(_), Some(_)) => Err(RefusalCode::ArgumentsAmbiguous),
        (Some(value), None) => of_value(value),
        (None, Some(text)) => text
            .as_str()
            .map(Arguments::Text)
            .ok_or(RefusalCode::ArgumentsTextInvalid),
    }
}

fn of_value(value: Value<'_>) -> Result<Arguments<'_>, RefusalCode> {
    if value.kind() == Type::Object {
        Ok(Arguments::Value(value.text()))
    } else {
        Err(RefusalCode::ArgumentsNotObject)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAP: &str = "\"refusal\":\"CAP-EXCEEDED:body_bytes\"";

    /// JSON of `length` bytes: `json` and white space.
    fn padded(json: &str, length: usize) -> Vec<u8> {
        let mut bytes = json.as_bytes().to_vec();
        bytes.resize(length, b' ');
        bytes
    }

    #[test]
    fn the_cap_holds_for_schema_and_arguments_together() {
        for schema_length in [2, 131_072, BODY_CAP - 2] {
            let schema = padded("{}", schema_length);
            for (extra, refused) in [(0, false), (1, true)] {
                let arguments = padded("{}", BODY_CAP - schema_length + extra);
                let forms = [
                    Submission::Arguments {
                        schema: &schema,
                        arguments: &arguments,
                    },
                    Submission::Text {
                        schema: &schema,
                        text: &arguments,
                    },
                ];
                for form in forms {
                    assert_eq!(form.check().contains(CAP), refused);
                    assert_eq!(form.precheck().contains(CAP), refused);
                }
                let compiled = Schema::compile(&schema).expect("a schema");
                let code = |outcome: Result<Outcome<'_>, Refusal>| outcome.err().map(|r| r.code);
                let wanted = refused.then_some(RefusalCode::CapExceeded);
                assert_eq!(code(compiled.check_text(&arguments)), wanted);
                assert_eq!(code(compiled.check_arguments(&arguments)), wanted);
            }
        }
    }

    #[test]
    fn parts_are_answered_like_the_equivalent_body() {
        let schemas = [
            r#"{"properties":{"n":{"type":"integer","title":"t"}}}"#,
            r#"{"type":"nothing"}"#,
            r##"{"$ref":"#"}"##,
            "null",
            " {} ",
        ];
        let deep = format!("{{\"n\":{}{}}}", "[".repeat(64), "]".repeat(64));
        let values = [r#" {"n":"5"} "#, "{}", r#"{"n":[]}"#, "[1]", "null", &deep];
        for schema in schemas {
            for value in values {
                let body = format!("{{\"arguments\":{value},\"schema\":{schema}}}");
                let parts = Submission::Arguments {
                    schema: schema.as_bytes(),
                    arguments: value.as_bytes(),
                };
                assert_eq!(parts.check(), check(body.as_bytes()), "{body}");
                assert_eq!(parts.precheck(), precheck(body.as_bytes()), "{body}");
            }
            for text in values
                .into_iter()
                .chain(["{\"n\":\"5\",", "", "{\"n\":\"\\u00"])
            {
                let mut quoted = String::new();
                crate::json::string::write(&mut quoted, text);
                let body = format!("{{\"arguments_text\":{quoted},\"schema\":{schema}}}");
                let parts = Submission::Text {
                    schema: schema.as_bytes(),
                    text: text.as_bytes(),
                };
                assert_eq!(parts.check(), check(body.as_bytes()), "{body}");
                assert_eq!(parts.precheck(), precheck(body.as_bytes()), "{body}");
            }
        }
    }

    #[test]
    fn a_part_that_is_no_json_outranks_what_the_schema_says() {
        let invalid = "\"refusal\":\"invalid_request_body\"";
        for (schema, arguments) in [
            (&b"{}"[..], &b"{\"n\":1,}"[..]),
            (b"{\"type\":5}", b"{"),
            (b"{}", b"{\"n\":1,\"n\":2}"),
            (b"{}", b"{\"n\":\"\xff\"}"),
            (b"{,}", b"{}"),
            (b"", b"{}"),
            // Two parts that would be a body if they were spliced into one.
            (b"{}", b"{},\"x\":{}"),
        ] {
            let parts = Submission::Arguments { schema, arguments };
            assert!(parts.check().contains(invalid), "{arguments:?}");
        }
        let text = Submission::Text {
            schema: b"{\"type\":5}",
            text: b"\xff",
        };
        assert!(text.check().contains(invalid));
    }
}
