//! Why a line of the engine does not run: read from
//! `reports/coverage-reasons.toml`, and held against what did not run.
//!
//! A line that did not run and has no reason is a finding, and so is a reason
//! for a line that ran or is no more. A reason names a line by file, function
//! and text; it can never cover a whole file of the library.

use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::lines::Missed;

/// The file, in the workspace.
pub(super) const FILE: &str = "reports/coverage-reasons.toml";

/// What the file says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reasons {
    /// What is no part of the library that is measured.
    #[serde(default)]
    pub(super) left_out: Vec<LeftOut>,
    #[serde(default)]
    reason: Vec<Reason>,
}

/// Files that are not measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeftOut {
    /// A file or folder, by its path in the workspace.
    pub(super) path: String,
    /// Why, and what runs it instead.
    pub(super) why: String,
}

/// Why some lines of one function do not run.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    file: String,
    function: String,
    /// The lines, without the white space around them.
    lines: Vec<String>,
    why: String,
    /// The one tool that takes the lines for such as do not run; none where
    /// they do not.
    tool: Option<String>,
}

impl Reasons {
    /// Reads what the file says for a tool; a workspace without it gives no
    /// reasons.
    pub(super) fn read(root: &Path, tool: &str) -> Result<Self> {
        let file = root.join(FILE);
        let mut reasons: Self = match std::fs::read_to_string(&file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            read => toml::from_str(&read.with_context(|| format!("{FILE}: cannot be read"))?)
                .with_context(|| format!("{FILE}: not as its head says; correct it"))?,
        };
        let counts = |reason: &Reason| reason.tool.as_deref().is_none_or(|it| it == tool);
        reasons.reason.retain(counts);
        Ok(reasons)
    }

    /// Whether a file is not measured.
    pub(super) fn leaves_out(&self, file: &str) -> bool {
        let under = |out: &LeftOut| {
            let rest = file.strip_prefix(out.path.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.left_out.iter().any(under)
    }

    /// The reason for a line that did not run.
    pub(super) fn of(&self, missed: &Missed) -> Option<&str> {
        let found = self.reason.iter().find(|reason| {
            reason.file == missed.file
                && reason.function == missed.function
                && reason.lines.contains(&missed.text)
        });
        found.map(|reason| reason.why.as_str())
    }

    /// Every line that has a reason and no need of one, as `file, function: text`.
    pub(super) fn stale(&self, missed: &[Missed]) -> Vec<String> {
        let mut stale = Vec::new();
        for reason in &self.reason {
            for line in &reason.lines {
                let needed = missed.iter().any(|it| {
                    (&it.file, &it.function, &it.text) == (&reason.file, &reason.function, line)
                });
                if !needed {
                    stale.push(format!("{}, {}: {line}", reason.file, reason.function));
                }
            }
        }
        stale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
[[left_out]]
path = "engine/src/bin"
why = "a process"

[[reason]]
file = "engine/src/a.rs"
function = "one"
lines = ["return;", "gone();"]
why = "never"
"#;

    fn missed(function: &str, text: &str) -> Missed {
        Missed {
            file: "engine/src/a.rs".to_owned(),
            line: 1,
            function: function.to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_line_has_the_reason_of_its_function_and_a_reason_without_a_line_is_stale() {
        let reasons: Reasons = toml::from_str(TEXT).unwrap();
        let lines = [missed("one", "return;"), missed("two", "return;")];
        assert_eq!(reasons.of(&lines[0]), Some("never"));
        assert_eq!(reasons.of(&lines[1]), None);
        assert_eq!(reasons.stale(&lines), ["engine/src/a.rs, one: gone();"]);
    }

    #[test]
    fn a_folder_is_left_out_and_a_name_that_begins_like_it_is_not() {
        let reasons: Reasons = toml::from_str(TEXT).unwrap();
        assert!(reasons.leaves_out("engine/src/bin/main.rs"));
        assert!(!reasons.leaves_out("engine/src/binary.rs"));
    }

    #[test]
    fn the_committed_file_can_be_read() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
        let of = |tool| Reasons::read(root, tool).unwrap();
        assert!(!of("llvm-tools").left_out.is_empty());
        // One tool is wrong of lines of which the other is right.
        assert!(of("llvm-tools").reason.len() < of("cargo-tarpaulin").reason.len());
    }
}
