//! Arguments for a planned schema: they fit, or miss it by what a rule of the
//! whitelist cures, or by what none does.

use arbitrary::{Result, Unstructured};

use super::dice::{below, one_in, pick, weigh};
use super::plan::Plan;
use super::pool;
use super::text::spaced;
use super::value::{self, quote, spelled};

/// How often one draw misses, of 64 nodes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taste {
    curable: usize,
    broken: usize,
}

impl Taste {
    /// The taste of one draw: most miss by little, since one defect hides
    /// every repair.
    pub(super) fn of(u: &mut Unstructured<'_>) -> Result<Taste> {
        Ok(Taste {
            curable: [20, 0, 8, 40][below(u, 4)?],
            broken: [0, 0, 0, 2, 12][below(u, 5)?],
        })
    }

    fn cures(self, u: &mut Unstructured<'_>) -> Result<bool> {
        Ok(below(u, 64)? + self.curable >= 64)
    }

    fn breaks(self, u: &mut Unstructured<'_>) -> Result<bool> {
        Ok(below(u, 64)? + self.broken >= 64)
    }
}

/// A value for `plan`.
pub(super) fn value(u: &mut Unstructured<'_>, plan: &Plan, taste: Taste) -> Result<String> {
    if taste.breaks(u)? {
        return broken(u);
    }
    if taste.cures(u)? {
        return curable(u, plan, taste);
    }
    plain(u, plan, taste)
}

/// An object with the members that `plan` declares.
pub(super) fn object(u: &mut Unstructured<'_>, plan: &Plan, taste: Taste) -> Result<String> {
    let mut members = Vec::new();
    for (name, inner) in &plan.properties {
        let required = plan.required.contains(name);
        let absent = if required {
            taste.breaks(u)?
        } else {
            one_in(u, 5)?
        };
        if !absent {
            let value = value(u, inner, taste)?;
            members.push(format!("{}:{value}", spelled(u, name)?));
        }
    }
    let undeclared = if plan.closed {
        taste.breaks(u)?
    } else {
        one_in(u, 5)?
    };
    if undeclared {
        let name = pick(u, pool::NAMES)?;
        let known = plan.properties.iter().any(|(known, _)| *known == name);
        // A name twice is a fault of the text, and rare enough to be told.
        if !known || one_in(u, 40)? {
            let value = value::any(u, 2)?;
            members.push(format!("{}:{value}", spelled(u, name)?));
        }
    }
    let turn = below(u, members.len().max(1))?;
    members.rotate_left(turn);
    Ok(format!("{{{}}}", members.join(",")))
}

/// A value that fits the type, and often the other keywords.
fn plain(u: &mut Unstructured<'_>, plan: &Plan, taste: Taste) -> Result<String> {
    if !plan.samples.is_empty() && !one_in(u, 8)? {
        let sample = u.choose(&plan.samples)?;
        if fits(plan, sample) || one_in(u, 8)? {
            return Ok(sample.clone());
        }
    }
    let kind = match plan.types.as_slice() {
        [] if !plan.properties.is_empty() => "object",
        [] if plan.items.is_some() => "array",
        [] => return value::any(u, 1),
        types => types[below(u, types.len())?],
    };
    match kind {
        "string" => value::string(u),
        // The rows before 4.5 are whole numbers.
        "integer" => number(u, plan, 8),
        "number" => number(u, plan, pool::NUMBERS.len()),
        "boolean" => Ok(pick(u, &["true", "false"])?.to_owned()),
        "null" => Ok("null".to_owned()),
        "array" => {
            let mut items = Vec::new();
            for _ in 0..below(u, 4)? {
                items.push(item(u, plan, taste)?);
            }
            if one_in(u, 8)? {
                items.extend(items.first().cloned());
            }
            Ok(format!("[{}]", items.join(",")))
        }
        _ => object(u, plan, taste),
    }
}

/// A number of the first rows, within the bounds if one is soon found.
fn number(u: &mut Unstructured<'_>, plan: &Plan, rows: usize) -> Result<String> {
    let mut number = "0";
    for _ in 0..6 {
        let row = pool::NUMBERS[below(u, rows)?];
        number = pick(u, row)?;
        if fits(plan, number) {
            break;
        }
    }
    Ok(number.to_owned())
}

/// Whether a number keeps the bounds, as near as a binary number can tell,
/// and any other value.
fn fits(plan: &Plan, sample: &str) -> bool {
    let Ok(number) = sample.parse::<f64>() else {
        return true;
    };
    plan.bounds.iter().all(|(bound, limit)| match *bound {
        "minimum" => number >= *limit,
        "maximum" => number <= *limit,
        "exclusiveMinimum" => number > *limit,
        _ => number < *limit,
    })
}

fn item(u: &mut Unstructured<'_>, plan: &Plan, taste: Taste) -> Result<String> {
    match &plan.items {
        Some(items) => value(u, items, taste),
        None => value::any(u, 1),
    }
}

/// A value that a rule cures, if the schema lets it.
fn curable(u: &mut Unstructured<'_>, plan: &Plan, taste: Taste) -> Result<String> {
    if one_in(u, 8)? {
        return Ok("null".to_owned());
    }
    if !plan.entries.is_empty() {
        let entry = plan.entries[below(u, plan.entries.len())?];
        // R6 and then R9 at one node (D54).
        let scalar = entry.to_lowercase();
        if scalar.starts_with(['t', 'f', '1']) && scalar.len() > 2 && one_in(u, 2)? {
            return Ok(scalar);
        }
        let other = other_case(u, entry)?;
        return spelled(u, &other);
    }
    let kind = match plan.types.as_slice() {
        [] => return plain(u, plan, taste),
        types => types[below(u, types.len())?],
    };
    if one_in(u, 6)? {
        return near_miss(u, kind);
    }
    match kind {
        "string" => Ok(match below(u, 3)? {
            0 => pick(u, &["true", "false"])?,
            _ => value::number(u)?,
        }
        .to_owned()),
        "array" if one_in(u, 2)? => item(u, plan, taste),
        "array" | "object" => {
            let inner = plain(u, plan, taste)?;
            let inner = spaced(u, &inner)?;
            let once = quote(&inner);
            Ok(if one_in(u, 12)? { quote(&once) } else { once })
        }
        _ => Ok(quote(&plain(u, plan, taste)?)),
    }
}

/// A value that almost is what a rule cures at a node of this type.
fn near_miss(u: &mut Unstructured<'_>, kind: &str) -> Result<String> {
    Ok(match kind {
        "boolean" if one_in(u, 3)? => pick(u, &["1", "0"])?.to_owned(),
        "boolean" => quote(pick(u, pool::BOOLEANS)?),
        "integer" | "number" if one_in(u, 3)? => quote(value::number(u)?),
        "integer" | "number" => quote(pick(u, pool::NOT_NUMBERS)?),
        "array" => quote(pick(u, &["[1,]", "[1", "{}", "[1] x", "\"[]\"", "[1,,2]"])?),
        "object" => {
            let texts = [
                "{\"a\":1,\"a\":2}",
                "{\"a\":1,}",
                "{\"a\":1",
                "[]",
                "\"{}\"",
                "{a:1}",
            ];
            quote(pick(u, &texts)?)
        }
        _ => pick(u, &["null", "[\"a\"]", "{}", "[]"])?.to_owned(),
    })
}

/// A value that is likely to fail, and that a loose reader takes.
fn broken(u: &mut Unstructured<'_>) -> Result<String> {
    match weigh(u, &[4, 2, 2, 1])? {
        0 => value::any(u, 2),
        1 => Ok(quote(pick(u, pool::NOT_NUMBERS)?)),
        2 => Ok(quote(pick(u, pool::BOOLEANS)?)),
        _ => {
            let inner = value::any(u, 2)?;
            Ok(quote(&format!("{inner}{}", pick(u, pool::PIECES)?)))
        }
    }
}

fn other_case(u: &mut Unstructured<'_>, entry: &str) -> Result<String> {
    Ok(match weigh(u, &[4, 4, 3, 1, 1])? {
        0 => entry.to_uppercase(),
        1 => entry.to_lowercase(),
        2 => {
            let row = pool::CASES.iter().find(|row| row.contains(&entry));
            match row {
                Some(row) => pick(u, row)?.to_owned(),
                None => entry.to_owned(),
            }
        }
        3 => format!("{entry} "),
        _ => {
            let mut chars = entry.chars();
            let first = chars.next().map(char::to_uppercase);
            first.into_iter().flatten().chain(chars).collect()
        }
    })
}
