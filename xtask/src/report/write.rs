//! Puts the report of `verify` into its place, in every form.
//!
//! Must never write one form without the others: they say the same.

use anyhow::Result;

use super::place::Place;
use super::{Report, html, json, junit, markdown, text};

/// The files that a run writes.
pub(crate) const FILES: [&str; 5] = [
    "report.json",
    "report.md",
    "report.html",
    "report.txt",
    "junit.xml",
];

/// Renders `report` in every form into its place.
pub(crate) fn write(report: &Report, place: &Place<5>) -> Result<()> {
    place.fill([
        &json::render(report)?,
        &markdown::render(report),
        &html::render(report),
        &text::render(report),
        &junit::render(report)?,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample::report;

    #[test]
    fn all_files_appear_and_no_temporary_one_stays() {
        let directory = tempfile::tempdir().unwrap();
        let place = || Place::at(directory.path().to_owned(), FILES).unwrap();
        write(&report(), &place()).unwrap();
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

        place();
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
