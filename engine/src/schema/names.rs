//! The names of a schema (properties, required names, strings of enums):
//! decides how one is found among many. Short ranges are compared one by one,
//! long ones through a sorted index, so that no lookup goes quadratic.

use std::cmp::Ordering;

use crate::json::name::Words;
use crate::json::node::{ESCAPED, NONE, Node};
use crate::json::scan::window;
use crate::json::tree::Tree;

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
