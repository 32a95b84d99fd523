//! Clients of the server: what they ask, and what they received.
//!
//! Every payment is remembered with its outcome, whatever happened to the
//! server; a request without a whole answer is lost, and nothing else is.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use argument_check_oracle::ledger::{TxId, Wallet};

use crate::serve::client::{self, Client, Response, mock_terms};
use crate::serve::facilitator::transaction_id;
use crate::serve::payment::Key;
use crate::serve::terms::Requirement;

/// How long a client waits: longer than the server may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Stands in everything that is submitted, and may stand nowhere else.
pub(super) const CANARY: &str = "canary-9f3b";

/// Submissions of all three verdicts, as a text and as an object.
const SUBMISSIONS: [&str; 4] = [
    r#"{"arguments":{"canary-9f3b":"canary-9f3b"},"schema":{"properties":{"canary-9f3b":{"type":"string"}}}}"#,
    r#"{"arguments_text":"{\"canary-9f3b\":\"5\",","schema":{"properties":{"canary-9f3b":{"type":"integer"}}}}"#,
    r#"{"arguments":{"canary-9f3b":["canary-9f3b"]},"schema":{"properties":{"canary-9f3b":{"type":"integer"}}}}"#,
    r#"{"arguments":{"canary-9f3b":"true"},"schema":{"properties":{"canary-9f3b":{"type":"boolean","title":"canary-9f3b"}}}}"#,
];

/// A submission that is refused.
const REFUSED: &str = r#"{"arguments":{},"schema":{"canary-9f3b":1}}"#;

/// What clients ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mix {
    /// Payments that go well.
    Plain,
    /// Half of the payments ask for a fault.
    Faulty,
}

/// What a request was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A paid check.
    Check,
    /// A pre-check.
    Precheck,
    /// A refusal.
    Refusal,
}

/// What a client received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    /// A 200 with a report.
    Delivered,
    /// Another status.
    Status(u16),
    /// No whole answer.
    Lost,
}

/// One payment that was offered.
#[derive(Debug, Clone)]
pub(super) struct Attempt {
    /// What it settles to.
    pub(super) tx: TxId,
    /// Its key in the settlements.
    pub(super) key: String,
    /// The header, to offer it again.
    pub(super) header: String,
    /// What the client received.
    pub(super) outcome: Outcome,
}

/// Everything that clients did so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Attempts {
    /// Payments, in no order.
    pub(super) payments: Vec<Attempt>,
    /// Pre-checks with an answer that used a unit.
    pub(super) free: u64,
    /// Pre-checks without an answer: they may have used one.
    pub(super) free_lost: u64,
}

/// The clients.
pub(super) struct Clients {
    count: u16,
    seed: u64,
    runs: AtomicU64,
    attempts: Mutex<Attempts>,
    latencies: Mutex<Vec<(Kind, Duration)>>,
}

/// Numbers from a seed.
pub(super) struct Dice(u64);

impl Dice {
    /// A number below `end`.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end.max(1)
    }
}

impl Clients {
    /// So many clients.
    pub(super) fn new(count: u16, seed: u64) -> Self {
        Self {
            count,
            seed,
            runs: AtomicU64::new(0),
            attempts: Mutex::default(),
            latencies: Mutex::default(),
        }
    }

    /// Numbers of this run's seed.
    pub(super) fn dice(&self) -> Dice {
        Dice(self.seed)
    }

    /// What was done so far.
    pub(super) fn attempts(&self) -> Attempts {
        lock(&self.attempts).clone()
    }

    /// How long every answered request took, since this was asked last.
    pub(super) fn take_latencies(&self) -> Vec<(Kind, Duration)> {
        std::mem::take(&mut *lock(&self.latencies))
    }

    /// Lets all clients ask the server at `base`, until `meanwhile` is over or
    /// `budget` requests were made.
    pub(super) fn run(
        &self,
        base: &str,
        mix: Mix,
        budget: Option<u64>,
        meanwhile: impl FnOnce(),
    ) -> Result<()> {
        let probe = Client::new(base, PATIENCE, 1, Vec::new());
        let bill = probe
            .post("/check", SUBMISSIONS[0].as_bytes(), None)
            .context("the server does not answer")?;
        let terms = mock_terms(&bill.body).context("the server asks for no mock payment")?;
        let (stop, made) = (AtomicBool::new(false), AtomicU64::new(0));
        let run = self.runs.fetch_add(1, Ordering::Relaxed);
        std::thread::scope(|scope| {
            for number in 0..self.count {
                let (stop, made, terms) = (&stop, &made, &terms);
                scope.spawn(move || {
                    let seed = self.seed ^ (run << 32) ^ (u64::from(number) << 16);
                    let mut asking = Asking {
                        client: Client::new(base, PATIENCE, 1, Vec::new()),
                        terms,
                        mix,
                        dice: Dice(seed),
                        clients: self,
                    };
                    let more = || budget.is_none_or(|n| made.fetch_add(1, Ordering::Relaxed) < n);
                    while !stop.load(Ordering::Relaxed) && more() {
                        asking.once();
                    }
                });
            }
            meanwhile();
            if budget.is_none() {
                stop.store(true, Ordering::Relaxed);
            }
        });
        Ok(())
    }
}

/// One client at work.
struct Asking<'a> {
    client: Client,
    terms: &'a Requirement,
    mix: Mix,
    dice: Dice,
    clients: &'a Clients,
}

impl Asking<'_> {
    fn once(&mut self) {
        match self.dice.below(10) {
            0 => self.refusal(),
            1 | 2 => self.precheck(),
            _ => self.check(),
        }
    }

    fn submission(&mut self) -> &'static str {
        let which = self.dice.below(SUBMISSIONS.len() as u64) as usize;
        SUBMISSIONS.get(which).copied().unwrap_or(REFUSED)
    }

    fn check(&mut self) {
        let body = self.submission();
        let fault = if self.mix == Mix::Faulty && self.dice.below(2) == 0 {
            // Two digits choose the fault, the third what f2 does.
            format!("f{}{}", self.dice.below(8), self.dice.below(8))
        } else {
            String::new()
        };
        let payer = Wallet::from_bytes([self.dice.below(200) as u8 + 1; 32]).to_string();
        let paid = client::transaction(self.terms, &payer, &client::nonce(&fault));
        let header = client::payment(self.terms, &paid);
        let answer = self.timed(Kind::Check, |client| {
            client.post("/check", body.as_bytes(), Some(&header))
        });
        let outcome = match &answer {
            Some(answer) if answer.status == 200 && is_report(answer) => Outcome::Delivered,
            Some(answer) => Outcome::Status(answer.status),
            None => Outcome::Lost,
        };
        lock(&self.clients.attempts).payments.push(Attempt {
            tx: transaction_id(&paid),
            key: Key::of(&paid).hex(),
            header,
            outcome,
        });
    }

    fn precheck(&mut self) {
        // A caller of its own each time, so that no allowance is in the way.
        let caller: [u8; 32] = std::array::from_fn(|_| self.dice.below(256) as u8);
        let caller = Wallet::from_bytes(caller);
        let body = self.submission();
        let body = body.replacen('{', &format!("{{\"caller\":\"{caller}\","), 1);
        let answer = self.timed(Kind::Precheck, |client| {
            client.post("/precheck", body.as_bytes(), None)
        });
        let mut attempts = lock(&self.clients.attempts);
        match answer.map(|answer| answer.status) {
            Some(200) => attempts.free += 1,
            Some(_) => {}
            None => attempts.free_lost += 1,
        }
    }

    fn refusal(&mut self) {
        self.timed(Kind::Refusal, |client| {
            client.post("/check", REFUSED.as_bytes(), None)
        });
    }

    fn timed(
        &self,
        kind: Kind,
        ask: impl FnOnce(&Client) -> Result<Response, client::NoAnswer>,
    ) -> Option<Response> {
        let begun = Instant::now();
        let answer = ask(&self.client);
        let took = begun.elapsed();
        if answer.is_ok() {
            lock(&self.clients.latencies).push((kind, took));
        } else {
            // Nobody is there any more; asking faster does not help.
            std::thread::sleep(Duration::from_millis(20));
        }
        answer.ok()
    }
}

/// Whether a body is a whole report.
fn is_report(answer: &Response) -> bool {
    let body: Result<serde_json::Value, _> = serde_json::from_slice(&answer.body);
    body.is_ok_and(|body| body.get("report").is_some() && body.get("signature").is_some())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
