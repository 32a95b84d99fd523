//! Whether the cases are in order: ids, clauses, bodies and expected answers (D99, D100).
//!
//! A case that passes is one that an engine can be held to. The lint never runs an engine and never
//! says that an answer is right. It collects every finding, each with the place and the remedy.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;

use crate::case::{Case, SourceCase};
use crate::pin::{self, Artefact};
use crate::retired::Retired;
use crate::system::{SYSTEMS, System};

/// The longest id.
const ID_LENGTH: usize = 64;

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lint {
    /// The id is not written as ids are.
    IdForm,
    /// Two cases have the id.
    DuplicateId,
    /// The id was taken out of the corpus before.
    RetiredId,
    /// A pinned id is gone and not retired.
    VanishedId,
    /// A pinned case stands under another id.
    RenumberedId,
    /// The case stands for nothing, for one thing twice, or for what is no clause.
    ClauseSyntax,
    /// No system has the operation.
    Op,
    /// A clause claims what the expected answer does not bear out.
    ClauseMisfit,
    /// The expected answer is no answer.
    Expect,
    /// The body is over the cap without being about it, or the reverse.
    BodyCap,
    /// The case does not say why it is there.
    Note,
}

impl Lint {
    /// The name of the lint as it is printed.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::IdForm => "id-form",
            Self::DuplicateId => "duplicate-id",
            Self::RetiredId => "retired-id",
            Self::VanishedId => "vanished-id",
            Self::RenumberedId => "renumbered-id",
            Self::ClauseSyntax => "clause-syntax",
            Self::Op => "op",
            Self::ClauseMisfit => "clause-misfit",
            Self::Expect => "expect",
            Self::BodyCap => "body-cap",
            Self::Note => "note",
        }
    }
}

/// One thing that is not in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which lint found it.
    pub lint: Lint,
    /// The id of the case.
    pub id: String,
    /// The file at fault.
    pub file: PathBuf,
    /// The line of the case; `None` for a case that is gone.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(
            f,
            ": {} [{}] {}. {}.",
            self.id,
            self.lint.as_str(),
            self.message,
            self.remedy
        )
    }
}

impl Finding {
    fn at(
        source: &SourceCase,
        lint: Lint,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            lint,
            id: source.case.id.clone(),
            file: source.file.clone(),
            line: Some(source.line),
            message: message.into(),
            remedy: remedy.into(),
        }
    }
}

/// Everything that is not in order, in the order of the cases; ids are held against the artefact
/// that was built in. A built-in artefact that cannot be read is a matter of the pin, not of the lint.
pub fn lint(cases: &[SourceCase], retired: &Retired) -> Vec<Finding> {
    let mut findings = lint_cases(cases, retired);
    for system in SYSTEMS {
        if let Ok(artefact) = pin::parse(system.artefact) {
            findings.extend(lint_history(cases, &artefact, retired));
        }
    }
    findings
}

/// What can be seen in the cases alone.
pub fn lint_cases(cases: &[SourceCase], retired: &Retired) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut seen: BTreeMap<&str, &SourceCase> = BTreeMap::new();
    for source in cases {
        id(source, retired, &mut findings);
        if let Some(first) = seen.get(source.case.id.as_str()) {
            findings.push(Finding::at(
                source,
                Lint::DuplicateId,
                format!(
                    "the id stands at {}:{} already",
                    first.file.display(),
                    first.line
                ),
                "Give the newer case the next free id; never renumber the older one",
            ));
        } else {
            seen.insert(&source.case.id, source);
        }
        content(source, &mut findings);
    }
    findings
}

fn id(source: &SourceCase, retired: &Retired, findings: &mut Vec<Finding>) {
    let id = source.case.id.as_str();
    let formed = id.starts_with(|c: char| c.is_ascii_uppercase())
        && id.len() <= ID_LENGTH
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'));
    if !formed {
        findings.push(Finding::at(
            source,
            Lint::IdForm,
            "the id is not formed as ids are",
            format!("Start with a capital letter; up to {ID_LENGTH} of A-Z a-z 0-9 - . _ in all"),
        ));
    }
    if let Some(line) = retired.line_of(id) {
        findings.push(Finding::at(
            source,
            Lint::RetiredId,
            format!("the id was retired at {}:{line}", retired.file().display()),
            "Take an id that was never used",
        ));
    }
}

fn content(source: &SourceCase, findings: &mut Vec<Finding>) {
    let case = &source.case;
    if case.note.trim().is_empty() {
        findings.push(Finding::at(
            source,
            Lint::Note,
            "the note is empty",
            "Say in a sentence why the case is there",
        ));
    }
    let Some(system) = System::of(case.op) else {
        findings.push(Finding::at(
            source,
            Lint::Op,
            format!("no system has the operation {}", case.op),
            "Choose the operation of a system that has a corpus",
        ));
        return;
    };
    for fault in system.grammar.expect_faults(case) {
        findings.push(Finding::at(
            source,
            Lint::Expect,
            format!("`expect` is no answer: {fault}"),
            "Write it as the service answers, without spaces, with the members that the case is about",
        ));
    }
    clauses(source, system, findings);
    for (message, remedy) in system.grammar.body_faults(case) {
        findings.push(Finding::at(source, Lint::BodyCap, message, remedy));
    }
}

fn clauses(source: &SourceCase, system: &System, findings: &mut Vec<Finding>) {
    let case = &source.case;
    let mut seen = BTreeSet::new();
    if case.clauses.is_empty() {
        let example = system.reading(1);
        findings.push(Finding::at(
            source,
            Lint::ClauseSyntax,
            "the case names no clause",
            format!("Name at least the reading that decides it, such as \"{example}\""),
        ));
    }
    for text in &case.clauses {
        if !seen.insert(text) {
            findings.push(Finding::at(
                source,
                Lint::ClauseSyntax,
                format!("the clause `{text}` stands twice"),
                "Keep one",
            ));
        }
        match system.grammar.misfit(text, case) {
            Err(why) => findings.push(Finding::at(
                source,
                Lint::ClauseSyntax,
                format!("`{text}` is no clause"),
                why,
            )),
            Ok(Some(why)) => findings.push(Finding::at(
                source,
                Lint::ClauseMisfit,
                format!("the case does not stand for `{text}`: {why}"),
                "Take the clause out, or change the case so that it shows it",
            )),
            Ok(None) => {}
        }
    }
}

/// What can be seen only beside the pinned artefact: ids that vanished or moved (D100).
pub fn lint_history(cases: &[SourceCase], pinned: &Artefact, retired: &Retired) -> Vec<Finding> {
    let now: BTreeMap<&str, &SourceCase> = cases
        .iter()
        .map(|source| (source.case.id.as_str(), source))
        .collect();
    let before: BTreeMap<&str, &Case> = pinned
        .cases
        .iter()
        .map(|one| (one.case.id.as_str(), &one.case))
        .collect();
    let mut findings = Vec::new();
    let mut moved = BTreeSet::new();
    for source in cases {
        if let Some(from) = moved_from(source, &now, &before) {
            moved.insert(from);
            findings.push(Finding::at(
                source,
                Lint::RenumberedId,
                format!("this is the case that is pinned as {from}"),
                format!("Call it {from} again: an id names one case for ever"),
            ));
        }
    }
    for id in before.keys() {
        if !now.contains_key(id) && retired.line_of(id).is_none() && !moved.contains(id) {
            findings.push(Finding {
                lint: Lint::VanishedId,
                id: (*id).to_owned(),
                file: PathBuf::from(file_of(pinned)),
                line: None,
                message: "the case is pinned and no case file holds it".into(),
                remedy: format!(
                    "Put it back, or add `{id} why it is gone` to {}",
                    crate::retired::FILE_NAME
                ),
            });
        }
    }
    findings
}

/// The name of the file that an artefact stands in.
fn file_of(pinned: &Artefact) -> &'static str {
    let owner = SYSTEMS.iter().find(|system| system.corpus_id == pinned.id);
    owner.map_or("the artefact", |system| system.artefact_file)
}

/// The pinned id whose case this is, if that is another id that no longer names it.
///
/// Two pinned cases may share a body on purpose, so a case that is what its own id always named has
/// not moved, and neither has one whose twin is still in its place.
fn moved_from<'a>(
    source: &SourceCase,
    now: &BTreeMap<&'a str, &'a SourceCase>,
    before: &BTreeMap<&'a str, &'a Case>,
) -> Option<&'a str> {
    let case = &source.case;
    if before
        .get(case.id.as_str())
        .is_some_and(|own| same_question(own, case))
    {
        return None;
    }
    before
        .iter()
        .filter(|(id, pinned)| **id != case.id && same_question(pinned, case))
        .find(|(id, pinned)| {
            !now.get(**id)
                .is_some_and(|there| same_question(pinned, &there.case))
        })
        .map(|(id, _)| *id)
}

fn same_question(a: &Case, b: &Case) -> bool {
    a.op == b.op && a.body == b.body
}

#[cfg(test)]
mod tests;
