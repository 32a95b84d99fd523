//! The known ways to break a copy: one replacement each, at a place that must
//! be there exactly once, so that a proof never runs on an unbroken engine.

use std::path::Path;

use anyhow::{Context, Result, ensure};

/// What `fuzz` has to say of the broken copy.
#[derive(Debug, Clone, Copy)]
pub(super) enum Proof {
    /// This target finds it.
    Found {
        /// Its name.
        target: &'static str,
    },
    /// The run is not proven alive.
    NotAlive,
}

/// One way to break a copy.
#[derive(Debug)]
pub(super) struct Patch {
    /// Its name on the command line.
    pub(super) name: &'static str,
    /// What is wrong with the copy.
    pub(super) about: &'static str,
    /// The file.
    pub(super) file: &'static str,
    from: &'static str,
    to: &'static str,
    /// What has to come of it.
    pub(super) proof: Proof,
}

/// All of them.
pub(super) static PATCHES: [Patch; 2] = [
    Patch {
        name: "d39",
        about: "an engine that closes texts which end in a number (D39 reversed)",
        file: "engine/src/json/reader.rs",
        from: ".is_some_and(|node| node.kind == Kind::Number && node.end == end)",
        // No token ends behind the text.
        to: ".is_some_and(|node| node.kind == Kind::Number && node.end > end)",
        proof: Proof::Found {
            target: "text_repair",
        },
    },
    Patch {
        name: "canary",
        about: "a canary that does not fail",
        file: "oracle/src/fuzzing/canary.rs",
        from: "if left.next() != Some(planted) {",
        // Always so, and nothing that the compiler would warn of.
        to: "if left.next() != Some(planted) || left.len() < usize::MAX {",
        proof: Proof::NotAlive,
    },
];

impl Patch {
    /// Breaks the copy at `root`.
    pub(super) fn apply(&self, root: &Path) -> Result<()> {
        let file = root.join(self.file);
        let text = std::fs::read_to_string(&file)
            .with_context(|| format!("{}: cannot be read", file.display()))?;
        let changed = self.replaced(&text)?;
        std::fs::write(&file, changed)
            .with_context(|| format!("{}: cannot be written", file.display()))
    }

    fn replaced(&self, text: &str) -> Result<String> {
        let times = text.matches(self.from).count();
        ensure!(
            times == 1,
            "patch {}: {} holds `{}` {times} times, not once; bring the patch up to date in \
             xtask/src/fuzz_proof/patch.rs",
            self.name,
            self.file,
            self.from
        );
        Ok(text.replacen(self.from, self.to, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root::Root;

    #[test]
    fn every_patch_fits_this_checkout_and_changes_it() {
        let root = Root::new(None);
        for patch in &PATCHES {
            let text = std::fs::read_to_string(root.path().join(patch.file)).unwrap();
            let changed = patch.replaced(&text).unwrap();
            assert_ne!(changed, text);
            // Twice is no patch: what it replaces is gone.
            assert!(patch.replaced(&changed).is_err());
        }
    }

    #[test]
    fn a_place_that_is_there_twice_is_no_place() {
        let [patch, _] = &PATCHES;
        let error = patch.replaced(&patch.from.repeat(2)).unwrap_err();
        assert!(error.to_string().contains("2 times, not once"), "{error}");
    }
}
