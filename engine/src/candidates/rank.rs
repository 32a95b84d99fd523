//! The one order of candidates: tier, then source, complete before incomplete,
//! longer before shorter, earlier before later. It is total, because no two
//! candidates start at the same place.

use super::model::Source;

/// How good a candidate is as JSON, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tier {
    Valid,
    ValidAfterRepair,
    Invalid,
}

/// Bits that hold a length or an offset of a text within the limit; a leaf is
/// never longer than twice the text, because a split tab leaves three columns.
const WIDTH: u32 = 24;

/// The place of a candidate in the order, as a number: the least comes first.
/// `length` is in UTF-16 units; `start` may be in any unit, as long as it is
/// one and the same.
pub(super) fn key(tier: Tier, source: Source, complete: bool, length: usize, start: usize) -> u64 {
    let most = (1_u64 << WIDTH) - 1;
    let class = (tier as u64) << 3 | (source as u64) << 1 | u64::from(!complete);
    class << (2 * WIDTH) | (most - (length as u64).min(most)) << WIDTH | (start as u64).min(most)
}

/// Sorts the least `count` of `keys` and drops the others.
pub(super) fn best(keys: &mut Vec<(u64, usize)>, count: usize) {
    if keys.len() > count {
        keys.select_nth_unstable(count);
        keys.truncate(count);
    }
    keys.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;
    use Source::{IndentedCode, JsonFence, Prose, UntaggedFence};

    #[test]
    fn each_criterion_outweighs_all_that_come_after_it() {
        let better_first = [
            key(Tier::Valid, Prose, true, 4, 9),
            key(Tier::ValidAfterRepair, JsonFence, false, 9, 8),
            key(Tier::ValidAfterRepair, UntaggedFence, true, 8, 0),
            key(Tier::ValidAfterRepair, IndentedCode, true, 200_000, 7),
            key(Tier::ValidAfterRepair, Prose, true, 2, 6),
            key(Tier::ValidAfterRepair, Prose, false, 262_144, 5),
            key(Tier::ValidAfterRepair, Prose, false, 262_143, 3),
            key(Tier::ValidAfterRepair, Prose, false, 262_143, 4),
            key(Tier::Invalid, JsonFence, true, 262_144, 0),
        ];
        assert!(better_first.is_sorted_by(|one, two| one < two));
    }

    #[test]
    fn the_best_are_the_same_whatever_their_number() {
        let keys = |count| {
            let mut keys: Vec<(u64, usize)> = (0..97).map(|n| (n * 31 % 97, n as usize)).collect();
            best(&mut keys, count);
            keys
        };
        let all = keys(100);
        for count in [1, 10, 96, 97] {
            assert_eq!(keys(count), all[..count]);
        }
    }
}
