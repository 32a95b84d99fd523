//! The ids of cases that are gone (D100): a case may vanish only by standing in `retired.txt`, and an
//! id that stands there never names a case again.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::load::LoadError;

/// The name of the file in the corpus folder.
pub const FILE_NAME: &str = "retired.txt";

/// The retired ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Retired {
    file: PathBuf,
    ids: BTreeMap<String, usize>,
}

impl Retired {
    /// Reads `retired.txt` of a corpus folder. No file means that nothing is retired.
    pub fn read(corpus_dir: &Path) -> Result<Self, Vec<LoadError>> {
        let file = corpus_dir.join(FILE_NAME);
        match fs::read_to_string(&file) {
            Ok(text) => Self::parse(&file, &text),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(vec![LoadError {
                file,
                line: None,
                message: format!("the file cannot be read: {error}"),
                remedy: "It is UTF-8 text, one retired id and its reason a line".into(),
            }]),
        }
    }

    /// Reads the text of such a file: an id and the reason a line, `#` opens a comment line.
    pub fn parse(file: &Path, text: &str) -> Result<Self, Vec<LoadError>> {
        let mut ids = BTreeMap::new();
        let mut errors = Vec::new();
        let mut error = |line, message: String, remedy: &str| {
            errors.push(LoadError {
                file: file.to_owned(),
                line: Some(line),
                message,
                remedy: remedy.to_owned(),
            });
        };
        for (index, content) in text.lines().enumerate() {
            let line = index + 1;
            let content = content.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let (id, reason) = content
                .split_once(char::is_whitespace)
                .unwrap_or((content, ""));
            if reason.trim().is_empty() {
                error(
                    line,
                    format!("the retired id {id} has no reason"),
                    "Write `ID why the case is gone`",
                );
            }
            if let Some(first) = ids.insert(id.to_owned(), line) {
                error(
                    line,
                    format!("the id {id} is retired on line {first} already"),
                    "Keep one of the two lines",
                );
            }
        }
        if errors.is_empty() {
            Ok(Self {
                file: file.to_owned(),
                ids,
            })
        } else {
            Err(errors)
        }
    }

    /// The line on which an id is retired.
    pub fn line_of(&self, id: &str) -> Option<usize> {
        self.ids.get(id).copied()
    }

    /// The file that was read.
    pub fn file(&self) -> &Path {
        &self.file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Retired, Vec<LoadError>> {
        Retired::parse(Path::new("retired.txt"), text)
    }

    #[test]
    fn ids_are_read_with_their_lines_and_comments_are_skipped() {
        let retired = parse("# gone\n\nR3-001 said the same as R3-002\n").unwrap();
        assert_eq!(retired.line_of("R3-001"), Some(3));
        assert_eq!(retired.line_of("R3-002"), None);
    }

    #[test]
    fn an_id_without_reason_and_an_id_twice_are_errors() {
        let errors = parse("A-1\nB-1 x\nB-1 y\n").unwrap_err();
        assert_eq!(errors.len(), 2);
        assert!(
            errors[0]
                .to_string()
                .contains("retired.txt:1: the retired id A-1 has no reason")
        );
        assert!(
            errors[1]
                .to_string()
                .contains("retired.txt:3: the id B-1 is retired on line 2")
        );
    }

    #[test]
    fn no_file_means_nothing_retired_and_a_file_that_is_no_text_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(Retired::read(dir.path()).unwrap(), Retired::default());
        fs::write(dir.path().join(FILE_NAME), b"\xff").unwrap();
        assert!(Retired::read(dir.path()).is_err());
    }
}
