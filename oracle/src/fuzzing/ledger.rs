//! The payments ledger: any bytes as a file, and drawn lines.

use super::{Finding, Meaning, Target};
use crate::ledger::laws::{self, Broken};

/// See [`Target::about`].
pub const TARGET: Target = Target {
    name: "ledger",
    about: "any bytes as a ledger, and drawn lines: closed keys, the same bytes again, folding as a list, torn lines recognised",
    law: |data| laws::hold(data).map_err(Finding::from),
    meaning: |data| {
        let lines = laws::draw(data).0;
        let lines: Vec<String> = lines.iter().map(crate::ledger::Line::to_text).collect();
        Meaning::of(lines.join("\n"))
    },
};

impl From<Broken> for Finding {
    fn from(broken: Broken) -> Self {
        Self {
            law: broken.law,
            summary: broken.says.to_owned(),
            expected: broken.expected,
            actual: broken.actual,
        }
    }
}
