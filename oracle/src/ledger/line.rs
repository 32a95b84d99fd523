//! One line of the ledger: exactly twelve keys, no default, nothing unknown.
//!
//! A line has no `String` of its own and no JSON value. [`Line::new`] is the
//! only way to make one from nothing, and its parameters cannot carry argument
//! data; the other way is to read one back. The bytes of a line are a function
//! of its facts: members in the order of the table of section 4.5, no white
//! space.

use serde::{Deserialize, Serialize};

use super::jsonl::Fault;
use super::key::{TxId, Wallet};
use super::money::{CadFmv, Rate, Refund};
use super::status::StatusSummary;
use super::text;
use super::time::{Day, Timestamp};
use crate::vocabulary::CRITERIA_VERSION;

/// The price of a check, in USDC units; a line with another price is an error.
pub const PRICE_USDC_UNITS: u64 = 20_000;

/// The operation that is paid for.
const OP: &str = "check";

/// What is known of a payment when it is settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payment {
    /// Who paid, as the facilitator's verification says.
    pub payer: Wallet,
    /// The transaction of the settlement.
    pub tx: TxId,
    /// What the transaction cost; null if unknown.
    pub sol_fee_lamports: Option<u64>,
    /// Whether the payer is the operator.
    pub house: bool,
}

/// A line before its payment is settled: all of it but `tx`. What a server
/// writes to its journal before it settles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coming {
    payer: Wallet,
    ts: Timestamp,
    cad_fmv: CadFmv,
    sol_fee_lamports: Option<u64>,
    status: StatusSummary,
    house: bool,
}

/// A line of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    tx: TxId,
    facts: Coming,
}

impl Coming {
    /// The line of a check that ended with `status` at `now`, before `payer`
    /// is charged.
    #[must_use]
    pub fn new(payer: Wallet, house: bool, now: Timestamp, status: StatusSummary) -> Self {
        Self {
            payer,
            ts: now,
            cad_fmv: CadFmv::default(),
            sol_fee_lamports: None,
            status,
            house,
        }
    }

    /// The line, once the payment is settled.
    #[must_use]
    pub fn settled(self, tx: TxId) -> Line {
        Line { tx, facts: self }
    }

    /// Reads what [`Coming::to_text`] wrote.
    ///
    /// # Errors
    ///
    /// As [`Line::parse`].
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let wire: ComingWire = whole(text)?;
        wire.facts()
    }

    /// The eleven members as one JSON object, without a line feed.
    #[must_use]
    pub fn to_text(&self) -> String {
        json(&ComingWire {
            payer: self.payer,
            ts: self.ts,
            day: self.ts.day(),
            price_usdc_units: PRICE_USDC_UNITS,
            cad_fmv: self.cad_fmv.clone(),
            sol_fee_lamports: self.sol_fee_lamports,
            criteria_version: CRITERIA_VERSION.into(),
            op: OP.into(),
            verdict_line: self.status.verdict_line().into(),
            status: self.status,
            house: self.house,
        })
    }
}

impl Line {
    /// The line of a paid check that ended with `status` at `now`. The rate is
    /// pending and nothing is refunded.
    #[must_use]
    pub fn new(payment: &Payment, now: Timestamp, status: StatusSummary) -> Self {
        let mut facts = Coming::new(payment.payer, payment.house, now, status);
        facts.sol_fee_lamports = payment.sol_fee_lamports;
        facts.settled(payment.tx)
    }

    /// The superseding line that knows the exchange rate.
    #[must_use]
    pub fn with_rate(mut self, rate: Rate) -> Self {
        self.facts.cad_fmv.rate = Some(rate);
        self
    }

    /// The superseding line that knows the fee.
    #[must_use]
    pub fn with_fee(mut self, lamports: u64) -> Self {
        self.facts.sol_fee_lamports = Some(lamports);
        self
    }

    /// The superseding line of a refunded payment.
    #[must_use]
    pub fn with_refund(mut self, refund: Refund) -> Self {
        self.facts.cad_fmv.refund = Some(refund);
        self
    }

    /// Reads one line, without its line feed.
    ///
    /// # Errors
    ///
    /// Anything but one object with exactly the twelve keys, each of its type,
    /// that agree with each other: `day` with `ts`, `verdict_line` with
    /// `status`.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let wire: LineWire = whole(text)?;
        let facts = ComingWire {
            payer: wire.payer,
            ts: wire.ts,
            day: wire.day,
            price_usdc_units: wire.price_usdc_units,
            cad_fmv: wire.cad_fmv,
            sol_fee_lamports: wire.sol_fee_lamports,
            criteria_version: wire.criteria_version,
            op: wire.op,
            verdict_line: wire.verdict_line,
            status: wire.status,
            house: wire.house,
        };
        Ok(facts.facts()?.settled(wire.tx))
    }

    /// The bytes of the line, without a line feed.
    #[must_use]
    pub fn to_text(&self) -> String {
        let facts = &self.facts;
        json(&LineWire {
            payer: facts.payer,
            ts: facts.ts,
            day: facts.ts.day(),
            price_usdc_units: PRICE_USDC_UNITS,
            cad_fmv: facts.cad_fmv.clone(),
            tx: self.tx,
            sol_fee_lamports: facts.sol_fee_lamports,
            criteria_version: CRITERIA_VERSION.into(),
            op: OP.into(),
            verdict_line: facts.status.verdict_line().into(),
            status: facts.status,
            house: facts.house,
        })
    }

    /// Who paid.
    #[must_use]
    pub fn payer(&self) -> Wallet {
        self.facts.payer
    }

    /// When.
    #[must_use]
    pub fn ts(&self) -> Timestamp {
        self.facts.ts
    }

    /// The transaction.
    #[must_use]
    pub fn tx(&self) -> TxId {
        self.tx
    }

    /// What the transaction cost, if known.
    #[must_use]
    pub fn sol_fee_lamports(&self) -> Option<u64> {
        self.facts.sol_fee_lamports
    }

    /// Rate and refund.
    #[must_use]
    pub fn cad_fmv(&self) -> &CadFmv {
        &self.facts.cad_fmv
    }

    /// The summary of the check.
    #[must_use]
    pub fn status(&self) -> StatusSummary {
        self.facts.status
    }

    /// Whether the payer is the operator.
    #[must_use]
    pub fn is_house(&self) -> bool {
        self.facts.house
    }
}

type Borrowed<'a> = std::borrow::Cow<'a, str>;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LineWire<'a> {
    payer: Wallet,
    ts: Timestamp,
    day: Day,
    price_usdc_units: u64,
    cad_fmv: CadFmv,
    tx: TxId,
    #[serde(deserialize_with = "text::nullable")]
    sol_fee_lamports: Option<u64>,
    #[serde(borrow)]
    criteria_version: Borrowed<'a>,
    #[serde(borrow)]
    op: Borrowed<'a>,
    #[serde(borrow)]
    verdict_line: Borrowed<'a>,
    status: StatusSummary,
    house: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ComingWire<'a> {
    payer: Wallet,
    ts: Timestamp,
    day: Day,
    price_usdc_units: u64,
    cad_fmv: CadFmv,
    #[serde(deserialize_with = "text::nullable")]
    sol_fee_lamports: Option<u64>,
    #[serde(borrow)]
    criteria_version: Borrowed<'a>,
    #[serde(borrow)]
    op: Borrowed<'a>,
    #[serde(borrow)]
    verdict_line: Borrowed<'a>,
    status: StatusSummary,
    house: bool,
}

impl ComingWire<'_> {
    /// The facts, if the members that repeat or fix something say what they must.
    fn facts(self) -> Result<Coming, Fault> {
        let wrong = |member| Err(Fault::Member { member });
        if self.day != self.ts.day() {
            return wrong("day must be the first ten characters of ts");
        }
        if self.price_usdc_units != PRICE_USDC_UNITS {
            return wrong("price_usdc_units must be 20000");
        }
        if self.criteria_version != CRITERIA_VERSION {
            return wrong("criteria_version must be 1.0.0");
        }
        if self.op != OP {
            return wrong("op must be check");
        }
        if self.sol_fee_lamports.is_some_and(|fee| fee >= 1 << 53) {
            return wrong("sol_fee_lamports must be below 2^53");
        }
        if self.verdict_line != self.status.verdict_line() {
            return wrong("verdict_line must say what status says");
        }
        Ok(Coming {
            payer: self.payer,
            ts: self.ts,
            cad_fmv: self.cad_fmv,
            sol_fee_lamports: self.sol_fee_lamports,
            status: self.status,
            house: self.house,
        })
    }
}

/// Reads one object that is all of `text`.
pub(super) fn whole<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Fault> {
    if !(text.starts_with('{') && text.ends_with('}')) {
        return Err(Fault::NotAnObject);
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = text::object(&mut reader).and_then(|value| reader.end().map(|()| value));
    value.map_err(|error| Fault::json(&error))
}

/// Writes members in the order of their struct.
pub(super) fn json<T: Serialize>(value: &T) -> String {
    // Strings, integers and booleans under fixed names: nothing here can fail.
    serde_json::to_string(value).unwrap_or_default()
}
