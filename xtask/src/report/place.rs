//! Where the reports of a run go, and how they come there.
//!
//! A place is made before anything is judged, and making it removes the files
//! of an earlier run; new ones are written under another name and renamed once
//! all are there, the one for machines last. So no partial or outdated report
//! must ever look like this run's, whatever goes wrong between.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;

use crate::exit::{Coded, Exit};
use crate::root::Root;

/// What names another directory, in the advice of an error.
const FLAG: &str = "--reports";

/// A directory in which a run's files do not stand yet. The first file is the
/// one for machines.
pub(crate) struct Place<const N: usize> {
    directory: PathBuf,
    files: [&'static str; N],
}

impl<const N: usize> Place<N> {
    /// The directory that `--reports` names, or the workspace's own, without
    /// the files of an earlier run.
    pub(crate) fn cleared(
        root: &Root,
        given: Option<&Path>,
        files: [&'static str; N],
    ) -> Result<Self> {
        let directory = given.map_or_else(|| root.reports(), Path::to_owned);
        Self::at(directory, files)
    }

    /// This directory, without the files of an earlier run.
    pub(crate) fn at(directory: PathBuf, files: [&'static str; N]) -> Result<Self> {
        for name in files {
            let file = directory.join(name);
            remove(&file).map_err(|error| unwritten(&file, &error, FLAG))?;
        }
        Ok(Self { directory, files })
    }

    /// The directory.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Writes a text a file, all or none.
    pub(crate) fn fill(&self, texts: [&str; N]) -> Result<()> {
        let directory = &self.directory;
        std::fs::create_dir_all(directory).map_err(|error| unwritten(directory, &error, FLAG))?;
        let files = self.files.map(|name| directory.join(name));
        for (file, text) in files.iter().zip(texts) {
            let partial = partial(file);
            std::fs::write(&partial, text).map_err(|error| unwritten(&partial, &error, FLAG))?;
        }
        for file in files.iter().rev() {
            std::fs::rename(partial(file), file).map_err(|error| unwritten(file, &error, FLAG))?;
        }
        Ok(())
    }

    /// Shows what was found, and where it stands.
    pub(crate) fn show(&self, text: &str) {
        print!("{text}");
        println!("\nreports: {}", self.directory.display());
    }
}

impl Place<2> {
    /// Writes a report as JSON and as Markdown.
    pub(crate) fn write(&self, report: &impl Serialize, markdown: &str) -> Result<()> {
        let mut json = serde_json::to_string_pretty(report).map_err(unserializable)?;
        json.push('\n');
        self.fill([&json, markdown])
    }

    /// Writes a report and shows it.
    pub(crate) fn finish(&self, report: &impl Serialize, markdown: &str) -> Result<()> {
        self.write(report, markdown)?;
        self.show(markdown);
        Ok(())
    }
}

/// Removes a file that may be there.
pub(crate) fn remove(file: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The name that a file has until it is whole; two processes never share it.
pub(crate) fn partial(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(format!(".partial-{}", std::process::id()));
    file.with_file_name(name)
}

/// A file that cannot be written, with the flag that names another.
pub(crate) fn unwritten(file: &Path, error: &std::io::Error, flag: &str) -> anyhow::Error {
    let message = format!(
        "{}: cannot be written: {error}; give another place with {flag}",
        file.display()
    );
    Coded::new(Exit::Internal, message).into()
}

/// A report that has no JSON form is a fault of the harness.
pub(crate) fn unserializable(error: serde_json::Error) -> anyhow::Error {
    Coded::new(Exit::Internal, format!("the report: {error}")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [&str; 2] = ["run.json", "run.md"];

    fn names(directory: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(directory).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn all_files_appear_no_temporary_one_stays_and_the_next_run_finds_none() {
        let directory = tempfile::tempdir().unwrap();
        let place = || Place::at(directory.path().join("new"), FILES).unwrap();
        place().write(&[1], "one\n").unwrap();
        assert_eq!(names(&directory.path().join("new")), FILES);
        let json = std::fs::read_to_string(place().directory().join("run.json"));
        assert!(json.is_err(), "an outdated report is left");
        assert_eq!(names(place().directory()), [""; 0]);
    }

    #[test]
    fn a_place_that_cannot_be_written_names_the_file_and_the_flag() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("file");
        std::fs::write(&file, "").unwrap();
        let place = Place {
            directory: file,
            files: FILES,
        };
        let error = place.write(&[1], "").unwrap_err();
        assert_eq!(Coded::of(&error), Exit::Internal);
        let text = error.to_string();
        assert!(
            text.contains("file: cannot be written") && text.contains("--reports"),
            "{text}"
        );
    }
}
