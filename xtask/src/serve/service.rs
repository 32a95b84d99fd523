//! The service apart from HTTP: decides what every request is answered, in the
//! order of section 4 of its specification.
//!
//! Everything here is synchronous and runs to its end once it began, so that no
//! disconnect can stop a payment halfway. Nothing that was submitted is kept:
//! a body lives as long as its request.

use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};
use argument_check::json::value::Document;
use argument_check_oracle::ledger::free::FreeDay;
use argument_check_oracle::ledger::incidents::{self, Incident};
use argument_check_oracle::ledger::{Ledger, Line, StatusSummary, Timestamp, Wallet};
use argument_check_oracle::vocabulary::RefusalCode;

use super::allowance::Grant;
use super::append::lock;
use super::books::{self, Books, Recovery};
use super::clock::Clock;
use super::criteria;
use super::facilitator::Facilitator;
use super::free_use::FreeUse;
use super::kill_line;
use super::log::{Event, Log};
use super::metrics::{CONTENT_TYPE, Gauges, Metrics, Outcome, Route, Stage};
use super::payment::Key;
use super::reply::{JSON, Refused, Reply};
use super::self_check::{self, Verdict};
use super::signature::Keeper;
use super::terms::Terms;

/// What a service is made of.
pub(crate) struct Setup {
    /// Where everything that is kept lies.
    pub(crate) data: PathBuf,
    /// The terms of payment.
    pub(crate) terms: Terms,
    /// The operator's own wallets.
    pub(crate) house: HashSet<Wallet>,
    /// The time.
    pub(crate) clock: Clock,
    /// Where events go.
    pub(crate) log: Log,
    /// What the service decides in its own words.
    pub(crate) decisions: Decisions,
}

/// The decisions that a service can take wrongly without its type noticing;
/// mutants exchange one of them.
#[derive(Clone, Copy)]
pub(crate) struct Decisions {
    /// The engine's check.
    pub(crate) check: fn(&[u8]) -> String,
    /// What the independent judges say before an answer is sent (D97).
    pub(crate) self_check: fn(&[u8], &str) -> Verdict,
    /// What is written down of an event; the answer is there to be left out.
    pub(crate) log_line: fn(&Event, Option<&str>) -> String,
}

impl Decisions {
    /// As they are published.
    pub(crate) fn published() -> Self {
        Self {
            check: argument_check::check,
            self_check: self_check::judge,
            log_line: |event, _| event.line(),
        }
    }
}

/// The service.
pub(crate) struct Service {
    pub(super) books: Books,
    pub(super) facilitator: Facilitator,
    pub(super) metrics: Metrics,
    pub(super) terms: Terms,
    pub(super) keeper: Keeper,
    pub(super) house: HashSet<Wallet>,
    pub(super) decisions: Decisions,
    free: Mutex<FreeUse>,
    clock: Clock,
    log: Log,
    incidents: PathBuf,
    /// Stops the service while its own incident is not on the disk.
    halted: AtomicBool,
}

/// What a request came to, with what is said about it.
pub(super) struct Ended {
    pub(super) outcome: Outcome,
    pub(super) reply: Reply,
    pub(super) failed: Option<Stage>,
    pub(super) payment: Option<Key>,
    pub(super) paid: Option<(StatusSummary, String)>,
}

impl Ended {
    /// An end that is nobody's payment.
    pub(super) fn new(outcome: Outcome, reply: Reply) -> Self {
        Self {
            outcome,
            reply,
            failed: None,
            payment: None,
            paid: None,
        }
    }
}

impl Service {
    /// Opens the data directory and settles what a crash left open.
    pub(crate) fn open(setup: Setup) -> Result<(Arc<Self>, Recovery)> {
        let data = &setup.data;
        std::fs::create_dir_all(data)
            .with_context(|| format!("{}: cannot be made; choose --data", data.display()))?;
        // The ledger's lock comes first: a second server must not touch a file.
        let opening = Ledger::open(data)?;
        let facilitator = Facilitator::open(data)
            .with_context(|| format!("{}: the settlements cannot be read", data.display()))?;
        let now = setup.clock.now();
        let (books, recovery) = Books::open(data, opening, &facilitator, now)?;
        let keeper = Keeper::open(data)?;
        let metrics = Metrics::default();
        books::count(data, &metrics)?;
        let free = FreeUse::open(data, keeper.salt())?;
        // An empty file says that nothing was found; none would say nothing.
        let found = data.join(incidents::FILE_NAME);
        std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(&found)
            .with_context(|| format!("{}: cannot be made", found.display()))?;
        let service = Self {
            books,
            facilitator,
            metrics,
            terms: setup.terms,
            keeper,
            house: setup.house,
            decisions: setup.decisions,
            free: Mutex::new(free),
            incidents: found,
            clock: setup.clock,
            log: setup.log,
            halted: AtomicBool::new(false),
        };
        Ok((Arc::new(service), recovery))
    }

    /// The service's time.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The 503 of a service that was stopped; read anew for every request. A
    /// file of incidents that cannot be read stops the service too.
    pub(crate) fn stopped(&self, route: Route) -> Option<Reply> {
        if !self.is_stopped() {
            return None;
        }
        let ended = Ended::new(Outcome::Stopped, Reply::error(503, "stop_serving"));
        Some(self.finish(route, ended))
    }

    /// `GET /criteria`.
    pub(crate) fn criteria(&self) -> Reply {
        self.metrics.request(Route::Criteria, Outcome::Served);
        Reply::json(200, criteria::DOCUMENT.to_owned())
            .with("ETag", format!("\"{}\"", criteria::digest()))
    }

    /// `GET /metrics`.
    pub(crate) fn metrics(&self) -> Reply {
        let build = format!(
            "criteria_id=\"{}\",criteria_version=\"{}\",corpus_sha256=\"{}\"",
            argument_check_oracle::vocabulary::CRITERIA_ID,
            criteria::VERSION,
            criteria::pin()
        );
        let mut reply = Reply::json(200, self.metrics.text(self.gauges(), &build));
        reply.content_type = CONTENT_TYPE;
        reply
    }

    /// `POST /precheck`, for a body within the cap. Never looks at a payment.
    pub(crate) fn precheck(&self, peer: &str, body: &[u8]) -> Reply {
        if let Some(reply) = self.stopped(Route::Precheck) {
            return reply;
        }
        let ended = self.assess(peer, body);
        self.finish(Route::Precheck, ended)
    }

    /// `POST /check`, for a body within the cap.
    pub(crate) fn check(self: &Arc<Self>, payment: Option<&[u8]>, body: &[u8]) -> Reply {
        if let Some(reply) = self.stopped(Route::Check) {
            return reply;
        }
        let ended = match self.refused(Route::Check, body) {
            Some(refusal) => refusal,
            None => self.sell(payment, body),
        };
        self.finish(Route::Check, ended)
    }

    /// The refusal of a body over the cap.
    pub(crate) fn too_long(&self, route: Route) -> Reply {
        let ended = self.refusal(route, &Refused::bare(RefusalCode::CapExceeded));
        self.finish(route, ended)
    }

    /// A failure of the transport.
    pub(crate) fn failed(&self, route: Route, reply: Reply) -> Reply {
        self.finish(route, Ended::new(Outcome::Error, reply))
    }

    /// The answer to this payment was handed over.
    pub(crate) fn delivered(&self, key: &Key) {
        if let Err(error) = self.books.delivered(key) {
            self.log
                .line(&format!("{{\"error\":\"the journal: {}\"}}", error.kind()));
        }
    }

    /// The answer to this payment was not handed over.
    pub(crate) fn undelivered(&self, key: &Key, line: &Line) {
        match self.books.undelivered(key, line, self.now()) {
            Ok(()) => self.metrics.refund(line.is_house()),
            // The journal still says that it was not delivered.
            Err(_) => self
                .log
                .line("{\"error\":\"a refund waits for the next start\"}"),
        }
    }

    /// Stops serving: a self-check found `law` broken.
    pub(super) fn stop(&self, law: self_check::Violation) {
        self.halted.store(true, Ordering::SeqCst);
        let Ok(evidence) = format!("{} on a served answer", law.law).parse() else {
            return;
        };
        let incident = Incident::open(self.now(), law.kind, evidence);
        match incidents::append(&self.incidents, &incident) {
            // From here on the file decides, so that a person can clear it.
            Ok(()) => self.halted.store(false, Ordering::SeqCst),
            Err(_) => self
                .log
                .line("{\"error\":\"an incident cannot be written\"}"),
        }
    }

    fn is_stopped(&self) -> bool {
        if self.halted.load(Ordering::SeqCst) {
            return true;
        }
        match incidents::read(&self.incidents) {
            Ok((found, _)) => found.iter().any(Incident::is_open),
            Err(_) => self.incidents.exists(),
        }
    }

    fn gauges(&self) -> Gauges {
        let free = lock(&self.free);
        let count =
            |of: fn(&FreeDay) -> u32| free.days().iter().map(|day| u64::from(of(day))).sum();
        let free_calls = [count(|day| day.free), count(|day| day.house_free)];
        let kill_line = if self.is_stopped() {
            2
        } else {
            let review = self
                .books
                .with_records(|records| kill_line::asks_for_review(records, free.days()));
            u64::from(review)
        };
        Gauges {
            kill_line,
            free: free_calls,
        }
    }

    /// What a pre-check comes to: refusals 1 and 2, then the allowance, then
    /// the others.
    fn assess(&self, peer: &str, body: &[u8]) -> Ended {
        let answer = argument_check::precheck(body);
        let refused = Refused::of(&answer);
        let unreadable = |refused: &Refused| {
            let early = [RefusalCode::CapExceeded, RefusalCode::InvalidRequestBody];
            early.contains(&refused.code())
        };
        if let Some(refused) = refused.as_ref().filter(|refused| unreadable(refused)) {
            return self.refusal(Route::Precheck, refused);
        }
        let Ok(caller) = caller(body) else {
            let bare = Refused::bare(RefusalCode::InvalidRequestBody);
            return self.refusal(Route::Precheck, &bare);
        };
        let house = caller.is_some_and(|wallet| self.house.contains(&wallet));
        let key = caller.map_or_else(|| peer.to_owned(), |wallet| wallet.to_string());
        let grant = lock(&self.free).take(key.as_bytes(), house, self.now());
        match (grant, refused) {
            (Ok(Grant::Accepted(_)), Some(refused)) => self.refusal(Route::Precheck, &refused),
            (Ok(Grant::Accepted(used)), None) => {
                Ended::new(Outcome::Served, Reply::assessable(used))
            }
            (Ok(Grant::Exhausted(wait)), _) => {
                let bill = self.terms.bill("free_tier_exhausted");
                let reply = Reply::bill(bill).retry_after(wait);
                Ended::new(Outcome::PaymentRequired, reply)
            }
            (Ok(Grant::TooSoon(wait)), _) => {
                Ended::new(Outcome::RateLimited, Reply::too_soon(wait))
            }
            (Err(_), _) => {
                let reply =
                    Reply::failure(500, Route::Precheck, "free_use_not_recorded", Some(false));
                Ended::new(Outcome::Error, reply)
            }
        }
    }

    /// The refusal that a body gets for free, if any.
    fn refused(&self, route: Route, body: &[u8]) -> Option<Ended> {
        let refused = Refused::of(&argument_check::precheck(body))?;
        Some(self.refusal(route, &refused))
    }

    fn refusal(&self, route: Route, refused: &Refused) -> Ended {
        self.metrics.refusal(route, refused.code());
        Ended::new(Outcome::Refused, Reply::refusal(route, refused))
    }

    /// Counts and writes down what a request came to.
    fn finish(&self, route: Route, ended: Ended) -> Reply {
        self.metrics.request(route, ended.outcome);
        if let Some(stage) = ended.failed {
            self.metrics.failure(stage);
        }
        let event = Event {
            ts: self.now(),
            route,
            outcome: ended.outcome,
            status: ended.reply.status,
            failed: ended.failed,
            payment: ended.payment,
            summary: ended.paid.as_ref().map(|(summary, _)| *summary),
        };
        let answer = ended.paid.as_ref().map(|(_, answer)| answer.as_str());
        self.log.line(&(self.decisions.log_line)(&event, answer));
        let mut reply = ended.reply;
        if reply.content_type == JSON {
            reply = reply.with("Cache-Control", "no-store");
        }
        reply
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Service")
    }
}

/// A `caller` that is no wallet.
struct NoWallet;

/// The caller that a body names; the body is known to be a strict object.
fn caller(body: &[u8]) -> Result<Option<Wallet>, NoWallet> {
    let document = Document::parse(body).map_err(|_| NoWallet)?;
    let Some(caller) = document.root().member("caller") else {
        return Ok(None);
    };
    let text = caller.as_str().ok_or(NoWallet)?;
    text.parse().map(Some).map_err(|_| NoWallet)
}
