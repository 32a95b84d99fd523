//! Requests and answers as the laws see them: read by the lossless reader, in
//! closed form, without asking any implementation.

use crate::lossless::{self, Value};

/// The sources, best first.
pub(super) const SOURCES: [&str; 4] = ["json_fence", "untagged_fence", "indented_code", "prose"];
/// The reasons of an incomplete candidate.
pub(super) const REASONS: [&str; 3] = ["mismatched_closer", "unterminated_string", "unclosed"];
/// The codes of `json_error`.
pub(super) const CODES: [&str; 7] = [
    "unexpected_end",
    "unexpected_character",
    "trailing_content",
    "invalid_escape",
    "control_character_in_string",
    "invalid_number",
    "invalid_literal",
];
/// The typed errors.
pub(super) const ERRORS: [&str; 5] = [
    "invalid_json",
    "invalid_input",
    "text_too_long",
    "max_results_range",
    "container_depth",
];
/// The rules of repair, in their order.
pub(super) const RULES: [&str; 3] = [
    "remove_comments",
    "close_truncated",
    "remove_trailing_commas",
];

/// A request that has a text.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    /// The text.
    pub(super) text: String,
    /// The same in UTF-16.
    pub(super) units: Vec<u16>,
    /// Whether repairs are wanted.
    pub(super) repair: bool,
    /// The spelling of `max_results`.
    pub(super) max_results: Option<String>,
}

impl Asked {
    /// Reads a body of the closed form; none for any other.
    pub(super) fn read(body: &[u8]) -> Option<Asked> {
        let value = lossless::read(body).ok()?;
        let (mut text, mut repair, mut max_results) = (None, false, None);
        for (name, value) in value.members()? {
            match (name.as_str(), value) {
                ("text", Value::String(given)) => text = Some(given.clone()),
                ("repair", Value::Bool(wanted)) => repair = *wanted,
                ("max_results", Value::Number(spelling)) => max_results = Some(spelling.clone()),
                _ => return None,
            }
        }
        let text = text?;
        Some(Asked {
            units: text.encode_utf16().collect(),
            text,
            repair,
            max_results,
        })
    }

    /// A body that asks for another text, everything else as here.
    pub(super) fn with_text(&self, text: &str) -> Vec<u8> {
        Self::body(text, self.repair, self.max_results.as_deref())
    }

    /// A body for any text and options.
    pub(super) fn body(text: &str, repair: bool, max_results: Option<&str>) -> Vec<u8> {
        let text = Value::String(text.to_owned()).to_text();
        let limit = max_results.map_or(String::new(), |n| format!(",\"max_results\":{n}"));
        format!("{{\"text\":{text},\"repair\":{repair}{limit}}}").into_bytes()
    }

    /// The raw slice between two offsets, if they are offsets of characters.
    pub(super) fn slice(&self, start: usize, end: usize) -> Option<String> {
        String::from_utf16(self.units.get(start..end)?).ok()
    }

    /// How many candidates may be returned, where the spelling is a plain one.
    pub(super) fn most(&self) -> Option<usize> {
        match &self.max_results {
            None => Some(10),
            Some(spelling) => spelling.parse().ok(),
        }
    }
}

/// A fault of a text: its code and offset.
pub(super) type Fault = Option<(String, usize)>;

/// What the rules made of a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mended {
    pub(super) text: String,
    pub(super) valid: bool,
    pub(super) error: Fault,
    pub(super) rules: Vec<String>,
}

impl Mended {
    /// Whether a rule is said to have changed the text.
    pub(super) fn applied(&self, rule: &str) -> bool {
        self.rules.iter().any(|name| name == rule)
    }
}

/// One candidate of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) rank: usize,
    pub(super) source: String,
    pub(super) fence_index: Option<usize>,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) start_line: usize,
    pub(super) end_line: usize,
    pub(super) text: String,
    pub(super) contiguous: bool,
    pub(super) top_level: String,
    pub(super) complete: bool,
    pub(super) reason: Option<String>,
    pub(super) valid: bool,
    pub(super) error: Fault,
    pub(super) repair: Option<Mended>,
}

/// An answer that lists candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) candidates: Vec<Item>,
    pub(super) count: usize,
    pub(super) truncated: bool,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// A typed error.
    Error(String),
    /// A list of candidates.
    Listed(Listed),
}

/// Reads an answer of the closed form; the error says what is not.
pub(super) fn answer(text: &str) -> Result<Answer, &'static str> {
    let value = lossless::read_str(text).map_err(|_| "it is not strict JSON")?;
    if value.to_text() != text {
        return Err("it is not written without white space and with the escapes of RFC 8785");
    }
    if let Some([error]) = named(&value, ["error"]) {
        let code = one_of(error, &ERRORS).ok_or("its error is no known one")?;
        return Ok(Answer::Error(code));
    }
    let members = ["candidates", "candidate_count", "truncated"];
    let [candidates, count, truncated] = named(&value, members).ok_or("its members are others")?;
    let candidates = candidates.items().ok_or("its candidates are no array")?;
    let items: Option<Vec<Item>> = candidates.iter().map(item).collect();
    Ok(Answer::Listed(Listed {
        candidates: items.ok_or("a candidate is not of the closed form")?,
        count: whole(count).ok_or("its count is no whole number")?,
        truncated: flag(truncated).ok_or("it does not say whether it is truncated")?,
    }))
}

/// The members of an object that has exactly these, in this order.
fn named<'v, const N: usize>(value: &'v Value, names: [&str; N]) -> Option<[&'v Value; N]> {
    let members = value.members()?;
    let same = members.iter().map(|(name, _)| name.as_str()).eq(names);
    let values: Vec<&Value> = members.iter().map(|(_, value)| value).collect();
    values.try_into().ok().filter(|_| same)
}

fn item(value: &Value) -> Option<Item> {
    let [
        rank,
        source,
        fence_index,
        start,
        end,
        start_line,
        end_line,
        text,
        contiguous,
        top_level,
        complete,
        reason,
        valid,
        error,
        repair,
    ] = named(
        value,
        [
            "rank",
            "source",
            "fence_index",
            "start",
            "end",
            "start_line",
            "end_line",
            "text",
            "contiguous",
            "top_level",
            "complete",
            "incomplete_reason",
            "valid_json",
            "json_error",
            "repair",
        ],
    )?;
    Some(Item {
        rank: whole(rank)?,
        source: one_of(source, &SOURCES)?,
        fence_index: or_null(fence_index, whole)?,
        start: whole(start)?,
        end: whole(end)?,
        start_line: whole(start_line)?,
        end_line: whole(end_line)?,
        text: text.as_str()?.to_owned(),
        contiguous: flag(contiguous)?,
        top_level: one_of(top_level, &["object", "array"])?,
        complete: flag(complete)?,
        reason: or_null(reason, |value| one_of(value, &REASONS))?,
        valid: flag(valid)?,
        error: or_null(error, fault)?,
        repair: or_null(repair, mended)?,
    })
}

fn mended(value: &Value) -> Option<Mended> {
    let [text, valid, error, rules] =
        named(value, ["text", "valid_json", "json_error", "rules_applied"])?;
    let rules: Option<Vec<String>> = rules
        .items()?
        .iter()
        .map(|rule| one_of(rule, &RULES))
        .collect();
    Some(Mended {
        text: text.as_str()?.to_owned(),
        valid: flag(valid)?,
        error: or_null(error, fault)?,
        rules: rules?,
    })
}

fn fault(value: &Value) -> Option<(String, usize)> {
    let [code, offset] = named(value, ["code", "offset"])?;
    Some((one_of(code, &CODES)?, whole(offset)?))
}

fn or_null<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<Option<T>> {
    match value {
        Value::Null => Some(None),
        value => read(value).map(Some),
    }
}

fn one_of(value: &Value, names: &[&str]) -> Option<String> {
    let text = value.as_str()?;
    names.contains(&text).then(|| text.to_owned())
}

fn whole(value: &Value) -> Option<usize> {
    match value {
        Value::Number(spelling) => spelling.parse().ok(),
        _ => None,
    }
}

fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        _ => None,
    }
}
