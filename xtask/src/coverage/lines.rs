//! Which lines of the engine ran: read from an LCOV file, with the source text
//! of each line and the function that it stands in.
//!
//! Decides nothing about a line but whether it ran. Lines are named by file,
//! function and text, so that a reason given for one outlives edits elsewhere.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// Of one file: every line that can run, and how often it did.
pub(super) type Hits = BTreeMap<u64, u64>;

/// Every file by its path in the workspace, with `/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Lines(pub(super) BTreeMap<String, Hits>);

/// A line that did not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Missed {
    pub(super) file: String,
    pub(super) line: u64,
    /// The function around it; empty outside of any.
    pub(super) function: String,
    /// The line without the white space around it.
    pub(super) text: String,
}

impl Lines {
    /// The lines of files under `folder` of the workspace at `root`.
    pub(super) fn parse(lcov: &str, root: &Path, folder: &str) -> Result<Self> {
        let mut files: BTreeMap<String, Hits> = BTreeMap::new();
        let mut current = None;
        for (number, line) in (1..).zip(lcov.lines()) {
            if let Some(path) = line.strip_prefix("SF:") {
                let path = Path::new(path);
                let path = path.strip_prefix(root).unwrap_or(path);
                let name = path.to_string_lossy().replace('\\', "/");
                current = name.starts_with(folder).then_some(name);
            } else if let (Some(data), Some(name)) = (line.strip_prefix("DA:"), &current) {
                let mut fields = data.split(',');
                let mut field = || fields.next()?.parse::<u64>().ok();
                let (Some(at), Some(count)) = (field(), field()) else {
                    bail!("line {number} of the LCOV file is no DA record: {line}");
                };
                *files
                    .entry(name.clone())
                    .or_default()
                    .entry(at)
                    .or_default() += count;
            }
        }
        Ok(Self(files))
    }

    /// Every line that did not run, in order, with its text.
    pub(super) fn missed(&self, root: &Path) -> Result<Vec<Missed>> {
        let mut missed = Vec::new();
        for (file, hits) in &self.0 {
            if hits.values().all(|count| *count > 0) {
                continue;
            }
            let source = std::fs::read_to_string(root.join(file))
                .with_context(|| format!("{file}: cannot be read"))?;
            let lines: Vec<&str> = source.lines().collect();
            for (&line, _) in hits.iter().filter(|(_, count)| **count == 0) {
                let index = (line as usize).saturating_sub(1);
                missed.push(Missed {
                    file: file.clone(),
                    line,
                    function: function(&lines, index),
                    text: lines.get(index).unwrap_or(&"").trim().to_owned(),
                });
            }
        }
        Ok(missed)
    }

    /// Leaves out the files for which `left_out` holds.
    pub(super) fn without(mut self, left_out: impl Fn(&str) -> bool) -> Self {
        self.0.retain(|file, _| !left_out(file));
        self
    }

    /// Whether the line ran.
    pub(super) fn ran(&self, file: &str, line: u64) -> bool {
        let hits = self.0.get(file).and_then(|hits| hits.get(&line));
        hits.is_some_and(|count| *count > 0)
    }
}

/// The name of the function around the line at `index`, by indentation.
fn function(lines: &[&str], index: usize) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    // The brace that closes a function belongs to it.
    let closes = |line: &str| usize::from(line.trim_start().starts_with('}'));
    let own = lines
        .get(index)
        .map_or(0, |line| indent(line) + closes(line));
    let above = lines.iter().take(index + 1).rev();
    for (turn, line) in above.enumerate() {
        let inside = turn == 0 || indent(line) < own;
        if let Some(name) = inside.then(|| named(line)).flatten() {
            return name;
        }
    }
    String::new()
}

/// The name after `fn`, if the line opens a function.
fn named(line: &str) -> Option<String> {
    let line = line.trim_start();
    if line.starts_with("//") {
        return None;
    }
    let (before, after) = line.split_once("fn ")?;
    let qualifiers = ["", "pub", "const", "unsafe", "async"];
    let heads = before.split(' ');
    let opens = heads
        .map(|word| word.split('(').next().unwrap_or(word))
        .all(|word| qualifiers.contains(&word) || word.ends_with(')'));
    let name: String = after
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    (opens && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_of_one_line_add_up_and_other_folders_are_passed_over() {
        let lcov = "TN:\nSF:/w/engine/src/a.rs\nDA:1,0\nDA:1,2\nDA:3,0\nend_of_record\nSF:/w/oracle/src/b.rs\nDA:1,1\nend_of_record\n";
        let lines = Lines::parse(lcov, Path::new("/w"), "engine/src/").unwrap();
        let hits = lines.0.get("engine/src/a.rs").unwrap();
        assert_eq!(hits, &Hits::from([(1, 2), (3, 0)]));
        assert_eq!(lines.0.len(), 1);
        assert!(lines.ran("engine/src/a.rs", 1) && !lines.ran("engine/src/a.rs", 3));
        assert!(Lines::parse("SF:engine/src/a.rs\nDA:x", Path::new("/w"), "engine/").is_err());
    }

    #[test]
    fn a_missed_line_is_named_by_its_function_and_text() {
        let directory = tempfile::tempdir().unwrap();
        let source = "impl A {\n    pub(crate) fn one(&self) {\n        // fn other\n        if x {\n            return;\n        }\n    }\n}\nconst B: u8 = 1;\n";
        std::fs::write(directory.path().join("a.rs"), source).unwrap();
        let hits = Hits::from([(2, 1), (4, 1), (5, 0), (7, 0), (9, 0)]);
        let lines = Lines(BTreeMap::from([("a.rs".to_owned(), hits)]));
        let missed = lines.missed(directory.path()).unwrap();
        let named: Vec<_> = missed
            .iter()
            .map(|it| (it.line, it.function.as_str(), it.text.as_str()))
            .collect();
        assert_eq!(
            named,
            [
                (5, "one", "return;"),
                (7, "one", "}"),
                (9, "", "const B: u8 = 1;")
            ]
        );
    }
}
