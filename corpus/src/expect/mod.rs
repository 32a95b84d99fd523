//! Whether an `expect` is an answer at all (D91, D99): members, codes, rules, operations, refusals.
//!
//! The check is strict, because an `expect` that no engine could ever give would make every engine
//! fail and prove nothing. It never decides whether the answer is the right one; that is what the
//! judges are for.

mod diff;
mod path;

use crate::case::Op;
use crate::json::{self, Value};
use crate::vocabulary::{DEFECTS, ENFORCED, REFUSALS, is_reason, statement};

pub use path::is_path;

/// What kind of answer is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A verdict, by its name.
    Verdict(String),
    /// A refusal, by its code.
    Refusal(String),
    /// The pre-check found nothing to refuse.
    Assessable,
    /// An answer of another system; only its being JSON is checked here.
    Other,
}

/// What an expected answer says, as far as clauses ask for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Which kind of answer.
    pub outcome: Outcome,
    /// The rules of the diff entries, in their order.
    pub rules: Vec<String>,
    /// The codes of the defects, in their order.
    pub codes: Vec<String>,
    /// The keywords of `detail`, if it is carried.
    pub detail: Option<Vec<String>>,
    /// The keywords of `coverage.enforced`, if it is carried.
    pub enforced: Option<Vec<String>>,
}

/// Reads an expected answer; on failure every fault that was found.
pub fn read(op: Op, text: &str) -> Result<Expected, Vec<String>> {
    let value = json::parse(text).map_err(|error| vec![format!("it is not JSON: {error}")])?;
    let mut faults = Faults::default();
    let canonical = value.compact();
    if canonical != text {
        faults.add(format!("it is not in canonical form, which is {canonical}"));
    }
    let expected = match op {
        Op::Check => check(&value, &mut faults),
        Op::Precheck => precheck(&value, &mut faults),
        Op::Candidates | Op::Request | Op::Gate => {
            if value.members().is_none() {
                faults.add("it is no object");
            }
            Some(Expected::of(Outcome::Other))
        }
    };
    match expected {
        Some(expected) if faults.0.is_empty() => Ok(expected),
        _ => Err(faults.0),
    }
}

impl Expected {
    fn of(outcome: Outcome) -> Self {
        Self {
            outcome,
            rules: Vec::new(),
            codes: Vec::new(),
            detail: None,
            enforced: None,
        }
    }
}

/// What is wrong with an answer, collected.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn add(&mut self, fault: impl Into<String>) {
        self.0.push(fault.into());
    }

    /// The members of an object that has exactly `wanted` in this order, those with `?` being optional.
    /// Anything else is a fault and gives `None`.
    fn members<'v>(
        &mut self,
        what: &str,
        value: &'v Value,
        wanted: &[&str],
    ) -> Option<&'v [(String, Value)]> {
        let Some(members) = value.members() else {
            self.add(format!("{what} is no object"));
            return None;
        };
        let mut left = members.iter().map(|(name, _)| name.as_str()).peekable();
        let fits = wanted.iter().all(|name| match name.strip_suffix('?') {
            Some(optional) => {
                left.next_if_eq(&optional);
                true
            }
            None => left.next_if_eq(name).is_some(),
        });
        if fits && left.peek().is_none() {
            return Some(members);
        }
        let have: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        self.add(format!(
            "{what} has the members {}, and wants {} in this order (`?`: may be absent)",
            have.join(", "),
            wanted.join(", ")
        ));
        None
    }

    /// The items of a non-empty array.
    fn filled<'v>(&mut self, what: &str, value: Option<&'v Value>) -> &'v [Value] {
        match value.and_then(Value::items) {
            Some(items) if !items.is_empty() => items,
            _ => {
                self.add(format!("{what} is no list with at least one entry"));
                &[]
            }
        }
    }

    fn text<'v>(&mut self, what: &str, value: Option<&'v Value>) -> &'v str {
        value.and_then(Value::as_str).unwrap_or_else(|| {
            self.add(format!("{what} is no string"));
            ""
        })
    }
}

fn check(value: &Value, faults: &mut Faults) -> Option<Expected> {
    if value.get("refusal").is_some() {
        return refusal(value, faults);
    }
    let verdict = faults.text("verdict", value.get("verdict")).to_owned();
    let wanted: &[&str] = match verdict.as_str() {
        "VALID" => &["verdict", "statement?", "coverage?"],
        "REPAIRED" => &["verdict", "statement?", "coverage?", "repaired", "diff"],
        "UNREPAIRABLE" => &["verdict", "statement?", "coverage?", "defects"],
        _ => {
            faults.add("it has neither a refusal nor a verdict VALID, REPAIRED or UNREPAIRABLE");
            return None;
        }
    };
    faults.members("the answer", value, wanted)?;
    if let Some(said) = value.get("statement")
        && said.as_str() != statement(&verdict)
    {
        faults.add(format!(
            "the statement of {verdict} is {:?}",
            statement(&verdict).unwrap_or_default()
        ));
    }
    let mut expected = Expected::of(Outcome::Verdict(verdict.clone()));
    expected.enforced = value
        .get("coverage")
        .map(|coverage| self::coverage(coverage, faults));
    match verdict.as_str() {
        "REPAIRED" => {
            if value.get("repaired").and_then(Value::members).is_none() {
                faults.add("`repaired` is no object");
            }
            expected.rules = diff::check(value.get("diff"), faults);
        }
        "UNREPAIRABLE" => expected.codes = defects(value.get("defects"), faults),
        _ => {}
    }
    Some(expected)
}

fn precheck(value: &Value, faults: &mut Faults) -> Option<Expected> {
    if value.get("refusal").is_some() {
        return refusal(value, faults);
    }
    faults.members("the answer of a pre-check", value, &["assessable"])?;
    if value.get("assessable") != Some(&Value::Bool(true)) {
        faults.add("`assessable` is true or absent");
    }
    Some(Expected::of(Outcome::Assessable))
}

fn refusal(value: &Value, faults: &mut Faults) -> Option<Expected> {
    faults.members("a refusal", value, &["refusal", "detail?"])?;
    let code = faults.text("refusal", value.get("refusal")).to_owned();
    if !REFUSALS.contains(&code.as_str()) {
        faults.add(format!(
            "{code:?} is no refusal; there are {}",
            REFUSALS.join(", ")
        ));
    }
    let detail = value
        .get("detail")
        .map(|places| detail(&code, places, faults));
    Some(Expected {
        detail,
        ..Expected::of(Outcome::Refusal(code))
    })
}

/// Places stand in the detail of the two refusals that have them, and in no other.
fn detail(code: &str, places: &Value, faults: &mut Faults) -> Vec<String> {
    let Some(items) = places.items() else {
        faults.add("`detail` is no list");
        return Vec::new();
    };
    let has_places = matches!(code, "schema_invalid" | "schema_not_covered");
    if has_places == items.is_empty() {
        faults.add(if has_places {
            "`detail` names no place"
        } else {
            "`detail` of this refusal is []"
        });
    }
    let mut keywords = Vec::new();
    for place in items {
        if faults
            .members("a place of `detail`", place, &["path", "keyword"])
            .is_none()
        {
            continue;
        }
        path_of("a place of `detail`", place, faults);
        keywords.push(faults.text("keyword", place.get("keyword")).to_owned());
    }
    keywords
}

fn coverage(value: &Value, faults: &mut Faults) -> Vec<String> {
    if faults
        .members("`coverage`", value, &["enforced", "not_checked"])
        .is_none()
    {
        return Vec::new();
    }
    let names = texts("coverage.enforced", value.get("enforced"), faults);
    let ranks: Vec<_> = names
        .iter()
        .map(|name| ENFORCED.iter().position(|known| known == name))
        .collect();
    if ranks.contains(&None) || ranks.windows(2).any(|pair| pair[0] >= pair[1]) {
        faults.add(format!(
            "coverage.enforced lists enforced keywords once each, in this order: {}",
            ENFORCED.join(", ")
        ));
    }
    let paths = texts("coverage.not_checked", value.get("not_checked"), faults);
    for (index, path) in paths.iter().enumerate() {
        if !is_path(path) || paths[..index].contains(path) {
            faults.add(format!(
                "{path:?} of coverage.not_checked is no path, or stands there twice"
            ));
        }
    }
    names
}

fn texts(what: &str, value: Option<&Value>, faults: &mut Faults) -> Vec<String> {
    let Some(items) = value.and_then(Value::items) else {
        faults.add(format!("{what} is no list"));
        return Vec::new();
    };
    items
        .iter()
        .map(|item| faults.text(what, Some(item)).to_owned())
        .collect()
}

/// The path of an entry; a fault if it is not in the grammar of D87.
fn path_of<'v>(what: &str, entry: &'v Value, faults: &mut Faults) -> &'v str {
    let path = faults.text("path", entry.get("path"));
    if path != path::TEXT && !is_path(path) {
        faults.add(format!(
            "the path {path:?} of {what} is not as D87 writes it"
        ));
    }
    path
}

/// The defects: closed codes, each pair once, `missing_required` first, and in the order of the codes
/// at one path (D79, D81, D86). A text that is no JSON has that one defect (D50).
fn defects(value: Option<&Value>, faults: &mut Faults) -> Vec<String> {
    let mut pairs: Vec<(&str, usize)> = Vec::new();
    for defect in faults.filled("`defects`", value) {
        if faults
            .members("a defect", defect, &["path", "code", "reason?"])
            .is_none()
        {
            continue;
        }
        let path = path_of("a defect", defect, faults);
        let code = faults.text("code", defect.get("code"));
        let Some(rank) = DEFECTS.iter().position(|known| *known == code) else {
            faults.add(format!(
                "{code:?} is no code of a defect; there are {}",
                DEFECTS.join(", ")
            ));
            continue;
        };
        if let Some(reason) = defect.get("reason") {
            let reason = faults.text("reason", Some(reason));
            if !is_reason(code, reason) {
                faults.add(format!("{reason:?} is no reason of {code}"));
            }
        }
        if (code == "invalid_json_text") != (path == path::TEXT) {
            faults.add(format!("{code} does not belong at {path}"));
        }
        pairs.push((path, rank));
    }
    if pairs.iter().any(|(path, _)| *path == path::TEXT) && pairs.len() > 1 {
        faults.add("a text that is not JSON has no other defect");
    }
    if pairs
        .windows(2)
        .any(|pair| pair[0].1 != 0 && pair[1].1 == 0)
    {
        faults.add("missing_required comes before every other defect");
    }
    for (index, (path, rank)) in pairs.iter().enumerate() {
        if pairs[..index].iter().any(|(p, r)| p == path && r >= rank) {
            faults.add(format!(
                "the codes at {path} are repeated or not in published order"
            ));
        }
    }
    pairs
        .iter()
        .map(|(_, rank)| DEFECTS[*rank].to_owned())
        .collect()
}

#[cfg(test)]
mod tests;
