//! Reads an answer text into a typed view (D91).
//!
//! The shape is closed: a member that is unknown, missing or out of order, a
//! name outside the published lists, or a path in another grammar makes the
//! answer unreadable, and that is evidence against it. White space and escapes
//! are not looked at here; [`crate::shape`] does that. Nothing is guessed.

use crate::lossless::{self, ReadError, Value};
use crate::path::Place;
use crate::vocabulary::{
    CRITERIA_ID, CRITERIA_VERSION, Code, Keyword, Operation, RefusalCode, Rule,
};

/// An answer, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A verdict.
    Verdict(Report),
    /// A free refusal.
    Refusal(Refusal),
    /// A pre-check that found no reason to refuse.
    Assessable,
}

/// A verdict with its disclosures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The version of the implementation that answered.
    pub engine_version: String,
    /// The fixed sentence.
    pub statement: String,
    /// The keywords that were enforced, as listed.
    pub enforced: Vec<Keyword>,
    /// The schema places that were not checked, as listed.
    pub not_checked: Vec<Place>,
    /// What the verdict is.
    pub outcome: Outcome,
}

/// The three verdicts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The arguments conform as submitted.
    Valid,
    /// Repairs brought them into conformance.
    Repaired {
        /// The delivered blob.
        repaired: Value,
        /// One entry a repair, in order of application; never empty.
        diff: Vec<Entry>,
    },
    /// Defects remain; never empty.
    Unrepairable {
        /// All of them, in order.
        defects: Vec<Defect>,
    },
}

/// One entry of a diff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where.
    pub path: Place,
    /// By which rule.
    pub rule: Rule,
    /// How.
    pub op: Operation,
    /// What stood there.
    pub before: Value,
    /// What stands there now.
    pub after: Value,
}

/// One defect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defect {
    /// Where.
    pub path: Place,
    /// What is wrong.
    pub code: Code,
    /// The same in words.
    pub reason: String,
}

/// A free refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub code: RefusalCode,
    /// The schema places at fault, with the keyword of each.
    pub detail: Vec<(Place, String)>,
}

/// The answer is not of the closed shape.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShapeFault {
    /// The answer cannot be read as JSON.
    #[error("the answer is not strict JSON: {0}")]
    Unreadable(#[from] ReadError),
    /// The members are not those of the contract in their order. Names only
    /// the part of the answer: the members are not ours to print.
    #[error("{part} does not have exactly the members of the contract, in their order")]
    Members {
        /// The part of the answer.
        part: &'static str,
    },
    /// A member has a value that the contract does not know.
    #[error("{member} has a value that the contract does not admit")]
    Value {
        /// The member.
        member: &'static str,
    },
}

impl Answer {
    /// Reads an answer.
    pub fn parse(text: &str) -> Result<Self, ShapeFault> {
        Self::from_value(&lossless::read_str(text)?)
    }

    /// Reads an answer that is a value already.
    pub fn from_value(value: &Value) -> Result<Self, ShapeFault> {
        let text = |name| value.get(name).and_then(Value::as_str);
        if text("criteria_id") != Some(CRITERIA_ID) {
            return Err(ShapeFault::Value {
                member: "criteria_id",
            });
        }
        if text("criteria_version") != Some(CRITERIA_VERSION) {
            return Err(ShapeFault::Value {
                member: "criteria_version",
            });
        }
        if value.get("refusal").is_some() {
            return refusal(value).map(Self::Refusal);
        }
        if value.get("assessable").is_some() {
            let [_, _, assessable] = members(
                value,
                "the pre-check",
                ["criteria_id", "criteria_version", "assessable"],
            )?;
            return match assessable {
                Value::Bool(true) => Ok(Self::Assessable),
                _ => Err(ShapeFault::Value {
                    member: "assessable",
                }),
            };
        }
        report(value).map(Self::Verdict)
    }
}

/// The values of exactly the members `names`, in this order.
fn members<'v, const N: usize>(
    value: &'v Value,
    part: &'static str,
    names: [&str; N],
) -> Result<[&'v Value; N], ShapeFault> {
    let found = value.members().unwrap_or_default();
    if !found.iter().map(|(name, _)| name.as_str()).eq(names) {
        return Err(ShapeFault::Members { part });
    }
    let values: Vec<_> = found.iter().map(|(_, value)| value).collect();
    values.try_into().map_err(|_| ShapeFault::Members { part })
}

fn string(value: &Value, member: &'static str) -> Result<String, ShapeFault> {
    value
        .as_str()
        .map(str::to_owned)
        .ok_or(ShapeFault::Value { member })
}

fn named<T>(
    value: &Value,
    member: &'static str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, ShapeFault> {
    value
        .as_str()
        .and_then(parse)
        .ok_or(ShapeFault::Value { member })
}

fn place(value: &Value, member: &'static str) -> Result<Place, ShapeFault> {
    named(value, member, |text| Place::parse(text).ok())
}

fn list<'v>(value: &'v Value, member: &'static str) -> Result<&'v [Value], ShapeFault> {
    value.items().ok_or(ShapeFault::Value { member })
}

fn refusal(value: &Value) -> Result<Refusal, ShapeFault> {
    let [_, _, code, detail] = members(
        value,
        "the refusal",
        ["criteria_id", "criteria_version", "refusal", "detail"],
    )?;
    let entry = |entry: &Value| {
        let [path, keyword] = members(entry, "an entry of detail", ["path", "keyword"])?;
        Ok((
            place(path, "a path of detail")?,
            string(keyword, "a keyword of detail")?,
        ))
    };
    Ok(Refusal {
        code: named(code, "refusal", RefusalCode::parse)?,
        detail: list(detail, "detail")?
            .iter()
            .map(entry)
            .collect::<Result<_, ShapeFault>>()?,
    })
}

/// The members that every verdict begins with.
const COMMON: [&str; 6] = [
    "criteria_id",
    "criteria_version",
    "engine_version",
    "verdict",
    "statement",
    "coverage",
];

fn report(value: &Value) -> Result<Report, ShapeFault> {
    let (tail, outcome): (&[&str], _) = match value.get("verdict").and_then(Value::as_str) {
        Some("VALID") => (&[], Outcome::Valid),
        Some("REPAIRED") => {
            let repaired = member(value, "repaired")?.clone();
            let diff = diff(member(value, "diff")?)?;
            (&["repaired", "diff"], Outcome::Repaired { repaired, diff })
        }
        Some("UNREPAIRABLE") => {
            let defects = defects(member(value, "defects")?)?;
            (&["defects"], Outcome::Unrepairable { defects })
        }
        _ => return Err(ShapeFault::Value { member: "verdict" }),
    };
    let found = value.members().unwrap_or_default().iter();
    if !found
        .map(|(name, _)| name.as_str())
        .eq(COMMON.into_iter().chain(tail.iter().copied()))
    {
        return Err(ShapeFault::Members {
            part: "the verdict",
        });
    }
    let [enforced, not_checked] = members(
        member(value, "coverage")?,
        "coverage",
        ["enforced", "not_checked"],
    )?;
    Ok(Report {
        engine_version: string(member(value, "engine_version")?, "engine_version")?,
        statement: string(member(value, "statement")?, "statement")?,
        enforced: list(enforced, "enforced")?
            .iter()
            .map(|name| named(name, "a keyword of enforced", Keyword::parse))
            .collect::<Result<_, _>>()?,
        not_checked: list(not_checked, "not_checked")?
            .iter()
            .map(|path| place(path, "a path of not_checked"))
            .collect::<Result<_, _>>()?,
        outcome,
    })
}

/// One member of a verdict.
fn member<'v>(value: &'v Value, name: &str) -> Result<&'v Value, ShapeFault> {
    value.get(name).ok_or(ShapeFault::Members {
        part: "the verdict",
    })
}

fn diff(value: &Value) -> Result<Vec<Entry>, ShapeFault> {
    let entry = |value: &Value| {
        let [path, rule, op, before, after] = members(
            value,
            "an entry of diff",
            ["path", "rule", "op", "before", "after"],
        )?;
        Ok(Entry {
            path: place(path, "a path of diff")?,
            rule: named(rule, "a rule of diff", Rule::parse)?,
            op: named(op, "an op of diff", Operation::parse)?,
            before: before.clone(),
            after: after.clone(),
        })
    };
    filled(list(value, "diff")?, "diff")?
        .iter()
        .map(entry)
        .collect()
}

fn defects(value: &Value) -> Result<Vec<Defect>, ShapeFault> {
    let defect = |value: &Value| {
        let [path, code, reason] =
            members(value, "an entry of defects", ["path", "code", "reason"])?;
        Ok(Defect {
            path: place(path, "a path of defects")?,
            code: named(code, "a code of defects", Code::parse)?,
            reason: string(reason, "a reason of defects")?,
        })
    };
    filled(list(value, "defects")?, "defects")?
        .iter()
        .map(defect)
        .collect()
}

fn filled<'v>(items: &'v [Value], member: &'static str) -> Result<&'v [Value], ShapeFault> {
    if items.is_empty() {
        return Err(ShapeFault::Value { member });
    }
    Ok(items)
}

#[cfg(test)]
pub(crate) mod tests;
