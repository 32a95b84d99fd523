//! Judges `pattern` by `regress` with flag `u` (D28, 2.5 of the oracle's
//! readings).
//!
//! The strings of the tree that `regress` does not match must be exactly the
//! `pattern_mismatch` defects of the answer. A pair that cannot be compared
//! (J12, J13) is left out of both sides; if nothing else differs, the exchange
//! is not comparable.

use crate::judge::{Exchange, Judge, Judgement, Reason};
use crate::lossless::Value;
use crate::path::Place;
use crate::vocabulary::Code;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::errors::Failures;
use super::jsonschema_judge::differ;
use super::properties::Properties;
use super::schema::walk;
use super::tree::{Subject, TentativeTree, subject};
use super::worker::{Outcome, WorkerError, WorkerPool};
use super::{Allowance, Hits, escapes};

/// The longest subject, in characters, that is given to a backtracking engine.
const LONGEST: usize = 20;

/// Judges the patterns of verdicts by `regress`.
pub struct PatternJudge {
    tentative: Arc<dyn TentativeTree>,
    hits: Arc<Hits>,
    workers: Arc<WorkerPool>,
    properties: Properties,
}

/// What became of one string and its pattern.
enum Pair {
    Matches,
    Fails,
    Undecided(Reason),
    Invalid,
}

impl PatternJudge {
    /// A judge that matches in `workers`.
    #[must_use]
    pub fn new(
        tentative: Arc<dyn TentativeTree>,
        hits: Arc<Hits>,
        workers: Arc<WorkerPool>,
    ) -> Self {
        Self {
            tentative,
            hits,
            workers,
            properties: Properties::default(),
        }
    }

    fn compare(&self, subject: &Subject) -> Judgement {
        let mut patterns = BTreeSet::new();
        if !collect(&subject.schema, &mut patterns) {
            return Judgement::disagrees("a verdict is given, but a pattern is no string", "");
        }
        // The gate speaks of every pattern, met by a string or not.
        for pattern in &patterns {
            if escapes::is_uncovered(pattern) {
                return Judgement::disagrees(
                    "a verdict is given for a pattern construct that is not covered",
                    *pattern,
                );
            }
            if let Ok(Outcome::Invalid) = self.ask(pattern, "") {
                return Judgement::disagrees(
                    "a verdict is given for a pattern that regress refuses",
                    *pattern,
                );
            }
        }
        let mut pairs = Vec::new();
        walk(&subject.schema, &subject.tree, &mut |node, value, steps| {
            if let (Some(Value::String(pattern)), Value::String(text)) =
                (node.get("pattern"), value)
            {
                pairs.push((Place::Tree(steps.to_vec()), pattern.as_str(), text.as_str()));
            }
        });
        self.equal(subject, &pairs)
    }

    fn equal(&self, subject: &Subject, pairs: &[(Place, &str, &str)]) -> Judgement {
        let mut found = Failures::new();
        let mut undecided: Vec<(&Place, Reason)> = Vec::new();
        for (place, pattern, text) in pairs {
            match self.pair(pattern, text) {
                Pair::Matches => {}
                Pair::Fails => {
                    found.insert((place.clone(), Code::PatternMismatch));
                }
                Pair::Undecided(reason) => undecided.push((place, reason)),
                Pair::Invalid => {
                    return Judgement::disagrees(
                        "a verdict is given for a pattern that regress refuses",
                        *pattern,
                    );
                }
            }
        }
        let named: Failures = subject
            .defects
            .iter()
            .filter(|defect| defect.code == Code::PatternMismatch)
            .filter(|defect| !undecided.iter().any(|(place, _)| **place == defect.path))
            .map(|defect| (defect.path.clone(), defect.code))
            .collect();
        if found != named {
            return differ(&found, &named);
        }
        match undecided.first() {
            Some((_, reason)) => Judgement::NotComparable(*reason),
            None if pairs.is_empty() => Judgement::NotComparable(Reason::NoPattern),
            None => Judgement::Agrees,
        }
    }

    fn pair(&self, pattern: &str, text: &str) -> Pair {
        if self.properties.contest(pattern, text) {
            self.hits.hit(Allowance::J12);
            return Pair::Undecided(Reason::NewerUnicode);
        }
        if text.chars().count() > LONGEST {
            self.hits.hit(Allowance::J13);
            return Pair::Undecided(Reason::LongSubject);
        }
        match self.ask(pattern, text) {
            Ok(Outcome::Match) => Pair::Matches,
            Ok(Outcome::NoMatch) => Pair::Fails,
            Ok(Outcome::Invalid) => Pair::Invalid,
            Err(WorkerError::TimedOut) => {
                self.hits.hit(Allowance::J13);
                Pair::Undecided(Reason::TimeLimit)
            }
            Err(_) => Pair::Undecided(Reason::NoWorker),
        }
    }

    fn ask(&self, pattern: &str, text: &str) -> Result<Outcome, WorkerError> {
        match escapes::rewrite(pattern) {
            Some(rewritten) => {
                self.hits.hit(Allowance::J11);
                self.workers.ask(&rewritten, text)
            }
            None => self.workers.ask(pattern, text),
        }
    }
}

/// Collects the patterns of a schema; false if one is no string.
fn collect<'s>(schema: &'s Value, patterns: &mut BTreeSet<&'s str>) -> bool {
    let here = match schema.get("pattern") {
        None => true,
        Some(Value::String(pattern)) => {
            patterns.insert(pattern);
            true
        }
        Some(_) => false,
    };
    let children = schema.get("properties").and_then(Value::members);
    here && children
        .unwrap_or_default()
        .iter()
        .map(|(_, child)| child)
        .chain(schema.get("items"))
        .all(|child| collect(child, patterns))
}

impl Judge for PatternJudge {
    fn name(&self) -> &'static str {
        "regress"
    }

    fn judge(&self, exchange: &Exchange<'_>) -> Judgement {
        match subject(exchange, &*self.tentative, &self.hits) {
            Ok(subject) => self.compare(&subject),
            Err(judgement) => judgement,
        }
    }
}
