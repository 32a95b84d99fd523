//! What a case is: one raw request body, the operation that it is sent to, and the answer that the
//! criteria decide (D99, D100).
//!
//! A body is bytes, because a body need not be UTF-8, and an expected answer is text, because a
//! number in it must keep its spelling. Neither may ever pass through a JSON value model here.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The longest body that a case may describe: far beyond the cap of the service (262,144 bytes),
/// far below what would hurt the machine that expands a repeated body.
pub const MAX_BODY_BYTES: usize = 4 * 1024 * 1024;

/// The operation that a case exercises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    /// The argument check.
    Check,
    /// The free pre-check of the argument check.
    Precheck,
    /// The list of JSON candidates in prose.
    Candidates,
    /// The request check of the preflight.
    Request,
    /// The gate for a paid call.
    Gate,
}

impl Op {
    /// Every operation, in the order of the protocol.
    pub const ALL: [Self; 5] = [
        Self::Check,
        Self::Precheck,
        Self::Candidates,
        Self::Request,
        Self::Gate,
    ];

    /// The name as case files and the protocol spell it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Precheck => "precheck",
            Self::Candidates => "candidates",
            Self::Request => "request",
            Self::Gate => "gate",
        }
    }

    /// The operation of that name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.as_str() == name)
    }

    /// The names of all operations, for messages.
    pub fn names() -> String {
        Self::ALL.map(Self::as_str).join(", ")
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One case, its body expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The name of the case; never reused, never renumbered (D100).
    pub id: String,
    /// The operation that gets the body.
    pub op: Op,
    /// What the case stands for; see [`crate::clause`].
    pub clauses: Vec<String>,
    /// The raw request body.
    pub body: Vec<u8>,
    /// The answer that the criteria decide, as canonical text.
    pub expect: String,
    /// Why the case is there, in a sentence.
    pub note: String,
}

impl AsRef<Case> for Case {
    fn as_ref(&self) -> &Case {
        self
    }
}

/// A case where people edit it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceCase {
    /// The case itself.
    pub case: Case,
    /// How the body is built, if it is built by repetition.
    pub repeat: Option<Repeat>,
    /// The file that holds the case.
    pub file: PathBuf,
    /// The line of its `[[case]]`, counted from 1.
    pub line: usize,
}

impl AsRef<Case> for SourceCase {
    fn as_ref(&self) -> &Case {
        &self.case
    }
}

/// A body that is too long to be written out: `prefix`, `count` times `unit`, `suffix`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// What stands before the repetition.
    pub prefix: String,
    /// What is repeated.
    pub unit: String,
    /// How many times.
    pub count: u64,
    /// What stands after the repetition.
    pub suffix: String,
}

impl Repeat {
    /// The body that this describes; `None` if it is longer than [`MAX_BODY_BYTES`].
    ///
    /// The length is computed before anything is allocated: a case file may ask for any count.
    pub fn expand(&self) -> Option<Vec<u8>> {
        let count = usize::try_from(self.count).ok()?;
        let length = self
            .unit
            .len()
            .checked_mul(count)?
            .checked_add(self.prefix.len())?
            .checked_add(self.suffix.len())?;
        // An empty unit would let a count of 2^63 loop without growing.
        if length > MAX_BODY_BYTES || (self.unit.is_empty() && count > 0) {
            return None;
        }
        let mut body = Vec::with_capacity(length);
        body.extend_from_slice(self.prefix.as_bytes());
        body.extend_from_slice(self.unit.repeat(count).as_bytes());
        body.extend_from_slice(self.suffix.as_bytes());
        Some(body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeat(unit: &str, count: u64) -> Repeat {
        Repeat {
            prefix: "<".into(),
            unit: unit.into(),
            count,
            suffix: ">".into(),
        }
    }

    #[test]
    fn a_repeated_body_is_prefix_units_and_suffix() {
        assert_eq!(repeat("ab", 3).expand().unwrap(), b"<ababab>");
        assert_eq!(repeat("ab", 0).expand().unwrap(), b"<>");
    }

    #[test]
    fn a_count_that_would_fill_the_memory_is_refused() {
        assert_eq!(repeat("ab", u64::MAX).expand(), None);
        assert_eq!(repeat("", u64::MAX).expand(), None);
        assert!(repeat("a", MAX_BODY_BYTES as u64 - 2).expand().is_some());
        assert_eq!(repeat("a", MAX_BODY_BYTES as u64 - 1).expand(), None);
    }

    #[test]
    fn operations_are_read_by_the_name_they_print() {
        for op in Op::ALL {
            assert_eq!(Op::from_name(op.as_str()), Some(op));
        }
        assert_eq!(Op::from_name("Check"), None);
    }
}
