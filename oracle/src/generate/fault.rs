//! What makes a schema invalid or puts it outside the coverage.

use arbitrary::{Result, Unstructured};

use super::dice::{below, pick, weigh};
use super::plan::Plan;
use super::value::{any, quote};
use super::words;

/// What is wrong with one schema.
#[derive(Debug)]
pub(super) enum Fault {
    /// It is no object.
    Whole(&'static str),
    /// It has this keyword with this value.
    Keyword(&'static str, String),
}

/// Puts a fault into `plan`, at a schema position somewhere in it.
pub(super) fn put(u: &mut Unstructured<'_>, plan: &mut Plan) -> Result<()> {
    let inner = plan.properties.len() + usize::from(plan.items.is_some());
    let at = below(u, inner + 1)?;
    if at > 0 && at <= plan.properties.len() {
        return put(u, &mut plan.properties[at - 1].1);
    }
    if let (true, Some(items)) = (at > 0, &mut plan.items) {
        return put(u, items);
    }
    plan.fault = Some(match weigh(u, &[4, 4, 2, 1, 2])? {
        0 => Fault::Keyword(pick(u, words::UNCOVERED)?, any(u, 2)?),
        1 => {
            let (name, value) = u.choose(words::MALFORMED)?;
            Fault::Keyword(name, (*value).to_owned())
        }
        2 => {
            let (name, value) = u.choose(words::FORMS)?;
            Fault::Keyword(name, (*value).to_owned())
        }
        3 => Fault::Whole(pick(u, words::NO_SCHEMAS)?),
        _ => Fault::Keyword("pattern", quote(pick(u, words::BAD_PATTERNS)?)),
    });
    Ok(())
}
