//! The process of a mutant that shows only in a process of its own: the name of
//! the mutant and a seed as arguments, a body on stdin.
//!
//! The runner starts itself with a subcommand instead; this program is what the
//! tests of the oracle start.

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mutant = arguments.next().unwrap_or_default();
    let seed = arguments.next().and_then(|seed| seed.parse().ok());
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    argument_check_oracle::mutants::serve(&mutant, seed.unwrap_or(1), input, output)
}
