//! Brings a foreign answer into the order of the contract, so that it can be
//! judged by its tokens: member order and white space are not the criteria's.
//!
//! Members that only report are not owed by an implementation that never
//! promised them: where one is absent it is counted and filled in from what
//! the reference answers, so that no law refutes the line for it. What an
//! answer does say is never touched, and a verdict, a repaired blob, a diff, a
//! defect or a refusal is never filled in.

use argument_check_oracle::answer::Answer;
use argument_check_oracle::lossless::{self, Value};
use argument_check_oracle::vocabulary::{CRITERIA_ID, CRITERIA_VERSION};

/// The members of an answer, in published order.
const ANSWER: [&str; 12] = [
    "criteria_id",
    "criteria_version",
    "engine_version",
    "verdict",
    "statement",
    "coverage",
    "repaired",
    "diff",
    "defects",
    "refusal",
    "detail",
    "assessable",
];

/// The members of the objects inside an answer.
const COVERAGE: [&str; 2] = ["enforced", "not_checked"];
const ENTRY: [&str; 5] = ["path", "rule", "op", "before", "after"];
const DEFECT: [&str; 3] = ["path", "code", "reason"];
const PLACE: [&str; 2] = ["path", "keyword"];

/// The statements of the three verdicts (D91).
const STATEMENTS: [(&str, &str); 3] = [
    ("VALID", "no repair was needed"),
    (
        "REPAIRED",
        "the listed repairs, and nothing else, brought the arguments into conformance",
    ),
    (
        "UNREPAIRABLE",
        "every blocking defect is named; no repaired arguments are returned",
    ),
];

/// A foreign answer, ready to be judged.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Foreign {
    /// Its text in the order of the contract.
    pub(super) text: String,
    /// The same without members that do not belong, and with report members
    /// exchanged that cannot be read: what is judged where form is not the
    /// question, so that a stray member is not mistaken for an invented value.
    pub(super) core: String,
    /// The verdict that it states.
    pub(super) verdict: Option<String>,
    /// The report members that it did not have, each once, in published order.
    pub(super) absent: Vec<&'static str>,
    /// Whether a reason is absent of a defect that the reference does not
    /// find: no sentence could be filled in that would have been the right one.
    pub(super) guessed: bool,
    /// What it discloses, if it does.
    pub(super) coverage: Option<Value>,
}

/// Why an answer is not judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unfit {
    /// It is no JSON object, so it stands against the shape as it is.
    NoObject,
    /// It names other criteria: nothing here can judge it.
    OtherCriteria,
}

/// Reads an answer; `expected` is what the reference answers, if it does.
pub(super) fn read(answer: &str, expected: Option<&str>) -> Result<Foreign, Unfit> {
    let Ok(Value::Object(members)) = lossless::read_str(answer) else {
        return Err(Unfit::NoObject);
    };
    let mut filling = Filling {
        members,
        expected: expected.and_then(|text| lossless::read_str(text).ok()),
        absent: Vec::new(),
        guessed: false,
    };
    filling.criteria()?;
    let coverage = filling.get("coverage").cloned();
    let verdict = filling.get("verdict").and_then(Value::as_str);
    let verdict = verdict.map(str::to_owned);
    filling.report();
    let answer = ordered(filling.members.clone(), Strangers::Last);
    Ok(Foreign {
        text: answer.to_text(),
        core: filling.core().to_text(),
        verdict,
        absent: filling.absent,
        guessed: filling.guessed,
        coverage,
    })
}

struct Filling {
    members: Vec<(String, Value)>,
    expected: Option<Value>,
    absent: Vec<&'static str>,
    guessed: bool,
}

impl Filling {
    fn get(&self, name: &str) -> Option<&Value> {
        let found = self.members.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value)
    }

    /// Fills in `name` unless it is there.
    fn fill(&mut self, name: &'static str, value: impl FnOnce(Option<&Value>) -> Value) {
        if self.get(name).is_some() {
            return;
        }
        let expected = self.expected.as_ref().and_then(|all| all.get(name));
        let value = value(expected);
        self.members.push((name.to_owned(), value));
        self.absent.push(name);
    }

    fn criteria(&mut self) -> Result<(), Unfit> {
        for (name, ours) in [
            ("criteria_id", CRITERIA_ID),
            ("criteria_version", CRITERIA_VERSION),
        ] {
            self.fill(name, |_| text(ours));
            let found = self.get(name).and_then(Value::as_str);
            if found.is_some_and(|found| found != ours) {
                return Err(Unfit::OtherCriteria);
            }
        }
        Ok(())
    }

    fn report(&mut self) {
        if let Some(verdict) = self.get("verdict").cloned() {
            let verdict = verdict.as_str().unwrap_or_default();
            self.fill("engine_version", |_| text("unknown"));
            let mut statements = STATEMENTS.into_iter();
            let statement = statements.find(|(name, _)| *name == verdict);
            self.fill("statement", |_| text(statement.map_or("", |(_, it)| it)));
            self.fill("coverage", |expected| {
                expected.cloned().unwrap_or_else(|| {
                    let empty = |name: &str| (name.to_owned(), Value::Array(Vec::new()));
                    Value::Object(COVERAGE.map(empty).to_vec())
                })
            });
        } else if self.get("refusal").is_some() {
            self.fill("detail", |expected| {
                expected.cloned().unwrap_or(Value::Array(Vec::new()))
            });
        }
        self.reasons();
    }

    /// The answer without strangers; with our own report members if those that
    /// it has cannot be read.
    fn core(&mut self) -> Value {
        let core = ordered(self.members.clone(), Strangers::Out);
        if Answer::from_value(&core).is_ok() {
            return core;
        }
        self.members.retain(|(name, value)| match name.as_str() {
            "coverage" => false,
            "engine_version" | "statement" => value.as_str().is_some(),
            _ => true,
        });
        let absent = self.absent.clone();
        self.report();
        self.absent = absent;
        ordered(self.members.clone(), Strangers::Out)
    }

    /// Fills in the reasons of defects that the reference finds too.
    fn reasons(&mut self) {
        let expected = self.expected.as_ref();
        let expected = expected.and_then(|all| all.get("defects")?.items());
        let found = self.members.iter_mut();
        let Some(Value::Array(defects)) = found
            .filter(|(name, _)| name == "defects")
            .map(|(_, value)| value)
            .next()
        else {
            return;
        };
        let mut absent = false;
        for defect in defects {
            if !matches!(defect, Value::Object(_)) || defect.get("reason").is_some() {
                continue;
            }
            absent = true;
            let same = |other: &&Value| {
                ["path", "code"]
                    .iter()
                    .all(|name| other.get(name) == defect.get(name))
            };
            let known = expected.and_then(|all| all.iter().find(same)?.get("reason"));
            self.guessed |= known.is_none();
            let reason = known.cloned().unwrap_or_else(|| text("unknown"));
            if let Value::Object(members) = defect {
                members.push(("reason".to_owned(), reason));
            }
        }
        if absent {
            self.absent.push("reason");
        }
    }
}

fn text(text: &str) -> Value {
    Value::String(text.to_owned())
}

/// Where members go that the contract does not know.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strangers {
    /// Behind the others, in the order in which they came.
    Last,
    /// Nowhere.
    Out,
}

/// The answer with the members of every object of the contract in their order.
/// What stands in a blob, in `before` and in `after` keeps its own.
fn ordered(members: Vec<(String, Value)>, strangers: Strangers) -> Value {
    let members = members.into_iter().map(|(name, value)| {
        let value = match name.as_str() {
            "coverage" => sorted(value, &COVERAGE, strangers),
            "diff" => each(value, &ENTRY, strangers),
            "defects" => each(value, &DEFECT, strangers),
            "detail" => each(value, &PLACE, strangers),
            _ => value,
        };
        (name, value)
    });
    sorted(Value::Object(members.collect()), &ANSWER, strangers)
}

fn each(list: Value, names: &[&str], strangers: Strangers) -> Value {
    let Value::Array(items) = list else {
        return list;
    };
    let items = items.into_iter();
    Value::Array(items.map(|item| sorted(item, names, strangers)).collect())
}

fn sorted(value: Value, names: &[&str], strangers: Strangers) -> Value {
    let Value::Object(mut members) = value else {
        return value;
    };
    if strangers == Strangers::Out {
        members.retain(|(name, _)| names.contains(&name.as_str()));
    }
    members.sort_by_key(|(name, _)| {
        let at = names.iter().position(|known| known == name);
        at.unwrap_or(names.len())
    });
    Value::Object(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] = br#"{"arguments":{"n":"5"},"schema":{"properties":{"n":{"type":"integer"},"s":{"format":"date"}}}}"#;

    #[test]
    fn a_bare_answer_in_another_order_becomes_the_answer_of_the_contract() {
        let expected = argument_check::check(BODY);
        let bare = r#"{ "diff":[{"after":5,"before":"5","op":"replace","path":"$.n","rule":"R3"}],
            "repaired":{"n":5},"engine_version":"0.1.0+unicode.17","verdict":"REPAIRED"}"#;
        let foreign = read(bare, Some(&expected)).unwrap();
        assert_eq!(foreign.text, expected);
        assert_eq!(
            foreign.absent,
            ["criteria_id", "criteria_version", "statement", "coverage"]
        );
        assert!(foreign.coverage.is_none() && !foreign.guessed);
    }

    #[test]
    fn what_an_answer_says_is_not_touched() {
        let expected = argument_check::check(BODY);
        let wrong = expected.replace("no", "yes").replace(":5", ":5.0");
        let foreign = read(&wrong, Some(&expected)).unwrap();
        assert_eq!((foreign.text, foreign.absent), (wrong, vec![]));
    }

    #[test]
    fn a_reason_is_filled_in_only_for_a_defect_that_is_known() {
        let body = br#"{"arguments":{"n":{}},"schema":{"properties":{"n":{"type":"integer"}}}}"#;
        let expected = argument_check::check(body);
        let bare = |code: &str| {
            format!(r#"{{"verdict":"UNREPAIRABLE","defects":[{{"code":"{code}","path":"$.n"}}]}}"#)
        };
        let known = read(&bare("type_mismatch"), Some(&expected)).unwrap();
        assert!(known.text.contains("none of the allowed types: integer") && !known.guessed);
        assert_eq!(known.absent.last(), Some(&"reason"));
        let unknown = read(&bare("enum_mismatch"), Some(&expected)).unwrap();
        assert!(unknown.guessed);
    }

    #[test]
    fn the_detail_of_a_refusal_is_filled_in() {
        let body = br#"{"arguments":{},"schema":{"$ref":"x"}}"#;
        let expected = argument_check::check(body);
        let foreign = read(r#"{"refusal":"schema_not_covered"}"#, Some(&expected)).unwrap();
        assert_eq!(foreign.text, expected);
        assert_eq!(
            foreign.absent,
            ["criteria_id", "criteria_version", "detail"]
        );
    }

    #[test]
    fn a_stranger_and_unreadable_coverage_stay_in_the_text_and_leave_the_core() {
        let expected = argument_check::check(BODY);
        let wrong = expected
            .replace(r#""type""#, r#""typos""#)
            .replace(r#""rule""#, r#""took":3,"rule""#);
        let foreign = read(&wrong, Some(&expected)).unwrap();
        assert!(foreign.text.contains(r#""took":3"#) && foreign.text.contains("typos"));
        assert_eq!(foreign.core, expected);
        assert!(foreign.absent.is_empty());
    }

    #[test]
    fn an_answer_by_other_criteria_is_not_judged() {
        for answer in [
            r#"{"criteria_id":"tool-argument/v2","verdict":"VALID"}"#,
            r#"{"criteria_version":"1.0.1","verdict":"VALID"}"#,
        ] {
            assert_eq!(read(answer, None), Err(Unfit::OtherCriteria));
        }
        for answer in ["", "[]", "VALID", r#"{"a":1,"a":2}"#] {
            assert_eq!(read(answer, None), Err(Unfit::NoObject));
        }
    }
}
