//! The laws C1 to C22: what every right answer about JSON candidates obeys,
//! whoever gave it.
//!
//! A law looks at one body and the answer to it. The laws know brackets,
//! comments, lines and the order by small functions of their own, validity from
//! `serde_json` and blocks from `pulldown-cmark`; they must never ask the engine
//! or the second implementation for a judgement, since mutants of the latter are
//! judged by them. Laws that vary the document ask the target again.

mod blocks;
mod brackets;
mod form;
mod mending;
mod order;
mod place;
mod validity;
mod vary;
mod view;

pub use blocks::{Deviation, depth};
pub use validity::Leniency;

use std::cell::RefCell;
use std::rc::Rc;

use crate::judge::Reason;
use crate::laws::{Law, Observation, Ruling, Target};
use view::{Answer, Asked, Listed, answer};

/// A law on the way to its ruling: what is settled early is an error.
type Settled = Result<(), Ruling>;

fn settle(settled: Settled) -> Ruling {
    settled.err().unwrap_or(Ruling::Holds)
}

/// Judges an answer that lists candidates; C1 says what is wrong with others.
fn with_list(observation: &Observation<'_>, law: impl FnOnce(&Asked, &Listed) -> Ruling) -> Ruling {
    let exchange = Exchange::of(observation);
    match &exchange.read {
        Some((asked, listed)) => law(asked, listed),
        None => Ruling::NotApplicable(Reason::NoVerdict),
    }
}

/// A body and its answer, read: the laws look at one after the other, and
/// reading them anew for each was most of what a fuzz target did.
struct Exchange {
    body: Vec<u8>,
    answer: String,
    read: Option<(Asked, Listed)>,
}

thread_local! {
    /// What this thread has read last.
    static LAST: RefCell<Option<Rc<Exchange>>> = const { RefCell::new(None) };
}

impl Exchange {
    fn of(observation: &Observation<'_>) -> Rc<Self> {
        let last = LAST
            .with_borrow(Clone::clone)
            .filter(|last| last.body == observation.body && last.answer == observation.answer);
        last.unwrap_or_else(|| {
            let read = match (answer(observation.answer), Asked::read(observation.body)) {
                (Ok(Answer::Listed(listed)), Some(asked)) => Some((asked, listed)),
                _ => None,
            };
            let exchange = Rc::new(Self {
                body: observation.body.to_owned(),
                answer: observation.answer.to_owned(),
                read,
            });
            LAST.set(Some(Rc::clone(&exchange)));
            exchange
        })
    }
}

/// The same for a law that asks the target again.
fn with_target(
    observation: &Observation<'_>,
    law: impl FnOnce(&dyn Target, &Asked, &Listed) -> Ruling,
) -> Ruling {
    match observation.target {
        None => Ruling::NotApplicable(Reason::NoTarget),
        Some(target) => with_list(observation, |asked, listed| law(target, asked, listed)),
    }
}

/// A law that judges one answer by itself.
const fn law(
    id: &'static str,
    name: &'static str,
    clause: &'static str,
    check: fn(&Observation<'_>) -> Ruling,
) -> Law {
    Law {
        id,
        name,
        clause,
        needs_target: false,
        stops_serving: false,
        check,
    }
}

/// A law that asks the target again.
const fn asking(law: Law) -> Law {
    Law {
        needs_target: true,
        ..law
    }
}

/// The laws, in their order.
pub static LAWS: [Law; 21] = [
    law(
        "C1",
        "shape",
        "an answer is a typed error or a list in closed form that agrees with itself (JC14, JC15, JC16)",
        form::shape,
    ),
    law(
        "C2",
        "typed error",
        "the typed error is the first that holds, and there is none else (JC10, JC11, JC15, JC16)",
        form::typed_error,
    ),
    law(
        "C3",
        "contiguous",
        "the raw slice equals the text if and only if contiguous (JC23)",
        place::contiguous,
    ),
    law(
        "C4",
        "lines",
        "start_line and end_line are the raw lines of the first and the last character (JC8, JC23)",
        place::lines,
    ),
    law(
        "C5",
        "leaf slice",
        "the text is the raw slice without container markers, its line endings LF (JC1, JC8, JC9)",
        place::leaf_slice,
    ),
    law(
        "C6",
        "apart",
        "candidates never overlap (JC17)",
        place::apart,
    ),
    law(
        "C7",
        "balance",
        "a complete candidate is balanced outside of strings, an incomplete one ends as its reason says (JC4, JC17, JC21)",
        place::balanced,
    ),
    law(
        "C8",
        "validity",
        "valid_json is what serde_json says (JC13)",
        validity::strict,
    ),
    law(
        "C9",
        "place of the fault",
        "before json_error the text can go on to JSON, with it not (JC12)",
        validity::placed,
    ),
    law(
        "C10",
        "ranking",
        "the order is the published one and total (JC22)",
        order::ranked,
    ),
    asking(law(
        "C11",
        "cut",
        "max_results only cuts (JC16, JC22)",
        order::only_cut,
    )),
    law(
        "C12",
        "conservative repair",
        "repair adds closers and one joining space, and takes comments and trailing commas (JC18, JC19, JC20)",
        mending::conservative,
    ),
    asking(law(
        "C13",
        "repair on request",
        "asking for repair changes ranks and repair objects only (JC14)",
        mending::asked_for,
    )),
    law(
        "C14",
        "no hidden loss",
        "nothing is closed that may have lost its end (JC5, JC19)",
        mending::no_hidden_loss,
    ),
    law(
        "C15",
        "thorough repair",
        "no comment, trailing comma or cut text is left that a rule takes (JC18, JC19, JC20)",
        mending::thorough,
    ),
    asking(law(
        "C16",
        "line endings",
        "CR LF and CR change positions and contiguous only (JC8)",
        vary::line_endings,
    )),
    asking(law(
        "C17",
        "prefix",
        "prose and a blank line before shift positions only (JC23)",
        vary::prefixed,
    )),
    asking(law(
        "C18",
        "quote",
        "a block quote around changes positions and contiguous only (JC1)",
        vary::quoted,
    )),
    asking(law(
        "C19",
        "astral letter",
        "an astral letter in a string shifts positions only (JC23)",
        vary::astral,
    )),
    law(
        "C20",
        "blocks",
        "candidates stand in the blocks that pulldown-cmark has (JC1, JC2, JC3, JC6, JC7, JC24)",
        blocks::as_pulldown,
    ),
    asking(law(
        "C21",
        "determinism",
        "the same request has the same answer",
        order::same_again,
    )),
];

#[cfg(test)]
mod tests;
