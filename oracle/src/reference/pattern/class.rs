//! Classes: which code points stand in one, and how it is spelled portably.
//!
//! A set must never bound a range, and a range never runs downward (D28).

use super::{NotAPattern, Scanned, Scanner};
use crate::reference::sets::{Range, negated, normal};

/// What stands in a class: a set, and its character if it is one.
struct ClassAtom {
    set: Vec<Range>,
    single: Option<u32>,
}

impl Scanner {
    /// A class, after its `[`; returns its spelling without widened escapes.
    pub(super) fn class(&mut self) -> Scanned<Option<String>> {
        let mut spelling = String::from("[");
        let inverted = self.take("^");
        if inverted {
            spelling.push('^');
        }
        let mut set: Vec<Range> = Vec::new();
        while !self.take("]") {
            let low = self.class_atom(&mut spelling)?;
            if self.peek(0) == Some('-') && self.peek(1) != Some(']') {
                self.at += 1;
                spelling.push('-');
                let high = self.class_atom(&mut spelling)?;
                match (low.single, high.single) {
                    // Sets cannot bound a range, and a range runs upward.
                    (Some(from), Some(to)) if from <= to => set.push((from, to)),
                    _ => return Err(NotAPattern),
                }
            } else {
                set.extend(low.set);
            }
        }
        spelling.push(']');
        let set = if inverted {
            negated(&set)
        } else {
            normal(&set)
        };
        self.atom(&set)?;
        Ok(Some(spelling))
    }

    fn class_atom(&mut self, spelling: &mut String) -> Scanned<ClassAtom> {
        let start = self.at;
        let c = self.next()?;
        let (set, widened) = match c {
            '\\' if self.take("b") => (vec![(8, 8)], None),
            // `u` has this one in classes only, so it is spelled as it stands.
            '\\' if self.take("-") => (vec![(0x2d, 0x2d)], None),
            '\\' => self.set_escape()?,
            c => (vec![(u32::from(c), u32::from(c))], None),
        };
        match widened {
            Some(other) => spelling.push_str(&other),
            None => spelling.extend(&self.chars[start..self.at]),
        }
        // A property of one code point is a set all the same.
        let is_set = c == '\\'
            && self
                .chars
                .get(start + 1)
                .is_some_and(|c| "dDsSwWpP".contains(*c));
        let single = if is_set {
            None
        } else {
            set.first().map(|range| range.0)
        };
        Ok(ClassAtom { set, single })
    }
}
