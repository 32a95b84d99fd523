//! The tape's node: decides how a JSON value is stored, in 16 bytes.
//!
//! A value is one node; a container's node is followed by its children, and
//! an object's children are pairs of a key node and a value. Text stays where
//! it is: nodes hold spans. A node must never own memory.

/// No node: the parent of the root, an absent schema.
pub(crate) const NONE: u32 = u32::MAX;

/// Spans that start here or above lie in the tree's arena, not in the text.
/// Texts are capped far below, so that the bit is free.
pub(crate) const ARENA: u32 = 1 << 31;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    Null,
    False,
    True,
    Number,
    String,
    Array,
    Object,
    /// A member's name; the member's value is the next node.
    Key,
    /// A string that R5 replaced: `link` is the parsed value's root.
    Unwrapped,
}

/// The span of a string or key holds JSON escapes.
pub(crate) const ESCAPED: u8 = 1;
/// The span of a string is decoded content that must be escaped when written.
pub(crate) const DECODED: u8 = 2;
/// R8 removed the member of this key.
pub(crate) const REMOVED: u8 = 4;
/// R7 wrapped this value; the tree knows how often.
pub(crate) const WRAPPED: u8 = 8;
/// The number is negative.
pub(crate) const NEGATIVE: u8 = 16;
/// The number has no exponent and at most nine digits: `link` is its
/// coefficient and `scale` the number of its fraction digits.
pub(crate) const SMALL: u8 = 32;

/// One value or key on the tape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// First byte: of the spelling, of a string's content, of the bracket.
    pub(crate) start: u32,
    /// One past the last byte.
    pub(crate) end: u32,
    /// Container: one past its last descendant (while open: its parent).
    /// Key: hash of the decoded name. Small number: coefficient.
    pub(crate) link: u32,
    pub(crate) kind: Kind,
    pub(crate) flags: u8,
    /// Small number: how many digits stand behind the point, 0 to 9.
    pub(crate) scale: u16,
}

impl Node {
    /// A node without link or flags.
    #[inline]
    pub(crate) fn plain(kind: Kind, start: u32, end: u32) -> Self {
        Self {
            start,
            end,
            link: 0,
            kind,
            flags: 0,
            scale: 0,
        }
    }

    #[inline]
    pub(crate) fn has(self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    #[inline]
    pub(crate) fn is_container(self) -> bool {
        matches!(self.kind, Kind::Array | Kind::Object)
    }

    /// The value of a small number in billionths.
    #[inline]
    pub(crate) fn billionths(self) -> Option<i64> {
        if !self.has(SMALL) {
            return None;
        }
        let magnitude = i64::from(self.link) * power_of_ten(9 - self.scale.min(9));
        Some(if self.has(NEGATIVE) {
            -magnitude
        } else {
            magnitude
        })
    }

    /// The index after the value at `index`, which this node is.
    #[inline]
    pub(crate) fn after(self, index: u32) -> u32 {
        if self.is_container() {
            self.link
        } else {
            index + 1
        }
    }
}

/// Powers of ten, up to the most places that a small number has.
const POWERS: [i64; 10] = [
    1,
    10,
    100,
    1_000,
    10_000,
    100_000,
    1_000_000,
    10_000_000,
    100_000_000,
    1_000_000_000,
];

/// 10 to the power of `places`, for at most nine places.
#[inline]
pub(crate) fn power_of_ten(places: u16) -> i64 {
    POWERS.get(usize::from(places)).copied().unwrap_or(1)
}
