//! The server under load: a process of this program that can be killed.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};

use crate::serve::RECOVERED;

/// A running server.
pub(super) struct Server {
    child: Mutex<Child>,
    base: String,
    recovered: [u64; 3],
}

/// Where a server on `data` says what it says on standard error.
pub(super) fn log(data: &Path) -> PathBuf {
    data.with_extension("server.log")
}

impl Server {
    /// Starts one on `data`, and waits until it listens.
    pub(super) fn start(data: &Path) -> Result<Self> {
        let program = std::env::current_exe().context("the path of this program is not known")?;
        let log = log(data);
        let said = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(&log)
            .with_context(|| format!("{}: cannot be written", log.display()))?;
        let mut child = Command::new(program)
            .args(["serve", "--addr", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(said)
            .spawn()
            .context("the server cannot be started")?;
        let output = child.stdout.take().context("its output is not a pipe")?;
        let (mut recovered, mut base) = ([0; 3], None);
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if let Some(counts) = line.strip_prefix(RECOVERED) {
                let numbers = counts.split(' ').filter_map(|word| word.parse().ok());
                for (place, number) in recovered.iter_mut().zip(numbers) {
                    *place = number;
                }
            }
            if let Some(address) = line.strip_prefix("listening on ") {
                base = Some(address.to_owned());
                break;
            }
        }
        let Some(base) = base else {
            let _ = child.wait();
            bail!("the server did not start; {} says why", log.display());
        };
        Ok(Self {
            child: Mutex::new(child),
            base,
            recovered,
        })
    }

    /// Its address.
    pub(super) fn base(&self) -> &str {
        &self.base
    }

    /// What it found when it started: payments entered with a refund, lines
    /// refunded, payments dropped.
    pub(super) fn recovered(&self) -> [u64; 3] {
        self.recovered
    }

    /// `kill -9`, and waits until it is gone.
    pub(super) fn kill(&self) -> Result<()> {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        child.kill().context("the server cannot be killed")?;
        child.wait().context("the server does not end")?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to stop.
        let _ = self.kill();
    }
}
