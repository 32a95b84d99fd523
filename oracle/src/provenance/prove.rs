//! Makes a proof: replays the diff on a tree whose tokens know their ranges,
//! and writes down what each key and leaf of the result came from.
//!
//! The prover is not believed: whether an entry was truthful is for the
//! checker to find. It gives up only where no claim could be made, because an
//! entry does not apply or the blob holds something that no entry explains.

use super::necessity;
use super::proof::{
    Claim, EntryClaim, EnumEntry, FORMAT, Failure, Form, Origin, Part, Proof, Range, Source,
    Through,
};
use super::spans::{self, Node, Shape};
use crate::lossless::{self, ReadError, Value};
use crate::path::{Place, Step};

/// Why there is no proof. No variant holds a value or a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The body cannot be read.
    #[error("the request body cannot be read: {0}")]
    Body(ReadError),
    /// The body has no schema and one form of arguments.
    #[error("the request body does not hold a schema and exactly one form of arguments")]
    Members,
    /// The answer cannot be read.
    #[error("the answer cannot be read: {0}")]
    Answer(ReadError),
    /// The answer is REPAIRED, but not in the form of the contract.
    #[error("the answer has no blob, or its diff is not a list of entries of the contract")]
    Diff,
    /// VALID: the blob is the submission.
    #[error("VALID: what is delivered is the submission itself, so there is nothing to prove")]
    Valid,
    /// No blob is delivered.
    #[error("no blob is delivered, so there is nothing to prove")]
    NothingDelivered,
    /// An entry does not apply to what stands at its place.
    #[error("entry {0} does not apply to what stands at its place")]
    Entry(usize),
    /// The text is not JSON after its entries.
    #[error("the text is not JSON after its entries: {0}")]
    Text(ReadError),
    /// The blob holds something that nothing submitted explains.
    #[error("the delivered blob is not what the submission and the diff give")]
    Unexplained,
    /// The reference could not say what fails without an entry.
    #[error("what fails without entry {0} could not be found")]
    Necessity(usize),
}

impl ProofError {
    /// Whether a value was invented (D93).
    #[must_use]
    pub fn is_invention(self) -> bool {
        matches!(self, Self::Entry(_) | Self::Text(_) | Self::Unexplained)
    }
}

/// One entry of the diff.
struct Entry {
    place: Place,
    rule: String,
    before: Value,
    after: Value,
}

/// Proves a REPAIRED answer.
pub fn prove(body: &[u8], answer: &str) -> Result<Proof, ProofError> {
    let answer = lossless::read_str(answer).map_err(ProofError::Answer)?;
    match answer.get("verdict").and_then(Value::as_str) {
        Some("REPAIRED") => {}
        Some("VALID") => return Err(ProofError::Valid),
        _ => return Err(ProofError::NothingDelivered),
    }
    let blob = answer.get("repaired").ok_or(ProofError::Diff)?;
    let diff = entries(&answer).ok_or(ProofError::Diff)?;
    let read = lossless::read(body).map_err(ProofError::Body)?;
    let schema = read.get("schema").ok_or(ProofError::Members)?;
    let (mut tree, member, form, mut claims) = submitted(body, &diff)?;
    for (number, entry) in diff.iter().enumerate().skip(claims.len()) {
        let fault = ProofError::Entry(number);
        let Place::Tree(steps) = &entry.place else {
            return Err(fault);
        };
        let source = apply(&mut tree, entry, steps, number, schema).ok_or(fault)?;
        let (_, node) = schema_place(schema, steps).ok_or(fault)?;
        claims.push(EntryClaim {
            entry: number,
            path: entry.place.to_string(),
            rule: entry.rule.clone(),
            source,
            left_out: left_out(&diff, number, steps),
            fails: necessity::fails(node, &entry.before, steps)
                .ok_or(ProofError::Necessity(number))?,
        });
    }
    let mut proof = Proof {
        format: FORMAT.to_owned(),
        form,
        member,
        claims: Vec::new(),
        entries: claims,
    };
    claim(&tree, blob, &mut Vec::new(), &[], &diff, &mut proof.claims)
        .ok_or(ProofError::Unexplained)?;
    Ok(proof)
}

fn entries(answer: &Value) -> Option<Vec<Entry>> {
    let entry = |entry: &Value| {
        Some(Entry {
            place: Place::parse(entry.get("path")?.as_str()?).ok()?,
            rule: entry.get("rule")?.as_str()?.to_owned(),
            before: entry.get("before")?.clone(),
            after: entry.get("after")?.clone(),
        })
    };
    answer.get("diff")?.items()?.iter().map(entry).collect()
}

/// An entry and those inside it, which follow it at once.
fn left_out(diff: &[Entry], number: usize, steps: &[Step]) -> Vec<usize> {
    let inside =
        |entry: &&Entry| matches!(&entry.place, Place::Tree(place) if place.starts_with(steps));
    let count = diff.iter().skip(number).take_while(inside).count();
    (number..number + count).collect()
}

type Submitted = (Node, Range, Form, Vec<EntryClaim>);

/// The tree that R1 and R2 leave, with their claims.
fn submitted(body: &[u8], diff: &[Entry]) -> Result<Submitted, ProofError> {
    let text = std::str::from_utf8(body).map_err(|_| ProofError::Body(ReadError::Utf8))?;
    let root = spans::read(text, &[], &|range| range).ok_or(ProofError::Members)?;
    let Shape::Object(members) = root.shape else {
        return Err(ProofError::Members);
    };
    let mut forms = members.into_iter().filter_map(|member| {
        let form = match member.key.as_str() {
            "arguments" => Form::Arguments,
            "arguments_text" => Form::ArgumentsText,
            _ => return None,
        };
        Some((form, member.node))
    });
    match (forms.next(), forms.next()) {
        (Some((Form::Arguments, node)), None) => {
            let member = node.source.at;
            Ok((node, member, Form::Arguments, Vec::new()))
        }
        (Some((Form::ArgumentsText, node)), None) => {
            let Shape::Scalar(Value::String(text)) = &node.shape else {
                return Err(ProofError::Members);
            };
            let (tree, claims) = mended(text, diff)?;
            Ok((tree, node.source.at, Form::ArgumentsText, claims))
        }
        _ => Err(ProofError::Members),
    }
}

/// Applies R2 and R1 to the text and reads it; ranges stay those of the text
/// as submitted.
fn mended(text: &str, diff: &[Entry]) -> Result<(Node, Vec<EntryClaim>), ProofError> {
    let mut trailing = trailing_commas(text).into_iter();
    let (mut commas, mut closers) = (Vec::new(), "");
    let mut claims = Vec::new();
    let textual = diff.iter().take_while(|entry| entry.place == Place::Text);
    for (number, entry) in textual.enumerate() {
        let at = if entry.rule == "R2" {
            let comma = trailing.next().ok_or(ProofError::Entry(number))?;
            commas.push(comma);
            Range(comma, comma + 1)
        } else {
            closers = entry.after.as_str().ok_or(ProofError::Entry(number))?;
            Range(text.len(), text.len())
        };
        claims.push(EntryClaim {
            entry: number,
            path: Place::Text.to_string(),
            rule: entry.rule.clone(),
            source: Source {
                strings: Vec::new(),
                at,
            },
            left_out: vec![number],
            fails: vec![Failure {
                path: Place::Text.to_string(),
                code: "invalid_json_text".to_owned(),
            }],
        });
    }
    let kept = text
        .char_indices()
        .filter(|(at, _)| commas.binary_search(at).is_err());
    let mended: String = kept
        .map(|(_, character)| character)
        .chain(closers.chars())
        .collect();
    lossless::read_str(&mended).map_err(ProofError::Text)?;
    let length = text.len() - commas.len();
    let shifts: Vec<usize> = commas
        .iter()
        .enumerate()
        .map(|(n, comma)| comma - n)
        .collect();
    let raw = |at: usize| at + shifts.partition_point(|shift| *shift <= at);
    let range = |Range(from, to): Range| {
        let end = if to > length {
            text.len()
        } else {
            raw(to - 1) + 1
        };
        Range(raw(from), end)
    };
    let tree = spans::read(&mended, &[], &range).ok_or(ProofError::Unexplained)?;
    Ok((tree, claims))
}

/// The commas outside strings whose next token is a closer or the end.
fn trailing_commas(text: &str) -> Vec<usize> {
    let mut tokens: Vec<(usize, u8)> = Vec::new();
    let mut quoted = false;
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' if quoted => {
                bytes.next();
            }
            b'"' => {
                quoted = !quoted;
                tokens.push((at, byte));
            }
            b' ' | b'\t' | b'\n' | b'\r' => {}
            _ if quoted => {}
            _ => tokens.push((at, byte)),
        }
    }
    let follows = tokens.iter().skip(1).map(|(_, byte)| *byte).chain([b'}']);
    let pairs = tokens.iter().zip(follows);
    pairs
        .filter(|((_, byte), next)| *byte == b',' && matches!(next, b']' | b'}'))
        .map(|((at, _), _)| *at)
        .collect()
}

/// Applies one tree entry; gives what it worked on.
fn apply(
    tree: &mut Node,
    entry: &Entry,
    steps: &[Step],
    number: usize,
    schema: &Value,
) -> Option<Source> {
    if entry.rule == "R8" {
        let (last, parent) = steps.split_last()?;
        let (Shape::Object(members), Step::Key(key)) = (&mut find(tree, parent)?.shape, last)
        else {
            return None;
        };
        let at = members.iter().position(|member| member.key == *key)?;
        return Some(members.remove(at).node.source);
    }
    let node = find(tree, steps)?;
    let source = node.source.clone();
    match (entry.rule.as_str(), &node.shape) {
        ("R5", Shape::Scalar(Value::String(content))) => {
            lossless::read_str(content).ok()?;
            let mut strings = source.strings.clone();
            strings.push(source.at);
            let inner = spans::read(content, &strings, &|range| range)?;
            (node.shape, node.source) = (inner.shape, inner.source);
        }
        ("R7", _) => {
            let wrap = Node::new(Shape::Array(Vec::new()), source.clone());
            let element = std::mem::replace(node, wrap);
            node.shape = Shape::Array(vec![element]);
        }
        ("R3" | "R4" | "R6" | "R9", Shape::Scalar(_)) => {
            node.shape = Shape::Scalar(entry.after.clone());
            if entry.rule == "R9" {
                node.picked = Some(enum_entry(schema, steps, &entry.after)?);
            }
        }
        _ => return None,
    }
    node.through.push(number);
    Some(source)
}

fn find<'t>(tree: &'t mut Node, steps: &[Step]) -> Option<&'t mut Node> {
    steps
        .iter()
        .try_fold(tree, |node, step| match (&mut node.shape, step) {
            (Shape::Array(items), Step::Index(index)) => items.get_mut(*index),
            (Shape::Object(members), Step::Key(key)) => {
                let member = members.iter_mut().find(|member| member.key == *key);
                member.map(|member| &mut member.node)
            }
            _ => None,
        })
}

fn enum_entry(schema: &Value, steps: &[Step], value: &Value) -> Option<EnumEntry> {
    let (place, node) = schema_place(schema, steps)?;
    let entries = node.get("enum")?.items()?;
    Some(EnumEntry {
        place: place.to_string(),
        number: entries.iter().position(|entry| entry == value)?,
    })
}

/// The schema place that guides the node at `steps`.
fn schema_place<'s>(schema: &'s Value, steps: &[Step]) -> Option<(Place, &'s Value)> {
    let (mut place, mut node) = (Vec::new(), schema);
    for step in steps {
        match step {
            Step::Index(_) => {
                node = node.get("items")?;
                place.push(Step::Key("items".to_owned()));
            }
            Step::Key(key) => {
                node = node.get("properties")?.get(key)?;
                place.extend([Step::Key("properties".to_owned()), step.clone()]);
            }
        }
    }
    Some((Place::Tree(place), node))
}

/// Claims the origin of everything in `blob`, which must be `node`. Recursion
/// is bounded by the lossless reader, which read both.
fn claim(
    node: &Node,
    blob: &Value,
    steps: &mut Vec<Step>,
    above: &[usize],
    diff: &[Entry],
    claims: &mut Vec<Claim>,
) -> Option<()> {
    let through = [above, &node.through].concat();
    let leaf = match (&node.shape, blob) {
        (Shape::Scalar(value), _) => value == blob,
        (Shape::Array(items), Value::Array(values)) => {
            if items.len() != values.len() {
                return None;
            }
            for (index, (item, value)) in items.iter().zip(values).enumerate() {
                steps.push(Step::Index(index));
                claim(item, value, steps, &through, diff, claims)?;
                steps.pop();
            }
            items.is_empty()
        }
        (Shape::Object(members), Value::Object(values)) => {
            if members.len() != values.len() {
                return None;
            }
            for (member, (key, value)) in members.iter().zip(values) {
                if member.key != *key {
                    return None;
                }
                steps.push(Step::Key(key.clone()));
                claims.push(made(Part::Key, steps, &member.source, None, &through, diff));
                claim(&member.node, value, steps, &through, diff, claims)?;
                steps.pop();
            }
            members.is_empty()
        }
        _ => return None,
    };
    if leaf {
        let entry = node.picked.clone();
        claims.push(made(Part::Leaf, steps, &node.source, entry, &through, diff));
    } else if matches!(node.shape, Shape::Scalar(_)) {
        return None;
    }
    Some(())
}

fn made(
    part: Part,
    steps: &[Step],
    source: &Source,
    entry: Option<EnumEntry>,
    through: &[usize],
    diff: &[Entry],
) -> Claim {
    let origin = match (&entry, source.strings.is_empty()) {
        (Some(_), _) => Origin::Enum,
        (None, true) => Origin::Submitted,
        (None, false) => Origin::Unwrapped,
    };
    let through = through.iter().map(|number| Through {
        entry: *number,
        rule: diff
            .get(*number)
            .map(|entry| entry.rule.clone())
            .unwrap_or_default(),
    });
    Claim {
        path: Place::Tree(steps.to_vec()).to_string(),
        part,
        origin,
        entry,
        source: source.clone(),
        through: through.collect(),
        delivered: None,
    }
}
