//! `tripwires-sample`: a made-up service of any length, to try `tripwires` on
//! and to measure it with.
//!
//! Decides nothing. The same seed and size give the same bytes; a line depends
//! on nothing but the seed, its number and the size. The service grows, is
//! popular for nothing in its first month, and has one bad fortnight. Must
//! never write over a ledger that is there.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use argument_check_oracle::ledger::free::{self, FreeDay};
use argument_check_oracle::ledger::{
    DAY_MS, Day, FILE_NAME, Label, Line, Payment, Rate, Refund, StatusSummary, Timestamp, TxId,
    Wallet, incidents,
};
use argument_check_oracle::vocabulary::Code;
use sha2::{Digest, Sha256};

use crate::exit::Exit;

/// What to make up.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Where ledger.jsonl, free.jsonl and incidents.jsonl go; none may be there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many payments; later facts add about a quarter as many lines
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    payments: u64,
    /// Over how many days
    #[arg(long, value_name = "N", default_value_t = 730, value_parser = clap::value_parser!(i64).range(1..=3650))]
    days: i64,
    /// The first day
    #[arg(long, value_name = "YYYY-MM-DD", default_value = "2026-11-01")]
    start: String,
    /// Which service: the same seed and size make the same files
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Leave the bad fortnight out
    #[arg(long)]
    calm: bool,
}

/// Makes the files.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let start: Day = options
        .start
        .parse()
        .map_err(|error| anyhow::anyhow!("--start: {error}"))?;
    std::fs::create_dir_all(&options.out)
        .with_context(|| format!("{}: cannot be made", options.out.display()))?;
    let service = Service {
        seed: options.seed,
        payments: options.payments,
        start: start.start(),
        days: options.days,
        calm: options.calm,
    };
    let mut ledger = BufWriter::new(create(&options.out, FILE_NAME)?);
    let mut others = [free::FILE_NAME, incidents::FILE_NAME].into_iter();
    others.try_for_each(|name| create(&options.out, name).map(drop))?;
    let mut lines = 0_u64;
    let paid = service.write(|line| {
        lines += 1;
        writeln!(ledger, "{}", line.to_text())
    })?;
    ledger.flush().context("the ledger cannot be written")?;
    let days: Vec<FreeDay> = service.free(&paid);
    free::write(&options.out, &days)?;
    println!(
        "{}: {lines} ledger lines of {} payments, {} days of free use, no incident",
        options.out.display(),
        options.payments,
        days.len()
    );
    Ok(Exit::Clean)
}

fn create(directory: &Path, name: &str) -> Result<File> {
    let file = directory.join(name);
    let opened = OpenOptions::new().write(true).create_new(true).open(&file);
    match opened {
        Ok(file) => Ok(file),
        Err(error) => bail!("{}: {error}; give a directory without one", file.display()),
    }
}

/// A made-up service.
#[derive(Debug, Clone, Copy)]
pub(super) struct Service {
    pub(super) seed: u64,
    pub(super) payments: u64,
    /// The first millisecond.
    pub(super) start: i64,
    pub(super) days: i64,
    pub(super) calm: bool,
}

impl Service {
    /// Hands over every line in the order of the file, and says how many
    /// payments each day had.
    pub(super) fn write(
        &self,
        mut line: impl FnMut(&Line) -> std::io::Result<()>,
    ) -> Result<BTreeMap<i64, u64>> {
        // Later facts wait here until their moment has come.
        let mut waiting: BTreeMap<(i64, u64), Line> = BTreeMap::new();
        let mut paid = BTreeMap::new();
        for number in 0..self.payments {
            let now = self.moment(number);
            while let Some(entry) = waiting.first_entry().filter(|due| due.key().0 <= now) {
                line(&entry.remove())?;
            }
            let (first, later) = self.payment(number, now)?;
            line(&first)?;
            waiting.extend(later.into_iter().map(|(due, line)| ((due, number), line)));
            *paid.entry(now / DAY_MS).or_default() += 1;
        }
        for late in waiting.into_values() {
            line(&late)?;
        }
        Ok(paid)
    }

    /// When payment `number` was made: from the first to the last day the rate
    /// doubles, so t of s payments solves t + t²/2 = 3s/2.
    fn moment(&self, number: u64) -> i64 {
        let (number, payments) = (u128::from(number), u128::from(self.payments));
        let root = (((payments + 3 * number) << 60) / payments.max(1)).isqrt();
        let share = root.saturating_sub(1 << 30) as i64;
        let minutes = self.days * DAY_MS / 60_000;
        self.start + ((minutes * share) >> 30) * 60_000 + (number % 60_000) as i64
    }

    /// The line of payment `number`, and what becomes known of it later.
    fn payment(&self, number: u64, now: i64) -> Result<(Line, Vec<(i64, Line)>)> {
        let dice = self.hash("dice", number);
        let die = |place: usize| u32::from(dice[place]);
        let mut tx = [0; 64];
        tx[..32].copy_from_slice(&self.hash("tx", number));
        tx[32..].copy_from_slice(&self.hash("xt", number));
        let payer = self.hash("payer", u64::from(die(0)) * 256 + u64::from(die(1)));
        let status = match die(2) {
            0..=149 => StatusSummary::valid(),
            150..=219 => StatusSummary::repaired(1 + die(3) % 5)?,
            _ => {
                let code = |at: u32| Code::ALL[at as usize % Code::ALL.len()];
                StatusSummary::unrepairable([code(die(3)), code(die(4))])?
            }
        };
        let payment = Payment {
            payer: Wallet::from_bytes(payer),
            tx: TxId::from_bytes(tx),
            sol_fee_lamports: Some(5_000),
            house: die(5) < 5,
        };
        let ts = time(now)?;
        let first = Line::new(&payment, ts, status);
        let (mut line, mut later) = (first.clone(), Vec::new());
        if die(6) < 64 {
            let basis: Label = "Bank of Canada, daily".parse()?;
            let cents = 13_500 + die(7) * 2;
            let rate = format!("{}.{:04}", cents / 10_000, cents % 10_000);
            line = line.with_rate(Rate::new(&rate, ts.day(), basis)?);
            later.push((now + DAY_MS, line.clone()));
        }
        if u64::from(die(8)) * 256 + u64::from(die(9)) < self.refunds_of_65536(now) {
            let due = now + (2 + i64::from(die(10)) % 8) * DAY_MS;
            let refund = Refund {
                ts: time(due)?,
                tx: None,
                units: 20_000,
            };
            later.push((due, line.with_refund(refund)));
        }
        Ok((first, later))
    }

    /// Two per cent; in the bad fortnight twelve.
    fn refunds_of_65536(&self, now: i64) -> u64 {
        let bad = self.start + self.days * DAY_MS * 3 / 5;
        if !self.calm && (bad..bad + 14 * DAY_MS).contains(&now) {
            7_864
        } else {
            1_311
        }
    }

    /// Free use of every day: four to seven for a paid call, sixteen in the
    /// first month.
    pub(super) fn free(&self, paid: &BTreeMap<i64, u64>) -> Vec<FreeDay> {
        let first = self.start / DAY_MS;
        let days = (first..first + self.days).filter_map(|number| {
            let die = u64::from(self.hash("free", number.unsigned_abs())[0]);
            let calls = paid.get(&number).copied().unwrap_or_default();
            let each = if number < first + 30 { 16 } else { 4 + die % 4 };
            Some(FreeDay {
                day: Day::from_number(number)?,
                free: u32::try_from(calls * each).unwrap_or(u32::MAX),
                house_free: (die % 3) as u32,
            })
        });
        days.collect()
    }

    fn hash(&self, what: &str, number: u64) -> [u8; 32] {
        let mut digest = Sha256::new();
        digest.update(what);
        digest.update(self.seed.to_le_bytes());
        digest.update(number.to_le_bytes());
        digest.finalize().into()
    }
}

fn time(millis: i64) -> Result<Timestamp> {
    Timestamp::from_millis(millis).context("--start: the service lasts beyond the year 9998")
}
