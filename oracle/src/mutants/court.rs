//! Asks the laws about every mutant.
//!
//! A mutant is killed when, for each of its faults, at least one law that it
//! declares is broken on one of its own kill inputs. Everything else that fires
//! is shown and proves nothing. The published reference runs through the same
//! laws on the same inputs: a law that fires there fires on what is right, so
//! its kills would count for nothing.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use argument_check_corpus::ARGUMENT_CHECK;

use super::matrix::{Breach, Cell, Matrix, Row, Status};
use super::process::{self, Elsewhere, Ended};
use super::{Decided, Input, Inputs, Kind, Mutant, Program};
use crate::laws::{LAWS, Law, Observation, Ruling, Target};
use crate::system::SystemJudges;

/// Judges mutants; used from many threads at once.
pub struct Court<'a> {
    /// The system whose mutants these are.
    pub system: &'static str,
    /// The laws to ask: all of them, but for tests of the matrix itself.
    pub laws: Vec<&'static Law>,
    /// The reference as published, whose answers are right.
    pub published: &'a dyn Target,
    /// The requests.
    pub inputs: &'a Inputs,
    /// Who starts the processes of M83 to M85.
    pub program: &'a Program,
    /// Whether every case is asked, not only the kill inputs.
    pub all_cases: bool,
}

/// Which laws fired on which inputs.
type Fired = BTreeMap<&'static str, Vec<String>>;

impl<'a> Court<'a> {
    /// Asks all laws of the argument check about the kill inputs.
    #[must_use]
    pub fn new(inputs: &'a Inputs, program: &'a Program) -> Self {
        static PUBLISHED: LazyLock<Decided> = LazyLock::new(Decided::published);
        Self {
            system: ARGUMENT_CHECK.name,
            laws: LAWS.iter().collect(),
            published: &*PUBLISHED,
            inputs,
            program,
            all_cases: false,
        }
    }

    /// Asks all laws of another system about the kill inputs.
    #[must_use]
    pub fn of_system(judges: &'a SystemJudges, inputs: &'a Inputs, program: &'a Program) -> Self {
        Self {
            system: judges.name,
            laws: judges.laws.iter().collect(),
            published: judges,
            inputs,
            program,
            all_cases: false,
        }
    }

    /// Every mutant, one after the other.
    #[must_use]
    pub fn matrix(&self, mutants: &[Mutant]) -> Matrix {
        let inputs = self.control_inputs(mutants);
        Matrix {
            system: self.system.to_owned(),
            laws: self.laws.iter().map(|law| law.id.to_string()).collect(),
            mutants: mutants.iter().map(|mutant| self.row(mutant)).collect(),
            control: inputs
                .iter()
                .flat_map(|input| self.control(input))
                .collect(),
        }
    }

    /// The requests on which the published reference is judged.
    #[must_use]
    pub fn control_inputs(&self, mutants: &[Mutant]) -> Vec<Input> {
        if self.all_cases {
            self.inputs.all().to_vec()
        } else {
            self.inputs.of_any(mutants)
        }
    }

    /// The laws that fire on the published answer to one request.
    #[must_use]
    pub fn control(&self, input: &Input) -> Vec<Breach> {
        let answer = self.published.ask(input.op, &input.body);
        let broken = self.broken(self.published, input, &answer);
        let breach = |(law, why): (&'static str, String)| Breach {
            law: law.into(),
            input: input.id.clone(),
            why,
        };
        broken.into_iter().map(breach).collect()
    }

    /// One mutant.
    #[must_use]
    pub fn row(&self, mutant: &Mutant) -> Row {
        let inputs = self.inputs.of_mutant(mutant);
        let mut judged = Judged::default();
        match mutant.kind {
            Kind::Clause(faults) => {
                for fault in faults {
                    let target = Decided::with(*fault);
                    let status = self.fault(mutant, &target, &target, &inputs, &mut judged);
                    judged.statuses.push(status);
                }
            }
            Kind::Made(make) => {
                for target in make() {
                    let status = self.fault(mutant, &*target, &*target, &inputs, &mut judged);
                    judged.statuses.push(status);
                }
            }
            Kind::Hashed => {
                let elsewhere = Elsewhere(self.program);
                let status = if self.speaks_for(&process::hashed(), &inputs) {
                    self.fault(mutant, &process::hashed(), &elsewhere, &inputs, &mut judged)
                } else {
                    Status::NotRun
                };
                judged.statuses.push(status);
            }
            Kind::Alone => {
                let status = self.alone(mutant, &inputs, &mut judged);
                judged.statuses.push(status);
            }
        }
        judged.row(&self.laws, mutant, &inputs)
    }

    /// One fault of a mutant on its kill inputs, and on all others if asked.
    fn fault(
        &self,
        mutant: &Mutant,
        target: &dyn Target,
        again: &dyn Target,
        inputs: &[Input],
        judged: &mut Judged,
    ) -> Status {
        let mut here = Fired::new();
        let mut differs = false;
        for input in inputs {
            let answer = target.ask(input.op, &input.body);
            differs |= answer != self.published.ask(input.op, &input.body);
            for (law, _) in self.broken(again, input, &answer) {
                here.entry(law).or_default().push(input.id.clone());
            }
        }
        if self.all_cases {
            for input in self
                .inputs
                .all()
                .iter()
                .filter(|input| !inputs.contains(input))
            {
                let answer = target.ask(input.op, &input.body);
                // Where it answers as published there is no fault to notice.
                if answer != self.published.ask(input.op, &input.body) {
                    for (law, _) in self.broken(again, input, &answer) {
                        *judged.elsewhere.entry(law).or_default() += 1;
                    }
                }
            }
        }
        let status = status(mutant, inputs, differs, &here);
        judged.add(here);
        status
    }

    /// Whether M83 answers in another process with the same seed as here: only
    /// then is another answer the seed's doing.
    fn speaks_for(&self, here: &dyn Target, inputs: &[Input]) -> bool {
        inputs.iter().all(|input| {
            let there = self.program.run("M83", process::OWN_SEED, &input.body);
            there == Ended::Wrote(here.check(&input.body))
        })
    }

    /// M84 and M85: I27, in steps.
    fn alone(&self, mutant: &Mutant, inputs: &[Input], judged: &mut Judged) -> Status {
        // A small body is within the budget, or the process itself is at fault.
        if self.program.within_budget(mutant.id, b"[1,2]") != Some(true) {
            return Status::NotRun;
        }
        let mut here = Fired::new();
        for input in inputs {
            let Some(within) = self.program.within_budget(mutant.id, &input.body) else {
                return Status::NotRun;
            };
            if let (false, Some(law)) = (within, self.laws.iter().find(|law| law.id == "I27")) {
                here.entry(law.id).or_default().push(input.id.clone());
            }
        }
        let status = status(mutant, inputs, true, &here);
        judged.add(here);
        status
    }

    /// The laws that an answer breaks, each with what it says.
    fn broken(
        &self,
        target: &dyn Target,
        input: &Input,
        answer: &str,
    ) -> Vec<(&'static str, String)> {
        let observation = Observation {
            body: &input.body,
            answer,
            op: input.op,
            target: Some(target),
        };
        let ask = |law: &&'static Law| match (law.check)(&observation) {
            Ruling::Broken(evidence) => Some((law.id, evidence.summary)),
            _ => None,
        };
        self.laws.iter().filter_map(ask).collect()
    }
}

fn status(mutant: &Mutant, inputs: &[Input], differs: bool, fired: &Fired) -> Status {
    if inputs.is_empty() {
        Status::NoInput
    } else if !differs {
        Status::SameAnswers
    } else if fired.keys().any(|law| mutant.killers.contains(law)) {
        Status::Killed
    } else if fired.is_empty() {
        Status::Survived
    } else {
        Status::KilledOtherwise
    }
}

/// What was found about one mutant so far.
#[derive(Default)]
struct Judged {
    statuses: Vec<Status>,
    fired: Fired,
    elsewhere: BTreeMap<&'static str, u64>,
}

impl Judged {
    fn add(&mut self, fired: Fired) {
        for (law, inputs) in fired {
            let all = self.fired.entry(law).or_default();
            all.extend(inputs);
            all.sort();
            all.dedup();
        }
    }

    /// The row; a mutant is killed when every fault of it is.
    fn row(mut self, laws: &[&'static Law], mutant: &Mutant, inputs: &[Input]) -> Row {
        let worst = self
            .statuses
            .iter()
            .find(|status| **status != Status::Killed);
        let cells = laws.iter().filter_map(|law| {
            let inputs = self.fired.remove(law.id).unwrap_or_default();
            let elsewhere = self.elsewhere.remove(law.id).unwrap_or_default();
            (!inputs.is_empty() || elsewhere > 0).then(|| Cell {
                law: law.id.into(),
                declared: mutant.killers.contains(&law.id),
                inputs,
                elsewhere,
            })
        });
        let cells = cells.collect();
        Row {
            id: mutant.id.into(),
            title: mutant.title.into(),
            reading: mutant.reading.into(),
            declared: mutant.killers.iter().map(ToString::to_string).collect(),
            inputs: inputs.iter().map(|input| input.id.clone()).collect(),
            status: worst.copied().unwrap_or(Status::Killed),
            cells,
        }
    }
}
