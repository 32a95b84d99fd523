//! Schemas: what is compiled, what is refused and why, and what is disclosed
//! (D12, D14 to D25, D94).
//!
//! A schema that compiles must be refused as soon as any unlisted keyword stands
//! at any of its schema positions (coverage flip, I19); what is refused as
//! invalid, and nothing else, must be malformed to the meta-schema of draft
//! 2020-12 too, as far as the two can be compared.

use arbitrary::Unstructured;
use argument_check::{Refusal, Schema};
use argument_check_corpus::Op;

use super::engine::{Engine, hear_engine};
use super::{Finding, Meaning, Target};
use crate::answer::{self, Answer, Report};
use crate::differential::malformed;
use crate::generate;
use crate::laws::Target as _;
use crate::lossless::{self, ReadError, Value};

/// See [`Target::about`].
pub const TARGET: Target = Target {
    name: "schema_compile",
    about: "any schema: refused for the right places, disclosed in full, flipped by any unlisted keyword, malformed only where the meta-schema says so",
    law,
    meaning: |data| Meaning::request(Op::Check, body(&text(data))),
};

/// The laws that are about schemas.
const LAWS: [&str; 5] = ["I1", "I2", "I14", "I18", "I19"];

/// The schema that bytes stand for: as they stand where they start as JSON
/// does, steered otherwise.
fn text(data: &[u8]) -> Vec<u8> {
    match data {
        [steer, rest @ ..] if !steer.is_ascii() => {
            let schema = generate::schema(&mut Unstructured::new(rest));
            schema.unwrap_or_default().into_bytes()
        }
        _ => data.to_vec(),
    }
}

/// The request that asks for no more than the schema.
fn body(schema: &[u8]) -> Vec<u8> {
    [b"{\"arguments\":{},\"schema\":", schema, b"}"].concat()
}

fn law(data: &[u8]) -> Result<(), Finding> {
    let text = text(data);
    let compiled = Schema::compile(&text);
    let finding = |summary: &str, expected: String, actual: String| {
        Err(Finding {
            law: "I2",
            summary: summary.to_owned(),
            expected,
            actual,
        })
    };
    let schema = match lossless::read(&text) {
        Ok(schema) => schema,
        // Nothing can be said of it here, but that there is an answer.
        Err(ReadError::TooDeep) => return Ok(()),
        Err(error) => {
            return match compiled {
                Err(refusal) if refusal.code.as_str() == "invalid_request_body" => Ok(()),
                other => finding(
                    "what is no JSON is compiled",
                    error.to_string(),
                    said(&other),
                ),
            };
        }
    };
    let body = body(&text);
    let answer = Engine.ask(Op::Check, &body);
    if let Some(finding) = hear_engine(&LAWS, Op::Check, &body, &answer).broken {
        return Err(finding);
    }
    if !is_told(&compiled, &answer) {
        return finding(
            "the library compiles what the check refuses, or discloses otherwise",
            answer,
            said(&compiled),
        );
    }
    let refusal = compiled.as_ref().err();
    let is_invalid = refusal.is_some_and(|refusal| refusal.code.as_str() == "schema_invalid");
    let by_pattern =
        |refusal: &Refusal| (refusal.detail.iter()).any(|place| place.keyword == "pattern");
    if refusal.is_some_and(by_pattern) || matches!(schema, Value::Bool(_)) {
        return Ok(());
    }
    match malformed(&schema) {
        Some(malformed) if malformed != is_invalid => finding(
            "the meta-schema does not agree (D22)",
            format!("malformed: {malformed}, {}", schema.to_text()),
            said(&compiled),
        ),
        _ => Ok(()),
    }
}

fn said(compiled: &Result<Schema, Refusal>) -> String {
    match compiled {
        Ok(_) => "compiled".to_owned(),
        Err(refusal) => format!("{refusal:?}"),
    }
}

/// Whether the answer of a check says of the schema what the library says.
fn is_told(compiled: &Result<Schema, Refusal>, answer: &str) -> bool {
    match (compiled, Answer::parse(answer)) {
        (
            Ok(schema),
            Ok(Answer::Verdict(Report {
                enforced,
                not_checked,
                ..
            })),
        ) => {
            schema
                .enforced()
                .eq(enforced.iter().map(|keyword| keyword.as_str()))
                && schema
                    .not_checked()
                    .eq(not_checked.iter().map(ToString::to_string))
        }
        (Err(refusal), Ok(Answer::Refusal(answer::Refusal { code, detail }))) => {
            let places = refusal.detail.iter();
            let places = places.map(|place| (place.path.clone(), place.keyword.clone()));
            let told = detail
                .iter()
                .map(|(path, keyword)| (path.to_string(), keyword.clone()));
            refusal.code.as_str() == code.as_str() && places.eq(told)
        }
        // The body is longer than its schema.
        (Ok(_), Ok(Answer::Refusal(refusal))) => refusal.code.as_str().starts_with("CAP-EXCEEDED"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_of_every_kind_pass() {
        for text in [
            "{}",
            "true",
            "5",
            "null",
            "",
            "{",
            "{\"a\":1,\"a\":2}",
            "{\"type\":\"object\",\"properties\":{\"a\":{\"title\":5,\"pattern\":\"b\"}},\"required\":[\"a\"]}",
            "{\"type\":\"any\"}",
            "{\"multipleOf\":2}",
            "{\"properties\":{\"a\":{\"$ref\":\"#\"}}}",
            "{\"minLength\":1e400}",
            "{\"minLength\":1.5}",
            "{\"items\":[{}]}",
            "{\"pattern\":\"(\"}",
            "{\"minimum\":1e99999999999999999999}",
            "{\"required\":[\"a\",\"a\"]}",
            "{\"items\":{\"type\":[]}}",
        ] {
            assert_eq!(law(text.as_bytes()), Ok(()), "{text}");
        }
    }

    #[test]
    fn the_meta_schema_is_asked_where_it_can_be() {
        let of = |text| malformed(&lossless::read_str(text).unwrap());
        assert_eq!(of("{\"type\":\"string\"}"), Some(false));
        assert_eq!(
            of("{\"properties\":{\"a\":{\"type\":\"any\"}}}"),
            Some(true)
        );
        assert_eq!(of("{\"minLength\":1e400}"), None);
        assert_eq!(of("5"), Some(true));
    }
}
