//! Builds fuzz targets with plain `cargo`, so that nobody has to install
//! anything; which crate gets which flags is `instrumentation`'s business.
//!
//! The sanitizer `none` works with any compiler, `address` needs a nightly one.
//! What is missing is said with the command that brings it; nothing is ever
//! built with fewer flags than were asked for.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::instrumentation;
use super::process::Binaries;
use crate::exit::{Coded, Exit};

/// What watches memory while a target runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sanitizer {
    /// Nothing: the fastest, on any compiler.
    #[default]
    None,
    /// `AddressSanitizer`: needs a nightly compiler.
    Address,
}

impl Sanitizer {
    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Address => "address",
        }
    }

    /// The most memory that a process may have, in MiB; shadow memory counts.
    pub(crate) fn memory(self) -> u64 {
        match self {
            Self::None => 2048,
            Self::Address => 6144,
        }
    }
}

/// What builds and where.
pub(crate) struct Toolchain {
    root: PathBuf,
    directory: PathBuf,
    sanitizer: Sanitizer,
    /// For rustup; `None` for the compiler that is set here.
    channel: Option<&'static str>,
    host: String,
    version: String,
}

impl Toolchain {
    /// The compiler for the fuzz workspace below `root`; its files go to
    /// `directory`, by default `fuzz/target`.
    pub(crate) fn new(root: &Path, directory: Option<&Path>, sanitizer: Sanitizer) -> Result<Self> {
        let manifest = root.join("fuzz/Cargo.toml");
        ensure!(
            manifest.exists(),
            "{}: is not there; --root names a checkout of argument-check",
            manifest.display()
        );
        let mut channel = None;
        let mut about = rustc(channel)?;
        if sanitizer == Sanitizer::Address && !is_nightly(&about) {
            channel = Some("nightly");
            about = rustc(channel)
                .ok()
                .filter(|it| is_nightly(it))
                .ok_or_else(|| {
                    Coded::new(
                        Exit::Unreadable,
                        "--sanitizer address needs a nightly compiler; \
                     `rustup toolchain install nightly --profile minimal` brings one, \
                     --sanitizer none works without",
                    )
                })?;
        }
        let host =
            field(&about, "host: ").context("`rustc -vV` names no host; check the installation")?;
        Ok(Self {
            root: root.to_owned(),
            directory: directory.map_or_else(|| root.join("fuzz/target"), Path::to_owned),
            sanitizer,
            channel,
            host: host.to_owned(),
            version: about.lines().next().unwrap_or_default().to_owned(),
        })
    }

    /// The compiler's own name and version.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Builds these targets, once for all.
    pub(crate) fn build(&self, targets: &[&str]) -> Result<Binaries> {
        let mut command = cargo(self.channel);
        command
            .args([
                "build",
                "--release",
                "--message-format=json-render-diagnostics",
            ])
            .arg("--manifest-path")
            .arg(self.root.join("fuzz/Cargo.toml"))
            .arg("--target-dir")
            .arg(&self.directory)
            .args(["--target", &self.host])
            .args(targets.iter().flat_map(|target| ["--bin", target]))
            .env("RUSTFLAGS", self.flags())
            // It would win over the flags above.
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .stdin(Stdio::null())
            .stderr(Stdio::inherit());
        instrumentation::wrap(&mut command)?;
        let output = command.output().context("cargo cannot be started")?;
        ensure!(
            output.status.success(),
            "the fuzz targets cannot be built, see above; they need a C++ compiler \
             (`c++`, or the one that CXX names)"
        );
        binaries(&output.stdout, targets)
    }

    /// The flags, after those of the environment.
    fn flags(&self) -> String {
        let given = std::env::var("RUSTFLAGS").unwrap_or_default();
        let address = (self.sanitizer == Sanitizer::Address).then_some("-Zsanitizer=address");
        let flags = instrumentation::EVERYWHERE.into_iter().chain(address);
        let all: Vec<&str> = given.split_whitespace().chain(flags).collect();
        all.join(" ")
    }
}

/// One line of cargo's messages, as far as it is about a binary.
#[derive(Deserialize)]
struct Message {
    reason: String,
    target: Option<Named>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

/// The binaries of `targets` among cargo's messages.
fn binaries(messages: &[u8], targets: &[&str]) -> Result<Binaries> {
    let lines = messages.split(|byte| *byte == b'\n');
    let built: Vec<(String, PathBuf)> = lines
        .filter_map(|line| serde_json::from_slice::<Message>(line).ok())
        .filter(|message| message.reason == "compiler-artifact")
        .filter_map(|message| Some((message.target?.name, message.executable?)))
        .collect();
    for target in targets {
        ensure!(
            built.iter().any(|(name, _)| name == target),
            "fuzz target {target}: cargo built no binary of this name; fuzz/Cargo.toml lists them"
        );
    }
    let wanted = built
        .into_iter()
        .filter(|(name, _)| targets.contains(&name.as_str()));
    Ok(Binaries(wanted.collect()))
}

fn cargo(channel: Option<&str>) -> Command {
    match channel {
        // The variable of the cargo that runs this names one compiler's own.
        Some(channel) => {
            let mut command = Command::new("cargo");
            command.env("RUSTUP_TOOLCHAIN", channel);
            command
        }
        None => Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())),
    }
}

/// What `rustc -vV` says.
fn rustc(channel: Option<&str>) -> Result<String> {
    let mut command = Command::new("rustc");
    command.arg("-vV");
    if let Some(channel) = channel {
        command.env("RUSTUP_TOOLCHAIN", channel);
    }
    let output = command.output().context("rustc cannot be started")?;
    ensure!(
        output.status.success(),
        "`rustc -vV` fails; check the installation"
    );
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn is_nightly(about: &str) -> bool {
    field(about, "release: ").is_some_and(|it| it.contains("nightly") || it.contains("dev"))
}

fn field<'a>(about: &'a str, name: &str) -> Option<&'a str> {
    about.lines().find_map(|line| line.strip_prefix(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_binaries_are_those_that_cargo_names() {
        let messages =
            br#"{"reason":"compiler-artifact","target":{"name":"check"},"executable":"/t/check"}
{"reason":"compiler-artifact","target":{"name":"serde"},"executable":null}
{"reason":"build-finished","success":true}
"#;
        let built = binaries(messages, &["check"]).unwrap();
        assert_eq!(built.0, [("check".to_owned(), PathBuf::from("/t/check"))]);
        let error = binaries(messages, &["check", "canary"]).err().unwrap();
        assert!(error.to_string().contains("fuzz target canary"));
    }

    #[test]
    fn only_a_nightly_compiler_is_one() {
        assert!(is_nightly(
            "rustc 1.97.0-nightly\nrelease: 1.97.0-nightly\n"
        ));
        assert!(!is_nightly("rustc 1.95.0\nrelease: 1.95.0\nhost: x\n"));
    }
}
