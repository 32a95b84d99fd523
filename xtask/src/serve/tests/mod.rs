//! A server in this process for tests, on a port of its own, with a clock that
//! stands and a log that is kept; and what the specification works out.

mod faults;
mod properties;
mod slow;
mod worked;

use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use argument_check_oracle::ledger::incidents::{self, Incident, Kind};
use argument_check_oracle::ledger::{Timestamp, Wallet};
use tokio::sync::oneshot;

use super::client::{self, Client, Response};
use super::clock::Clock;
use super::http::{self, Limits};
use super::log::Log;
use super::service::{Decisions, Service, Setup};
use super::terms::{DEFAULT_URL, DEVNET, NOBODY, Terms};

/// 2026-11-01T00:00:00.000Z
pub(crate) const START: i64 = 1_793_491_200_000;
/// A submission that is VALID.
pub(crate) const VALID: &str = r#"{"arguments":{},"schema":{}}"#;
/// A submission that is REPAIRED by R3.
pub(crate) const REPAIRED: &str =
    r#"{"arguments":{"x":"5"},"schema":{"properties":{"x":{"type":"integer"}}}}"#;
/// A submission that is UNREPAIRABLE.
pub(crate) const UNREPAIRABLE: &str =
    r#"{"arguments":{"x":"q"},"schema":{"properties":{"x":{"type":"integer"}}}}"#;

/// A log that is kept.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How a server of a test differs from others.
pub(crate) struct Wishes {
    limits: Limits,
    decisions: Decisions,
    house: HashSet<Wallet>,
}

impl Default for Wishes {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            decisions: Decisions::published(),
            house: HashSet::new(),
        }
    }
}

/// A running server.
pub(crate) struct Server {
    /// Its address.
    pub(crate) base: String,
    clock: Clock,
    data: Arc<tempfile::TempDir>,
    service: Arc<Service>,
    log: Kept,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// A server on a fresh directory.
    pub(crate) fn start() -> Self {
        Self::with(Wishes::default())
    }

    fn with(wishes: Wishes) -> Self {
        // In memory where there is such a place: what is tested here is order
        // and content, not the disk.
        let data = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let data = Arc::new(data.unwrap());
        Self::on(
            data,
            wishes,
            Kept::default(),
            Clock::at(Timestamp::from_millis(START).unwrap()),
        )
    }

    fn on(data: Arc<tempfile::TempDir>, wishes: Wishes, log: Kept, clock: Clock) -> Self {
        let (service, _) = Service::open(Setup {
            data: data.path().to_owned(),
            terms: Terms::new(DEFAULT_URL, DEVNET),
            house: wishes.house,
            clock: clock.clone(),
            log: Log::new(Box::new(log.clone())),
            decisions: wishes.decisions,
        })
        .unwrap();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (stop, stopped) = oneshot::channel();
        let serving = Arc::clone(&service);
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                let stop = async {
                    let _ = stopped.await;
                };
                http::serve(listener, serving, wishes.limits, stop).await;
            });
        });
        Self {
            base,
            clock,
            data,
            service,
            log,
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// Ends, and starts anew on the same directory.
    fn restart(mut self) -> Self {
        self.end();
        let (data, log) = (Arc::clone(&self.data), self.log.clone());
        let clock = self.clock.clone();
        drop(self);
        Self::on(data, Wishes::default(), log, clock)
    }

    fn end(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    /// Opens an incident, as a harness that found something would.
    pub(crate) fn stop_serving(&self) {
        let evidence = "I5 on a test".parse().unwrap();
        let incident = Incident::open(self.service.now(), Kind::InventedRepair, evidence);
        incidents::append(&self.data.path().join(incidents::FILE_NAME), &incident).unwrap();
    }

    fn client(&self) -> Client {
        Client::new(&self.base, Duration::from_secs(20), 4, Vec::new())
    }

    fn get(&self, path: &str) -> Response {
        self.client().get(path).unwrap()
    }

    fn post(&self, path: &str, body: &str) -> Response {
        self.client().post(path, body.as_bytes(), None).unwrap()
    }

    /// A paid check whose nonce starts with `fault`.
    fn pay(&self, body: &str, fault: &str) -> Response {
        self.offer(body, &pay_as(NOBODY, fault))
    }

    /// A check with this payment header.
    fn offer(&self, body: &str, payment: &str) -> Response {
        let client = self.client();
        client
            .post("/check", body.as_bytes(), Some(payment))
            .unwrap()
    }

    /// The lines of a file of the data directory.
    fn lines(&self, name: &str) -> Vec<String> {
        let text = std::fs::read_to_string(self.data.path().join(name)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    fn ledger(&self) -> Vec<String> {
        self.lines(argument_check_oracle::ledger::FILE_NAME)
    }

    fn metrics(&self) -> String {
        String::from_utf8(self.get("/metrics").body).unwrap()
    }

    /// The value of one series.
    fn metric(&self, series: &str) -> u64 {
        value(&self.metrics(), series)
    }

    /// Sends raw bytes and reads until the server closes.
    fn raw(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(request).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.base.trim_start_matches("http://")).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        stream
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// A payment header of this payer whose nonce starts with `fault`.
fn pay_as(payer: &str, fault: &str) -> String {
    let terms = Terms::new(DEFAULT_URL, DEVNET);
    let transaction = client::transaction(terms.requirement(), payer, &client::nonce(fault));
    client::payment(terms.requirement(), &transaction)
}

/// The value of one series in a metrics text.
fn value(text: &str, series: &str) -> u64 {
    let name = format!("argument_check_{series} ");
    let line = text.lines().find_map(|line| line.strip_prefix(&name));
    line.unwrap_or_else(|| panic!("no series {series}"))
        .parse()
        .unwrap()
}

/// [`VALID`] with white space behind it, in so many bytes.
fn padded(length: usize) -> String {
    VALID.to_owned() + &" ".repeat(length - VALID.len())
}

/// A body as JSON.
fn json(response: &Response) -> serde_json::Value {
    serde_json::from_slice(&response.body).unwrap()
}

/// A body as text.
fn text(response: &Response) -> String {
    String::from_utf8(response.body.clone()).unwrap()
}
