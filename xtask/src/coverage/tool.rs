//! Runs the one test that asks the engine and nothing else, instrumented, and
//! gets an LCOV file out of it.
//!
//! llvm-tools count lines and regions, and are taken where they are those of
//! the compiler; cargo-tarpaulin counts lines on any stable compiler. What is
//! missing is said with the command that installs it. Must never take numbers
//! from a run that failed.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::exit::{Coded, Exit};

/// The package and the test that asks.
const PACKAGE: &str = "argument-check-corpus";
const TEST: &str = "every_form";

/// The environment variable that names the bodies to ask.
const BODIES: &str = "ARGUMENT_CHECK_BODIES";

/// What can measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Choice {
    /// llvm-tools where they are those of the compiler, else cargo-tarpaulin
    Auto,
    /// llvm-cov and llvm-profdata of the compiler: lines and regions
    LlvmTools,
    /// cargo-tarpaulin: lines
    Tarpaulin,
}

/// What measures.
pub(super) enum Tool {
    /// The folder of llvm-cov and llvm-profdata, and their version.
    LlvmTools(PathBuf, String),
    /// The version.
    Tarpaulin(String),
}

/// What one run measured.
pub(super) struct Measured {
    /// The LCOV file.
    pub(super) lcov: String,
    /// Of each file, how many regions it has and how many ran.
    pub(super) regions: Option<Vec<FileRegions>>,
}

/// The regions of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileRegions {
    /// Its path.
    pub(super) file: PathBuf,
    pub(super) all: u64,
    pub(super) ran: u64,
}

impl Tool {
    /// The tool that was asked for, and why regions are not measured if they
    /// are not.
    pub(super) fn find(choice: Choice) -> Result<(Self, Option<String>)> {
        let no_regions = match (choice, llvm_tools()) {
            (Choice::Auto | Choice::LlvmTools, Ok(tools)) => return Ok((tools, None)),
            (Choice::LlvmTools, Err(why)) => return Err(missing(&why)),
            (Choice::Tarpaulin, _) => "cargo-tarpaulin counts lines alone".to_owned(),
            (Choice::Auto, Err(why)) => why,
        };
        match tarpaulin() {
            Ok(tool) => Ok((tool, Some(no_regions))),
            Err(why) => Err(missing(&format!("{why}; or {no_regions}"))),
        }
    }

    /// Its name and version.
    pub(super) fn version(&self) -> (&'static str, &str) {
        match self {
            Self::LlvmTools(_, version) => ("llvm-tools", version),
            Self::Tarpaulin(version) => ("cargo-tarpaulin", version),
        }
    }

    /// Asks the engine the bodies of a file.
    pub(super) fn measure(&self, root: &Path, bodies: &Path, scratch: &Path) -> Result<Measured> {
        match self {
            Self::LlvmTools(tools, _) => by_llvm(tools, root, bodies, scratch),
            Self::Tarpaulin(_) => {
                let mut command = cargo(root);
                command.args(["tarpaulin", "--engine", "llvm", "--skip-clean"]);
                command.args(["--package", PACKAGE, "--test", TEST, "--out", "Lcov"]);
                command.args(["--include-files", "engine/src/**", "--output-dir"]);
                command.arg(scratch).arg("--target-dir");
                command.arg(root.join("target/coverage-tarpaulin"));
                output(command.env(BODIES, bodies))?;
                let file = scratch.join("lcov.info");
                let lcov = std::fs::read_to_string(&file);
                Ok(Measured {
                    lcov: lcov.with_context(|| format!("{}: cannot be read", file.display()))?,
                    regions: None,
                })
            }
        }
    }
}

fn missing(why: &str) -> anyhow::Error {
    Coded::new(
        Exit::Unreadable,
        format!("nothing measures coverage here: {why}"),
    )
    .into()
}

/// llvm-cov and llvm-profdata, if they are of the compiler's LLVM.
fn llvm_tools() -> Result<Tool, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let ask = |argument: &[&str]| {
        let mut command = Command::new(&rustc);
        output(command.args(argument)).map_err(|error| format!("{error:#}"))
    };
    let about = ask(&["-vV"])?;
    let line = |name: &str| about.lines().find_map(|line| line.strip_prefix(name));
    let (Some(host), Some(version)) = (line("host: "), line("LLVM version: ")) else {
        return Err("rustc -vV names no host and no LLVM version".to_owned());
    };
    let folder = Path::new(ask(&["--print", "sysroot"])?.trim()).join("lib/rustlib");
    let folder = folder.join(host).join("bin");
    let remedy = "llvm-tools are missing: rustup component add llvm-tools";
    let found = output(Command::new(folder.join("llvm-cov")).arg("--version"));
    let found = found.map_err(|_| remedy.to_owned())?;
    // A vendor's suffix may follow the number.
    if !found.contains(&format!("LLVM version {version}")) {
        return Err(format!("llvm-cov is not of LLVM {version}: {remedy}"));
    }
    Ok(Tool::LlvmTools(folder, version.to_owned()))
}

fn tarpaulin() -> Result<Tool, String> {
    let found = output(cargo(Path::new(".")).args(["tarpaulin", "--version"]));
    let remedy = "cargo-tarpaulin is missing: cargo install cargo-tarpaulin --locked";
    let found = found.map_err(|_| remedy.to_owned())?;
    let version = found.split_whitespace().last().unwrap_or("unknown");
    Ok(Tool::Tarpaulin(version.to_owned()))
}

fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // What is inlined has a count in each copy, and not every tool adds them up.
    command
        .current_dir(root)
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
    command
}

/// The standard output of a command that has to succeed.
fn output(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let done = command
        .output()
        .with_context(|| format!("{name}: cannot be run"))?;
    if !done.status.success() {
        let said = [done.stdout, done.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        let last: Vec<&str> = said.lines().rev().take(20).collect();
        let last: Vec<&str> = last.into_iter().rev().collect();
        bail!("{name} failed ({}):\n{}", done.status, last.join("\n"));
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

fn by_llvm(tools: &Path, root: &Path, bodies: &Path, scratch: &Path) -> Result<Measured> {
    let program = build(root)?;
    let (raw, profile) = (scratch.join("run.profraw"), scratch.join("run.profdata"));
    let mut run = Command::new(&program);
    run.current_dir(root).env(BODIES, bodies);
    output(run.env("LLVM_PROFILE_FILE", &raw))?;
    let mut merge = Command::new(tools.join("llvm-profdata"));
    output(
        merge
            .args(["merge", "-sparse", "-o"])
            .args([&profile, &raw]),
    )?;
    let export = |form: &str| {
        let mut export = Command::new(tools.join("llvm-cov"));
        export.args(["export", form]).arg("-instr-profile");
        output(export.args([&profile, &program]))
    };
    let summary: Export = serde_json::from_str(&export("-summary-only")?)
        .context("the summary of llvm-cov is of another shape")?;
    let files = summary.data.into_iter().flat_map(|data| data.files);
    let regions = files.map(|file| FileRegions {
        file: file.filename,
        all: file.summary.regions.count,
        ran: file.summary.regions.covered,
    });
    Ok(Measured {
        regions: Some(regions.collect()),
        lcov: export("-format=lcov")?,
    })
}

/// Builds the test with counters; a folder of its own keeps other builds whole.
fn build(root: &Path) -> Result<PathBuf> {
    let mut command = cargo(root);
    command.args(["test", "--no-run", "--package", PACKAGE, "--test", TEST]);
    command.args(["--message-format", "json-render-diagnostics"]);
    command
        .arg("--target-dir")
        .arg(root.join("target/coverage"));
    let lines = output(command.env("RUSTFLAGS", "-Cinstrument-coverage"))?;
    let mut programs = lines.lines().filter_map(|line| {
        let built: Built = serde_json::from_str(line).ok()?;
        (built.target.name == TEST).then_some(built.executable)?
    });
    let program = programs.next_back();
    ensure!(program.is_some(), "cargo built no test called {TEST}");
    program.context("no program")
}

#[derive(Deserialize)]
struct Built {
    target: BuiltTarget,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct BuiltTarget {
    name: String,
}

#[derive(Deserialize)]
struct Export {
    data: Vec<ExportData>,
}

#[derive(Deserialize)]
struct ExportData {
    files: Vec<ExportFile>,
}

#[derive(Deserialize)]
struct ExportFile {
    filename: PathBuf,
    summary: Summary,
}

#[derive(Deserialize)]
struct Summary {
    regions: Counted,
}

#[derive(Deserialize)]
struct Counted {
    count: u64,
    covered: u64,
}
