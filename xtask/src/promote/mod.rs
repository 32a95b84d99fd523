//! `promote`: makes a corpus case of a finding, and at once runs it through the
//! normal path.
//!
//! What the case expects is what the second implementation answers, never what
//! the engine does. A case that the lint does not take leaves the file as it
//! was; one that the engine still fails stays, since that is what it is for.
//! The pinned artefact is never regenerated here.

mod expect;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use argument_check_corpus::{Op, SourceCase, System, lint};

use crate::adapter;
use crate::exit::{Coded, Exit};
use crate::filter::{Filter, Rerun};
use crate::fuzz::bundle::Bundle;
use crate::judging::{Judges, Panel};
use crate::report::text;
use crate::root::Root;
use crate::run::{self, Run};

use table::Table;

/// What to promote, and as what.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The bundle of a finding
    #[arg(value_name = "F")]
    bundle: PathBuf,
    /// The id of the case, such as R3-070; its prefix says which topic file
    #[arg(long, value_name = "ID")]
    id: String,
    /// What the case stands for, such as `D59,R3:near_miss`
    #[arg(long, value_name = "A,B", value_delimiter = ',', required = true)]
    clauses: Vec<String>,
    /// Why the case is there [default: where it was found]
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

/// Promotes.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    let bundle = Bundle::read(&options.bundle)?;
    let Some((op, body)) = bundle.request()? else {
        bail!(
            "{}: a finding of {} is no request body, so no case can be made of it; \
             make it a test of the part that it is about",
            options.bundle.display(),
            bundle.target
        );
    };
    let system = System::of(op)
        .with_context(|| format!("no system has a corpus for the operation {op} yet"))?;
    let answer = answer(op, &body)?;
    let note = options.note.clone().unwrap_or_else(|| {
        format!(
            "found by fuzzing {}: {}",
            bundle.target, bundle.broken.summary
        )
    });
    let table = Table {
        id: &options.id,
        op,
        clauses: &options.clauses,
        body: &body,
        expect: &expect::of(&answer)?,
        note: &note,
    };
    let file = topic(&system.cases(&root.cases()?), &options.id)?;
    append(root, &file, &table)?;
    println!("{}: {} added", file.display(), options.id);
    let exit = judge(root, system, &options.id)?;
    println!(
        "the pinned artefact is as it was; `cargo xtask pin --write` adds {} to it",
        options.id
    );
    Ok(exit)
}

/// The whole answer of the second implementation.
fn answer(op: Op, body: &[u8]) -> Result<String> {
    if let Some(judges) = argument_check_oracle::system::of(op) {
        return Ok((judges.reference)(op, body));
    }
    Judges::new()?.expected(op, body).map_err(|reason| {
        anyhow!(
            "the second implementation has no answer to this body: {}",
            reason.sentence()
        )
    })
}

/// The file that holds the cases whose ids have the prefix of this one.
fn topic(cases: &[&SourceCase], id: &str) -> Result<PathBuf> {
    let prefix = |id: &str| id.rsplit_once('-').map(|(prefix, _)| prefix.to_owned());
    let mut files: BTreeMap<String, BTreeSet<&Path>> = BTreeMap::new();
    let mut last = 0;
    let wanted = prefix(id);
    for source in cases {
        let case = &source.case;
        if case.id == id {
            bail!(
                "--id {id}: stands at {}:{} already; give the next free id",
                source.file.display(),
                source.line
            );
        }
        let Some((known, number)) = case.id.rsplit_once('-') else {
            continue;
        };
        if wanted.as_deref() == Some(known) {
            last = last.max(number.parse::<u32>().unwrap_or_default());
        }
        files
            .entry(known.to_owned())
            .or_default()
            .insert(&source.file);
    }
    let found = wanted.as_ref().and_then(|prefix| files.get(prefix));
    match found
        .map(|files| files.iter().collect::<Vec<_>>())
        .as_deref()
    {
        Some([file]) => {
            let taken = id
                .rsplit_once('-')
                .and_then(|(_, number)| number.parse::<u32>().ok());
            ensure!(
                taken.is_none_or(|number| number > last),
                "--id {id}: ids are never reused; the next free one is {}-{:03}",
                wanted.unwrap_or_default(),
                last + 1
            );
            Ok(file.to_path_buf())
        }
        Some(_) => bail!("--id {id}: several files have this prefix; give another"),
        None => {
            let known: Vec<&str> = files.keys().map(String::as_str).collect();
            bail!(
                "--id {id}: no file has this prefix; there are {}",
                known.join(", ")
            )
        }
    }
}

/// Appends the case, unless the lint has something against it.
fn append(root: &Root, file: &Path, table: &Table<'_>) -> Result<()> {
    let name = file.display();
    let before =
        std::fs::read_to_string(file).with_context(|| format!("{name}: cannot be read"))?;
    let after = format!("{}\n\n{}", before.trim_end(), table.render());
    write(file, &after)?;
    let faults = faults(root, table.id);
    match faults {
        Ok(faults) if faults.is_empty() => Ok(()),
        Ok(faults) => {
            write(file, &before)?;
            let message = format!("{name}: nothing was added\n{}", faults.join("\n"));
            Err(Coded::new(Exit::Unreadable, message).into())
        }
        Err(error) => {
            write(file, &before)?;
            Err(error.context(format!("{name}: nothing was added")))
        }
    }
}

/// What the lint has against the case of this id.
fn faults(root: &Root, id: &str) -> Result<Vec<String>> {
    let findings = lint::lint(&root.cases()?, &root.retired()?);
    let of_case = findings.iter().filter(|finding| finding.id == id);
    Ok(of_case.map(ToString::to_string).collect())
}

fn write(file: &Path, text: &str) -> Result<()> {
    std::fs::write(file, text).map_err(|error| {
        let message = format!("{}: cannot be written: {error}", file.display());
        Coded::new(Exit::Internal, message).into()
    })
}

/// The case before every judge, as `replay` does it.
fn judge(root: &Root, system: &System, id: &str) -> Result<Exit> {
    let target = adapter::engine();
    let panel = Panel::new(&*target, true, false)?;
    let mut run = Run::new("promote", false);
    let filter = Filter::only(id)?;
    run.take(run::corpus(
        system,
        &root.cases()?,
        &filter,
        &panel,
        &Rerun::new("engine"),
    ));
    let exit = run.reasons.worst();
    print!("{}", text::render(&run.report(&panel)));
    Ok(exit)
}
