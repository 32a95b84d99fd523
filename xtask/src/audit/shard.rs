//! Which lines of an input one machine audits.
//!
//! Shard I of N has the lines number I, I+N, I+2N, … counted from 1: known
//! before the input is read to its end, and even wherever the input is sorted.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of several shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shard {
    /// Which one, counted from 1.
    pub(crate) index: u64,
    /// Of how many.
    pub(crate) of: u64,
}

impl Shard {
    /// The one shard of an audit that is not split.
    pub(crate) fn whole() -> Self {
        Self { index: 1, of: 1 }
    }

    /// Whether the line of this number belongs to the shard.
    pub(crate) fn holds(self, number: u64) -> bool {
        number % self.of == self.index % self.of
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let (index, of) = text.split_once('/')?;
            let shard = Self {
                index: index.parse().ok()?,
                of: of.parse().ok()?,
            };
            (1..=shard.of).contains(&shard.index).then_some(shard)
        };
        parse().ok_or_else(|| "a shard is I/N with 1 <= I <= N, such as 2/4".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_belongs_to_exactly_one_shard() {
        for of in 1..=7 {
            for number in 1..=50 {
                let shards = (1..=of).map(|index| Shard { index, of });
                let holding = shards.filter(|shard| shard.holds(number)).count();
                assert_eq!(holding, 1, "line {number} of {of} shards");
            }
        }
        let first: Shard = "1/3".parse().unwrap();
        assert!(first.holds(1) && first.holds(4) && !first.holds(3));
    }

    #[test]
    fn a_shard_that_is_none_is_wrong_usage() {
        for text in ["", "1", "0/2", "3/2", "1/0", "a/b", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
