//! Where things stand in a workspace, and how its corpus is read.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use argument_check_corpus::{LoadError, Retired, SYSTEMS, SourceCase, System};

use crate::exit::{Coded, Exit};

/// A workspace.
pub(crate) struct Root(PathBuf);

impl Root {
    /// The workspace given, or the one that this program was built in.
    pub(crate) fn new(given: Option<PathBuf>) -> Self {
        let built_in = || {
            let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
            xtask.parent().unwrap_or(xtask).to_owned()
        };
        Self(given.unwrap_or_else(built_in))
    }

    /// The workspace itself.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The folder of the corpus.
    pub(crate) fn corpus(&self) -> PathBuf {
        self.0.join("corpus")
    }

    /// The pinned artefact of a system.
    pub(crate) fn artefact(&self, system: &System) -> PathBuf {
        self.corpus().join(system.artefact_file)
    }

    /// The directory of reports.
    pub(crate) fn reports(&self) -> PathBuf {
        self.0.join("reports/latest")
    }

    /// The readings of a system, as text.
    pub(crate) fn readings(&self, system: &System) -> Result<String> {
        let file = self.corpus().join(system.readings_file);
        std::fs::read_to_string(&file)
            .with_context(|| format!("{}: cannot be read; restore it", file.display()))
    }

    /// The cases of every system, as people edit them.
    pub(crate) fn cases(&self) -> Result<Vec<SourceCase>> {
        let (mut cases, mut errors) = (Vec::new(), Vec::new());
        for system in SYSTEMS {
            match argument_check_corpus::load_system(&self.corpus(), system) {
                Ok(found) => cases.extend(found),
                Err(found) => errors.extend(found),
            }
        }
        if errors.is_empty() {
            return Ok(cases);
        }
        Err(unreadable(&errors))
    }

    /// The ids that were retired.
    pub(crate) fn retired(&self) -> Result<Retired> {
        Retired::read(&self.corpus()).map_err(|errors| unreadable(&errors))
    }
}

/// All errors of the case files as one.
fn unreadable(errors: &[LoadError]) -> anyhow::Error {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let message = format!("the corpus cannot be read\n{}", lines.join("\n"));
    Coded::new(Exit::Unreadable, message).into()
}
