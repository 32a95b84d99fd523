//! A client of the service: asks over HTTP, and pays in mock money.
//!
//! Used by the HTTP target, by the load test and by tests. It pays only where
//! the terms are those of a reference server, that is on devnet and to the
//! all-zero key; it can sign nothing that moves anything.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::facilitator::Transfer;
use super::terms::{DEVNET, NOBODY, PaymentRequired, Requirement, SIGNATURE, jcs};

/// Longest answer that is read: a repaired blob, its diff, and room.
const LONGEST_ANSWER: u64 = 64 * 1024 * 1024;

/// A client of one deployment.
#[derive(Debug)]
pub(crate) struct Client {
    agent: ureq::Agent,
    base: String,
    headers: Vec<(String, String)>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Response {
    /// The HTTP status.
    pub(crate) status: u16,
    /// The headers, for the tests that read them.
    #[cfg(test)]
    pub(crate) headers: ureq::http::HeaderMap,
    /// The whole body.
    pub(crate) body: Vec<u8>,
}

#[cfg(test)]
impl Response {
    /// A header as text.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// No answer came, or not a whole one.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoAnswer {
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Connection(String),
    /// Nobody answered in time.
    #[error("silent: {0}")]
    Silent(String),
}

impl Client {
    /// A client of the deployment at `base` that waits so long, keeps so many
    /// connections, and sends these headers every time.
    pub(crate) fn new(
        base: &str,
        patience: Duration,
        connections: usize,
        headers: Vec<(String, String)>,
    ) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(patience))
            .max_idle_connections(connections)
            .max_idle_connections_per_host(connections)
            .build();
        Self {
            agent: ureq::Agent::new_with_config(config),
            base: base.trim_end_matches('/').to_owned(),
            headers,
        }
    }

    /// Asks for a document.
    pub(crate) fn get(&self, path: &str) -> Result<Response, NoAnswer> {
        let mut request = self.agent.get(format!("{}{path}", self.base));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        whole(request.call())
    }

    /// Sends a body, with a payment if there is one.
    pub(crate) fn post(
        &self,
        path: &str,
        body: &[u8],
        payment: Option<&str>,
    ) -> Result<Response, NoAnswer> {
        let mut request = self
            .agent
            .post(format!("{}{path}", self.base))
            .content_type("application/json");
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        if let Some(payment) = payment {
            request = request.header(SIGNATURE, payment);
        }
        whole(request.send(body))
    }
}

fn whole(
    answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
) -> Result<Response, NoAnswer> {
    let no_answer = |error: ureq::Error| match error {
        ureq::Error::Timeout(_) => NoAnswer::Silent(error.to_string()),
        _ => NoAnswer::Connection(error.to_string()),
    };
    let mut answer = answer.map_err(no_answer)?;
    let body = answer.body_mut().with_config().limit(LONGEST_ANSWER);
    let body = body.read_to_vec().map_err(no_answer)?;
    Ok(Response {
        status: answer.status().as_u16(),
        #[cfg(test)]
        headers: answer.headers().clone(),
        body,
    })
}

/// The terms of a 402, if mock money pays them.
pub(crate) fn mock_terms(body: &[u8]) -> Option<Requirement> {
    let required: PaymentRequired = serde_json::from_slice(body).ok()?;
    let mut accepts = required.accepts.into_iter();
    accepts.find(|it| it.network == DEVNET && it.pay_to == NOBODY)
}

/// A payment header in mock money.
pub(crate) fn payment(required: &Requirement, transaction: &str) -> String {
    #[derive(Serialize)]
    struct Payload<'a> {
        accepted: &'a Requirement,
        payload: Signed<'a>,
        #[serde(rename = "x402Version")]
        version: u64,
    }
    #[derive(Serialize)]
    struct Signed<'a> {
        transaction: &'a str,
    }
    STANDARD.encode(jcs(&Payload {
        accepted: required,
        payload: Signed { transaction },
        version: 2,
    }))
}

/// A mock transaction that pays what is required.
pub(crate) fn transaction(required: &Requirement, payer: &str, nonce: &str) -> String {
    STANDARD.encode(jcs(&Transfer {
        amount: required.amount.clone(),
        asset: required.asset.clone(),
        network: required.network.clone(),
        nonce: nonce.to_owned(),
        pay_to: required.pay_to.clone(),
        payer: payer.to_owned(),
    }))
}

/// A nonce of 32 digits that nobody used before and that starts with `start`;
/// without one it plants no fault.
pub(crate) fn nonce(start: &str) -> String {
    static USED: AtomicU64 = AtomicU64::new(0);
    let mut digest = Sha256::new();
    digest.update(std::process::id().to_le_bytes());
    digest.update(USED.fetch_add(1, Ordering::Relaxed).to_le_bytes());
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    digest.update(now.unwrap_or_default().as_nanos().to_le_bytes());
    let digits: String = digest
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let start = if start.is_empty() { "0" } else { start };
    format!("{start}{}", &digits[start.len()..32])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::terms::{DEFAULT_URL, Terms};

    #[test]
    fn mock_money_is_offered_to_nobody_on_devnet_only() {
        let main = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
        for (network, pays) in [(DEVNET, true), (main, false)] {
            let bill = Terms::new(DEFAULT_URL, network).bill("x");
            assert_eq!(mock_terms(bill.body.as_bytes()).is_some(), pays);
        }
        let bill = Terms::new(DEFAULT_URL, DEVNET).bill("x").body;
        let somebody = bill.replace("\"payTo\":\"1", "\"payTo\":\"2");
        assert!(mock_terms(somebody.as_bytes()).is_none());
        assert!(mock_terms(b"{}").is_none());
    }

    #[test]
    fn a_nonce_has_32_digits_and_comes_once() {
        let (one, two, fault) = (nonce(""), nonce(""), nonce("f21"));
        assert_ne!(one, two);
        assert!(one.starts_with('0') && fault.starts_with("f21"));
        assert_eq!((one.len(), fault.len()), (32, 32));
    }
}
