//! The request check (preflight, 2): decides the order in which everything
//! about a proposed request is looked at. An error is a defect that is certain
//! from the submission alone; what depends on the server or on the client
//! library is a warning.

use super::code::Code;
use super::economics::{Economics, Terms};
use super::entry::{self, Entry, Findings};
use super::exact::inexact;
use super::hash::Hash;
use super::input::{self, InputRefusal};
use super::object::Object;
use super::shape::{Members, Need};
use super::{body, content_type, headers, method, query, url};
use crate::json::string;
use crate::json::value::{Type, Value};

const PATH: &str = "$.request";

/// What a request check found.
#[derive(Clone, Debug)]
pub struct RequestReport {
    /// Defects that doom the request, in order of evaluation.
    pub errors: Vec<Entry>,
    /// What a server or a client library may trip over.
    pub warnings: Vec<Entry>,
    /// Present if the terms were given and the request could be judged.
    pub economics: Option<Economics>,
    /// Identifies the request as it was submitted.
    pub request_hash: Hash,
}

/// Checks a proposed request; the input is the tool's, a JSON text.
///
/// ```
/// use argument_check::preflight::check_request;
/// let report = check_request(
///     br#"{"request":{"method":"GET","url":"https://api.example.com/v1 "},"schema":{}}"#,
/// )?;
/// assert!(!report.is_valid());
/// assert_eq!(report.errors[0].path, "$.request.url");
/// assert_eq!(report.errors[0].code.as_str(), "url_invalid_character");
/// # Ok::<(), argument_check::preflight::InputRefusal>(())
/// ```
///
/// # Errors
/// [`InputRefusal`] if the input is none that the tool runs on (1.1).
pub fn check_request(input: &[u8]) -> Result<RequestReport, InputRefusal> {
    let document = input::read(input)?;
    Ok(RequestReport::of(document.root()))
}

/// The exact answer text of [`check_request`], in canonical form (RFC 8785);
/// `{"refused":CODE}` for a refusal.
///
/// ```
/// let answer = argument_check::preflight::request(b"[]");
/// assert!(answer.starts_with(r#"{"errors":[{"code":"input_type","#));
/// assert_eq!(argument_check::preflight::request(b"["), r#"{"refused":"invalid_json"}"#);
/// ```
pub fn request(input: &[u8]) -> String {
    match check_request(input) {
        Ok(report) => report.answer(),
        Err(refusal) => refusal.answer(),
    }
}

impl RequestReport {
    /// Has the request no error? Warnings never decide.
    pub fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }

    /// The answer text.
    pub fn answer(&self) -> String {
        let mut out = String::with_capacity(256);
        let mut object = Object::open(&mut out);
        if let Some(economics) = &self.economics {
            object.member("economics", |out| economics.write(out));
        }
        object
            .member("errors", |out| entry::write(out, &self.errors))
            .member("requestHash", |out| {
                string::write(out, &self.request_hash.to_string());
            })
            .boolean("valid", self.is_valid())
            .member("warnings", |out| entry::write(out, &self.warnings))
            .close();
        out
    }

    fn of(input: Value<'_>) -> Self {
        let mut findings = Findings::default();
        let terms = if input.kind() == Type::Object {
            check(input, &mut findings)
        } else {
            findings.error("$", Code::InputType);
            None
        };
        let Findings { errors, warnings } = findings;
        let judged = !errors.iter().any(|entry| entry.code.is_unjudged());
        let economics = terms
            .filter(|_| judged)
            .map(|terms| terms.economics(errors.is_empty()));
        Self {
            errors,
            warnings,
            economics,
            request_hash: Hash::of_request(input.member("request")),
        }
    }
}

/// Everything about an input that is an object, in order; returns the terms,
/// if they are there and well-formed.
fn check(input: Value<'_>, findings: &mut Findings) -> Option<Terms> {
    let mut members = Members::new(input, "$", &mut findings.errors);
    let request = members.typed("request", Need::Required, Type::Object);
    let schema = members.typed("schema", Need::Required, Type::Object);
    if let Some(request) = request {
        check_envelope(request, findings);
    }
    if let Some(schema) = schema {
        body::check(schema, request, findings);
    }
    for path in input
        .member("request")
        .iter()
        .flat_map(|request| inexact(*request, PATH))
    {
        findings.warning(path, Code::NumberNotExact);
    }
    let mut members = Members::new(input, "$", &mut findings.errors);
    let economics = members.typed("economics", Need::Optional, Type::Object)?;
    Terms::read(economics, &mut findings.errors)
}

/// Everything around the body.
fn check_envelope(request: Value<'_>, findings: &mut Findings) {
    let mut members = Members::new(request, PATH, &mut findings.errors);
    let method = members.string("method", Need::Required);
    let method = method.and_then(|method| method::check(&method, findings));
    let mut members = Members::new(request, PATH, &mut findings.errors);
    let url = members.string("url", Need::Required);
    if let Some(url) = &url {
        url::check(url, findings);
    }
    let mut members = Members::new(request, PATH, &mut findings.errors);
    let headers = members.typed("headers", Need::Optional, Type::Object);
    if let Some(headers) = headers {
        headers::check(headers, findings);
    }
    let has_body = request.member("body").is_some();
    // Headers of a wrong type were named; nothing more is said of them.
    if has_body && (headers.is_some() || request.member("headers").is_none()) {
        content_type::check(headers, findings);
    }
    let mut members = Members::new(request, PATH, &mut findings.errors);
    if let Some(query) = members.typed("query", Need::Optional, Type::Object) {
        query::check(query, url.as_deref(), findings);
    }
    if has_body && method.as_deref().is_some_and(method::ignores_body) {
        findings.warning(body::PATH, Code::BodySemanticsUndefined);
    }
}
