//! The artefact held against the case files, and its renewal.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Artefact, PinError, PinnedCase, compute, parse};
use crate::case::SourceCase;
use crate::lint::{Finding, lint_history};
use crate::load::{LoadError, load_system};
use crate::retired::Retired;
use crate::system::System;

/// How a case differs between the artefact and the case files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    /// Both have it; these members differ.
    Changed(Vec<String>),
    /// Only the case files have it.
    New,
    /// Only the artefact has it.
    Missing,
}

/// One case that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its id.
    pub id: String,
    /// How it differs.
    pub kind: DifferenceKind,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            DifferenceKind::Changed(members) => {
                write!(
                    f,
                    "{}: {} changed since it was pinned",
                    self.id,
                    members.join(", ")
                )
            }
            DifferenceKind::New => write!(f, "{}: in the case files and not pinned", self.id),
            DifferenceKind::Missing => write!(f, "{}: pinned and in no case file", self.id),
        }
    }
}

/// What came of holding an artefact against the case files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The digest that the artefact states, if it can be read.
    pub stated: Option<String>,
    /// The digest of what the artefact holds, if it can be read.
    pub computed: Option<String>,
    /// The digest that the case files would have.
    pub from_cases: String,
    /// The cases that differ, by id.
    pub differences: Vec<Difference>,
    /// Everything else that is wrong with the artefact, in sentences.
    pub problems: Vec<String>,
}

impl Check {
    /// Whether the artefact is exactly what the case files generate.
    pub fn matches(&self) -> bool {
        self.differences.is_empty() && self.problems.is_empty()
    }
}

/// Holds the text of an artefact against the case files. An artefact that cannot be read is a
/// mismatch and not an error: someone changed a character of it. The error is about the cases.
pub fn check(system: &System, artefact: &str, cases: &[SourceCase]) -> Result<Check, PinError> {
    let fresh = Artefact::from_sources(system, cases)?;
    let mut check = Check {
        stated: None,
        computed: None,
        from_cases: fresh.sha256.clone(),
        differences: Vec::new(),
        problems: Vec::new(),
    };
    let held = match parse(artefact) {
        Ok(held) => held,
        Err(error) => {
            check.problems.push(error.to_string());
            return Ok(check);
        }
    };
    let computed = compute(&held)?;
    if computed != held.sha256 {
        check.problems.push(format!(
            "the artefact states {} and holds {computed}: it was edited by hand",
            held.sha256
        ));
    }
    check.differences = differences(&held, &fresh);
    if check.differences.is_empty() && check.problems.is_empty() && artefact != fresh.render() {
        check.problems.push(if computed == fresh.sha256 {
            "the artefact is laid out otherwise than it is generated".into()
        } else {
            "the id, the version or the criteria of the artefact differ from those of this build"
                .into()
        });
    }
    check.stated = Some(held.sha256);
    check.computed = Some(computed);
    Ok(check)
}

/// The cases that differ between what is pinned and what would be.
pub fn differences(pinned: &Artefact, fresh: &Artefact) -> Vec<Difference> {
    let by_id = |artefact: &'_ Artefact| -> BTreeMap<String, PinnedCase> {
        artefact
            .cases
            .iter()
            .map(|one| (one.case.id.clone(), one.clone()))
            .collect()
    };
    let (pinned, fresh) = (by_id(pinned), by_id(fresh));
    let mut ids: Vec<&String> = pinned.keys().chain(fresh.keys()).collect();
    ids.sort();
    ids.dedup();
    ids.into_iter()
        .filter_map(|id| {
            let kind = match (pinned.get(id), fresh.get(id)) {
                (Some(old), Some(new)) => DifferenceKind::Changed(changed(old, new)?),
                (None, _) => DifferenceKind::New,
                (_, None) => DifferenceKind::Missing,
            };
            Some(Difference {
                id: id.clone(),
                kind,
            })
        })
        .collect()
}

/// The names of the members in which two cases differ, if there are any.
fn changed(old: &PinnedCase, new: &PinnedCase) -> Option<Vec<String>> {
    let (old, new) = (old.to_value(), new.to_value());
    let members = new
        .members()?
        .iter()
        .filter(|(name, value)| old.get(name) != Some(value))
        .map(|(name, _)| name.clone())
        .collect::<Vec<_>>();
    (!members.is_empty()).then_some(members)
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub file: PathBuf,
    /// The digest that it states now.
    pub sha256: String,
    /// The cases that differ from what was pinned before; all of them if nothing readable was.
    pub differences: Vec<Difference>,
    /// Whether the file changed at all.
    pub changed: bool,
}

/// Why the artefact was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The case files or `retired.txt` cannot be used.
    #[error("{}", lines(.0))]
    Load(Vec<LoadError>),
    /// Ids vanished or moved. Writing would forget that they were ever pinned.
    #[error("{}", lines(.0))]
    History(Vec<Finding>),
    /// The cases make no artefact.
    #[error(transparent)]
    Pin(#[from] PinError),
    /// The file cannot be read or written.
    #[error("{}: {error}. Check that the folder is the corpus and that you may write there", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
}

fn lines<T: fmt::Display>(list: &[T]) -> String {
    list.iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Generates the artefact of a system in a corpus folder from its case files and writes it.
///
/// Refuses if a pinned id vanished without standing in `retired.txt` or was renumbered: after the
/// write nothing would remember it. An artefact that cannot be read remembers nothing and is replaced.
pub fn write_artefact(system: &System, corpus_dir: &Path) -> Result<Written, WriteError> {
    let cases = load_system(corpus_dir, system).map_err(WriteError::Load)?;
    let retired = Retired::read(corpus_dir).map_err(WriteError::Load)?;
    let fresh = Artefact::from_sources(system, &cases)?;
    let file = corpus_dir.join(system.artefact_file);
    let io = |error| WriteError::Io {
        file: file.clone(),
        error,
    };
    let before = match fs::read(&file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(io(error)),
    };
    let held = std::str::from_utf8(&before)
        .ok()
        .and_then(|text| parse(text).ok());
    if let Some(held) = &held {
        let findings = lint_history(&cases, held, &retired);
        if !findings.is_empty() {
            return Err(WriteError::History(findings));
        }
    }
    let nothing = Artefact {
        cases: Vec::new(),
        ..fresh.clone()
    };
    let differences = differences(held.as_ref().unwrap_or(&nothing), &fresh);
    let text = fresh.render();
    let changed = text.as_bytes() != before;
    if changed {
        // A rename is one step: an interrupted write must not leave half an artefact that looks whole.
        let partial = file.with_extension("json.partial");
        fs::write(&partial, &text).map_err(io)?;
        fs::rename(&partial, &file).map_err(io)?;
    }
    Ok(Written {
        file,
        sha256: fresh.sha256,
        differences,
        changed,
    })
}
