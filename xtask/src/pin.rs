//! `pin`: whether the pinned artefact is the one that the case files make, and
//! whether any corpus file has the digest that is claimed for it.
//!
//! An artefact that cannot be read is a mismatch, not a usage error: somebody
//! changed a character of it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use argument_check_corpus::{SYSTEMS, SourceCase, System, pin};

use crate::exit::{Coded, Exit};
use crate::report::CorpusPin;
use crate::root::Root;

/// What to pin.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Regenerate the artefact from the case files
    #[arg(long, conflicts_with = "file")]
    write: bool,
    /// Verify this corpus file instead, of whatever origin
    #[arg(long, value_name = "F")]
    file: Option<PathBuf>,
    /// The digest it should have [default: the one that it states]
    #[arg(long, value_name = "HEX", requires = "file")]
    expect: Option<String>,
}

/// The state of the pin and what is wrong with it.
pub(crate) struct State {
    /// For the header of a report.
    pub(crate) pin: CorpusPin,
    /// One message a problem; empty when the pin matches.
    pub(crate) problems: Vec<String>,
}

/// Checks, writes, or verifies a file.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    if let Some(file) = &options.file {
        return of_file(file, options.expect.as_deref());
    }
    if options.write {
        return write(root);
    }
    let cases = root.cases()?;
    let mut exit = Exit::Clean;
    for system in SYSTEMS {
        let state = check(root, system, &cases)?;
        for problem in &state.problems {
            eprintln!("{problem}");
            exit = Exit::PinMismatch;
        }
        let pin = &state.pin;
        println!(
            "{} {}, {} cases, sha256 {}: {}",
            pin.id, pin.version, pin.cases, pin.sha256, pin.status
        );
    }
    // A pin that nobody can check is said to be that, and is not a match.
    println!(
        "{} sha256 {}: {}; bring its file with --file to verify it",
        pin::PUBLISHED_ID,
        pin::PUBLISHED_PIN,
        pin::PIN_UNVERIFIABLE
    );
    Ok(exit)
}

/// Holds the artefact of a system in `root` against its case files.
pub(crate) fn check(root: &Root, system: &System, cases: &[SourceCase]) -> Result<State> {
    let file = root.artefact(system);
    let name = file.display();
    let bytes = std::fs::read(&file).unwrap_or_default();
    // Bytes that are not UTF-8 are as wrong as any other changed character.
    let text = String::from_utf8_lossy(&bytes);
    let check = pin::check(system, &text, cases).map_err(|error| anyhow!("the cases: {error}"))?;
    let mut problems: Vec<String> = check
        .problems
        .iter()
        .map(|problem| format!("{name}: {problem}"))
        .collect();
    problems.extend(check.differences.iter().map(ToString::to_string));
    if !problems.is_empty() {
        problems.push(
            "if the case files are right, `cargo xtask pin --write` regenerates the artefact; \
             if not, restore them"
                .to_owned(),
        );
    }
    let status = if check.matches() {
        "match".to_owned()
    } else {
        let differing = check.differences.len();
        format!(
            "mismatch ({differing} cases differ; the case files make {})",
            check.from_cases
        )
    };
    Ok(State {
        pin: CorpusPin {
            id: system.corpus_id.to_owned(),
            version: system.corpus_version.to_owned(),
            cases: system.cases(cases).len() as u64,
            sha256: check.stated.unwrap_or_else(|| "unreadable".to_owned()),
            status,
        },
        problems,
    })
}

fn write(root: &Root) -> Result<Exit> {
    for system in SYSTEMS {
        let written = pin::write_artefact(system, &root.corpus())?;
        for difference in &written.differences {
            println!("{difference}");
        }
        let what = if written.changed {
            "written"
        } else {
            "unchanged"
        };
        println!(
            "{what}: {}, sha256 {}",
            written.file.display(),
            written.sha256
        );
    }
    Ok(Exit::Clean)
}

fn of_file(file: &Path, expect: Option<&str>) -> Result<Exit> {
    let name = file.display();
    let bytes =
        std::fs::read(file).with_context(|| format!("{name}: cannot be read; check the path"))?;
    let verification = pin::verify(&bytes, expect)
        .map_err(|error| Coded::new(Exit::Unreadable, format!("{name}: {error}")))?;
    println!("{verification}");
    if verification.matched.is_some() {
        return Ok(Exit::Clean);
    }
    Ok(Exit::PinMismatch)
}
