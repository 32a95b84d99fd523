//! Exit codes: what a run of `cargo xtask` ends with, and which of several
//! reasons wins.
//!
//! This is the only place where a number stands. A subcommand collects
//! [`Reasons`] while it works and never stops at the first failure; the most
//! severe one decides. It must never turn a worse finding into a milder code:
//! an unreadable line, say, never hides an invented value.

use std::fmt;
use std::process::ExitCode;

use serde::{Deserialize, Serialize};

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Exit {
    /// 0: everything asked for was done, and everything agreed.
    Clean,
    /// 1: wrong usage, or an input that cannot be read.
    Unreadable,
    /// 2: an answer is not the one that the criteria decide.
    Conformance,
    /// 3: the pinned artefact does not match its digest or its cases.
    PinMismatch,
    /// 4: a value was invented, or a verdict came from undisclosed coverage.
    StopServing,
    /// 5: nothing is proven wrong, but a person has to look.
    Review,
    /// 6: the harness did not prove that it would have noticed a fault.
    NotProvenAlive,
    /// 7: two reports differ.
    DiffersFromBaseline,
    /// 70: the harness itself failed.
    Internal,
}

/// The order of severity, most severe first; the first one met wins.
const SEVERITY: [Exit; 8] = [
    Exit::Internal,
    Exit::StopServing,
    Exit::Unreadable,
    Exit::PinMismatch,
    Exit::NotProvenAlive,
    Exit::Conformance,
    Exit::DiffersFromBaseline,
    Exit::Review,
];

impl Exit {
    /// The number handed to the operating system.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Clean => 0,
            Exit::Unreadable => 1,
            Exit::Conformance => 2,
            Exit::PinMismatch => 3,
            Exit::StopServing => 4,
            Exit::Review => 5,
            Exit::NotProvenAlive => 6,
            Exit::DiffersFromBaseline => 7,
            Exit::Internal => 70,
        }
    }

    /// One sentence for people.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Exit::Clean => "clean",
            Exit::Unreadable => "usage, or an input that cannot be read",
            Exit::Conformance => "conformance failure",
            Exit::PinMismatch => "pin mismatch",
            Exit::StopServing => {
                "stop serving: an invented value, or a verdict from undisclosed coverage"
            }
            Exit::Review => "stop and review",
            Exit::NotProvenAlive => "harness not proven alive",
            Exit::DiffersFromBaseline => "differs from the baseline",
            Exit::Internal => "internal error",
        }
    }

    /// `PASSED` or `FAILED`, with number and meaning.
    pub(crate) fn headline(self) -> String {
        let word = if self == Exit::Clean {
            "PASSED"
        } else {
            "FAILED"
        };
        format!("{word}: {self}")
    }
}

/// Number and meaning, as the end of whatever is shown has them.
impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exit {} ({})", self.code(), self.meaning())
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}

/// One reason why a run does not end clean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reason {
    /// The code that it asks for.
    pub(crate) exit: Exit,
    /// Why, in a sentence without any payload.
    pub(crate) why: String,
}

/// The reason with its number, as every list of reasons has it.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (exit {})", self.why, self.exit.code())
    }
}

/// Why a run does not end clean: one entry a reason, in the order found. It
/// stands in the footer of a report as it is, so that what a report says and
/// what the run ends with cannot differ.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reasons(Vec<Reason>);

impl Reasons {
    /// Notes a reason; `why` is a sentence without any payload.
    pub(crate) fn add(&mut self, exit: Exit, why: impl Into<String>) {
        let why = why.into();
        self.0.push(Reason { exit, why });
    }

    /// The most severe reason, or [`Exit::Clean`] when there is none.
    pub(crate) fn worst(&self) -> Exit {
        SEVERITY
            .into_iter()
            .find(|exit| self.any(*exit))
            .unwrap_or(Exit::Clean)
    }

    /// Whether one of the reasons asks for `exit`.
    pub(crate) fn any(&self, exit: Exit) -> bool {
        self.0.iter().any(|reason| reason.exit == exit)
    }

    /// All reasons.
    pub(crate) fn all(&self) -> &[Reason] {
        &self.0
    }
}

/// An error that knows its exit code; any other error of a subcommand counts
/// as [`Exit::Unreadable`].
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Coded {
    exit: Exit,
    message: String,
}

impl Coded {
    /// An error that ends the run with `exit`.
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            exit,
            message: message.into(),
        }
    }

    /// The code that `error` asks for.
    pub(crate) fn of(error: &anyhow::Error) -> Exit {
        error
            .downcast_ref::<Coded>()
            .map_or(Exit::Unreadable, |coded| coded.exit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_found_is_clean() {
        assert_eq!(Reasons::default().worst(), Exit::Clean);
    }

    #[test]
    fn an_unreadable_line_never_hides_an_invented_value() {
        let mut reasons = Reasons::default();
        reasons.add(Exit::Unreadable, "line 3 is not JSON");
        reasons.add(Exit::StopServing, "a value was invented");
        assert_eq!(reasons.worst().code(), 4);
    }

    #[test]
    fn the_published_order_of_severity_holds() {
        let order: Vec<u8> = SEVERITY.iter().map(|exit| exit.code()).collect();
        assert_eq!(order, [70, 4, 1, 3, 6, 2, 7, 5]);
        for pair in SEVERITY.windows(2) {
            let mut reasons = Reasons::default();
            reasons.add(pair[1], "milder");
            reasons.add(pair[0], "worse");
            assert_eq!(reasons.worst(), pair[0]);
        }
    }

    #[test]
    fn a_plain_error_is_an_unreadable_input() {
        assert_eq!(
            Coded::of(&anyhow::anyhow!("no such file")),
            Exit::Unreadable
        );
        let coded = anyhow::Error::new(Coded::new(Exit::Internal, "disk full"));
        assert_eq!(Coded::of(&coded), Exit::Internal);
    }
}
