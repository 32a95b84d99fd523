//! Accepts or rejects a proof; trusts nothing in it.
//!
//! Body and answer are read anew. The diff must replay to the blob, a place
//! may be repaired once (but for R6 before R9), and each claim must name
//! exactly the token that was submitted for its place: so the map from the
//! blob to the submission is complete, injective and in order, and what it
//! leaves out are the nulls of R8. The text of each token must be the key, or
//! become the leaf by the rules of its place ([`value`]). Leaving an entry out
//! must fail as claimed ([`needed`]). No code of the prover is used, and none
//! of the engine.

mod needed;
mod scan;
mod value;

use super::proof::{
    Claim, EntryClaim, EnumEntry, FORMAT, Form, Origin, Part, Proof, Range, Source, Through,
};
use crate::answer::Entry;
use crate::lossless::{self, Value};
use crate::path::{Place, Step};
use crate::replay::{self, ReplayFault};
use crate::submission::{self, Submission, SubmissionFault};
use crate::vocabulary::{Operation, Rule};
use needed::Validator;
use scan::{Moves, Token, Tokens};
use std::collections::{HashMap, HashSet};

/// Why a proof is rejected. No variant holds a value or a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The body can have no verdict.
    #[error("{0}")]
    Body(#[from] SubmissionFault),
    /// The answer is not REPAIRED with a blob and a diff.
    #[error("the answer is not REPAIRED with a blob and a diff of the contract")]
    Answer,
    /// The diff does not apply.
    #[error("the diff does not replay: {0}")]
    Replay(#[from] ReplayFault),
    /// The diff gives another blob.
    #[error("the diff does not give the delivered blob")]
    Blob,
    /// A place is repaired twice, or after one inside it or behind it.
    #[error("entry {0} returns to a place that the entries before it have passed")]
    Order(usize),
    /// The value after an entry is not what its rule makes of the value before.
    #[error("entry {0} does not do what its rule does")]
    Entry(usize),
    /// A leaf is not what its rules make of what was submitted.
    #[error("claim {0} is about a value that was not submitted")]
    Invented(usize),
    /// Something submitted is neither claimed nor removed by R8.
    #[error("something that was submitted is neither in the blob nor removed by an entry")]
    Lost,
    /// The blob fails the schema.
    #[error("the delivered blob fails the schema")]
    StillFails,
    /// Nothing fails without an entry, or something else than claimed.
    #[error("without entry {0}, what fails is not what the proof claims")]
    Needless(usize),
    /// The submission cannot be scanned.
    #[error("the submitted tokens cannot be read")]
    Unreadable,
    /// The head of the proof is not that of the submission.
    #[error("the head of the proof does not describe the submission")]
    Head,
    /// Not one claim for each key and leaf and one for each entry.
    #[error("the proof does not have one claim for each key, each leaf and each entry")]
    Incomplete,
    /// A claim about a key or leaf is wrong.
    #[error("claim {0} does not name its place, origin, range or rules rightly")]
    Claim(usize),
    /// A claim about an entry is wrong.
    #[error("the claim of entry {0} does not name its place, rule, range or scope rightly")]
    EntryClaim(usize),
}

impl Rejection {
    /// Whether the answer, and not the proof, is at fault, and a value was
    /// invented (D93).
    #[must_use]
    pub fn is_invention(self) -> bool {
        matches!(
            self,
            Self::Replay(_) | Self::Blob | Self::Entry(_) | Self::Invented(_) | Self::Lost
        )
    }
}

/// Checks that `proof` proves `answer` to `body`.
pub fn accept(body: &[u8], answer: &str, proof: &Proof) -> Result<(), Rejection> {
    let submission = Submission::read(body)?;
    let (blob, diff) = delivered(answer).ok_or(Rejection::Answer)?;
    if replay::replay(&submission.arguments, &diff)? != blob {
        return Err(Rejection::Blob);
    }
    each_place_once(&diff)?;
    let moves = moves(&diff);
    let tokens = submitted(body, &submission, proof, &moves)?;
    let case = Case {
        schema: &submission.schema,
        blob: &blob,
        diff: &diff,
        moves: &moves,
        tokens: &tokens,
    };
    case.claims(&proof.claims)?;
    case.entries(&proof.entries, &submission.arguments)
}

/// The blob and the diff of a REPAIRED answer.
fn delivered(answer: &str) -> Option<(Value, Vec<Entry>)> {
    let answer = lossless::read_str(answer).ok()?;
    let entry = |entry: &Value| {
        let text = |name| entry.get(name).and_then(Value::as_str);
        Some(Entry {
            path: Place::parse(text("path")?).ok()?,
            rule: Rule::parse(text("rule")?)?,
            op: Operation::parse(text("op")?)?,
            before: entry.get("before")?.clone(),
            after: entry.get("after")?.clone(),
        })
    };
    let diff: Option<Vec<_>> = answer.get("diff")?.items()?.iter().map(entry).collect();
    let repaired = answer.get("verdict")?.as_str()? == "REPAIRED";
    let diff = diff.filter(|diff| repaired && !diff.is_empty())?;
    Some((answer.get("repaired")?.clone(), diff))
}

fn steps(entry: &Entry) -> Option<&[Step]> {
    match &entry.path {
        Place::Tree(steps) => Some(steps),
        Place::Text => None,
    }
}

/// An entry never returns to a place, one inside it, or one around it, once
/// another entry has gone on from there.
fn each_place_once(diff: &[Entry]) -> Result<(), Rejection> {
    let (mut met, mut left) = (HashSet::new(), HashSet::new());
    let mut around: Vec<&[Step]> = Vec::new();
    let mut previous = None;
    for (number, entry) in diff.iter().enumerate() {
        let Some(place) = steps(entry) else { continue };
        let chain = (previous == Some((place, Rule::R6))) && entry.rule == Rule::R9;
        previous = Some((place, entry.rule));
        if chain {
            continue;
        }
        while let Some(outer) = around.pop_if(|outer| !place.starts_with(outer)) {
            left.insert(outer);
        }
        let returns = (0..=place.len()).any(|length| left.contains(&place[..length]));
        if returns || met.contains(place) {
            return Err(Rejection::Order(number));
        }
        met.extend((0..=place.len()).map(|length| &place[..length]));
        around.push(place);
    }
    Ok(())
}

fn moves(diff: &[Entry]) -> Moves<'_> {
    let places = |rule| {
        let of_rule = diff.iter().filter(move |entry| entry.rule == rule);
        of_rule.filter_map(steps).collect()
    };
    Moves {
        wrapped: places(Rule::R7),
        unwrapped: places(Rule::R5),
    }
}

/// Scans the submission; checks the head of the proof on the way.
fn submitted(
    body: &[u8],
    submission: &Submission,
    proof: &Proof,
    moves: &Moves<'_>,
) -> Result<Tokens, Rejection> {
    let (form, name) = match submission.arguments {
        submission::Form::Tree(_) => (Form::Arguments, "arguments"),
        submission::Form::Text(_) => (Form::ArgumentsText, "arguments_text"),
    };
    let body = std::str::from_utf8(body).map_err(|_| Rejection::Unreadable)?;
    let mut whole = Tokens::default();
    let everything = Range(0, body.len());
    whole.scan(body, everything, &[], &mut Vec::new(), &Moves::default())?;
    let member = whole.values.get([Step::Key(name.to_owned())].as_slice());
    let member = member.ok_or(Rejection::Unreadable)?.source.at;
    if proof.format != FORMAT || proof.form != form || proof.member != member {
        return Err(Rejection::Head);
    }
    let mut tokens = Tokens::default();
    let (text, within) = match &submission.arguments {
        submission::Form::Tree(_) => (body, member),
        submission::Form::Text(text) => (text.as_str(), Range(0, text.len())),
    };
    tokens.scan(text, within, &[], &mut Vec::new(), moves)?;
    Ok(tokens)
}

/// A key or a leaf of the blob; the leaf has a value.
type Delivered<'b> = (Vec<Step>, Option<&'b Value>);

/// Recursion is bounded by the lossless reader.
fn walk<'b>(node: &'b Value, path: &mut Vec<Step>, found: &mut Vec<Delivered<'b>>) {
    match node {
        Value::Array(items) if !items.is_empty() => {
            for (index, item) in items.iter().enumerate() {
                path.push(Step::Index(index));
                walk(item, path, found);
                path.pop();
            }
        }
        Value::Object(members) if !members.is_empty() => {
            for (key, member) in members {
                path.push(Step::Key(key.clone()));
                found.push((path.clone(), None));
                walk(member, path, found);
                path.pop();
            }
        }
        leaf => found.push((path.clone(), Some(leaf))),
    }
}

struct Case<'a> {
    schema: &'a Value,
    blob: &'a Value,
    diff: &'a [Entry],
    moves: &'a Moves<'a>,
    tokens: &'a Tokens,
}

impl Case<'_> {
    /// Each key and leaf has one claim, in order, and nothing was lost.
    fn claims(&self, claims: &[Claim]) -> Result<(), Rejection> {
        let mut found = Vec::new();
        walk(self.blob, &mut Vec::new(), &mut found);
        if found.len() != claims.len() {
            return Err(Rejection::Incomplete);
        }
        let mut at: HashMap<&[Step], Vec<usize>> = HashMap::new();
        for (number, entry) in self.diff.iter().enumerate() {
            if let Some(place) = steps(entry).filter(|_| entry.rule != Rule::R8) {
                at.entry(place).or_default().push(number);
            }
        }
        let (mut keys, mut leaves) = (0, 0);
        for (number, (claim, delivered)) in claims.iter().zip(&found).enumerate() {
            match delivered.1 {
                None => keys += 1,
                Some(leaf) => {
                    let (token, picked) = self
                        .leaf(&delivered.0, leaf, &at)
                        .ok_or(Rejection::Invented(number))?;
                    leaves += usize::from(token.is_leaf);
                    if picked != claim.entry {
                        return Err(Rejection::Claim(number));
                    }
                }
            }
            if !self.is_right(claim, delivered, &at) {
                return Err(Rejection::Claim(number));
            }
        }
        let removed = self.diff.iter().filter(|entry| entry.rule == Rule::R8);
        let removed = removed.count();
        let submitted = self.tokens.values.values().filter(|token| token.is_leaf);
        if keys + removed != self.tokens.keys.len() || leaves + removed != submitted.count() {
            return Err(Rejection::Lost);
        }
        let sources: Vec<_> = claims.iter().map(|claim| &claim.source).collect();
        match sources
            .windows(2)
            .position(|pair| !is_before(pair[0], pair[1]))
        {
            Some(number) => Err(Rejection::Claim(number + 1)),
            None => Ok(()),
        }
    }

    /// What was submitted for a leaf, and the `enum` entry that it became;
    /// `None` if the leaf is something else.
    fn leaf(
        &self,
        place: &[Step],
        leaf: &Value,
        at: &HashMap<&[Step], Vec<usize>>,
    ) -> Option<(&Token, Option<EnumEntry>)> {
        let token = self.tokens.values.get(place)?;
        let entries = at.get(place).map(Vec::as_slice).unwrap_or_default();
        let entries = entries.iter().map(|number| &self.diff[*number]);
        let (value, picked) = value::becomes(&token.value, entries, self.schema, place)?;
        (value == *leaf).then_some((token, picked))
    }

    fn is_right(
        &self,
        claim: &Claim,
        (place, leaf): &Delivered<'_>,
        at: &HashMap<&[Step], Vec<usize>>,
    ) -> bool {
        let (part, source, text) = if let Some(leaf) = leaf {
            let token = self.tokens.values.get(place);
            (Part::Leaf, token.map(|token| &token.source), leaf.to_text())
        } else {
            let Some(Step::Key(key)) = place.last() else {
                return false;
            };
            let text = Value::String(key.clone()).to_text();
            (Part::Key, self.tokens.keys.get(place), text)
        };
        let origin = match (&claim.entry, claim.source.strings.is_empty()) {
            (Some(_), _) => Origin::Enum,
            (None, true) => Origin::Submitted,
            (None, false) => Origin::Unwrapped,
        };
        // The entries at a key's own place are about its value.
        let reach = place.len() + usize::from(leaf.is_some());
        let through = (0..reach)
            .filter_map(|length| at.get(&place[..length]))
            .flatten();
        let named = |number: &usize| Through {
            entry: *number,
            rule: self.diff[*number].rule.as_str().to_owned(),
        };
        claim.path == Place::Tree(place.clone()).to_string()
            && claim.part == part
            && claim.origin == origin
            && (leaf.is_some() || claim.entry.is_none())
            && source == Some(&claim.source)
            && through.map(named).eq(claim.through.iter().cloned())
            && claim
                .delivered
                .as_ref()
                .is_none_or(|delivered| *delivered == text)
    }

    /// Each entry has one claim, does what its rule does, and is needed.
    fn entries(&self, claims: &[EntryClaim], form: &submission::Form) -> Result<(), Rejection> {
        if claims.len() != self.diff.len() {
            return Err(Rejection::Incomplete);
        }
        let validator = Validator::new();
        if !validator.passes(self.schema, self.blob) {
            return Err(Rejection::StillFails);
        }
        let mut previous = None;
        for (number, (claim, entry)) in claims.iter().zip(self.diff).enumerate() {
            let named = claim.entry == number
                && claim.path == entry.path.to_string()
                && claim.rule == entry.rule.as_str();
            if !named || self.works_on(number, entry, form).as_ref() != Some(&claim.source) {
                return Err(Rejection::EntryClaim(number));
            }
            let Some(place) = steps(entry) else {
                needed::in_text(number, claim, entry, form, &self.tokens.trailing)?;
                continue;
            };
            if previous.is_some_and(|previous| is_before(&claim.source, previous)) {
                return Err(Rejection::Order(number));
            }
            previous = Some(&claim.source);
            let inside = |entry: &&Entry| steps(entry).is_some_and(|p| p.starts_with(place));
            let count = self.diff[number..].iter().take_while(inside).count();
            if !claim.left_out.iter().copied().eq(number..number + count) {
                return Err(Rejection::EntryClaim(number));
            }
            if !value::obeys(entry) {
                return Err(Rejection::Entry(number));
            }
            validator.needs(number, claim, entry, self.schema, place)?;
        }
        Ok(())
    }

    /// What an entry works on.
    fn works_on(&self, number: usize, entry: &Entry, form: &submission::Form) -> Option<Source> {
        let flat = |from, to| Source {
            strings: Vec::new(),
            at: Range(from, to),
        };
        let Some(place) = steps(entry) else {
            return match (entry.rule, form) {
                (Rule::R2, _) => {
                    let comma = *self.tokens.trailing.get(number)?;
                    Some(flat(comma, comma + 1))
                }
                (_, submission::Form::Text(text)) => Some(flat(text.len(), text.len())),
                _ => None,
            };
        };
        let mut place = place.to_vec();
        while self.moves.wrapped.contains(place.as_slice()) {
            place.push(Step::Index(0));
        }
        let Token { source, .. } = self.tokens.values.get(&place)?;
        let mut source = source.clone();
        // An unwrapped string is the last of those around its content.
        if self.moves.unwrapped.contains(place.as_slice()) {
            source.at = source.strings.pop()?;
        }
        Some(source)
    }
}

/// Whether `left` ends before `right` begins.
fn is_before(left: &Source, right: &Source) -> bool {
    let chain = |source: &Source| [source.strings.as_slice(), &[source.at]].concat();
    let (left, right) = (chain(left), chain(right));
    let differ = left.iter().zip(&right).find(|(left, right)| left != right);
    differ.is_some_and(|(left, right)| left.1 <= right.0)
}
