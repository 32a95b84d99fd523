//! Reads the case files of one system: TOML in, cases with file and line out.
//!
//! Every error of every file is collected, because someone who adds ten cases wants ten messages and
//! not ten runs. A file may hold anything at all: it is answered with file, line and remedy, never
//! with a panic, and never with the cases that happened to be readable.

mod file;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::case::SourceCase;
use crate::system::System;
use file::parse_file;

/// Why the case files cannot be used, at one place of one file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct LoadError {
    /// The file (or the folder) at fault.
    pub file: PathBuf,
    /// The line, counted from 1; `None` if the fault is not in a line.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}. {}.", self.message, self.remedy)
    }
}

/// Reads every case file below `dir`, in the order of their paths.
pub fn load(dir: &Path) -> Result<Vec<SourceCase>, Vec<LoadError>> {
    let mut cases = Vec::new();
    let mut errors = Vec::new();
    for file in case_files(dir, &mut errors) {
        match fs::read(&file) {
            Ok(bytes) => parse_file(&file, &bytes, &mut cases, &mut errors),
            Err(error) => errors.push(LoadError {
                file,
                line: None,
                message: format!("the file cannot be read: {error}"),
                remedy: "Check that it exists and that you may read it".into(),
            }),
        }
    }
    if errors.is_empty() && cases.is_empty() {
        errors.push(LoadError {
            file: dir.to_owned(),
            line: None,
            message: "the folder holds no case".into(),
            remedy: "Add a file `<topic>.toml` with a `[[case]]`, or name another folder".into(),
        });
    }
    if errors.is_empty() {
        Ok(cases)
    } else {
        Err(errors)
    }
}

/// Reads every case of a system in a corpus folder; one of another system there is an error, because
/// it would be neither pinned nor judged.
pub fn load_system(corpus_dir: &Path, system: &System) -> Result<Vec<SourceCase>, Vec<LoadError>> {
    let (mut cases, mut errors) = (Vec::new(), Vec::new());
    for dir in system.case_dirs {
        match load(&corpus_dir.join(dir)) {
            Ok(found) => cases.extend(found),
            Err(found) => errors.extend(found),
        }
    }
    let strangers = cases
        .iter()
        .filter(|source| !system.ops.contains(&source.case.op));
    errors.extend(strangers.map(|source| LoadError {
        file: source.file.clone(),
        line: Some(source.line),
        message: format!(
            "{}: the operation {} is not one of {}",
            source.case.id, source.case.op, system.name
        ),
        remedy: "Move the case to the folder of its system".into(),
    }));
    if errors.is_empty() {
        Ok(cases)
    } else {
        Err(errors)
    }
}

/// The case files below `dir`. Hidden files belong to editors; any other stray file is an error,
/// because a case in it would silently not count.
fn case_files(dir: &Path, errors: &mut Vec<LoadError>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let hidden = |entry: &walkdir::DirEntry| {
        entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.')
    };
    for entry in walkdir::WalkDir::new(dir)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| !hidden(entry))
    {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) if entry.path().extension().is_some_and(|ext| ext == "toml") => {
                files.push(entry.into_path());
            }
            Ok(entry) => errors.push(LoadError {
                file: entry.into_path(),
                line: None,
                message: "only case files stand here".into(),
                remedy: "Name it `<topic>.toml` if it holds cases, or move it elsewhere".into(),
            }),
            Err(error) => errors.push(LoadError {
                file: error.path().unwrap_or(dir).to_owned(),
                line: None,
                message: format!("the folder cannot be read: {error}"),
                remedy: "Check the path; case files stand in `corpus/cases/<system>`".into(),
            }),
        }
    }
    files
}

#[cfg(test)]
mod tests;
