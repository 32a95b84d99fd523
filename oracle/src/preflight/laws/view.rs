//! What the laws read off an input and an answer, and how they vary an input.

use std::cell::RefCell;
use std::cmp::Ordering;

use argument_check_corpus::Op;
use num_bigint::BigInt;
use num_rational::BigRational;

use crate::judge::Reason;
use crate::laws::last::{Exchange, Last};
use crate::laws::{Observation, Ruling, Target};
use crate::lossless::{self, Value};

/// The deepest input that is read at all.
const DEPTH: usize = 128;

/// An input and the answer to it, both read.
pub(super) struct Seen<'o> {
    pub(super) op: Op,
    pub(super) input: &'o Value,
    pub(super) answer: &'o Value,
    pub(super) target: Option<&'o dyn Target>,
}

/// The input of an observation, if it is one that may be judged.
pub(super) fn input(body: &[u8]) -> Option<Value> {
    let value = lossless::read(body).ok()?;
    (depth(&value) <= DEPTH && !is_infinite(&value)).then_some(value)
}

fn depth(value: &Value) -> usize {
    let inside = match value {
        Value::Array(items) => items.iter().map(depth).max(),
        Value::Object(members) => members.iter().map(|(_, value)| depth(value)).max(),
        _ => return 0,
    };
    1 + inside.unwrap_or(0)
}

fn is_infinite(value: &Value) -> bool {
    let mut found = false;
    numbers(value, &mut Vec::new(), &mut |_, spelling| {
        found |= double(spelling).is_infinite();
    });
    found
}

thread_local! {
    /// The exchange that this thread has read last.
    static LAST: Last<Option<(Value, Value)>> = const { RefCell::new(None) };
}

/// Both of an exchange that may be judged.
fn read(observation: &Observation<'_>) -> Option<(Value, Value)> {
    input(observation.body).zip(lossless::read_str(observation.answer).ok())
}

/// A step down a value, for a visitor.
#[derive(Debug, Clone)]
pub(super) enum Down {
    Key(String),
    Index(usize),
}

/// Visits every number with the way to it.
pub(super) fn numbers(value: &Value, way: &mut Vec<Down>, visit: &mut dyn FnMut(&[Down], &str)) {
    match value {
        Value::Number(spelling) => visit(way, spelling),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                way.push(Down::Index(index));
                numbers(item, way, visit);
                way.pop();
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                way.push(Down::Key(name.clone()));
                numbers(member, way, visit);
                way.pop();
            }
        }
        _ => {}
    }
}

pub(super) fn double(spelling: &str) -> f64 {
    spelling.parse().unwrap_or(f64::INFINITY)
}

/// Judges an answer of this operation to an input that was not refused.
pub(super) fn with(
    observation: &Observation<'_>,
    op: Op,
    law: impl FnOnce(&Seen<'_>) -> Ruling,
) -> Ruling {
    if observation.op != op {
        return Ruling::NotApplicable(Reason::OtherOperation);
    }
    let exchange = LAST.with(|last| Exchange::of(last, observation, read));
    match exchange.read() {
        Some((input, answer)) if answer.get("refused").is_none() => law(&Seen {
            op,
            input,
            answer,
            target: observation.target,
        }),
        _ => Ruling::NotApplicable(Reason::NoVerdict),
    }
}

/// The same for a law that asks again.
pub(super) fn again(
    observation: &Observation<'_>,
    op: Op,
    law: impl FnOnce(&Seen<'_>, &dyn Target) -> Ruling,
) -> Ruling {
    with(observation, op, |seen| match seen.target {
        Some(target) => law(seen, target),
        None => Ruling::NotApplicable(Reason::NoTarget),
    })
}

/// A gate answer to a valid input, asked again.
pub(super) fn gate_again(
    observation: &Observation<'_>,
    law: impl FnOnce(&Seen<'_>, &dyn Target) -> Ruling,
) -> Ruling {
    again(observation, Op::Gate, |seen, target| {
        if seen.issues().is_empty() && seen.input.members().is_some() {
            law(seen, target)
        } else {
            Ruling::NotApplicable(Reason::NothingToVary)
        }
    })
}

/// A breach, unless it holds.
pub(super) fn demand(holds: bool, summary: &str, detail: impl Into<String>) -> Result<(), Ruling> {
    if holds {
        Ok(())
    } else {
        Err(Ruling::broken(summary, detail))
    }
}

/// What a law came to.
pub(super) fn settle(settled: Result<(), Ruling>) -> Ruling {
    settled.err().unwrap_or(Ruling::Holds)
}

impl Seen<'_> {
    /// Places and codes of `errors`, `warnings` or `issues`.
    pub(super) fn entries(&self, list: &str) -> Vec<(&str, &str)> {
        entries(self.answer, list)
    }

    pub(super) fn issues(&self) -> Vec<(&str, &str)> {
        self.entries("issues")
    }

    /// A text of the answer.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.answer.get(name).and_then(Value::as_str)
    }

    /// The reason codes of a gate.
    pub(super) fn reasons(&self) -> Vec<&str> {
        reasons(self.answer)
    }

    /// The answer to another input.
    pub(super) fn ask(&self, target: &dyn Target, input: &Value) -> Value {
        let text = target.ask(self.op, input.to_text().as_bytes());
        lossless::read_str(&text).unwrap_or(Value::Null)
    }
}

pub(super) fn entries<'a>(answer: &'a Value, list: &str) -> Vec<(&'a str, &'a str)> {
    let text = |entry: &'a Value, name| entry.get(name).and_then(Value::as_str);
    let listed = answer.get(list).and_then(Value::items).unwrap_or_default();
    let pair = |entry| Some((text(entry, "path")?, text(entry, "code")?));
    listed.iter().filter_map(pair).collect()
}

pub(super) fn reasons(answer: &Value) -> Vec<&str> {
    let codes = answer.get("reasonCodes").and_then(Value::items);
    let codes = codes.unwrap_or_default().iter();
    codes.filter_map(Value::as_str).collect()
}

/// The value at a way of names.
pub(super) fn at<'v>(value: &'v Value, way: &[&str]) -> Option<&'v Value> {
    way.iter().try_fold(value, |value, name| value.get(name))
}

/// The input with one member set; what is on the way and no object becomes one.
pub(super) fn set(value: &Value, way: &[&str], new: Value) -> Value {
    let Some((name, rest)) = way.split_first() else {
        return new;
    };
    let mut members = value.members().unwrap_or_default().to_vec();
    match members.iter_mut().find(|(key, _)| key == name) {
        Some((_, member)) => *member = set(member, rest, new),
        None => members.push((
            (*name).to_owned(),
            set(&Value::Object(Vec::new()), rest, new),
        )),
    }
    Value::Object(members)
}

/// The input without one member.
pub(super) fn without(value: &Value, way: &[&str]) -> Value {
    let mut members = value.members().unwrap_or_default().to_vec();
    match way {
        [] => return value.clone(),
        [name] => members.retain(|(key, _)| key != name),
        [name, rest @ ..] => {
            if let Some((_, member)) = members.iter_mut().find(|(key, _)| key == name) {
                *member = without(member, rest);
            }
        }
    }
    Value::Object(members)
}

pub(super) fn string(text: &str) -> Value {
    Value::String(text.to_owned())
}

pub(super) fn number(text: &str) -> Value {
    Value::Number(text.to_owned())
}

/// The shortest spelling of a token's double, as ECMAScript has it.
pub(super) fn shortest(spelling: &str) -> String {
    serde_jcs::to_string(&double(spelling)).unwrap_or_default()
}

/// The decimal of the shortest spelling of a token's double, as a fraction.
pub(super) fn fraction(spelling: &str) -> BigRational {
    let shortest = shortest(spelling);
    let (digits, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let digits: BigInt = format!("{whole}{part}").parse().unwrap_or_default();
    let exponent = exponent.parse::<i32>().unwrap_or(0) - part.len() as i32;
    let power = BigRational::from_integer(BigInt::from(10)).pow(exponent);
    BigRational::from_integer(digits) * power
}

/// The nearest multiple of 10⁻ᵈ, even on ties, counted in such units.
pub(super) fn units(exact: &BigRational, decimals: i32) -> BigInt {
    let scaled = exact * BigRational::from_integer(BigInt::from(10)).pow(decimals);
    let floor = scaled.floor();
    let half = BigRational::new(BigInt::from(1), BigInt::from(2));
    let up = match (&scaled - &floor).cmp(&half) {
        Ordering::Less => false,
        Ordering::Greater => true,
        Ordering::Equal => floor.to_integer() % BigInt::from(2) != BigInt::from(0),
    };
    floor.to_integer() + BigInt::from(u8::from(up))
}

/// An amount of money in units of 10⁻⁹ USD.
pub(super) fn nano(spelling: &str) -> BigInt {
    units(&fraction(spelling), 9)
}

/// The nanos of a number at a way; none if there is no number.
pub(super) fn nano_at(value: &Value, way: &[&str]) -> Option<BigInt> {
    match at(value, way)? {
        Value::Number(spelling) => Some(nano(spelling)),
        _ => None,
    }
}
