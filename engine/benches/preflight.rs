//! What a check of the agent preflight costs: checks a second on one core, and
//! the ratio to parsing the same input with `serde_json` in the same run.
//!
//! `cargo bench -p argument-check --bench preflight` prints the table.

mod clock;

use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

use argument_check::preflight::{gate, preflight_tool_call, request};
use clock::{CLOCK, now};
use serde_json::Value;

/// How often every job has its turn.
const ROUNDS: usize = 31;
/// How long a turn takes, about.
const TURN: Duration = Duration::from_millis(2);

/// A tool and an input of it.
struct Job {
    name: &'static str,
    input: String,
    answer: fn(&[u8]) -> String,
}

impl Job {
    fn new(name: &'static str, input: String, answer: fn(&[u8]) -> String) -> Self {
        let text = answer(input.as_bytes());
        assert!(!text.contains("\"input_"), "{name} must be judged: {text}");
        Self {
            name,
            input,
            answer,
        }
    }

    fn check(&self) -> usize {
        (self.answer)(black_box(self.input.as_bytes())).len()
    }

    fn parse(&self) -> Value {
        serde_json::from_slice(black_box(self.input.as_bytes())).expect("JSON")
    }
}

const TERMS: &str =
    r#""economics":{"downstreamCostUsd":0.05,"billsOnInvalidRequest":true,"retryCostUsd":0.01}"#;

/// A request as agents make them, with a body of `items` order lines.
fn order(items: usize) -> String {
    let mut lines = String::new();
    for item in 0..items {
        let comma = if item > 0 { "," } else { "" };
        write!(
            lines,
            r#"{comma}{{"sku":"A-{item:05}","qty":{},"price":{}.95}}"#,
            item % 7 + 1,
            item * 13 % 900
        )
        .expect("a String takes everything");
    }
    format!(
        r#"{{"request":{{"method":"POST","url":"https://api.example.com/v1/orders?dry=1","headers":{{"Content-Type":"application/json","Authorization":"Bearer 0123456789abcdef","Accept":"application/json"}},"query":{{"locale":"nl","page":2}},"body":{{"lines":[{lines}]}}}},"schema":{{"type":"object","required":["lines"],"properties":{{"lines":{{"type":"array","items":{{"type":"object","required":["sku","qty"],"properties":{{"sku":{{"type":"string","maxLength":12}},"qty":{{"type":"integer","minimum":1}},"price":{{"type":"number"}}}},"additionalProperties":false}}}}}}}},{TERMS}}}"#
    )
}

/// A proposal with a history of `calls`, every fourth of them of its own
/// fingerprint.
fn proposal(calls: usize) -> String {
    let start = r#"{"runId":"r1","stepId":"s1","task":{"goalHash":"g1"},"tool":{"provider":"serp","operation":"search","request":{"q":"rust fuzzing","page":1,"limit":10},"estimatedExternalCostUsd":0.02,"estimatedModelCostUsd":0.004},"budget":{"remainingUsd":1,"reservedUsd":0.1,"maxToolCallsRemaining":12}"#;
    let bare = preflight_tool_call(format!("{start}}}").as_bytes()).expect("JSON");
    let own = bare
        .request_fingerprint
        .expect("a valid proposal")
        .to_string();
    let other = own.chars().rev().collect::<String>();
    let mut history = String::new();
    for call in 0..calls {
        let comma = if call > 0 { "," } else { "" };
        let fingerprint = if call % 4 == 0 { &own } else { &other };
        let outcome = ["transient_failure", "success"][call % 2];
        write!(
            history,
            r#"{comma}{{"toolCallId":"call-{call:04}","fingerprint":"{fingerprint}","outcome":"{outcome}","ageSeconds":{},"goalHash":"g1"}}"#,
            call * 37 % 900
        )
        .expect("a String takes everything");
    }
    format!("{start},\"history\":[{history}]}}")
}

/// The median seconds of one run of `job`, and of one parse of its input.
fn medians(job: &Job) -> [f64; 2] {
    let jobs: [&dyn Fn(); 2] = [&|| _ = black_box(job.check()), &|| {
        _ = black_box(job.parse());
    }];
    let turns = jobs.map(runs_per_turn);
    let mut samples = [const { Vec::new() }; 2];
    for _ in 0..ROUNDS {
        for ((job, samples), runs) in jobs.iter().zip(&mut samples).zip(turns) {
            samples.push(time(job, runs));
        }
    }
    samples.map(|mut samples: Vec<f64>| {
        samples.sort_by(f64::total_cmp);
        samples[ROUNDS / 2]
    })
}

/// How many runs fill a turn; finding out warms everything up.
fn runs_per_turn(job: &dyn Fn()) -> u32 {
    let mut runs = 1_u32;
    while time(job, runs) * f64::from(runs) < TURN.as_secs_f64() {
        runs = runs.saturating_mul(2);
    }
    runs
}

/// The seconds that one of `runs` runs takes.
fn time(job: impl Fn(), runs: u32) -> f64 {
    let start = now();
    for _ in 0..runs {
        job();
    }
    now().saturating_sub(start).as_secs_f64() / f64::from(runs)
}

fn main() {
    let jobs = [
        Job::new("check_request, 1 order line", order(1), request),
        Job::new("check_request, 100 order lines", order(100), request),
        Job::new("preflight_tool_call, no history", proposal(0), gate),
        Job::new("preflight_tool_call, 100 calls", proposal(100), gate),
    ];
    if !std::env::args().any(|argument| argument == "--bench") {
        // `cargo test --benches` only wants to know whether everything runs.
        return;
    }
    println!("\nchecks a second, and the ratio to a parse of the same input by serde_json");
    println!("median of {ROUNDS} interleaved rounds of {CLOCK}");
    println!(
        "{:<34} {:>8} {:>12} {:>8}",
        "", "bytes", "checks/s", "ratio"
    );
    for job in &jobs {
        let [check, parse] = medians(job);
        println!(
            "{:<34} {:>8} {:>12.0} {:>8.2}",
            job.name,
            job.input.len(),
            1.0 / check,
            check / parse
        );
    }
}
