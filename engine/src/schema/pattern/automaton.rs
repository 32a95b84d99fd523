//! The search for a pattern that cannot be matched directly.
//!
//! A lazy DFA searches first: linear in the subject, one table look-up a byte
//! once its states are known. Where it keeps building states instead, it gives
//! up, and a row of bits takes over. All of them run the same automaton, so
//! which one answers must never show in the answer.

use std::sync::OnceLock;

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::NFA;
use regex_automata::util::pool::Pool;
use regex_automata::{Anchored, Input};

use super::bits::Bits;
use super::nfa::build;
use super::syntax::Syntax;

/// What searches for a pattern.
pub(super) struct Automaton {
    search: Option<Search>,
}

struct Search {
    nfa: NFA,
    /// Gives up when it builds about as many states as it reads bytes.
    first: Lazy,
    /// What takes over then.
    second: OnceLock<Second>,
}

enum Second {
    Bits(Box<Bits>),
    /// For automata that a row of bits does not suit: never gives up.
    Lazy(Box<Lazy>),
}

/// A lazy DFA, with one cache for each thread that searches at a time.
struct Lazy {
    dfa: DFA,
    caches: Pool<Cache, CreateCache>,
}

type CreateCache = Box<dyn Fn() -> Cache + Send + Sync>;

impl Automaton {
    /// Builds the automaton; only a pattern far over the budget has none.
    pub(super) fn new(syntax: &Syntax) -> Self {
        let search = build(syntax).and_then(|nfa| {
            let first = Lazy::of(&nfa, true)?;
            Some(Search {
                nfa,
                first,
                second: OnceLock::new(),
            })
        });
        Self { search }
    }

    /// Whether the pattern matches anywhere in the subject.
    pub(super) fn is_match(&self, subject: &str) -> bool {
        self.search.as_ref().is_some_and(|search| {
            search
                .first
                .is_match(subject)
                .or_else(|| search.again(subject))
                .unwrap_or(false)
        })
    }
}

impl Search {
    /// Searches by the second means; `None` never happens within the budget.
    fn again(&self, subject: &str) -> Option<bool> {
        let second = if let Some(second) = self.second.get() {
            second
        } else {
            let second = match Bits::of(&self.nfa) {
                Some(bits) => Second::Bits(Box::new(bits)),
                None => Second::Lazy(Box::new(Lazy::of(&self.nfa, false)?)),
            };
            self.second.get_or_init(|| second)
        };
        match second {
            Second::Bits(bits) => Some(bits.is_match(subject.as_bytes())),
            Second::Lazy(lazy) => lazy.is_match(subject),
        }
    }
}

impl Lazy {
    fn of(nfa: &NFA, may_give_up: bool) -> Option<Self> {
        // A full cache is emptied. A pattern that is only slow to start (its states
        // grow for some thousand bytes, then stay) fills it a few times, too.
        let mut config = DFA::config().skip_cache_capacity_check(true);
        if may_give_up {
            config = config
                .minimum_cache_clear_count(Some(8))
                .minimum_bytes_per_state(Some(16));
        }
        let dfa = DFA::builder()
            .configure(config)
            .build_from_nfa(nfa.clone())
            .ok()?;
        let template = dfa.clone();
        let create: CreateCache = Box::new(move || template.create_cache());
        Some(Self {
            dfa,
            caches: Pool::new(create),
        })
    }

    /// `None`: it gave up. It never quits, as no byte is excluded.
    fn is_match(&self, subject: &str) -> Option<bool> {
        let input = Input::new(subject).anchored(Anchored::Yes).earliest(true);
        let found = self.dfa.try_search_fwd(&mut self.caches.get(), &input);
        found.ok().map(|found| found.is_some())
    }
}

#[cfg(test)]
impl Automaton {
    /// The answer of the row of bits, if the automaton suits it.
    pub(super) fn is_match_by_bits(&self, subject: &str) -> Option<bool> {
        let bits = Bits::of(&self.search.as_ref()?.nfa)?;
        Some(bits.is_match(subject.as_bytes()))
    }
}
