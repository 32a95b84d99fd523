//! What a search for candidates costs, beside the block and inline parser of
//! `pulldown-cmark` over the same text in the same run: real documents and such
//! as are made to be slow, at the longest length that is allowed (128 KiB) and
//! at half of it. Twice the text must cost twice the time.
//!
//! `cargo bench -p argument-check --bench candidates` prints the table;
//! `ARGUMENT_CHECK_MARKDOWN=FILE` adds a document to it.

mod clock;
mod document;

use std::hint::black_box;

use argument_check::candidates::{MAX_TEXT_BYTES, Search};
use clock::{CLOCK, now};
use document::Document;
use pulldown_cmark::Parser;

/// How often every job has its turn.
const ROUNDS: usize = 15;
/// Milliseconds that no document may take.
const WORST: f64 = 10.0;
/// How much more twice the text may cost, with room for what is constant and
/// for caches that grow too small.
const GROWTH: f64 = 2.6;

/// What is measured of a document, in milliseconds.
struct Row {
    name: String,
    find: f64,
    repair: f64,
    growth: f64,
    pulldown: f64,
}

fn find(text: &str, repair: bool) -> usize {
    let search = Search {
        repair,
        ..Search::default()
    };
    search
        .find(black_box(text))
        .expect("within the limits")
        .candidate_count
}

/// Milliseconds of one run of `job`.
fn time(job: impl Fn() -> usize) -> f64 {
    let start = now();
    black_box(job());
    now().saturating_sub(start).as_secs_f64() * 1e3
}

fn measure(document: &Document) -> Row {
    let (whole, half) = (
        document.text(MAX_TEXT_BYTES),
        document.text(MAX_TEXT_BYTES / 2),
    );
    let jobs: [&dyn Fn() -> usize; 4] = [
        &|| find(&whole, false),
        &|| find(&whole, true),
        &|| find(&half, true),
        &|| Parser::new(black_box(&whole)).count(),
    ];
    let mut samples = [const { Vec::new() }; 4];
    for _ in 0..ROUNDS {
        for (job, samples) in jobs.iter().zip(&mut samples) {
            samples.push(time(job));
        }
    }
    let [find, repair, half, pulldown] = samples.map(|mut samples: Vec<f64>| {
        samples.sort_by(f64::total_cmp);
        samples[ROUNDS / 2]
    });
    Row {
        name: document.name.clone(),
        find,
        repair,
        growth: repair / half,
        pulldown,
    }
}

fn print(rows: &[Row]) {
    println!("\n128 KiB in milliseconds, median of {ROUNDS} interleaved rounds of {CLOCK}");
    println!(
        "{:<38} {:>8} {:>10} {:>10} {:>14} {:>8}",
        "", "find", "and repair", "growth", "pulldown-cmark", "ratio"
    );
    for row in rows {
        println!(
            "{:<38} {:>8.3} {:>9.3}{} {:>9.2}{} {:>14.3} {:>8.3}",
            row.name,
            row.find,
            row.repair,
            mark(row.repair <= WORST),
            row.growth,
            mark(row.growth <= GROWTH),
            row.pulldown,
            row.find / row.pulldown
        );
    }
    if let Some(worst) = rows
        .iter()
        .max_by(|one, two| one.repair.total_cmp(&two.repair))
    {
        println!(
            "worst: {}, {:.3} ms; no more than {WORST} is allowed",
            worst.name, worst.repair
        );
    }
    println!(
        "growth: with repair, 128 KiB to 64 KiB; ! is above {WORST} ms or a growth of {GROWTH}"
    );
}

fn mark(good: bool) -> char {
    if good { ' ' } else { '!' }
}

fn main() {
    let given = std::env::var_os("ARGUMENT_CHECK_MARKDOWN")
        .map(|path| std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path:?}: {why}")));
    let mut documents = document::ordinary(given);
    documents.extend(document::pathological());
    if std::env::args().any(|argument| argument == "--bench") {
        print(&documents.iter().map(measure).collect::<Vec<_>>());
    } else {
        // `cargo test --benches` only wants to know whether everything runs.
        for document in &documents {
            find(&document.text(4096), true);
        }
    }
}
