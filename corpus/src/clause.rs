//! What a case may claim to stand for, and whether its expected answer bears the claim out.
//!
//! A clause is a debt that is paid by a case: a case that names `R3:fires` without an entry of R3
//! in its diff would close an obligation that is open, so every claim that can be read off the
//! answer is read off it.

use crate::case::Case;
use crate::expect::{Expected, Outcome};
use crate::vocabulary::{
    DEFECTS, ENFORCED, LAST_MUTANT, NOT_CHECKED, READINGS, REFUSALS, RULES, trace_of_not_covered,
};

/// From which side a case looks at a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The rule repairs.
    Fires,
    /// The rule almost applies and does not.
    NearMiss,
    /// The case stands on the line between the two, on either side.
    Boundary,
}

impl Side {
    /// All three, as the obligations ask for them.
    pub const ALL: [Self; 3] = [Self::Fires, Self::NearMiss, Self::Boundary];

    /// The name as clauses spell it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fires => "fires",
            Self::NearMiss => "near_miss",
            Self::Boundary => "boundary",
        }
    }
}

/// One claim of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clause<'c> {
    /// `D59`: the reading.
    Reading(u8),
    /// `M26`: kills the mutant.
    Mutant(u8),
    /// `R3:fires`: looks at a rule from one side.
    Rule(u8, Side),
    /// `defect:CODE`.
    Defect(&'c str),
    /// `refusal:CODE`.
    Refusal(&'c str),
    /// `enforced:KEYWORD`.
    Enforced(&'c str),
    /// `not_covered:KEYWORD`.
    NotCovered(&'c str),
}

impl<'c> Clause<'c> {
    /// Reads a clause; the error says what is wrong and what is possible.
    pub fn parse(text: &'c str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("defect", code)) => listed(code, &DEFECTS, "code of a defect").map(Self::Defect),
            Some(("refusal", code)) => {
                listed(code, &REFUSALS, "code of a refusal").map(Self::Refusal)
            }
            Some(("enforced", keyword)) => {
                listed(keyword, &ENFORCED, "enforced keyword").map(Self::Enforced)
            }
            Some(("not_covered", keyword)) => not_covered(keyword).map(Self::NotCovered),
            Some((rule, side)) => Self::rule(rule, side),
            None => Self::numbered(text),
        }
    }

    fn rule(rule: &str, side: &str) -> Result<Self, String> {
        let number = rule
            .strip_prefix('R')
            .and_then(|digits| number(digits, 1, RULES))
            .ok_or_else(|| {
                format!("{rule:?} opens no clause; R1 to R9, defect, refusal, enforced and not_covered do")
            })?;
        let side = Side::ALL
            .into_iter()
            .find(|known| known.as_str() == side)
            .ok_or_else(|| {
                format!("a rule is seen from fires, near_miss or boundary, not {side:?}")
            })?;
        Ok(Self::Rule(number, side))
    }

    fn numbered(text: &str) -> Result<Self, String> {
        let clause = match text.split_at_checked(1) {
            Some(("D", digits)) => number(digits, 1, READINGS).map(Self::Reading),
            Some(("M", digits)) => number(digits, 2, LAST_MUTANT).map(Self::Mutant),
            Some(("R", digits)) if number(digits, 1, RULES).is_some() => {
                return Err(format!(
                    "say from which side: {text}:fires, {text}:near_miss or {text}:boundary"
                ));
            }
            _ => None,
        };
        clause.ok_or_else(|| {
            format!("{text:?} is none of D1 to D{READINGS}, M01 to M{LAST_MUTANT}, R1 to R{RULES} with a side, defect:, refusal:, enforced: and not_covered:")
        })
    }

    /// Why the case does not bear the claim out, if it does not.
    pub fn misfit(&self, case: &Case, expected: &Expected) -> Option<String> {
        match self {
            Self::Reading(_) | Self::Mutant(_) | Self::Rule(_, Side::Boundary) => None,
            Self::Rule(rule, side) => {
                let fired = expected
                    .rules
                    .iter()
                    .any(|name| *name == format!("R{rule}"));
                match side {
                    Side::Fires if !fired => {
                        Some(format!("no diff entry of `expect` is of R{rule}"))
                    }
                    Side::NearMiss if fired => {
                        Some(format!("a diff entry of `expect` is of R{rule}"))
                    }
                    _ => None,
                }
            }
            Self::Defect(code) => (!expected.codes.iter().any(|have| have == code))
                .then(|| "no defect of `expect` has that code".into()),
            Self::Refusal(code) => (expected.outcome != Outcome::Refusal((*code).to_owned()))
                .then(|| "`expect` is not that refusal".into()),
            Self::Enforced(keyword) => enforced_misfit(keyword, case, expected),
            Self::NotCovered(keyword) => not_covered_misfit(keyword, case, expected),
        }
    }
}

fn enforced_misfit(keyword: &str, case: &Case, expected: &Expected) -> Option<String> {
    if !matches!(expected.outcome, Outcome::Verdict(_)) {
        return Some("`expect` is no verdict, so nothing was enforced".into());
    }
    match &expected.enforced {
        Some(met) if !met.iter().any(|name| name == keyword) => {
            Some("`coverage` of `expect` does not list the keyword as enforced".into())
        }
        _ => (!holds(&case.body, &format!("\"{keyword}\"")))
            .then(|| "the body does not hold the keyword".into()),
    }
}

fn not_covered_misfit(keyword: &str, case: &Case, expected: &Expected) -> Option<String> {
    if expected.outcome != Outcome::Refusal("schema_not_covered".into()) {
        return Some("`expect` is not the refusal schema_not_covered".into());
    }
    match &expected.detail {
        Some(places) => (!places.iter().any(|place| place == keyword))
            .then(|| "`detail` of `expect` does not name the keyword".into()),
        None => (!holds(&case.body, &trace_of_not_covered(keyword)))
            .then(|| "the body does not hold the keyword".into()),
    }
}

/// Whether the bytes of a body hold that text.
fn holds(body: &[u8], text: &str) -> bool {
    text.is_empty() || body.windows(text.len()).any(|part| part == text.as_bytes())
}

/// Reads `digits` as a number from 1 to `last`, written with at least `width` digits and no other
/// leading zero.
fn number(digits: &str, width: usize, last: u8) -> Option<u8> {
    let number = digits.parse().ok().filter(|n| (1..=last).contains(n))?;
    (format!("{number:0width$}") == digits).then_some(number)
}

fn listed<'c>(name: &'c str, list: &[&str], what: &str) -> Result<&'c str, String> {
    if list.contains(&name) {
        Ok(name)
    } else {
        Err(format!(
            "{name:?} is no {what}; there are {}",
            list.join(", ")
        ))
    }
}

/// Every keyword outside the published lists is not covered (D15), so only those inside are wrong.
fn not_covered(keyword: &str) -> Result<&str, String> {
    if keyword.is_empty() || ENFORCED.contains(&keyword) || NOT_CHECKED.contains(&keyword) {
        Err(format!(
            "{keyword:?} is covered; name a keyword that refuses a schema"
        ))
    } else {
        Ok(keyword)
    }
}

#[cfg(test)]
mod tests;
