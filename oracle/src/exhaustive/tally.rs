//! What is counted: answers by kind, judgements by law, and the breaches.
//!
//! Tallies of parts add up to the tally of the whole, in any order. Every
//! breach is counted; only the first ones are kept.

use std::collections::BTreeMap;

use super::judge::laws;

/// How many breaches are kept, those of the smallest numbers.
const KEPT: usize = 100;

/// What an answer is, for the count.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    /// The verdict, `refused`, or `no answer`.
    pub verdict: &'static str,
    /// The rules that fired, the cause, or the refusal.
    pub why: String,
}

/// What one law said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LawTally {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub clause: &'static str,
    /// To how many answers it applied.
    pub judged: u64,
    /// How many of them break it.
    pub broken: u64,
}

/// One answer that breaks one law.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The number of the text.
    pub number: u64,
    /// The text; made of the alphabet, nobody's payload.
    pub text: String,
    /// The law's name.
    pub law: &'static str,
    /// Whether it means that a value was invented (D93).
    pub invents: bool,
    /// What was expected, or what is wrong.
    pub expected: String,
    /// The answer.
    pub actual: String,
}

/// What was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// How many texts were judged.
    pub texts: u64,
    /// How many answers were of each kind.
    pub kinds: BTreeMap<Kind, u64>,
    /// Every law, in their order.
    pub laws: Vec<LawTally>,
    /// How many breaches there are.
    pub breached: u64,
    /// How many of them mean that a value was invented.
    pub invented: u64,
    /// The first of them, by number.
    pub breaches: Vec<Breach>,
}

impl Default for Tally {
    fn default() -> Self {
        let empty = |(name, clause)| LawTally {
            name,
            clause,
            judged: 0,
            broken: 0,
        };
        Self {
            texts: 0,
            kinds: BTreeMap::new(),
            laws: laws().map(empty).collect(),
            breached: 0,
            invented: 0,
            breaches: Vec::new(),
        }
    }
}

impl Tally {
    /// Both together.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.texts += other.texts;
        for (kind, count) in other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
        for (law, more) in self.laws.iter_mut().zip(other.laws) {
            law.judged += more.judged;
            law.broken += more.broken;
        }
        self.breached += other.breached;
        self.invented += other.invented;
        self.breaches.extend(other.breaches);
        self.breaches.sort_by_key(|breach| breach.number);
        self.breaches.truncate(KEPT);
        self
    }

    /// Counts one text by the kind of its answer.
    pub(super) fn count(&mut self, kind: &Kind) {
        self.texts += 1;
        match self.kinds.get_mut(kind) {
            Some(count) => *count += 1,
            None => {
                self.kinds.insert(kind.clone(), 1);
            }
        }
    }

    /// Counts that the law at `index` applied and held, or how it was broken.
    pub(super) fn law(&mut self, index: usize, broken: Option<Breach>) {
        let Some(law) = self.laws.get_mut(index) else {
            return;
        };
        law.judged += 1;
        let Some(breach) = broken else {
            return;
        };
        law.broken += 1;
        self.breached += 1;
        self.invented += u64::from(breach.invents);
        if self.breaches.len() < KEPT {
            self.breaches.push(breach);
        }
    }
}
