//! The words of an answer: decides the closed lists (sources, reasons, codes,
//! rules) with their published names, and what a candidate tells.

use std::fmt;

/// Where a candidate stands, the best place first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// Fenced code whose language is `json`, `jsonc` or `json5`.
    JsonFence,
    /// Fenced code without a language.
    UntaggedFence,
    /// Indented code.
    IndentedCode,
    /// A paragraph, heading or HTML block.
    Prose,
}

impl Source {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::JsonFence => "json_fence",
            Self::UntaggedFence => "untagged_fence",
            Self::IndentedCode => "indented_code",
            Self::Prose => "prose",
        }
    }
}

/// Why a candidate is incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Incomplete {
    /// A closer that does not match what is open.
    MismatchedCloser,
    /// A line, or the region, ends inside a string.
    UnterminatedString,
    /// The region ends.
    Unclosed,
}

impl Incomplete {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MismatchedCloser => "mismatched_closer",
            Self::UnterminatedString => "unterminated_string",
            Self::Unclosed => "unclosed",
        }
    }
}

/// Why a text is not JSON (RFC 8259).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultCode {
    /// The text ends where something is missing, inside a token too.
    UnexpectedEnd,
    /// A character that may not stand there.
    UnexpectedCharacter,
    /// Something follows the whole value.
    TrailingContent,
    /// A backslash that starts no escape.
    InvalidEscape,
    /// A character below U+0020 inside a string.
    ControlCharacterInString,
    /// A number that the grammar does not have.
    InvalidNumber,
    /// A word that starts like `true`, `false` or `null` and is none of them.
    InvalidLiteral,
}

impl FaultCode {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UnexpectedEnd => "unexpected_end",
            Self::UnexpectedCharacter => "unexpected_character",
            Self::TrailingContent => "trailing_content",
            Self::InvalidEscape => "invalid_escape",
            Self::ControlCharacterInString => "control_character_in_string",
            Self::InvalidNumber => "invalid_number",
            Self::InvalidLiteral => "invalid_literal",
        }
    }
}

/// The first fault of a text that is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonFault {
    /// What is wrong.
    pub code: FaultCode,
    /// Where, in UTF-16 units from the start of the text.
    pub offset: usize,
}

/// A repair rule, in the order in which they are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepairRule {
    /// Comments outside strings go.
    RemoveComments,
    /// What a truncated text left open is closed.
    CloseTruncated,
    /// Commas before a closer go.
    RemoveTrailingCommas,
}

impl RepairRule {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::RemoveComments => "remove_comments",
            Self::CloseTruncated => "close_truncated",
            Self::RemoveTrailingCommas => "remove_trailing_commas",
        }
    }
}

/// What the repair rules make of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The text after all rules.
    pub text: String,
    /// Why that text is still not JSON; nothing if it is.
    pub json_error: Option<JsonFault>,
    /// The rules that changed something, in order.
    pub rules_applied: Vec<RepairRule>,
}

/// What the outermost bracket of a candidate opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TopLevel {
    /// `{`
    Object,
    /// `[`
    Array,
}

impl TopLevel {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Object => "object",
            Self::Array => "array",
        }
    }
}

/// A JSON candidate. Offsets count UTF-16 units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its place in the order of all candidates, from 1.
    pub rank: usize,
    /// Where it stands.
    pub source: Source,
    /// The number of its fenced code block among all of them, from 0.
    pub fence_index: Option<usize>,
    /// Where its first character stands in the input.
    pub start: usize,
    /// One past where its last character stands in the input.
    pub end: usize,
    /// The line of the input, from 1, that holds its first character.
    pub start_line: usize,
    /// The line of the input that holds its last character.
    pub end_line: usize,
    /// Its text, container markers removed.
    pub text: String,
    /// Does the input from `start` to `end` equal `text`?
    pub contiguous: bool,
    /// Object or array?
    pub top_level: TopLevel,
    /// Why it is incomplete; nothing if its first bracket was closed.
    pub incomplete_reason: Option<Incomplete>,
    /// Why `text` is not JSON; nothing if it is.
    pub json_error: Option<JsonFault>,
    /// The repair, where it was asked for.
    pub repair: Option<Repair>,
}

/// The candidates of a text, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// As many as were asked for.
    pub candidates: Vec<Candidate>,
    /// How many there are.
    pub candidate_count: usize,
}

impl Found {
    /// Are there more candidates than [`Self::candidates`] holds?
    pub fn truncated(&self) -> bool {
        self.candidate_count > self.candidates.len()
    }
}

/// Why there is no answer, in order of precedence. Nothing partial stands
/// beside an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CandidateError {
    /// The input is no strict JSON.
    InvalidJson,
    /// The input is no object with a `text`, or `repair` and `max_results` of
    /// the right type; or its text is no Unicode.
    InvalidInput,
    /// The text is longer than [`super::MAX_TEXT_BYTES`].
    TextTooLong,
    /// `max_results` is not from 1 to [`super::MAX_RESULTS`].
    MaxResultsRange,
    /// More than [`super::MAX_CONTAINER_DEPTH`] block quotes and list items
    /// are open at once.
    ContainerDepth,
}

impl CandidateError {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidJson => "invalid_json",
            Self::InvalidInput => "invalid_input",
            Self::TextTooLong => "text_too_long",
            Self::MaxResultsRange => "max_results_range",
            Self::ContainerDepth => "container_depth",
        }
    }
}

impl fmt::Display for CandidateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::error::Error for CandidateError {}
