//! Copies a workspace: what git knows of it, and what it does not ignore.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// A copy that is gone when it is dropped.
pub(super) struct Copy {
    path: PathBuf,
    files: usize,
}

impl Copy {
    /// Copies the files of the checkout at `root` to `to`; what an earlier copy
    /// left there is removed.
    pub(super) fn of(root: &Path, to: &Path) -> Result<Self> {
        if to.exists() {
            std::fs::remove_dir_all(to)
                .with_context(|| format!("{}: cannot be removed", to.display()))?;
        }
        let mut copy = Self {
            path: to.to_owned(),
            files: 0,
        };
        copy.files = all(root, to)?;
        Ok(copy)
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// How many files were copied.
    pub(super) fn files(&self) -> usize {
        self.files
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Copies every file; how many there were.
fn all(root: &Path, to: &Path) -> Result<usize> {
    let output = Command::new("git")
        .arg("-C")
        .arg(root)
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .output()
        .context("git cannot be started; it says which files belong to the checkout")?;
    ensure!(
        output.status.success(),
        "{}: git lists no files there: {}",
        root.display(),
        String::from_utf8_lossy(&output.stderr).trim()
    );
    let mut copied = 0;
    for name in output.stdout.split(|byte| *byte == 0) {
        let name = std::str::from_utf8(name).context("a file name is not UTF-8; rename it")?;
        let from = root.join(name);
        // A file that was deleted and not yet committed is listed and gone.
        if name.is_empty() || !from.is_file() {
            continue;
        }
        let file = to.join(name);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("{}: cannot be made", folder.display()))?;
        }
        std::fs::copy(&from, &file).with_context(|| format!("{name}: cannot be copied"))?;
        copied += 1;
    }
    ensure!(copied > 0, "{}: no file to copy", root.display());
    Ok(copied)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn git(folder: &Path, arguments: &[&str]) {
        let mut run = Command::new("git");
        run.arg("-C").arg(folder).args(arguments);
        assert!(run.output().unwrap().status.success());
    }

    #[test]
    fn a_copy_holds_what_belongs_to_the_checkout_and_is_gone_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        let (root, to) = (folder.path().join("root"), folder.path().join("to"));
        std::fs::create_dir_all(root.join("part")).unwrap();
        for name in ["part/known", "new", "ignored", ".gitignore"] {
            std::fs::write(root.join(name), "/ignored\n").unwrap();
        }
        git(&root, &["init", "-q"]);
        git(&root, &["add", "part", ".gitignore"]);
        std::fs::create_dir_all(&to).unwrap();
        std::fs::write(to.join("left over"), "x").unwrap();
        let copy = Copy::of(&root, &to).unwrap();
        assert_eq!(copy.files(), 3);
        assert!(to.join("part/known").exists() && to.join("new").exists());
        assert!(!to.join("ignored").exists() && !to.join("left over").exists());
        drop(copy);
        assert!(!to.exists());
    }

    #[test]
    fn a_folder_that_is_no_checkout_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let error = Copy::of(folder.path(), &folder.path().join("to"));
        let error = error.err().unwrap().to_string();
        assert!(error.contains("git lists no files"), "{error}");
    }
}
