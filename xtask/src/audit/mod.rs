//! `audit`: judges recorded answers of any implementation, line by line.
//!
//! One `{"body": …, "answer": …}` a line becomes *proven*, *refuted* or *not
//! comparable*; a line that holds no exchange is reported and passed over.
//! Memory does not grow with the input: one batch is read while another is
//! judged on all cores, and rows go to the report as they are found, in the
//! order of lines. Must never judge a line less because of another line.

mod counts;
mod file;
mod foreign;
mod judge;
mod lines;
mod markdown;
mod row;
mod shard;
mod slice;

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::sync::mpsc::sync_channel;
use std::time::Instant;

use anyhow::{Context, Result};
use rayon::prelude::*;

pub(crate) use counts::Counts;
pub(crate) use file::{Header, Next, Reader, RunData, Summary, Writer};
pub(crate) use markdown::{Sample, render};
pub(crate) use shard::Shard;

use file::Input;
use judge::{Bench, Verdict};
use lines::Batch;
use row::{Finding, Row};

use crate::exit::Exit;
use crate::progress::Progress;
use crate::report::place::Place;
use crate::report::{Named, Pin};
use crate::root::Root;
use crate::run::oracles;

/// How many malformed lines are named on standard error; the report has all.
const NAMED: u64 = 20;

/// What to audit.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Exchanges, one {"body": …, "answer": …} a line; - is standard input.
    /// Each of the two is a JSON value, or a string that holds the exact text
    #[arg(value_name = "FILE.jsonl")]
    file: PathBuf,
    /// Audit the lines I, I+N, I+2N, … only; `merge` joins the reports
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Where audit.json and audit.md go [default: reports/latest]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,
    /// Write what was found about every line, proven ones too, one JSON object a line
    #[arg(long, value_name = "FILE.jsonl")]
    lines: Option<PathBuf>,
    /// Let argument values, keys and fragments stand in the report
    #[arg(long)]
    with_payloads: bool,
}

/// Audits.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    let started = Instant::now();
    let source = options.file.display().to_string();
    let (input, size) = open(options)?;
    let header = Header {
        criteria: Named::criteria(),
        corpus: Pin::built_in()?,
        oracles: oracles(),
        shard: options.shard.unwrap_or(Shard::whole()),
        payloads: options.with_payloads,
    };
    // audit.json is written as rows are found, so its writer puts it there.
    let place = Place::cleared(root, options.reports.as_deref(), ["audit.md"])?;
    let mut out = Findings {
        report: Writer::create(&place.directory().join("audit.json"), &header)?,
        every: options.lines.as_deref().map(Every::create).transpose()?,
        counts: Counts::new(),
        sample: Sample::default(),
        source: source.clone(),
    };
    let bench = Bench::new(options.with_payloads)?;
    let progress = Progress::bytes("audit", size);
    let input = judge_all(input, header.shard, &bench, &progress, &mut out)
        .with_context(|| format!("{source}: the audit broke off; no report was written"))?;
    drop(progress);

    out.counts.allow_list = bench.judges.allow_list();
    let summary = Summary {
        header,
        input,
        counts: out.counts,
        run: RunData {
            source,
            milliseconds: started.elapsed().as_millis() as u64,
        },
    };
    let text = render(&summary, &out.sample);
    place.fill([&text])?;
    out.report.finish(&summary)?;
    if let Some(every) = out.every {
        every.finish()?;
    }
    place.show(&text);
    Ok(summary.exit())
}

/// The input and, where it is known, its size.
fn open(options: &Options) -> Result<(Box<dyn BufRead + Send>, Option<u64>)> {
    if options.file.as_os_str() == "-" {
        return Ok((Box::new(BufReader::new(std::io::stdin())), None));
    }
    let name = options.file.display();
    let file = File::open(&options.file)
        .with_context(|| format!("{name}: cannot be read; name a file of lines, or -"))?;
    let size = file.metadata().ok().filter(std::fs::Metadata::is_file);
    let size = size.map(|data| data.len());
    Ok((Box::new(BufReader::with_capacity(1 << 20, file)), size))
}

/// Where what is found goes.
struct Findings {
    report: Writer,
    every: Option<Every>,
    counts: Counts,
    sample: Sample,
    source: String,
}

/// The file of `--lines`.
struct Every {
    out: BufWriter<File>,
    name: String,
}

impl Every {
    fn create(file: &std::path::Path) -> Result<Self> {
        let name = file.display().to_string();
        let created = File::create(file)
            .with_context(|| format!("{name}: cannot be written; name another file"))?;
        Ok(Self {
            out: BufWriter::new(created),
            name,
        })
    }

    fn row(&mut self, row: &Row) -> Result<()> {
        serde_json::to_writer(&mut self.out, row)
            .map_err(std::io::Error::from)
            .and_then(|()| self.out.write_all(b"\n"))
            .with_context(|| format!("{}: cannot be written", self.name))
    }

    fn finish(mut self) -> Result<()> {
        let name = self.name;
        self.out
            .flush()
            .with_context(|| format!("{name}: cannot be written"))
    }
}

impl Findings {
    fn take(&mut self, verdict: &Verdict) -> Result<()> {
        let row = &verdict.row;
        self.counts.take(verdict);
        if let Some(every) = &mut self.every {
            every.row(row)?;
        }
        if row.finding == Finding::Malformed && self.counts.malformed <= NAMED {
            let why = row.why.as_deref().unwrap_or_default();
            eprintln!("error: {}:{}: {why}", self.source, row.line);
        }
        if row.finding != Finding::Proven {
            self.sample.take(row);
            self.report.row(row)?;
        }
        Ok(())
    }
}

/// Reads in one thread and judges in all; how large the input was.
fn judge_all(
    input: Box<dyn BufRead + Send>,
    shard: Shard,
    bench: &Bench,
    progress: &Progress,
    out: &mut Findings,
) -> Result<Input> {
    std::thread::scope(|scope| {
        // One batch waits while another is judged and a third is read.
        let (sender, batches) = sync_channel::<std::io::Result<Batch>>(1);
        scope.spawn(move || {
            let mut reader = lines::Reader::new(input, shard);
            while let Some(batch) = reader.next().transpose() {
                let broke = batch.is_err();
                // Nobody listens any more once a row could not be written.
                if sender.send(batch).is_err() || broke {
                    return;
                }
            }
        });
        let mut size = Input::default();
        for batch in batches {
            let batch = batch.context("the input cannot be read on")?;
            size.lines += batch.passed;
            size.bytes += batch.bytes;
            let judged: Vec<Verdict> = batch
                .lines
                .par_iter()
                .with_max_len(1)
                .map(|line| one(bench, line))
                .collect();
            for verdict in &judged {
                out.take(verdict)?;
            }
            progress.add(batch.bytes);
        }
        Ok(size)
    })
}

fn one(bench: &Bench, line: &lines::Line) -> Verdict {
    let text = line.text.as_deref().map_err(|why| (*why).to_owned());
    match text.and_then(slice::cut) {
        Ok(recorded) => bench.judge(line.number, &recorded),
        Err(why) => Verdict {
            row: Row::malformed(line.number, why),
            said: Vec::new(),
            internal: false,
        },
    }
}
