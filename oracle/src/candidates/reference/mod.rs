//! json-candidate-list a second time, from the specification and the readings
//! JC1 to JC24: naive, plain, and slow where that is plainer.
//!
//! It must never look at the engine. Everything that could be decided otherwise
//! is an entry of [`Clauses`], so that a wrong decision is one exchanged entry.
//!
//! | file | decides |
//! |---|---|
//! | `input` | what is asked, and the typed errors |
//! | `source`, `blocks`, `starts`, `html`, `definitions` | which leaf blocks a text has |
//! | `language` | which fences are scanned |
//! | `scan` | where candidates begin and end |
//! | `syntax` | what is JSON, and where it is not |
//! | `repair` | what the three rules make of a candidate |
//! | `rank` | positions, and the order |
//! | `write` | the answer text |

pub mod blocks;
pub mod clauses;
mod definitions;
mod html;
pub mod input;
pub mod language;
pub mod rank;
pub mod repair;
pub mod scan;
pub mod source;
pub mod starts;
pub mod syntax;
mod write;

pub use clauses::Clauses;

/// The whole answer to a body, by the published readings.
///
/// ```
/// use argument_check_oracle::candidates::reference;
/// assert_eq!(
///     reference::answer(br#"{"text":"none"}"#),
///     r#"{"candidates":[],"candidate_count":0,"truncated":false}"#,
/// );
/// ```
#[must_use]
pub fn answer(body: &[u8]) -> String {
    answer_with(body, &Clauses::published())
}

/// The whole answer to a body under any decisions.
#[must_use]
pub fn answer_with(body: &[u8], clauses: &Clauses) -> String {
    let request = match input::read(body, clauses) {
        Ok(request) => request,
        Err(code) => return write::error(code),
    };
    let Ok(regions) = blocks::regions(&request.text, clauses) else {
        return write::error("container_depth");
    };
    let candidates = rank::candidates(&request.text, &regions, request.repair, clauses);
    write::answer(&candidates, request.max_results, clauses)
}

#[cfg(test)]
mod tests;
