//! Which cases a command is about, and the command that asks for one alone.

use anyhow::{Context, Result};
use globset::{GlobBuilder, GlobMatcher};

/// Ids that a glob names; everything when no glob was given.
pub(crate) struct Filter(Option<GlobMatcher>);

impl Filter {
    /// The filter for `--filter GLOB`.
    pub(crate) fn new(glob: Option<&str>) -> Result<Self> {
        let Some(glob) = glob else {
            return Ok(Self(None));
        };
        let built = GlobBuilder::new(glob)
            .backslash_escape(true)
            .build()
            .with_context(|| format!("--filter {glob}: not a glob; try `R3-*`"))?;
        Ok(Self(Some(built.compile_matcher())))
    }

    /// The filter that admits this id alone.
    pub(crate) fn only(id: &str) -> Result<Self> {
        Self::new(Some(&escape(id)))
    }

    /// Whether the case of this id is asked for.
    pub(crate) fn admits(&self, id: &str) -> bool {
        self.0.as_ref().is_none_or(|glob| glob.is_match(id))
    }
}

/// How a case of one section is rerun alone.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rerun {
    flags: String,
}

impl Rerun {
    /// For the corpus, judged on `target`.
    pub(crate) fn new(target: &str) -> Self {
        let mut rerun = Self::default();
        if target != "engine" {
            rerun = rerun.with("--target", target);
        }
        rerun
    }

    /// The same with a flag and its value.
    #[must_use]
    pub(crate) fn with(&self, flag: &str, value: &str) -> Self {
        let flags = format!("{} {flag} {}", self.flags, shell(value));
        Self { flags }
    }

    /// The command for the case of this id.
    pub(crate) fn command(&self, id: &str) -> String {
        let glob = shell(&escape(id));
        format!("cargo xtask replay{} --filter {glob}", self.flags)
    }
}

/// A glob that matches `id` and nothing else.
fn escape(id: &str) -> String {
    let mut glob = String::with_capacity(id.len());
    for c in id.chars() {
        if matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '\\' | '!' | ',') {
            glob.push('\\');
        }
        glob.push(c);
    }
    glob
}

/// `text` as one word for a shell.
fn shell(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_glob_admits_everything() {
        assert!(Filter::new(None).unwrap().admits("R3-014"));
    }

    #[test]
    fn a_glob_names_a_topic() {
        let filter = Filter::new(Some("R3-*")).unwrap();
        assert!(filter.admits("R3-014"));
        assert!(!filter.admits("R4-001"));
    }

    #[test]
    fn the_glob_of_a_rerun_matches_its_id_alone() {
        for id in ["R3-014", "a[b]*", "x\\y", "it's {a,b}?", "!no"] {
            let filter = Filter::new(Some(&escape(id))).unwrap();
            assert!(filter.admits(id), "{id}");
            assert!(!filter.admits("ab"), "{id}");
        }
    }

    #[test]
    fn a_rerun_is_one_line_for_a_shell() {
        let rerun = Rerun::new("engine").with("--calls", "my calls.jsonl");
        assert_eq!(
            rerun.command("it's"),
            r"cargo xtask replay --calls 'my calls.jsonl' --filter 'it'\''s'"
        );
    }
}
