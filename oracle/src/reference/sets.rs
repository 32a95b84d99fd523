//! Sets of code points as ranges: what a class of a pattern comes to, and how
//! many ranges it has (D29).
//!
//! The ranges of a property come from a data table; everything else is
//! reckoned here. It never reads a pattern.

/// Code points from..=to.
pub(super) type Range = (u32, u32);

pub(super) fn digit_set() -> Vec<Range> {
    vec![(0x30, 0x39)]
}

pub(super) fn word_set() -> Vec<Range> {
    vec![(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)]
}

/// D28: everything but the four line terminators.
pub(super) fn dot_set() -> Vec<Range> {
    negated(&[(0xa, 0xa), (0xd, 0xd), (0x2028, 0x2029)])
}

/// D28: the white space and line terminators of ECMAScript.
pub(super) fn space_set() -> Vec<Range> {
    let mut set = vec![(0x9, 0xd), (0x2000, 0x200a), (0x2028, 0x2029)];
    set.extend([0x20, 0xa0, 0x1680, 0x202f, 0x205f, 0x3000, 0xfeff].map(|c| (c, c)));
    normal(&set)
}

/// The ranges of a property in the table that the covered part is bounded by.
pub(super) fn property_table(spelled: &str) -> Option<Vec<Range>> {
    let hir = regex_syntax::Parser::new().parse(spelled).ok()?;
    match hir.into_kind() {
        regex_syntax::hir::HirKind::Class(regex_syntax::hir::Class::Unicode(class)) => Some(
            class
                .iter()
                .map(|r| (u32::from(r.start()), u32::from(r.end())))
                .collect(),
        ),
        // A property of a single code point is simplified to that character.
        regex_syntax::hir::HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            Some(text.chars().map(|c| (u32::from(c), u32::from(c))).collect())
        }
        _ => None,
    }
}

/// Sorted, merged, and without surrogates, across whose gap neighbours merge:
/// no string of JSON holds one.
pub(super) fn normal(set: &[Range]) -> Vec<Range> {
    let mut pieces: Vec<Range> = Vec::new();
    for &(from, to) in set {
        // The scalars are numbered without the gap.
        let squeeze = |code: u32| if code > 0xdfff { code - 0x800 } else { code };
        if (0xd800..=0xdfff).contains(&from) && (0xd800..=0xdfff).contains(&to) {
            continue;
        }
        let from = if (0xd800..=0xdfff).contains(&from) {
            0xe000
        } else {
            from
        };
        let to = if (0xd800..=0xdfff).contains(&to) {
            0xd7ff
        } else {
            to
        };
        pieces.push((squeeze(from), squeeze(to)));
    }
    pieces.sort_unstable();
    let mut merged: Vec<Range> = Vec::new();
    for (from, to) in pieces {
        match merged.last_mut() {
            Some(last) if from <= last.1 + 1 => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    let spread = |code: u32| if code > 0xd7ff { code + 0x800 } else { code };
    merged
        .into_iter()
        .map(|(from, to)| (spread(from), spread(to)))
        .collect()
}

/// Whether a set in normal form holds the character.
pub(super) fn holds(set: &[Range], c: char) -> bool {
    set.iter()
        .any(|range| range.0 <= u32::from(c) && u32::from(c) <= range.1)
}

pub(super) fn negated(set: &[Range]) -> Vec<Range> {
    let mut gaps = Vec::new();
    let mut next = 0;
    for (from, to) in normal(set) {
        if from > next {
            gaps.push((next, from - 1));
        }
        next = to + 1;
    }
    if next <= 0x10_ffff {
        gaps.push((next, 0x10_ffff));
    }
    normal(&gaps)
}

pub(super) fn count(set: &[Range]) -> u64 {
    normal(set).len() as u64
}
