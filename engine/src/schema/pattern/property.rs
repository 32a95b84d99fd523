//! What `\p{…}` and `\P{…}` mean: ECMA-262 decides the name, regex-syntax the members.
//!
//! The tables of names are ECMA-262's own (D28), so regex-syntax's loose
//! matching never admits a name that ECMA-262 rejects. A name that ECMA-262 has
//! and regex-syntax lacks is not covered, never approximated. Sets are looked
//! up once in the life of the program: the tables are closed, so what this
//! keeps is bounded, and a hostile schema full of `\p{L}` pays for one lookup.

use std::sync::OnceLock;

use regex_syntax::hir::{Class, HirKind};

use super::PatternError;
use super::property_names::{BINARY_PROPERTIES, GENERAL_CATEGORIES, SCRIPTS};
use super::set::{Gatherer, Set, Span, Wide};

/// A property and its complement.
struct Members {
    own: Set,
    others: Set,
}

const SCRIPTS_AT: usize = GENERAL_CATEGORIES.len();
const EXTENSIONS_AT: usize = SCRIPTS_AT + SCRIPTS.len();
const BINARY_AT: usize = EXTENSIONS_AT + SCRIPTS.len();
const COUNT: usize = BINARY_AT + BINARY_PROPERTIES.len();

/// `None` within: regex-syntax lacks the property.
static MEMBERS: [OnceLock<Option<Members>>; COUNT] = [const { OnceLock::new() }; COUNT];

/// A property that ECMA-262 knows, as an index over all tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Property(usize);

impl Property {
    /// How many properties there are; every [`Property::index`] is below.
    pub(super) const COUNT: usize = COUNT;

    pub(super) const fn index(self) -> usize {
        self.0
    }

    /// Resolves the text between the braces.
    pub(super) fn named(text: &str) -> Result<Self, PatternError> {
        let found = match text.split_once('=') {
            Some(("General_Category" | "gc", value)) => position(GENERAL_CATEGORIES, value),
            Some(("Script" | "sc", value)) => position(SCRIPTS, value).map(|at| SCRIPTS_AT + at),
            Some(("Script_Extensions" | "scx", value)) => {
                position(SCRIPTS, value).map(|at| EXTENSIONS_AT + at)
            }
            Some(_) => None,
            None => position(GENERAL_CATEGORIES, text)
                .or_else(|| position(BINARY_PROPERTIES, text).map(|at| BINARY_AT + at)),
        };
        found.map(Self).ok_or(PatternError::Invalid)
    }

    /// The characters with the property, or without it.
    pub(super) fn set(self, complement: bool) -> Result<&'static Set, PatternError> {
        let cell = MEMBERS.get(self.0).ok_or(PatternError::NotCovered)?;
        let members = cell
            .get_or_init(|| self.look_up())
            .as_ref()
            .ok_or(PatternError::NotCovered)?;
        Ok(if complement {
            &members.others
        } else {
            &members.own
        })
    }

    fn look_up(self) -> Option<Members> {
        let own = self.members()?;
        let others = own.complement();
        Some(Members { own, others })
    }

    fn members(self) -> Option<Set> {
        let at = self.0;
        let (prefix, table, index) = if at >= BINARY_AT {
            ("", BINARY_PROPERTIES, at - BINARY_AT)
        } else if at >= EXTENSIONS_AT {
            ("scx=", SCRIPTS, at - EXTENSIONS_AT)
        } else if at >= SCRIPTS_AT {
            ("sc=", SCRIPTS, at - SCRIPTS_AT)
        } else {
            ("gc=", GENERAL_CATEGORIES, at)
        };
        let name = table.get(index)?.first()?;
        let hir = regex_syntax::parse(&format!("\\p{{{prefix}{name}}}")).ok()?;
        let mut gatherer = Gatherer::default();
        match hir.kind() {
            HirKind::Class(Class::Unicode(class)) => {
                for range in class.ranges() {
                    gatherer.add(range.start().into(), range.end().into());
                }
            }
            HirKind::Class(Class::Bytes(class)) => {
                for range in class.ranges() {
                    gatherer.add(range.start().into(), range.end().into());
                }
            }
            // A property of one character comes back as that character.
            HirKind::Literal(literal) => {
                let point = std::str::from_utf8(&literal.0).ok()?.chars().next()?.into();
                gatherer.add(point, point);
            }
            _ => return None,
        }
        Some(gatherer.finish(false))
    }
}

/// A copy of `set` that shares the spans instead of copying them.
pub(super) fn shared(set: &'static Set) -> Set {
    Set {
        ascii: set.ascii,
        wide: Wide::Fixed(set.wide.spans()),
    }
}

fn position(table: &[&[&str]], name: &str) -> Option<usize> {
    table.iter().position(|spellings| spellings.contains(&name))
}

/// Whether `point` may stand in the name of a group, at its start or after it.
pub(super) fn names_may_hold(point: u32, start: bool) -> bool {
    if let Some(byte) = u8::try_from(point).ok().filter(u8::is_ascii) {
        return byte.is_ascii_alphabetic()
            || matches!(byte, b'$' | b'_')
            || (!start && byte.is_ascii_digit());
    }
    if !start && matches!(point, 0x200C | 0x200D) {
        return true;
    }
    let property = Property::named(if start { "ID_Start" } else { "ID_Continue" });
    property
        .and_then(|found| found.set(false))
        .is_ok_and(|set| holds(set.wide.spans(), point))
}

fn holds(spans: &[Span], point: u32) -> bool {
    let after = spans.partition_point(|span| span.0 <= point);
    after
        .checked_sub(1)
        .and_then(|at| spans.get(at))
        .is_some_and(|span| point <= span.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lacking(from: usize, table: &'static [&'static [&'static str]]) -> Vec<&'static str> {
        let missing = |at: &usize| Property(from + at).set(false).is_err();
        (0..table.len())
            .filter(missing)
            .map(|at| table[at][0])
            .collect()
    }

    #[test]
    fn only_these_properties_are_beyond_regex_syntax() {
        let young = ["Beria_Erfe", "Sidetic", "Tai_Yo", "Tolong_Siki", "Unknown"];
        assert_eq!(lacking(0, GENERAL_CATEGORIES), ["Surrogate"]);
        assert_eq!(lacking(SCRIPTS_AT, SCRIPTS), young);
        assert_eq!(lacking(EXTENSIONS_AT, SCRIPTS), young);
        assert_eq!(
            lacking(BINARY_AT, BINARY_PROPERTIES),
            ["Changes_When_NFKC_Casefolded"]
        );
    }

    #[test]
    fn no_spelling_stands_twice_in_a_table() {
        for table in [GENERAL_CATEGORIES, SCRIPTS, BINARY_PROPERTIES] {
            let mut spellings = table.concat();
            let all = spellings.len();
            spellings.sort_unstable();
            spellings.dedup();
            assert_eq!(spellings.len(), all);
        }
    }
}
