//! What the agent preflight finds fault with: each code on its own (`table`),
//! all codes of one request in their order (`check`), and the issues of the
//! gate (`gate`).
//!
//! Must never ask only whether a code is among those that fire: what is found
//! is compared whole.

mod check;
mod gate;
mod table;

use argument_check::preflight::{Entry, check_request};

const ERROR: bool = true;
const WARNING: bool = false;

/// An input with these members of the request beside its method and URL.
fn with(members: &str) -> String {
    format!(
        r#"{{"request":{{"method":"POST","url":"https://api.example.com/"{members}}},"schema":{{}}}}"#
    )
}

/// An input with this schema and body.
fn body(schema: &str, body: &str) -> String {
    format!(
        r#"{{"request":{{"method":"POST","url":"https://x/","headers":{{"Content-Type":"text/json"}},"body":{body}}},"schema":{schema}}}"#
    )
}

/// Error or warning, code and path of everything that a check finds.
fn found(input: &str) -> Vec<(bool, &'static str, String)> {
    let report = check_request(input.as_bytes()).expect(input);
    let of = |error: bool| move |entry: &Entry| (error, entry.code.as_str(), entry.path.clone());
    let errors = report.errors.iter().map(of(ERROR));
    let warnings = report.warnings.iter().map(of(WARNING));
    errors.chain(warnings).collect()
}
