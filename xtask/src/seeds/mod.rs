//! `seeds`: seed corpora and libFuzzer dictionaries, a folder and a file a
//! target, from the pinned cases.
//!
//! Each target gets inputs in its own form: texts where it reads texts,
//! patterns where it matches. The same cases make the same files on every
//! machine. A case must never be left out because it cannot be taken apart:
//! its body as it stands is an input too.

mod dictionary;
mod forms;
mod harvest;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use argument_check_oracle::fuzzing::{TARGETS, Target};
use sha2::{Digest, Sha256};

use crate::exit::Exit;
use crate::fuzz::canary::CANARY;
use crate::fuzz::process::LONGEST_INPUT;
use crate::root::Root;

use forms::form;
use harvest::Harvest;

/// The folder of the seeds below `fuzz`.
pub(crate) const FOLDER: &str = "seeds";

/// Where to put them.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Where the folder and the dictionary of each target go [default: fuzz/seeds]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// What one target got.
pub(crate) struct Written {
    target: &'static str,
    seeds: usize,
    words: usize,
}

/// Writes them and says how many there are.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    let out = options.out.clone();
    let out = out.unwrap_or_else(|| root.path().join("fuzz").join(FOLDER));
    let all: Vec<&'static Target> = seeded().collect();
    for written in write(root, &all, &out)? {
        println!(
            "{}: {} seeds, {} words",
            written.target, written.seeds, written.words
        );
    }
    println!("seeds: {}", out.display());
    Ok(Exit::Clean)
}

/// Writes seeds and dictionaries of these targets below `out`; files of an
/// earlier run in their folders are removed.
pub(crate) fn write(root: &Root, targets: &[&'static Target], out: &Path) -> Result<Vec<Written>> {
    let harvest = Harvest::of(&root.cases()?);
    let mut all = Vec::new();
    for target in targets {
        let form = form(target.name);
        let seeds: BTreeSet<Vec<u8>> = (form.inputs)(&harvest)
            .into_iter()
            .filter(|seed| seed.len() <= LONGEST_INPUT)
            .collect();
        let folder = out.join(target.name);
        put(&folder, &seeds).with_context(|| format!("{}", folder.display()))?;
        let words = dictionary::words(form.words, &harvest);
        let file = out.join(format!("{}.dict", target.name));
        std::fs::write(&file, dictionary::render(target.name, &words))
            .with_context(|| format!("{}: cannot be written", file.display()))?;
        all.push(Written {
            target: target.name,
            seeds: seeds.len(),
            words: words.len(),
        });
    }
    Ok(all)
}

/// The targets that get seeds: all but the canary, which proves more when it
/// begins from nothing.
fn seeded() -> impl Iterator<Item = &'static Target> {
    TARGETS.iter().filter(|target| target.name != CANARY)
}

/// Makes `folder` hold these inputs and nothing else, each named by its digest.
fn put(folder: &Path, seeds: &BTreeSet<Vec<u8>>) -> Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).context("the seeds of an earlier run cannot be removed")?;
    }
    std::fs::create_dir_all(folder).context("cannot be made")?;
    for seed in seeds {
        let digest = Sha256::digest(seed);
        let name: String = digest
            .iter()
            .take(8)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        std::fs::write(folder.join(name), seed).context("a seed cannot be written")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files: Vec<_> = walkdir::WalkDir::new(folder)
            .into_iter()
            .map(Result::unwrap)
            .filter(|entry| entry.file_type().is_file())
            .map(|entry| {
                let bytes = std::fs::read(entry.path()).unwrap();
                (entry.path().strip_prefix(folder).unwrap().to_owned(), bytes)
            })
            .collect();
        files.sort();
        files
    }

    #[test]
    fn every_target_gets_seeds_and_words_the_same_ones_each_time() {
        let root = Root::new(None);
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let all: Vec<&'static Target> = seeded().collect();
        let written = write(&root, &all, one.path()).unwrap();
        assert_eq!(written.len() + 1, TARGETS.len());
        for written in &written {
            assert!(written.seeds > 0, "{}", written.target);
            assert!(written.words > 0, "{}", written.target);
        }
        // A file of an earlier run is no seed of this one.
        let stale = two.path().join("check");
        std::fs::create_dir_all(&stale).unwrap();
        std::fs::write(stale.join("stale"), "x").unwrap();
        write(&root, &all, two.path()).unwrap();
        assert_eq!(files(one.path()), files(two.path()));
    }

    /// What is pinned is right, so no seed may be a finding.
    #[test]
    fn no_seed_breaks_the_law_of_its_target() {
        let harvest = Harvest::of(&Root::new(None).cases().unwrap());
        for target in seeded() {
            let seeds = (form(target.name).inputs)(&harvest);
            // Spread over all of them; the whole lot is what `fuzz` replays.
            let step = seeds.len().div_ceil(60).max(1);
            for seed in seeds
                .iter()
                .step_by(step)
                .filter(|seed| seed.len() <= LONGEST_INPUT)
            {
                let said = (target.law)(seed);
                assert!(said.is_ok(), "{}: {:?}", target.name, said.err());
            }
        }
    }
}
