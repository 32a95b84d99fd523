//! R3 to R7: decides which type repair is a node's candidate and applies it
//! (D51 to D71).
//!
//! Every listed type contributes its own repair, and one is applied only if
//! no other outcome is possible (D53). Nothing here may produce a character
//! that the caller did not send.

use super::checks;
use super::entry::Rule;
use super::walk::{Fold, Walk};
use crate::DEPTH_LIMIT;
use crate::json::node::{ARENA, ESCAPED, Kind, Node, WRAPPED};
use crate::json::number::is_number;
use crate::json::reader::read;
use crate::json::scan;
use crate::json::writer::write_scalar;
use crate::schema::table::{SchemaNode, types};

/// What a type repair would make of a value.
#[derive(Clone, Copy)]
enum Candidate {
    Number,
    Boolean(bool),
    /// The root of the parsed value, whose nodes stand ready at the end of
    /// the tape.
    Parsed(u32),
    Text,
    Wrap,
}

/// The candidates of a node.
enum Choice {
    None,
    One(Candidate),
    Several,
}

impl Choice {
    fn add(self, candidate: Candidate) -> Self {
        match self {
            Self::None => Self::One(candidate),
            Self::One(_) | Self::Several => Self::Several,
        }
    }
}

impl Walk<'_, '_, '_> {
    /// The value at `index` has none of the node's types.
    #[cold]
    pub(super) fn mismatch(&mut self, index: u32, schema: u32, node: &SchemaNode) {
        let before = self.tree.node(index);
        let nodes = self.tree.nodes.len();
        let arena = self.tree.arena.len();
        let choice = self.choice(before, node.types);
        let fold = match choice {
            Choice::None => Fold::Allowed,
            Choice::One(candidate) => match self.apply(index, schema, before, candidate) {
                Applied::Replaced => return self.check(index, schema, node, Fold::Allowed),
                Applied::OnTrial => return,
                Applied::Barred => Fold::Barred,
            },
            Choice::Several => Fold::Barred,
        };
        self.tree.nodes.truncate(nodes);
        self.tree.arena.truncate(arena);
        self.failed = true;
        self.check(index, schema, node, fold);
    }

    fn choice(&mut self, value: Node, mask: u8) -> Choice {
        let wraps = mask & types::ARRAY != 0;
        match value.kind {
            Kind::String => self.string_choice(value, mask),
            Kind::Number | Kind::False | Kind::True => {
                let mut choice = Choice::None;
                if mask & types::STRING != 0 {
                    choice = choice.add(Candidate::Text);
                }
                if wraps {
                    choice.add(Candidate::Wrap)
                } else {
                    choice
                }
            }
            Kind::Null | Kind::Object if wraps => Choice::One(Candidate::Wrap),
            _ => Choice::None,
        }
    }

    /// What a string could become: R3, R4, R5, and R7 where R5 does not make
    /// an array of it (D66).
    fn string_choice(&mut self, value: Node, mask: u8) -> Choice {
        let content = self.tree.spans().decoded(value);
        let mut choice = Choice::None;
        if mask & (types::NUMBER | types::INTEGER) != 0 && is_number(&content) {
            let admitted = number_node(&content, (0, content.len() as u32)).is_some_and(|number| {
                let spans = crate::json::tree::Spans::lone(&content);
                checks::admits(mask, number, &spans)
            });
            if admitted {
                choice = choice.add(Candidate::Number);
            }
        }
        if mask & types::BOOLEAN != 0 && (content == "true" || content == "false") {
            choice = choice.add(Candidate::Boolean(content == "true"));
        }
        if mask & (types::ARRAY | types::OBJECT) == 0 {
            return choice;
        }
        let opener = content
            .bytes()
            .find(|byte| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
        let parsed = match opener {
            Some(b'[') if mask & types::ARRAY != 0 => Some(Candidate::Wrap),
            Some(b'{') if mask & types::OBJECT != 0 => None,
            _ if mask & types::ARRAY != 0 => return choice.add(Candidate::Wrap),
            _ => return choice,
        };
        let content = content.into_owned();
        let otherwise = parsed;
        match self.parse(&content) {
            Some(root) => {
                let choice = choice.add(Candidate::Parsed(root));
                // An object under `["object", "array"]` could be wrapped, too.
                if otherwise.is_none() && mask & types::ARRAY != 0 {
                    choice.add(Candidate::Wrap)
                } else {
                    choice
                }
            }
            None if mask & types::ARRAY != 0 => choice.add(Candidate::Wrap),
            None => choice,
        }
    }

    /// Parses the content of a string strictly (D49, D63, D64); the nodes go
    /// to the end of the tape.
    fn parse(&mut self, content: &str) -> Option<u32> {
        let root = self.tree.nodes.len() as u32;
        let base = ARENA | self.tree.arena.len() as u32;
        match read(content, u32::MAX, &mut self.tree.nodes) {
            Ok(events) if events.is_strict() && events.flaw().is_none() => {
                for node in self.tree.nodes.iter_mut().skip(root as usize) {
                    node.start += base;
                    node.end += base;
                }
                self.tree.arena.push_str(content);
                Some(root)
            }
            _ => {
                self.tree.nodes.truncate(root as usize);
                None
            }
        }
    }

    fn apply(&mut self, index: u32, schema: u32, before: Node, candidate: Candidate) -> Applied {
        match candidate {
            Candidate::Number => self.retype_number(index, before),
            Candidate::Boolean(value) => {
                let kind = if value { Kind::True } else { Kind::False };
                self.replace(
                    Rule::R4,
                    index,
                    before,
                    Node::plain(kind, before.start, before.end),
                )
            }
            Candidate::Text => {
                let text = Node::plain(Kind::String, before.start, before.end);
                self.replace(Rule::R6, index, before, text)
            }
            Candidate::Parsed(root) => self.unwrap_string(index, before, root),
            Candidate::Wrap => {
                if self.depth() + 1 + self.tree_height(index) > DEPTH_LIMIT {
                    return Applied::Barred;
                }
                self.begin_trial(index, schema);
                Applied::OnTrial
            }
        }
    }

    /// How many containers are nested in the value, without wraps on trial.
    fn tree_height(&self, index: u32) -> u32 {
        self.tree.height(index) - self.tree.place(index).wraps
    }

    /// R3: the digits are the caller's own; only the type changes.
    fn retype_number(&mut self, index: u32, before: Node) -> Applied {
        let span = if before.has(ESCAPED) {
            let content = self.tree.spans().decoded(before).into_owned();
            self.tree.store(&content)
        } else {
            (before.start, before.end)
        };
        let text = self.tree.spans().text(span.0, span.1);
        match number_node(text, span) {
            Some(after) => self.replace(Rule::R3, index, before, after),
            None => Applied::Barred,
        }
    }

    /// R5: the string gives way to the value that it spells.
    fn unwrap_string(&mut self, index: u32, before: Node, root: u32) -> Applied {
        if self.depth() + self.tree.height(root) > DEPTH_LIMIT {
            return Applied::Barred;
        }
        let mut after = Node::plain(Kind::Unwrapped, before.start, before.end);
        after.link = root;
        after.flags = before.flags & WRAPPED;
        let value = self.value_text(root);
        let mut string = String::new();
        write_scalar(&mut string, &self.tree.spans(), before);
        self.set(index, after);
        self.patch.broken = true;
        self.entry(
            Rule::R5,
            |out| out.push_str(&string),
            |out| out.push_str(&value),
        );
        Applied::Replaced
    }

    /// Replaces a scalar by a scalar.
    fn replace(&mut self, rule: Rule, index: u32, before: Node, mut after: Node) -> Applied {
        after.flags |= before.flags & WRAPPED;
        self.exchange(index, before, after);
        self.scalar_entry(rule, before, after);
        Applied::Replaced
    }
}

/// What became of a candidate.
enum Applied {
    Replaced,
    OnTrial,
    /// The result would nest too deep (D10).
    Barred,
}

/// The number that the whole of `text` spells, as a node over `span`.
fn number_node(text: &str, (start, end): (u32, u32)) -> Option<Node> {
    let token = scan::number(text.as_bytes(), 0).ok()?;
    Some(Node {
        start,
        end,
        link: token.coefficient,
        kind: Kind::Number,
        flags: token.flags,
        scale: token.scale,
    })
}
