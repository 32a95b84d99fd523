//! Hashes: decides what identifies a request or a proposal (preflight, 1.6 and
//! 3.2): SHA-256 over the RFC 8785 form, so that anybody can recompute it.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::json::value::Value;
use crate::json::{canonical, string};

/// A SHA-256 digest; `Display` writes it in lower-case hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hash([u8; 32]);

impl Hash {
    /// The digest's bytes.
    pub fn bytes(&self) -> [u8; 32] {
        self.0
    }

    /// The hash of a text that is in canonical form already.
    fn of(canonical: &str) -> Self {
        Self(Sha256::digest(canonical).into())
    }

    /// The hash of a request as it was submitted; of `null` where there is
    /// none.
    pub(super) fn of_request(request: Option<Value<'_>>) -> Self {
        let Some(request) = request else {
            return Self::of("null");
        };
        let mut form = String::with_capacity(request.text().len());
        canonical::write(&mut form, request);
        Self::of(&form)
    }

    /// The fingerprint of a proposal, version 2: provider, operation and the
    /// exact request, and nothing that differs from run to run.
    pub(super) fn of_proposal(provider: &str, operation: &str, request: Value<'_>) -> Self {
        let mut form = String::with_capacity(request.text().len() + 64);
        form.push_str("{\"operation\":");
        string::write(&mut form, operation);
        form.push_str(",\"provider\":");
        string::write(&mut form, provider);
        form.push_str(",\"request\":");
        canonical::write(&mut form, request);
        form.push_str(",\"version\":2}");
        Self::of(&form)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::value::Document;

    fn of(json: &str) -> String {
        let document = Document::parse(json.as_bytes()).expect(json);
        Hash::of_request(Some(document.root())).to_string()
    }

    #[test]
    fn the_hash_of_null_stands_for_a_request_that_is_absent() {
        let null = "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b";
        assert_eq!(Hash::of_request(None).to_string(), null);
        assert_eq!(of("null"), null);
    }

    #[test]
    fn order_white_space_and_spelling_do_not_change_a_hash_and_everything_else_does() {
        let hash = of(r#"{"a":100,"b":[1.5,-0,"x"],"\ufb33":1,"\ud83d\ude00":2}"#);
        for same in [
            r#"{ "b":[15e-1,0,"\u0078"], "a":1e2,"\ud83d\ude00":2.0,"\ufb33":1}"#,
            "{\"\u{1f600}\":2,\"\u{fb33}\":1,\"a\":100.0,\"b\":[1.50,-0.0,\"x\"]}",
        ] {
            assert_eq!(of(same), hash, "{same}");
        }
        for other in [
            r#"{"a":100,"b":[1.5,-0,"X"],"\ufb33":1,"\ud83d\ude00":2}"#,
            r#"{"a":100,"b":[-0,1.5,"x"],"\ufb33":1,"\ud83d\ude00":2}"#,
            r#"{"a":"100","b":[1.5,-0,"x"],"\ufb33":1,"\ud83d\ude00":2}"#,
            r#"{"a":100,"b":[1.5,-0,"x"],"\ufb33":2,"\ud83d\ude00":1}"#,
        ] {
            assert_ne!(of(other), hash, "{other}");
        }
    }

    #[test]
    fn a_fingerprint_is_the_hash_of_the_version_2_proposal() {
        let document = Document::parse(br#"{"q":"rust fuzzing"}"#).expect("JSON");
        let fingerprint = Hash::of_proposal("serp", "search", document.root()).to_string();
        assert_eq!(
            fingerprint,
            "7c39138d5e74cb35201eb8d5857bdc4787867a380d7a84e4b96c383bc65656e2"
        );
        assert_eq!(
            fingerprint,
            of(
                r#"{"version":2,"provider":"serp","operation":"search","request":{"q":"rust fuzzing"}}"#
            )
        );
    }
}
