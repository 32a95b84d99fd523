//! The payment terms: decides what a 402 asks for (x402 version 2, scheme
//! `exact` on Solana).
//!
//! The header `PAYMENT-REQUIRED` is base64 of the very bytes of the body, so
//! the two cannot disagree. Price and unit count are those of the criteria; the
//! network is devnet, and payee and fee payer are the all-zero key, which is
//! nobody's wallet. Must never ask for money on a main network.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

/// What one check costs, in atomic units of USDC.
pub(crate) const PRICE: u64 = 20_000;
/// The same for people.
pub(crate) const PRICE_LABEL: &str = "$0.02";
/// Solana's devnet, as CAIP-2 names it.
pub(crate) const DEVNET: &str = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1";
/// The all-zero key: nobody's wallet.
pub(crate) const NOBODY: &str = "11111111111111111111111111111111";
/// Where the reference server listens unless told otherwise.
pub(crate) const DEFAULT_URL: &str = "http://127.0.0.1:8402";
/// The request header that carries a payment (version 2).
pub(crate) const SIGNATURE: &str = "PAYMENT-SIGNATURE";
/// The answer header that carries the terms.
pub(crate) const REQUIRED: &str = "PAYMENT-REQUIRED";
/// The answer header that carries the outcome of a settlement.
pub(crate) const RESPONSE: &str = "PAYMENT-RESPONSE";
/// What a 402 says when no payment came.
pub(crate) const NO_PAYMENT: &str = "PAYMENT-SIGNATURE header is required";

/// USDC on devnet.
const ASSET: &str = "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU";

/// One way to pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Requirement {
    pub(crate) amount: String,
    pub(crate) asset: String,
    pub(crate) extra: Extra,
    #[serde(rename = "maxTimeoutSeconds")]
    max_timeout_seconds: u64,
    pub(crate) network: String,
    #[serde(rename = "payTo")]
    pub(crate) pay_to: String,
    scheme: String,
}

/// What the scheme `exact` needs to know on Solana.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Extra {
    #[serde(rename = "feePayer")]
    pub(crate) fee_payer: String,
}

/// The document of a 402.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PaymentRequired {
    pub(crate) accepts: Vec<Requirement>,
    pub(crate) error: String,
    extensions: Extensions,
    resource: Resource,
    #[serde(rename = "x402Version")]
    pub(crate) version: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct Extensions {}

#[derive(Debug, Serialize, Deserialize)]
struct Resource {
    description: String,
    #[serde(rename = "mimeType")]
    mime_type: String,
    url: String,
}

/// The terms of one service.
#[derive(Debug)]
pub(crate) struct Terms {
    url: String,
    requirement: Requirement,
    canonical: String,
}

/// A 402 as bytes.
pub(crate) struct Bill {
    /// The body.
    pub(crate) body: String,
    /// The header of the same bytes.
    pub(crate) header: String,
}

impl Terms {
    /// The terms of a service at `public_url`, on the network of that CAIP-2
    /// name.
    pub(crate) fn new(public_url: &str, network: &str) -> Self {
        let requirement = Requirement {
            amount: PRICE.to_string(),
            asset: ASSET.to_owned(),
            extra: Extra {
                fee_payer: NOBODY.to_owned(),
            },
            max_timeout_seconds: 60,
            network: network.to_owned(),
            pay_to: NOBODY.to_owned(),
            scheme: "exact".to_owned(),
        };
        Self {
            url: format!("{}/check", public_url.trim_end_matches('/')),
            canonical: jcs(&requirement),
            requirement,
        }
    }

    /// The one way to pay that is offered.
    pub(crate) fn requirement(&self) -> &Requirement {
        &self.requirement
    }

    /// Whether `accepted`, in canonical form, is the requirement offered.
    pub(crate) fn offers(&self, accepted: &str) -> bool {
        self.canonical == accepted
    }

    /// The 402 that says `error`.
    pub(crate) fn bill(&self, error: &str) -> Bill {
        let body = jcs(&PaymentRequired {
            accepts: vec![self.requirement.clone()],
            error: error.to_owned(),
            extensions: Extensions {},
            resource: Resource {
                description: "One pre-dispatch check of one arguments blob against one tool \
                              JSON Schema"
                    .to_owned(),
                mime_type: "application/json".to_owned(),
                url: self.url.clone(),
            },
            version: 2,
        });
        Bill {
            header: STANDARD.encode(&body),
            body,
        }
    }
}

/// The RFC 8785 form of one of our own documents: strings and small integers,
/// which always have one.
pub(crate) fn jcs(document: &impl Serialize) -> String {
    serde_jcs::to_string(document).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use argument_check_corpus::canonical::sha256_hex;

    const WORKED: &str = r#"{"accepts":[{"amount":"20000","asset":"4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU","extra":{"feePayer":"11111111111111111111111111111111"},"maxTimeoutSeconds":60,"network":"solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1","payTo":"11111111111111111111111111111111","scheme":"exact"}],"error":"PAYMENT-SIGNATURE header is required","extensions":{},"resource":{"description":"One pre-dispatch check of one arguments blob against one tool JSON Schema","mimeType":"application/json","url":"http://127.0.0.1:8402/check"},"x402Version":2}"#;

    #[test]
    fn the_402_has_the_bytes_the_hash_and_the_header_of_the_specification() {
        let bill = Terms::new(DEFAULT_URL, DEVNET).bill(NO_PAYMENT);
        assert_eq!(bill.body, WORKED);
        assert_eq!(bill.body.len(), 526);
        assert_eq!(
            sha256_hex(bill.body.as_bytes()),
            "3998c7b0f0aec85b8243b418584cc9d528abb91573d8c4ec752d32d04eb94878"
        );
        assert_eq!(bill.header.len(), 704);
        assert_eq!(STANDARD.decode(&bill.header).unwrap(), WORKED.as_bytes());
    }

    #[test]
    fn a_requirement_is_offered_in_its_canonical_form_only() {
        let terms = Terms::new("http://example.org/", DEVNET);
        assert!(terms.offers(&jcs(terms.requirement())));
        let mut other = terms.requirement().clone();
        other.amount = "20001".to_owned();
        assert!(!terms.offers(&jcs(&other)));
        assert!(terms.bill("x").body.contains("http://example.org/check"));
    }
}
