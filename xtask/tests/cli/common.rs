//! A temporary workspace with its own copy of the corpus, and the built
//! runner started in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A copy of the corpus in a workspace of its own.
pub(crate) struct Workspace(tempfile::TempDir);

impl Workspace {
    /// A fresh copy.
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        // READINGS.md names tests of these crates, so their sources come along.
        for part in ["corpus", "engine", "oracle", "xtask"] {
            copy(&here.join(part), &directory.path().join(part));
        }
        Self(directory)
    }

    /// A path in it.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.0.path().join(relative)
    }

    /// Replaces the first `from` of a file by `to`; panics if there is none.
    pub(crate) fn replace(&self, relative: &str, from: &str, to: &str) {
        let file = self.path(relative);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(from), "{relative} does not hold {from}");
        fs::write(file, text.replacen(from, to, 1)).unwrap();
    }

    /// Writes a file.
    pub(crate) fn write(&self, relative: &str, text: impl AsRef<[u8]>) -> String {
        let file = self.path(relative);
        fs::write(&file, text).unwrap();
        file.display().to_string()
    }

    /// Runs `cargo xtask` with these arguments.
    pub(crate) fn xtask(&self, arguments: &[&str]) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .arg("--root")
            .arg(self.0.path())
            .args(arguments)
            .output()
            .unwrap();
        Ran::of(&output)
    }
}

/// What a run said.
pub(crate) struct Ran {
    /// Its exit code.
    pub(crate) code: i32,
    /// Everything that it wrote.
    pub(crate) said: String,
}

impl Ran {
    /// What a finished process said.
    pub(crate) fn of(output: &Output) -> Self {
        let out = String::from_utf8_lossy(&output.stdout);
        let err = String::from_utf8_lossy(&output.stderr);
        Self {
            code: output.status.code().unwrap(),
            said: format!("{out}{err}"),
        }
    }

    /// Fails unless the run ended with `code` and said all of `words`.
    #[track_caller]
    pub(crate) fn expect(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, code, "{}", self.said);
        for word in words {
            assert!(self.said.contains(word), "{word} is not in:\n{}", self.said);
        }
    }
}

/// The schema of a report in `reports/schema`.
pub(crate) fn published_schema(name: &str) -> jsonschema::Validator {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../reports/schema");
    let schema = fs::read_to_string(format!("{folder}/{name}.schema.json")).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
