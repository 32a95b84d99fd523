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

use crate::judge::Reason;
use crate::laws::last::{Exchange, Last};
use crate::laws::{Law, Observation, Ruling, Target};
use view::{Answer, Asked, Listed, answer};

/// A law on the way to its ruling: what is settled early is an error.
type Settled = Result<(), Ruling>;

fn settle(settled: Settled) -> Ruling {
    settled.err().unwrap_or(Ruling::Holds)
}

/// Judges an answer that lists candidates; C1 says what is wrong with others.
fn with_list(observation: &Observation<'_>, law: impl FnOnce(&Asked, &Listed) -> Ruling) -> Ruling {
    let exchange = LAST.with(|last| Exchange::of(last, observation, read));
    match exchange.read() {
        Some((asked, listed)) => law(asked, listed),
        None => Ruling::NotApplicable(Reason::NoVerdict),
    }
}

thread_local! {
    /// The exchange that this thread has read last.
    static LAST: Last<Option<(Asked, Listed)>> = const { RefCell::new(None) };
}

fn read(observation: &Observation<'_>) -> Option<(Asked, Listed)> {
    match (answer(observation.answer), Asked::read(observation.body)) {
        (Ok(Answer::Listed(listed)), Some(asked)) => Some((asked, listed)),
        _ => None,
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

/// The laws, in their order.
pub static LAWS: [Law; 21] = [
    Law::alone(
        "C1",
        "shape",
        "an answer is a typed error or a list in closed form that agrees with itself (JC14, JC15, JC16)",
        form::shape,
    ),
    Law::alone(
        "C2",
        "typed error",
        "the typed error is the first that holds, and there is none else (JC10, JC11, JC15, JC16)",
        form::typed_error,
    ),
    Law::alone(
        "C3",
        "contiguous",
        "the raw slice equals the text if and only if contiguous (JC23)",
        place::contiguous,
    ),
    Law::alone(
        "C4",
        "lines",
        "start_line and end_line are the raw lines of the first and the last character (JC8, JC23)",
        place::lines,
    ),
    Law::alone(
        "C5",
        "leaf slice",
        "the text is the raw slice without container markers, its line endings LF (JC1, JC8, JC9)",
        place::leaf_slice,
    ),
    Law::alone(
        "C6",
        "apart",
        "candidates never overlap (JC17)",
        place::apart,
    ),
    Law::alone(
        "C7",
        "balance",
        "a complete candidate is balanced outside of strings, an incomplete one ends as its reason says (JC4, JC17, JC21)",
        place::balanced,
    ),
    Law::alone(
        "C8",
        "validity",
        "valid_json is what serde_json says (JC13)",
        validity::strict,
    ),
    Law::alone(
        "C9",
        "place of the fault",
        "before json_error the text can go on to JSON, with it not (JC12)",
        validity::placed,
    ),
    Law::alone(
        "C10",
        "ranking",
        "the order is the published one and total (JC22)",
        order::ranked,
    ),
    Law::alone(
        "C11",
        "cut",
        "max_results only cuts (JC16, JC22)",
        order::only_cut,
    )
    .asking(),
    Law::alone(
        "C12",
        "conservative repair",
        "repair adds closers and one joining space, and takes comments and trailing commas (JC18, JC19, JC20)",
        mending::conservative,
    ),
    Law::alone(
        "C13",
        "repair on request",
        "asking for repair changes ranks and repair objects only (JC14)",
        mending::asked_for,
    )
    .asking(),
    Law::alone(
        "C14",
        "no hidden loss",
        "nothing is closed that may have lost its end (JC5, JC19)",
        mending::no_hidden_loss,
    ),
    Law::alone(
        "C15",
        "thorough repair",
        "no comment, trailing comma or cut text is left that a rule takes (JC18, JC19, JC20)",
        mending::thorough,
    ),
    Law::alone(
        "C16",
        "line endings",
        "CR LF and CR change positions and contiguous only (JC8)",
        vary::line_endings,
    )
    .asking(),
    Law::alone(
        "C17",
        "prefix",
        "prose and a blank line before shift positions only (JC23)",
        vary::prefixed,
    )
    .asking(),
    Law::alone(
        "C18",
        "quote",
        "a block quote around changes positions and contiguous only (JC1)",
        vary::quoted,
    )
    .asking(),
    Law::alone(
        "C19",
        "astral letter",
        "an astral letter in a string shifts positions only (JC23)",
        vary::astral,
    )
    .asking(),
    Law::alone(
        "C20",
        "blocks",
        "candidates stand in the blocks that pulldown-cmark has (JC1, JC2, JC3, JC6, JC7, JC24)",
        blocks::as_pulldown,
    ),
    Law::alone(
        "C21",
        "determinism",
        "the same request has the same answer",
        order::same_again,
    )
    .asking(),
];

#[cfg(test)]
mod tests;
