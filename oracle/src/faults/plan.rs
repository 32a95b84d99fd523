//! Which fault goes into which call at which turn.
//!
//! Classes take turns; within a class the calls that have a place for it take
//! turns, in an order of chance. A turn is a function of the calls and the
//! seed: it does not depend on other turns, on cores, or on the target.

use super::call::{Arguments, Call};
use super::dice::Dice;
use super::nodes::{Node, nodes};
use super::{Class, Fault, members, texts, values};
use crate::laws::validator;
use crate::lossless::{self, Value};
use crate::path::{self, Step};

/// How many places of one call are tried before the next call is.
const TRIES: usize = 8;

/// The turns of one run.
pub struct Plan<'c> {
    calls: &'c [Call],
    seed: u64,
    /// The classes that have a place somewhere, with the calls that have it.
    classes: Vec<(Class, Vec<usize>)>,
}

impl<'c> Plan<'c> {
    /// Looks which of the VALID calls have a place for which class.
    #[must_use]
    pub fn new(calls: &'c [Call], seed: u64) -> Self {
        let mut classes: Vec<(Class, Vec<usize>)> =
            Class::ALL.into_iter().map(|it| (it, Vec::new())).collect();
        for (index, call) in calls.iter().enumerate().filter(|(_, it)| it.is_valid()) {
            let nodes = nodes(&call.schema, &call.tree);
            for (class, able) in &mut classes {
                let is_text = matches!(class, Class::TrailingComma | Class::Truncation);
                if is_text || nodes.iter().any(|node| has_place(*class, node)) {
                    able.push(index);
                }
            }
        }
        classes.retain(|(_, able)| !able.is_empty());
        for (class, able) in &mut classes {
            Dice::new(seed, *class as u64).shuffle(able);
        }
        Self {
            calls,
            seed,
            classes,
        }
    }

    /// The fault of a turn and its call; none where no call has room for it.
    #[must_use]
    pub fn fault(&self, turn: u64) -> Option<(&'c Call, Fault)> {
        let count = self.classes.len() as u64;
        let (class, able) = self.classes.get(turn.checked_rem(count)? as usize)?;
        let round = (turn / count) as usize;
        let mut dice = Dice::new(self.seed, turn + Class::ALL.len() as u64);
        (0..able.len()).find_map(|next| {
            let call = &self.calls[able[(round + next) % able.len()]];
            Some((call, inject(*class, call, &mut dice)?))
        })
    }
}

/// Whether a node has a place for a class; what chance decides is whichever.
fn has_place(class: Class, node: &Node<'_>) -> bool {
    let is_object = node.kind == "object" && node.value.members().is_some();
    match class {
        Class::NullForOptional => is_object && !members::optional(node).is_empty(),
        Class::MissingRequired => is_object && !members::present_required(node).is_empty(),
        Class::UndeclaredProperty => is_object && members::is_closed(node.schema),
        _ => values::faulty(class, node, &mut Dice::new(0, 0)).is_some(),
    }
}

/// Puts one fault of the class into the call.
fn inject(class: Class, call: &Call, dice: &mut Dice) -> Option<Fault> {
    let text = match class {
        Class::TrailingComma => texts::trailing_comma(&call.text, dice)?,
        Class::Truncation => texts::truncated(&call.text, dice)?.to_owned(),
        _ => return inject_tree(class, call, dice),
    };
    // A text that still reads is no fault.
    if lossless::read_str(&text).is_ok() {
        return None;
    }
    Some(Fault {
        class,
        body: call.body(&Arguments::Text(&text))?,
        original: call.tree.clone(),
    })
}

fn inject_tree(class: Class, call: &Call, dice: &mut Dice) -> Option<Fault> {
    let mut nodes = nodes(&call.schema, &call.tree);
    nodes.retain(|node| has_place(class, node));
    (0..TRIES).find_map(|_| {
        let node = dice.pick(&nodes)?;
        let (value, before) = change(class, node, dice)?;
        let faulty = replaced(&call.tree, &node.steps, value)?;
        let original = match before {
            Some(before) => replaced(&call.tree, &node.steps, before)?,
            None => call.tree.clone(),
        };
        let is_fault = !validator::errors(&call.schema, &faulty).set.is_empty()
            && validator::errors(&call.schema, &original).is_clean();
        let text = faulty.to_text();
        let arguments = if dice.flip() {
            Arguments::Tree(&text)
        } else {
            Arguments::Text(&text)
        };
        is_fault.then_some(())?;
        Some(Fault {
            class,
            body: call.body(&arguments)?,
            original,
        })
    })
}

/// What stands at the node after the fault, and what stood there before if
/// that is not what the call holds.
fn change(class: Class, node: &Node<'_>, dice: &mut Dice) -> Option<(Value, Option<Value>)> {
    match class {
        Class::NullForOptional => {
            let name = *dice.pick(&members::optional(node))?;
            let (value, before) = members::null_for(node.value, name, dice);
            Some((value, Some(before)))
        }
        Class::MissingRequired => {
            let name = *dice.pick(&members::present_required(node))?;
            Some((members::without(node.value, name), None))
        }
        Class::UndeclaredProperty => Some((members::undeclared(node, dice), None)),
        _ => values::faulty(class, node, dice).map(|value| (value, None)),
    }
}

fn replaced(tree: &Value, steps: &[Step], value: Value) -> Option<Value> {
    let mut tree = tree.clone();
    *path::resolve_mut(&mut tree, steps)? = value;
    Some(tree)
}
