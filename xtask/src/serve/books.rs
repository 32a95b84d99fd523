//! What was paid for: ledger, pending journal, and the payments that may not
//! be offered again.
//!
//! Decides what a restart owes. The journal is on the disk before money moves,
//! so that whatever a crash interrupts is found again: a settled payment
//! without a ledger line gets one with a refund, and a line whose answer was
//! not handed over is superseded by one with a refund. Delivered means exactly
//! one record and one settlement; settled and not delivered means one record
//! with a refund. Payment keys never expire.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use argument_check_oracle::ledger::jsonl::{Tail, read_file};
use argument_check_oracle::ledger::{
    self, Coming, FILE_NAME, Ledger, Line, Opening, PRICE_USDC_UNITS, Refund, StoreError,
    Timestamp, Torn, TxId,
};
use serde::{Deserialize, Serialize};

use super::append::{Appender, lock, replace};
use super::facilitator::Facilitator;
use super::metrics::Metrics;
use super::payment::Key;

/// The pending journal.
pub(crate) const JOURNAL: &str = "pending.jsonl";

/// The books of one data directory.
#[derive(Debug)]
pub(crate) struct Books {
    ledger: Mutex<Ledger>,
    journal: Appender,
    payments: Mutex<HashSet<Key>>,
    /// Whether lines can still be appended; after a failed write nobody knows
    /// where the file ends, so nothing more may be charged for.
    sound: AtomicBool,
}

/// What a start found and did.
#[derive(Debug, Default)]
pub(crate) struct Recovery {
    /// A torn last line of the ledger, moved away.
    pub(crate) torn: Option<Torn>,
    /// Whether a torn line of the journal or the settlements was cut off.
    pub(crate) torn_journal: bool,
    /// Settled payments without a line: refunded.
    pub(crate) entered: u64,
    /// Lines whose answer was not handed over: refunded.
    pub(crate) refunded: u64,
    /// Pending payments that were never settled.
    pub(crate) dropped: u64,
}

impl fmt::Display for Recovery {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{} settled payments had no line and {} lines no delivered answer, all refunded; {} \
             pending payments were never settled",
            self.entered, self.refunded, self.dropped
        )
    }
}

/// A line of the journal.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
enum Note {
    /// About to be settled; `line` is the ledger line without its `tx`.
    Pending { key: String, line: String },
    /// Recorded, and the answer was handed over.
    Delivered { key: String },
    /// Settled long ago; kept so that it is never taken again.
    Closed { key: String },
}

/// What the journal says of one payment.
#[derive(Default)]
struct State {
    coming: Option<Coming>,
    delivered: bool,
    closed: bool,
}

impl Books {
    /// Opens the books of `directory`, whose ledger was opened, and settles
    /// what a crash left open.
    pub(crate) fn open(
        directory: &Path,
        opening: Opening,
        facilitator: &Facilitator,
        now: Timestamp,
    ) -> Result<(Self, Recovery)> {
        let mut ledger = opening.ledger;
        let file = directory.join(JOURNAL);
        let opened = Appender::open(&file).context("the pending journal cannot be opened")?;
        let mut recovery = Recovery {
            torn: opening.torn,
            torn_journal: opened.torn || facilitator.torn,
            ..Recovery::default()
        };
        let states = states(&opened.text).with_context(|| file.display().to_string())?;
        let settled = settled(&states, facilitator);
        let lines = lines(directory, &settled)?;
        for (key, state) in &states {
            let Some(tx) = settled.get(key) else {
                recovery.dropped += u64::from(!state.closed);
                continue;
            };
            recover(&mut ledger, &mut recovery, state, *tx, lines.get(tx), now)?;
        }
        let kept: HashSet<Key> = states
            .iter()
            .filter(|(key, state)| state.closed || settled.contains_key(key))
            .map(|(key, _)| *key)
            .collect();
        let text: String = kept
            .iter()
            .map(|key| note(&Note::Closed { key: key.hex() }) + "\n")
            .collect();
        replace(&file, &text).context("the pending journal cannot be written")?;
        let journal = Appender::open(&file)?.appender;
        let books = Self {
            ledger: Mutex::new(ledger),
            journal,
            payments: Mutex::new(kept),
            sound: AtomicBool::new(true),
        };
        Ok((books, recovery))
    }

    /// Takes a payment for oneself; `false` if it was offered before.
    pub(crate) fn reserve(&self, key: Key) -> bool {
        lock(&self.payments).insert(key)
    }

    /// Gives up a payment that was not sent to be settled.
    pub(crate) fn release(&self, key: &Key) {
        lock(&self.payments).remove(key);
    }

    /// Makes sure that a crash from here on is found again.
    pub(crate) fn pending(&self, key: &Key, coming: &Coming) -> io::Result<()> {
        if !self.sound.load(Ordering::SeqCst) {
            return Err(io::Error::other("the ledger has to be opened again"));
        }
        self.journal.append(&note(&Note::Pending {
            key: key.hex(),
            line: coming.to_text(),
        }))
    }

    /// Appends a line and comes back when it will outlive a crash.
    pub(crate) fn enter(&self, line: &Line) -> Result<(), StoreError> {
        let entered = lock(&self.ledger).append(line);
        if let Err(StoreError::Io { .. } | StoreError::Unsound(_)) = &entered {
            self.sound.store(false, Ordering::SeqCst);
        }
        entered
    }

    /// The answer to this payment was handed over.
    pub(crate) fn delivered(&self, key: &Key) -> io::Result<()> {
        self.journal
            .note(&note(&Note::Delivered { key: key.hex() }))
    }

    /// The answer was not handed over: the money is owed back.
    pub(crate) fn undelivered(
        &self,
        key: &Key,
        line: &Line,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.enter(&line.clone().with_refund(refund(now)))?;
        // Without this note a restart refunds again, and the ledger holds it to
        // the refund that is there: the note only spares the work.
        let _ = self.journal.note(&note(&Note::Closed { key: key.hex() }));
        Ok(())
    }

    /// Looks at the ledger's records.
    pub(crate) fn with_records<T>(&self, look: impl FnOnce(&ledger::Fold) -> T) -> T {
        look(lock(&self.ledger).records())
    }
}

/// Brings the counters of a ledger's past into `metrics`.
pub(crate) fn count(directory: &Path, metrics: &Metrics) -> Result<()> {
    let mut seen: HashMap<TxId, bool> = HashMap::new();
    read_file(&directory.join(FILE_NAME), Tail::Torn, |_, text| {
        let line = Line::parse(text)?;
        let refunded = line.cad_fmv().refund.is_some();
        let known = seen.insert(line.tx(), refunded);
        match known {
            // A first line that is refunded already was never delivered.
            None if refunded => metrics.settled(line.is_house(), PRICE_USDC_UNITS),
            None => metrics.paid(&line.status(), line.is_house(), PRICE_USDC_UNITS),
            Some(_) => {}
        }
        if refunded && known != Some(true) {
            metrics.refund(line.is_house());
        }
        Ok(())
    })?;
    Ok(())
}

/// One payment that a crash left open.
fn recover(
    ledger: &mut Ledger,
    recovery: &mut Recovery,
    state: &State,
    tx: TxId,
    line: Option<&Line>,
    now: Timestamp,
) -> Result<()> {
    let Some(coming) = &state.coming else {
        return Ok(());
    };
    let owed = match line {
        None => {
            recovery.entered += 1;
            coming.clone().settled(tx)
        }
        Some(line) if !state.delivered && !state.closed && line.cad_fmv().refund.is_none() => {
            recovery.refunded += 1;
            line.clone()
        }
        Some(_) => return Ok(()),
    };
    ledger.append(&owed.with_refund(refund(now)))?;
    Ok(())
}

fn refund(ts: Timestamp) -> Refund {
    Refund {
        ts,
        tx: None,
        units: PRICE_USDC_UNITS,
    }
}

fn states(text: &str) -> Result<HashMap<Key, State>> {
    let mut states: HashMap<Key, State> = HashMap::new();
    for (number, line) in text.lines().enumerate() {
        let at = || format!("line {}: restore the file", number + 1);
        let note: Note = serde_json::from_str(line).with_context(at)?;
        let (Note::Pending { key, .. } | Note::Delivered { key } | Note::Closed { key }) = &note;
        let key = Key::parse(key).with_context(at)?;
        let state = states.entry(key).or_default();
        match note {
            Note::Pending { line, .. } => {
                state.coming = Some(Coming::parse(&line).with_context(at)?);
            }
            Note::Delivered { .. } => state.delivered = true,
            Note::Closed { .. } => state.closed = true,
        }
    }
    Ok(states)
}

fn settled(states: &HashMap<Key, State>, facilitator: &Facilitator) -> HashMap<Key, TxId> {
    let settled = states.keys().map(|key| (*key, facilitator.settled(key)));
    settled.filter_map(|(key, tx)| Some((key, tx?))).collect()
}

/// The last lines of the transactions that the journal is about.
fn lines(directory: &Path, settled: &HashMap<Key, TxId>) -> Result<HashMap<TxId, Line>> {
    let wanted: HashSet<&TxId> = settled.values().collect();
    let mut lines = HashMap::new();
    read_file(&directory.join(FILE_NAME), Tail::Torn, |_, text| {
        let line = Line::parse(text)?;
        if wanted.contains(&line.tx()) {
            lines.insert(line.tx(), line);
        }
        Ok(())
    })?;
    Ok(lines)
}

fn note(note: &Note) -> String {
    // Strings under fixed names: nothing here can fail.
    serde_json::to_string(note).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::client::transaction;
    use crate::serve::metrics::Gauges;
    use crate::serve::terms::{DEFAULT_URL, DEVNET, NOBODY, Requirement, Terms};
    use argument_check_oracle::ledger::StatusSummary;

    struct Shop {
        directory: tempfile::TempDir,
        required: Requirement,
    }

    impl Shop {
        fn new() -> Self {
            Self {
                directory: tempfile::tempdir().unwrap(),
                required: Terms::new(DEFAULT_URL, DEVNET).requirement().clone(),
            }
        }

        fn open(&self) -> (Books, Recovery, Facilitator) {
            let facilitator = Facilitator::open(self.directory.path()).unwrap();
            let now = "2026-11-02T00:00:00.000Z".parse().unwrap();
            let opening = Ledger::open(self.directory.path()).unwrap();
            let (books, recovery) =
                Books::open(self.directory.path(), opening, &facilitator, now).unwrap();
            (books, recovery, facilitator)
        }

        fn transaction(&self, nonce: u8) -> (String, Key) {
            let paid = transaction(&self.required, NOBODY, &format!("{nonce:032x}"));
            let key = Key::of(&paid);
            (paid, key)
        }
    }

    fn coming() -> Coming {
        let now = "2026-11-01T00:00:00.000Z".parse().unwrap();
        Coming::new(NOBODY.parse().unwrap(), false, now, StatusSummary::valid())
    }

    /// Every place at which a process can die, one payment each.
    #[test]
    fn a_crash_at_any_step_leaves_one_record_for_what_was_settled() {
        let shop = Shop::new();
        let (books, _, facilitator) = shop.open();
        for step in 0..5_u8 {
            let (paid, key) = shop.transaction(step);
            assert!(books.reserve(key));
            books.pending(&key, &coming()).unwrap();
            if step == 0 {
                continue; // Died before the settlement.
            }
            facilitator.settle(&paid, &shop.required).unwrap();
            let tx = facilitator.settled(&key).unwrap();
            let line = coming().settled(tx);
            if step == 1 {
                continue; // Died before the ledger line.
            }
            books.enter(&line).unwrap();
            match step {
                2 => {} // Died before the answer was handed over.
                3 => books.delivered(&key).unwrap(),
                _ => {
                    let now = "2026-11-01T00:00:01.000Z".parse().unwrap();
                    books.undelivered(&key, &line, now).unwrap();
                }
            }
        }
        drop(books);
        let (books, recovery, _) = shop.open();
        let found = (recovery.dropped, recovery.entered, recovery.refunded);
        assert_eq!(found, (1, 1, 1));
        let refunded: usize =
            books.with_records(|fold| fold.iter().filter(ledger::Record::is_refunded).count());
        assert_eq!(books.with_records(ledger::Fold::len), 4);
        assert_eq!(refunded, 3, "all but the delivered one");
        drop(books);
        // A second restart finds nothing more to do, and every key is taken.
        let (books, again, _) = shop.open();
        assert_eq!((again.dropped, again.entered, again.refunded), (0, 0, 0));
        for step in 0..5 {
            let (_, key) = shop.transaction(step);
            assert_eq!(books.reserve(key), step == 0, "{step}");
        }
        let metrics = Metrics::default();
        count(shop.directory.path(), &metrics).unwrap();
        let text = metrics.text(Gauges::default(), "");
        for line in [
            "verdicts_total{verdict=\"VALID\"} 3",
            "payments_settled_total{house=\"false\"} 4",
            "refunds_total{house=\"false\"} 3",
            "revenue_usdc_units_total 80000",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }

    #[test]
    fn a_payment_is_reserved_once_and_again_after_it_was_released() {
        let shop = Shop::new();
        let (books, _, _) = shop.open();
        let (_, key) = shop.transaction(9);
        assert!(books.reserve(key));
        assert!(!books.reserve(key));
        books.release(&key);
        assert!(books.reserve(key));
    }
}
