//! The compiled schema as flat vectors: decides how the constraints of a
//! schema object are stored.

use super::keyword::Keyword;
use super::names::Names;
use super::pattern::Pattern;
use super::values::{Constant, Enumeration};
use crate::json::node::{Kind, NONE, Node};

/// Bits of [`SchemaNode::types`], one per JSON Schema type.
pub(crate) mod types {
    pub(crate) const NULL: u8 = 1;
    pub(crate) const BOOLEAN: u8 = 2;
    pub(crate) const INTEGER: u8 = 4;
    pub(crate) const NUMBER: u8 = 8;
    pub(crate) const STRING: u8 = 16;
    pub(crate) const ARRAY: u8 = 32;
    pub(crate) const OBJECT: u8 = 64;
    /// No `type` keyword: everything is admitted (D52).
    pub(crate) const ANY: u8 = 127;
}

/// Bits of [`SchemaNode::has`].
pub(crate) mod has {
    pub(crate) const ENUM: u16 = 1;
    pub(crate) const CONST: u16 = 2;
    pub(crate) const LENGTH: u16 = 4;
    pub(crate) const PATTERN: u16 = 8;
    pub(crate) const BOUNDS: u16 = 16;
    pub(crate) const UNIQUE: u16 = 32;
    /// `additionalProperties: false`
    pub(crate) const CLOSED: u16 = 64;
    pub(crate) const ITEM_COUNT: u16 = 128;
    pub(crate) const MEMBER_COUNT: u16 = 256;
    /// `required` is malformed; said at its turn.
    pub(crate) const BAD_REQUIRED: u16 = 512;
    /// A bound is no small number: only exact comparison decides.
    pub(crate) const WIDE_BOUND: u16 = 1024;
}

/// The keywords that bound a number, in published order.
pub(crate) const BOUNDS: [Keyword; 4] = [
    Keyword::Minimum,
    Keyword::Maximum,
    Keyword::ExclusiveMinimum,
    Keyword::ExclusiveMaximum,
];

/// The constraints of one schema object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SchemaNode {
    pub(crate) types: u8,
    /// Bit `k` is set if every value of kind `k` satisfies the schema and
    /// nothing below it is looked at.
    pub(crate) free: u16,
    pub(crate) has: u16,
    pub(crate) names: Names,
    /// How many names are required.
    pub(crate) required: u32,
    /// The schema of `items`, or [`NONE`].
    pub(crate) items: u32,
    pub(crate) min_length: u32,
    pub(crate) max_length: u32,
    pub(crate) min_items: u32,
    pub(crate) max_items: u32,
    pub(crate) min_members: u32,
    pub(crate) max_members: u32,
    /// Tape indices of the limits of [`BOUNDS`], [`NONE`] where there is none.
    pub(crate) bounds: [u32; 4],
    /// What the bounds leave of the small numbers, in billionths.
    pub(crate) least: i64,
    pub(crate) greatest: i64,
    /// Index in the table of patterns.
    pub(crate) pattern: u32,
    /// Index in the table of enums.
    pub(crate) enumeration: u32,
    /// Index in the table of constants.
    pub(crate) constant: u32,
    /// Tape index of the schema object.
    pub(crate) at: u32,
    /// The schema above, and the key in its `properties` ([`NONE`]: `items`).
    pub(crate) parent: u32,
    pub(crate) step: u32,
}

impl SchemaNode {
    /// A schema object that admits everything.
    pub(crate) fn open(at: u32, parent: u32, step: u32) -> Self {
        Self {
            types: types::ANY,
            free: 0,
            has: 0,
            names: Names::EMPTY,
            required: 0,
            items: NONE,
            min_length: 0,
            max_length: u32::MAX,
            min_items: 0,
            max_items: u32::MAX,
            min_members: 0,
            max_members: u32::MAX,
            bounds: [NONE; 4],
            least: i64::MIN,
            greatest: i64::MAX,
            pattern: NONE,
            enumeration: NONE,
            constant: NONE,
            at,
            parent,
            step,
        }
    }

    #[inline]
    pub(crate) fn has_any(&self, bits: u16) -> bool {
        self.has & bits != 0
    }

    /// Is every value of this kind admitted unseen?
    #[inline]
    pub(crate) fn is_free(&self, kind: Kind) -> bool {
        self.free >> kind as u16 & 1 == 1
    }

    /// Adds the bound `which` of [`BOUNDS`], whose limit stands at `at`.
    pub(crate) fn bound(&mut self, which: usize, at: u32, limit: Node) {
        self.has |= has::BOUNDS;
        if let Some(slot) = self.bounds.get_mut(which) {
            *slot = at;
        }
        let Some(limit) = limit.billionths() else {
            self.has |= has::WIDE_BOUND;
            return;
        };
        match BOUNDS.get(which) {
            Some(Keyword::Minimum) => self.least = self.least.max(limit),
            Some(Keyword::ExclusiveMinimum) => self.least = self.least.max(limit + 1),
            Some(Keyword::Maximum) => self.greatest = self.greatest.min(limit),
            _ => self.greatest = self.greatest.min(limit - 1),
        }
    }

    /// Settles [`Self::free`], once all keywords are known.
    pub(crate) fn settle(&mut self) {
        const EQUALITY: u16 = has::ENUM | has::CONST;
        let object = EQUALITY | has::CLOSED | has::MEMBER_COUNT;
        let array = EQUALITY | has::ITEM_COUNT | has::UNIQUE;
        for (kind, mask, constraints, guided) in [
            (Kind::Null, types::NULL, EQUALITY, false),
            (Kind::False, types::BOOLEAN, EQUALITY, false),
            (Kind::True, types::BOOLEAN, EQUALITY, false),
            (Kind::Number, types::NUMBER, EQUALITY | has::BOUNDS, false),
            (
                Kind::String,
                types::STRING,
                EQUALITY | has::LENGTH | has::PATTERN,
                false,
            ),
            (Kind::Array, types::ARRAY, array, self.items != NONE),
            (Kind::Object, types::OBJECT, object, !self.names.is_empty()),
        ] {
            if self.types & mask != 0 && !self.has_any(constraints) && !guided {
                self.free |= 1 << kind as u16;
            }
        }
    }
}

/// The patterns, enums and constants of a schema.
#[derive(Default)]
pub(crate) struct Constraints {
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) enumerations: Vec<Enumeration>,
    pub(crate) constants: Vec<Constant>,
}
