//! One run from its first step to its report: what `verify` and `replay` share.
//!
//! Must never end clean because nothing was looked at: zero answers, or a
//! differential that compared too little, is exit 6.

use std::collections::BTreeMap;
use std::time::Instant;

use argument_check_corpus::{ARGUMENT_CHECK, SourceCase, System};
use argument_check_oracle::mutants::Matrix;
use rayon::prelude::*;

use crate::exit::{Exit, Reasons};
use crate::filter::{Filter, Rerun};
use crate::incidents::Found;
use crate::judging::{Collector, Keep, Panel, Question};
use crate::progress::Progress;
use crate::report::{
    CorpusPin, FORMAT, Finding, Footer, Header, Named, Report, Row, Section, Timing,
};
use crate::tripwire::Tripwires;

/// Of a hundred verdicts on readable text, how many the differential must have
/// compared.
const COMPARED_PERCENT: u64 = 95;

/// The judges' own implementations; `Cargo.toml` pins the same versions.
const ORACLES: [(&str, &str); 3] = [
    ("json-syntax", "0.12.5"),
    ("jsonschema", "0.60.2"),
    ("regress", "0.12.0"),
];

/// The judges' own implementations, for the header of a report.
pub(crate) fn oracles() -> Vec<Named> {
    ORACLES
        .map(|(name, version)| Named::new(name, version))
        .to_vec()
}

/// What a run has found so far.
pub(crate) struct Run {
    command: &'static str,
    payloads: bool,
    /// Why the run does not end clean.
    pub(crate) reasons: Reasons,
    /// What pin, lint and obligations found.
    pub(crate) findings: Vec<Finding>,
    /// Which law notices which mutant, a system each, if mutants were judged.
    pub(crate) kill_matrices: Vec<Matrix>,
    /// The corpora with their pins.
    pub(crate) corpora: Vec<CorpusPin>,
    /// Seeds of everything random.
    pub(crate) seeds: BTreeMap<String, u64>,
    unreadable: Vec<String>,
    sections: Vec<Section>,
    rows: Vec<Row>,
    /// Events that stop the service.
    pub(crate) tripwires: Tripwires,
    /// The same events, law by law and case by case.
    pub(crate) incidents: Vec<Found>,
    executed: BTreeMap<String, u64>,
    timings: Vec<Timing>,
    step_started: Instant,
}

impl Run {
    /// A run that has found nothing yet.
    pub(crate) fn new(command: &'static str, payloads: bool) -> Self {
        Self {
            command,
            payloads,
            reasons: Reasons::default(),
            findings: Vec::new(),
            kill_matrices: Vec::new(),
            corpora: Vec::new(),
            seeds: BTreeMap::new(),
            unreadable: Vec::new(),
            sections: Vec::new(),
            rows: Vec::new(),
            tripwires: Tripwires::default(),
            incidents: Vec::new(),
            executed: BTreeMap::new(),
            timings: Vec::new(),
            step_started: Instant::now(),
        }
    }

    /// The step that ran until now took this long.
    pub(crate) fn step(&mut self, name: &str) {
        let milliseconds = self.step_started.elapsed().as_millis() as u64;
        self.step_started = Instant::now();
        self.timings.push(Timing {
            step: name.to_owned(),
            milliseconds,
        });
    }

    /// Notes what a step before the judges found.
    pub(crate) fn find(&mut self, step: &str, exit: Exit, why: &str, messages: Vec<String>) {
        if messages.is_empty() {
            return;
        }
        self.reasons.add(exit, why);
        for message in messages {
            self.findings.push(Finding {
                step: step.to_owned(),
                message,
            });
        }
    }

    /// Takes a judged section, and what follows from it for the exit code.
    pub(crate) fn take(&mut self, collector: Collector) {
        let name = collector.section.key();
        let failed = collector.rows.iter().filter(|row| row.outcome.is_failure());
        let failed = failed.count();
        let mut blame = |exit, why: String| self.reasons.add(exit, why);
        if collector.internal > 0 {
            blame(Exit::Internal, format!("{name}: a judge panicked"));
        }
        for (exit, why) in collector.tripwires.tripped() {
            blame(exit, format!("{name}: {why}"));
        }
        if !collector.unreadable.is_empty() {
            blame(
                Exit::Unreadable,
                format!("{name}: not all of it can be read"),
            );
        }
        if failed > 0 {
            blame(
                Exit::Conformance,
                format!("{name}: {failed} judgements against the target"),
            );
        }
        if collector.executed == 0 && collector.offered {
            blame(
                Exit::NotProvenAlive,
                format!("{name}: nothing was answered, so nothing was judged"),
            );
        }
        if collector.compared * 100 < collector.due * COMPARED_PERCENT {
            let (compared, due) = (collector.compared, collector.due);
            let why = format!(
                "{name}: the differential compared {compared} of {due} verdicts on readable text, \
                 less than {COMPARED_PERCENT}%"
            );
            blame(Exit::NotProvenAlive, why);
        }
        self.tripwires.add(&collector.tripwires);
        self.incidents.extend(collector.incidents);
        *self
            .executed
            .entry(collector.section.name.clone())
            .or_default() += collector.executed;
        self.unreadable.extend(collector.unreadable);
        self.rows.extend(collector.rows);
        self.sections.push(collector.section);
        self.step(&name);
    }

    /// Inputs that cannot be read, each with its place and remedy.
    pub(crate) fn unreadable(&self) -> &[String] {
        &self.unreadable
    }

    /// How the run ends, once everything was asked: a target that claims nothing
    /// of it proves nothing.
    pub(crate) fn exit(&mut self) -> Exit {
        let asked = !self.executed.is_empty();
        if asked && self.executed.values().all(|answers| *answers == 0) {
            let why = "nothing was answered, so nothing was judged";
            self.reasons.add(Exit::NotProvenAlive, why);
        }
        self.reasons.worst()
    }

    /// The whole report.
    pub(crate) fn report(self, panel: &Panel<'_>) -> Report {
        Report {
            format: FORMAT.to_owned(),
            header: Header {
                command: self.command.to_owned(),
                criteria: Named::criteria(),
                corpora: self.corpora,
                target: panel.target(),
                oracles: oracles(),
                seeds: self.seeds,
                executed: self.executed,
                payloads: self.payloads,
            },
            tripwires: self.tripwires,
            sections: self.sections,
            allow_list: panel.allow_list(),
            kill_matrices: self.kill_matrices,
            findings: self.findings,
            performance: Some(self.timings),
            footer: Footer::new(&self.rows, &self.reasons),
            rows: self.rows,
        }
    }
}

/// Judges the cases of a system that `filter` admits, on all cores, in the order of ids.
pub(crate) fn corpus(
    system: &System,
    cases: &[SourceCase],
    filter: &Filter,
    panel: &Panel<'_>,
    rerun: &Rerun,
) -> Collector {
    let source = system.corpus_id;
    let mut collector = Collector::new("corpus", source, Keep::All, rerun.clone());
    let mut chosen: Vec<&SourceCase> = system
        .cases(cases)
        .into_iter()
        .filter(|source| filter.admits(&source.case.id))
        .collect();
    chosen.sort_by(|left, right| left.case.id.cmp(&right.case.id));
    collector.offered = chosen.iter().any(|it| panel.offers(it.case.op));
    let progress = Progress::new("corpus", Some(chosen.len() as u64));
    let judged: Vec<_> = chosen
        .par_iter()
        .map(|source| {
            let case = &source.case;
            let judged = panel.judge(&Question {
                id: &case.id,
                part: "",
                op: case.op,
                body: &case.body,
                expect: Some(&case.expect),
            });
            progress.add(1);
            judged
        })
        .collect();
    for judged in judged {
        collector.section.count("input", "cases");
        // What another system answers has no verdict, rule or code of these.
        if system.name == ARGUMENT_CHECK.name {
            collector.count_answer("", &judged);
        }
        collector.take(judged);
    }
    collector
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_versions_of_the_judges_are_those_that_are_built_in() {
        let lock = include_str!("../../Cargo.lock");
        for (name, version) in ORACLES {
            let entry = format!("name = \"{name}\"\nversion = \"{version}\"");
            assert!(lock.contains(&entry), "{name} {version}");
        }
    }

    #[test]
    fn a_differential_that_shrugs_proves_nothing() {
        let mut collector = Collector::new("corpus", "test", Keep::All, Rerun::default());
        collector.executed = 100;
        collector.due = 100;
        collector.compared = 94;
        let mut run = Run::new("verify", false);
        run.take(collector);
        assert_eq!(run.reasons.worst(), Exit::NotProvenAlive);
    }

    #[test]
    fn a_system_that_a_target_does_not_claim_is_no_fault_but_no_system_at_all_is() {
        let section = |offered, executed| {
            let mut collector = Collector::new("corpus", "test", Keep::All, Rerun::default());
            (collector.offered, collector.executed) = (offered, executed);
            collector
        };
        let worst = |sections: Vec<Collector>| {
            let mut run = Run::new("replay", false);
            for section in sections {
                run.take(section);
            }
            run.exit()
        };
        assert_eq!(
            worst(vec![section(true, 10), section(false, 0)]),
            Exit::Clean
        );
        assert_eq!(
            worst(vec![section(true, 10), section(true, 0)]),
            Exit::NotProvenAlive
        );
        assert_eq!(worst(vec![section(false, 0)]), Exit::NotProvenAlive);
    }

    #[test]
    fn a_differential_that_compares_nineteen_of_twenty_is_enough() {
        let mut collector = Collector::new("corpus", "test", Keep::All, Rerun::default());
        collector.executed = 100;
        collector.due = 100;
        collector.compared = 95;
        let mut run = Run::new("verify", false);
        run.take(collector);
        assert_eq!(run.reasons.worst(), Exit::Clean);
    }
}
