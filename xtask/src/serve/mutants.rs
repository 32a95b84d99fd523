//! M82 and M89: services that are wrong in one decision, and the laws that must
//! notice (I20, D97).
//!
//! Each is the service itself, in this process and on a data directory of its
//! own, with one of its [`Decisions`] exchanged. The published service runs
//! through the same laws on the same inputs: a law that fires there proves
//! nothing.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, bail};
use argument_check_corpus::Op;
use argument_check_oracle::laws::{Ruling, no_canary};
use argument_check_oracle::ledger::incidents::{self, Incident};
use argument_check_oracle::mutants::{Breach, Cell, Row, Status};
use argument_check_oracle::replay::ReplayJudge;
use argument_check_oracle::{Exchange, Judge, Judgement};

use super::append::lock;
use super::client;
use super::clock::Clock;
use super::log::Log;
use super::self_check::Verdict;
use super::service::{Decisions, Service, Setup};
use super::signature;
use super::terms::{DEFAULT_URL, DEVNET, NOBODY, Terms};

/// A service that is wrong in one decision.
pub(crate) struct Mutant {
    /// `M82` or `M89`.
    pub(crate) id: &'static str,
    title: &'static str,
    reading: &'static str,
    law: Law,
    inputs: &'static [Input],
    /// Each is a mutant of its own under the same name.
    faults: &'static [fn(&mut Decisions)],
}

/// A law about what a service does, not only about what it answers.
struct Law {
    id: &'static str,
    holds: fn(&Seen) -> Ruling,
}

/// What is asked of a service, and by which engine it answers.
struct Input {
    id: &'static str,
    body: &'static str,
    engine: fn(&[u8]) -> String,
}

/// Everything that came of one paid check.
struct Seen {
    status: u16,
    delivered: bool,
    settlements: usize,
    ledger_lines: usize,
    open_incidents: usize,
    written: String,
}

/// Words that stand in the bodies below as keys, values and constants.
const CANARIES: [&str; 4] = [
    "canary-key-4711",
    "canary-value-4712",
    "canary-constant-4713",
    "canary-text-4714",
];

/// I20 for a service: nothing submitted stands in anything that it writes.
const NO_LEAK: Law = Law {
    id: "I20",
    holds: |seen| no_canary(&seen.written, &CANARIES),
};

/// D97: what the judges do not let pass is neither answered nor charged, and
/// stops the service.
const SELF_CHECKED: Law = Law {
    id: "D97",
    holds: |seen| {
        let money = seen.settlements + seen.ledger_lines;
        if seen.delivered || money > 0 {
            return Ruling::broken(
                "an answer that breaks its laws was delivered or charged",
                "",
            );
        }
        if seen.status != 503 || seen.open_incidents == 0 {
            return Ruling::broken("the service goes on after a failed self-check", "");
        }
        Ruling::Holds
    },
};

/// The mutants of this file, in the order of their names.
pub(crate) static MUTANTS: [Mutant; 2] = [
    Mutant {
        id: "M82",
        title: "a path in the log",
        reading: "D92",
        law: NO_LEAK,
        inputs: &[
            Input {
                id: "canary keys and values",
                body: r#"{"arguments":{"canary-key-4711":"canary-value-4712"},"schema":{"properties":{"canary-key-4711":{"enum":["canary-constant-4713"]}}}}"#,
                engine: argument_check::check,
            },
            Input {
                id: "canary text",
                body: r#"{"arguments_text":"{\"canary-key-4711\":\"canary-text-4714\",}","schema":{"properties":{"canary-key-4711":{"type":"integer"}}}}"#,
                engine: argument_check::check,
            },
        ],
        faults: &[|decisions| {
            decisions.log_line = |event, answer| {
                let path = answer.and_then(first_path).unwrap_or_default();
                format!("{} {path}", event.line())
            };
        }],
    },
    Mutant {
        id: "M89",
        title: "answers and charges after a failed self-check",
        reading: "D97",
        law: SELF_CHECKED,
        inputs: &[
            Input {
                id: "an invented value in blob and diff",
                body: REPAIRED,
                engine: |body| argument_check::check(body).replace(":5}", ":6}"),
            },
            Input {
                id: "an entry under another rule",
                body: REPAIRED,
                engine: |body| argument_check::check(body).replace("\"R3\"", "\"R6\""),
            },
        ],
        faults: &[
            |decisions| decisions.self_check = |_, _| Verdict::Sound,
            // Replays, and asks no rule whether its entry was allowed.
            |decisions| decisions.self_check = replayed_only,
        ],
    },
];

/// A submission whose only repair is R3 from "5" to 5.
const REPAIRED: &str =
    r#"{"arguments":{"x":"5"},"schema":{"properties":{"x":{"type":"integer"}}}}"#;

fn replayed_only(body: &[u8], answer: &str) -> Verdict {
    let exchange = Exchange {
        op: Op::Check,
        body,
        answer,
    };
    match ReplayJudge.judge(&exchange) {
        Judgement::Disagrees(_) => super::self_check::judge(body, answer),
        Judgement::Agrees | Judgement::NotComparable(_) => Verdict::Sound,
    }
}

/// The first path of an answer.
fn first_path(answer: &str) -> Option<&str> {
    let (_, rest) = answer.split_once("\"path\":\"")?;
    rest.split_once('"').map(|(path, _)| path)
}

impl Mutant {
    /// What became of it.
    pub(crate) fn row(&self) -> Result<Row> {
        let mut status = Status::Killed;
        let mut fired: Vec<String> = Vec::new();
        for fault in self.faults {
            let mut noticed = false;
            for input in self.inputs {
                let mut decisions = input.decisions();
                fault(&mut decisions);
                if (self.law.holds)(&see(decisions, input.body)?).is_broken() {
                    noticed = true;
                    if !fired.iter().any(|id| id == input.id) {
                        fired.push(input.id.to_owned());
                    }
                }
            }
            if !noticed {
                status = Status::Survived;
            }
        }
        let cell = Cell {
            law: self.law.id.to_owned(),
            declared: true,
            inputs: fired.clone(),
            elsewhere: 0,
        };
        Ok(Row {
            id: self.id.to_owned(),
            title: self.title.to_owned(),
            reading: self.reading.to_owned(),
            declared: vec![self.law.id.to_owned()],
            inputs: self.inputs.iter().map(|it| it.id.to_owned()).collect(),
            status,
            cells: (!fired.is_empty()).then_some(cell).into_iter().collect(),
        })
    }

    /// The law that must notice it.
    pub(crate) fn law(&self) -> &'static str {
        self.law.id
    }

    /// Where its law fires on the published service.
    pub(crate) fn control(&self) -> Result<Vec<Breach>> {
        let mut breaches = Vec::new();
        for input in self.inputs {
            let seen = see(input.decisions(), input.body)?;
            if let Ruling::Broken(evidence) = (self.law.holds)(&seen) {
                breaches.push(Breach {
                    law: self.law.id.to_owned(),
                    input: input.id.to_owned(),
                    why: evidence.summary,
                });
            }
        }
        Ok(breaches)
    }
}

impl Input {
    fn decisions(&self) -> Decisions {
        Decisions {
            check: self.engine,
            ..Decisions::published()
        }
    }
}

/// A log that is kept.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.0).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Has a service answer one paid check, and looks at everything that it did.
fn see(decisions: Decisions, body: &str) -> Result<Seen> {
    let data = tempfile::tempdir().context("no directory for a service can be made")?;
    let terms = Terms::new(DEFAULT_URL, DEVNET);
    let transaction = client::transaction(terms.requirement(), NOBODY, &client::nonce(""));
    let payment = client::payment(terms.requirement(), &transaction);
    let log = Kept::default();
    let (service, _) = Service::open(Setup {
        data: data.path().to_owned(),
        terms,
        house: std::collections::HashSet::new(),
        clock: Clock::at("2026-11-01T00:00:00.000Z".parse()?),
        log: Log::new(Box::new(log.clone())),
        decisions,
    })?;
    let reply = service.check(Some(payment.as_bytes()), body.as_bytes());
    if reply.status == 400 {
        bail!("an input of a service mutant is refused");
    }
    let metrics = service.metrics();
    let mut written = String::from_utf8_lossy(&lock(&log.0)).into_owned();
    written.push_str(&String::from_utf8_lossy(&metrics.body));
    let delivered = reply.status == 200;
    if let Some(receipt) = reply.receipt {
        receipt.delivered();
    }
    written.push_str(&files(data.path())?);
    let lines = |name: &str| {
        let text = std::fs::read_to_string(data.path().join(name)).unwrap_or_default();
        text.lines().count()
    };
    let incidents = data.path().join(incidents::FILE_NAME);
    let open = incidents::read(&incidents).map_or(0, |(found, _)| {
        found
            .iter()
            .filter(|incident| Incident::is_open(incident))
            .count()
    });
    Ok(Seen {
        status: reply.status,
        delivered,
        settlements: lines(super::facilitator::FILE_NAME),
        ledger_lines: lines(argument_check_oracle::ledger::FILE_NAME),
        open_incidents: open,
        written,
    })
}

/// The text of every file of a data directory, but for the secret key.
fn files(data: &Path) -> Result<String> {
    let mut text = String::new();
    for entry in std::fs::read_dir(data)? {
        let path = entry?.path();
        if path
            .file_name()
            .is_some_and(|name| name != signature::FILE_NAME)
        {
            text.push_str(&String::from_utf8_lossy(&std::fs::read(&path)?));
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_killed_by_the_law_that_they_declare_and_the_published_service_breaks_neither() {
        for mutant in &MUTANTS {
            let row = mutant.row().unwrap();
            assert_eq!(row.status, Status::Killed, "{}", mutant.id);
            assert_eq!(
                row.cells[0].inputs.len(),
                mutant.inputs.len(),
                "{}",
                mutant.id
            );
            assert_eq!(mutant.control().unwrap(), [], "{}", mutant.id);
        }
    }

    #[test]
    fn a_service_that_is_right_survives_as_a_mutant_would() {
        let harmless = Mutant {
            faults: &[|_| {}],
            inputs: MUTANTS[0].inputs,
            law: NO_LEAK,
            ..MUTANTS[0]
        };
        assert_eq!(harmless.row().unwrap().status, Status::Survived);
    }
}
