//! `coverage`: which lines of the engine the pinned corpus runs, and which the
//! fuzz corpora and real calls run beside it.
//!
//! Only the test `every_form` of the corpus is measured: it asks the engine
//! every body in every form, and no unit test helps it. Each line that the
//! corpus alone does not run needs a reason in `reports/coverage-reasons.toml`
//! or a case; a reason that is no longer needed fails too.

mod bodies;
mod lines;
mod markdown;
mod reasons;
mod report;
#[cfg(test)]
mod tests;
mod tool;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use argument_check_oracle::fuzzing;
use walkdir::WalkDir;

use crate::exit::Exit;
use crate::report::Named;
use crate::report::place::Place;
use crate::root::Root;

use bodies::Bodies;
use lines::Lines;
use report::{BodyCounts, ENGINE, Found, Header, Regions, Report};
use tool::{Choice, Tool};

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// What measures
    #[arg(long, value_enum, default_value = "auto")]
    tool: Choice,
    /// Real calls to ask beside the corpus, one {id, tool, schema, arguments} a line
    #[arg(long, value_name = "FILE.jsonl")]
    calls: Vec<PathBuf>,
    /// The fuzz corpora, one folder a target [default: fuzz/corpus]
    #[arg(long, value_name = "DIR")]
    fuzz: Option<PathBuf>,
    /// Where coverage.json and coverage.md go [default: reports/latest]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,
}

/// Measures.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    let place = Place::cleared(root, options.reports.as_deref(), report::FILES)?;
    let root = root.path().canonicalize();
    let root = root.context("--root: no such folder")?;
    let (tool, no_regions) = Tool::find(options.tool)?;
    let given = reasons::Reasons::read(&root, tool.version().0)?;
    let (pinned, corpora) = Bodies::pinned(&root.join("corpus"))?;
    let fuzz = options
        .fuzz
        .clone()
        .unwrap_or_else(|| root.join("fuzz/corpus"));
    let (others, sources) = others(&fuzz, &options.calls)?;
    let scratch = tempfile::tempdir().context("no temporary directory can be made")?;
    let measure = |bodies: &Bodies| {
        let file = scratch.path().join("bodies.ndjson");
        std::fs::write(&file, bodies.lines())
            .with_context(|| format!("{}: cannot be written", file.display()))?;
        tool.measure(&root, &file, scratch.path())
    };
    let lines = |lcov: &str| {
        let lines = Lines::parse(lcov, &root, ENGINE)?;
        Ok::<_, anyhow::Error>(lines.without(|file| given.leaves_out(file)))
    };
    eprintln!("coverage: asking {} pinned bodies", pinned.count());
    let measured = measure(&pinned)?;
    let corpus = lines(&measured.lcov)?;
    let everything = (others.count() > 0).then(|| pinned.and(others));
    let all = everything.as_ref().map(|bodies| {
        eprintln!("coverage: asking {} bodies", bodies.count());
        lines(&measure(bodies)?.lcov)
    });
    let found = Found {
        missed: corpus.missed(&root)?,
        corpus,
        all: all.transpose()?,
        regions: measured.regions.map(|files| regions(&root, files)),
    };
    let (name, version) = tool.version();
    let header = Header {
        engine: argument_check::ENGINE_VERSION.to_owned(),
        corpora,
        tool: Named::new(name, version),
        no_regions,
        wanted: report::WANTED,
        bodies: BodyCounts {
            corpus: pinned.count(),
            all: everything.map(|bodies| bodies.count()),
            sources,
        },
    };
    let report = Report::new(header, &found, &given);
    place.finish(&report, &markdown::render(&report))?;
    Ok(report.exit())
}

/// The bodies of the fuzz corpora and of calls, and what they come from.
fn others(fuzz: &Path, calls: &[PathBuf]) -> Result<(Bodies, Vec<String>)> {
    let (mut bodies, mut sources) = (Bodies::default(), Vec::new());
    for target in fuzzing::TARGETS {
        let (mut inputs, mut requests) = (0_u64, 0_u64);
        let files = WalkDir::new(fuzz.join(target.name)).sort_by_file_name();
        for file in files.into_iter().filter_map(Result::ok) {
            if !file.file_type().is_file() {
                continue;
            }
            let name = file.path().display();
            let input =
                std::fs::read(file.path()).with_context(|| format!("{name}: cannot be read"))?;
            inputs += 1;
            let meaning = (target.meaning)(&input);
            if let (Some(op), Some(body)) = (meaning.op, meaning.body) {
                requests += 1;
                bodies.add(op, body);
            }
        }
        if inputs > 0 {
            let target = target.name;
            sources.push(format!(
                "fuzz corpus {target}: {inputs} inputs, {requests} requests"
            ));
        }
    }
    for file in calls {
        bodies.calls(file)?;
        sources.push(file.display().to_string());
    }
    Ok((bodies, sources))
}

/// The regions of the engine's files, by their paths in the workspace.
fn regions(root: &Path, files: Vec<tool::FileRegions>) -> BTreeMap<String, Regions> {
    let named = files.into_iter().map(|it| {
        let file = it.file.strip_prefix(root).unwrap_or(&it.file);
        let regions = Regions {
            all: it.all,
            corpus: it.ran,
        };
        (file.to_string_lossy().replace('\\', "/"), regions)
    });
    named.collect()
}
