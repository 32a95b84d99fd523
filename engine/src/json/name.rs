//! Member names and other short strings: decides whether two of them are
//! equal, fast, and whether an object holds one twice (D1).
//!
//! Names are compared decoded. No hash is seeded and none is trusted: equal
//! hashes are always confirmed by content, and many names are sorted, so that
//! chosen collisions cost no more than `n log n`.

use super::node::Node;
use super::scan::window;
use super::tree::Spans;

/// The length, the first eight bytes (padded with zeros) and, of more than
/// eight, the last eight bytes of a string: complete up to 16 bytes, a good
/// filter above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) len: u32,
    pub(crate) head: u64,
    pub(crate) tail: u64,
}

impl Words {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self::at(bytes, 0, bytes.len())
    }

    /// The words of the `len` bytes of `text` from `start`.
    #[inline]
    pub(crate) fn at(text: &[u8], start: usize, len: usize) -> Self {
        let head = match window(text, start) {
            Some(chunk) if len >= 8 => u64::from_le_bytes(*chunk),
            Some(chunk) => u64::from_le_bytes(*chunk) & !(u64::MAX << (len * 8)),
            None => last_word(text, start, len),
        };
        let tail = if len > 8 {
            window(text, start + len - 8).map_or(0, |chunk| u64::from_le_bytes(*chunk))
        } else {
            0
        };
        Self {
            len: len as u32,
            head,
            tail,
        }
    }

    /// 32 bits that differ for most different strings.
    #[inline]
    pub(crate) fn hash(self) -> u32 {
        let mixed = (self.head ^ self.tail.rotate_left(29) ^ u64::from(self.len))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as u32
    }
}

/// The first word of a string so close to the end of the text that eight
/// bytes cannot be read.
#[cold]
fn last_word(text: &[u8], start: usize, len: usize) -> u64 {
    text.get(start..start + len)
        .unwrap_or_default()
        .iter()
        .rev()
        .fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// Which of 256 classes of names an object holds so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Filter {
    seen: [u64; 4],
}

impl Filter {
    /// Adds the name with this hash; not zero if its class was seen before.
    #[inline]
    pub(crate) fn add(&mut self, hash: u32) -> u64 {
        let bit = 1 << (hash >> 26);
        let Some(slot) = self.seen.get_mut((hash >> 24 & 3) as usize) else {
            return bit;
        };
        let known = *slot & bit;
        *slot |= bit;
        known
    }
}

/// How many names are compared through the filter before sorting pays.
const FILTERED: u32 = 32;

/// Does the object that was read last, and whose first key stands at `first`,
/// hold a name twice?
#[inline(never)]
pub(crate) fn has_duplicate(nodes: &[Node], text: &str, first: u32) -> bool {
    let spans = Spans::lone(text);
    let mut filter = Filter::default();
    let mut at = first;
    let mut count = 0;
    while let Some([key, value]) = pair(nodes, at) {
        count += 1;
        if count > FILTERED {
            return sorted_duplicate(nodes, &spans, first);
        }
        if filter.add(key.link) != 0 && seen_before(nodes, &spans, first, at) {
            return true;
        }
        at = value.after(at + 1);
    }
    false
}

/// The key at `at` and its value.
#[inline]
fn pair(nodes: &[Node], at: u32) -> Option<&[Node; 2]> {
    let at = at as usize;
    nodes.get(at..at + 2)?.first_chunk()
}

#[cold]
fn seen_before(nodes: &[Node], spans: &Spans<'_>, first: u32, at: u32) -> bool {
    let Some([wanted, _]) = pair(nodes, at) else {
        return false;
    };
    let mut known = first;
    while let Some([key, value]) = pair(nodes, known) {
        if known >= at {
            break;
        }
        if key.link == wanted.link && spans.decoded(*key) == spans.decoded(*wanted) {
            return true;
        }
        known = value.after(known + 1);
    }
    false
}

#[cold]
fn sorted_duplicate(nodes: &[Node], spans: &Spans<'_>, first: u32) -> bool {
    let until = nodes.len() as u32;
    let mut keys: Vec<Node> = Keys {
        nodes,
        at: first,
        until,
    }
    .collect();
    keys.sort_unstable_by(|a, b| {
        a.link
            .cmp(&b.link)
            .then_with(|| spans.decoded(*a).cmp(&spans.decoded(*b)))
    });
    keys.windows(2).any(|pair| match pair {
        [a, b] => a.link == b.link && spans.decoded(*a) == spans.decoded(*b),
        _ => false,
    })
}

/// The keys of an object, from `at` up to `until`.
struct Keys<'n> {
    nodes: &'n [Node],
    at: u32,
    until: u32,
}

impl Iterator for Keys<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        if self.at >= self.until {
            return None;
        }
        let key = *self.nodes.get(self.at as usize)?;
        let value = self.nodes.get(self.at as usize + 1)?;
        self.at = value.after(self.at + 1);
        Some(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_length_tell_all_strings_of_up_to_sixteen_bytes_apart() {
        let strings: Vec<String> = (0..=16)
            .flat_map(|len| {
                (0..len.max(1)).map(move |at| {
                    let mut text = vec![b'a'; len];
                    if len > 0 {
                        text[at] = b'b';
                    }
                    String::from_utf8(text).expect("ASCII")
                })
            })
            .collect();
        for (i, one) in strings.iter().enumerate() {
            for (j, two) in strings.iter().enumerate() {
                let same = Words::of(one.as_bytes()) == Words::of(two.as_bytes());
                assert_eq!(same, i == j, "{one} {two}");
            }
        }
    }
}
