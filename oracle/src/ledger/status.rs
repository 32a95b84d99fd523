//! What is kept of one check: its verdict, two counts and the distinct defect
//! codes (D92).
//!
//! Must never hold a path, a rule, a length or a digest of a submission. The
//! parts are an enum, two integers and a set of enum codes, so it cannot.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::text::{self, Invalid, as_text};
use crate::answer::{Answer, Outcome};
use crate::vocabulary::Code;

/// The three verdicts that a payment buys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// No repair was needed.
    Valid,
    /// Repairs brought the arguments into conformance.
    Repaired,
    /// Defects remain.
    Unrepairable,
}

impl Verdict {
    /// Every verdict, in published order.
    pub const ALL: [Self; 3] = [Self::Valid, Self::Repaired, Self::Unrepairable];

    /// The published spelling.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Valid => "VALID",
            Self::Repaired => "REPAIRED",
            Self::Unrepairable => "UNREPAIRABLE",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl FromStr for Verdict {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let mut all = Self::ALL.into_iter();
        all.find(|verdict| verdict.as_str() == text)
            .ok_or(Invalid("VALID, REPAIRED or UNREPAIRABLE"))
    }
}

as_text!(Verdict);

/// Distinct defect codes, always in published order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Codes(u32);

impl Codes {
    /// The codes, in published order.
    pub fn iter(self) -> impl Iterator<Item = Code> {
        let all = Code::ALL.iter().copied();
        all.filter(move |code| self.0 & bit(*code) != 0)
    }

    /// How many codes there are.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The place of a code in published order, as a bit; there are eighteen.
fn bit(code: Code) -> u32 {
    1 << code as u32
}

impl FromIterator<Code> for Codes {
    fn from_iter<I: IntoIterator<Item = Code>>(codes: I) -> Self {
        Self(codes.into_iter().fold(0, |all, code| all | bit(code)))
    }
}

impl Serialize for Codes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter().map(Code::as_str))
    }
}

impl<'de> Deserialize<'de> for Codes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = Codes;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a list of defect codes")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Codes, A::Error> {
                let mut codes = Codes::default();
                while let Some(Published(code)) = items.next_element()? {
                    // Every code so far comes earlier exactly if none has this
                    // bit or a higher one.
                    if codes.0 >= bit(code) {
                        return Err(A::Error::custom(
                            "defect codes must be distinct and in published order",
                        ));
                    }
                    codes.0 |= bit(code);
                }
                Ok(codes)
            }
        }

        from.deserialize_seq(List)
    }
}

/// A code of the published list.
struct Published(Code);

impl FromStr for Published {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        Code::parse(text)
            .map(Self)
            .ok_or(Invalid("a published defect code"))
    }
}

impl<'de> Deserialize<'de> for Published {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        text::from_text(from)
    }
}

/// Verdict, counts and defect codes of one check. The parts agree: VALID has
/// neither repairs nor defects, REPAIRED has repairs, UNREPAIRABLE has defects
/// with at least one code and at most one code a defect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatusSummary {
    verdict: Verdict,
    repairs: u32,
    defects: u32,
    codes: Codes,
}

impl StatusSummary {
    /// No repair was needed.
    #[must_use]
    pub fn valid() -> Self {
        Self {
            verdict: Verdict::Valid,
            repairs: 0,
            defects: 0,
            codes: Codes::default(),
        }
    }

    /// So many repairs.
    ///
    /// # Errors
    ///
    /// Without a repair nothing was repaired.
    pub fn repaired(repairs: u32) -> Result<Self, Invalid> {
        Self {
            verdict: Verdict::Repaired,
            repairs,
            ..Self::valid()
        }
        .agreeing()
    }

    /// The code of each defect, once a defect, in any order.
    ///
    /// # Errors
    ///
    /// Without a defect nothing is unrepairable.
    pub fn unrepairable(defects: impl IntoIterator<Item = Code>) -> Result<Self, Invalid> {
        let (mut count, mut codes) = (0, Codes::default());
        for code in defects {
            count += 1;
            codes.0 |= bit(code);
        }
        Self::unrepairable_with(count, codes)
    }

    /// So many defects with these codes.
    ///
    /// # Errors
    ///
    /// There must be a code, and no more codes than defects.
    pub fn unrepairable_with(defects: u32, codes: Codes) -> Result<Self, Invalid> {
        Self {
            verdict: Verdict::Unrepairable,
            defects,
            codes,
            ..Self::valid()
        }
        .agreeing()
    }

    /// The summary of an answer; nothing for a refusal and a pre-check, which
    /// nobody pays for.
    #[must_use]
    pub fn of(answer: &Answer) -> Option<Self> {
        let Answer::Verdict(report) = answer else {
            return None;
        };
        match &report.outcome {
            Outcome::Valid => Some(Self::valid()),
            Outcome::Repaired { diff, .. } => Self::repaired(diff.len() as u32).ok(),
            Outcome::Unrepairable { defects } => {
                Self::unrepairable(defects.iter().map(|defect| defect.code)).ok()
            }
        }
    }

    /// The verdict.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// How many repairs the delivered diff holds.
    #[must_use]
    pub fn repairs(&self) -> u32 {
        self.repairs
    }

    /// How many defects the answer names.
    #[must_use]
    pub fn defects(&self) -> u32 {
        self.defects
    }

    /// Their codes, each once.
    #[must_use]
    pub fn codes(&self) -> Codes {
        self.codes
    }

    /// The verdict line of the ledger; `repair(s)` and `defect(s)` are literal.
    #[must_use]
    pub fn verdict_line(&self) -> String {
        match self.verdict {
            Verdict::Valid => "VALID - no repair was needed".to_owned(),
            Verdict::Repaired => format!("REPAIRED - {} repair(s)", self.repairs),
            Verdict::Unrepairable => format!("UNREPAIRABLE - {} defect(s)", self.defects),
        }
    }

    /// The summary, if its parts agree.
    fn agreeing(self) -> Result<Self, Invalid> {
        let (repairs, defects, codes) = (self.repairs, self.defects, self.codes.len());
        let agree = match self.verdict {
            Verdict::Valid => (repairs, defects, codes) == (0, 0, 0),
            Verdict::Repaired => repairs > 0 && (defects, codes) == (0, 0),
            Verdict::Unrepairable => repairs == 0 && codes > 0 && codes <= defects,
        };
        agree.then_some(self).ok_or(Invalid(
            "a verdict with counts and codes that agree with it",
        ))
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    verdict: Verdict,
    repairs: u32,
    defects: u32,
    defect_codes: Codes,
}

impl Serialize for StatusSummary {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Wire {
            verdict: self.verdict,
            repairs: self.repairs,
            defects: self.defects,
            defect_codes: self.codes,
        }
        .serialize(to)
    }
}

impl<'de> Deserialize<'de> for StatusSummary {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let wire: Wire = text::object(from)?;
        let summary = Self {
            verdict: wire.verdict,
            repairs: wire.repairs,
            defects: wire.defects,
            codes: wire.defect_codes,
        };
        summary.agreeing().map_err(D::Error::custom)
    }
}
