//! `merge`: joins the reports of all shards of one audit into the report that
//! one machine would have written.
//!
//! Rows are merged in the order of lines and counts are added, so nothing is
//! lost and, apart from `run`, nothing differs. Reports that are not the shards
//! of one audit are refused: a shard twice, a shard that is not there, other
//! judges, another corpus, another input. No part of them is joined then.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;

use crate::audit::{Counts, Header, Next, Reader, RunData, Sample, Shard, Summary, Writer, render};
use crate::exit::{Coded, Exit};

/// How many missing shards are named.
const LISTED: usize = 8;

/// What to join.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The audit.json of every shard, in any order
    #[arg(value_name = "REPORT", required = true)]
    reports: Vec<PathBuf>,
    /// The joined report
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Joins.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let mut readers = Vec::with_capacity(options.reports.len());
    for report in &options.reports {
        readers.push(Reader::open(report)?);
    }
    refuse_unless_one_audit(&readers)?;
    readers.sort_by_key(|reader| reader.header.shard.index);
    refuse_to_overwrite(options)?;

    let mut header = readers[0].header.clone();
    header.shard = Shard::whole();
    let mut writer = Writer::create(&options.out, &header)?;
    let mut sample = Sample::default();
    let mut heads = Vec::with_capacity(readers.len());
    for reader in &mut readers {
        heads.push(reader.next()?);
    }
    while let Some(at) = first(&heads) {
        let next = readers[at].next()?;
        if let Next::Row(row) = std::mem::replace(&mut heads[at], next) {
            sample.take(&row);
            writer.row(&row)?;
        }
    }
    let ends = heads.into_iter().filter_map(|head| match head {
        Next::End(end) => Some(*end),
        Next::Row(_) => None,
    });
    let summary = join(header, &readers, &ends.collect::<Vec<_>>())?;
    writer.finish(&summary)?;
    print!("{}", render(&summary, &sample));
    println!("\nreport: {}", options.out.display());
    Ok(summary.exit())
}

/// Which reader has the row of the smallest line; none when all have ended.
fn first(heads: &[Next]) -> Option<usize> {
    let rows = heads
        .iter()
        .enumerate()
        .filter_map(|(at, head)| match head {
            Next::Row(row) => Some((row.line, at)),
            Next::End(_) => None,
        });
    rows.min().map(|(_, at)| at)
}

/// Refuses a joined report in the place of a shard.
fn refuse_to_overwrite(options: &Options) -> Result<()> {
    let Ok(out) = options.out.canonicalize() else {
        return Ok(());
    };
    for report in &options.reports {
        if report.canonicalize().is_ok_and(|report| report == out) {
            let name = report.display();
            return refuse(format!("--out {name}: is a report to join; name another"));
        }
    }
    Ok(())
}

/// Refuses what can be seen from the headers.
fn refuse_unless_one_audit(readers: &[Reader]) -> Result<()> {
    let one = &readers[0];
    let of = one.header.shard.of;
    let mut shards: BTreeMap<u64, &Reader> = BTreeMap::new();
    for reader in readers {
        let (name, other) = (reader.file().display(), one.file().display());
        let shard = reader.header.shard;
        if shard.of != of {
            return refuse(format!(
                "{name} is one of {} shards and {other} one of {of}; join the shards of one audit",
                shard.of
            ));
        }
        if let Some(part) = reader.header.differs(&one.header) {
            return refuse(format!(
                "{name} and {other} have different {part}; audit all shards with one build and the same flags"
            ));
        }
        if let Some(twice) = shards.insert(shard.index, reader) {
            return refuse(format!(
                "shard {} of {of} is given twice, overlapping: {} and {name}; give each once",
                shard.index,
                twice.file().display()
            ));
        }
    }
    let missing: Vec<String> = (1..=of)
        .filter(|index| !shards.contains_key(index))
        .take(LISTED)
        .map(|index| format!("{index}/{of}"))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    refuse(format!(
        "{} of {of} shards are missing, such as {}; audit them with --shard and give all reports",
        of - shards.len() as u64,
        missing.join(", ")
    ))
}

/// The summary of the whole.
fn join(header: Header, readers: &[Reader], ends: &[Summary]) -> Result<Summary> {
    let input = ends[0].input;
    let mut counts = Counts::new();
    let mut milliseconds = 0;
    for (end, reader) in ends.iter().zip(readers) {
        if end.input != input {
            return refuse(format!(
                "{} is about an input of {} lines and {} bytes and {} about one of {} lines and {} \
                 bytes; audit one input with all shards",
                reader.file().display(),
                end.input.lines,
                end.input.bytes,
                readers[0].file().display(),
                input.lines,
                input.bytes
            ));
        }
        counts.add(&end.counts);
        milliseconds += end.run.milliseconds;
    }
    Ok(Summary {
        header,
        input,
        counts,
        run: RunData {
            source: format!("{} joined shards", ends.len()),
            milliseconds,
        },
    })
}

fn refuse<T>(message: String) -> Result<T> {
    Err(Coded::new(Exit::Unreadable, message).into())
}
