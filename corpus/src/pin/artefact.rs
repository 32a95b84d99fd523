//! The shape of the artefact, its generation from cases, and the strict reading of it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{PinError, compute};
use crate::case::{Case, Op, Repeat, SourceCase};
use crate::json::{self, Value};
use crate::system::System;

/// The criteria that a corpus is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criteria {
    /// Their identifier.
    pub id: String,
    /// Their version.
    pub version: String,
}

/// A case as it is pinned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinnedCase {
    /// The case itself.
    pub case: Case,
    /// How the body is built, if it is built by repetition.
    pub repeat: Option<Repeat>,
}

impl AsRef<Case> for PinnedCase {
    fn as_ref(&self) -> &Case {
        &self.case
    }
}

/// A pinned corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artefact {
    /// The identifier of the corpus.
    pub id: String,
    /// The version of the corpus.
    pub version: String,
    /// The criteria that it is about.
    pub criteria: Criteria,
    /// The cases, sorted by id.
    pub cases: Vec<PinnedCase>,
    /// The digest that the artefact states. Reading does not vouch for it; [`super::check`] does.
    pub sha256: String,
}

impl Artefact {
    /// The artefact of a system for those of these cases that are its own, with its digest.
    pub fn from_sources(system: &System, cases: &[SourceCase]) -> Result<Self, PinError> {
        let mut cases: Vec<PinnedCase> = system
            .cases(cases)
            .into_iter()
            .map(|source| PinnedCase {
                case: source.case.clone(),
                repeat: source.repeat.clone(),
            })
            .collect();
        cases.sort_by(|a, b| a.case.id.cmp(&b.case.id));
        if let Some(pair) = cases
            .windows(2)
            .find(|pair| pair[0].case.id == pair[1].case.id)
        {
            return Err(PinError::DuplicateId(pair[0].case.id.clone()));
        }
        let mut artefact = Self {
            id: system.corpus_id.into(),
            version: system.corpus_version.into(),
            criteria: Criteria {
                id: system.criteria_id.into(),
                version: system.criteria_version.into(),
            },
            cases,
            sha256: String::new(),
        };
        artefact.sha256 = compute(&artefact)?;
        Ok(artefact)
    }

    /// The text of the artefact: pretty, so that a review shows what changed, and stable.
    pub fn render(&self) -> String {
        self.to_value(true).pretty()
    }

    /// The artefact as a JSON value, with or without the digest that it states.
    pub fn to_value(&self, with_digest: bool) -> Value {
        let mut members = vec![
            ("id".into(), Value::from(self.id.as_str())),
            ("version".into(), Value::from(self.version.as_str())),
            (
                "criteria".into(),
                Value::Object(vec![
                    ("id".into(), Value::from(self.criteria.id.as_str())),
                    (
                        "version".into(),
                        Value::from(self.criteria.version.as_str()),
                    ),
                ]),
            ),
            (
                "cases".into(),
                Value::Array(self.cases.iter().map(PinnedCase::to_value).collect()),
            ),
        ];
        if with_digest {
            members.push(("sha256".into(), Value::from(self.sha256.as_str())));
        }
        Value::Object(members)
    }
}

impl PinnedCase {
    /// The case as a JSON value. A body stands as text if it is UTF-8, whatever its case file says.
    pub(super) fn to_value(&self) -> Value {
        let case = &self.case;
        let body = match (&self.repeat, std::str::from_utf8(&case.body)) {
            (Some(repeat), _) => ("body_repeat".into(), repeat_value(repeat)),
            (None, Ok(text)) => ("body".into(), Value::from(text)),
            (None, Err(_)) => (
                "body_base64".into(),
                Value::String(STANDARD.encode(&case.body)),
            ),
        };
        let clauses = case
            .clauses
            .iter()
            .map(|clause| Value::from(clause.as_str()));
        Value::Object(vec![
            ("id".into(), Value::from(case.id.as_str())),
            ("op".into(), Value::from(case.op.as_str())),
            ("clauses".into(), Value::Array(clauses.collect())),
            body,
            ("expect".into(), Value::from(case.expect.as_str())),
            ("note".into(), Value::from(case.note.as_str())),
        ])
    }
}

fn repeat_value(repeat: &Repeat) -> Value {
    Value::Object(vec![
        ("prefix".into(), Value::from(repeat.prefix.as_str())),
        ("unit".into(), Value::from(repeat.unit.as_str())),
        ("count".into(), Value::Number(repeat.count.to_string())),
        ("suffix".into(), Value::from(repeat.suffix.as_str())),
    ])
}

/// Reads an artefact. The shape is checked strictly, the digest not at all.
pub fn parse(text: &str) -> Result<Artefact, PinError> {
    let root = json::parse(text)?;
    members(
        "the artefact",
        &root,
        &["id", "version", "criteria", "cases", "sha256"],
    )?;
    let criteria = member("the artefact", &root, "criteria")?;
    members("`criteria`", criteria, &["id", "version"])?;
    let cases = member("the artefact", &root, "cases")?
        .items()
        .ok_or_else(|| PinError::Shape("`cases` is no list".into()))?
        .iter()
        .enumerate()
        .map(|(index, case)| pinned_case(index, case))
        .collect::<Result<Vec<_>, _>>()?;
    if let Some(pair) = cases
        .windows(2)
        .find(|pair| pair[0].case.id >= pair[1].case.id)
    {
        return Err(PinError::Shape(format!(
            "the cases {} and {} are not sorted by id, each id once",
            pair[0].case.id, pair[1].case.id
        )));
    }
    Ok(Artefact {
        id: text_member("the artefact", &root, "id")?,
        version: text_member("the artefact", &root, "version")?,
        criteria: Criteria {
            id: text_member("`criteria`", criteria, "id")?,
            version: text_member("`criteria`", criteria, "version")?,
        },
        cases,
        sha256: text_member("the artefact", &root, "sha256")?,
    })
}

fn pinned_case(index: usize, value: &Value) -> Result<PinnedCase, PinError> {
    let what = match value.get("id").and_then(Value::as_str) {
        Some(id) => format!("the case {id}"),
        None => format!("case number {} in the list", index + 1),
    };
    let form = ["body", "body_base64", "body_repeat"]
        .into_iter()
        .find(|form| value.get(form).is_some())
        .ok_or_else(|| PinError::Shape(format!("{what} has no body")))?;
    members(
        &what,
        value,
        &["id", "op", "clauses", form, "expect", "note"],
    )?;
    let op = text_member(&what, value, "op")?;
    let clauses = member(&what, value, "clauses")?
        .items()
        .and_then(|items| {
            items
                .iter()
                .map(|item| item.as_str().map(str::to_owned))
                .collect()
        })
        .ok_or_else(|| PinError::Shape(format!("`clauses` of {what} is no list of strings")))?;
    let (body, repeat) = body(&what, value, form)?;
    Ok(PinnedCase {
        case: Case {
            id: text_member(&what, value, "id")?,
            op: Op::from_name(&op)
                .ok_or_else(|| PinError::Shape(format!("the op {op:?} of {what} is none")))?,
            clauses,
            body,
            expect: text_member(&what, value, "expect")?,
            note: text_member(&what, value, "note")?,
        },
        repeat,
    })
}

fn body(what: &str, value: &Value, form: &str) -> Result<(Vec<u8>, Option<Repeat>), PinError> {
    let fault = |why: &str| PinError::Shape(format!("`{form}` of {what} {why}"));
    if form == "body_repeat" {
        let repeat = member(what, value, form)?;
        members(form, repeat, &["prefix", "unit", "count", "suffix"])?;
        let Some(Value::Number(count)) = repeat.get("count") else {
            return Err(fault("has no count"));
        };
        let repeat = Repeat {
            prefix: text_member(form, repeat, "prefix")?,
            unit: text_member(form, repeat, "unit")?,
            count: count
                .parse()
                .map_err(|_| fault("has a count that is no whole number"))?,
            suffix: text_member(form, repeat, "suffix")?,
        };
        let body = repeat.expand().ok_or_else(|| fault("is too long"))?;
        return Ok((body, Some(repeat)));
    }
    let text = text_member(what, value, form)?;
    let body = if form == "body" {
        text.into_bytes()
    } else {
        STANDARD.decode(text).map_err(|_| fault("is not base64"))?
    };
    Ok((body, None))
}

/// An error unless the value is an object with exactly these members in this order.
fn members(what: &str, value: &Value, wanted: &[&str]) -> Result<(), PinError> {
    let have: Vec<&str> = value
        .members()
        .unwrap_or_default()
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    if have == wanted {
        return Ok(());
    }
    Err(PinError::Shape(format!(
        "{what} has the members [{}] and wants [{}]",
        have.join(", "),
        wanted.join(", ")
    )))
}

fn member<'v>(what: &str, value: &'v Value, name: &str) -> Result<&'v Value, PinError> {
    value
        .get(name)
        .ok_or_else(|| PinError::Shape(format!("{what} has no `{name}`")))
}

fn text_member(what: &str, value: &Value, name: &str) -> Result<String, PinError> {
    member(what, value, name)?
        .as_str()
        .map(str::to_owned)
        .ok_or_else(|| PinError::Shape(format!("`{name}` of {what} is no string")))
}
