//! The compiled schema as flat vectors: decides how constraints are stored
//! and how a name is found among many without going quadratic.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::OnceLock;

use super::keyword::Keyword;
use super::pattern::Pattern;
use crate::json::canonical;
use crate::json::name::Words;
use crate::json::node::{ESCAPED, Kind, NONE, Node};
use crate::json::scan::window;
use crate::json::tree::{Place, Tree};

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

/// A range of names, with a sorted index where it is long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    pub(crate) first: u32,
    pub(crate) count: u32,
    /// Where the range's sorted index starts, or [`NONE`].
    sorted: u32,
}

impl Names {
    pub(crate) const EMPTY: Self = Self {
        first: 0,
        count: 0,
        sorted: NONE,
    };

    /// Is there anything to look up?
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.count == 0
    }
}

/// A property name, a required name or a string of an enum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name {
    pub(crate) words: Words,
    /// Covers the bytes of the first word that the name has.
    mask: u64,
    /// Span of the decoded content.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Property: its schema, [`NONE`] if it is only required. Enum: the tape
    /// index of the entry.
    pub(crate) target: u32,
    pub(crate) required: bool,
}

impl Name {
    pub(crate) fn new(
        content: &str,
        (start, end): (u32, u32),
        target: u32,
        required: bool,
    ) -> Self {
        let words = Words::of(content.as_bytes());
        let mask = if words.len < 8 {
            !(u64::MAX << (words.len * 8))
        } else {
            u64::MAX
        };
        Self {
            words,
            mask,
            start,
            end,
            target,
            required,
        }
    }

    /// Is the name this key of `text`, as far as can be told in place? Keys
    /// of the arena start beyond every text.
    #[inline]
    pub(crate) fn is_plain_key(&self, text: &[u8], key: &Node) -> bool {
        let len = (key.end - key.start) as usize;
        !key.has(ESCAPED) && self.stands_at(text, key.start as usize, len)
    }

    /// Does the name stand in `text` from `start`, `len` bytes long? Names
    /// of more than 16 bytes, and those at the very end of the text, are not
    /// recognised here.
    #[inline]
    fn stands_at(&self, text: &[u8], start: usize, len: usize) -> bool {
        if self.words.len as usize != len || len > 16 {
            return false;
        }
        let word = |at: usize| window(text, at).map(|chunk| u64::from_le_bytes(*chunk));
        word(start).is_some_and(|head| (head ^ self.words.head) & self.mask == 0)
            && (len <= 8 || word(start + len - 8) == Some(self.words.tail))
    }
}

/// The entries of an `enum`.
pub(crate) struct Enumeration {
    /// Tape index of the array.
    pub(crate) at: u32,
    /// The entries, if there are any and all of them are strings (D78).
    pub(crate) strings: Option<Names>,
    pub(crate) has_null: bool,
    /// Canonical forms of all entries, sorted.
    forms: OnceLock<Vec<Vec<u8>>>,
    /// Lower-cased entries, with the one value that each stands for.
    folded: OnceLock<HashMap<String, Option<u32>>>,
}

impl Enumeration {
    pub(crate) fn new(at: u32, strings: Option<Names>, has_null: bool) -> Self {
        Self {
            at,
            strings,
            has_null,
            forms: OnceLock::new(),
            folded: OnceLock::new(),
        }
    }

    /// Is a value with this canonical form among the entries?
    pub(crate) fn has_form(&self, schema: &Tree<'_>, form: &[u8]) -> bool {
        let forms = self.forms.get_or_init(|| {
            let mut all: Vec<Vec<u8>> = schema
                .children(self.at)
                .map(|entry| {
                    let mut out = Vec::new();
                    canonical::write(
                        &mut out,
                        schema,
                        Place {
                            index: entry,
                            wraps: 0,
                        },
                    );
                    out
                })
                .collect();
            all.sort_unstable();
            all
        });
        forms
            .binary_search_by(|entry| entry.as_slice().cmp(form))
            .is_ok()
    }

    /// The tape index of the one entry that equals `content` after
    /// lower-casing (D76, D77); none if there is no entry or a choice.
    pub(crate) fn unique_fold(&self, schema: &Tree<'_>, content: &str) -> Option<u32> {
        let folded = self.folded.get_or_init(|| {
            let mut map: HashMap<String, Option<u32>> = HashMap::new();
            for entry in schema.children(self.at) {
                let value = schema.spans().decoded(schema.node(entry));
                map.entry(value.to_lowercase())
                    .and_modify(|known| {
                        let same = known.is_some_and(|other| {
                            schema.spans().decoded(schema.node(other)) == value
                        });
                        if !same {
                            *known = None;
                        }
                    })
                    .or_insert(Some(entry));
            }
            map
        });
        folded.get(&content.to_lowercase()).copied().flatten()
    }
}

/// The value of a `const`.
pub(crate) struct Constant {
    /// Tape index of the value.
    pub(crate) at: u32,
    form: OnceLock<Vec<u8>>,
}

impl Constant {
    pub(crate) fn new(at: u32) -> Self {
        Self {
            at,
            form: OnceLock::new(),
        }
    }

    /// Is this the canonical form of the value?
    pub(crate) fn is_form(&self, schema: &Tree<'_>, form: &[u8]) -> bool {
        let own = self.form.get_or_init(|| {
            let mut out = Vec::new();
            canonical::write(
                &mut out,
                schema,
                Place {
                    index: self.at,
                    wraps: 0,
                },
            );
            out
        });
        own == form
    }
}

/// All names of a schema.
#[derive(Default)]
pub(crate) struct NameTable {
    names: Vec<Name>,
    /// Indices into `names`, sorted by hash and content, for long ranges.
    sorted: Vec<u32>,
}

/// Ranges up to this length are searched one by one.
const SHORT: u32 = 8;

impl NameTable {
    pub(crate) fn len(&self) -> u32 {
        self.names.len() as u32
    }

    pub(crate) fn push(&mut self, name: Name) {
        self.names.push(name);
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> Option<&Name> {
        self.names.get(index as usize)
    }

    pub(crate) fn get_mut(&mut self, index: u32) -> Option<&mut Name> {
        self.names.get_mut(index as usize)
    }

    /// How the name at `index` compares to these words and bytes in a sorted
    /// index: by hash, and by content only where that is equal.
    #[inline]
    fn compare(&self, schema: &Tree<'_>, index: u32, hash: u32, name: &[u8]) -> Ordering {
        let Some(known) = self.get(index) else {
            return Ordering::Less;
        };
        let by_hash = known.words.hash().cmp(&hash);
        by_hash.then_with(|| long_name(schema, known).cmp(name))
    }

    /// The range from `first` to the end of the table, indexed if it is long.
    pub(crate) fn seal(&mut self, schema: &Tree<'_>, first: u32) -> Names {
        let count = self.len() - first;
        if count <= SHORT {
            return Names {
                first,
                count,
                sorted: NONE,
            };
        }
        let mut order: Vec<u32> = (first..self.len()).collect();
        order.sort_unstable_by(|&a, &b| match (self.get(a), self.get(b)) {
            (Some(a), Some(b)) => {
                let by_hash = a.words.hash().cmp(&b.words.hash());
                by_hash.then_with(|| long_name(schema, a).cmp(long_name(schema, b)))
            }
            _ => Ordering::Equal,
        });
        let sorted = self.sorted.len() as u32;
        self.sorted.append(&mut order);
        Names {
            first,
            count,
            sorted,
        }
    }

    /// Is the name at `index` the string of these words and bytes?
    #[inline]
    fn is(&self, schema: &Tree<'_>, index: u32, words: Words, name: &[u8]) -> bool {
        self.get(index).is_some_and(|known| {
            known.words == words && (words.len <= 16 || long_name(schema, known) == name)
        })
    }

    /// The names of `range`.
    #[inline]
    pub(crate) fn range(&self, range: Names) -> &[Name] {
        let first = range.first as usize;
        let all = self.names.get(first..first + range.count as usize);
        all.unwrap_or_default()
    }

    /// The index of a decoded name within `range`.
    pub(crate) fn find_str(&self, schema: &Tree<'_>, range: Names, name: &str) -> Option<u32> {
        self.find_other(schema, range, Words::of(name.as_bytes()), name.as_bytes())
    }

    /// Is a name of `range` the `len` bytes of `text` from `start`, which hold
    /// no escapes?
    #[inline]
    pub(crate) fn stands(
        &self,
        schema: &Tree<'_>,
        range: Names,
        text: &[u8],
        (start, len): (usize, usize),
    ) -> bool {
        if range.sorted == NONE
            && self
                .range(range)
                .iter()
                .any(|known| known.stands_at(text, start, len))
        {
            return true;
        }
        let name = text.get(start..start + len).unwrap_or_default();
        self.find_other(schema, range, Words::of(name), name)
            .is_some()
    }

    #[inline(never)]
    fn find_other(
        &self,
        schema: &Tree<'_>,
        range: Names,
        words: Words,
        name: &[u8],
    ) -> Option<u32> {
        let mut all = range.first..range.first + range.count;
        if range.sorted == NONE {
            return all.find(|&index| self.is(schema, index, words, name));
        }
        let from = range.sorted as usize;
        let sorted = self.sorted.get(from..from + range.count as usize)?;
        let hash = words.hash();
        let found = sorted
            .binary_search_by(|&index| self.compare(schema, index, hash, name))
            .ok()?;
        sorted.get(found).copied()
    }
}

/// The whole content of a name that is too long for its words.
#[cold]
fn long_name<'s>(schema: &'s Tree<'_>, name: &Name) -> &'s [u8] {
    schema.spans().text(name.start, name.end).as_bytes()
}

/// The patterns, enums and constants of a schema.
#[derive(Default)]
pub(crate) struct Constraints {
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) enumerations: Vec<Enumeration>,
    pub(crate) constants: Vec<Constant>,
}
