//! The automaton of a pattern, from its tree.
//!
//! It is laid down from the end to the start, so that every part knows the
//! state behind it, with an explicit stack of tasks instead of recursion. The
//! search for a place to begin is part of the automaton, as a loop over whole
//! characters: a byte-wise loop would let `\B` hold inside a character.

use regex_automata::nfa::thompson::{Builder, NFA, Transition};
use regex_automata::util::look::Look;
use regex_automata::util::primitives::StateID;

use super::set::{LAST, Set, dot};
use super::syntax::{Assertion, Item, Syntax, UNBOUNDED};
use super::tree::{Node, Tree};
use super::utf8::Template;

/// What remains to be laid down; the last task is done first.
#[derive(Clone, Copy)]
enum Task {
    Visit(usize),
    /// Lays down one alternative in front of `next`.
    Branch {
        child: usize,
        next: StateID,
    },
    /// Keeps the start of the alternative just laid down.
    Keep,
    /// Joins the alternatives kept last.
    Join(usize),
    /// Lays down this many copies.
    Copies {
        child: usize,
        left: u32,
    },
    /// Lays down this many copies, from each of which `next` can be reached.
    Optional {
        child: usize,
        left: u32,
        next: StateID,
    },
    /// Makes the part just laid down optional.
    Skip {
        next: StateID,
    },
    /// Closes a loop; without `once` it may also be left at once.
    Close {
        head: StateID,
        next: StateID,
        once: bool,
    },
}

struct Layer<'a> {
    syntax: &'a Syntax,
    tree: &'a Tree,
    builder: Builder,
    tasks: Vec<Task>,
    kept: Vec<StateID>,
    /// The templates of the classes met, by their index; the last is that of `.`.
    templates: Vec<Option<Template>>,
}

/// Builds the automaton; `None` only for a pattern far over the budget.
pub(super) fn build(syntax: &Syntax) -> Option<NFA> {
    let tree = Tree::of(syntax);
    let mut templates = Vec::new();
    templates.resize_with(syntax.sets.len() + 1, || None);
    let mut layer = Layer {
        syntax,
        tree: &tree,
        builder: Builder::new(),
        tasks: Vec::new(),
        kept: Vec::new(),
        templates,
    };
    layer.builder.start_pattern().ok()?;
    let end = layer.builder.add_match().ok()?;
    let mut start = layer.lay(end)?;
    if !begins_at_start(&syntax.items) {
        let head = layer.builder.add_union(Vec::new()).ok()?;
        let any = lay_template(&mut layer.builder, &Template::of(&[(0, LAST)]), head)?;
        layer.builder.patch(head, start).ok()?;
        layer.builder.patch(head, any).ok()?;
        start = head;
    }
    layer.builder.finish_pattern(start).ok()?;
    layer.builder.build(start, start).ok()
}

/// Whether a match can only begin at the start of the subject, plainly written so.
fn begins_at_start(items: &[Item]) -> bool {
    let mut depth = 0_usize;
    let top_level_choice = items.iter().any(|item| {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && *item == Item::Alternative
    });
    items.first() == Some(&Item::Assert(Assertion::Start)) && !top_level_choice
}

impl Layer<'_> {
    /// Lays down the whole pattern in front of `next` and returns its start.
    fn lay(&mut self, next: StateID) -> Option<StateID> {
        let mut current = next;
        self.tasks.extend(self.tree.root.map(Task::Visit));
        while let Some(task) = self.tasks.pop() {
            current = self.step(task, current)?;
        }
        Some(current)
    }

    fn step(&mut self, task: Task, current: StateID) -> Option<StateID> {
        match task {
            Task::Visit(node) => return self.visit(node, current),
            Task::Branch { child, next } => {
                self.tasks.extend([Task::Keep, Task::Visit(child)]);
                return Some(next);
            }
            Task::Keep => self.kept.push(current),
            Task::Join(count) => {
                let from = self.kept.len().saturating_sub(count);
                return self.builder.add_union(self.kept.split_off(from)).ok();
            }
            Task::Copies { left: 0, .. } | Task::Optional { left: 0, .. } => {}
            Task::Copies { child, left } => {
                self.tasks.extend([
                    Task::Copies {
                        child,
                        left: left - 1,
                    },
                    Task::Visit(child),
                ]);
            }
            Task::Optional { child, left, next } => {
                let rest = Task::Optional {
                    child,
                    left: left - 1,
                    next,
                };
                self.tasks
                    .extend([rest, Task::Skip { next }, Task::Visit(child)]);
            }
            Task::Skip { next } => return self.builder.add_union(vec![current, next]).ok(),
            Task::Close { head, next, once } => {
                self.builder.patch(head, current).ok()?;
                self.builder.patch(head, next).ok()?;
                return Some(if once { current } else { head });
            }
        }
        Some(current)
    }

    fn visit(&mut self, node: usize, next: StateID) -> Option<StateID> {
        match self.tree.nodes.get(node).copied() {
            Some(Node::Leaf(item)) => return self.leaf(item, next),
            Some(Node::Sequence(from, to)) => {
                let children = self.tree.children.get(from..to).unwrap_or_default();
                self.tasks
                    .extend(children.iter().map(|&child| Task::Visit(child)));
            }
            Some(Node::Choice(from, to)) => {
                let children = self.tree.children.get(from..to).unwrap_or_default();
                self.tasks.push(Task::Join(children.len()));
                self.tasks
                    .extend(children.iter().map(|&child| Task::Branch { child, next }));
            }
            Some(Node::Repeat {
                child,
                min,
                max: UNBOUNDED,
            }) => {
                let head = self.builder.add_union(Vec::new()).ok()?;
                self.tasks.extend([
                    Task::Copies {
                        child,
                        left: min.saturating_sub(1),
                    },
                    Task::Close {
                        head,
                        next,
                        once: min > 0,
                    },
                    Task::Visit(child),
                ]);
                return Some(head);
            }
            Some(Node::Repeat { child, min, max }) => self.tasks.extend([
                Task::Copies { child, left: min },
                Task::Optional {
                    child,
                    left: max.saturating_sub(min),
                    next,
                },
            ]),
            None => {}
        }
        Some(next)
    }

    fn leaf(&mut self, item: Item, next: StateID) -> Option<StateID> {
        match item {
            Item::Char(character) => self.character(character, next),
            Item::Dot => self.set(dot(), self.syntax.sets.len(), next),
            Item::Set(index) => match self.syntax.sets.get(index as usize) {
                Some(set) => self.set(set, index as usize, next),
                None => self.builder.add_fail().ok(),
            },
            Item::Assert(assertion) => self.builder.add_look(next, look(assertion)).ok(),
            _ => self.builder.add_fail().ok(),
        }
    }

    fn character(&mut self, character: char, next: StateID) -> Option<StateID> {
        let mut start = next;
        for byte in character.encode_utf8(&mut [0; 4]).bytes().rev() {
            start = self
                .builder
                .add_range(Transition {
                    start: byte,
                    end: byte,
                    next: start,
                })
                .ok()?;
        }
        Some(start)
    }

    fn set(&mut self, set: &Set, index: usize, next: StateID) -> Option<StateID> {
        match self.templates.get_mut(index) {
            Some(slot) => {
                let template = slot.get_or_insert_with(|| Template::of(&set.spans()));
                lay_template(&mut self.builder, template, next)
            }
            None => self.builder.add_fail().ok(),
        }
    }
}

/// Lays down a class in front of `next` and returns its start.
fn lay_template(builder: &mut Builder, template: &Template, next: StateID) -> Option<StateID> {
    let mut states: Vec<StateID> = Vec::with_capacity(template.nodes.len());
    for edges in &template.nodes {
        let target =
            |node: Option<usize>| node.and_then(|at| states.get(at).copied()).unwrap_or(next);
        let mut transitions: Vec<Transition> = edges
            .iter()
            .map(|&(start, end, node)| Transition {
                start,
                end,
                next: target(node),
            })
            .collect();
        let state = match (transitions.len(), transitions.pop()) {
            (1, Some(only)) => builder.add_range(only).ok()?,
            (_, Some(last)) => {
                transitions.push(last);
                builder.add_sparse(transitions).ok()?
            }
            (_, None) => builder.add_fail().ok()?,
        };
        states.push(state);
    }
    match states.last() {
        Some(&start) => Some(start),
        None => builder.add_fail().ok(),
    }
}

fn look(assertion: Assertion) -> Look {
    match assertion {
        Assertion::Start => Look::Start,
        Assertion::End => Look::End,
        Assertion::WordBoundary => Look::WordAscii,
        Assertion::NoWordBoundary => Look::WordAsciiNegate,
    }
}
