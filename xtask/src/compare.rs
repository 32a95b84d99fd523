//! `compare OLD NEW`: what changed between two reports.
//!
//! Compared are pins, target, counts and every (case, judge); wall times are
//! not. A report that is not whole is never compared.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;

use crate::exit::Exit;
use crate::report::{Report, json};

/// The two reports.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The committed or earlier report.json
    old: PathBuf,
    /// The report.json to hold against it
    new: PathBuf,
}

/// Compares.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let old = json::read(&options.old)?;
    let new = json::read(&options.new)?;
    let differences = differences(&old, &new);
    for line in &differences {
        println!("{line}");
    }
    if differences.is_empty() {
        println!("equal: {} rows", new.rows.len());
        return Ok(Exit::Clean);
    }
    println!("{} differences", differences.len());
    Ok(Exit::DiffersFromBaseline)
}

fn differences(old: &Report, new: &Report) -> Vec<String> {
    let (old, new) = (facts(old), facts(new));
    let mut lines = Vec::new();
    for (name, before) in &old {
        match new.get(name) {
            None => lines.push(format!("gone     {name}: {before}")),
            Some(after) if after != before => {
                lines.push(format!("changed  {name}: {before} -> {after}"));
            }
            Some(_) => {}
        }
    }
    for (name, after) in &new {
        if !old.contains_key(name) {
            lines.push(format!("new      {name}: {after}"));
        }
    }
    lines
}

/// Everything of a report that is compared, by name.
fn facts(report: &Report) -> BTreeMap<String, String> {
    let mut facts = BTreeMap::new();
    let head = &report.header;
    let mut put = |name: String, value: String| {
        facts.insert(name, value);
    };
    put(
        "criteria".into(),
        format!("{} {}", head.criteria.name, head.criteria.version),
    );
    put(
        "target".into(),
        format!("{} {}", head.target.name, head.target.version),
    );
    put("exit code".into(), report.footer.exit_code.to_string());
    for pin in &head.corpora {
        let value = format!("{} {} {}", pin.version, pin.sha256, pin.status);
        put(format!("pin {}", pin.id), value);
    }
    for oracle in &head.oracles {
        put(format!("oracle {}", oracle.name), oracle.version.clone());
    }
    for (entry, hits) in &report.allow_list {
        put(format!("allow-list {entry}"), hits.to_string());
    }
    put("tripwires".into(), report.tripwires.line());
    for section in &report.sections {
        let key = section.key();
        for (group, counts) in &section.counts {
            for (name, count) in counts {
                put(format!("{key}, {group}, {name}"), count.to_string());
            }
        }
        for (judge, tally) in &section.judges {
            let value = format!(
                "{} agree, {} disagree, {} not comparable",
                tally.agrees, tally.disagrees, tally.not_comparable
            );
            put(format!("{key}, judge {judge}"), value);
        }
        for (name, items) in &section.lists {
            put(format!("{key}, {name}"), items.join(", "));
        }
    }
    for row in &report.rows {
        let name = format!("{} {} [{}]", row.section, row.case, row.judge);
        put(name, row.outcome.as_str().to_owned());
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Outcome;
    use crate::report::sample::report;

    #[test]
    fn a_report_equals_itself_whatever_time_it_took() {
        let mut slower = report();
        slower.performance = None;
        assert!(differences(&report(), &slower).is_empty());
    }

    #[test]
    fn a_changed_and_a_vanished_outcome_are_named() {
        let mut other = report();
        other.rows[0].outcome = Outcome::Disagrees;
        other.rows.remove(2);
        assert_eq!(
            differences(&report(), &other),
            [
                "changed  corpus R3-001 [replay]: agrees -> disagrees",
                "gone     corpus R3-003 [replay]: not_comparable",
            ]
        );
    }

    #[test]
    fn a_changed_pin_is_named() {
        let mut other = report();
        other.header.corpora[0].sha256 = "11".repeat(32);
        assert_eq!(differences(&report(), &other).len(), 1);
    }
}
