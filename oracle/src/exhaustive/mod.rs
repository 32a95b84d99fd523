//! Every text of up to N tokens of one small alphabet, through R1 and R2: so
//! that a report can say "none exists up to N" (D6, D13, D37 to D47, D50).
//!
//! Each text is submitted with the schema `{}`, so that the answer depends on
//! the text alone. It is asked as a check and as a pre-check, and judged by the
//! whole answer of the reference and by text laws that know neither reference
//! nor engine. Where a blob is delivered, and for every text of few tokens, all
//! of I1 to I28 are asked too: among them I17, which cuts each VALID text at
//! every byte. Nothing is sampled and nothing skipped: a text without an answer
//! is a breach.
//!
//! | file | decides |
//! |---|---|
//! | `space` | which texts there are, and their numbers |
//! | `judge` | what is asked of one text |
//! | `text_laws` | what an answer to a text may be |
//! | `tally` | what is counted |

mod judge;
mod space;
mod tally;
mod text_laws;

pub use judge::{ALL_LAWS_UP_TO, body, judge};
pub use space::{ALPHABET, MOST_TOKENS, Space, text};
pub use tally::{Breach, Kind, LawTally, Tally};

#[cfg(test)]
mod tests;
