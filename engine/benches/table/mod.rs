//! The table of ratios to BASE: decides how they are measured. Jobs take turns
//! in rounds, so that a slow spell of the machine hits all of them; each ratio
//! is that of two medians of thread CPU time, where the system tells it.

use std::time::Duration;

use crate::clock::{CLOCK, now};
use crate::{Bench, JOBS};

/// How often every job has its turn.
const ROUNDS: usize = 101;
/// How long a turn takes, about.
const TURN: Duration = Duration::from_millis(2);

/// What is measured, and the goals for small, medium and large.
const ROWS: [(&str, [f64; 3]); 3] = [
    ("(a) valid, schema compiled before", [0.45, 0.30, 0.22]),
    ("(b) repaired, blob and diff written", [1.0, 0.55, 0.35]),
    ("(c) valid, schema compiled in the call", [3.5, 1.6, 0.25]),
];

/// Measures everything and prints the table.
pub(crate) fn print(benches: &[Bench]) {
    let medians: Vec<_> = benches.iter().map(medians).collect();
    println!("\nratio to BASE, median of {ROUNDS} interleaved rounds of {CLOCK} (goal)");
    print!("{:<40}", "");
    for bench in benches {
        print!(" {:>16}", bench.workload.name);
    }
    println!();
    print!("{:<40}", "BASE: serde_json + jsonschema is_valid");
    for medians in &medians {
        print!(" {:>13.2} µs", medians[0] * 1e6);
    }
    println!();
    for (job, (row, goals)) in (1..).zip(ROWS) {
        print!("{row:<40}");
        for (medians, goal) in medians.iter().zip(goals) {
            let ratio = medians[job] / medians[0];
            let mark = if ratio <= goal { ' ' } else { '!' };
            print!(" {ratio:>8.3}{mark} ({goal:.2})");
        }
        println!();
    }
    println!("{:<40} ! is above the goal", "");
}

/// The median time of one run, in seconds, of each job.
fn medians(bench: &Bench) -> [f64; JOBS.len()] {
    let mut out = String::new();
    let mut turns = [1; JOBS.len()];
    for (job, turn) in turns.iter_mut().enumerate() {
        *turn = runs_per_turn(bench, job, &mut out);
    }
    let mut samples = [const { Vec::new() }; JOBS.len()];
    for _ in 0..ROUNDS {
        for (job, samples) in samples.iter_mut().enumerate() {
            samples.push(time(bench, job, turns[job], &mut out));
        }
    }
    samples.map(|mut samples: Vec<f64>| {
        samples.sort_by(f64::total_cmp);
        samples[ROUNDS / 2]
    })
}

/// How many runs fill a turn; finding out warms everything up.
fn runs_per_turn(bench: &Bench, job: usize, out: &mut String) -> u32 {
    let mut runs = 1_u32;
    while time(bench, job, runs, out) * f64::from(runs) < TURN.as_secs_f64() {
        runs = runs.saturating_mul(2);
    }
    runs
}

/// The seconds that one of `runs` runs takes.
fn time(bench: &Bench, job: usize, runs: u32, out: &mut String) -> f64 {
    let start = now();
    bench.run(job, runs, out);
    now().saturating_sub(start).as_secs_f64() / f64::from(runs)
}
