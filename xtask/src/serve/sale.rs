//! The paid check: decides, step by step, whether a verdict is sold.
//!
//! A payment is looked at only for a submission that can be assessed. Nothing
//! is delivered that was not settled and recorded, and nothing is settled that
//! the independent judges did not let pass.

use std::sync::Arc;

use argument_check_oracle::answer::{Answer, Outcome as Graded};
use argument_check_oracle::ledger::{Coming, Line, PRICE_USDC_UNITS, StatusSummary, TxId, Wallet};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;

use super::facilitator::{self, Silence};
use super::metrics::{Outcome, Route, Stage};
use super::payment::{self, Payment};
use super::reply::{Receipt, Reply, report};
use super::self_check::Verdict;
use super::service::{Ended, Service};
use super::terms::{NO_PAYMENT, RESPONSE};

/// A facilitator's answer to `/verify`, as far as it is believed: what is not
/// a boolean, or not a string, counts as absent.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Verified {
    #[serde(default)]
    is_valid: Value,
    #[serde(default)]
    invalid_reason: Value,
    #[serde(default)]
    payer: Value,
}

/// A facilitator's answer to `/settle`. Its `payer` is not read: on Solana that
/// is the sponsor of the fee, and the ledger's payer is the one verified.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Settled {
    #[serde(default)]
    success: Value,
    #[serde(default)]
    transaction: Value,
}

/// What a settlement came to.
enum Settlement {
    Done(TxId),
    Refused,
    Unknown,
}

impl Service {
    /// Steps 3 to 11, for a submission that can be assessed.
    pub(super) fn sell(self: &Arc<Self>, header: Option<&[u8]>, body: &[u8]) -> Ended {
        let Some(header) = header else {
            return self.unpaid(NO_PAYMENT, None);
        };
        let Some(payment) = payment::decode(header) else {
            let reply = Reply::failure(400, Route::Check, "invalid_payment", Some(false));
            return failed(Outcome::InvalidPayment, reply, Stage::Decode);
        };
        if !self.terms.offers(&payment.accepted) {
            return self.unpaid("invalid_payment_requirements", Some(Stage::Match));
        }
        if !self.books.reserve(payment.key) {
            return self.unpaid("duplicate_settlement", Some(Stage::Duplicate));
        }
        let payer = match self.verify(&payment) {
            Ok(payer) => payer,
            Err(ended) => {
                self.books.release(&payment.key);
                return ended;
            }
        };
        let answer = (self.decisions.check)(body);
        match self.judged(body, &answer) {
            Ok(summary) => self.charge(&payment, payer, summary, answer),
            Err(ended) => {
                self.books.release(&payment.key);
                ended
            }
        }
    }

    /// 402 with the terms.
    fn unpaid(&self, error: &str, failed: Option<Stage>) -> Ended {
        let mut ended = Ended::new(
            Outcome::PaymentRequired,
            Reply::bill(self.terms.bill(error)),
        );
        ended.failed = failed;
        ended
    }

    /// Step 7: who pays, as the facilitator's verification says.
    fn verify(&self, payment: &Payment) -> Result<Wallet, Ended> {
        let required = self.terms.requirement();
        let unanswered = || {
            let reply = Reply::failure(500, Route::Check, "unexpected_verify_error", Some(false));
            failed(Outcome::Error, reply, Stage::Verify)
        };
        let answer = self
            .facilitator
            .verify(&payment.transaction, required)
            .map_err(|Silence| unanswered())?;
        let verified: Verified = serde_json::from_str(&answer).map_err(|_| unanswered())?;
        if verified.is_valid != Value::Bool(true) {
            let reason = verified.invalid_reason.as_str();
            let reason = reason.unwrap_or("payment_verification_failed");
            return Err(self.unpaid(reason, Some(Stage::Verify)));
        }
        // Valid, and nobody can say whose it is: nothing that can be recorded.
        let payer = verified.payer.as_str().map(str::parse);
        payer.and_then(Result::ok).ok_or_else(unanswered)
    }

    /// Step 8: the summary of an answer that may be sold.
    fn judged(&self, body: &[u8], answer: &str) -> Result<StatusSummary, Ended> {
        match (self.decisions.self_check)(body, answer) {
            Verdict::Sound => {}
            Verdict::Broken(law) => {
                self.stop(law);
                let reply = Reply::error(503, "stop_serving");
                return Err(Ended::new(Outcome::Stopped, reply));
            }
            Verdict::Unknown => return Err(unsold("self_check_unavailable")),
        }
        let answer = Answer::parse(answer).ok();
        let summary = answer.as_ref().and_then(StatusSummary::of);
        summary.ok_or_else(|| unsold("internal"))
    }

    /// Steps 8a to 11.
    fn charge(
        self: &Arc<Self>,
        payment: &Payment,
        payer: Wallet,
        summary: StatusSummary,
        answer: String,
    ) -> Ended {
        let house = self.house.contains(&payer);
        let coming = Coming::new(payer, house, self.now(), summary);
        if self.books.pending(&payment.key, &coming).is_err() {
            self.books.release(&payment.key);
            return unsold("journal_unavailable");
        }
        let required = self.terms.requirement();
        let settled = self.facilitator.settle(&payment.transaction, required);
        let text = settled.unwrap_or_default();
        match settlement(&text) {
            Settlement::Done(tx) => self.deliver(payment, coming.settled(tx), answer, &text),
            Settlement::Refused => {
                let mut ended = self.unpaid("settlement_failed", Some(Stage::Settle));
                ended.reply = ended.reply.with(RESPONSE, STANDARD.encode(&text));
                ended
            }
            Settlement::Unknown => {
                let reply = Reply::failure(500, Route::Check, "unexpected_settle_error", None);
                let mut ended = failed(Outcome::Error, reply, Stage::Settle);
                // Somebody has to find out whether money moved.
                ended.payment = Some(payment.key);
                ended
            }
        }
    }

    /// Steps 10 and 11: recorded, then delivered.
    fn deliver(
        self: &Arc<Self>,
        payment: &Payment,
        line: Line,
        answer: String,
        settled: &str,
    ) -> Ended {
        let planted = facilitator::fails_ledger(&payment.transaction);
        if planted || self.books.enter(&line).is_err() {
            let error = "internal_after_settlement";
            let reply = Reply::failure(500, Route::Check, error, Some(true));
            let mut ended = failed(Outcome::Error, reply, Stage::Ledger);
            ended.payment = Some(payment.key);
            return ended;
        }
        let receipt = Receipt::new(Arc::clone(self), payment.key, line.clone());
        let summary = line.status();
        self.metrics
            .paid(&summary, line.is_house(), PRICE_USDC_UNITS);
        self.count(&answer);
        let issued_at = self.now().to_string();
        let body = report(&answer, &summary, &issued_at, |parts| {
            (self.keeper.key_id(), self.keeper.sign(parts))
        });
        let mut reply = Reply::json(200, body).with(RESPONSE, STANDARD.encode(settled));
        reply.receipt = Some(receipt);
        let mut ended = Ended::new(Outcome::Served, reply);
        ended.paid = Some((summary, answer));
        ended
    }

    /// Counts what a delivered answer holds.
    fn count(&self, answer: &str) {
        let Ok(Answer::Verdict(report)) = Answer::parse(answer) else {
            return;
        };
        match report.outcome {
            Graded::Valid => {}
            Graded::Repaired { diff, .. } => {
                for entry in diff {
                    self.metrics.repair(entry.rule);
                }
            }
            Graded::Unrepairable { defects } => {
                let defects = defects.iter();
                defects.for_each(|defect| self.metrics.defect(defect.code));
            }
        }
    }
}

/// Reads what a facilitator says of a settlement. A missing or non-boolean
/// `success` is no success, whatever the HTTP status was; neither is a
/// transaction that is none.
fn settlement(text: &str) -> Settlement {
    let Ok(settled) = serde_json::from_str::<Settled>(text) else {
        return Settlement::Unknown;
    };
    let tx = settled.transaction.as_str().map(str::parse);
    match (settled.success, tx) {
        (Value::Bool(true), Some(Ok(tx))) => Settlement::Done(tx),
        (Value::Bool(false), _) => Settlement::Refused,
        _ => Settlement::Unknown,
    }
}

fn failed(outcome: Outcome, reply: Reply, stage: Stage) -> Ended {
    let mut ended = Ended::new(outcome, reply);
    ended.failed = Some(stage);
    ended
}

/// 500 for an answer that is not sold; no money moved.
fn unsold(error: &str) -> Ended {
    let reply = Reply::failure(500, Route::Check, error, Some(false));
    Ended::new(Outcome::Error, reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_true_success_with_a_transaction_is_a_settlement() {
        let tx = "1".repeat(64);
        let done = format!(r#"{{"success":true,"transaction":"{tx}"}}"#);
        assert!(matches!(settlement(&done), Settlement::Done(_)));
        for text in [
            "",
            "{}",
            "[]",
            r#"{"success":true}"#,
            r#"{"success":true,"transaction":""}"#,
            r#"{"success":true,"transaction":"no base58!"}"#,
            &format!(r#"{{"success":"true","transaction":"{tx}"}}"#),
            &format!(r#"{{"success":1,"transaction":"{tx}"}}"#),
            &format!(r#"{{"transaction":"{tx}"}}"#),
        ] {
            assert!(matches!(settlement(text), Settlement::Unknown), "{text}");
        }
        let refused = r#"{"success":false,"transaction":""}"#;
        assert!(matches!(settlement(refused), Settlement::Refused));
    }
}
