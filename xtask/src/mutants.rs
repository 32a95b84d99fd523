//! `mutants`: proves that the laws notice wrong decisions, and what `verify`
//! says about it.
//!
//! The laws judge everything else, so a law that notices nothing is a harness
//! that is not proven alive: exit 6. The kill inputs are those of the corpus
//! that this program was built with, like the laws; the corpus that is verified
//! has no say.

use anyhow::{Context, Result, ensure};
use argument_check_corpus::SYSTEMS;
use argument_check_oracle::mutants::{self, Court, Inputs, Matrix, Mutant, Program};
use argument_check_oracle::system;
use rayon::prelude::*;

use crate::exit::Exit;
use crate::filter::Filter;
use crate::progress::Progress;
use crate::report::matrix;
use crate::serve::mutants::{self as service, Mutant as Service};

/// The subcommand that serves as a process of a mutant.
pub(crate) const WORKER: &str = "mutant-worker";

/// Which mutants to judge.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Ask the laws about every case of the corpus, not only the kill inputs
    #[arg(long)]
    all_cases: bool,
    /// Only mutants that this glob matches, such as `M0?`
    #[arg(long, value_name = "GLOB")]
    filter: Option<String>,
}

/// The process of one mutant.
#[derive(Debug, clap::Args)]
pub(crate) struct WorkerOptions {
    mutant: String,
    seed: u64,
}

/// Prints the matrices.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let filter = Filter::new(options.filter.as_deref())?;
    let matrices = judge(&filter, options.all_cases)?;
    ensure!(
        !matrices.is_empty(),
        "--filter names no mutant; try `M0?` or leave it out"
    );
    let mut exit = Exit::Clean;
    for matrix in &matrices {
        print!("{}", matrix::text(matrix));
        remarks(matrix);
        if exit == Exit::Clean {
            exit = exit_of(matrix);
        }
    }
    println!("\n{}", exit.headline());
    Ok(exit)
}

/// One mutant that no declared law notices is enough.
fn exit_of(matrix: &Matrix) -> Exit {
    if matrix.failures().is_empty() {
        Exit::Clean
    } else {
        Exit::NotProvenAlive
    }
}

/// What is no failure and worth knowing.
fn remarks(matrix: &Matrix) {
    for row in &matrix.mutants {
        let silent: Vec<&str> = row.silent().collect();
        if !silent.is_empty() {
            println!(
                "note: {} declares {}, which did not fire",
                row.id,
                silent.join(", ")
            );
        }
        let elsewhere = row.cells.iter().filter(|cell| cell.elsewhere > 0);
        let elsewhere: Vec<String> = elsewhere
            .map(|cell| format!("{} on {}", cell.law, cell.elsewhere))
            .collect();
        if !elsewhere.is_empty() {
            println!("note: {} on other cases: {}", row.id, elsewhere.join(", "));
        }
    }
}

/// The matrix of each system, every mutant on its kill inputs, for reports.
pub(crate) fn whole() -> Result<Vec<Matrix>> {
    judge(&Filter::new(None)?, false)
}

/// Judges the mutants of the service too, each by the law that it declares, and
/// puts them in the order of their names.
fn add(matrix: &mut Matrix, services: &[&Service]) -> Result<()> {
    for mutant in services {
        matrix.mutants.push(mutant.row()?);
        matrix.control.extend(mutant.control()?);
        if !matrix.laws.iter().any(|law| law == mutant.law()) {
            matrix.laws.push(mutant.law().to_owned());
        }
    }
    matrix.mutants.sort_by(|left, right| left.id.cmp(&right.id));
    Ok(())
}

/// The matrix of each system that has mutants which `filter` admits.
fn judge(filter: &Filter, all_cases: bool) -> Result<Vec<Matrix>> {
    let path = std::env::current_exe().context("the path of this program is not known")?;
    let program = Program {
        path,
        arguments: vec![WORKER.into()],
    };
    let mut matrices = Vec::new();
    for system in SYSTEMS {
        let inputs =
            Inputs::of_system(system).context("the corpus that was built in cannot be read")?;
        let others = system.ops.first().and_then(|op| system::of(*op));
        let (mut court, mut chosen) = match others {
            Some(judges) => (
                Court::of_system(judges, &inputs, &program),
                (judges.mutants)(),
            ),
            None => (Court::new(&inputs, &program), mutants::all()),
        };
        court.all_cases = all_cases;
        chosen.retain(|mutant| filter.admits(mutant.id));
        // The service answers by the argument check, and its mutants belong there.
        let mut services: Vec<&Service> = Vec::new();
        if others.is_none() {
            services.extend(service::MUTANTS.iter().filter(|it| filter.admits(it.id)));
        }
        if !(chosen.is_empty() && services.is_empty()) {
            let mut matrix = hold(&court, &chosen);
            add(&mut matrix, &services)?;
            matrices.push(matrix);
        }
    }
    Ok(matrices)
}

/// Holds court over these mutants on all cores.
fn hold(court: &Court<'_>, chosen: &[Mutant]) -> Matrix {
    let control = court.control_inputs(chosen);
    let progress = Progress::new("mutants", Some((chosen.len() + control.len()) as u64));
    let done = |found| {
        progress.add(1);
        found
    };
    let mutants = chosen
        .par_iter()
        .map(|mutant| done(court.row(mutant)))
        .collect();
    let control = control.par_iter().flat_map_iter(|input| {
        let breaches = court.control(input);
        progress.add(1);
        breaches
    });
    Matrix {
        system: court.system.to_owned(),
        laws: court.laws.iter().map(|law| law.id.to_owned()).collect(),
        mutants,
        control: control.collect(),
    }
}

/// Serves as the process of one mutant.
pub(crate) fn serve(options: &WorkerOptions) -> Result<Exit> {
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    mutants::serve(&options.mutant, options.seed, input, output)
        .with_context(|| format!("{} cannot serve", options.mutant))?;
    Ok(Exit::Clean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn a_mutant_killed_for_an_undeclared_reason_only_is_exit_6() {
        let mut matrix = sample::matrix();
        matrix.control.clear();
        assert_eq!(exit_of(&matrix).code(), 6);
        matrix.mutants.pop();
        assert_eq!(exit_of(&matrix), Exit::Clean);
    }

    #[test]
    fn a_law_that_fires_on_what_is_right_is_exit_6() {
        let mut matrix = sample::matrix();
        matrix.mutants.pop();
        assert_eq!(exit_of(&matrix).code(), 6);
    }
}
