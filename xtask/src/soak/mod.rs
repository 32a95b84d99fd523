//! `soak`: loads the reference service on loopback, plants every fault of the
//! facilitator, kills the server again and again, and audits what is left.
//!
//! The server is a process of its own, so that `kill -9` means what it says.
//! What clients received is held against ledger, settlements, counters and
//! metrics after the last restart. A run that no crash interrupted proves
//! nothing, and says so. Must never call a payment accounted for because it
//! could not be found.

mod audit;
mod clients;
mod markdown;
mod report;
mod server;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::exit::Exit;
use crate::report::place::Place;
use crate::root::Root;

use clients::{Clients, Mix};
use report::{Crashes, Header, Load, Report};
use server::Server;

/// How hard and how long.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Clients at once
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=256))]
    clients: u16,
    /// Requests of the measured load, without any fault
    #[arg(long, value_name = "N", default_value_t = 4_000)]
    requests: u64,
    /// How often the server is killed under load with faults
    #[arg(long, value_name = "N", default_value_t = 20)]
    crashes: u32,
    /// Longest time from a start to its kill
    #[arg(long, value_name = "MS", default_value_t = 900)]
    until_kill: u64,
    /// Which bodies, faults and moments
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Where the server keeps what it keeps; removed and made anew [default: target/soak]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Where soak.json and soak.md go [default: reports/latest]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,
}

/// Loads, kills, audits.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    let place = Place::cleared(root, options.reports.as_deref(), report::FILES)?;
    let data = options.data.clone();
    let data = data.unwrap_or_else(|| root.path().join("target/soak"));
    let report = soak(options, data)?;
    place.finish(&report, &markdown::render(&report))?;
    Ok(report.exit())
}

/// The whole run, on a fresh data directory.
fn soak(options: &Options, data: PathBuf) -> Result<Report> {
    match std::fs::remove_dir_all(&data) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(error)
                .with_context(|| format!("{}: choose another --data", data.display()));
        }
        _ => {}
    }
    // What servers of an earlier run said is not what these say.
    let _ = std::fs::remove_file(server::log(&data));
    std::fs::create_dir_all(&data)
        .with_context(|| format!("{}: choose another --data", data.display()))?;
    let clients = Clients::new(options.clients, options.seed);
    let load = load(&clients, &data, options)?;
    let crashes = crash(&clients, &data, options)?;
    let server = Server::start(&data)?;
    let attempts = clients.attempts();
    let audit = audit::audit(&server, &data, &attempts)?;
    drop(server);
    let header = Header {
        clients: u64::from(options.clients),
        requests: options.requests,
        crashes: options.crashes,
        seed: options.seed,
    };
    Ok(Report::new(header, load, crashes, audit))
}

/// The measured part: no fault is planted and nothing is killed.
fn load(clients: &Clients, data: &std::path::Path, options: &Options) -> Result<Load> {
    let server = Server::start(data)?;
    let begun = Instant::now();
    clients.run(server.base(), Mix::Plain, Some(options.requests), || {})?;
    let elapsed = begun.elapsed();
    server.kill()?;
    Ok(Load::new(clients.take_latencies(), elapsed))
}

/// Starts and kills, under load with faults.
fn crash(clients: &Clients, data: &std::path::Path, options: &Options) -> Result<Crashes> {
    let mut crashes = Crashes::default();
    let mut dice = clients.dice();
    for _ in 0..options.crashes {
        let server = Server::start(data)?;
        crashes.saw(server.recovered());
        let least = options.until_kill / 3;
        let moment = Duration::from_millis(least + dice.below(options.until_kill - least + 1));
        let mut killed = Ok(());
        let base = server.base().to_owned();
        clients.run(&base, Mix::Faulty, None, || {
            std::thread::sleep(moment);
            killed = server.kill();
        })?;
        killed?;
        crashes.killed += 1;
    }
    // What the last crash left is found by the start that follows.
    let server = Server::start(data)?;
    crashes.saw(server.recovered());
    server.kill()?;
    clients.take_latencies();
    Ok(crashes)
}
