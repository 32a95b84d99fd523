//! Replies: decides status, headers and body of every answer.
//!
//! Bodies are JSON in RFC 8785 form, but for the 200 of a check, which holds
//! the exact answer text. Answers to POST are not to be stored by anybody.

use std::sync::Arc;

use argument_check_oracle::ledger::{Line, StatusSummary};
use argument_check_oracle::vocabulary::RefusalCode;
use serde::{Deserialize, Serialize};

use super::allowance::{PER_DAY, Used};
use super::criteria;
use super::metrics::Route;
use super::payment::Key;
use super::service::Service;
use super::terms::{Bill, PRICE, PRICE_LABEL, REQUIRED, jcs};

/// The name of the service.
pub(crate) const SERVICE: &str = "argument-check";
/// The type of every JSON body.
pub(crate) const JSON: &str = "application/json";

/// An answer on its way out.
#[derive(Debug)]
pub(crate) struct Reply {
    /// The HTTP status.
    pub(crate) status: u16,
    /// The type of the body.
    pub(crate) content_type: &'static str,
    /// More headers.
    pub(crate) headers: Vec<(&'static str, String)>,
    /// The body.
    pub(crate) body: Vec<u8>,
    /// What is owed until the body was handed over.
    pub(crate) receipt: Option<Receipt>,
}

/// A paid answer on its way out: unless [`Receipt::delivered`] is called, the
/// money is owed back.
#[derive(Debug)]
pub(crate) struct Receipt(Option<Paid>);

#[derive(Debug)]
struct Paid {
    service: Arc<Service>,
    key: Key,
    line: Line,
}

impl Receipt {
    /// For the answer to this payment.
    pub(crate) fn new(service: Arc<Service>, key: Key, line: Line) -> Self {
        Self(Some(Paid { service, key, line }))
    }

    /// The answer was handed over.
    pub(crate) fn delivered(mut self) {
        if let Some(paid) = self.0.take() {
            paid.service.delivered(&paid.key);
        }
    }
}

impl Drop for Receipt {
    fn drop(&mut self) {
        if let Some(paid) = self.0.take() {
            paid.service.undelivered(&paid.key, &paid.line);
        }
    }
}

/// Something that is not as it should be.
#[derive(Serialize)]
struct Failure<'a> {
    /// Null where nobody knows.
    charged: Option<bool>,
    error: &'a str,
    op: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    refund: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after_ms: Option<i64>,
    service: &'a str,
}

#[derive(Serialize)]
struct Bare<'a> {
    error: &'a str,
}

/// The engine's refusal, as it spells it.
#[derive(Debug, Deserialize)]
pub(crate) struct Refused {
    refusal: String,
    detail: Vec<Place>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Place {
    keyword: String,
    path: String,
}

#[derive(Serialize)]
struct Refusal<'a> {
    charged: bool,
    criteria_version: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a [Place]>,
    op: &'a str,
    refusal: &'a str,
    service: &'a str,
}

#[derive(Serialize)]
struct Assessable<'a> {
    assessable: bool,
    criteria_version: &'a str,
    free_remaining_today: u32,
    op: &'a str,
    price: Price<'a>,
    service: &'a str,
}

#[derive(Serialize)]
struct Price<'a> {
    label: &'a str,
    usdc_units_per_call: u64,
}

impl Refused {
    /// The refusal in an engine's answer, if it is one.
    pub(crate) fn of(answer: &str) -> Option<Self> {
        serde_json::from_str(answer).ok()
    }

    /// A refusal without places.
    pub(crate) fn bare(code: RefusalCode) -> Self {
        Self {
            refusal: code.as_str().to_owned(),
            detail: Vec::new(),
        }
    }

    /// Its name; an engine that invents one is taken at its closest word.
    pub(crate) fn code(&self) -> RefusalCode {
        RefusalCode::parse(&self.refusal).unwrap_or(RefusalCode::InvalidRequestBody)
    }
}

impl Reply {
    /// A JSON body.
    pub(crate) fn json(status: u16, body: String) -> Self {
        Self {
            status,
            content_type: JSON,
            headers: Vec::new(),
            body: body.into_bytes(),
            receipt: None,
        }
    }

    /// A body that says `error` and nothing else.
    pub(crate) fn error(status: u16, error: &str) -> Self {
        Self::json(status, jcs(&Bare { error }))
    }

    /// A failure of a check or pre-check; `charged` is `None` where nobody
    /// knows.
    pub(crate) fn failure(status: u16, route: Route, error: &str, charged: Option<bool>) -> Self {
        let refund = (charged == Some(true)).then_some("queued");
        Self::json(
            status,
            jcs(&Failure {
                charged,
                error,
                op: route.as_str(),
                refund,
                retry_after_ms: None,
                service: SERVICE,
            }),
        )
    }

    /// 429: too soon by so many milliseconds.
    pub(crate) fn too_soon(millis: i64) -> Self {
        Self::json(
            429,
            jcs(&Failure {
                charged: Some(false),
                error: "free_min_interval",
                op: Route::Precheck.as_str(),
                refund: None,
                retry_after_ms: Some(millis),
                service: SERVICE,
            }),
        )
        .retry_after(millis)
    }

    /// 402 with its terms.
    pub(crate) fn bill(bill: Bill) -> Self {
        Self::json(402, bill.body).with(REQUIRED, bill.header)
    }

    /// 400 or 413 with the name of a refusal; the places only where the schema
    /// is at fault.
    pub(crate) fn refusal(route: Route, refused: &Refused) -> Self {
        let code = refused.code();
        let named = matches!(
            code,
            RefusalCode::SchemaInvalid | RefusalCode::SchemaNotCovered
        );
        let status = if code == RefusalCode::CapExceeded {
            413
        } else {
            400
        };
        Self::json(
            status,
            jcs(&Refusal {
                charged: false,
                criteria_version: criteria::VERSION,
                detail: named.then_some(&refused.detail[..]),
                op: route.as_str(),
                refusal: code.as_str(),
                service: SERVICE,
            }),
        )
    }

    /// 200 of a pre-check: neither a verdict nor anything that leads to one.
    pub(crate) fn assessable(used: Used) -> Self {
        Self::json(
            200,
            jcs(&Assessable {
                assessable: true,
                criteria_version: criteria::VERSION,
                free_remaining_today: PER_DAY.saturating_sub(used.used),
                op: Route::Precheck.as_str(),
                price: Price {
                    label: PRICE_LABEL,
                    usdc_units_per_call: PRICE,
                },
                service: SERVICE,
            }),
        )
    }

    /// One more header.
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// When to come back, in whole seconds.
    #[must_use]
    pub(crate) fn retry_after(self, millis: i64) -> Self {
        let seconds = millis.max(0).saturating_add(999) / 1_000;
        self.with("Retry-After", seconds.to_string())
    }
}

/// The body of a delivered check: members in the listed order, the answer text
/// unchanged.
pub(crate) fn report(
    answer: &str,
    summary: &StatusSummary,
    issued_at: &str,
    sign: impl FnOnce([&str; 5]) -> (String, String),
) -> String {
    let (pin, boundary) = (criteria::pin(), criteria::boundary());
    let op = Route::Check.as_str();
    let (key_id, value) = sign([SERVICE, op, pin, issued_at, answer]);
    let boundary = serde_json::to_string(boundary).unwrap_or_default();
    format!(
        "{{\"service\":\"{SERVICE}\",\"op\":\"{op}\",\"corpus_sha256\":\"{pin}\",\
         \"report\":{answer},\"counts\":{{\"repairs\":{},\"defects\":{}}},\
         \"boundary\":{boundary},\"issued_at\":\"{issued_at}\",\
         \"signature\":{{\"alg\":\"ed25519\",\"key_id\":\"{key_id}\",\"value\":\"{value}\"}}}}",
        summary.repairs(),
        summary.defects()
    )
}
