//! Cuts one line into the exact text of a request body and of an answer.
//!
//! Each of the two stands in the line either as a JSON value, and then the raw
//! characters of that value are the text, or as a string that holds the text.
//! Nothing is parsed into numbers or maps here: spellings, member order,
//! duplicate names and white space reach the judges as they were written.

use argument_check_corpus::Op;
use serde::Deserialize;
use serde_json::value::RawValue;

/// One recorded exchange.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Recorded {
    /// The raw request body.
    pub(super) body: String,
    /// The raw answer.
    pub(super) answer: String,
    /// The operation, where the line says it; check and pre-check are told by the answer.
    pub(super) op: Option<Op>,
}

/// What a line holds; members beside these three are the caller's own.
#[derive(Deserialize)]
struct Members<'a> {
    op: Option<Op>,
    #[serde(borrow)]
    body: &'a RawValue,
    #[serde(borrow)]
    answer: &'a RawValue,
}

/// Cuts a line, or says what is wrong with it in words that hold nothing of it.
pub(super) fn cut(line: &str) -> Result<Recorded, String> {
    let line = line.trim();
    // A derived reader would take an array for an object.
    if !line.starts_with('{') {
        return Err("not a JSON object".to_owned());
    }
    let members: Members<'_> = serde_json::from_str(line).map_err(|error| fault(&error))?;
    Ok(Recorded {
        body: text(members.body, "body")?,
        answer: text(members.answer, "answer")?,
        op: members.op,
    })
}

/// The text that a member holds or is.
fn text(raw: &RawValue, name: &str) -> Result<String, String> {
    let raw = raw.get();
    if !raw.starts_with('"') {
        return Ok(raw.to_owned());
    }
    serde_json::from_str(raw)
        .map_err(|_| format!("the string in `{name}` holds half a surrogate pair"))
}

/// serde's words and the column; a line has no line number of its own.
fn fault(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let at = format!(" at line {} column {}", error.line(), error.column());
    let what = text.strip_suffix(&at).unwrap_or(&text);
    format!("{what} (column {})", error.column())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_cut_out_character_for_character() {
        let body = r#"{ "arguments":{"a": 1E400,"\u0061":-0.0, "a":"\ud800"},"schema":{} }"#;
        let answer = r#"{"refusal" :"invalid_request_body"}"#;
        let line = format!(r#"{{"id":7,"answer": {answer} ,"body":{body}}}"#);
        let cut = cut(&line).unwrap();
        assert_eq!((cut.body.as_str(), cut.answer.as_str()), (body, answer));
    }

    #[test]
    fn a_string_holds_the_exact_text() {
        let cut = cut(r#"{"body":"{\"a\":1.0,","answer":"\u0000 \ud83d\ude00"}"#).unwrap();
        assert_eq!(cut.body, r#"{"a":1.0,"#);
        assert_eq!(cut.answer, "\0 😀");
    }

    #[test]
    fn what_is_wrong_is_said_without_the_line() {
        for (line, words) in [
            ("", "not a JSON object"),
            (r#"["canary","canary"]"#, "not a JSON object"),
            (r#"{"body":"canary"}"#, "missing field `answer`"),
            (r#"{"answer":"canary"}"#, "missing field `body`"),
            (
                r#"{"body":1,"body":2,"answer":3}"#,
                "duplicate field `body`",
            ),
            (r#"{"body":{"canary":},"answer":3}"#, "(column 19)"),
            (r#"{"body":1,"answer":2} canary"#, "trailing characters"),
            (r#"{"body":"\ud800canary","answer":2}"#, "`body`"),
            (r#"{"body":"canary","answer":"#, "EOF"),
        ] {
            let why = cut(line).unwrap_err();
            assert!(why.contains(words), "{line}: {why}");
            assert!(!why.contains("canary"), "{why}");
        }
    }
}
