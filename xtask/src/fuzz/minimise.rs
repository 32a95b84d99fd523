//! Makes a failing input smaller: takes pieces out as long as it fails in the
//! same way (delta debugging), until nothing can go or time is up.
//!
//! Must never give an input back that was not seen to fail.

use std::time::Instant;

use anyhow::Result;

/// The smallest input found from `bytes` on by `until` that still `fails`.
///
/// # Errors
/// Those of `fails`; whoever asks the question cannot be asked any more.
pub(crate) fn smaller(
    bytes: &[u8],
    until: Instant,
    fails: &dyn Fn(&[u8]) -> Result<bool>,
) -> Result<Vec<u8>> {
    let mut best = bytes.to_vec();
    let mut piece = best.len().div_ceil(2);
    while piece > 0 {
        let mut changed = false;
        let mut at = 0;
        while at < best.len() {
            if Instant::now() >= until {
                return Ok(best);
            }
            let end = (at + piece).min(best.len());
            let shorter = [&best[..at], &best[end..]].concat();
            if fails(&shorter)? {
                best = shorter;
                changed = true;
            } else {
                at = end;
            }
        }
        // What could not go alone may go after its neighbour went.
        if !changed || piece > 1 {
            piece /= 2;
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[expect(clippy::unnecessary_wraps, reason = "the form of any question")]
    fn needle(bytes: &[u8]) -> Result<bool> {
        Ok(bytes.windows(2).any(|pair| pair == b"[1"))
    }

    #[test]
    fn nothing_is_left_that_can_go() {
        let until = Instant::now() + Duration::from_mins(1);
        let hay = format!("{}[1{}", "x".repeat(700), "{}".repeat(999));
        assert_eq!(smaller(hay.as_bytes(), until, &needle).unwrap(), b"[1");
        assert_eq!(smaller(b"[1", until, &needle).unwrap(), b"[1");
    }

    #[test]
    fn an_input_that_always_fails_becomes_empty() {
        let until = Instant::now() + Duration::from_mins(1);
        assert_eq!(smaller(b"abc", until, &|_| Ok(true)).unwrap(), b"");
        assert_eq!(smaller(b"", until, &|_| Ok(true)).unwrap(), b"");
    }

    #[test]
    fn without_time_the_input_comes_back_as_it_was() {
        assert_eq!(smaller(b"xx[1", Instant::now(), &needle).unwrap(), b"xx[1");
    }
}
