//! The keywords, one pure function each: decides whether a value satisfies a
//! constraint (D31 to D35), and changes nothing.
//!
//! The walk and the list of defects share these functions, so that a verdict
//! and its defects can never be told from different rules.

use std::cmp::Ordering;

use crate::json::canonical;
use crate::json::node::{ARENA, ESCAPED, Kind, NONE, Node, SMALL, power_of_ten};
use crate::json::number::Decimal;
use crate::json::string::{count_chars, decode};
use crate::json::tree::{Place, Spans, Tree};
use crate::schema::table::{BOUNDS, SchemaNode, has, types};
use crate::schema::{Keyword, Schema};

/// Does the type mask admit the node (D32)?
#[inline]
pub(super) fn admits(mask: u8, node: Node, spans: &Spans<'_>) -> bool {
    let bit = match node.kind {
        Kind::Null => types::NULL,
        Kind::False | Kind::True => types::BOOLEAN,
        Kind::String | Kind::Key | Kind::Unwrapped => types::STRING,
        Kind::Array => types::ARRAY,
        Kind::Object => types::OBJECT,
        Kind::Number if mask & types::INTEGER == 0 => types::NUMBER,
        Kind::Number => {
            return mask & types::NUMBER != 0 || is_integral(node, spans);
        }
    };
    mask & bit != 0
}

/// Does the type mask admit the number, as far as its small form tells?
#[inline]
pub(super) fn admits_small(mask: u8, node: Node) -> bool {
    mask & types::NUMBER != 0 || mask & types::INTEGER != 0 && node.has(SMALL) && node.scale == 0
}

/// Is the number an integer by value?
#[inline]
pub(super) fn is_integral(node: Node, spans: &Spans<'_>) -> bool {
    if node.has(SMALL) {
        node.scale == 0 || i64::from(node.link) % power_of_ten(node.scale) == 0
    } else {
        Decimal::parse(spans.raw(node)).is_integral()
    }
}

/// Does the number respect every bound of the schema node, exactly (D31)?
#[inline]
pub(super) fn within_bounds(
    schema: &Schema,
    node: &SchemaNode,
    value: Node,
    spans: &Spans<'_>,
) -> bool {
    match value.billionths() {
        Some(small) if !node.has_any(has::WIDE_BOUND) => {
            node.least <= small && small <= node.greatest
        }
        _ => (0..BOUNDS.len()).all(|which| within(which, schema, node, value, spans)),
    }
}

/// Does the number respect the bound `which` of [`BOUNDS`]?
pub(super) fn within(
    which: usize,
    schema: &Schema,
    node: &SchemaNode,
    value: Node,
    spans: &Spans<'_>,
) -> bool {
    let Some(&at) = node.bounds.get(which).filter(|&&at| at != NONE) else {
        return true;
    };
    let limit = Decimal::parse(schema.tree.spans().raw(schema.tree.node(at)));
    let order = Decimal::parse(spans.raw(value)).compare(&limit);
    match BOUNDS.get(which) {
        Some(Keyword::Minimum) => order != Ordering::Less,
        Some(Keyword::Maximum) => order != Ordering::Greater,
        Some(Keyword::ExclusiveMinimum) => order == Ordering::Greater,
        _ => order == Ordering::Less,
    }
}

/// Does the string have at least `min` characters (D35)?
#[inline]
pub(super) fn long_enough(min: u32, node: Node, spans: &Spans<'_>) -> bool {
    let raw = spans.raw(node);
    // A character has one to four bytes, or six to twelve as an escape.
    if (raw.len() as u32) < min {
        return false;
    }
    raw.len() as u64 >= u64::from(min) * 12 || chars(node, raw) >= min
}

/// Does the string have at most `max` characters (D35)?
#[inline]
pub(super) fn short_enough(max: u32, node: Node, spans: &Spans<'_>) -> bool {
    let raw = spans.raw(node);
    raw.len() as u64 <= u64::from(max) || chars(node, raw) <= max
}

/// Are the characters of the decoded content `raw` as many as allowed (D35)?
#[inline]
pub(super) fn length_within(node: &SchemaNode, raw: &str) -> bool {
    let (least, most) = (raw.len() as u64 / 4, raw.len() as u64);
    if least >= u64::from(node.min_length) && most <= u64::from(node.max_length) {
        return true;
    }
    (node.min_length..=node.max_length).contains(&count_chars(raw))
}

/// Does the decoded content match the schema node's pattern (D28)?
#[inline]
pub(super) fn matches_raw(schema: &Schema, node: &SchemaNode, raw: &str) -> bool {
    schema
        .constraints
        .patterns
        .get(node.pattern as usize)
        .is_none_or(|pattern| pattern.is_match(raw))
}

fn chars(node: Node, raw: &str) -> u32 {
    if node.has(ESCAPED) {
        count_chars(&decode(raw))
    } else {
        count_chars(raw)
    }
}

/// Does the string match the schema node's pattern (D28)?
pub(super) fn matches(schema: &Schema, node: &SchemaNode, value: Node, spans: &Spans<'_>) -> bool {
    matches_raw(schema, node, &spans.decoded(value))
}

/// Is the value at `place` an entry of the schema node's enum (D34)?
#[inline]
pub(super) fn in_enum(schema: &Schema, node: &SchemaNode, tree: &Tree<'_>, place: Place) -> bool {
    let Some(known) = schema
        .constraints
        .enumerations
        .get(node.enumeration as usize)
    else {
        return true;
    };
    let value = tree.node(place.index);
    match known.strings {
        Some(strings) if value.kind == Kind::String && place.wraps == 0 => {
            let content = tree.spans().decoded(value);
            schema
                .names
                .find_str(&schema.tree, strings, &content)
                .is_some()
        }
        Some(_) => false,
        None => known.has_form(&schema.tree, &form(tree, place)),
    }
}

/// [`in_enum`] for a string without escapes.
#[inline]
pub(super) fn plain_in_enum(
    schema: &Schema,
    node: &SchemaNode,
    tree: &Tree<'_>,
    index: u32,
) -> bool {
    let value = tree.node(index);
    let names = match schema
        .constraints
        .enumerations
        .get(node.enumeration as usize)
    {
        Some(known) if value.start & ARENA == 0 => known.strings,
        _ => None,
    };
    let Some(strings) = names else {
        return in_enum(schema, node, tree, Place { index, wraps: 0 });
    };
    let place = (value.start as usize, (value.end - value.start) as usize);
    schema
        .names
        .stands(&schema.tree, strings, tree.text.as_bytes(), place)
}

/// Does the value at `place` equal the schema node's const (D34)?
pub(super) fn is_const(schema: &Schema, node: &SchemaNode, tree: &Tree<'_>, place: Place) -> bool {
    let Some(known) = schema.constraints.constants.get(node.constant as usize) else {
        return true;
    };
    let wanted = schema.tree.node(known.at);
    let value = tree.node(place.index);
    if wanted.kind == Kind::String {
        return place.wraps == 0
            && value.kind == Kind::String
            && tree.spans().decoded(value) == schema.tree.spans().decoded(wanted);
    }
    known.is_form(&schema.tree, &form(tree, place))
}

fn form(tree: &Tree<'_>, place: Place) -> Vec<u8> {
    let mut out = Vec::new();
    canonical::write(&mut out, tree, place);
    out
}

/// Up to this many plain strings are compared pair by pair.
const FEW: usize = 12;

/// Are the items of the array at `index` pairwise different (D34)?
pub(super) fn all_different(tree: &Tree<'_>, index: u32) -> bool {
    let mut few = [""; FEW];
    let spans = tree.spans();
    for (at, item) in tree.children(index).enumerate() {
        let node = tree.node(item);
        let raw = spans.raw(node);
        let seen = few
            .get(..at)
            .filter(|_| node.kind == Kind::String && node.flags == 0);
        match (seen, few.get(at)) {
            (Some(seen), Some(_)) if seen.contains(&raw) => return false,
            (Some(_), Some(_)) => {}
            _ => return !canonical::has_equal(tree, tree.children(index)),
        }
        if let Some(slot) = few.get_mut(at) {
            *slot = raw;
        }
    }
    true
}

/// Does `null` satisfy the schema node (D72)?
pub(super) fn admits_null(schema: &Schema, node: &SchemaNode) -> bool {
    let constraints = &schema.constraints;
    node.types & types::NULL != 0
        && (!node.has_any(has::ENUM)
            || constraints
                .enumerations
                .get(node.enumeration as usize)
                .is_some_and(|known| known.has_null))
        && (!node.has_any(has::CONST)
            || constraints
                .constants
                .get(node.constant as usize)
                .is_some_and(|known| schema.tree.node(known.at).kind == Kind::Null))
}
