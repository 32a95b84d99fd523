//! The pattern as a tree, freed of what cannot change what it matches.
//!
//! The budget of D29 counts characters, not nesting, so `(?:(?:(?:a)*)*)*` and
//! `(?:|(?:|(?:|a)))` cost 1 at any depth. Here empty parts vanish and `?`, `*`
//! and `+` around one another become one of them; after that the size of the
//! tree is bounded by the cost. Nodes live in one list and are built with
//! explicit stacks: a pattern of 5,000 nested groups is no deep recursion.

use super::syntax::{Item, Syntax, UNBOUNDED};

/// A part of the pattern; the lists are ranges of [`Tree::children`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Leaf(Item),
    /// Two or more parts, one after the other.
    Sequence(usize, usize),
    /// Two or more parts, of which one matches.
    Choice(usize, usize),
    /// Never of no repeats, exactly one, or an empty part.
    Repeat {
        child: usize,
        min: u32,
        max: u32,
    },
}

/// A pattern without its empty parts.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) children: Vec<usize>,
    /// `None` for a pattern that is empty throughout.
    pub(super) root: Option<usize>,
}

/// A group that is not closed: where its current alternative and its finished
/// ones begin on their stacks.
#[derive(Clone, Copy, Default)]
struct Frame {
    terms: usize,
    branches: usize,
    /// One of the finished alternatives is empty.
    optional: bool,
}

#[derive(Default)]
struct Builder {
    nodes: Vec<Node>,
    children: Vec<usize>,
    /// The terms of all open alternatives; `None` is an empty one.
    terms: Vec<Option<usize>>,
    branches: Vec<usize>,
    current: Frame,
}

impl Tree {
    pub(super) fn of(syntax: &Syntax) -> Self {
        let mut builder = Builder::default();
        let mut outer = Vec::new();
        for &item in &syntax.items {
            match item {
                Item::Open => {
                    outer.push(builder.current);
                    builder.current = Frame {
                        terms: builder.terms.len(),
                        branches: builder.branches.len(),
                        optional: false,
                    };
                }
                Item::Alternative => builder.end_branch(),
                Item::Close => {
                    let group = builder.end_group();
                    builder.current = outer.pop().unwrap_or_default();
                    builder.terms.push(group);
                }
                Item::Repeat { min, max } => {
                    let term = builder.terms.pop().flatten();
                    let repeated = term.and_then(|child| builder.repeat(child, min, max));
                    builder.terms.push(repeated);
                }
                leaf => {
                    let node = builder.node(Node::Leaf(leaf));
                    builder.terms.push(Some(node));
                }
            }
        }
        let root = builder.end_group();
        Self {
            nodes: builder.nodes,
            children: builder.children,
            root,
        }
    }
}

impl Builder {
    fn node(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn end_branch(&mut self) {
        let start = self.children.len();
        self.children
            .extend(self.terms.drain(self.current.terms..).flatten());
        match self.gather(start, Node::Sequence) {
            Some(branch) => self.branches.push(branch),
            None => self.current.optional = true,
        }
    }

    fn end_group(&mut self) -> Option<usize> {
        self.end_branch();
        let start = self.children.len();
        self.children
            .extend(self.branches.drain(self.current.branches..));
        let choice = self.gather(start, Node::Choice)?;
        if self.current.optional {
            self.repeat(choice, 0, 1)
        } else {
            Some(choice)
        }
    }

    /// Makes a node of the children from `start` on, unless they are none or one.
    fn gather(&mut self, start: usize, of: impl Fn(usize, usize) -> Node) -> Option<usize> {
        let end = self.children.len();
        if end - start <= 1 {
            return if end > start {
                self.children.pop()
            } else {
                None
            };
        }
        Some(self.node(of(start, end)))
    }

    fn repeat(&mut self, child: usize, min: u32, max: u32) -> Option<usize> {
        if max == 0 {
            return None;
        }
        if (min, max) == (1, 1) {
            return Some(child);
        }
        if let Some(Node::Repeat {
            min: inner,
            max: outermost,
            ..
        }) = self.nodes.get_mut(child)
            && is_simple(min, max)
            && is_simple(*inner, *outermost)
        {
            *inner = min.min(*inner);
            *outermost = max.max(*outermost);
            return Some(child);
        }
        Some(self.node(Node::Repeat { child, min, max }))
    }
}

/// Whether the bounds are those of `?`, `*` or `+`.
fn is_simple(min: u32, max: u32) -> bool {
    min <= 1 && (max == 1 || max == UNBOUNDED)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(pattern: &str) -> usize {
        Tree::of(&Syntax::parse(pattern).unwrap()).nodes.len()
    }

    #[test]
    fn nesting_that_costs_nothing_leaves_nothing() {
        let depth = 40_000;
        let empty = "(".repeat(depth) + &")".repeat(depth);
        assert!(Tree::of(&Syntax::parse(&empty).unwrap()).root.is_none());
        let stars = "(?:".repeat(depth) + "a" + &")*".repeat(depth);
        assert_eq!(size(&stars), 2);
        let empties = "(?:|".repeat(depth) + "a" + &")".repeat(depth);
        assert_eq!(size(&empties), 2);
        assert_eq!(size("(?:){4000000000}"), 0);
        assert_eq!(size("(?:a+)?"), 2);
    }

    #[test]
    fn counted_repeats_are_kept_apart() {
        assert_eq!(size("(?:a{2})*"), 3);
        assert_eq!(size("(?:a*){2}"), 3);
        assert_eq!(size("(?:a{1}){1}"), 1);
    }
}
