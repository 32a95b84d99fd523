//! The fuzz targets as library code: bytes in, a [`Finding`] out.
//!
//! A target turns any bytes into something to judge and judges it by one law
//! function. The glue in `fuzz/fuzz_targets` calls [`run`], the property tests
//! of `cargo test` call the same [`Target::law`], and whoever reproduces a
//! finding calls it a third time, so that all of them say the same of the same
//! bytes. A law here may call the engine, only as the thing judged, and must
//! never read a clock or a file, nor draw from anything but its bytes.
//!
//! | target | what it holds against what |
//! |---|---|
//! | `json_reader` | the engine's reader against two libraries |
//! | `number` | number spellings against rationals |
//! | `pattern` | patterns against `regress` and the published budget |
//! | `schema_compile` | the gate against its laws and the meta-schema |
//! | `text_repair` | R1 and R2 against the tokens of the text |
//! | `check` | whole answers against the laws I1 to I28 and the reference |
//! | `replay_diff` | mutated diffs against replay and the laws |
//! | `audit` | right and mutated answers against everything that proves one |
//! | `ledger` | any bytes as a ledger, and drawn lines, against S-9 and section 4.5 |
//! | `tripwires` | drawn histories of a service against L-1 to L-7 |
//! | `candidates` | whole answers about JSON candidates against C1 to C21 and the second implementation |
//! | `markdown_blocks` | where candidates stand, against two other parsers of CommonMark |
//! | `preflight_request`, `preflight_gate` | whole answers against C-1 to C-12, G-1 to G-14 and the second implementation |
//! | `canonical` | the canonical form of any JSON text, against `serde_jcs` |
//! | `canary` | nothing: it fails on purpose, so that silence is told from health |

mod audit;
mod canary;
mod candidates;
mod check;
mod engine;
mod grammar;
mod input;
mod json_reader;
mod ledger;
mod number;
mod pattern;
mod preflight;
mod replay_diff;
mod schema_compile;
mod text_repair;
mod tripwires;

use argument_check_corpus::Op;

// Each by itself too: a fuzz binary that names its target holds no other. libFuzzer
// goes over every counter of a binary after each input, so that is most of the speed.
pub use audit::TARGET as AUDIT;
pub use canary::TARGET as CANARY;
pub use candidates::{BLOCKS as MARKDOWN_BLOCKS, CANDIDATES};
pub use check::TARGET as CHECK;
pub use json_reader::TARGET as JSON_READER;
pub use ledger::TARGET as LEDGER;
pub use number::TARGET as NUMBER;
pub use pattern::TARGET as PATTERN;
pub use replay_diff::TARGET as REPLAY_DIFF;
pub use schema_compile::TARGET as SCHEMA_COMPILE;
pub use text_repair::TARGET as TEXT_REPAIR;
pub use tripwires::TARGET as TRIPWIRES;

/// What a law found wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{law} is broken: {summary}\nexpected: {expected}\nactual: {actual}")]
pub struct Finding {
    /// The law's number or name.
    pub law: &'static str,
    /// What is wrong, without payload.
    pub summary: String,
    /// What would have been right; may hold payload.
    pub expected: String,
    /// What was there instead; may hold payload.
    pub actual: String,
}

/// What the bytes stand for, for a person who reads a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// The decoded input, ready to be read.
    pub text: String,
    /// The operation that was asked for, where the input is a request.
    pub op: Option<Op>,
    /// The raw request body, where the input is a request: what a corpus case
    /// is made from.
    pub body: Option<Vec<u8>>,
}

impl Meaning {
    /// An input that is no request.
    fn of(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            op: None,
            body: None,
        }
    }

    /// The request body of one operation.
    fn request(op: Op, body: Vec<u8>) -> Self {
        Self {
            text: String::from_utf8_lossy(&body).into_owned(),
            op: Some(op),
            body: Some(body),
        }
    }
}

/// One fuzz target.
#[derive(Debug)]
pub struct Target {
    /// Its name, also that of its glue and its corpus folder.
    pub name: &'static str,
    /// What it decides, in one sentence.
    pub about: &'static str,
    /// The law: whether all is well with these bytes.
    pub law: fn(&[u8]) -> Result<(), Finding>,
    /// What these bytes stand for.
    pub meaning: fn(&[u8]) -> Meaning,
}

/// The targets, in the order in which a run takes them.
pub static TARGETS: &[Target] = &[
    json_reader::TARGET,
    number::TARGET,
    pattern::TARGET,
    schema_compile::TARGET,
    text_repair::TARGET,
    check::TARGET,
    replay_diff::TARGET,
    audit::TARGET,
    candidates::CANDIDATES,
    candidates::BLOCKS,
    preflight::REQUEST,
    preflight::GATE,
    preflight::CANONICAL,
    ledger::TARGET,
    tripwires::TARGET,
    canary::TARGET,
];

/// The target called `name`.
#[must_use]
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

impl Target {
    /// Judges `data`; the body of every fuzz target.
    ///
    /// # Panics
    /// With the text of the [`Finding`], which is how libFuzzer is told of one.
    #[inline]
    pub fn run(&self, data: &[u8]) {
        if let Err(finding) = (self.law)(data) {
            panic!("fuzz target {}: {finding}", self.name);
        }
    }
}

/// Judges `data` by the target called `name`, where only that is known.
///
/// # Panics
/// As [`Target::run`], and where no target has this name.
pub fn run(name: &str, data: &[u8]) {
    match target(name) {
        Some(target) => target.run(data),
        None => panic!("no fuzz target is called {name}; oracle::fuzzing::TARGETS lists them"),
    }
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_its_own_name_and_says_something_of_any_bytes() {
        for (at, one) in TARGETS.iter().enumerate() {
            assert!(TARGETS[..at].iter().all(|other| other.name != one.name));
            assert!(!one.about.is_empty());
            for bytes in [&b""[..], b"\xff\xfe", b"{}"] {
                let meaning = (one.meaning)(bytes);
                assert_eq!(meaning.op.is_some(), meaning.body.is_some(), "{}", one.name);
            }
        }
    }

    #[test]
    fn every_target_has_its_glue_and_no_glue_is_without_target() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/fuzz_targets");
        let mut glue: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().path())
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        glue.sort();
        let mut names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        names.sort_unstable();
        assert_eq!(glue, names);
        for name in names {
            let text = std::fs::read_to_string(format!("{folder}/{name}.rs")).unwrap();
            let by_itself = format!("fuzzing::{}.run(data)", name.to_uppercase());
            let by_name = format!("fuzzing::run(\"{name}\", data)");
            assert!(
                text.contains(&by_itself) || text.contains(&by_name),
                "{name}"
            );
        }
    }

    #[test]
    #[should_panic(expected = "no fuzz target is called nobody")]
    fn an_unknown_target_is_a_loud_failure() {
        run("nobody", b"");
    }
}
