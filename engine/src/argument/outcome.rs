//! The outcome of a check: decides the verdict, from the text or the value
//! form of the arguments (D5 to D10, D37), and hands out what belongs to it.

use super::defects::{self, Defect};
use super::entry::{Diff, Rule};
use super::walk::Walk;
use crate::json::depth;
use crate::json::node::Kind;
use crate::json::path::TEXT;
use crate::json::reader::{Events, Fault, read};
use crate::json::scan::Cause;
use crate::json::string;
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
pub struct Outcome<'t>(State<'t>);

enum State<'t> {
    Valid(Tree<'t>),
    Repaired(Tree<'t>, Diff),
    Unrepairable(Vec<Defect>),
}

impl Outcome<'_> {
    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        match self.0 {
            State::Valid(_) => Verdict::Valid,
            State::Repaired(..) => Verdict::Repaired,
            State::Unrepairable(_) => Verdict::Unrepairable,
        }
    }

    /// Every blocking defect; empty unless UNREPAIRABLE.
    pub fn defects(&self) -> &[Defect] {
        match &self.0 {
            State::Unrepairable(defects) => defects,
            _ => &[],
        }
    }

    /// The rules that fired, in application order; empty unless REPAIRED.
    pub fn rules(&self) -> &[Rule] {
        match &self.0 {
            State::Repaired(_, diff) => diff.rules(),
            _ => &[],
        }
    }

    /// Appends the arguments that may be dispatched (as submitted, or as
    /// repaired) as compact JSON. Appends nothing and returns `false` if the
    /// verdict is UNREPAIRABLE.
    pub fn write_arguments(&self, out: &mut String) -> bool {
        match &self.0 {
            State::Valid(tree) | State::Repaired(tree, _) => {
                writer::write(out, tree, tree.place(0));
                true
            }
            State::Unrepairable(_) => false,
        }
    }

    /// Appends the diff, a JSON array with one entry per repair in
    /// application order; `[]` unless REPAIRED.
    pub fn write_diff(&self, out: &mut String) {
        out.push('[');
        if let State::Repaired(_, diff) = &self.0 {
            out.push_str(diff.text());
        }
        out.push(']');
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
        let mut tree = Tree::new(text.into());
        let events = match read(text, DEPTH_LIMIT, &mut tree.nodes) {
            Ok(events) => events,
            Err(Fault::TooDeep) => return Err(Refusal::bare(RefusalCode::ArgumentsTooDeep)),
            Err(Fault::Syntax(_, cause)) => return unreadable(text, cause),
        };
        if let Some(cause) = events.flaw() {
            return unreadable(text, cause);
        }
        require_object(&tree)?;
        Ok(self.walk(tree, text_entries(&events)))
    }

    /// See [`Self::check_arguments`].
    pub(super) fn check_value<'t>(&self, text: &'t str) -> Result<Outcome<'t>, Refusal> {
        let mut tree = Tree::new(text.into());
        let events = read(text, u32::MAX, &mut tree.nodes)
            .ok()
            .filter(|events| events.is_strict() && events.flaw().is_none())
            .ok_or_else(|| Refusal::bare(RefusalCode::InvalidRequestBody))?;
        require_object(&tree)?;
        if events.depth > DEPTH_LIMIT {
            return Err(Refusal::bare(RefusalCode::ArgumentsTooDeep));
        }
        Ok(self.walk(tree, Diff::default()))
    }

    fn walk<'t>(&self, tree: Tree<'t>, diff: Diff) -> Outcome<'t> {
        let mut walk = Walk::new(self, tree, diff);
        walk.run();
        let Walk {
            tree, diff, failed, ..
        } = walk;
        Outcome(if failed {
            State::Unrepairable(defects::list(self, &tree))
        } else if diff.rules().is_empty() {
            State::Valid(tree)
        } else {
            State::Repaired(tree, diff)
        })
    }
}

fn require_object(tree: &Tree<'_>) -> Result<(), Refusal> {
    if tree.node(0).kind == Kind::Object {
        Ok(())
    } else {
        Err(Refusal::bare(RefusalCode::ArgumentsNotObject))
    }
}

/// A text that is no JSON: a refusal if it nests too deep before its first
/// lexical error (D9), a verdict otherwise (D5).
#[cold]
fn unreadable<'t>(text: &str, cause: Cause) -> Result<Outcome<'t>, Refusal> {
    if depth::exceeds(text, DEPTH_LIMIT) {
        return Err(Refusal::bare(RefusalCode::ArgumentsTooDeep));
    }
    Ok(Outcome(State::Unrepairable(vec![defects::unreadable(
        cause,
    )])))
}

/// The entries of R2, left to right, then the one of R1 (D45 to D47).
#[inline]
fn text_entries(events: &Events) -> Diff {
    let mut diff = Diff::default();
    for _ in &events.commas {
        diff.push(
            TEXT,
            Rule::R2,
            |out| out.push_str("\",\""),
            |out| out.push_str("\"\""),
        );
    }
    if !events.closers.is_empty() {
        diff.push(
            TEXT,
            Rule::R1,
            |out| out.push_str("null"),
            |out| string::write(out, &events.closers),
        );
    }
    diff
}
