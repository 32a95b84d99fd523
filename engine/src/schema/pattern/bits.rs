//! The search for patterns that no cache of DFA states can hold.
//!
//! `[ab]*a[ab]{4000}c` has a different set of live states at nearly every
//! character, so a lazy DFA builds a new state of thousands of members each
//! time. Here the set is a row of bits. Counted repeats make most states lead to
//! their neighbour alone, so a step is a shift and a mask for all of those at
//! once, and only the live others are followed one by one. A pattern whose
//! states have too many ways on is refused: that row would not be the faster.

use regex_automata::nfa::thompson::{NFA, State, Transition};
use regex_automata::util::look::Look;
use regex_automata::util::primitives::StateID;

/// More places than any pattern within the budget needs, large properties aside.
const MOST_PLACES: usize = 1 << 14;

const AT_START: u8 = 1;
const AT_END: u8 = 2;
const AT_WORD: u8 = 4;
const NOT_AT_WORD: u8 = 8;

/// A way on from a place: to another one, or to the end of the pattern.
struct Edge {
    /// What must hold between the two characters.
    condition: u8,
    /// `None`: the pattern has matched.
    to: Option<usize>,
}

/// A state with one target: what it reads, and what it leads to.
struct Place {
    state: StateID,
    target: StateID,
    ranges: Vec<(u8, u8)>,
}

/// A row of bits for each byte, and the ways on that are no plain step.
pub(super) struct Bits {
    words: usize,
    /// For each byte, the places that read it.
    readers: Vec<u64>,
    /// The places that lead to the next place and nowhere else.
    steps: Vec<u64>,
    /// For each place, which of the `ways` leads on; many places share one.
    way_of: Vec<usize>,
    /// The ways on, as ranges of `edges`; the first leads into the pattern.
    ways: Vec<(usize, usize)>,
    edges: Vec<Edge>,
}

impl Bits {
    /// Builds the rows; `None` if the automaton is too large or too dense.
    pub(super) fn of(nfa: &NFA) -> Option<Self> {
        let places = places(nfa);
        if places.len() > MOST_PLACES {
            return None;
        }
        let words = places.len() / 64 + 1;
        let mut bits = Self {
            words,
            readers: vec![0; 256 * words],
            steps: vec![0; words],
            way_of: Vec::with_capacity(places.len()),
            ways: Vec::new(),
            edges: Vec::new(),
        };
        let mut closer = Closer::new(nfa, &places);
        closer.close(nfa.start_anchored(), &mut bits)?;
        for (place, at) in places.iter().zip(0..) {
            for &(first, last) in &place.ranges {
                for byte in first..=last {
                    set(bits.readers.get_mut(usize::from(byte) * words..)?, at);
                }
            }
            let index = closer.close(place.target, &mut bits)?;
            let way = bits.ways.get(index).copied()?;
            if let Some(
                [
                    Edge {
                        condition: 0,
                        to: Some(to),
                    },
                ],
            ) = bits.edges.get(way.0..way.1)
                && *to == at + 1
            {
                set(&mut bits.steps, at);
            }
            bits.way_of.push(index);
        }
        Some(bits)
    }

    /// Whether the pattern matches in the subject.
    pub(super) fn is_match(&self, subject: &[u8]) -> bool {
        let mut live = vec![0_u64; self.words];
        let mut next = vec![0_u64; self.words];
        // At which byte each way was last taken.
        let mut taken = vec![usize::MAX; self.ways.len()];
        let mut before = None;
        for (at, after) in subject.iter().copied().map(Some).chain([None]).enumerate() {
            let holds = conditions(before, after);
            next.fill(0);
            if (at == 0 && self.follow(0, holds, &mut next))
                || self.shift(&live, &mut next, |way, next| {
                    let again = taken
                        .get_mut(way)
                        .is_none_or(|last| std::mem::replace(last, at) == at);
                    !again && self.follow(way, holds, next)
                })
            {
                return true;
            }
            let Some(byte) = after else { break };
            let readers = self
                .readers
                .get(usize::from(byte) * self.words..)
                .unwrap_or_default();
            let mut any = 0;
            for ((to, from), reads) in live.iter_mut().zip(&next).zip(readers) {
                *to = from & reads;
                any |= *to;
            }
            if any == 0 {
                return false;
            }
            before = after;
        }
        false
    }

    /// Moves every live place on, by `follow` if its way is no plain step;
    /// whether the pattern has matched.
    fn shift(
        &self,
        live: &[u64],
        next: &mut [u64],
        mut follow: impl FnMut(usize, &mut [u64]) -> bool,
    ) -> bool {
        let mut carry = 0;
        for ((&word, &steps), to) in live.iter().zip(&self.steps).zip(next.iter_mut()) {
            let moved = word & steps;
            *to |= moved << 1 | carry;
            carry = moved >> 63;
        }
        for ((&word, &steps), row) in live.iter().zip(&self.steps).zip(0..) {
            let mut others = word & !steps;
            while others != 0 {
                let place = row * 64 + others.trailing_zeros() as usize;
                others &= others - 1;
                if self.way_of.get(place).is_some_and(|&way| follow(way, next)) {
                    return true;
                }
            }
        }
        false
    }

    fn follow(&self, way: usize, holds: u8, next: &mut [u64]) -> bool {
        let (from, to) = self.ways.get(way).copied().unwrap_or_default();
        for edge in self.edges.get(from..to).unwrap_or_default() {
            if edge.condition & !holds == 0 {
                match edge.to {
                    Some(place) => set(next, place),
                    None => return true,
                }
            }
        }
        false
    }
}

fn set(row: &mut [u64], bit: usize) {
    if let Some(word) = row.get_mut(bit / 64) {
        *word |= 1 << (bit % 64);
    }
}

/// What holds between two bytes; a word character is an ASCII one.
fn conditions(before: Option<u8>, after: Option<u8>) -> u8 {
    let is_word =
        |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let mut holds = if is_word(before) == is_word(after) {
        NOT_AT_WORD
    } else {
        AT_WORD
    };
    if before.is_none() {
        holds |= AT_START;
    }
    if after.is_none() {
        holds |= AT_END;
    }
    holds
}

/// The places in the order of the pattern: it was laid down from its end.
fn places(nfa: &NFA) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for index in (0..nfa.states().len()).rev() {
        let Ok(state) = StateID::new(index) else {
            continue;
        };
        let first = places.len();
        for transition in transitions(nfa.state(state)) {
            let range = (transition.start, transition.end);
            let target = transition.next;
            match places
                .iter_mut()
                .skip(first)
                .find(|place| place.target == target)
            {
                Some(place) => place.ranges.push(range),
                None => places.push(Place {
                    state,
                    target,
                    ranges: vec![range],
                }),
            }
        }
    }
    places
}

fn transitions(state: &State) -> &[Transition] {
    match state {
        State::ByteRange { trans } => std::slice::from_ref(trans),
        State::Sparse(sparse) => &sparse.transitions,
        _ => &[],
    }
}

/// Follows the states between places.
struct Closer<'a> {
    nfa: &'a NFA,
    /// The places of each state, as a range.
    of_state: Vec<(usize, usize)>,
    /// The index of the ways on from each state, once entered.
    known: Vec<Option<usize>>,
    /// In which round each state was last met, for each set of conditions.
    met: Vec<u32>,
    round: u32,
    /// How many more steps may be taken in all.
    left: usize,
}

impl<'a> Closer<'a> {
    fn new(nfa: &'a NFA, places: &[Place]) -> Self {
        let states = nfa.states().len();
        let mut of_state = vec![(0, 0); states];
        for (place, at) in places.iter().zip(0..) {
            if let Some(range) = of_state.get_mut(place.state.as_usize()) {
                *range = if range.1 == 0 {
                    (at, at + 1)
                } else {
                    (range.0, at + 1)
                };
            }
        }
        let left = 3 * places.len() + (1 << 12);
        Self {
            nfa,
            of_state,
            known: vec![None; states],
            met: vec![0; states * 16],
            round: 0,
            left,
        }
    }

    /// Enters the ways on from `state` and returns their index; `None` if there are too many.
    fn close(&mut self, state: StateID, bits: &mut Bits) -> Option<usize> {
        if let Some(known) = self.known.get(state.as_usize()).copied().flatten() {
            return Some(known);
        }
        self.round += 1;
        let edges = &mut bits.edges;
        let from = edges.len();
        let mut pending = vec![(state, 0_u8)];
        while let Some((state, condition)) = pending.pop() {
            let met = self
                .met
                .get_mut(state.as_usize() * 16 + usize::from(condition))?;
            if std::mem::replace(met, self.round) == self.round {
                continue;
            }
            self.left = self.left.checked_sub(1)?;
            match self.nfa.state(state) {
                State::Union { alternates } => {
                    pending.extend(alternates.iter().map(|&to| (to, condition)));
                }
                State::BinaryUnion { alt1, alt2 } => {
                    pending.extend([(*alt1, condition), (*alt2, condition)]);
                }
                State::Look { look, next } => pending.push((*next, condition | required(*look)?)),
                State::Match { .. } => edges.push(Edge {
                    condition,
                    to: None,
                }),
                State::ByteRange { .. } | State::Sparse(_) => {
                    let (first, last) = self.of_state.get(state.as_usize()).copied()?;
                    self.left = self.left.checked_sub(last - first)?;
                    edges.extend((first..last).map(|to| Edge {
                        condition,
                        to: Some(to),
                    }));
                }
                State::Fail => {}
                State::Dense(_) | State::Capture { .. } => return None,
            }
        }
        bits.ways.push((from, edges.len()));
        let index = bits.ways.len() - 1;
        *self.known.get_mut(state.as_usize())? = Some(index);
        Some(index)
    }
}

fn required(look: Look) -> Option<u8> {
    match look {
        Look::Start => Some(AT_START),
        Look::End => Some(AT_END),
        Look::WordAscii => Some(AT_WORD),
        Look::WordAsciiNegate => Some(NOT_AT_WORD),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pattern, Syntax};

    /// A text without a period that a small cache could hold.
    fn noise(length: usize) -> String {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if state >> 31 == 1 { 'a' } else { 'b' }
        };
        (0..length).map(|_| next()).collect()
    }

    #[test]
    fn a_pattern_that_thrashes_a_lazy_dfa_is_answered_all_the_same() {
        let pattern = Pattern::new(Syntax::parse("[ab]*a[ab]{4000}c").unwrap());
        let text = noise(30_000);
        assert!(!pattern.is_match(&text));
        let after_a = text[..25_000].rfind('a').unwrap();
        let matching = format!("{}c", &text[..=after_a + 4_000]);
        assert!(pattern.is_match(&matching));
        assert!(!pattern.is_match(&format!("b{}c", "b".repeat(20_000))));
    }
}
