//! The keywords of a value whose type is settled: decides whether a defect
//! remains, and R9, the one repair that answers another keyword than `type`
//! (D51, D54, D76 to D78).

use super::{Fold, Walk};
use crate::argument::checks;
use crate::argument::entry::Rule;
use crate::json::node::{Kind, Node, WRAPPED};
use crate::json::string;
use crate::json::tree::{Place, string_node};
use crate::schema::table::{SchemaNode, has};

impl Walk<'_, '_, '_> {
    #[inline]
    pub(super) fn check_number(&mut self, index: u32, node: &SchemaNode, value: Node) {
        if node.has_any(has::BOUNDS) {
            let spans = self.tree.spans();
            self.failed |= !checks::within_bounds(self.schema, node, value, &spans);
        }
        self.check_equality(node, Place { index, wraps: 0 });
    }

    /// Everything but the type, for the value as it stands now.
    #[inline]
    pub(in crate::argument) fn check(
        &mut self,
        index: u32,
        schema: u32,
        node: &SchemaNode,
        fold: Fold,
    ) {
        let value = self.tree.node(index);
        match value.kind {
            Kind::String => {
                const BITS: u16 = has::LENGTH | has::PATTERN | has::ENUM | has::CONST;
                if node.has_any(BITS) {
                    self.check_string(index, node, fold);
                }
            }
            Kind::Number => self.check_number(index, node, value),
            Kind::Null | Kind::False | Kind::True | Kind::Key => {
                self.check_equality(node, Place { index, wraps: 0 });
            }
            Kind::Array | Kind::Object => self.enter(index, schema, node, index),
            Kind::Unwrapped => self.enter(value.link, schema, node, index),
        }
    }

    /// `enum` and `const` of a value that no later repair changes.
    #[inline]
    pub(super) fn check_equality(&mut self, node: &SchemaNode, place: Place) {
        if node.has_any(has::ENUM | has::CONST) {
            self.failed |= !checks::in_enum(self.schema, node, self.tree, place)
                || !checks::is_const(self.schema, node, self.tree, place);
        }
    }

    fn check_string(&mut self, index: u32, node: &SchemaNode, fold: Fold) {
        let place = Place { index, wraps: 0 };
        if node.has_any(has::ENUM)
            && !checks::in_enum(self.schema, node, self.tree, place)
            && (fold == Fold::Barred || !self.fold(index, node))
        {
            self.failed = true;
        }
        let value = self.tree.node(index);
        let spans = self.tree.spans();
        if node.has_any(has::LENGTH) {
            self.failed |= !checks::long_enough(node.min_length, value, &spans)
                || !checks::short_enough(node.max_length, value, &spans);
        }
        if node.has_any(has::PATTERN) {
            self.failed |= !checks::matches(self.schema, node, value, &spans);
        }
        if node.has_any(has::CONST) {
            self.failed |= !checks::is_const(self.schema, node, self.tree, place);
        }
    }

    /// R9: replaces the string at `index` by the one entry of an all-string
    /// enum that equals it after lower-casing (D76 to D78).
    #[cold]
    fn fold(&mut self, index: u32, node: &SchemaNode) -> bool {
        let schema = self.schema;
        let Some(known) = schema
            .constraints
            .enumerations
            .get(node.enumeration as usize)
        else {
            return false;
        };
        if known.strings.is_none() {
            return false;
        }
        let value = self.tree.node(index);
        let before = self.tree.spans().decoded(value).into_owned();
        let Some(entry) = known.unique_fold(&schema.tree, &before) else {
            return false;
        };
        let after = schema.tree.spans().decoded(schema.tree.node(entry));
        let span = self.tree.store(&after);
        let mut replaced = string_node(span, false);
        replaced.flags |= value.flags & WRAPPED;
        self.exchange(index, value, replaced);
        self.entry(
            Rule::R9,
            |out| string::write(out, &before),
            |out| string::write(out, &after),
        );
        true
    }
}
