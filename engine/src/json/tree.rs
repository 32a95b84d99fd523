//! A JSON document that repairs may rewrite in place: decides where the text
//! of each node lies. Repairs retag nodes and add text to an arena; the text
//! that the caller sent is never touched.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::node::{ARENA, DECODED, ESCAPED, Kind, Node, WRAPPED};
use super::string::decode;

/// Resolves spans: below [`ARENA`] into one text, above into another.
#[derive(Clone, Copy)]
pub(crate) struct Spans<'t> {
    low: &'t str,
    high: &'t str,
}

impl<'t> Spans<'t> {
    /// Spans of a text alone.
    #[inline]
    pub(crate) fn lone(text: &'t str) -> Self {
        Self {
            low: text,
            high: "",
        }
    }

    /// The text from `start` to `end`.
    #[inline]
    pub(crate) fn text(&self, start: u32, end: u32) -> &'t str {
        let found = if start & ARENA == 0 {
            self.low.get(start as usize..end as usize)
        } else {
            self.high
                .get((start & !ARENA) as usize..(end & !ARENA) as usize)
        };
        found.unwrap_or_default()
    }

    /// The node's own text: spelling, or string content as it stands.
    #[inline]
    pub(crate) fn raw(&self, node: Node) -> &'t str {
        self.text(node.start, node.end)
    }

    /// The decoded content of a string or key.
    #[inline]
    pub(crate) fn decoded(&self, node: Node) -> Cow<'t, str> {
        let raw = self.raw(node);
        if node.has(ESCAPED) {
            decode(raw)
        } else {
            Cow::Borrowed(raw)
        }
    }
}

/// A value on the tape together with how many of R7's wraps stand around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) index: u32,
    pub(crate) wraps: u32,
}

/// A text, its nodes, and what repairs added to them.
pub(crate) struct Tree<'t> {
    pub(crate) text: Cow<'t, str>,
    pub(crate) arena: String,
    pub(crate) nodes: Vec<Node>,
    /// How often R7 wrapped a node that has the flag [`WRAPPED`].
    wraps: BTreeMap<u32, u32>,
}

impl<'t> Tree<'t> {
    /// A tree over `text`, without nodes yet.
    #[inline]
    pub(crate) fn new(text: Cow<'t, str>) -> Self {
        let nodes = Vec::with_capacity(text.len() / 6 + 8);
        Self {
            text,
            arena: String::new(),
            nodes,
            wraps: BTreeMap::new(),
        }
    }

    #[inline]
    pub(crate) fn spans(&self) -> Spans<'_> {
        Spans {
            low: &self.text,
            high: &self.arena,
        }
    }

    /// The node at `index`; a null far outside where there is none, so that
    /// a broken link can never panic.
    #[inline]
    pub(crate) fn node(&self, index: u32) -> Node {
        match self.nodes.get(index as usize) {
            Some(&node) => node,
            None => Node::plain(Kind::Null, 0, 0),
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, index: u32, node: Node) {
        if let Some(slot) = self.nodes.get_mut(index as usize) {
            *slot = node;
        }
    }

    /// The index that holds the value of `index`, through R5.
    #[inline]
    pub(crate) fn resolve(&self, index: u32) -> u32 {
        let node = self.node(index);
        if node.kind == Kind::Unwrapped {
            node.link
        } else {
            index
        }
    }

    /// The value at `index` with all its wraps.
    #[inline]
    pub(crate) fn place(&self, index: u32) -> Place {
        let wraps = if self.node(index).has(WRAPPED) {
            self.wraps.get(&index).copied().unwrap_or(0)
        } else {
            0
        };
        Place { index, wraps }
    }

    /// Sets how many wraps stand around `index`.
    pub(crate) fn set_wraps(&mut self, index: u32, wraps: u32) {
        self.wraps.insert(index, wraps);
        let mut node = self.node(index);
        node.flags |= WRAPPED;
        self.set(index, node);
    }

    /// Puts `content` into the arena and returns its span.
    pub(crate) fn store(&mut self, content: &str) -> (u32, u32) {
        let start = ARENA | self.arena.len() as u32;
        self.arena.push_str(content);
        (start, ARENA | self.arena.len() as u32)
    }

    /// The indices of the children of the container at `index`: for an
    /// object its keys, without the members that R8 removed.
    pub(crate) fn children(&self, index: u32) -> Children<'_, 't> {
        let node = self.node(index);
        Children {
            tree: self,
            next: index + 1,
            end: if node.is_container() { node.link } else { 0 },
            object: node.kind == Kind::Object,
        }
    }

    /// How many containers are nested in the value at `index`, itself
    /// included, R7's wraps and R5's values counted.
    pub(crate) fn height(&self, index: u32) -> u32 {
        let mut deepest = 0;
        let mut work = vec![(index, 0)];
        while let Some((index, above)) = work.pop() {
            let wraps = self.place(index).wraps;
            let index = self.resolve(index);
            let node = self.node(index);
            let here = above + wraps + u32::from(node.is_container());
            deepest = deepest.max(here);
            for child in self.children(index) {
                let value = child + u32::from(node.kind == Kind::Object);
                work.push((value, here));
            }
        }
        deepest
    }
}

/// See [`Tree::children`].
pub(crate) struct Children<'a, 't> {
    tree: &'a Tree<'t>,
    next: u32,
    end: u32,
    object: bool,
}

impl Iterator for Children<'_, '_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.next < self.end {
            let found = self.next;
            let value = found + u32::from(self.object);
            self.next = self.tree.node(value).after(value);
            if !self.object || !self.tree.node(found).has(super::node::REMOVED) {
                return Some(found);
            }
        }
        None
    }
}

/// A string node over decoded content at `start..end`; `plain` if nothing in
/// it needs an escape.
pub(crate) fn string_node((start, end): (u32, u32), plain: bool) -> Node {
    let mut node = Node::plain(Kind::String, start, end);
    if !plain {
        node.flags = DECODED;
    }
    node
}
