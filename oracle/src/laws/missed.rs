//! I25: no repair is missed (D53, D54, D80).

use super::defects::followed;
use super::validator::{enum_fails, errors, guide, type_fails};
use super::view::View;
use super::{Observation, Ruling, Settled, settle};
use crate::answer::Defect;
use crate::entry::{Choice, DEPTH, folded, height, is_droppable, retyping};
use crate::lossless::Value;
use crate::path::{self, Place, Step};
use crate::vocabulary::{Code, Rule};

/// I25: no type or enum failure is named at a node where exactly one rule
/// applies, and no text is called invalid that R1 and R2 mend; the root (D7),
/// the depth limit (D10), a wrap whose element fails (D69) and a text that ends
/// in a number (D39) are excepted.
pub(super) fn repair(observation: &Observation<'_>) -> Ruling {
    settle(missed(&View::of(observation)))
}

fn missed(view: &View) -> Settled {
    let (submission, defects) = view.defects()?;
    let broken = |number: usize, defect: &Defect, rule: Rule| {
        let (code, rule) = (defect.code.as_str(), rule.as_str());
        let summary = format!("defect {number} ({code}) is one that {rule} repairs");
        Err(Ruling::broken(summary, defect.path.to_string()))
    };
    for (number, defect) in defects.iter().enumerate() {
        if defect.code == Code::InvalidJsonText
            && let Some(mended) = view.mended(submission)
        {
            let rule = if mended.commas > 0 {
                Rule::R2
            } else {
                Rule::R1
            };
            return broken(number, defect, rule);
        }
        let (Some(tree), Place::Tree(steps)) = (view.start(submission), &defect.path) else {
            continue;
        };
        if let Some(rule) = applicable(&submission.schema, tree, steps, defect.code) {
            return broken(number, defect, rule);
        }
    }
    Ok(())
}

/// The rule that would have taken the failure away, if exactly one applies.
fn applicable(schema: &Value, tree: &Value, steps: &[Step], code: Code) -> Option<Rule> {
    let (last, above) = steps.split_last()?;
    let node = guide(schema, steps)?;
    let parent = followed(tree, above)?;
    let value = path::resolve(&parent, std::slice::from_ref(last))?;
    if !matches!(code, Code::TypeMismatch | Code::EnumMismatch) {
        return None;
    }
    if let Step::Key(key) = last
        && is_droppable(guide(schema, above)?, key, value)
    {
        return Some(Rule::R8);
    }
    if !type_fails(node, value) {
        return enum_rule(node, value).filter(|_| code == Code::EnumMismatch);
    }
    match retyping(node, value) {
        Choice::One(rule, after) => {
            let stands = match rule {
                Rule::R5 => steps.len() + height(&after) <= DEPTH,
                Rule::R7 => {
                    steps.len() + height(&after) <= DEPTH && is_kept(node, value, steps.len() + 1)
                }
                _ => true,
            };
            if code == Code::TypeMismatch {
                return stands.then_some(rule);
            }
            enum_rule(node, &after).filter(|_| rule == Rule::R6)
        }
        Choice::None if code == Code::EnumMismatch => enum_rule(node, value),
        _ => None,
    }
}

/// R9, where it answers.
fn enum_rule(node: &Value, value: &Value) -> Option<Rule> {
    let found = enum_fails(node, value) && folded(node, value.as_str()?).is_some();
    found.then_some(Rule::R9)
}

/// D69: whether the element of a wrap satisfies `items` as it stands, or after
/// one retyping of its own. Deeper repairs of the element are not followed.
fn is_kept(node: &Value, value: &Value, depth: usize) -> bool {
    let Some(items) = node.get("items") else {
        return true;
    };
    if errors(items, value).is_clean() {
        return true;
    }
    match retyping(items, value) {
        Choice::One(Rule::R3 | Rule::R4 | Rule::R5 | Rule::R6, after)
            if type_fails(items, value) =>
        {
            depth + height(&after) <= DEPTH && errors(items, &after).is_clean()
        }
        _ => false,
    }
}
