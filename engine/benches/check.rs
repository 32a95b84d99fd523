//! What a check costs, as a ratio to BASE: `serde_json` into a `Value` and the
//! precompiled `is_valid` of `jsonschema`, measured in the same run on the same
//! valid arguments. Ratios are what the goals are set in, because they survive a
//! change of machine.
//!
//! Jobs, all from the bytes of `arguments_text`: (a) valid arguments, the schema
//! compiled before; (b) arguments to repair, with the repaired blob and the diff
//! written to a reused buffer; (c) valid arguments, the schema compiled in the
//! call. Nothing but the buffer's memory is kept from one iteration to the next.
//!
//! `cargo bench -p argument-check -- table` prints the table of ratios alone.
//! `ARGUMENT_CHECK_PERF_DATA=DIR` measures files instead of the workloads made
//! here: `small.schema.json`, `small.valid.txt`, `small.TC.txt`, and so on.

mod clock;
mod table;
mod workload;

use std::hint::black_box;
use std::path::Path;

use argument_check::{Rule, Schema, Verdict};
use criterion::{Criterion, Throughput};
use serde_json::Value;
use workload::Workload;

/// The jobs of the table, BASE first.
const JOBS: [&str; 4] = ["base", "a_valid", "b_repair", "c_compile"];

/// A workload, made ready.
struct Bench {
    workload: Workload,
    validator: jsonschema::Validator,
    schema: Schema,
}

impl Bench {
    fn new(workload: Workload) -> Self {
        let schema = serde_json::from_str(&workload.schema).expect("a schema in JSON");
        let bench = Self {
            validator: jsonschema::validator_for(&schema).expect("a JSON Schema"),
            schema: Schema::compile(workload.schema.as_bytes()).expect("a covered schema"),
            workload,
        };
        bench.assert_honest();
        bench
    }

    /// Every job does what the table says of it.
    fn assert_honest(&self) {
        assert!(self.base(), "BASE must find the arguments valid");
        assert_eq!(self.valid(), Verdict::Valid);
        assert_eq!(self.compile(), Verdict::Valid);
        let mut out = String::new();
        assert_eq!(self.repair(&mut out), Verdict::Repaired);
        let outcome = self.schema.check_text(self.workload.repairable.as_bytes());
        let outcome = outcome.expect("it was assessed before");
        for rule in [Rule::R1, Rule::R2, Rule::R3] {
            assert!(outcome.rules().contains(&rule), "{rule:?} has to fire");
        }
        let mut repaired = String::new();
        assert!(outcome.write_arguments(&mut repaired));
        assert_eq!(
            repaired, self.workload.valid,
            "the repair restores the call"
        );
        assert!(out.starts_with(&repaired) && out.ends_with("}]"));
    }

    fn base(&self) -> bool {
        let bytes = black_box(self.workload.valid.as_bytes());
        let value: Value = serde_json::from_slice(bytes).expect("JSON");
        self.validator.is_valid(&value)
    }

    fn valid(&self) -> Verdict {
        let text = black_box(self.workload.valid.as_bytes());
        let outcome = black_box(&self.schema).check_text(text);
        outcome.expect("assessable").verdict()
    }

    fn repair(&self, out: &mut String) -> Verdict {
        let text = black_box(self.workload.repairable.as_bytes());
        let outcome = black_box(&self.schema).check_text(text);
        let outcome = outcome.expect("assessable");
        out.clear();
        outcome.write_arguments(out);
        outcome.write_diff(out);
        black_box(&*out);
        outcome.verdict()
    }

    fn compile(&self) -> Verdict {
        let schema = Schema::compile(black_box(self.workload.schema.as_bytes()));
        let schema = schema.expect("a covered schema");
        let text = black_box(self.workload.valid.as_bytes());
        schema.check_text(text).expect("assessable").verdict()
    }

    /// Runs a job `times` times.
    fn run(&self, job: usize, times: u32, out: &mut String) {
        for _ in 0..times {
            match job {
                0 => _ = black_box(self.base()),
                1 => _ = black_box(self.valid()),
                2 => _ = black_box(self.repair(out)),
                _ => _ = black_box(self.compile()),
            }
        }
    }
}

fn benches() -> Vec<Bench> {
    // With arbitrary precision serde_json would keep numbers as text, and BASE
    // would be slower than what people use.
    assert!(
        serde_json::from_str::<Value>("1e400").is_err(),
        "BASE must be built without serde_json's arbitrary precision"
    );
    let workloads = match std::env::var_os("ARGUMENT_CHECK_PERF_DATA") {
        Some(directory) => workload::of_directory(Path::new(&directory)),
        None => workload::generated(),
    };
    workloads.into_iter().map(Bench::new).collect()
}

fn criterion_groups(benches: &[Bench]) {
    let mut criterion = Criterion::default().configure_from_args();
    let mut out = String::new();
    for bench in benches {
        let mut group = criterion.benchmark_group(bench.workload.name);
        group.throughput(Throughput::Bytes(bench.workload.valid.len() as u64));
        for (job, name) in JOBS.into_iter().enumerate() {
            group.bench_function(name, |b| b.iter(|| bench.run(job, 1, &mut out)));
        }
        group.finish();
    }
    criterion.final_summary();
}

fn main() {
    let benches = benches();
    let asked = |word: &str| std::env::args().any(|argument| argument == word);
    if !asked("table") {
        criterion_groups(&benches);
    }
    // `cargo test --benches` only wants to know whether everything runs.
    if asked("--bench") {
        table::print(&benches);
    }
}
