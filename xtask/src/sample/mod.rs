//! `sample`: the engine and the second implementation on generated bodies, and
//! the smaller sample of `verify`.
//!
//! Both operations of both implementations, whole answers, byte for byte
//! (invariant N). A draw is its seed and its number, on every machine and with
//! any number of jobs, so that a difference is told by a command that repeats
//! it and never needs its payload. Must never end clean when nothing was
//! compared.

mod compare;

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use argument_check_oracle::generate;
use argument_check_oracle::ledger::incidents::Kind;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use compare::{Found, Operation, compare_all};

use crate::exit::{Exit, Reasons};
use crate::filter::Rerun;
use crate::incidents;
use crate::judging::{Collector, Keep, REFERENCE};
use crate::report::{Outcome, Row, text};

/// The seed where none is asked for.
pub(crate) const SEED: u64 = 1;

/// How many draws `verify` makes.
const DRAWS: u64 = 20_000;

/// How many differences are printed.
const PRINTED: usize = 20;

/// What to draw.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// How many bodies to generate
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100_000,
        conflicts_with = "only"
    )]
    n: u64,
    /// The seed that they are generated from
    #[arg(long, value_name = "SEED", default_value_t = SEED)]
    seed: u64,
    /// Only the draw of this number: what a difference names
    #[arg(long, value_name = "K")]
    only: Option<u64>,
    /// How many threads work [default: as many as there are cores]
    #[arg(long, value_name = "J")]
    jobs: Option<usize>,
    /// Print bodies and answers with the differences
    #[arg(long)]
    with_payloads: bool,
}

/// Samples.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let started = Instant::now();
    let draws = match options.only {
        Some(only) => only..only.saturating_add(1),
        None => 0..options.n,
    };
    ensure!(
        !draws.is_empty(),
        "--n 0 compares nothing; ask for one draw or more"
    );
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.jobs.unwrap_or(0))
        .build()
        .context("--jobs: so many threads cannot be started; ask for fewer")?;
    let found = pool.install(|| compare_all(options.seed, draws.clone()));
    let collector = collect(options.seed, found, options.with_payloads);
    print(&collector, options, started);
    Ok(exit_of(&collector))
}

/// What the run ends with.
fn exit_of(collector: &Collector) -> Exit {
    let mut reasons = Reasons::default();
    for (exit, why) in collector.tripwires.tripped() {
        reasons.add(exit, why);
    }
    if !collector.rows.is_empty() {
        reasons.add(Exit::Conformance, "engine and reference differ");
    }
    if collector.internal > 0 {
        reasons.add(Exit::Internal, "the reference panicked");
    }
    if collector.compared == 0 {
        reasons.add(Exit::NotProvenAlive, "nothing was compared");
    }
    reasons.worst()
}

/// The sample of `verify`.
pub(crate) fn of_verify(seed: u64, payloads: bool) -> Collector {
    collect(seed, compare_all(seed, 0..DRAWS), payloads)
}

/// What was found, as a section of a report.
fn collect(seed: u64, found: Found, payloads: bool) -> Collector {
    let source = format!("seed {seed}");
    let mut collector = Collector::new("sample", &source, Keep::Failures, Rerun::default());
    collector.section.counts = found.section.counts;
    collector.section.judges = found.section.judges;
    collector.section.count_many("input", "draws", found.draws);
    collector.executed = 2 * found.draws;
    collector.compared = found.compared;
    collector.internal = found.internal;
    let section = collector.section.key();
    for difference in found.differences {
        collector.tripwires.invented_values += u64::from(difference.invented);
        collector.tripwires.undisclosed_coverage += u64::from(difference.undisclosed);
        let draw = difference.draw;
        let case = format!("sample seed {seed} draw {draw}");
        for (holds, kind, reading) in [
            (difference.invented, Kind::InventedRepair, "D93"),
            (
                difference.undisclosed,
                Kind::UndisclosedPartialCoverage,
                "D94",
            ),
        ] {
            if holds {
                collector
                    .incidents
                    .push(incidents::Found::new(kind, reading, &case));
            }
        }
        collector.rows.push(Row {
            section: section.clone(),
            case: format!("draw {draw} ({})", difference.operation.as_str()),
            judge: REFERENCE.to_owned(),
            outcome: Outcome::Disagrees,
            why: Some(difference.why),
            detail: payloads.then(|| detail(seed, draw, difference.operation)),
            rerun: Some(format!("cargo xtask sample --seed {seed} --only {draw}")),
        });
    }
    collector
}

/// Body and answers of a draw, the body as a line for a corpus case.
fn detail(seed: u64, draw: u64, operation: Operation) -> String {
    let body = generate::draw(seed, draw);
    let line = match std::str::from_utf8(&body) {
        Ok(text) => format!("body = {}", serde_json::Value::from(text)),
        Err(_) => format!("body_base64 = \"{}\"", STANDARD.encode(&body)),
    };
    let reference = match operation.reference(&body) {
        Some(Ok(answer)) => answer,
        _ => "no answer".to_owned(),
    };
    let engine = operation.engine(&body);
    let engine = engine.unwrap_or_else(|| "no answer".to_owned());
    format!("{line}\nengine:    {engine}\nreference: {reference}")
}

fn print(collector: &Collector, options: &Options, started: Instant) {
    let section = &collector.section;
    println!("sample: engine against reference, {}", section.source);
    for (group, counts) in &section.counts {
        println!("  {group}: {}", text::pairs(counts));
    }
    let tally = section.judges.get(REFERENCE).cloned().unwrap_or_default();
    println!(
        "  answers (check and precheck): {} equal, {} different, {} not comparable",
        tally.agrees, tally.disagrees, tally.not_comparable
    );
    let reasons: BTreeMap<String, u64> = tally.reasons;
    if !reasons.is_empty() {
        println!("  not comparable: {}", text::pairs(&reasons));
    }
    for row in collector.rows.iter().take(PRINTED) {
        println!(
            "\nDIFFERENCE {}: {}",
            row.case,
            row.why.as_deref().unwrap_or_default()
        );
        for line in row.detail.iter().flat_map(|detail| detail.lines()) {
            println!("  {line}");
        }
        let hint = if options.with_payloads {
            ""
        } else {
            " --with-payloads"
        };
        println!(
            "  rerun: {}{hint}",
            row.rerun.as_deref().unwrap_or_default()
        );
    }
    if collector.rows.len() > PRINTED {
        println!("\n… and {} more", collector.rows.len() - PRINTED);
    }
    println!("  time: {:.1} s", started.elapsed().as_secs_f64());
}

#[cfg(test)]
mod tests {
    use super::compare::is_invented;
    use super::*;

    const HEAD: &str = "{\"criteria_id\":\"tool-argument/v1\",\"criteria_version\":\"1.0.0\",\
        \"engine_version\":\"x\",\"verdict\":\"REPAIRED\",\"statement\":\"s\",\
        \"coverage\":{\"enforced\":[],\"not_checked\":[]},\"repaired\":";

    fn repaired(value: &str) -> String {
        format!(
            "{HEAD}{value},\"diff\":[{{\"path\":\"$.a\",\"rule\":\"R3\",\"op\":\"replace\",\
             \"before\":\"1\",\"after\":1}}]}}"
        )
    }

    #[test]
    fn engine_and_reference_agree_on_a_small_sample_in_any_parts() {
        let whole = compare_all(SEED, 0..600);
        assert!(whole.differences.is_empty());
        assert_eq!(whole.compared, 1200);
        let parts = compare_all(SEED, 0..123).and(compare_all(SEED, 123..600));
        assert_eq!(parts.section, whole.section);
    }

    #[test]
    fn a_value_that_the_reference_does_not_deliver_stops_the_service() {
        let (one, two) = (repaired("{\"a\":1}"), repaired("{\"a\":1.0}"));
        assert!(is_invented(&one, &two));
        assert!(is_invented("{}", &one));
        assert!(!is_invented(&one, &one));
        assert!(!is_invented(&one, "{}"));
    }

    #[test]
    fn a_difference_names_the_draw_and_the_command_and_no_payload() {
        let mut found = Found::default();
        let body = generate::draw(SEED, 5);
        let expected = Operation::Check.reference(&body).unwrap();
        found.hear(5, Operation::Check, &expected, Some(&repaired("{\"a\":7}")));
        let collector = collect(SEED, found, false);
        assert_eq!(collector.tripwires.invented_values, 1);
        let row = &collector.rows[0];
        assert_eq!(row.case, "draw 5 (check)");
        assert_eq!(row.detail, None);
        let rerun = "cargo xtask sample --seed 1 --only 5";
        assert_eq!(row.rerun.as_deref(), Some(rerun));
        assert_eq!(exit_of(&collector).code(), 4);
    }

    #[test]
    fn a_difference_that_delivers_nothing_is_exit_2_and_no_comparison_exit_6() {
        let body = generate::draw(SEED, 5);
        let expected = Operation::Check.reference(&body).unwrap();
        let mut found = Found::default();
        found.hear(5, Operation::Check, &expected, None);
        assert_eq!(exit_of(&collect(SEED, found, false)).code(), 2);
        assert_eq!(exit_of(&collect(SEED, Found::default(), false)).code(), 6);
        assert_eq!(exit_of(&of_range(0..50)), Exit::Clean);
    }

    fn of_range(draws: std::ops::Range<u64>) -> Collector {
        collect(SEED, compare_all(SEED, draws), false)
    }
}
