//! One claim of a case: how it is written, and whether an answer bears it out.

use crate::json::Value;

/// The number of readings (JC1..JC24).
pub(super) const READINGS: u8 = 24;

/// The number of mutants (CM01..CM53).
pub(super) const MUTANTS: u8 = 53;

const SOURCES: [&str; 4] = ["json_fence", "untagged_fence", "indented_code", "prose"];
const REASONS: [&str; 3] = ["mismatched_closer", "unterminated_string", "unclosed"];
const ERRORS: [&str; 7] = [
    "unexpected_end",
    "unexpected_character",
    "trailing_content",
    "invalid_escape",
    "control_character_in_string",
    "invalid_number",
    "invalid_literal",
];
const REFUSALS: [&str; 5] = [
    "invalid_json",
    "invalid_input",
    "text_too_long",
    "max_results_range",
    "container_depth",
];
const RULES: [&str; 3] = [
    "remove_comments",
    "close_truncated",
    "remove_trailing_commas",
];
const KEYS: [&str; 5] = ["tier", "source", "complete", "length", "start"];
const CONTAINERS: [&str; 3] = ["quote", "list_item", "nested"];
const ENDINGS: [&str; 3] = ["lf", "crlf", "cr"];

/// A claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim<'c> {
    /// `JC7` or `CM12`: a reading or a mutant, which no answer shows by itself.
    Numbered,
    /// `source:prose`.
    Source(&'c str),
    /// `reason:unclosed`.
    Reason(&'c str),
    /// `error:invalid_escape`.
    Error(&'c str),
    /// `after_non_ascii:unclosed`: a reason or a code behind letters that are no ASCII.
    AfterNonAscii(&'c str),
    /// `refused:invalid_json`.
    Refused(&'c str),
    /// `repair:remove_comments:fires`, or `near_miss`.
    Repair(&'c str, bool),
    /// `rank:tier`: two neighbours of the list differ in this key first.
    Rank(&'c str),
    /// `container:quote`.
    Container(&'c str),
    /// `ending:crlf`.
    Ending(&'c str),
}

/// Every claim that some case must make, but for readings and mutants.
pub(super) fn owed() -> Vec<String> {
    let prefixed = |prefix: &'static str, names: &'static [&'static str]| {
        names.iter().map(move |name| format!("{prefix}:{name}"))
    };
    let sides = ["fires", "near_miss"];
    let repairs = RULES
        .iter()
        .flat_map(|rule| sides.map(|side| format!("repair:{rule}:{side}")));
    prefixed("source", &SOURCES)
        .chain(prefixed("reason", &REASONS))
        .chain(prefixed("error", &ERRORS))
        .chain(prefixed("after_non_ascii", &ERRORS))
        .chain(prefixed("after_non_ascii", &REASONS))
        .chain(prefixed("refused", &REFUSALS))
        .chain(prefixed("rank", &KEYS))
        .chain(prefixed("container", &CONTAINERS))
        .chain(prefixed("ending", &ENDINGS))
        .chain(repairs)
        .collect()
}

impl<'c> Claim<'c> {
    /// Reads a claim; the error says what is possible.
    pub(super) fn parse(text: &'c str) -> Result<Self, String> {
        let listed = |name: &'c str, lists: &[&[&str]]| {
            let known = lists.iter().any(|list| list.contains(&name));
            known
                .then_some(name)
                .ok_or_else(|| format!("there are {}", lists.concat().join(", ")))
        };
        match text.split_once(':') {
            Some(("source", name)) => listed(name, &[&SOURCES]).map(Self::Source),
            Some(("reason", name)) => listed(name, &[&REASONS]).map(Self::Reason),
            Some(("error", name)) => listed(name, &[&ERRORS]).map(Self::Error),
            Some(("after_non_ascii", name)) => {
                listed(name, &[&ERRORS, &REASONS]).map(Self::AfterNonAscii)
            }
            Some(("refused", name)) => listed(name, &[&REFUSALS]).map(Self::Refused),
            Some(("rank", name)) => listed(name, &[&KEYS]).map(Self::Rank),
            Some(("container", name)) => listed(name, &[&CONTAINERS]).map(Self::Container),
            Some(("ending", name)) => listed(name, &[&ENDINGS]).map(Self::Ending),
            Some(("repair", rest)) => {
                let (rule, side) = rest.split_once(':').unwrap_or((rest, ""));
                let rule = listed(rule, &[&RULES])?;
                match side {
                    "fires" => Ok(Self::Repair(rule, true)),
                    "near_miss" => Ok(Self::Repair(rule, false)),
                    _ => Err("a rule is seen from fires or near_miss".into()),
                }
            }
            _ => numbered(text),
        }
    }

    /// Why the answer does not bear the claim out, if it does not; `text` is the text that was asked
    /// about.
    pub(super) fn misfit(self, text: &str, answer: &Value) -> Option<String> {
        let candidates = answer
            .get("candidates")
            .and_then(Value::items)
            .unwrap_or_default();
        let some = |holds: &dyn Fn(&Value) -> bool| candidates.iter().any(holds);
        let (holds, otherwise) = match self {
            Self::Numbered => return None,
            Self::Source(name) => (
                some(&|c| says(c, "source", name)),
                "no candidate has that source",
            ),
            Self::Reason(name) => (
                some(&|c| says(c, "incomplete_reason", name)),
                "no candidate has that reason",
            ),
            Self::Error(code) => (some(&|c| fails_by(c, code)), "no text fails with that code"),
            Self::AfterNonAscii(name) => (
                some(&|c| {
                    (fails_by(c, name) || says(c, "incomplete_reason", name))
                        && begins_behind_non_ascii(text, c)
                }),
                "no candidate with that code or reason stands behind a character that is no ASCII",
            ),
            Self::Refused(code) => (says(answer, "error", code), "`expect` is not that error"),
            Self::Repair(rule, true) => (some(&|c| applied(c, rule)), "no repair applied the rule"),
            Self::Repair(rule, false) => (
                !some(&|c| applied(c, rule))
                    && some(&|c| {
                        c.get("repair")
                            .is_some_and(|repair| repair.get("text").is_some())
                    }),
                "a repair applied the rule, or none was asked for",
            ),
            Self::Rank(key) => (
                decides(candidates, key),
                "that key is not the first in which two neighbours differ",
            ),
            Self::Container(kind) => (
                !candidates.is_empty() && is_contained(text, kind),
                "no such container stands around a candidate",
            ),
            Self::Ending(name) => (
                !candidates.is_empty() && ends_lines_by(text, name),
                "the lines of the text do not end so",
            ),
        };
        (!holds).then(|| otherwise.into())
    }
}

fn numbered(text: &str) -> Result<Claim<'_>, String> {
    let number = |prefix: &str, width: usize, last: u8| {
        let digits = text.strip_prefix(prefix)?;
        let number: u8 = digits.parse().ok().filter(|n| (1..=last).contains(n))?;
        (format!("{number:0width$}") == digits).then_some(Claim::Numbered)
    };
    number("JC", 1, READINGS).or_else(|| number("CM", 2, MUTANTS)).ok_or_else(|| {
        format!("{text:?} is none of JC1 to JC{READINGS}, CM01 to CM{MUTANTS}, source:, reason:, error:, after_non_ascii:, refused:, repair:, rank:, container:, ending:")
    })
}

fn says(value: &Value, member: &str, text: &str) -> bool {
    value.get(member).and_then(Value::as_str) == Some(text)
}

fn fails_by(candidate: &Value, code: &str) -> bool {
    let error = |value: &Value| {
        value
            .get("json_error")
            .is_some_and(|error| says(error, "code", code))
    };
    error(candidate) || candidate.get("repair").is_some_and(error)
}

fn applied(candidate: &Value, rule: &str) -> bool {
    let rules = candidate
        .get("repair")
        .and_then(|repair| repair.get("rules_applied"));
    let mut rules = rules.and_then(Value::items).unwrap_or_default().iter();
    rules.any(|name| name.as_str() == Some(rule))
}

fn begins_behind_non_ascii(text: &str, candidate: &Value) -> bool {
    let start = number(candidate, "start");
    let mut at = 0;
    for c in text.chars() {
        if at >= start {
            return false;
        }
        if !c.is_ascii() {
            return true;
        }
        at += signed(c.len_utf16());
    }
    false
}

/// A length of a text, which is far below what an `i64` holds.
fn signed(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

fn number(value: &Value, member: &str) -> i64 {
    value
        .get(member)
        .map(Value::compact)
        .and_then(|text| text.parse().ok())
        .unwrap_or_default()
}

/// Whether two neighbours differ in this key and in none before it.
fn decides(candidates: &[Value], key: &str) -> bool {
    let keys: Vec<[i64; 5]> = candidates.iter().map(key_of).collect();
    keys.windows(2).any(|two| {
        let first = two[0]
            .iter()
            .zip(&two[1])
            .position(|(one, other)| one != other);
        first.and_then(|at| KEYS.get(at)) == Some(&key)
    })
}

fn key_of(candidate: &Value) -> [i64; 5] {
    let is = |value: Option<&Value>| value.is_some_and(|value| value.compact() == "true");
    let valid = is(candidate.get("valid_json"));
    let mended = is(candidate
        .get("repair")
        .and_then(|repair| repair.get("valid_json")));
    let source = SOURCES
        .iter()
        .position(|name| says(candidate, "source", name));
    let text = candidate
        .get("text")
        .and_then(Value::as_str)
        .unwrap_or_default();
    [
        if valid { 0 } else { 2 - i64::from(mended) },
        signed(source.unwrap_or(SOURCES.len())),
        i64::from(!is(candidate.get("complete"))),
        -signed(text.encode_utf16().count()),
        number(candidate, "start"),
    ]
}

/// Whether a line of the text begins with the marks of such a container.
fn is_contained(text: &str, kind: &str) -> bool {
    text.split(['\n', '\r']).any(|line| {
        let line = line.trim_start();
        let quote = line.starts_with('>');
        let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let item = line.starts_with(['-', '+', '*'])
            || (digits.len() < line.len() && digits.starts_with(['.', ')']));
        match kind {
            "quote" => quote,
            "list_item" => item,
            _ => {
                (quote || item)
                    && line.contains('>')
                    && line.matches(['>', '-', '+', '*', '.']).count() > 1
            }
        }
    })
}

fn ends_lines_by(text: &str, name: &str) -> bool {
    let crlf = text.matches("\r\n").count();
    let (feeds, returns) = (text.matches('\n').count(), text.matches('\r').count());
    match name {
        "lf" => feeds > 0 && returns == 0,
        "cr" => returns > 0 && feeds == 0,
        _ => crlf > 0 && crlf == feeds && crlf == returns,
    }
}
