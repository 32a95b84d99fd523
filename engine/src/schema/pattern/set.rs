//! Sets of characters: what a class of a pattern may match.
//!
//! A set holds Unicode scalar values only. ECMA-262 lets a class name lone
//! surrogates, but a subject is well-formed UTF-8 and never holds one, so they
//! are dropped here and U+D7FF and U+E000 count as neighbours: `[\ud800]` is
//! the empty set, and `[^a]` is two ranges, not three.
//!
//! ASCII members are bits of one `u128`, because nearly every pattern of a tool
//! schema needs nothing else and such a set costs no allocation. A set must
//! never hold an ASCII member in its wide part.

use std::sync::OnceLock;

/// An inclusive range of scalar values; it may straddle the surrogate gap.
pub(super) type Span = (u32, u32);

/// The first scalar value that is not ASCII.
pub(super) const FIRST_WIDE: u32 = 0x80;
/// The last scalar value.
pub(super) const LAST: u32 = 0x0010_FFFF;
/// Every scalar value outside ASCII.
pub(super) const ALL_WIDE: &[Span] = &[(FIRST_WIDE, LAST)];

/// A finished set: ASCII bits, and sorted spans that neither overlap nor touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    pub(super) ascii: u128,
    pub(super) wide: Wide,
}

/// The members of a set outside ASCII.
#[derive(Clone, Debug)]
pub(super) enum Wide {
    /// Spans that live as long as the program: none, all, or a property's.
    Fixed(&'static [Span]),
    /// Spans put together for one class of one pattern.
    Own(Box<[Span]>),
}

impl Wide {
    pub(super) fn spans(&self) -> &[Span] {
        match self {
            Self::Fixed(spans) => spans,
            Self::Own(spans) => spans,
        }
    }
}

impl PartialEq for Wide {
    fn eq(&self, other: &Self) -> bool {
        self.spans() == other.spans()
    }
}

impl Eq for Wide {}

impl Set {
    /// A set of ASCII characters.
    pub(super) const fn ascii(bits: u128) -> Self {
        Self {
            ascii: bits,
            wide: Wide::Fixed(&[]),
        }
    }

    /// The number of ranges, as the budget of D29 counts them.
    pub(super) fn ranges(&self) -> u64 {
        let runs = (self.ascii & !(self.ascii << 1)).count_ones();
        let wide = self.wide.spans();
        let joined = self.ascii >> 127 == 1 && wide.first().is_some_and(|s| s.0 == FIRST_WIDE);
        u64::from(runs) + wide.len() as u64 - u64::from(joined)
    }

    /// All ranges in order, those of ASCII first; ranges that touch at U+0080 are not joined.
    pub(super) fn spans(&self) -> Vec<Span> {
        let mut spans = Vec::new();
        let mut bits = self.ascii;
        while bits != 0 {
            let first = bits.trailing_zeros();
            let length = (!(bits >> first)).trailing_zeros();
            spans.push((first, first + length - 1));
            bits &= !mask(first, first + length - 1);
        }
        spans.extend_from_slice(self.wide.spans());
        spans
    }
}

/// The bits of the ASCII characters `first` to `last`, both at most 127.
pub(super) const fn mask(first: u32, last: u32) -> u128 {
    (u128::MAX >> (127 - (last & 127))) & (u128::MAX << (first & 127))
}

/// The members of a class while it is read.
#[derive(Default)]
pub(super) struct Gatherer {
    ascii: u128,
    wide: Vec<Span>,
}

impl Gatherer {
    /// Adds the code points `first` to `last`; surrogates fall away at the end.
    pub(super) fn add(&mut self, first: u32, last: u32) {
        if first < FIRST_WIDE {
            self.ascii |= mask(first, last.min(FIRST_WIDE - 1));
        }
        if last >= FIRST_WIDE {
            self.wide.push((first.max(FIRST_WIDE), last));
        }
    }

    /// Adds every member of `set`.
    pub(super) fn add_set(&mut self, set: &Set) {
        self.ascii |= set.ascii;
        self.wide.extend_from_slice(set.wide.spans());
    }

    /// The set gathered, or its complement.
    pub(super) fn finish(mut self, complement: bool) -> Set {
        if !self.wide.is_empty() {
            normalise(&mut self.wide);
        }
        let set = Set {
            ascii: self.ascii,
            wide: own(self.wide),
        };
        if complement { set.complement() } else { set }
    }
}

impl Set {
    /// Every scalar value that is not in the set.
    pub(super) fn complement(&self) -> Self {
        let wide = self.wide.spans();
        if wide.is_empty() {
            return Self {
                ascii: !self.ascii,
                wide: Wide::Fixed(ALL_WIDE),
            };
        }
        let mut gaps = Vec::with_capacity(wide.len() + 1);
        let mut from = FIRST_WIDE;
        for &(first, last) in wide {
            if from < first {
                gaps.push((from, before(first)));
            }
            from = after(last);
        }
        if from <= LAST {
            gaps.push((from, LAST));
        }
        Self {
            ascii: !self.ascii,
            wide: own(gaps),
        }
    }
}

fn own(spans: Vec<Span>) -> Wide {
    if spans.is_empty() {
        Wide::Fixed(&[])
    } else {
        Wide::Own(spans.into_boxed_slice())
    }
}

/// The scalar value after `point`; beyond the last one, a number above all.
const fn after(point: u32) -> u32 {
    if point == 0xD7FF { 0xE000 } else { point + 1 }
}

const fn before(point: u32) -> u32 {
    if point == 0xE000 { 0xD7FF } else { point - 1 }
}

/// Sorts, drops surrogates, joins what overlaps or touches.
fn normalise(spans: &mut Vec<Span>) {
    for span in spans.iter_mut() {
        if (0xD800..=0xDFFF).contains(&span.0) {
            span.0 = 0xE000;
        }
        if (0xD800..=0xDFFF).contains(&span.1) {
            span.1 = 0xD7FF;
        }
    }
    spans.retain(|span| span.0 <= span.1);
    spans.sort_unstable();
    let mut joined: Vec<Span> = Vec::with_capacity(spans.len());
    for &(first, last) in spans.iter() {
        match joined.last_mut() {
            Some(open) if first <= after(open.1) => open.1 = open.1.max(last),
            _ => joined.push((first, last)),
        }
    }
    *spans = joined;
}

/// `\d`: ASCII digits.
pub(super) const DIGIT: u128 = mask(b'0' as u32, b'9' as u32);
/// `\w`: ASCII letters, digits and the low line.
pub(super) const WORD: u128 = DIGIT
    | mask(b'A' as u32, b'Z' as u32)
    | mask(b'a' as u32, b'z' as u32)
    | mask(b'_' as u32, b'_' as u32);
/// The ASCII part of `\s`: TAB, LF, VT, FF, CR and the space.
const SPACE: u128 = mask(9, 13) | mask(32, 32);
/// The rest of `\s`: category `Zs`, both line terminators, U+FEFF.
const WIDE_SPACE: &[Span] = &[
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];

/// The set of `\d \D \w \W \s \S`, by its letter.
pub(super) fn shorthand(letter: u8) -> Option<Set> {
    let set = match letter | 0x20 {
        b'd' => Set::ascii(DIGIT),
        b'w' => Set::ascii(WORD),
        b's' => Set {
            ascii: SPACE,
            wide: Wide::Fixed(WIDE_SPACE),
        },
        _ => return None,
    };
    Some(if letter.is_ascii_uppercase() {
        set.complement()
    } else {
        set
    })
}

/// The set of `.`: everything but LF, CR, U+2028 and U+2029; its four ranges.
pub(super) fn dot() -> &'static Set {
    static DOT: OnceLock<Set> = OnceLock::new();
    DOT.get_or_init(|| {
        let mut terminators = Gatherer::default();
        terminators.add(0x0A, 0x0A);
        terminators.add(0x0D, 0x0D);
        terminators.add(0x2028, 0x2029);
        terminators.finish(true)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(spans: &[Span], complement: bool) -> Set {
        let mut gatherer = Gatherer::default();
        for &(first, last) in spans {
            gatherer.add(first, last);
        }
        gatherer.finish(complement)
    }

    #[test]
    fn a_mask_covers_both_ends() {
        assert_eq!(mask(0, 0), 1);
        assert_eq!(mask(127, 127), 1 << 127);
        assert_eq!(mask(0, 127), u128::MAX);
        assert_eq!(mask(3, 5), 0b11_1000);
    }

    #[test]
    fn ranges_that_touch_are_one() {
        assert_eq!(
            set(
                &[(0x100, 0x1FF), (0x61, 0x62), (0x200, 0x200), (0x63, 0x63)],
                false
            )
            .ranges(),
            2
        );
        assert_eq!(set(&[(0x70, 0x90)], false).ranges(), 1);
        assert_eq!(
            set(&[(0xD7FF, 0xD7FF), (0xE000, 0xE000)], false).ranges(),
            1
        );
    }

    #[test]
    fn surrogates_are_no_members() {
        assert_eq!(set(&[(0xD800, 0xDFFF)], false).ranges(), 0);
        assert_eq!(set(&[(0xD800, 0xDFFF)], true).ranges(), 1);
        assert_eq!(
            set(&[(0xD000, 0xDB00)], false).wide.spans(),
            &[(0xD000, 0xD7FF)]
        );
        assert_eq!(
            set(&[(0xDB00, 0xE001)], false).wide.spans(),
            &[(0xE000, 0xE001)]
        );
    }

    #[test]
    fn a_complement_of_a_complement_is_the_set() {
        for spans in [
            &[][..],
            &[(0, LAST)],
            &[(0x80, 0x80)],
            &[(LAST, LAST)],
            &[(0x41, 0xD7FF)],
            &[(0xE000, LAST)],
        ] {
            let plain = set(spans, false);
            assert_eq!(plain.complement().complement(), plain, "{spans:x?}");
            assert_eq!(set(spans, true), plain.complement());
        }
    }

    #[test]
    fn the_dot_has_four_ranges() {
        assert_eq!(dot().ranges(), 4);
        assert_eq!(set(&[], true).ranges(), 1);
        assert_eq!(set(&[(0x61, 0x61)], true).ranges(), 2);
    }

    #[test]
    fn spans_list_the_ascii_runs_first() {
        assert_eq!(
            set(&[(0, 2), (126, 127), (0x80, 0x81)], false).spans(),
            vec![(0, 2), (126, 127), (0x80, 0x81)]
        );
        assert_eq!(Set::ascii(u128::MAX).spans(), vec![(0, 127)]);
    }
}
