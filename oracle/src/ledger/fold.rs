//! Folding: the last line of a `tx` is its record, and what changes between
//! two lines of one `tx` may only become known, never become another.
//!
//! Holds ten million records in about 1.5 GiB: a record is 144 bytes, keyed by
//! the whole 64 bytes of its `tx` and not by a hash of them. Rates repeat and
//! are kept once; of a refund a 128-bit digest is kept, enough to see that a
//! later line repeats it.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;
use sha2::{Digest, Sha256};

use super::key::{TxId, Wallet};
use super::line::Line;
use super::money::{Rate, Refund};
use super::status::StatusSummary;
use super::time::Timestamp;

/// Records a block: memory grows block by block, and nothing is moved.
const BLOCK: usize = 1 << 12;

/// A line that contradicts an earlier line of its `tx`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "ledger_conflict: {member} is not what line {earlier} of the same tx says; a later line may \
     only add rate, fee or refund"
)]
pub struct Conflict {
    /// The member that differs.
    pub member: &'static str,
    /// The line that it contradicts.
    pub earlier: u64,
}

/// The records of a ledger, in the order in which their `tx` first appeared.
#[derive(Debug, Default)]
pub struct Fold {
    blocks: Vec<Vec<Slot>>,
    by_tx: HashTable<u32>,
    hasher: RandomState,
    rates: HashMap<Rate, u32>,
    refunds: Vec<[u8; 16]>,
}

/// What is kept of a `tx`.
#[derive(Debug)]
struct Slot {
    tx: TxId,
    payer: Wallet,
    ts: Timestamp,
    /// One more than the fee; 0 while it is unknown.
    fee: u64,
    status: StatusSummary,
    /// One more than the number of the rate; 0 while it is pending.
    rate: u32,
    /// One more than the place of the digest; 0 unless refunded.
    refund: u32,
    /// Its last line.
    line: u32,
    house: bool,
}

/// The record of one `tx`.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a>(&'a Slot);

impl Record<'_> {
    /// The transaction.
    #[must_use]
    pub fn tx(&self) -> &TxId {
        &self.0.tx
    }

    /// Who paid.
    #[must_use]
    pub fn payer(&self) -> &Wallet {
        &self.0.payer
    }

    /// When the check was made.
    #[must_use]
    pub fn ts(&self) -> Timestamp {
        self.0.ts
    }

    /// The summary of the check.
    #[must_use]
    pub fn status(&self) -> StatusSummary {
        self.0.status
    }

    /// Whether anything was given back.
    #[must_use]
    pub fn is_refunded(&self) -> bool {
        self.0.refund > 0
    }

    /// The last line of the transaction, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.0.line.into()
    }

    /// Whether the payer is the operator.
    #[must_use]
    pub fn is_house(&self) -> bool {
        self.0.house
    }
}

impl Fold {
    /// How many distinct `tx` there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_tx.len()
    }

    /// Whether there is no record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_tx.is_empty()
    }

    /// The records, in the order in which their `tx` first appeared.
    pub fn iter(&self) -> impl Iterator<Item = Record<'_>> {
        self.blocks.iter().flatten().map(Record)
    }

    /// The record of `tx`.
    #[must_use]
    pub fn get(&self, tx: &TxId) -> Option<Record<'_>> {
        let place = self.place(tx)?;
        self.slot(place).map(Record)
    }

    /// Takes line `number`, counted from 1.
    ///
    /// # Errors
    ///
    /// The line contradicts an earlier one; nothing is changed then.
    pub fn take(&mut self, number: u64, line: &Line) -> Result<(), Conflict> {
        match self.place(&line.tx()) {
            None => self.add(number, line),
            Some(place) => {
                self.allows(place, line)?;
                self.supersede(place, number, line);
            }
        }
        Ok(())
    }

    /// Whether `line` may follow what was taken.
    ///
    /// # Errors
    ///
    /// The line contradicts an earlier one.
    pub fn admits(&self, line: &Line) -> Result<(), Conflict> {
        match self.place(&line.tx()) {
            None => Ok(()),
            Some(place) => self.allows(place, line),
        }
    }

    fn place(&self, tx: &TxId) -> Option<u32> {
        let hash = self.hasher.hash_one(tx);
        let same = |place: &u32| self.slot(*place).is_some_and(|slot| slot.tx == *tx);
        self.by_tx.find(hash, same).copied()
    }

    fn slot(&self, place: u32) -> Option<&Slot> {
        let place = place as usize;
        self.blocks.get(place / BLOCK)?.get(place % BLOCK)
    }

    fn add(&mut self, number: u64, line: &Line) {
        let slot = Slot {
            tx: line.tx(),
            payer: line.payer(),
            ts: line.ts(),
            fee: fee(line),
            status: line.status(),
            rate: self.rate(line),
            refund: self.refund(line),
            line: short(number),
            house: line.is_house(),
        };
        let place = self.len() as u32;
        let hash = self.hasher.hash_one(slot.tx);
        if self.blocks.last().is_none_or(|block| block.len() == BLOCK) {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(slot);
        }
        let (blocks, hasher) = (&self.blocks, &self.hasher);
        self.by_tx.insert_unique(hash, place, |place| {
            let place = *place as usize;
            let slot = blocks.get(place / BLOCK).and_then(|b| b.get(place % BLOCK));
            slot.map_or(0, |slot| hasher.hash_one(slot.tx))
        });
    }

    fn supersede(&mut self, place: u32, number: u64, line: &Line) {
        let known = self.slot(place).is_some_and(|slot| slot.refund > 0);
        let refund = if known { 0 } else { self.refund(line) };
        let rate = self.rate(line);
        let block = self.blocks.get_mut(place as usize / BLOCK);
        if let Some(slot) = block.and_then(|block| block.get_mut(place as usize % BLOCK)) {
            slot.fee = fee(line);
            slot.rate = rate;
            slot.refund |= refund;
            slot.line = short(number);
        }
    }

    /// Whether `line` only adds to the record at `place`.
    fn allows(&self, place: u32, line: &Line) -> Result<(), Conflict> {
        let Some(slot) = self.slot(place) else {
            return Ok(());
        };
        let refund = line.cad_fmv().refund.as_ref().map(digest);
        let known_refund = self.refunds.get((slot.refund as usize).wrapping_sub(1));
        let rate = line.cad_fmv().rate.as_ref();
        let same_rate = || rate.and_then(|rate| self.rates.get(rate)) == Some(&slot.rate);
        let checks = [
            ("payer", slot.payer == line.payer()),
            ("ts", slot.ts == line.ts()),
            ("status", slot.status == line.status()),
            ("house", slot.house == line.is_house()),
            ("sol_fee_lamports", slot.fee == 0 || slot.fee == fee(line)),
            ("cad_fmv.rate", slot.rate == 0 || same_rate()),
            (
                "cad_fmv.refund",
                known_refund.is_none() || known_refund == refund.as_ref(),
            ),
        ];
        match checks.into_iter().find(|(_, holds)| !holds) {
            None => Ok(()),
            Some((member, _)) => Err(Conflict {
                member,
                earlier: slot.line.into(),
            }),
        }
    }

    /// The number of the rate of `line`.
    fn rate(&mut self, line: &Line) -> u32 {
        let Some(rate) = &line.cad_fmv().rate else {
            return 0;
        };
        if let Some(number) = self.rates.get(rate) {
            return *number;
        }
        let number = self.rates.len() as u32 + 1;
        self.rates.insert(rate.clone(), number);
        number
    }

    /// The number of the refund of `line`, which is kept.
    fn refund(&mut self, line: &Line) -> u32 {
        let Some(refund) = &line.cad_fmv().refund else {
            return 0;
        };
        self.refunds.push(digest(refund));
        self.refunds.len() as u32
    }
}

fn fee(line: &Line) -> u64 {
    line.sol_fee_lamports()
        .map_or(0, |fee| fee.saturating_add(1))
}

/// A line number for an error; there is no telling lines over four billion apart.
fn short(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn digest(refund: &Refund) -> [u8; 16] {
    let mut digest = Sha256::new();
    digest.update(refund.ts.millis().to_le_bytes());
    digest.update(refund.units.to_le_bytes());
    if let Some(tx) = &refund.tx {
        digest.update(tx.as_bytes());
    }
    let mut short = [0; 16];
    short.copy_from_slice(&digest.finalize()[..16]);
    short
}
