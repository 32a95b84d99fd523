//! The keywords, one pure function each: decides whether a value satisfies a
//! constraint (D31 to D35), and changes nothing.
//!
//! The walk and the list of defects share these functions, so that a verdict
//! and its defects can never be told from different rules.

use std::cmp::Ordering;

use crate::json::equality;
use crate::json::node::{ESCAPED, Kind, NONE, Node, SMALL, power_of_ten};
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

/// Does the value certainly satisfy everything that the schema node says of
/// it and of what is in it? A `false` decides nothing: what is escaped, exact,
/// repaired, nested or rare is left to the keywords below, one by one.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "the one question that is asked of nearly every value"
)]
pub(super) fn holds_plainly(schema: &Schema, node: &SchemaNode, text: &str, value: &Node) -> bool {
    if node.is_free(value.kind) {
        return true;
    }
    match value.kind {
        Kind::String => node.types & types::STRING != 0 && string_holds(schema, node, text, value),
        Kind::Number => {
            let admitted = node.types & types::NUMBER != 0
                || node.types & types::INTEGER != 0 && value.scale == 0;
            admitted
                && !node.has_any(has::ENUM | has::CONST | has::WIDE_BOUND)
                && value
                    .billionths()
                    .is_some_and(|small| node.least <= small && small <= node.greatest)
        }
        _ => false,
    }
}

/// [`holds_plainly`] for a string of an admitted type.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of `holds_plainly`")]
fn string_holds(schema: &Schema, node: &SchemaNode, text: &str, value: &Node) -> bool {
    // Only content that is what it says can be compared or matched in place.
    let content = has::ENUM | has::CONST | has::PATTERN;
    if value.flags != 0 && (value.flags != ESCAPED || node.has_any(content)) {
        return false;
    }
    if node.has_any(has::LENGTH) {
        // A character has one to four bytes, or up to twelve as escapes;
        // powers of two decide faster, and all but always as well.
        let bytes = value.end - value.start;
        let fewest = bytes.div_ceil(4) >> if value.flags == 0 { 0 } else { 2 };
        if fewest < node.min_length || bytes > node.max_length {
            return false;
        }
    }
    if !node.has_any(content) {
        return true;
    }
    let (start, end) = (value.start as usize, value.end as usize);
    if node.has_any(has::ENUM) {
        let known = schema
            .constraints
            .enumerations
            .get(node.enumeration as usize);
        let place = (start, end - start);
        if !known
            .and_then(|known| known.strings)
            .is_some_and(|strings| {
                schema
                    .names
                    .stands(&schema.tree, strings, text.as_bytes(), place)
            })
        {
            return false;
        }
    }
    if node.has_any(has::PATTERN)
        && !text
            .get(start..end)
            .is_some_and(|raw| matches_raw(schema, node, raw))
    {
        return false;
    }
    !node.has_any(has::CONST)
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
    equality::write(&mut out, tree, place);
    out
}

/// Up to this many plain strings are compared pair by pair.
const FEW: usize = 12;

/// Are the items of the array at `index` pairwise different (D34)?
pub(super) fn all_different(tree: &Tree<'_>, index: u32) -> bool {
    let end = tree.node(index).link as usize;
    // Where all items are plain strings, they are the nodes in between.
    let items = tree.nodes.get(index as usize + 1..end).unwrap_or_default();
    let plain = |item: &Node| item.kind == Kind::String && item.flags == 0;
    if items.len() > FEW || !items.iter().all(plain) {
        return !equality::has_equal(tree, tree.children(index));
    }
    let spans = tree.spans();
    items.iter().enumerate().all(|(at, one)| {
        items.iter().skip(at + 1).all(|other| {
            one.end - one.start != other.end - other.start || spans.raw(*one) != spans.raw(*other)
        })
    })
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
