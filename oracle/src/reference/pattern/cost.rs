//! What a pattern costs, term by term (D29), and what it is made of.
//!
//! Costs and ranges add along a sequence and over alternatives, and are
//! multiplied by repeats; they saturate and must never wrap. Nothing that is
//! repeated already, and no assertion, can be repeated.

use super::{NotAPattern, Scanned, Scanner, saturating};
use crate::reference::matcher::Node;
use crate::reference::sets::{Range, count, normal};

/// What a quantifier would repeat.
pub(super) struct Atom {
    pub(super) cost: u64,
    pub(super) ranges: u64,
    repeatable: bool,
    pub(super) node: Node,
}

/// One open group; the whole pattern is the first.
pub(super) struct Frame {
    pub(super) id: usize,
    pub(super) alternative: usize,
    repeatable: bool,
    cost: u64,
    ranges: u64,
    last: Option<Atom>,
    sequence: Vec<Node>,
    alternatives: Vec<Node>,
}

impl Frame {
    pub(super) fn new(id: usize, repeatable: bool) -> Frame {
        Frame {
            id,
            alternative: 0,
            repeatable,
            cost: 0,
            ranges: 0,
            last: None,
            sequence: Vec::new(),
            alternatives: Vec::new(),
        }
    }

    /// Sequence and alternation add (D29).
    fn add_last(&mut self) {
        if let Some(atom) = self.last.take() {
            self.cost = self.cost.saturating_add(atom.cost);
            self.ranges = self.ranges.saturating_add(atom.ranges);
            self.sequence.push(atom.node);
        }
    }

    pub(super) fn end_alternative(&mut self) {
        self.add_last();
        let sequence = std::mem::take(&mut self.sequence);
        self.alternatives.push(Node::Sequence(sequence));
        self.alternative += 1;
    }

    pub(super) fn end(mut self) -> Atom {
        self.end_alternative();
        let node = Node::Either(self.alternatives);
        Atom {
            cost: self.cost,
            ranges: self.ranges,
            repeatable: self.repeatable,
            node,
        }
    }
}

impl Scanner {
    pub(super) fn frame(&mut self) -> Scanned<&mut Frame> {
        self.frames.last_mut().ok_or(NotAPattern)
    }

    pub(super) fn put(&mut self, atom: Atom) -> Scanned<()> {
        let frame = self.frame()?;
        frame.add_last();
        frame.last = Some(atom);
        Ok(())
    }

    /// A character, class or `.`: costs 1, and has its ranges, which a lone
    /// character has one of.
    pub(super) fn atom(&mut self, set: &[Range]) -> Scanned<()> {
        let ranges = if set.len() == 1 { 1 } else { count(set) };
        self.put(Atom {
            cost: 1,
            ranges,
            repeatable: true,
            node: Node::Set(normal(set)),
        })
    }

    /// D29: an assertion costs 1 and has no ranges; `u` lets nothing repeat it.
    pub(super) fn assertion(&mut self, node: Node) -> Scanned<()> {
        self.put(Atom {
            cost: 1,
            ranges: 0,
            repeatable: false,
            node,
        })
    }

    /// D29: repeats multiply by the most, or by the least where there is no most.
    pub(super) fn quantify(&mut self, least: u64, most: Option<u64>) -> Scanned<()> {
        self.take("?");
        let times = most.unwrap_or(least).max(1);
        let frame = self.frame()?;
        match frame.last.take() {
            Some(atom) if atom.repeatable => {
                let inner = Box::new(atom.node);
                frame.last = Some(Atom {
                    cost: atom.cost.saturating_mul(times),
                    ranges: atom.ranges.saturating_mul(times),
                    repeatable: false, // `a**` is no pattern
                    node: Node::Repeat { inner, least, most },
                });
                Ok(())
            }
            _ => Err(NotAPattern),
        }
    }

    /// `n}`, `n,}` or `n,m}`.
    pub(super) fn braces(&mut self) -> Scanned<(u64, Option<u64>)> {
        let least = self.digits()?;
        let most = if !self.take(",") {
            Some(least.clone())
        } else if self.peek(0) == Some('}') {
            None
        } else {
            Some(self.digits()?)
        };
        // Counts are compared as text: they may have any number of digits.
        let upside_down = most
            .as_ref()
            .is_some_and(|m| (m.len(), m) < (least.len(), &least));
        if upside_down || !self.take("}") {
            return Err(NotAPattern);
        }
        Ok((saturating(&least), most.map(|m| saturating(&m))))
    }
}
