//! A class as a little automaton over the bytes of UTF-8.
//!
//! A large property has hundreds of ranges and, taken range by range, thousands
//! of states. Equal tails are shared, which makes `\p{L}` about a fifth of that,
//! and the result is kept as a template, because a counted class is laid down
//! many times.

use std::collections::HashMap;

use regex_syntax::utf8::{Utf8Range, Utf8Sequence, Utf8Sequences};

use super::set::Span;

/// A range of bytes and the node behind it; `None` is the end of the character.
pub(super) type Edge = (u8, u8, Option<usize>);

/// The nodes of a class; an edge leads to an earlier node, and the last is the start.
#[derive(Default)]
pub(super) struct Template {
    pub(super) nodes: Vec<Vec<Edge>>,
    known: HashMap<Vec<Edge>, usize>,
}

impl Template {
    /// The template of sorted spans that do not overlap; no nodes if there are none.
    pub(super) fn of(spans: &[Span]) -> Self {
        let mut sequences = Vec::new();
        for &(first, last) in spans {
            if let (Some(first), Some(last)) = (char::from_u32(first), char::from_u32(last)) {
                sequences.extend(Utf8Sequences::new(first, last));
            }
        }
        let mut template = Self::default();
        if !sequences.is_empty() {
            let start = template.node(&sequences, 0);
            // The start is never a tail of another node, so it came last.
            debug_assert_eq!(start + 1, template.nodes.len());
        }
        template.known = HashMap::new();
        template
    }

    /// The node for what follows `depth` bytes that all sequences share. It calls
    /// itself at most three deep: a character has four bytes.
    fn node(&mut self, sequences: &[Utf8Sequence], depth: usize) -> usize {
        let mut edges: Vec<Edge> = Vec::new();
        for group in sequences.chunk_by(|a, b| range(a, depth) == range(b, depth)) {
            let Some((first, range)) = group
                .first()
                .zip(group.first().and_then(|s| range(s, depth)))
            else {
                continue;
            };
            let next = (first.len() > depth + 1).then(|| self.node(group, depth + 1));
            match edges.last_mut() {
                Some(edge) if edge.2 == next && edge.1.checked_add(1) == Some(range.start) => {
                    edge.1 = range.end;
                }
                _ => edges.push((range.start, range.end, next)),
            }
        }
        if let Some(&node) = self.known.get(&edges) {
            return node;
        }
        self.nodes.push(edges.clone());
        self.known.insert(edges, self.nodes.len() - 1);
        self.nodes.len() - 1
    }
}

fn range(sequence: &Utf8Sequence, depth: usize) -> Option<Utf8Range> {
    sequence.as_slice().get(depth).copied()
}

#[cfg(test)]
mod tests {
    use super::super::set::{ALL_WIDE, LAST};
    use super::*;

    fn accepts(template: &Template, bytes: &[u8]) -> bool {
        let mut node = template.nodes.len().checked_sub(1);
        for &byte in bytes {
            let Some(edges) = node.map(|at| &template.nodes[at]) else {
                return false;
            };
            let Some(edge) = edges.iter().find(|edge| (edge.0..=edge.1).contains(&byte)) else {
                return false;
            };
            node = edge.2;
        }
        node.is_none()
    }

    #[test]
    fn a_template_accepts_the_members_and_no_others() {
        let spans = [
            (0x41, 0x5A),
            (0x7F, 0x7F),
            (0x80, 0x90),
            (0x7FE, 0x801),
            (0xD7F0, 0xE010),
            (0xFFF0, 0x1_0010),
            (0x10_0000, LAST),
        ];
        let template = Template::of(&spans);
        for character in '\0'..=char::MAX {
            let point = u32::from(character);
            let member = spans.iter().any(|span| (span.0..=span.1).contains(&point));
            let mut buffer = [0; 4];
            assert_eq!(
                accepts(&template, character.encode_utf8(&mut buffer).as_bytes()),
                member,
                "{point:x}"
            );
        }
    }

    #[test]
    fn equal_tails_are_shared() {
        assert!(Template::of(ALL_WIDE).nodes.len() <= 8);
        assert!(Template::of(&[]).nodes.is_empty());
    }
}
