//! C-6 and C-11: headers by the `http` crate, and values that stay out of answers.

use argument_check_corpus::Op;
use http::{HeaderName, HeaderValue};

use super::view::{again, at, set, string, with};
use crate::judge::Reason;
use crate::laws::{Observation, Ruling};
use crate::lossless::Value;
use crate::path::{Place, Step};

/// C-6.
pub(super) fn headers(observation: &Observation<'_>) -> Ruling {
    with(observation, Op::Request, |seen| {
        let headers = at(seen.input, &["request", "headers"]).and_then(Value::members);
        let Some(headers) = headers else {
            return Ruling::NotApplicable(Reason::NothingToVary);
        };
        let errors = seen.entries("errors");
        for (name, value) in headers {
            let place = Place::Tree(vec![Step::Key(name.clone())]).to_string();
            let place = place.replacen('$', "$.request.headers", 1);
            let codes = || errors.iter().filter(|(path, _)| *path == place);
            let says = |code: &str| codes().any(|(_, said)| *said == code);
            let is_name = HeaderName::from_bytes(name.as_bytes()).is_ok();
            if is_name == says("header_name_invalid") {
                return Ruling::broken("a header name is judged otherwise by http", name.as_str());
            }
            let Value::String(value) = value else {
                continue;
            };
            if value.contains(['\r', '\n', '\0']) != says("header_injection") {
                return Ruling::broken("an injection is not named, or none is", name.as_str());
            }
            let is_value =
                latin1(value).is_some_and(|bytes| HeaderValue::from_bytes(&bytes).is_ok());
            let is_barred = says("header_injection") || says("header_value_invalid");
            if is_value == is_barred {
                return Ruling::broken("a header value is judged otherwise by http", name.as_str());
            }
        }
        Ruling::Holds
    })
}

/// The bytes that a client would send; none beyond Latin-1.
fn latin1(value: &str) -> Option<Vec<u8>> {
    value
        .chars()
        .map(|c| u8::try_from(u32::from(c)).ok())
        .collect()
}

/// A text that no answer holds by itself.
const CANARY: &str = "canary-9d1f\u{1}\u{e9}";
const SEEN: &str = "canary-9d1f";

/// C-11: values that are planted where something is wrong with them.
pub(super) fn no_leak(observation: &Observation<'_>) -> Ruling {
    again(observation, Op::Request, |seen, target| {
        if seen.input.members().is_none() {
            return Ruling::NotApplicable(Reason::NothingToVary);
        }
        let canary = || string(CANARY);
        let spaced = string(&format!(" {CANARY} "));
        let mut planted = set(seen.input, &["request", "headers", "X-Planted"], spaced);
        for way in [
            &["request", "headers", "Content-Type"][..],
            &["request", "query", "planted"],
            &["request", "body"],
            &["request", "method"],
            &["request", "url"],
            &["schema", "enum"],
        ] {
            let value = match way {
                ["schema", _] => Value::Array(vec![Value::Null]),
                _ => canary(),
            };
            planted = set(&planted, way, value);
        }
        let answer = target.ask(Op::Request, planted.to_text().as_bytes());
        if answer.contains(SEEN) {
            Ruling::broken("a value of the request stands in the answer", answer)
        } else {
            Ruling::Holds
        }
    })
}
