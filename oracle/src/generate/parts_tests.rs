//! What draws of the parts reach: schemas, numbers, patterns, mutations.

use std::collections::BTreeMap;

use arbitrary::Unstructured;

use super::{dice, draw, mutated, mutated_diff, numbers, pattern, schema};
use crate::laws::number::{Exact, is_number};
use crate::laws::pattern::{self as patterns, Match, Syntax};
use crate::lossless::{self, Value};
use crate::reference;
use crate::vocabulary::Keyword;

const SEED: u64 = 5;

/// How often each thing came.
#[derive(Default)]
struct Reached(BTreeMap<String, u64>);

impl Reached {
    fn count(&mut self, name: impl Into<String>) {
        *self.0.entry(name.into()).or_default() += 1;
    }

    /// Whether all of `names` came in so many draws, and few draws were lost.
    fn demand<'n>(&self, draws: u64, what: &str, names: impl IntoIterator<Item = &'n str>) {
        println!("{draws} draws of {what}: {:?}", self.0);
        for name in names {
            assert!(
                self.0.contains_key(name),
                "{draws} draws of {what} never reach {name}"
            );
        }
        let rejected = self.0.get("rejected").copied().unwrap_or_default();
        assert!(
            rejected * 20 < draws,
            "{rejected} of {draws} draws of {what} are rejected"
        );
    }
}

fn bytes(index: u64) -> Vec<u8> {
    dice::bytes(SEED, index, 512)
}

#[test]
fn drawn_schemas_reach_every_keyword_and_both_refusals() {
    const DRAWS: u64 = 4_000;
    let mut reached = Reached::default();
    for index in 0..DRAWS {
        let text = schema(&mut Unstructured::new(&bytes(index))).unwrap();
        let Ok(schema) = lossless::read_str(&text) else {
            reached.count("rejected");
            continue;
        };
        let answer =
            reference::check(format!("{{\"arguments\":{{}},\"schema\":{text}}}").as_bytes());
        let answer = lossless::read_str(&answer).unwrap();
        match answer.get("refusal").and_then(Value::as_str) {
            Some(refusal) => reached.count(refusal),
            None => reached.count("compiled"),
        }
        for (name, _) in schema.members().unwrap_or_default() {
            reached.count(name.as_str());
        }
        let mut inner: Vec<&Value> = vec![&schema];
        while let Some(schema) = inner.pop() {
            for (name, value) in schema.members().unwrap_or_default() {
                reached.count(name.as_str());
                match name.as_str() {
                    "properties" => {
                        inner.extend(value.members().unwrap_or_default().iter().map(|m| &m.1));
                    }
                    "items" => inner.push(value),
                    _ => {}
                }
            }
        }
    }
    let keywords = Keyword::ALL.iter().map(|keyword| keyword.as_str());
    let others = ["compiled", "schema_invalid", "schema_not_covered"];
    reached.demand(DRAWS, "schemas", keywords.chain(others));
    assert!(reached.0["compiled"] * 2 > DRAWS);
}

#[test]
fn drawn_number_pairs_reach_every_order_edge_and_kind() {
    const DRAWS: u64 = 4_000;
    let mut reached = Reached::default();
    for index in 0..DRAWS {
        let (one, two) = numbers(&mut Unstructured::new(&bytes(index))).unwrap();
        assert!(is_number(&one) && is_number(&two), "{one} {two}");
        let (exact, other) = (Exact::read(&one), Exact::read(&two));
        reached.count(format!("{:?}", exact.cmp(&other)));
        if one != two && exact == other {
            reached.count("equal, otherwise spelled");
        }
        if exact != other
            && one
                .parse::<f64>()
                .unwrap()
                .total_cmp(&two.parse().unwrap())
                .is_eq()
        {
            reached.count("equal only as doubles");
        }
        reached.count(if exact.is_integer() {
            "integer"
        } else {
            "fraction"
        });
        for edge in [
            "9007199254740993",
            "18446744073709551616",
            "9223372036854775808",
        ] {
            if exact == Exact::read(edge) {
                reached.count(edge);
            }
        }
        if one.parse::<f64>().unwrap().is_infinite() {
            reached.count("beyond a double");
        }
        if one.parse::<f64>() == Ok(0.0) && exact != Exact::read("0") {
            reached.count("below a double");
        }
        if one
            .split(['e', 'E'])
            .nth(1)
            .is_some_and(|exponent| exponent.len() > 20)
        {
            reached.count("exponent beyond i64");
        }
    }
    reached.demand(
        DRAWS,
        "number pairs",
        [
            "Less",
            "Equal",
            "Greater",
            "equal, otherwise spelled",
            "equal only as doubles",
            "integer",
            "fraction",
            "9007199254740993",
            "18446744073709551616",
            "9223372036854775808",
            "beyond a double",
            "below a double",
            "exponent beyond i64",
        ],
    );
}

#[test]
fn drawn_patterns_reach_every_kind_and_both_answers() {
    const DRAWS: u64 = 4_000;
    let mut reached = Reached::default();
    for index in 0..DRAWS {
        let (text, subject) = pattern(&mut Unstructured::new(&bytes(index))).unwrap();
        let known = patterns::pattern(&text);
        reached.count(match known.syntax {
            Syntax::Covered if known.cost > patterns::PATTERN_COST => "over the budget",
            Syntax::Covered => "covered",
            Syntax::Uncovered => "not covered",
            Syntax::Invalid => "invalid",
            Syntax::Unknown => "rejected",
        });
        if known.syntax == Syntax::Covered && known.cost <= patterns::PATTERN_COST {
            reached.count(match patterns::matches(&text, &subject) {
                Match::Yes => "match",
                Match::No => "no match",
                Match::Undecided => "undecided",
            });
        }
    }
    reached.demand(
        DRAWS,
        "patterns",
        [
            "covered",
            "over the budget",
            "not covered",
            "invalid",
            "match",
            "no match",
        ],
    );
    assert!(reached.0["covered"] * 2 > DRAWS);
}

#[test]
fn mutated_answers_differ_in_every_part_and_mutated_diffs_in_every_member() {
    const DRAWS: u64 = 6_000;
    let mut reached = Reached::default();
    for index in 0..DRAWS {
        let body = draw(SEED, index);
        let answer = if index % 8 == 0 {
            reference::precheck(&body)
        } else {
            reference::check(&body)
        };
        let answer = lossless::read_str(&answer).unwrap();
        let dice = bytes(index);
        match mutated(&mut Unstructured::new(&dice), &answer).unwrap() {
            Some(other) => {
                assert_ne!(other, answer);
                for (name, value) in answer.members().unwrap() {
                    if other.get(name) != Some(value) {
                        reached.count(name.as_str());
                    }
                }
            }
            None => reached.count("unchanged"),
        }
        if let Some(diff) = answer.get("diff")
            && let Some(other) = mutated_diff(&mut Unstructured::new(&dice), diff).unwrap()
        {
            let entries = |diff: &Value| diff.items().unwrap().to_vec();
            let (old, new) = (entries(diff), entries(&other));
            if old.len() != new.len() {
                reached.count("entries");
            }
            for (old, new) in old.iter().zip(&new) {
                for (name, value) in old.members().unwrap() {
                    if new.get(name) != Some(value) {
                        reached.count(name.as_str());
                    }
                }
            }
        }
    }
    reached.demand(
        DRAWS,
        "mutated answers",
        [
            "verdict",
            "repaired",
            "diff",
            "defects",
            "coverage",
            "refusal",
            "detail",
            "assessable",
            "entries",
            "path",
            "rule",
            "op",
            "before",
            "after",
        ],
    );
    assert!(reached.0["unchanged"] * 4 < DRAWS, "{:?}", reached.0);
}
