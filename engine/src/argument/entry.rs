//! The diff: decides how an entry is written (D87 to D89) and keeps the
//! entries in application order, so that a withdrawn trial can drop its own.
//!
//! `before` and `after` are written at the moment of the repair: later
//! repairs below must never show in them.

use crate::json::few::Few;

/// A whitelist rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// close-truncated-json
    R1,
    /// drop-trailing-comma
    R2,
    /// string-to-number
    R3,
    /// string-to-boolean
    R4,
    /// string-json-unwrap
    R5,
    /// scalar-to-string
    R6,
    /// wrap-single-in-array
    R7,
    /// drop-null-optional-property
    R8,
    /// enum-case-match
    R9,
}

impl Rule {
    /// The published id.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::R1 => "R1",
            Self::R2 => "R2",
            Self::R3 => "R3",
            Self::R4 => "R4",
            Self::R5 => "R5",
            Self::R6 => "R6",
            Self::R7 => "R7",
            Self::R8 => "R8",
            Self::R9 => "R9",
        }
    }

    /// The rule and its op, as they stand in every entry of it (D89).
    fn members(self) -> &'static str {
        match self {
            Self::R1 => "\",\"rule\":\"R1\",\"op\":\"append\",\"before\":",
            Self::R2 => "\",\"rule\":\"R2\",\"op\":\"remove\",\"before\":",
            Self::R3 => "\",\"rule\":\"R3\",\"op\":\"replace\",\"before\":",
            Self::R4 => "\",\"rule\":\"R4\",\"op\":\"replace\",\"before\":",
            Self::R5 => "\",\"rule\":\"R5\",\"op\":\"replace\",\"before\":",
            Self::R6 => "\",\"rule\":\"R6\",\"op\":\"replace\",\"before\":",
            Self::R7 => "\",\"rule\":\"R7\",\"op\":\"replace\",\"before\":",
            Self::R8 => "\",\"rule\":\"R8\",\"op\":\"remove\",\"before\":",
            Self::R9 => "\",\"rule\":\"R9\",\"op\":\"replace\",\"before\":",
        }
    }
}

/// The entries so far, as the inside of a JSON array.
pub(crate) struct Diff {
    text: String,
    rules: Few<Rule, 8>,
}

impl Default for Diff {
    #[inline]
    fn default() -> Self {
        Self {
            text: String::new(),
            rules: Few::new(Rule::R1),
        }
    }
}

/// How long a diff was at some moment.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    text: usize,
    rules: usize,
}

impl Diff {
    /// Adds an entry; `path` appends the inside of the path's JSON string,
    /// `before` and `after` their JSON text.
    #[inline]
    pub(crate) fn push(
        &mut self,
        rule: Rule,
        path: impl FnOnce(&mut String),
        before: impl FnOnce(&mut String),
        after: impl FnOnce(&mut String),
    ) {
        let text = &mut self.text;
        if text.is_empty() {
            // Most diffs are short; growing step by step would cost more
            // than writing.
            text.reserve(256);
        } else {
            text.push(',');
        }
        text.push_str("{\"path\":\"");
        path(text);
        text.push_str(rule.members());
        before(text);
        text.push_str(",\"after\":");
        after(text);
        text.push('}');
        self.rules.push(rule);
    }

    /// The rules that fired, in application order.
    pub(crate) fn rules(&self) -> &[Rule] {
        self.rules.as_slice()
    }

    /// The entries, separated by commas.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark {
            text: self.text.len(),
            rules: self.rules.as_slice().len(),
        }
    }

    /// Drops every entry since `mark`.
    pub(crate) fn withdraw(&mut self, mark: Mark) {
        self.text.truncate(mark.text);
        self.rules.truncate(mark.rules);
    }
}
