//! M83 to M85: mutants that show only in a process of their own.
//!
//! M83 keeps the members of an object in the order of a hash with a seed; a
//! second process has another seed, so I11 (the same request, the same answer)
//! asks there. M84 and M85 (`alone`) may die or never end. Here a process is
//! started and its end is told apart; nothing is judged.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

use argument_check_corpus::Op;

use super::alone::{budget, steps_of_all_pairs, steps_of_recursion};
use super::{Decided, Input, Kind, Mutant};
use crate::laws::Target;
use crate::reference::Clauses;
use crate::reference::clauses::Member;
use crate::reference::json::Value;

/// The mutants of this file.
pub(super) static MUTANTS: [Mutant; 3] = [
    Mutant {
        id: "M83",
        title: "hash-map iteration order",
        reading: "D36",
        killers: &["I11"],
        also: &[],
        kind: Kind::Hashed,
    },
    Mutant {
        id: "M84",
        title: "recursion overflow on 131,072 brackets",
        reading: "D8",
        killers: &["I27"],
        also: &[],
        kind: Kind::Alone,
    },
    Mutant {
        id: "M85",
        title: "quadratic uniqueItems",
        reading: "D34",
        killers: &["I27"],
        also: &[],
        kind: Kind::Alone,
    },
];

/// The body that a mutant of this file is judged on.
pub(super) fn input(mutant: &str) -> Option<Input> {
    match mutant {
        "M83" => {
            let members: Vec<String> = ('a'..='l')
                .map(|name| format!(r#""{name}":"{name}""#))
                .collect();
            let first = r#"{"type":"object","properties":{"a":{"type":"array"}}}"#;
            let body = format!(
                r#"{{"arguments":{{{}}},"schema":{first}}}"#,
                members.join(",")
            );
            Some(Input::made("twelve members", body.into_bytes()))
        }
        "M84" => {
            let body = format!(
                r#"{{"arguments_text":"{}","schema":{{}}}}"#,
                "[".repeat(131_072)
            );
            Some(Input::made("131,072 brackets", body.into_bytes()))
        }
        "M85" => {
            let items: Vec<String> = (10_000..50_000).map(|n| n.to_string()).collect();
            let schema = r#"{"properties":{"x":{"uniqueItems":true}}}"#;
            let body = format!(
                r#"{{"arguments":{{"x":[{}]}},"schema":{schema}}}"#,
                items.join(",")
            );
            Some(Input::made("40,000 different items", body.into_bytes()))
        }
        _ => None,
    }
}

/// The seed of this process.
static SEED: AtomicU64 = AtomicU64::new(OWN_SEED);

/// The seed that a process has by itself.
pub(super) const OWN_SEED: u64 = 1;

/// The seed of the second process.
pub(super) const OTHER_SEED: u64 = 2;

/// M83 with the seed of this process.
pub(super) fn hashed() -> Decided {
    Decided(Clauses {
        member_order: by_hash,
        ..Clauses::published()
    })
}

fn by_hash(members: &[Member], _schema: &Value) -> Vec<Member> {
    let mut ordered = members.to_vec();
    ordered.sort_by_cached_key(|(name, _)| {
        let mut hasher = DefaultHasher::new();
        (SEED.load(Ordering::Relaxed), name).hash(&mut hasher);
        hasher.finish()
    });
    ordered
}

/// How the process of a mutant is started: it calls [`serve`] with the two
/// arguments that are added to these, the name of the mutant and a seed.
#[derive(Debug, Clone)]
pub struct Program {
    /// The program.
    pub path: PathBuf,
    /// Its first arguments.
    pub arguments: Vec<OsString>,
}

/// What became of a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ended {
    /// It ended in order and wrote this.
    Wrote(String),
    /// It died.
    Died,
    /// It could not be started.
    NotStarted(String),
}

impl Program {
    /// Runs the mutant on one body.
    pub(super) fn run(&self, mutant: &str, seed: u64, body: &[u8]) -> Ended {
        let child = Command::new(&self.path)
            .args(&self.arguments)
            .args([mutant, &seed.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = match child {
            Ok(child) => child,
            Err(error) => return Ended::NotStarted(format!("{}: {error}", self.path.display())),
        };
        if let Some(mut input) = child.stdin.take() {
            // A child that died reads nothing; its end says so.
            let _ = input.write_all(body);
        }
        match child.wait_with_output() {
            Ok(output) if output.status.success() => {
                Ended::Wrote(String::from_utf8_lossy(&output.stdout).into_owned())
            }
            Ok(output) if was_killed(output.status.code()) => Ended::Died,
            // Wrong arguments and the like: that is no fault of the mutant.
            Ok(output) => Ended::NotStarted(output.status.to_string()),
            Err(error) => Ended::NotStarted(error.to_string()),
        }
    }

    /// Whether the mutant answers a body in the steps that I27 allows; none if
    /// its process says nothing about that.
    pub(super) fn within_budget(&self, mutant: &str, body: &[u8]) -> Option<bool> {
        match self.run(mutant, OWN_SEED, body) {
            Ended::Wrote(steps) => Some(steps.parse::<u64>().ok()? <= budget(body)),
            Ended::Died => Some(false),
            Ended::NotStarted(_) => None,
        }
    }
}

/// Whether the system ended a process: no exit code, or one of the large ones
/// by which some systems say so.
fn was_killed(code: Option<i32>) -> bool {
    code.is_none_or(|code| !(0..256).contains(&code))
}

/// M83 as it answers in a process with another seed.
pub(super) struct Elsewhere<'a>(pub(super) &'a Program);

impl Target for Elsewhere<'_> {
    fn ask(&self, op: Op, body: &[u8]) -> String {
        if op != Op::Check {
            return Decided::published().ask(op, body);
        }
        match self.0.run("M83", OTHER_SEED, body) {
            Ended::Wrote(answer) => answer,
            Ended::Died | Ended::NotStarted(_) => String::new(),
        }
    }
}

/// The process of a mutant: reads a body to its end and writes the answer of
/// M83, or the steps of M84 and M85 on it.
pub fn serve(
    mutant: &str,
    seed: u64,
    mut input: impl Read,
    mut output: impl Write,
) -> io::Result<()> {
    let mut body = Vec::new();
    input.read_to_end(&mut body)?;
    let written = match mutant {
        "M83" => {
            SEED.store(seed, Ordering::Relaxed);
            hashed().check(&body)
        }
        "M84" => steps_of_recursion(body)?.to_string(),
        "M85" => steps_of_all_pairs(&body, budget(&body)).to_string(),
        _ => {
            let message = format!("{mutant} needs no process; give M83, M84 or M85");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
    };
    output.write_all(written.as_bytes())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_decides_the_order_and_one_seed_decides_it_always() {
        let body = input("M83").unwrap().body;
        let answer = |seed: u64| {
            let mut written = Vec::new();
            serve("M83", seed, &body[..], &mut written).unwrap();
            String::from_utf8(written).unwrap()
        };
        let first = answer(1);
        assert_ne!(first, answer(OTHER_SEED));
        assert_eq!(first, answer(1));
        assert_ne!(first, Decided::published().check(&body));
    }

    #[test]
    fn only_the_three_need_a_process() {
        assert!(serve("M01", 1, &b""[..], Vec::new()).is_err());
    }
}
