//! The target that must fail: a planted finding behind four comparisons.
//!
//! A campaign that finds nothing proves something only if it would have found
//! something. No one draws the four bytes by chance (1 in 2^32), a fuzzer that
//! sees its coverage has them in seconds from an empty corpus, so a silent
//! canary says that the feedback or the plumbing behind it is broken. It must
//! never fail on anything but the planted bytes.

use super::{Finding, Meaning, Target};

/// What is planted.
const PLANTED: &[u8; 4] = b"[,]}";

/// See [`Target::about`].
pub const TARGET: Target = Target {
    name: "canary",
    about: "fails on purpose on planted bytes, so that a silent fuzzer is told from a clean engine",
    law,
    meaning: |data| Meaning::of(String::from_utf8_lossy(data)),
};

/// No input starts with the planted bytes.
fn law(data: &[u8]) -> Result<(), Finding> {
    // One byte a branch: each that is right is coverage of its own.
    let mut left = data.iter();
    for planted in PLANTED {
        if left.next() != Some(planted) {
            return Ok(());
        }
    }
    Err(Finding {
        law: "canary",
        summary: "the planted finding was found, as it has to be".to_owned(),
        expected: "no input starts with the planted bytes".to_owned(),
        actual: String::from_utf8_lossy(data).into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canary_fails_on_what_is_planted_and_on_nothing_else() {
        for silent in [&b""[..], b"[,]", b"{,]}", b"[,]{", b" [,]}"] {
            assert_eq!(law(silent), Ok(()));
        }
        for loud in [&b"[,]}"[..], b"[,]} and more"] {
            assert_eq!(law(loud).map_err(|finding| finding.law), Err("canary"));
        }
    }
}
