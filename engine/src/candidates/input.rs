//! The input object: decides which of the typed errors applies, in order. It
//! is closed: a member that is not known is an error, not ignored.

use std::borrow::Cow;

use super::answer;
use super::find::Search;
use super::model::CandidateError;
use crate::json::number::{Decimal, is_integral};
use crate::json::value::{Cause, Document, Type, Value};

/// Answers one raw input object, `{"text":…,"repair":…,"max_results":…}`, with
/// the exact answer text: the output object, or `{"error":CODE}`.
///
/// ```
/// let answer = argument_check::candidates(br#"{"text":"See {\"a\":1}"}"#);
/// assert!(answer.starts_with(r#"{"candidates":[{"rank":1,"source":"prose","#));
/// assert_eq!(argument_check::candidates(b"{}"), r#"{"error":"invalid_input"}"#);
/// ```
pub fn candidates(input: &[u8]) -> String {
    let found = Document::parse(input)
        .map_err(|refused| match refused.cause {
            // Grammatical, but it spells a text that is no Unicode.
            Cause::Surrogate => CandidateError::InvalidInput,
            _ => CandidateError::InvalidJson,
        })
        .and_then(|document| {
            let (search, text) = read(document.root())?;
            search.find(&text)
        });
    answer::text(&found)
}

/// What an input object asks for.
fn read(root: Value<'_>) -> Result<(Search, Cow<'_, str>), CandidateError> {
    let mut search = Search::default();
    let mut text = None;
    if root.kind() != Type::Object {
        return Err(CandidateError::InvalidInput);
    }
    for (name, value) in root.members() {
        match &*name {
            "text" => text = Some(value.as_str().ok_or(CandidateError::InvalidInput)?),
            "repair" => search.repair = boolean(value)?,
            "max_results" => search.max_results = count(value)?,
            _ => return Err(CandidateError::InvalidInput),
        }
    }
    Ok((search, text.ok_or(CandidateError::InvalidInput)?))
}

fn boolean(value: Value<'_>) -> Result<bool, CandidateError> {
    match value.kind() {
        Type::Boolean => Ok(value.text() == "true"),
        _ => Err(CandidateError::InvalidInput),
    }
}

/// An integer, by value and not by spelling. One below zero is out of range as
/// zero is.
fn count(value: Value<'_>) -> Result<u64, CandidateError> {
    if value.kind() != Type::Number || !is_integral(value.text()) {
        return Err(CandidateError::InvalidInput);
    }
    Ok(Decimal::parse(value.text()).as_limit().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_error_has_its_code_and_nothing_else_in_the_answer() {
        let long = format!("{{\"max_results\":0,\"text\":\"{}\"}}", "é".repeat(65_537));
        let deep = format!("{{\"text\":\"{}\"}}", ">".repeat(65));
        for (input, code) in [
            ("", "invalid_json"),
            ("{\"text\":\"a\",}", "invalid_json"),
            ("{\"text\":\"a\",\"text\":\"a\"}", "invalid_json"),
            ("{\"text\":\"\\ud800\"}", "invalid_input"),
            ("[]", "invalid_input"),
            ("{}", "invalid_input"),
            ("{\"text\":null}", "invalid_input"),
            ("{\"text\":\"a\",\"x\":1}", "invalid_input"),
            ("{\"text\":\"a\",\"repair\":null}", "invalid_input"),
            ("{\"text\":\"a\",\"max_results\":\"1\"}", "invalid_input"),
            ("{\"text\":\"a\",\"max_results\":1.5}", "invalid_input"),
            ("{\"text\":\"a\",\"max_results\":0}", "max_results_range"),
            ("{\"text\":\"a\",\"max_results\":-3}", "max_results_range"),
            ("{\"text\":\"a\",\"max_results\":101}", "max_results_range"),
            (
                "{\"text\":\"a\",\"max_results\":1e400}",
                "max_results_range",
            ),
            (&long, "text_too_long"),
            (&deep, "container_depth"),
        ] {
            let wanted = format!("{{\"error\":\"{code}\"}}");
            assert_eq!(candidates(input.as_bytes()), wanted, "{input:.40}");
        }
        let wanted = "{\"error\":\"invalid_json\"}";
        assert_eq!(candidates(b"{\"text\":\"\xff\"}"), wanted);
    }

    #[test]
    fn integers_count_by_value() {
        let capped = |spelling: &str| {
            let input = format!("{{\"text\":\"{{}}{{}}{{}}\",\"max_results\":{spelling}}}");
            candidates(input.as_bytes()).matches("\"rank\"").count()
        };
        assert_eq!(capped("1.0"), 1);
        assert_eq!(capped("20e-1"), 2);
        assert_eq!(capped("1e2"), 3);
    }

    #[test]
    fn the_longest_text_is_answered() {
        let input = format!("{{\"text\":\"{}\"}}", "a".repeat(131_072));
        let none = "{\"candidates\":[],\"candidate_count\":0,\"truncated\":false}";
        assert_eq!(candidates(input.as_bytes()), none);
    }
}
