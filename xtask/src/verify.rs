//! `verify`: pin, lint, obligations, mutants, replay, judges, a seeded sample,
//! reports, exit code.
//!
//! Everything found is collected; only a corpus that cannot be read at all
//! ends the run early. Reports are written last and only when every input
//! could be read: none that is there looks whole without being it.

use std::path::PathBuf;

use anyhow::Result;
use argument_check_corpus::lint::{Finding, Lint, lint_cases, lint_history};
use argument_check_corpus::{SYSTEMS, SourceCase, obligations};

use crate::exit::Exit;
use crate::filter::{Filter, Rerun};
use crate::incidents;
use crate::judging::{self, Panel};
use crate::pin;
use crate::real_input::Files;
use crate::report::place::Place;
use crate::report::{text, write};
use crate::root::Root;
use crate::run::{self, Run};
use crate::sample;

/// What to verify.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    files: Files,
    /// Where reports go [default: reports/latest]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,
    /// Where incidents are kept, found ones appended [default: incidents.jsonl in reports/latest]
    #[arg(long, value_name = "F.jsonl")]
    incidents: Option<PathBuf>,
    /// Let argument values, keys and fragments stand in the report
    #[arg(long)]
    with_payloads: bool,
    /// Of which seed the generated bodies are
    #[arg(long, value_name = "SEED", default_value_t = sample::SEED)]
    seed: u64,
}

/// Verifies.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    let place = Place::cleared(root, options.reports.as_deref(), write::FILES)?;
    let cases = root.cases()?;
    let mut run = Run::new("verify", options.with_payloads);
    before_judging(root, &cases, &mut run)?;

    mutants(&mut run)?;
    let target = crate::adapter::engine();
    let panel = Panel::new(&*target, true, options.with_payloads)?;
    let (filter, rerun) = (Filter::new(None)?, Rerun::new("engine"));
    for system in SYSTEMS {
        run.take(run::corpus(system, &cases, &filter, &panel, &rerun));
    }
    run.seeds.insert("sample".to_owned(), options.seed);
    run.take(sample::of_verify(options.seed, options.with_payloads));
    options
        .files
        .judge(&panel, &filter, &rerun, |collector| run.take(collector));

    let incidents = options.incidents.clone();
    let incidents = incidents.unwrap_or_else(|| root.reports().join(incidents::FILE_NAME));
    incidents::record(&mut run, &incidents)?;

    let unreadable = run.unreadable().to_vec();
    let exit = run.reasons.worst();
    let whole = !run.reasons.any(Exit::Unreadable);
    let report = run.report(&panel);
    print!("{}", text::render(&report));
    for line in &unreadable {
        eprintln!("error: {line}");
    }
    if whole {
        write::write(&report, &place)?;
        println!("reports: {}", place.directory().display());
    } else {
        eprintln!("error: no report was written, since not every input could be read");
    }
    Ok(exit)
}

/// Pin, lint and obligations.
fn before_judging(root: &Root, cases: &[SourceCase], run: &mut Run) -> Result<()> {
    let why = "the pinned artefact does not match its digest or its cases";
    for system in SYSTEMS {
        let state = pin::check(root, system, cases)?;
        run.find("pin", Exit::PinMismatch, why, state.problems);
        run.corpora.push(state.pin);
    }
    run.step("pin");

    let (wrong, unfit) = lint(root, cases)?;
    let why = "the lint found case files that cannot be used as they are";
    run.find("lint", Exit::Unreadable, why, wrong);
    let why = "the lint found cases that do not bear out what they claim";
    run.find("lint", Exit::Conformance, why, unfit);
    run.step("lint");

    let mut gaps = Vec::new();
    for system in SYSTEMS {
        let readings = root.readings(system)?;
        gaps.extend(obligations::open(system, cases, &readings));
        gaps.extend(obligations::missing_tests(system, &readings, root.path()));
    }
    let gaps = gaps.iter().map(ToString::to_string).collect();
    run.find(
        "obligation",
        Exit::Conformance,
        "obligations are open",
        gaps,
    );
    run.step("obligations");
    Ok(())
}

/// The kill matrix: laws that notice nothing prove nothing.
fn mutants(run: &mut Run) -> Result<()> {
    let why = "the laws do not notice every mutant for a declared reason";
    for matrix in crate::mutants::whole()? {
        run.find("mutants", Exit::NotProvenAlive, why, matrix.failures());
        run.kill_matrices.push(matrix);
    }
    run.step("mutants");
    Ok(())
}

/// The findings of the lint: those that make a case file unusable, and those
/// that only say that an expected answer is not what the case is about. The
/// latter are a wrong `expect`, which is not an unreadable one.
fn lint(root: &Root, cases: &[SourceCase]) -> Result<(Vec<String>, Vec<String>)> {
    let retired = root.retired()?;
    let mut findings = lint_cases(cases, &retired);
    for system in SYSTEMS {
        let artefact = std::fs::read_to_string(root.artefact(system)).unwrap_or_default();
        if let Ok(pinned) = argument_check_corpus::pin::parse(&artefact) {
            findings.extend(lint_history(cases, &pinned, &retired));
        }
    }
    let reads = |finding: &Finding| {
        let same = |source: &&SourceCase| source.case.id == finding.id;
        let source = cases.iter().find(same);
        source.is_some_and(|source| judging::reads(&source.case))
    };
    let (unfit, wrong): (Vec<&Finding>, Vec<&Finding>) =
        findings.iter().partition(|finding| match finding.lint {
            Lint::ClauseMisfit => true,
            Lint::Expect => reads(finding),
            _ => false,
        });
    let text = |findings: Vec<&Finding>| findings.iter().map(ToString::to_string).collect();
    Ok((text(wrong), text(unfit)))
}
