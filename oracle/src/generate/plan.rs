//! Schemas inside the coverage, kept as a plan from which arguments are made
//! that fit or almost fit.

use arbitrary::{Result, Unstructured};

use super::dice::{below, one_in, pick, weigh};
use super::value::{any, number, quote, spelled};
use super::{fault::Fault, pool, words};

/// One schema.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The names of `type`; none for a schema without it.
    pub(super) types: Vec<&'static str>,
    /// Declared members.
    pub(super) properties: Vec<(&'static str, Plan)>,
    /// The schema of items.
    pub(super) items: Option<Box<Plan>>,
    /// Required members.
    pub(super) required: Vec<&'static str>,
    /// Whether `additionalProperties` is false.
    pub(super) closed: bool,
    /// Values, as JSON, that keywords of this schema are about.
    pub(super) samples: Vec<String>,
    /// Bounds, as near as a binary number comes to them.
    pub(super) bounds: Vec<(&'static str, f64)>,
    /// Entries of an enum of strings.
    pub(super) entries: Vec<&'static str>,
    /// What is wrong with it, if anything.
    pub(super) fault: Option<Fault>,
    keywords: Vec<(&'static str, String)>,
    turn: usize,
}

impl Plan {
    /// The schema as JSON.
    pub(super) fn text(&self) -> String {
        let mut members: Vec<(&str, String)> = Vec::new();
        match self.types.as_slice() {
            [] => {}
            [one] => members.push(("type", quote(one))),
            many => members.push(("type", list(many))),
        }
        members.extend(self.keywords.iter().map(|(k, v)| (*k, v.clone())));
        if !self.properties.is_empty() {
            let inner: Vec<String> = self
                .properties
                .iter()
                .map(|(name, plan)| format!("{}:{}", quote(name), plan.text()))
                .collect();
            members.push(("properties", format!("{{{}}}", inner.join(","))));
        }
        if let Some(items) = &self.items {
            members.push(("items", items.text()));
        }
        if !self.required.is_empty() {
            members.push(("required", list(&self.required)));
        }
        if self.closed {
            members.push(("additionalProperties", "false".to_owned()));
        }
        match &self.fault {
            Some(Fault::Whole(text)) => return (*text).to_owned(),
            Some(Fault::Keyword(name, value)) => {
                members.retain(|(known, _)| known != name);
                members.push((name, value.clone()));
            }
            None => {}
        }
        if !members.is_empty() {
            let turn = self.turn % members.len();
            members.rotate_left(turn);
        }
        let members: Vec<String> = members
            .iter()
            .map(|(name, value)| format!("{}:{value}", quote(name)))
            .collect();
        format!("{{{}}}", members.join(","))
    }

    /// Adds a keyword, unless it stands there already.
    fn add(&mut self, name: &'static str, value: impl Into<String>) {
        if self.keywords.iter().all(|(known, _)| *known != name) {
            self.keywords.push((name, value.into()));
        }
    }
}

fn list(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| quote(name)).collect();
    format!("[{}]", names.join(","))
}

/// The schema of the arguments.
pub(super) fn root(u: &mut Unstructured<'_>) -> Result<Plan> {
    let mut plan = Plan {
        types: match weigh(u, &[12, 8, 1, 1])? {
            0 => vec!["object"],
            1 => vec![],
            2 => vec!["object", "null"],
            _ => vec![pick(u, words::TYPES)?],
        },
        ..Plan::default()
    };
    let depth = 1 + below(u, 3)?;
    object(u, &mut plan, depth)?;
    if one_in(u, 8)? {
        extras(u, &mut plan)?;
    }
    Ok(plan)
}

fn node(u: &mut Unstructured<'_>, depth: usize) -> Result<Plan> {
    let mut plan = Plan::default();
    match weigh(u, &[8, 2, 3])? {
        0 => plan.types.push(kind(u)?),
        1 => {}
        _ => {
            for _ in 0..2 + below(u, 2)? {
                let kind = kind(u)?;
                if !plan.types.contains(&kind) {
                    plan.types.push(kind);
                }
            }
        }
    }
    let kinds = match plan.types.as_slice() {
        [] => vec![kind(u)?],
        types => types.to_vec(),
    };
    for kind in kinds {
        match kind {
            "string" => strings(u, &mut plan)?,
            "integer" | "number" => numbers(u, &mut plan)?,
            "array" => array(u, &mut plan, depth)?,
            "object" => object(u, &mut plan, depth)?,
            _ => {}
        }
    }
    extras(u, &mut plan)?;
    Ok(plan)
}

fn kind(u: &mut Unstructured<'_>) -> Result<&'static str> {
    Ok(words::TYPES[weigh(u, &[8, 6, 5, 4, 6, 5, 1])?])
}

fn strings(u: &mut Unstructured<'_>, plan: &mut Plan) -> Result<()> {
    match weigh(u, &[5, 5, 3, 1, 1])? {
        1 => {
            let row = u.choose(pool::CASES)?;
            for _ in 0..=below(u, 4)? {
                let entry = if one_in(u, 3)? {
                    let row = u.choose(pool::CASES)?;
                    pick(u, row)?
                } else {
                    pick(u, row)?
                };
                plan.entries.push(entry);
            }
            plan.samples.extend(plan.entries.iter().map(|e| quote(e)));
            // One entry that is no string, and there is no R9 (D78).
            let mut entries = list(&plan.entries);
            if one_in(u, 8)? {
                entries.pop();
                entries = format!("{entries},{}]", pick(u, &["null", "1", "true"])?);
            }
            plan.add("enum", entries);
        }
        2 => {
            let (pattern, subjects) = u.choose(words::PATTERNS)?;
            plan.samples.extend(subjects.iter().map(|s| quote(s)));
            // The first matches, mostly: one mismatch hides every repair.
            let first = subjects.first().map(|s| quote(s));
            plan.samples.extend(first.iter().cycle().take(3).cloned());
            let pattern = spelled(u, pattern)?;
            plan.add("pattern", pattern);
        }
        3 => limit(u, plan, "minLength")?,
        4 => limit(u, plan, "maxLength")?,
        _ => {}
    }
    Ok(())
}

/// A limit on a length or a count, mostly one that can be kept.
fn limit(u: &mut Unstructured<'_>, plan: &mut Plan, name: &'static str) -> Result<()> {
    let limits = match weigh(u, &[6, 1])? {
        0 if name.starts_with("min") => &["1", "1.0", "0", "2"],
        0 => &["3", "3.0", "2e0", "1"],
        _ => words::COUNTS,
    };
    plan.add(name, pick(u, limits)?);
    if name.ends_with("Length") {
        // As many characters, bytes or UTF-16 units as the limit (D35).
        let lengths = ["ab", "😀", "e\u{301}", "abc", "é😀"];
        plan.samples.extend(lengths.iter().map(|text| quote(text)));
    }
    Ok(())
}

fn numbers(u: &mut Unstructured<'_>, plan: &mut Plan) -> Result<()> {
    for _ in 0..weigh(u, &[4, 4, 1])? {
        let at = below(u, pool::NUMBERS.len())?;
        let row = pool::NUMBERS[at];
        let (bound, limit) = (pick(u, words::BOUNDS)?, pick(u, row)?);
        plan.add(bound, limit);
        plan.bounds.push((bound, limit.parse().unwrap_or(0.0)));
        plan.samples.extend(row.iter().map(|n| (*n).to_owned()));
        let near = pool::NUMBERS[(at + 1) % pool::NUMBERS.len()];
        plan.samples.push(pick(u, near)?.to_owned());
    }
    if one_in(u, 8)? {
        let row = u.choose(pool::NUMBERS)?;
        let entry = pick(u, row)?;
        plan.samples = row.iter().map(|n| (*n).to_owned()).collect();
        match weigh(u, &[2, 1])? {
            0 => plan.add("enum", format!("[{entry},{}]", number(u)?)),
            _ => plan.add("const", entry),
        }
    }
    Ok(())
}

fn array(u: &mut Unstructured<'_>, plan: &mut Plan, depth: usize) -> Result<()> {
    if depth > 0 && !one_in(u, 4)? {
        plan.items = Some(Box::new(node(u, depth - 1)?));
    }
    match weigh(u, &[6, 1, 1, 2])? {
        1 => limit(u, plan, "minItems")?,
        2 => limit(u, plan, "maxItems")?,
        3 => plan.add("uniqueItems", pick(u, &["true", "true", "false"])?),
        _ => {}
    }
    Ok(())
}

fn object(u: &mut Unstructured<'_>, plan: &mut Plan, depth: usize) -> Result<()> {
    if depth > 0 {
        for _ in 0..=below(u, 4)? {
            let name = match weigh(u, &[2, 1])? {
                0 => pool::NAMES[below(u, 8)?],
                _ => pick(u, pool::NAMES)?,
            };
            if plan.properties.iter().all(|(known, _)| *known != name) {
                plan.properties.push((name, node(u, depth - 1)?));
            }
        }
    }
    for index in 0..plan.properties.len() {
        if one_in(u, 4)? {
            plan.required.push(plan.properties[index].0);
        }
    }
    if one_in(u, 60)? {
        let name = pick(u, pool::NAMES)?;
        if !plan.required.contains(&name) {
            plan.required.push(name);
        }
    }
    match weigh(u, &[12, 1, 1, 3, 1])? {
        1 => limit(u, plan, "minProperties")?,
        2 => limit(u, plan, "maxProperties")?,
        3 => plan.closed = true,
        4 => plan.add("additionalProperties", "true"),
        _ => {}
    }
    if plan.closed {
        plan.keywords.retain(|(k, _)| *k != "additionalProperties");
    }
    Ok(())
}

/// Keywords that need no type: annotations, enum and const of anything, and
/// limits of values of another type.
fn extras(u: &mut Unstructured<'_>, plan: &mut Plan) -> Result<()> {
    match weigh(u, &[60, 6, 2, 2, 2])? {
        1 => {
            let value = any(u, 2)?;
            plan.add(pick(u, words::ANNOTATIONS)?, value);
        }
        2 if plan.entries.is_empty() => {
            let mut entries = Vec::new();
            for _ in 0..below(u, 4)? {
                entries.push(any(u, 2)?);
            }
            plan.add("enum", format!("[{}]", entries.join(",")));
            plan.samples.extend(entries);
        }
        3 => {
            let value = any(u, 2)?;
            plan.add("const", value.clone());
            plan.samples.push(value);
        }
        4 => {
            plan.add(pick(u, words::COUNTED)?, pick(u, words::COUNTS)?);
            plan.add(pick(u, words::BOUNDS)?, number(u)?);
        }
        _ => {}
    }
    plan.turn = below(u, 8)?;
    Ok(())
}
