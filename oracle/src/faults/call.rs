//! What a call is: the raw texts that a caller wrote, what they say, and
//! whether they are VALID.
//!
//! Texts are kept as they were written, so that a fault in the text is a fault
//! in the caller's own spelling. VALID is decided by the reference and by the
//! laws' validator together, never by the target.

use crate::answer::{Answer, Outcome, Report};
use crate::laws::validator;
use crate::lossless::{self, Value};
use crate::reference;
use crate::submission::{Form, Submission};

/// D11: the longest body that is assessed.
const LONGEST_BODY: usize = 262_144;

/// A schema and the arguments that somebody sent.
#[derive(Debug, Clone)]
pub struct Call {
    /// Its name for reports.
    pub id: String,
    schema_text: String,
    pub(super) schema: Value,
    pub(super) text: String,
    pub(super) tree: Value,
    valid: bool,
}

/// Why a call is none that faults can be put into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// Its schema is not strict JSON.
    #[error("its schema is not strict JSON")]
    Schema,
    /// Its arguments are not strict JSON, or no object.
    #[error("its arguments are not an object in strict JSON")]
    Arguments,
}

impl Call {
    /// A call out of the raw texts of schema and arguments.
    pub fn new(id: &str, schema: &str, arguments: &str) -> Result<Self, Unusable> {
        let text = arguments.trim_matches([' ', '\t', '\n', '\r']);
        let tree = lossless::read_str(text).map_err(|_| Unusable::Arguments)?;
        if tree.members().is_none() {
            return Err(Unusable::Arguments);
        }
        let mut call = Self {
            id: id.to_owned(),
            schema: lossless::read_str(schema).map_err(|_| Unusable::Schema)?,
            schema_text: schema.to_owned(),
            text: text.to_owned(),
            tree,
            valid: false,
        };
        call.valid = call.is_valid_now();
        Ok(call)
    }

    /// The call that conforms in an exchange: the submitted arguments of a VALID
    /// answer, the delivered ones of a REPAIRED answer.
    #[must_use]
    pub fn of_exchange(id: &str, body: &[u8], answer: &str) -> Option<Self> {
        let submission = Submission::read(body).ok()?;
        let answer = lossless::read_str(answer).ok()?;
        let text = match (answer.get("verdict")?.as_str()?, &submission.arguments) {
            ("VALID", Form::Text(text)) => text.clone(),
            ("VALID", Form::Tree(tree)) => tree.to_text(),
            ("REPAIRED", _) => answer.get("repaired")?.to_text(),
            _ => return None,
        };
        Self::new(id, &submission.schema.to_text(), &text).ok()
    }

    fn is_valid_now(&self) -> bool {
        let Some(body) = body(&Arguments::Tree(&self.text), &self.schema_text) else {
            return false;
        };
        let valid = matches!(
            Answer::parse(&reference::check(&body)),
            Ok(Answer::Verdict(Report {
                outcome: Outcome::Valid,
                ..
            }))
        );
        valid && validator::errors(&self.schema, &self.tree).is_clean()
    }

    /// Whether it is VALID as it stands.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.valid
    }

    /// The request body with other arguments; none if it grew beyond the cap.
    pub(super) fn body(&self, arguments: &Arguments<'_>) -> Option<Vec<u8>> {
        body(arguments, &self.schema_text)
    }
}

/// Arguments in one of the two forms.
pub(super) enum Arguments<'a> {
    /// `arguments`, by their JSON text.
    Tree(&'a str),
    /// `arguments_text`.
    Text(&'a str),
}

/// A request body, if it is not longer than the cap.
pub(super) fn body(arguments: &Arguments<'_>, schema: &str) -> Option<Vec<u8>> {
    let mut body = String::from("{");
    match arguments {
        Arguments::Tree(text) => {
            body.push_str("\"arguments\":");
            body.push_str(text);
        }
        Arguments::Text(text) => {
            body.push_str("\"arguments_text\":");
            lossless::write_string(text, &mut body);
        }
    }
    body.push_str(",\"schema\":");
    body.push_str(schema);
    body.push('}');
    (body.len() <= LONGEST_BODY).then(|| body.into_bytes())
}
