//! Reads a request body as the judges need it: one schema, one arguments form.
//!
//! Only what every verdict presupposes is read (D1, D3, D4); whether a refusal
//! names the right reason is not decided here.

use crate::lossless::{self, ReadError, Value};

/// A body that can have a verdict, as far as its members go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// The submitted arguments.
    pub arguments: Form,
    /// The submitted schema.
    pub schema: Value,
}

/// The two forms of arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// `arguments`.
    Tree(Value),
    /// `arguments_text`.
    Text(String),
}

/// Why a body can have no verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SubmissionFault {
    /// The body is not strict JSON.
    #[error("the request body cannot be read: {0}")]
    Body(#[from] ReadError),
    /// The members are not one schema and one arguments form of the right kind.
    #[error("the request body does not hold a schema and exactly one form of arguments")]
    Members,
}

impl Submission {
    /// Reads a request body.
    pub fn read(body: &[u8]) -> Result<Self, SubmissionFault> {
        Self::of(lossless::read(body)?)
    }

    /// A request body that was read.
    pub(crate) fn of(body: Value) -> Result<Self, SubmissionFault> {
        let Value::Object(members) = body else {
            return Err(SubmissionFault::Members);
        };
        let (mut tree, mut text, mut schema) = (None, None, None);
        for (name, value) in members {
            match name.as_str() {
                "arguments" => tree = Some(value),
                "arguments_text" => text = Some(value),
                "schema" => schema = Some(value),
                _ => {}
            }
        }
        let arguments = match (tree, text) {
            (Some(tree @ Value::Object(_)), None) => Form::Tree(tree),
            (None, Some(Value::String(text))) => Form::Text(text),
            _ => return Err(SubmissionFault::Members),
        };
        let schema = schema.ok_or(SubmissionFault::Members)?;
        Ok(Self { arguments, schema })
    }

    /// The tree as submitted; a text is read strictly.
    pub fn tree(&self) -> Result<Value, ReadError> {
        match &self.arguments {
            Form::Tree(tree) => Ok(tree.clone()),
            Form::Text(text) => lossless::read_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_members_are_not_looked_at() {
        let read = Submission::read(br#"{"tool":"f","schema":{},"arguments":{"a":1}}"#).unwrap();
        assert_eq!(read.tree().unwrap().to_text(), r#"{"a":1}"#);
    }

    #[test]
    fn a_body_that_must_be_refused_is_no_submission() {
        for body in [
            r#"{"arguments":{},"arguments_text":null,"schema":{}}"#,
            r#"{"arguments":[],"schema":{}}"#,
            r#"{"arguments_text":5,"schema":{}}"#,
            r#"{"arguments":{}}"#,
            r#"{"schema":{}}"#,
            "[1]",
        ] {
            assert_eq!(
                Submission::read(body.as_bytes()),
                Err(SubmissionFault::Members),
                "{body}"
            );
        }
        assert_eq!(
            Submission::read(br#"{"arguments":{"x":1,"x":2},"schema":{}}"#),
            Err(SubmissionFault::Body(ReadError::Duplicate))
        );
    }
}
