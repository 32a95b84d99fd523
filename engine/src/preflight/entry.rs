//! Entries: decides how an error, a warning or an issue is written
//! (preflight, 1.4).

use super::code::Code;
use super::object::{Object, array};
use crate::json::path::push_key;

/// An error, a warning or an issue. Its message is the code's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where, from the root `$` of the tool's input, keys quoted as D87 does.
    pub path: String,
    /// What.
    pub code: Code,
}

impl Entry {
    pub(super) fn new(path: impl Into<String>, code: Code) -> Self {
        let path = path.into();
        Self { path, code }
    }
}

/// Appends entries as a JSON array.
pub(super) fn write(out: &mut String, entries: &[Entry]) {
    array(out, entries, |out, entry| {
        Object::open(out)
            .string("code", entry.code.as_str())
            .string("message", entry.code.message())
            .string("path", &entry.path)
            .close();
    });
}

/// The path of the member `key` of what stands at `path`.
pub(super) fn join(path: &str, key: &str) -> String {
    let mut joined = String::from(path);
    push_key(&mut joined, key);
    joined
}

/// What a request check found so far, in order of evaluation.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) errors: Vec<Entry>,
    pub(super) warnings: Vec<Entry>,
}

impl Findings {
    pub(super) fn error(&mut self, path: impl Into<String>, code: Code) {
        self.errors.push(Entry::new(path, code));
    }

    pub(super) fn warning(&mut self, path: impl Into<String>, code: Code) {
        self.warnings.push(Entry::new(path, code));
    }
}
