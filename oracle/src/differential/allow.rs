//! The published allow-list J1..J13 of the differential, and its hit counts.

use std::sync::atomic::{AtomicU64, Ordering};

/// One known divergence between the validators and the criteria.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Allowance {
    /// `required` reported for a member that is present.
    J1,
    /// Large integer limits against numbers that a double rounds onto them.
    J2,
    /// Exponents of more than 18 digits saturate.
    J3,
    /// Count limits above the range of a double are refused.
    J4,
    /// `$schema` and `$id` would switch dialect or base: stripped.
    J5,
    /// Malformed annotations would be schema errors: stripped.
    J6,
    /// One `falseSchema` error stands for all undeclared members.
    J7,
    /// `pattern` is not ECMA-262 there: stripped, judged by `regress`.
    J8,
    /// What the gate refuses is never fed.
    J9,
    /// Duplicate names are never fed.
    J10,
    /// Widened escapes of D28 are rewritten for `regress`.
    J11,
    /// Unicode versions differ on a code point.
    J12,
    /// Backtracking is not followed without bound.
    J13,
}

impl Allowance {
    /// The whole list.
    pub const ALL: [Self; 13] = [
        Self::J1,
        Self::J2,
        Self::J3,
        Self::J4,
        Self::J5,
        Self::J6,
        Self::J7,
        Self::J8,
        Self::J9,
        Self::J10,
        Self::J11,
        Self::J12,
        Self::J13,
    ];

    /// What the entry says, for the report.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::J1 => "a required error for a member that is present is dropped",
            Self::J2 => {
                "a large integer limit against a number that a double rounds onto it is skipped"
            }
            Self::J3 => "a number with an exponent of more than 18 digits is skipped",
            Self::J4 => "a count limit above the range of a double is skipped",
            Self::J5 => "$schema and $id are stripped",
            Self::J6 => "malformed annotations are stripped",
            Self::J7 => "one falseSchema error is expanded to one per undeclared member",
            Self::J8 => "pattern is stripped and judged by regress",
            Self::J9 => "a schema that is not covered is not fed",
            Self::J10 => "a text with duplicate names is not fed",
            Self::J11 => "a widened escape is rewritten for regress",
            Self::J12 => "a code point on which Unicode versions differ is skipped",
            Self::J13 => "a long subject or a slow match is skipped",
        }
    }
}

/// How often each entry of the allow-list was used.
#[derive(Debug, Default)]
pub struct Hits([AtomicU64; 13]);

impl Hits {
    /// Counts one use.
    pub fn hit(&self, allowance: Allowance) {
        if let Some(count) = self.0.get(allowance as usize) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The count of one entry.
    #[must_use]
    pub fn of(&self, allowance: Allowance) -> u64 {
        self.0
            .get(allowance as usize)
            .map_or(0, |count| count.load(Ordering::Relaxed))
    }

    /// All counts, in the order of the list.
    #[must_use]
    pub fn all(&self) -> Vec<(Allowance, u64)> {
        Allowance::ALL
            .iter()
            .map(|allowance| (*allowance, self.of(*allowance)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_entry_counts_for_itself() {
        let hits = Hits::default();
        hits.hit(Allowance::J13);
        hits.hit(Allowance::J13);
        hits.hit(Allowance::J1);
        assert_eq!(hits.all()[0], (Allowance::J1, 1));
        assert_eq!(hits.all()[12], (Allowance::J13, 2));
        assert_eq!(hits.of(Allowance::J2), 0);
    }
}
