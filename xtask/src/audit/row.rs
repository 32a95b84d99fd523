//! What an audit says of one line.
//!
//! Nothing of the line itself stands in a row, except in the `detail` of a
//! breach, which is there only with `--with-payloads`.

use serde::{Deserialize, Serialize};

/// The three findings, and the line that is no exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Finding {
    /// Every applicable law holds and every independent judge agrees.
    Proven,
    /// A law is broken, or an independent judge disagrees.
    Refuted,
    /// Nothing is against the answer, but it could not be compared.
    NotComparable,
    /// The line does not hold an exchange.
    Malformed,
}

/// One line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    /// Its number in the input, counted from 1.
    pub(crate) line: u64,
    /// What was found.
    pub(crate) finding: Finding,
    /// What kind of answer it is: a verdict, refused, assessable, or none.
    pub(crate) answer: String,
    /// Why it is malformed or not comparable.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) why: Option<String>,
    /// The laws that it breaks and the judges that disagree.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub(crate) broken: Vec<Breach>,
    /// The laws and judges that had nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub(crate) not_applicable: Vec<String>,
    /// Report members that the answer does not have.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub(crate) absent: Vec<String>,
    /// A value was invented (D93).
    #[serde(skip_serializing_if = "is_false", default)]
    pub(crate) invented: bool,
    /// A verdict was issued from undisclosed coverage (D94).
    #[serde(skip_serializing_if = "is_false", default)]
    pub(crate) undisclosed: bool,
}

/// One law that is broken, or one judge that disagrees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Breach {
    /// `I1` to `I28`, or the name of a judge.
    pub(crate) law: String,
    /// Where and how, without any payload.
    pub(crate) why: String,
    /// The same with payload; only with `--with-payloads`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) detail: Option<String>,
}

impl Row {
    /// A row of which nothing is known yet beside the finding.
    pub(crate) fn new(line: u64, finding: Finding, answer: &str) -> Self {
        Self {
            line,
            finding,
            answer: answer.to_owned(),
            why: None,
            broken: Vec::new(),
            not_applicable: Vec::new(),
            absent: Vec::new(),
            invented: false,
            undisclosed: false,
        }
    }

    /// The row of a line that holds no exchange.
    pub(crate) fn malformed(line: u64, why: String) -> Self {
        let mut row = Self::new(line, Finding::Malformed, "none");
        row.why = Some(why);
        row
    }
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for this signature"
)]
fn is_false(flag: &bool) -> bool {
    !flag
}
