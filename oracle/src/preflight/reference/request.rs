//! The request check, in the order of evaluation (PF8).

use super::clauses::Clauses;
use super::entry::{Entry, entry, listed, object};
use super::header::Headers;
use super::shape::{Shape, Type};
use super::{body, canonical, economics, number, query, url};
use crate::lossless::Value;
use crate::reference::path;

/// Where the request lies.
pub const REQUEST: &str = "$.request";

/// What was found, in order.
#[derive(Debug, Default)]
pub struct Found {
    /// Certain defects.
    pub errors: Vec<Entry>,
    /// What depends on server or client.
    pub warnings: Vec<Entry>,
}

impl Found {
    /// Adds an error.
    pub fn error(&mut self, at: &str, code: &'static str) {
        self.errors.push(entry(at, code));
    }

    /// Adds a warning.
    pub fn warn(&mut self, at: &str, code: &'static str) {
        self.warnings.push(entry(at, code));
    }
}

/// The answer to one input; `text` is what the input was read from.
#[must_use]
pub fn answer(text: &[u8], input: &Value, clauses: &Clauses) -> Value {
    let mut found = Found::default();
    let terms = if input.members().is_some() {
        judge(text, input, clauses, &mut found)
    } else {
        found.error("$", "input_type");
        None
    };
    let is_valid = (clauses.is_valid)(&found.errors, &found.warnings);
    let request = input.get("request").unwrap_or(&Value::Null);
    let hash = canonical::sha256(&(clauses.canonical)(&(clauses.hashed)(request)));
    let Value::Object(mut members) = object([
        ("valid", Value::Bool(is_valid)),
        ("errors", listed(&found.errors)),
        ("warnings", listed(&found.warnings)),
        ("requestHash", Value::String(hash)),
    ]) else {
        return Value::Null;
    };
    if let Some(terms) = terms
        && !found.errors.iter().any(clauses.hides_economics)
    {
        let economics = economics::economics(&terms, is_valid, clauses);
        members.push(("economics".to_owned(), economics));
    }
    Value::Object(members)
}

/// Everything that can be found; the terms of the economics, if they are well formed.
fn judge(
    text: &[u8],
    input: &Value,
    clauses: &Clauses,
    found: &mut Found,
) -> Option<economics::Terms> {
    let mut shape = Shape::new(clauses);
    let request = shape.required(input, "$", "request", Type::Object);
    let schema = shape.required(input, "$", "schema", Type::Object);
    found.errors.append(&mut shape.found);
    let method = request.and_then(|request| envelope(request, clauses, found));
    if let Some(request) = request {
        let body = request.get("body");
        if body.is_some() && matches!(method.as_deref(), Some("GET" | "HEAD" | "DELETE")) {
            found.warn("$.request.body", "body_semantics_undefined");
        }
    }
    if let Some(schema) = schema {
        let skips = method
            .as_deref()
            .is_some_and(|method| !(clauses.method_has_body)(method));
        let subject = match request {
            None => body::Subject::Unknown,
            Some(_) if skips => body::Subject::Unknown,
            Some(request) => request
                .get("body")
                .map_or(body::Subject::Absent, body::Subject::Present),
        };
        body::judge(text, schema, subject, clauses, found);
    }
    if let Some(request) = input.get("request") {
        number::inexact(request, REQUEST, clauses, &mut found.warnings);
    }
    economics::read(input, clauses, found)
}

/// Method, URL, headers, content type and query; the method in upper case, if
/// it is one.
fn envelope(request: &Value, clauses: &Clauses, found: &mut Found) -> Option<String> {
    let mut shape = Shape::new(clauses);
    let submitted = shape.text(request, REQUEST, "method");
    found.errors.append(&mut shape.found);
    let method = submitted.and_then(|submitted| judge_method(submitted, found));
    let url = shape.text(request, REQUEST, "url");
    found.errors.append(&mut shape.found);
    if let Some(url) = url {
        url::judge(url, clauses, found);
    }
    let headers = shape.optional(request, REQUEST, "headers", Type::Object);
    let is_bad = !shape.found.is_empty();
    found.errors.append(&mut shape.found);
    if !is_bad {
        let headers = Headers(headers.and_then(Value::members).unwrap_or_default());
        headers.judge(clauses, found);
        if request.get("body").is_some() {
            headers.content_type(found);
        }
    }
    let entries = shape.optional(request, REQUEST, "query", Type::Object);
    found.errors.append(&mut shape.found);
    if let Some(entries) = entries.and_then(Value::members) {
        query::judge(entries, url, found);
    }
    method
}

/// Whether a text is a token of RFC 9110.
#[must_use]
pub fn is_token(text: &str) -> bool {
    let is_tchar = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    !text.is_empty() && text.chars().all(is_tchar)
}

/// PF8: the method in upper case.
fn judge_method(submitted: &str, found: &mut Found) -> Option<String> {
    let at = path::key(REQUEST, "method");
    if !is_token(submitted) {
        found.error(&at, "method_invalid");
        return None;
    }
    let method = submitted.to_ascii_uppercase();
    if method != submitted {
        found.warn(&at, "method_not_uppercase");
    }
    match method.as_str() {
        "CONNECT" | "TRACE" => found.error(&at, "method_not_supported"),
        "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" => {}
        _ => found.warn(&at, "method_uncommon"),
    }
    Some(method)
}
