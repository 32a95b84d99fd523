//! Judges the JSON arguments of an LLM tool call against the tool's schema.
pub mod schema;

/// The criteria that every answer is graded under.
pub const CRITERIA_ID: &str = "tool-argument/v1";
/// The version of [`CRITERIA_ID`].
pub const CRITERIA_VERSION: &str = "1.0.0";
/// The engine's version, with the Unicode version that decides case folding (D76).
pub const ENGINE_VERSION: &str = "0.1.0+unicode.17";

/// Checks one raw request body and returns the exact answer text.
#[must_use]
pub fn check(_body: &[u8]) -> String {
    String::new()
}

/// The refusal that [`check`] would give for `body`, or `assessable`.
#[must_use]
pub fn precheck(_body: &[u8]) -> String {
    String::new()
}
