//! The fault scoreboard: breaks calls that are VALID in one known way each, and
//! says whether the original came back.
//!
//! Nothing here knows the rules of repair. What is known is the original: a
//! fault is injected only where the original is the one answer that the criteria
//! force, or where what was there is lost for good (D37 to D50, D58 to D78,
//! I17). So the scoreboard is a judge without an opinion: *exact* is the original
//! token for token, *altered* is anything else that was delivered. It must
//! never ask the target whether a fault can be repaired, and never read JSON
//! with the engine's reader.
//!
//! | room | what it decides |
//! |---|---|
//! | `call` | what a call is, and whether it is VALID as it stands |
//! | `dice` | what chance is: a function of seed and turn |
//! | `nodes` | which places of a call a schema guides |
//! | `values` | faults in one value |
//! | `members` | faults in the members of an object |
//! | `texts` | faults in the text |
//! | `plan` | which fault goes into which call at which turn |
//! | `judge` | exact, refused, altered |
//! | `prefixes` | every prefix of every call |

mod call;
mod dice;
mod judge;
mod members;
mod nodes;
mod plan;
pub mod prefixes;
#[cfg(test)]
mod tests;
mod texts;
mod values;

pub use call::{Call, Unusable};
pub use judge::{Outcome, Score, judge};
pub use plan::Plan;

use crate::lossless::Value;
use serde::{Deserialize, Serialize};

/// The kinds of faults, in the order of their turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// A comma before a closing delimiter or the end (R2).
    TrailingComma,
    /// The text ends early (R1, I17).
    Truncation,
    /// A number as a string (R3).
    QuotedNumber,
    /// A boolean as a string (R4).
    QuotedBoolean,
    /// A container as a string (R5).
    DoubleEncoding,
    /// The only element of an array in the place of the array (R7).
    UnwrappedArray,
    /// Null for a member that may be absent and may not be null (R8).
    NullForOptional,
    /// An entry of an enum in the wrong case, unique but for case (R9).
    EnumCase,
    /// A required member is gone.
    MissingRequired,
    /// A value of a type that nothing makes right.
    MistypedValue,
    /// A number that is not integral where an integer stood.
    NonIntegral,
    /// A member that is not declared where only declared ones may stand.
    UndeclaredProperty,
}

/// What the criteria force for a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expected {
    /// The original, every time.
    Original,
    /// A part of the original, or a refusal.
    Part,
    /// A refusal: what stood there is lost.
    Refusal,
}

impl Class {
    /// Every class, in the order of turns.
    pub const ALL: [Self; 12] = [
        Self::TrailingComma,
        Self::Truncation,
        Self::QuotedNumber,
        Self::QuotedBoolean,
        Self::DoubleEncoding,
        Self::UnwrappedArray,
        Self::NullForOptional,
        Self::EnumCase,
        Self::MissingRequired,
        Self::MistypedValue,
        Self::NonIntegral,
        Self::UndeclaredProperty,
    ];

    /// The name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::TrailingComma => "trailing comma",
            Self::Truncation => "truncation",
            Self::QuotedNumber => "number in quotes",
            Self::QuotedBoolean => "boolean in quotes",
            Self::DoubleEncoding => "double encoding",
            Self::UnwrappedArray => "unwrapped single-element array",
            Self::NullForOptional => "null for an optional",
            Self::EnumCase => "enum case",
            Self::MissingRequired => "missing required",
            Self::MistypedValue => "mistyped value",
            Self::NonIntegral => "non-integral for an integer",
            Self::UndeclaredProperty => "undeclared property",
        }
    }

    /// What must come back.
    #[must_use]
    pub fn expected(self) -> Expected {
        match self {
            Self::Truncation => Expected::Part,
            Self::MissingRequired
            | Self::MistypedValue
            | Self::NonIntegral
            | Self::UndeclaredProperty => Expected::Refusal,
            _ => Expected::Original,
        }
    }
}

impl Expected {
    /// The word for reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Original => "the original",
            Self::Part => "a part or a refusal",
            Self::Refusal => "a refusal",
        }
    }
}

/// One call with one fault in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub class: Class,
    /// The request body that holds the fault.
    pub body: Vec<u8>,
    /// What the arguments were before.
    pub original: Value,
}
