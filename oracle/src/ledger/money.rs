//! What is known of a payment only later: the exchange rate of its day, and a
//! refund.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use super::key::TxId;
use super::text::{self, Invalid, Label, as_text};
use super::time::{Day, Timestamp};

/// An exchange rate: a decimal number in at most 32 characters, spelled as its
/// source spells it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Decimal(String);

impl FromStr for Decimal {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let spelled = match text.split_once('.') {
            Some((whole, fraction)) => digits(whole) && digits(fraction),
            None => digits(text),
        };
        if spelled && text.len() <= 32 {
            Ok(Self(text.to_owned()))
        } else {
            Err(Invalid("a decimal number like 1.3712"))
        }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

as_text!(Decimal);

/// A known exchange rate.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::struct_field_names, reason = "the names of the line's keys")]
pub struct Rate {
    rate: Decimal,
    date: Day,
    basis: Label,
}

impl Rate {
    /// The rate `rate` of `date`, from the source `basis`.
    ///
    /// # Errors
    ///
    /// `rate` must be a decimal number.
    pub fn new(rate: &str, date: Day, basis: Label) -> Result<Self, Invalid> {
        let rate = rate.parse()?;
        Ok(Self { rate, date, basis })
    }
}

/// Money given back; any amount counts as a refund.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(deny_unknown_fields)]
pub struct Refund {
    /// When it was decided.
    pub ts: Timestamp,
    /// The transaction that paid it; null until there is one.
    #[serde(deserialize_with = "text::nullable")]
    pub tx: Option<TxId>,
    /// USDC units.
    pub units: u64,
}

/// The CAD fair-market-value block of a line, with the refund.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CadFmv {
    /// Null while it is pending.
    pub rate: Option<Rate>,
    /// Null unless refunded.
    pub refund: Option<Refund>,
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    #[serde(deserialize_with = "text::nullable")]
    rate: Option<Decimal>,
    #[serde(deserialize_with = "text::nullable")]
    rate_date: Option<Day>,
    #[serde(deserialize_with = "text::nullable")]
    basis: Option<Label>,
    cad_pending: bool,
    #[serde(deserialize_with = "text::nullable_object")]
    refund: Option<Refund>,
}

impl Serialize for CadFmv {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let rate = self.rate.as_ref();
        Wire {
            rate: rate.map(|rate| rate.rate.clone()),
            rate_date: rate.map(|rate| rate.date),
            basis: rate.map(|rate| rate.basis.clone()),
            cad_pending: rate.is_none(),
            refund: self.refund,
        }
        .serialize(to)
    }
}

impl<'de> Deserialize<'de> for CadFmv {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let wire: Wire = text::object(from)?;
        let rate = match (wire.rate, wire.rate_date, wire.basis, wire.cad_pending) {
            (None, None, None, true) => None,
            (Some(rate), Some(date), Some(basis), false) => Some(Rate { rate, date, basis }),
            _ => {
                return Err(D::Error::custom(
                    "cad_pending must be true exactly if rate, rate_date and basis are null",
                ));
            }
        };
        let refund = wire.refund;
        Ok(Self { rate, refund })
    }
}
