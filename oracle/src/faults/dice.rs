//! Chance as a function of a seed and a turn (`SplitMix64`), so that every
//! fault can be made again alone and no turn depends on another one.

/// Chance.
pub(super) struct Dice(u64);

impl Dice {
    /// The chance of one turn.
    pub(super) fn new(seed: u64, turn: u64) -> Self {
        let mut first = Self(seed);
        Self(first.next() ^ turn.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        // The product's upper half is below the bound, which is a usize.
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// One of two sides.
    pub(super) fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    /// One of these, if there is any.
    pub(super) fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() {
            return None;
        }
        list.get(self.below(list.len()))
    }

    /// Puts a list into an order of chance.
    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}
