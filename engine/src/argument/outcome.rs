//! The outcome of a check: decides the verdict, from the text or the value
//! form of the arguments (D5 to D10, D37), and hands out what belongs to it.

use super::defects::{self, Defect};
use super::entry::{Diff, Rule};
use super::walk::Walk;
use crate::json::depth;
use crate::json::node::Kind;
use crate::json::patch::Patch;
use crate::json::path::{ROOT, TEXT};
use crate::json::reader::{Events, Fault, read_into};
use crate::json::scan::Cause;
use crate::json::tree::Tree;
use crate::json::writer;
use crate::refusal::{Refusal, RefusalCode};
use crate::schema::Schema;
use crate::{BODY_CAP, DEPTH_LIMIT};

/// The three verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The arguments conform as submitted.
    Valid,
    /// Whitelist repairs brought them into conformance.
    Repaired,
    /// At least one defect that no whitelist rule cures.
    Unrepairable,
}

impl Verdict {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Valid => "VALID",
            Self::Repaired => "REPAIRED",
            Self::Unrepairable => "UNREPAIRABLE",
        }
    }
}

/// A verdict with what belongs to it. UNREPAIRABLE carries no blob and no
/// diff (D85).
pub struct Outcome<'t> {
    verdict: Verdict,
    /// The arguments, tentatively repaired.
    tree: Tree<'t>,
    events: Events,
    patch: Patch,
    diff: Diff,
    defects: Vec<Defect>,
}

impl<'t> Outcome<'t> {
    /// The outcome before anything was found.
    #[inline]
    fn of(text: &'t str) -> Self {
        Self {
            verdict: Verdict::Valid,
            tree: Tree::new(text.into()),
            events: Events::default(),
            patch: Patch::default(),
            diff: Diff::default(),
            defects: Vec::new(),
        }
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Every blocking defect; empty unless UNREPAIRABLE.
    pub fn defects(&self) -> &[Defect] {
        &self.defects
    }

    /// The rules that fired, in application order; empty unless REPAIRED.
    pub fn rules(&self) -> &[Rule] {
        match self.verdict {
            Verdict::Repaired => self.diff.rules(),
            _ => &[],
        }
    }

    /// Appends the arguments that may be dispatched (as submitted, or as
    /// repaired) as compact JSON. Appends nothing and returns `false` if the
    /// verdict is UNREPAIRABLE.
    pub fn write_arguments(&self, out: &mut String) -> bool {
        if self.verdict == Verdict::Unrepairable {
            return false;
        }
        if !self.patch.write(out, &self.tree, &self.events) {
            writer::write(out, &self.tree, self.tree.place(0));
        }
        true
    }

    /// Appends the diff, a JSON array with one entry per repair in
    /// application order; `[]` unless REPAIRED.
    pub fn write_diff(&self, out: &mut String) {
        out.push('[');
        if self.verdict == Verdict::Repaired {
            out.push_str(self.diff.text());
        }
        out.push(']');
    }

    /// Takes what the tree was read from for no JSON at all: a refusal if it
    /// nests too deep before its first lexical error (D9), a verdict
    /// otherwise (D5).
    #[cold]
    fn unreadable(mut self, cause: Cause) -> Result<Self, Refusal> {
        if depth::exceeds(&self.tree.text, DEPTH_LIMIT) {
            return Err(Refusal::bare(RefusalCode::ArgumentsTooDeep));
        }
        self.verdict = Verdict::Unrepairable;
        self.defects.push(defects::unreadable(cause));
        Ok(self)
    }

    /// Refuses arguments that are no object (D6).
    fn require_object(&self) -> Result<(), Refusal> {
        if self.tree.node(0).kind == Kind::Object {
            Ok(())
        } else {
            Err(Refusal::bare(RefusalCode::ArgumentsNotObject))
        }
    }

    /// Repairs and judges the tree.
    #[inline]
    fn judge(&mut self, schema: &Schema) {
        self.text_entries();
        let mut walk = Walk::new(schema, &mut self.tree, &mut self.diff, &mut self.patch);
        walk.run();
        if walk.failed {
            self.verdict = Verdict::Unrepairable;
            self.defects = defects::list(schema, &self.tree, 0, ROOT);
        } else if !self.diff.rules().is_empty() {
            self.verdict = Verdict::Repaired;
        }
    }

    /// The entries of R2, left to right, then the one of R1 (D45 to D47).
    #[inline]
    fn text_entries(&mut self) {
        let path = |out: &mut String| out.push_str(TEXT);
        for _ in self.events.commas.as_slice() {
            self.diff.push(
                Rule::R2,
                path,
                |out| out.push_str("\",\""),
                |out| out.push_str("\"\""),
            );
        }
        let closers = self.events.closers.as_slice();
        if !closers.is_empty() {
            self.diff.push(
                Rule::R1,
                path,
                |out| out.push_str("null"),
                |out| {
                    out.push('"');
                    out.extend(closers);
                    out.push('"');
                },
            );
        }
    }
}

impl Schema {
    /// Checks the arguments in their text form: R1 and R2 apply.
    ///
    /// ```
    /// use argument_check::{Schema, Verdict};
    /// let schema = Schema::compile(br#"{"properties":{"n":{"type":"integer"}}}"#).unwrap();
    /// let outcome = schema.check_text(br#"{"n":"5","#).unwrap();
    /// assert_eq!(outcome.verdict(), Verdict::Repaired);
    /// let mut arguments = String::new();
    /// assert!(outcome.write_arguments(&mut arguments));
    /// assert_eq!(arguments, r#"{"n":5}"#);
    /// ```
    ///
    /// # Errors
    /// `arguments_too_deep` (D9), `arguments_not_object` (D6),
    /// `CAP-EXCEEDED:body_bytes` if schema and text together are longer than
    /// [`BODY_CAP`] (D11), `invalid_request_body` if the text is not UTF-8.
    pub fn check_text<'t>(&self, text: &'t [u8]) -> Result<Outcome<'t>, Refusal> {
        let text = self.admit(text)?;
        self.check_str(text)
    }

    /// Checks arguments in their value form: the strict JSON text of an
    /// object, without text repairs.
    ///
    /// # Errors
    /// As [`Self::check_text`]; `invalid_request_body` if the text is not
    /// strict JSON (D1).
    pub fn check_arguments<'t>(&self, json: &'t [u8]) -> Result<Outcome<'t>, Refusal> {
        let text = self.admit(json)?;
        self.check_value(text)
    }

    fn admit<'t>(&self, bytes: &'t [u8]) -> Result<&'t str, Refusal> {
        if self.tree.text.len() + bytes.len() > BODY_CAP {
            return Err(Refusal::bare(RefusalCode::CapExceeded));
        }
        std::str::from_utf8(bytes).map_err(|_| Refusal::bare(RefusalCode::InvalidRequestBody))
    }

    /// See [`Self::check_text`].
    pub(super) fn check_str<'t>(&self, text: &'t str) -> Result<Outcome<'t>, Refusal> {
        let mut outcome = Outcome::of(text);
        let events = &mut outcome.events;
        match read_into(text, DEPTH_LIMIT, &mut outcome.tree.nodes, events) {
            Ok(()) => {}
            Err(Fault::TooDeep) => return Err(Refusal::bare(RefusalCode::ArgumentsTooDeep)),
            Err(Fault::Syntax(_, cause)) => return outcome.unreadable(cause),
        }
        if let Some(cause) = events.flaw() {
            return outcome.unreadable(cause);
        }
        outcome.require_object()?;
        outcome.judge(self);
        Ok(outcome)
    }

    /// See [`Self::check_arguments`].
    pub(super) fn check_value<'t>(&self, text: &'t str) -> Result<Outcome<'t>, Refusal> {
        let mut outcome = Outcome::of(text);
        let events = &mut outcome.events;
        let read = read_into(text, u32::MAX, &mut outcome.tree.nodes, events);
        if read.is_err() || !events.is_strict() || events.flaw().is_some() {
            return Err(Refusal::bare(RefusalCode::InvalidRequestBody));
        }
        outcome.require_object()?;
        if outcome.events.depth > DEPTH_LIMIT {
            return Err(Refusal::bare(RefusalCode::ArgumentsTooDeep));
        }
        outcome.judge(self);
        Ok(outcome)
    }
}
