//! The kill line: when use, refunds or a broken promise must stop the service
//! (section 5 of the service, D93 to D96).
//!
//! Two ratios ask a person to look: refunds over five per cent of the paid
//! calls of some 30-day window, and free use over ten times paid use. Two kinds
//! of incident stop serving. Everything is exact and in integers, and equal
//! inputs give equal bytes. Must never read absent evidence as clear: a wire
//! without its file is not evaluated, and that is a state of its own.
//!
//! | room | what it decides |
//! |---|---|
//! | [`evidence`] | which files were given, and what they hold |
//! | [`usage`] | which calls and days count, and the observed span |
//! | [`refunds`] | the worst window, by an exact sweep |
//! | [`free_use`] | free against paid |
//! | [`report`] | the states, and the report `kill-line/v1` |
//! | [`series`] | both ratios day by day, for a picture |
//! | [`brute`] | the worst window again, by looking at every millisecond |
//! | [`history`] | small histories, drawn from bytes |
//! | [`laws`] | L-1 to L-7, one function each |
//!
//! ```
//! use argument_check_oracle::kill_line::{Evidence, Question, State, evaluate};
//!
//! let nothing = Evidence::default();
//! let (report, _) = evaluate(&nothing, &Question::default())?;
//! assert_eq!(report.state, State::NotEvaluated);
//! # Ok::<(), argument_check_oracle::kill_line::Outside>(())
//! ```

pub mod brute;
pub mod evidence;
pub mod free_use;
pub mod history;
pub mod laws;
pub mod refunds;
pub mod report;
pub mod series;
pub mod usage;

#[cfg(test)]
mod cases;
#[cfg(test)]
mod tests;

pub use evidence::{Evidence, Question};
pub use report::{Report, State, WireState};
pub use usage::{Call, Outside, Usage};

use crate::ledger::DAY_MS;

/// The window of the refund wire: thirty days, in milliseconds.
pub const WINDOW_MS: i64 = 30 * DAY_MS;

/// Judges `evidence`. Also hands back what was counted, for a picture.
///
/// # Errors
///
/// A counted record lies outside the span that the question names.
pub fn evaluate(evidence: &Evidence, question: &Question) -> Result<(Report, Usage), Outside> {
    let usage = Usage::of(evidence, question)?;
    let report = Report::of(evidence, question, &usage);
    Ok((report, usage))
}
