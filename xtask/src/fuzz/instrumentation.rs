//! Decides how much of a fuzz target libFuzzer sees: which crate is compiled
//! with which of the coverage flags of `cargo fuzz`.
//!
//! Those flags on every crate are most of what the slow targets do:
//! comparisons in a JSON Schema library or in the judges are traced one by
//! one, and teach the fuzzer nothing of the engine. So the engine
//! is instrumented whole, the glue and the judges count edges, and libraries
//! are as they come. Must never leave the engine less than `cargo fuzz` gives
//! it, and changes nothing but flags.
//!
//! Cargo has flags for all crates only, on a stable compiler; so this process
//! stands in for rustc (`RUSTC_WRAPPER`) and adds what the crate is to have.

use std::ffi::{OsStr, OsString};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

/// What every crate gets: the condition of `cargo fuzz`, and one more, so that
/// cargo never takes what another set of flags has built for this one's.
pub(crate) const EVERYWHERE: [&str; 2] = ["--cfg=fuzzing", "--cfg=fuzzing_by_layers"];

/// Edges, counted in memory.
const EDGES: [&str; 4] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
];

/// What the engine has beyond edges: each comparison is a call into libFuzzer.
const COMPARISONS: [&str; 2] = [
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    // Branches that are folded into one are one edge, and an input that gets
    // half of them right would be worth nothing.
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
];

/// The crate that is searched.
const ENGINE: &str = "argument_check";

/// The crates that stand around it: what draws inputs and what judges answers.
const JUDGES: [&str; 2] = ["argument_check_corpus", "argument_check_oracle"];

/// Set where this process is started as a compiler.
const MARK: &str = "ARGUMENT_CHECK_FUZZ_RUSTC";

/// Makes `cargo` compile through this executable.
pub(crate) fn wrap(cargo: &mut Command) -> Result<()> {
    let own = std::env::current_exe().context("this program's own file cannot be named")?;
    cargo.env("RUSTC_WRAPPER", own).env(MARK, "1");
    Ok(())
}

/// Compiles, when cargo has started this process as its compiler; `None` when
/// a person or a script has.
pub(crate) fn compile() -> Option<ExitCode> {
    std::env::var_os(MARK)?;
    let mut arguments = std::env::args_os().skip(1);
    let rustc = arguments.next()?;
    let arguments: Vec<OsString> = arguments.collect();
    let status = Command::new(&rustc)
        .args(&arguments)
        .args(flags(&arguments))
        .status();
    Some(match status {
        Ok(status) => status
            .code()
            .and_then(|code| u8::try_from(code).ok())
            .map_or(ExitCode::FAILURE, ExitCode::from),
        Err(error) => {
            eprintln!("error: {}: cannot be started: {error}", rustc.display());
            ExitCode::FAILURE
        }
    })
}

/// The flags that a call of the compiler is given beyond its own.
fn flags(arguments: &[OsString]) -> Vec<&'static str> {
    let Some(name) = crate_name(arguments) else {
        return Vec::new();
    };
    let binary = pair(arguments, "--crate-type").is_some_and(|kind| kind == "bin");
    let glue = binary && argument_check_oracle::fuzzing::target(name).is_some();
    if name == ENGINE {
        EDGES.into_iter().chain(COMPARISONS).collect()
    } else if glue || JUDGES.contains(&name) {
        EDGES.to_vec()
    } else {
        Vec::new()
    }
}

fn crate_name(arguments: &[OsString]) -> Option<&str> {
    pair(arguments, "--crate-name")?.to_str()
}

/// What follows `flag`.
fn pair<'a>(arguments: &'a [OsString], flag: &str) -> Option<&'a OsStr> {
    let at = arguments.iter().position(|argument| argument == flag)?;
    arguments.get(at + 1).map(OsString::as_os_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, kind: &str) -> Vec<&'static str> {
        let call = ["--crate-name", name, "--crate-type", kind, "--edition=2024"];
        flags(&call.map(OsString::from))
    }

    #[test]
    fn the_engine_is_seen_whole_the_judges_by_their_edges_and_libraries_not_at_all() {
        let whole: Vec<&str> = EDGES.into_iter().chain(COMPARISONS).collect();
        assert_eq!(of("argument_check", "lib"), whole);
        assert_eq!(of("argument_check_oracle", "lib"), EDGES);
        assert_eq!(of("argument_check_corpus", "lib"), EDGES);
        assert_eq!(of("check", "bin"), EDGES);
        for (library, kind) in [
            ("jsonschema", "lib"),
            ("check", "lib"),
            ("build_script_build", "bin"),
        ] {
            assert!(of(library, kind).is_empty(), "{library}");
        }
        assert!(flags(&["-vV".into()]).is_empty());
    }
}
