//! The form of a proof (`reports/schema/proof.schema.json`): stable members in
//! stable order, ranges and names only.

use crate::lossless::{self, Value};
use crate::path::{self, Place};
use serde::{Deserialize, Serialize};

/// The format that every proof names.
pub const FORMAT: &str = "argument-check-proof/v1";

/// Where every key and leaf of a delivered blob came from, and why every entry
/// of the diff was needed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// [`FORMAT`].
    pub format: String,
    /// The form of the arguments.
    pub form: Form,
    /// The bytes of the raw body that are the value of that member.
    pub member: Range,
    /// One claim a key and a leaf, in the order of the delivered blob.
    pub claims: Vec<Claim>,
    /// One claim an entry of the diff, in the order of the diff.
    pub entries: Vec<EntryClaim>,
}

/// The form of the submitted arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// `arguments`: ranges are bytes of the raw body.
    Arguments,
    /// `arguments_text`: ranges are bytes of the decoded text.
    ArgumentsText,
}

/// Bytes from the first to before the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Range(pub usize, pub usize);

/// Where something stands: in the body (or the decoded text), or in the
/// content of a string that stands there, and so on inwards.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The strings that were unwrapped, outermost first; each with its quotes,
    /// each a range of the decoded content of the one before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strings: Vec<Range>,
    /// The range in the innermost of them.
    pub at: Range,
}

/// What a claim is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The name of a member.
    Key,
    /// A scalar or an empty container.
    Leaf,
}

/// Where a key or leaf came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The submitted bytes.
    Submitted,
    /// The content of a submitted string.
    Unwrapped,
    /// An entry of an `enum`, which the submitted bytes equal but for case.
    Enum,
}

/// An entry of an `enum` of the submitted schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnumEntry {
    /// The schema place that has the `enum`.
    pub place: String,
    /// The number of the entry, from 0; of equal entries the first.
    pub number: usize,
}

/// An entry of the diff on the way from the submission to the blob.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Through {
    /// The number of the entry, from 0.
    pub entry: usize,
    /// Its rule.
    pub rule: String,
}

/// The origin of one key or leaf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Its place in the delivered blob.
    pub path: String,
    /// Key or leaf.
    pub part: Part,
    /// The kind of its origin.
    pub origin: Origin,
    /// The entry that it is, if the origin is an `enum`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<EnumEntry>,
    /// The submitted bytes.
    pub source: Source,
    /// The entries at its place and above that it came through.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<Through>,
    /// Its text; only where payloads were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivered: Option<String>,
}

/// Why one entry of the diff was needed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryClaim {
    /// The number of the entry, from 0.
    pub entry: usize,
    /// Its path.
    pub path: String,
    /// Its rule.
    pub rule: String,
    /// What it works on: the comma of R2, the end of the text for R1, the null
    /// of R8, the one element of R7, else the value that it replaces.
    pub source: Source,
    /// The entries that cannot stand without it: itself and those inside it.
    pub left_out: Vec<usize>,
    /// What fails at its place and below when they are left out, in the order
    /// of places and published codes, `pattern_mismatch` aside.
    pub fails: Vec<Failure>,
}

/// A failing place with its code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// The place.
    pub path: String,
    /// The defect code.
    pub code: String,
}

impl Source {
    /// The token that stands there; `base` is the body or the decoded text.
    #[must_use]
    pub fn token(&self, base: &str) -> Option<String> {
        let mut text = base.to_owned();
        for string in &self.strings {
            let Value::String(content) = lossless::read_str(text.get(string.0..string.1)?).ok()?
            else {
                return None;
            };
            text = content;
        }
        text.get(self.at.0..self.at.1).map(str::to_owned)
    }
}

impl Proof {
    /// The proof with the text of every key and leaf of `blob`.
    #[must_use]
    pub fn with_payloads(mut self, blob: &Value) -> Self {
        for claim in &mut self.claims {
            let Ok(Place::Tree(steps)) = Place::parse(&claim.path) else {
                continue;
            };
            claim.delivered = match (claim.part, steps.last()) {
                (Part::Key, Some(path::Step::Key(key))) => {
                    Some(Value::String(key.clone()).to_text())
                }
                (Part::Key, _) => None,
                (Part::Leaf, _) => path::resolve(blob, &steps).map(Value::to_text),
            };
        }
        self
    }
}
