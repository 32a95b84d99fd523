//! The mock facilitator: decides whether a payment verifies and settles, with
//! faults that a payment can ask for.
//!
//! It stands in for a remote service, so it answers in JSON text that the
//! server has to read, and its settlements are on the disk before it says that
//! they are. `payload.transaction` is base64 of the RFC 8785 form of
//! `{amount, asset, network, nonce, payTo, payer}`; the first two digits of the
//! nonce choose a fault. No money moves anywhere.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use argument_check_oracle::ledger::{TxId, Wallet};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha512};

use super::append::{Appender, lock};
use super::payment::Key;
use super::terms::{Requirement, jcs};

/// The file of settlements.
pub(crate) const FILE_NAME: &str = "settlements.jsonl";

/// What the base64 of `payload.transaction` holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Transfer {
    pub(crate) amount: String,
    pub(crate) asset: String,
    pub(crate) network: String,
    pub(crate) nonce: String,
    #[serde(rename = "payTo")]
    pub(crate) pay_to: String,
    pub(crate) payer: String,
}

/// A fault that a payment asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// `f0`: the payer has no funds.
    InsufficientFunds,
    /// `f1`: the settlement is refused.
    Refused,
    /// `f2`: the settlement does not answer. With an odd third digit the money
    /// moved before the answer was lost.
    SettleTransport,
    /// `f3`: the settlement's answer lacks `success`.
    NoSuccess,
    /// `f4`: success without a transaction.
    EmptyTransaction,
    /// `f5`: settled, and then the ledger cannot be written.
    LedgerWrite,
    /// `f6`: the verification does not answer.
    VerifyTransport,
    /// `f7`: the settlement names the fee payer as payer.
    FeePayer,
}

impl Fault {
    /// Every fault, by its second digit.
    pub(crate) const ALL: [Self; 8] = [
        Self::InsufficientFunds,
        Self::Refused,
        Self::SettleTransport,
        Self::NoSuccess,
        Self::EmptyTransaction,
        Self::LedgerWrite,
        Self::VerifyTransport,
        Self::FeePayer,
    ];

    /// The fault that a nonce asks for.
    fn of(nonce: &str) -> Option<Self> {
        let mut digits = nonce.bytes();
        if digits.next() != Some(b'f') {
            return None;
        }
        let second = digits.next()?.checked_sub(b'0')?;
        Self::ALL.get(usize::from(second)).copied()
    }
}

/// Nobody answered.
#[derive(Debug)]
pub(crate) struct Silence;

/// The facilitator.
#[derive(Debug)]
pub(crate) struct Facilitator {
    settlements: Appender,
    settled: Mutex<HashMap<Key, TxId>>,
    verifications: AtomicU64,
    settles: AtomicU64,
    /// Whether a torn line was cut off the file.
    pub(crate) torn: bool,
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settlement {
    /// The payment key.
    pub(crate) key: String,
    /// The transaction that moved the money.
    pub(crate) transaction: TxId,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Verified<'a> {
    is_valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    invalid_reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payer: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Settled<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    success: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_reason: Option<&'a str>,
    transaction: &'a str,
    network: &'a str,
    payer: &'a str,
}

impl Facilitator {
    /// The facilitator whose settlements lie in `directory`.
    pub(crate) fn open(directory: &Path) -> io::Result<Self> {
        let opened = Appender::open(&directory.join(FILE_NAME))?;
        let mut settled = HashMap::new();
        for line in opened.text.lines() {
            let settlement: Settlement = serde_json::from_str(line)?;
            let key = Key::parse(&settlement.key)
                .ok_or_else(|| io::Error::other(format!("{FILE_NAME}: a key that is none")))?;
            settled.insert(key, settlement.transaction);
        }
        Ok(Self {
            settlements: opened.appender,
            settled: Mutex::new(settled),
            verifications: AtomicU64::new(0),
            settles: AtomicU64::new(0),
            torn: opened.torn,
        })
    }

    /// `POST /verify`: whether this transaction pays what is required.
    pub(crate) fn verify(
        &self,
        transaction: &str,
        required: &Requirement,
    ) -> Result<String, Silence> {
        self.verifications.fetch_add(1, Ordering::Relaxed);
        let invalid = |reason| {
            Ok(jcs(&Verified {
                is_valid: false,
                invalid_reason: Some(reason),
                payer: None,
            }))
        };
        let Some(transfer) = transfer(transaction) else {
            return invalid("invalid_transaction");
        };
        match Fault::of(&transfer.nonce) {
            Some(Fault::InsufficientFunds) => return invalid("insufficient_funds"),
            Some(Fault::VerifyTransport) => return Err(Silence),
            _ => {}
        }
        if transfer.payer.parse::<Wallet>().is_err() {
            return invalid("invalid_payer");
        }
        let asked = [
            (&transfer.amount, &required.amount),
            (&transfer.asset, &required.asset),
            (&transfer.network, &required.network),
            (&transfer.pay_to, &required.pay_to),
        ];
        if asked.iter().any(|(given, required)| given != required) {
            return invalid("payment_terms_mismatch");
        }
        Ok(jcs(&Verified {
            is_valid: true,
            invalid_reason: None,
            payer: Some(&transfer.payer),
        }))
    }

    /// `POST /settle`: moves the money. The settlement is on the disk before
    /// this comes back.
    pub(crate) fn settle(
        &self,
        transaction: &str,
        required: &Requirement,
    ) -> Result<String, Silence> {
        self.settles.fetch_add(1, Ordering::Relaxed);
        let transfer = transfer(transaction).ok_or(Silence)?;
        let fault = Fault::of(&transfer.nonce);
        let mut answer = Settled {
            success: Some(true),
            error_reason: None,
            transaction: "",
            network: &required.network,
            payer: &transfer.payer,
        };
        match fault {
            Some(Fault::Refused) => {
                answer.success = Some(false);
                answer.error_reason = Some("settlement_failed");
                return Ok(jcs(&answer));
            }
            Some(Fault::SettleTransport) if !third_is_odd(&transfer.nonce) => return Err(Silence),
            Some(Fault::EmptyTransaction) => return Ok(jcs(&answer)),
            Some(Fault::NoSuccess) => {
                answer.success = None;
                return Ok(jcs(&answer));
            }
            Some(Fault::FeePayer) => answer.payer = &required.extra.fee_payer,
            _ => {}
        }
        let tx = transaction_id(transaction);
        self.record(Key::of(transaction), tx).map_err(|_| Silence)?;
        if fault == Some(Fault::SettleTransport) {
            return Err(Silence);
        }
        let tx = tx.to_string();
        answer.transaction = &tx;
        Ok(jcs(&answer))
    }

    /// The settlement of a payment, if it was settled.
    pub(crate) fn settled(&self, key: &Key) -> Option<TxId> {
        lock(&self.settled).get(key).copied()
    }

    /// How often it was asked to verify and to settle.
    #[cfg(test)]
    pub(crate) fn calls(&self) -> (u64, u64) {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        (count(&self.verifications), count(&self.settles))
    }

    fn record(&self, key: Key, transaction: TxId) -> io::Result<()> {
        self.settlements.append(&jcs(&Settlement {
            key: key.hex(),
            transaction,
        }))?;
        lock(&self.settled).insert(key, transaction);
        Ok(())
    }
}

/// Whether this payment asks for the ledger to fail: the one fault that is not
/// the facilitator's own.
pub(crate) fn fails_ledger(transaction: &str) -> bool {
    transfer(transaction).is_some_and(|it| Fault::of(&it.nonce) == Some(Fault::LedgerWrite))
}

/// The transaction id of a settlement.
pub(crate) fn transaction_id(transaction: &str) -> TxId {
    TxId::from_bytes(Sha512::digest(transaction).into())
}

/// Reads a transaction: exactly the six members, in canonical form.
fn transfer(transaction: &str) -> Option<Transfer> {
    let json = STANDARD.decode(transaction).ok()?;
    let transfer: Transfer = serde_json::from_slice(&json).ok()?;
    let nonce = transfer.nonce.as_bytes();
    let hex = nonce.len() == 32 && nonce.iter().all(u8::is_ascii_hexdigit);
    (hex && jcs(&transfer).as_bytes() == json).then_some(transfer)
}

fn third_is_odd(nonce: &str) -> bool {
    nonce.as_bytes().get(2).is_some_and(|digit| digit % 2 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::client::transaction;
    use crate::serve::terms::{DEFAULT_URL, DEVNET, NOBODY, Terms};

    fn opened() -> (tempfile::TempDir, Facilitator, Requirement) {
        let directory = tempfile::tempdir().unwrap();
        let facilitator = Facilitator::open(directory.path()).unwrap();
        let required = Terms::new(DEFAULT_URL, DEVNET).requirement().clone();
        (directory, facilitator, required)
    }

    fn nonce(start: &str) -> String {
        format!("{start:0<32}")
    }

    #[test]
    fn a_settlement_is_found_again_after_a_restart() {
        let (directory, facilitator, required) = opened();
        let paid = transaction(&required, NOBODY, &nonce("a1"));
        let answer = facilitator.settle(&paid, &required).unwrap();
        let tx = transaction_id(&paid);
        assert!(answer.contains(&format!("\"transaction\":\"{tx}\"")));
        let again = Facilitator::open(directory.path()).unwrap();
        assert_eq!(again.settled(&Key::of(&paid)), Some(tx));
        assert_eq!(again.settled(&Key::of("other")), None);
    }

    #[test]
    fn every_fault_shows_where_it_is_planted() {
        let (_directory, facilitator, required) = opened();
        let ask = |start: &str| {
            let paid = transaction(&required, NOBODY, &nonce(start));
            let verified = facilitator.verify(&paid, &required);
            let settled = facilitator.settle(&paid, &required);
            let moved = facilitator.settled(&Key::of(&paid)).is_some();
            (verified.ok(), settled.ok(), moved)
        };
        let payer = format!("\"payer\":\"{NOBODY}\"");
        let (verified, settled, moved) = ask("00");
        assert_eq!(verified.unwrap(), format!("{{\"isValid\":true,{payer}}}"));
        assert!(settled.unwrap().contains("\"success\":true") && moved);
        assert!(ask("f0").0.unwrap().contains("insufficient_funds"));
        assert!(ask("f1").1.unwrap().contains("\"success\":false"));
        assert!(matches!(ask("f20"), (_, None, false)));
        assert!(matches!(ask("f21"), (_, None, true)));
        assert!(!ask("f3").1.unwrap().contains("success"));
        assert!(ask("f4").1.unwrap().contains("\"transaction\":\"\""));
        assert!(ask("f5").2);
        assert!(ask("f6").0.is_none());
        assert!(ask("f7").1.unwrap().contains(&payer));
        assert!(ask("f8").2, "f8 plants nothing");
    }

    #[test]
    fn a_payment_of_other_terms_or_of_nobody_does_not_verify() {
        let (_directory, facilitator, required) = opened();
        let mut other = required.clone();
        other.amount = "19999".to_owned();
        let cases = [
            (
                transaction(&other, NOBODY, &nonce("1")),
                "payment_terms_mismatch",
            ),
            (transaction(&required, "0", &nonce("1")), "invalid_payer"),
            (transaction(&required, NOBODY, "1"), "invalid_transaction"),
            ("%".to_owned(), "invalid_transaction"),
            (
                STANDARD.encode(r#"{"amount": "20000"}"#),
                "invalid_transaction",
            ),
        ];
        for (paid, reason) in cases {
            let answer = facilitator.verify(&paid, &required).unwrap();
            assert!(answer.contains(reason), "{answer}");
        }
        assert_eq!(facilitator.calls(), (5, 0));
    }
}
