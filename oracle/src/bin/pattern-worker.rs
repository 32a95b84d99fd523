//! The pattern process on its own: answers questions on stdin until it ends.
//!
//! The runner starts itself with a subcommand instead; this program is what the
//! tests of the oracle start.

fn main() -> std::io::Result<()> {
    argument_check_oracle::differential::worker::serve(
        std::io::stdin().lock(),
        std::io::stdout().lock(),
    )
}
