//! What a request body is before there is a verdict: the refusals in their
//! published order, and the tree that the verdict will be about.
//!
//! Implements D1 to D6, D8, D9, D11 and the precedence of D2. It never runs
//! R3 to R9, so that a refusal cannot depend on a verdict (D13).

use super::Run;
use super::explain::{Outcome, Step};
use super::json::Value;
use super::repair::Entry;
use super::schema::{self, Coverage, Examined, Place};
use super::text;
use super::tokens::Cause;

/// A refusal: its code and the places at fault (D14).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The published code.
    pub code: &'static str,
    /// The offending places of the schema, document order.
    pub detail: Vec<Place>,
}

/// A submission that gets a verdict.
#[derive(Debug, Clone)]
pub struct Assessed {
    /// The schema.
    pub schema: Value,
    /// What of it is enforced.
    pub coverage: Coverage,
    /// The tree before R3 to R9, or why the text has none (D50).
    pub tree: Result<Value, Cause>,
    /// The text repairs.
    pub entries: Vec<Entry>,
}

/// D2: one refusal at most, the first that holds.
pub fn assess(run: &mut Run<'_>, body: &[u8]) -> Result<Assessed, Refusal> {
    let clauses = run.clauses;
    test(
        run,
        "CAP-EXCEEDED:body_bytes",
        "D11",
        body.len() > clauses.body_bytes,
    )?;
    let text = std::str::from_utf8(body).ok();
    let body = text.and_then(|text| (clauses.read_body)(text).ok());
    let body = body.filter(|body| matches!(body, Value::Object(_)));
    test(run, "invalid_request_body", "D1", body.is_none())?;
    let body = body.unwrap_or(Value::Null);

    let schema = body.member("schema");
    test(run, "schema_missing", "D3", schema.is_none())?;
    let schema = schema.cloned().unwrap_or(Value::Null);
    let coverage = examine(run, &schema)?;

    // D3: a member that is there is there, whatever it holds.
    let (tree, text) = (body.member("arguments"), body.member("arguments_text"));
    test(
        run,
        "arguments_missing",
        "D3",
        tree.is_none() && text.is_none(),
    )?;
    test(
        run,
        "arguments_ambiguous",
        "D3",
        tree.is_some() && text.is_some(),
    )?;
    let (tree, entries) = match (tree, text) {
        (Some(tree), _) => (Ok(of_arguments(run, tree)?), Vec::new()),
        (None, text) => of_text(run, text.unwrap_or(&Value::Null))?,
    };
    Ok(Assessed {
        schema,
        coverage,
        tree,
        entries,
    })
}

/// One refusal predicate.
fn test(
    run: &mut Run<'_>,
    code: &'static str,
    reading: &'static str,
    holds: bool,
) -> Result<(), Refusal> {
    let outcome = if holds {
        Outcome::Refused
    } else {
        Outcome::Passed
    };
    run.note(|| Step::new("body", code, outcome, reading, why(code, holds)));
    if holds {
        Err(Refusal {
            code,
            detail: Vec::new(),
        })
    } else {
        Ok(())
    }
}

/// What a predicate found, for the trace.
fn why(code: &str, holds: bool) -> &'static str {
    let (yes, no) = match code {
        "CAP-EXCEEDED:body_bytes" => ("the body is over the cap", "the body is within the cap"),
        "invalid_request_body" => (
            "the body is not one strict JSON object",
            "the body is one strict JSON object",
        ),
        "schema_missing" => ("there is no schema", "there is a schema"),
        "schema_invalid" => (
            "the schema is malformed",
            "every enforced keyword is well-formed",
        ),
        "schema_not_covered" => (
            "a keyword is not covered",
            "every keyword is on a published list",
        ),
        "arguments_missing" => ("there are no arguments", "there are arguments"),
        "arguments_ambiguous" => ("both forms are present", "one form is present"),
        "arguments_not_object" => ("the root is not an object", "the root is an object"),
        "arguments_text_invalid" => (
            "arguments_text is not a string",
            "arguments_text is a string",
        ),
        _ => (
            "more containers stand in one another than allowed",
            "the depth is within the limit",
        ),
    };
    if holds { yes } else { no }
}

/// D21: invalid before not covered.
fn examine(run: &mut Run<'_>, schema: &Value) -> Result<Coverage, Refusal> {
    let (code, reading, detail) = match schema::examine(run.clauses, schema) {
        Examined::Covered(coverage) => {
            test(run, "schema_invalid", "D22", false)?;
            test(run, "schema_not_covered", "D15", false)?;
            return Ok((run.clauses.coverage)(coverage));
        }
        Examined::Invalid(places) => ("schema_invalid", "D22", places),
        Examined::NotCovered(places) => {
            test(run, "schema_invalid", "D22", false)?;
            ("schema_not_covered", "D15", places)
        }
    };
    for place in &detail {
        run.note(|| {
            Step::new(
                &place.path,
                code,
                Outcome::Refused,
                reading,
                place.keyword.clone(),
            )
        });
    }
    Err(Refusal { code, detail })
}

/// D6, D8: an object, and not deeper than 64.
fn of_arguments(run: &mut Run<'_>, tree: &Value) -> Result<Value, Refusal> {
    test(
        run,
        "arguments_not_object",
        "D6",
        !matches!(tree, Value::Object(_)),
    )?;
    test(
        run,
        "arguments_too_deep",
        "D8",
        tree.height() > run.clauses.depth,
    )?;
    Ok(tree.clone())
}

/// D5, D9, D6: a string, by lexical scan not too deep, and an object once it
/// is read. A text that cannot be read gets a verdict.
fn of_text(run: &mut Run<'_>, text: &Value) -> Result<(Result<Value, Cause>, Vec<Entry>), Refusal> {
    let Value::String(text) = text else {
        test(run, "arguments_text_invalid", "D5", true)?;
        return Ok((Err(Cause::Syntax), Vec::new()));
    };
    test(run, "arguments_text_invalid", "D5", false)?;
    let too_deep = text::is_too_deep(text, run.clauses.depth);
    test(run, "arguments_too_deep", "D9", too_deep)?;
    match text::read(run, text) {
        Err(cause) => Ok((Err(cause), Vec::new())),
        Ok((tree, mut entries)) => {
            let root = (run.clauses.text_root)(tree, &mut entries);
            test(
                run,
                "arguments_not_object",
                "D6",
                !matches!(root, Value::Object(_)),
            )?;
            Ok((Ok(root), entries))
        }
    }
}

/// D6: the root of a text is what it is; R5 does not unwrap it.
pub fn root_as_it_is(tree: Value, _entries: &mut Vec<Entry>) -> Value {
    tree
}
