//! The payments ledger and the two files beside it: what a line may hold, how
//! files are read, folded and written (section 4.5 of the service, D92).
//!
//! The ledger is append-only JSONL with twelve closed keys. A line is built
//! from payment facts, a time and a [`StatusSummary`] and from nothing else:
//! no parameter can carry a key, a value or a fragment of a submission, so
//! nothing submitted can reach the file. A later fact is a new line of the same
//! `tx`; the last line of a `tx` is its record, and a line that changes what
//! was already known is a conflict, never a correction.
//!
//! | room | what it decides |
//! |---|---|
//! | [`key`](Wallet) | base58 keys of 32 and of 64 bytes |
//! | [`time`](Timestamp) | times in milliseconds and days, both UTC |
//! | [`status`](StatusSummary) | verdict, counts and codes of one check |
//! | [`money`](CadFmv) | exchange rate and refund, known later |
//! | [`line`](Line) | the twelve keys, read and written |
//! | [`jsonl`] | lines, their digest, a torn last line, errors with file and line |
//! | [`fold`](Fold) | the last line of each `tx`, and conflicts |
//! | [`store`](Ledger) | appending so that a crash loses no line |
//! | [`free`] | free use, one line a day |
//! | [`laws`] | that all of this holds for any bytes |
//! | [`incidents`] | what the conformance harness found |
//!
//! ```
//! use argument_check_oracle::ledger::{Ledger, Line, Payment, StatusSummary, Timestamp};
//!
//! let directory = std::env::temp_dir().join(format!("ledger-example-{}", std::process::id()));
//! std::fs::create_dir_all(&directory)?;
//! let payment = Payment {
//!     payer: "11111111111111111111111111111111".parse()?,
//!     tx: "1111111111111111111111111111111111111111111111111111111111111111".parse()?,
//!     sol_fee_lamports: None,
//!     house: false,
//! };
//! let now: Timestamp = "2026-11-01T00:00:00.000Z".parse()?;
//! let line = Line::new(&payment, now, StatusSummary::repaired(2)?);
//!
//! let mut ledger = Ledger::open(&directory)?.ledger;
//! ledger.append(&line)?;
//! assert_eq!(ledger.records().len(), 1);
//! # drop(ledger);
//! # std::fs::remove_dir_all(&directory)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod fold;
pub mod free;
pub mod incidents;
pub mod jsonl;
mod key;
pub mod laws;
mod line;
mod money;
mod status;
mod store;
mod text;
mod time;

#[cfg(test)]
mod tests;

pub use fold::{Conflict, Fold, Record};
pub use key::{TxId, Wallet};
pub use line::{Coming, Line, PRICE_USDC_UNITS, Payment};
pub use money::{CadFmv, Rate, Refund};
pub use status::{Codes, StatusSummary, Verdict};
pub use store::{FILE_NAME, Ledger, Opening, StoreError, TORN_FILE_NAME, Torn};
pub use text::{Invalid, Label};
pub use time::{DAY_MS, Day, Timestamp};

use jsonl::{Fault, ReadError, Summary, Tail};
use std::path::Path;

/// Reads the ledger `file` line by line, in constant memory, and folds it.
///
/// # Errors
///
/// The first line that is not a ledger line, that conflicts with an earlier
/// one, or that is torn, with file and line.
pub fn read(file: &Path) -> Result<(Fold, Summary), ReadError> {
    let mut fold = Fold::default();
    let summary = jsonl::read_file(file, Tail::Torn, |number, text| {
        let line = Line::parse(text)?;
        fold.take(number, &line).map_err(Fault::from)
    })?;
    Ok((fold, summary))
}
