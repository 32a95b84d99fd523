//! The body and its schema (preflight, 2.6): decides nothing itself. The
//! engine of the argument check assesses the schema and judges the body, with
//! every repair off; a schema that it does not cover leaves the body unjudged.

use super::code::Code;
use super::entry::{Entry, Findings};
use crate::argument::list_defects;
use crate::json::value::Value;
use crate::refusal::RefusalCode;
use crate::schema::Assessed;

/// The path of the body.
pub(super) const PATH: &str = "$.request.body";

/// Checks the body of `request`, if there is a request that could have one,
/// under `schema`.
pub(super) fn check(schema: Value<'_>, request: Option<Value<'_>>, findings: &mut Findings) {
    let assessed = Assessed::of(schema.text());
    for format in &assessed.formats {
        findings.warning(of_schema(format), Code::SchemaFormatNotChecked);
    }
    let schema = match assessed.schema {
        Ok(schema) => schema,
        Err(refusal) => {
            let code = match refusal.code {
                RefusalCode::SchemaNotCovered => Code::SchemaNotCovered,
                _ => Code::SchemaInvalid,
            };
            for place in &refusal.detail {
                findings.error(of_schema(&place.path), code);
            }
            return;
        }
    };
    let Some(request) = request else {
        return;
    };
    match request.member("body") {
        Some(body) => {
            let defects = list_defects(&schema, body.tree(), body.index, PATH);
            let errors = defects
                .into_iter()
                .map(|defect| Entry::new(defect.path, Code::Body(defect.code)));
            findings.errors.extend(errors);
        }
        None if schema.constrains_root() => findings.error(PATH, Code::BodyMissing),
        None => {}
    }
}

/// A path in the schema, from the root of the input.
fn of_schema(path: &str) -> String {
    format!("$.schema{}", path.strip_prefix('$').unwrap_or(path))
}
