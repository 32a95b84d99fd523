//! A JSON parsing suite: what must be read (`y_`), what must be rejected
//! (`n_`), and what a reader may decide (`i_`).
//!
//! A text is judged through `arguments_text`: it was read if the answer is
//! `arguments_not_object` or a verdict without `invalid_json_text`. Bytes that
//! are not UTF-8 cannot stand in a JSON string, so they stand raw in the body,
//! which is then no request body at all. Exactly the texts of [`MENDED`] must
//! be read although they are `n_`: R1 and R2 mend them. The two `y_` files
//! with a duplicate name must be rejected (D1).

use std::path::Path;

use anyhow::Result;
use argument_check_corpus::Op;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

use super::{Context, lines, text_form};
use crate::judging::{Collector, Judged, Question};

const JUDGE: &str = "parsing suite";
const REMEDY: &str = "a line is {\"name\":\"y_…, n_… or i_…\",\"base64\":…}";

/// `y_` texts that D1 rejects.
const DUPLICATES: [&str; 2] = [
    "y_object_duplicated_key",
    "y_object_duplicated_key_and_value",
];

/// `n_` texts that R1 and R2 mend, and no others.
const MENDED: [&str; 18] = [
    "n_array_comma_after_close",
    "n_array_extra_comma",
    "n_array_incomplete",
    "n_array_just_comma",
    "n_array_newlines_unclosed",
    "n_array_number_and_comma",
    "n_array_unclosed",
    "n_array_unclosed_trailing_comma",
    "n_array_unclosed_with_object_inside",
    "n_object_trailing_comma",
    "n_structure_comma_instead_of_closing_brace",
    "n_structure_lone-open-bracket",
    "n_structure_open_array_comma",
    "n_structure_open_array_open_object",
    "n_structure_open_array_string",
    "n_structure_open_object",
    "n_structure_open_object_comma",
    "n_structure_unclosed_object",
];

#[derive(Deserialize)]
struct Text {
    name: String,
    base64: String,
}

/// Judges the texts of `file`.
pub(super) fn judge(file: &Path, context: Context<'_>, collector: &mut Collector) -> Result<()> {
    let one = |line: &str| {
        let text: Text = serde_json::from_str(line)?;
        let bytes = STANDARD
            .decode(&text.base64)
            .map_err(|why| serde::de::Error::custom(format!("base64: {why}")))?;
        let admitted = context.filter.admits(&text.name);
        Ok(admitted.then(|| ask(&text.name, &bytes, context)))
    };
    lines(file, collector, REMEDY, one, |collector, judged| {
        let class = judged.id.get(..2).unwrap_or_default().to_owned();
        let outcome = outcome(&judged);
        collector.section.count(&format!("{class} texts"), outcome);
        if class == "n_" && outcome == "read" {
            collector
                .section
                .list("n_ mended by R1 and R2", judged.id.as_str());
        }
        if class == "y_" && outcome != "read" {
            collector
                .section
                .list("y_ rejected for a duplicate name", judged.id.as_str());
        }
        collector.take(judged);
    })
}

fn ask(name: &str, bytes: &[u8], context: Context<'_>) -> Judged {
    let mut judged = context.panel.judge(&Question {
        id: name,
        part: "",
        op: Op::Check,
        body: &body(bytes),
        expect: None,
    });
    let read = outcome(&judged) == "read";
    let repaired = judged.view.verdict.as_deref() == Some("REPAIRED");
    if name.starts_with("y_") {
        let expected = !DUPLICATES.contains(&name);
        judged.require(
            JUDGE,
            read == expected,
            "must be read, duplicate names excepted",
        );
        judged.require(JUDGE, !repaired, "needs no repair and got one");
    } else if name.starts_with("n_") {
        let expected = MENDED.contains(&name);
        judged.require(
            JUDGE,
            read == expected,
            "must be rejected, the 18 texts that R1 and R2 mend excepted",
        );
    }
    judged
}

/// The request body that asks for `bytes` as a text.
fn body(bytes: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text_form(text, "{}"),
        Err(_) => [b"{\"arguments_text\":\"", bytes, b"\",\"schema\":{}}"].concat(),
    }
}

fn outcome(judged: &Judged) -> &'static str {
    let view = &judged.view;
    match view.refusal.as_deref() {
        Some("arguments_not_object") => "read",
        Some("arguments_too_deep") => "too deep",
        None if view.is_verdict() && !view.has_defect("invalid_json_text") => "read",
        _ => "rejected",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_utf8_stand_raw_in_the_body() {
        assert_eq!(
            body(b"\xff"),
            b"{\"arguments_text\":\"\xff\",\"schema\":{}}"
        );
    }
}
