//! `serve`: the reference service, for the harness only.
//!
//! It sells nothing: the network is devnet, the payee is nobody, and the
//! facilitator is a mock in this process. It listens on loopback unless told
//! otherwise, and refuses a main network unless told otherwise. Nothing that is
//! submitted is written anywhere.
//!
//! | file | decides |
//! |---|---|
//! | `http` | what reaches the service, and how long anybody may take |
//! | `handover` | whether a paid answer was handed over |
//! | `service` | what every request is answered, in order |
//! | `sale` | step by step, whether a verdict is sold |
//! | `self_check` | whether the independent judges let an answer pass |
//! | `reply` | status, headers and body of every answer |
//! | `terms`, `payment`, `facilitator` | x402: what is asked, what is offered, what settles |
//! | `allowance`, `free_use` | the free tier, in memory and on the disk |
//! | `books` | ledger and pending journal, and what a restart owes |
//! | `candidates` | the second service on the same server: JSON candidates, free |
//! | `metrics`, `log` | what is counted and written down |
//! | `kill_line` | whether a ratio asks for a review |
//! | `criteria`, `signature`, `clock`, `append` | the document, the key, the time, files that only grow |
//! | `client` | the other side: asks over HTTP, pays in mock money |
//! | `mutants` | services that are wrong in one decision |

mod allowance;
mod append;
mod books;
pub(crate) mod candidates;
pub(crate) mod client;
mod clock;
pub(crate) mod criteria;
pub(crate) mod facilitator;
mod free_use;
mod handover;
mod http;
mod kill_line;
mod log;
mod metrics;
pub(crate) mod mutants;
pub(crate) mod payment;
mod reply;
mod sale;
mod self_check;
mod service;
mod signature;
pub(crate) mod terms;
#[cfg(test)]
pub(crate) mod tests;

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::{Context, Result};
use argument_check_oracle::ledger::Wallet;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use crate::exit::{Coded, Exit};
use crate::root::Root;

use books::Recovery;
use clock::Clock;
use http::Limits;
use log::Log;
use service::{Decisions, Service, Setup};
use terms::{DEFAULT_URL, DEVNET, Terms};

/// How the line begins that says what a start found.
pub(crate) const RECOVERED: &str = "recovered: ";

/// Solana's main network, as CAIP-2 names it.
const MAINNET: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";

/// Where and how to serve.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:8402")]
    addr: SocketAddr,
    /// Listen on an address that is not loopback
    #[arg(long)]
    allow_remote: bool,
    /// Ledger, journal, free use, incidents and key [default: target/serve]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// `system`, or a moment at which the clock stands
    #[arg(long, value_name = "CLOCK", default_value = "system")]
    clock: Clock,
    /// A wallet of the operator; its calls are counted apart
    #[arg(long, value_name = "WALLET")]
    house: Vec<Wallet>,
    /// The address in the payment terms
    #[arg(long, value_name = "URL", default_value = DEFAULT_URL)]
    public_url: String,
    /// The network in the payment terms
    #[arg(long, value_name = "CAIP-2", default_value = DEVNET)]
    network: String,
    /// Name a main network in the terms, although nothing is ever settled there
    #[arg(long)]
    allow_mainnet: bool,
}

/// Serves until it is interrupted or terminated.
pub(crate) fn run(root: &Root, options: Options) -> Result<Exit> {
    admit(&options)?;
    let data = options
        .data
        .unwrap_or_else(|| root.path().join("target/serve"));
    let (service, recovery) = Service::open(Setup {
        data,
        terms: Terms::new(&options.public_url, &options.network),
        house: options.house.into_iter().collect(),
        clock: options.clock,
        log: Log::new(Box::new(std::io::stderr())),
        decisions: Decisions::published(),
    })?;
    say(&recovery);
    let runtime = tokio::runtime::Runtime::new().context("the runtime cannot be started")?;
    runtime.block_on(async {
        let listener = TcpListener::bind(options.addr)
            .await
            .with_context(|| format!("--addr {}: choose another", options.addr))?;
        let mut interrupted = signal(SignalKind::interrupt())?;
        let mut terminated = signal(SignalKind::terminate())?;
        println!("{RECOVERED}{recovery}");
        println!("listening on http://{}", listener.local_addr()?);
        std::io::stdout().flush()?;
        let stop = async {
            tokio::select! {
                _ = interrupted.recv() => {}
                _ = terminated.recv() => {}
            }
        };
        http::serve(listener, service, Limits::default(), stop).await;
        Ok(Exit::Clean)
    })
}

/// Refuses what only a deliberate operator may want.
fn admit(options: &Options) -> Result<()> {
    let refuse = |message: String| Err(Coded::new(Exit::Unreadable, message).into());
    if !options.addr.ip().is_loopback() && !options.allow_remote {
        let message = format!(
            "--addr {}: not loopback; the reference server is for the harness, say --allow-remote \
             to open it all the same",
            options.addr
        );
        return refuse(message);
    }
    if options.network == MAINNET && !options.allow_mainnet {
        let message = "--network names a main network; the reference server settles in mock money, \
                       say --allow-mainnet to name it all the same";
        return refuse(message.to_owned());
    }
    Ok(())
}

/// Says what files a crash had torn.
fn say(recovery: &Recovery) {
    if let Some(torn) = &recovery.torn {
        eprintln!(
            "recovered: line {} of the ledger was torn; its {} bytes are in {}",
            torn.line,
            torn.bytes,
            torn.moved_to.display()
        );
    }
    if recovery.torn_journal {
        eprintln!(
            "recovered: a torn line of journal or settlements was cut off; nobody was told of it"
        );
    }
}
