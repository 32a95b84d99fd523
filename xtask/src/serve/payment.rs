//! A payment header: decides whether it is a version 2 `PaymentPayload` at
//! all, and which payment it is.
//!
//! Whether the payment is worth anything is for the facilitator to say.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Names one payment: the SHA-256 of its signed transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Key([u8; 32]);

impl Key {
    /// The key of a transaction as it stands in the payload.
    pub(crate) fn of(transaction: &str) -> Self {
        Self(Sha256::digest(transaction).into())
    }

    /// The key in lower-case hexadecimal.
    pub(crate) fn hex(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The key that [`Self::hex`] wrote.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let mut key = [0; 32];
        for (byte, pair) in key.iter_mut().zip(digits.chunks_exact(2)) {
            let pair = std::str::from_utf8(pair).ok()?;
            *byte = u8::from_str_radix(pair, 16).ok()?;
        }
        Some(Self(key))
    }
}

/// A payment that can be offered to a facilitator.
#[derive(Debug)]
pub(crate) struct Payment {
    /// The requirement that the payer chose, in canonical form.
    pub(crate) accepted: String,
    /// The signed transaction, in base64.
    pub(crate) transaction: String,
    /// Which payment it is.
    pub(crate) key: Key,
}

#[derive(Deserialize)]
struct Payload {
    #[serde(rename = "x402Version")]
    version: u64,
    accepted: Value,
    payload: Signed,
}

#[derive(Deserialize)]
struct Signed {
    transaction: String,
}

/// Reads a payment header; `None` for what is no version 2 payload.
pub(crate) fn decode(header: &[u8]) -> Option<Payment> {
    let json = STANDARD.decode(header).ok()?;
    let payload: Payload = serde_json::from_slice(&json).ok()?;
    if payload.version != 2 {
        return None;
    }
    Some(Payment {
        accepted: serde_jcs::to_string(&payload.accepted).ok()?,
        key: Key::of(&payload.payload.transaction),
        transaction: payload.payload.transaction,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::terms::{DEFAULT_URL, DEVNET, Terms, jcs};

    fn header(json: &str) -> Vec<u8> {
        STANDARD.encode(json).into_bytes()
    }

    #[test]
    fn members_in_any_order_and_numbers_in_any_spelling_are_the_same_requirement() {
        let terms = Terms::new(DEFAULT_URL, DEVNET);
        let canonical = jcs(terms.requirement());
        for spelling in ["60", "60.0", "6e1"] {
            let accepted = canonical.replace(":60,", &format!(" : {spelling},"));
            let json = format!(
                r#"{{"payload":{{"transaction":"dA=="}},"x402Version":2,"accepted":{accepted},"resource":{{}}}}"#
            );
            let payment = decode(&header(&json)).unwrap();
            assert!(terms.offers(&payment.accepted), "{spelling}");
            assert_eq!(payment.key, Key::of("dA=="));
        }
    }

    #[test]
    fn what_is_no_version_2_payload_is_not_decoded() {
        for json in [
            "",
            "[]",
            "{}",
            r#"{"x402Version":1,"accepted":{},"payload":{"transaction":"dA=="}}"#,
            r#"{"x402Version":2,"payload":{"transaction":"dA=="}}"#,
            r#"{"x402Version":2,"accepted":{},"payload":{}}"#,
            r#"{"x402Version":2,"accepted":{},"payload":{"transaction":5}}"#,
            r#"{"x402Version":"2","accepted":{},"payload":{"transaction":"dA=="}}"#,
        ] {
            assert!(decode(&header(json)).is_none(), "{json}");
        }
        assert!(decode(b"not base64!").is_none());
        assert!(decode(&[0xff, 0xfe]).is_none());
    }

    #[test]
    fn a_key_is_read_back_from_its_hexadecimal_form() {
        let key = Key::of("a");
        assert_eq!(Key::parse(&key.hex()), Some(key));
        assert_eq!(Key::parse("00"), None);
        assert_eq!(Key::parse(&"zz".repeat(32)), None);
        assert_eq!(Key::parse(&"é".repeat(32)), None);
    }
}
