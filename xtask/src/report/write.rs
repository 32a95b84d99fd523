//! Puts the rendered reports into their directory, all or none.
//!
//! The files of an earlier run are removed before anything is judged, and new
//! ones are written under another name and renamed at the end: whatever goes
//! wrong between, no partial or outdated report looks like this run's.

use std::path::Path;

use anyhow::Result;

use super::{Report, html, json, junit, markdown, text};
use crate::exit::{Coded, Exit};

/// The files that a run writes.
const FILES: [&str; 5] = [
    "report.json",
    "report.md",
    "report.html",
    "report.txt",
    "junit.xml",
];

/// Removes the reports of an earlier run from `directory`.
pub(crate) fn clear(directory: &Path) -> Result<()> {
    for name in FILES {
        let file = directory.join(name);
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(failed(&file, &error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Renders `report` in every form into `directory`.
pub(crate) fn write(report: &Report, directory: &Path) -> Result<()> {
    let texts = [
        json::render(report)?,
        markdown::render(report),
        html::render(report),
        text::render(report),
        junit::render(report)?,
    ];
    let partial = directory.join(format!(".partial-{}", std::process::id()));
    std::fs::create_dir_all(&partial).map_err(|error| failed(&partial, &error))?;
    for (name, text) in FILES.iter().zip(&texts) {
        let file = partial.join(name);
        std::fs::write(&file, text).map_err(|error| failed(&file, &error))?;
    }
    for name in FILES {
        let file = directory.join(name);
        std::fs::rename(partial.join(name), &file).map_err(|error| failed(&file, &error))?;
    }
    std::fs::remove_dir(&partial).map_err(|error| failed(&partial, &error))
}

fn failed(file: &Path, error: &std::io::Error) -> anyhow::Error {
    let message = format!(
        "{}: cannot be written: {error}; give another directory with --reports",
        file.display()
    );
    Coded::new(Exit::Internal, message).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample::report;

    #[test]
    fn all_files_appear_and_no_temporary_one_stays() {
        let directory = tempfile::tempdir().unwrap();
        write(&report(), directory.path()).unwrap();
        let mut names: Vec<String> = std::fs::read_dir(directory.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let mut expected = FILES.map(str::to_owned).to_vec();
        expected.sort();
        assert_eq!(names, expected);
        assert_eq!(
            json::read(&directory.path().join("report.json")).unwrap(),
            report()
        );

        clear(directory.path()).unwrap();
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
