//! The kill line: histories drawn from bytes, held against L-1 to L-7.

use super::{Finding, Meaning, Target};
use crate::kill_line::history::History;
use crate::kill_line::laws;

/// See [`Target::about`].
pub const TARGET: Target = Target {
    name: "tripwires",
    about: "drawn histories of a service: the laws L-1 to L-7 and the table of states hold",
    law: |data| laws::hold(data).map_err(Finding::from),
    meaning: |data| Meaning::of(format!("{:#?}", History::of(data))),
};
