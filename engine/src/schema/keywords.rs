//! The keywords of a schema object, one by one: decides validity (D22), the
//! forms that are not covered (D19, D20) and the pattern budget (D29), and
//! enters what the walk needs into the table.

use super::compile::{Compiler, Frame};
use super::keyword::Keyword;
use super::pattern::{
    PATTERN_BUDGET, Pattern, PatternError, SCHEMA_BUDGET, SCHEMA_CLASS_BUDGET, Syntax,
};
use super::table::{BOUNDS, SchemaNode, has, types};
use super::values::{Constant, Enumeration};
use crate::json::node::{Kind, NONE, Node, SMALL};
use crate::json::number::Decimal;

/// A keyword's value is malformed.
pub(super) struct Malformed;

impl Compiler {
    /// The enforced keyword whose key stands at `key` in schema `node`.
    pub(super) fn enforced(
        &mut self,
        node: u32,
        key: u32,
        keyword: Keyword,
    ) -> Result<(), Malformed> {
        use Keyword as K;
        let at = key + 1;
        let value = self.schema.tree.node(at);
        match keyword {
            K::Type => {
                let mask = self.type_names(at)?;
                self.with(node, |node| node.types = mask);
            }
            K::Enum => {
                require(value.kind == Kind::Array)?;
                let number = self.enumeration(at);
                self.with(node, |node| {
                    node.has |= has::ENUM;
                    node.enumeration = number;
                });
            }
            K::Const => {
                let constants = &mut self.schema.constraints.constants;
                let number = constants.len() as u32;
                constants.push(Constant::new(at));
                self.with(node, |node| {
                    node.has |= has::CONST;
                    node.constant = number;
                });
            }
            K::Required => {
                let bad = |node: &SchemaNode| node.has_any(has::BAD_REQUIRED);
                require(!self.schema.node(node).is_some_and(bad))?;
            }
            K::Properties => {
                require(value.kind == Kind::Object)?;
                let name = self.schema.node(node).map_or(0, |node| node.names.first);
                let (next, end) = (at + 1, value.link);
                self.stack.push(Frame::Properties {
                    node,
                    next,
                    end,
                    name,
                });
            }
            K::AdditionalProperties => match value.kind {
                Kind::False => self.with(node, |node| node.has |= has::CLOSED),
                Kind::True => {}
                Kind::Object => self.refuse(node, key, "schema-valued additionalProperties"),
                _ => return Err(Malformed),
            },
            K::Items => {
                let items = self.open(at, node, NONE);
                self.with(node, |node| node.items = items);
            }
            K::Pattern => self.pattern(node, key)?,
            K::Minimum => self.bound(node, key, 0)?,
            K::Maximum => self.bound(node, key, 1)?,
            K::ExclusiveMinimum => self.bound(node, key, 2)?,
            K::ExclusiveMaximum => self.bound(node, key, 3)?,
            K::UniqueItems => match value.kind {
                Kind::True => self.with(node, |node| node.has |= has::UNIQUE),
                Kind::False => {}
                _ => return Err(Malformed),
            },
            _ => {
                let limit = self.limit(value)?;
                self.with(node, |node| set_limit(node, keyword, limit));
            }
        }
        Ok(())
    }

    #[inline]
    fn with(&mut self, node: u32, change: impl FnOnce(&mut SchemaNode)) {
        if let Some(node) = self.schema.nodes.get_mut(node as usize) {
            change(node);
        }
    }

    /// The mask of a well-formed `type`.
    fn type_names(&self, at: u32) -> Result<u8, Malformed> {
        let tree = &self.schema.tree;
        let bit = |at: u32| {
            let node = tree.node(at);
            require(node.kind == Kind::String)?;
            type_bit(&tree.spans().decoded(node)).ok_or(Malformed)
        };
        if tree.node(at).kind != Kind::Array {
            return bit(at);
        }
        let mut mask = 0;
        for item in tree.children(at) {
            let new = bit(item)?;
            require(mask & new == 0)?;
            mask |= new;
        }
        require(mask != 0)?;
        Ok(mask)
    }

    /// A length or count limit, clipped to `u32`: no value comes near that.
    fn limit(&self, value: Node) -> Result<u32, Malformed> {
        require(value.kind == Kind::Number)?;
        if value.flags == SMALL && value.scale == 0 {
            return Ok(value.link);
        }
        let limit = Decimal::parse(self.schema.tree.spans().raw(value)).as_limit();
        Ok(u32::try_from(limit.ok_or(Malformed)?).unwrap_or(u32::MAX))
    }

    /// The bound `which` of [`BOUNDS`].
    fn bound(&mut self, node: u32, key: u32, which: usize) -> Result<(), Malformed> {
        let limit = self.schema.tree.node(key + 1);
        match (limit.kind, BOUNDS.get(which)) {
            (Kind::Number, _) => self.with(node, |node| node.bound(which, key + 1, limit)),
            (Kind::True | Kind::False, Some(Keyword::ExclusiveMinimum)) => {
                self.refuse(node, key, "boolean-form exclusiveMinimum");
            }
            (Kind::True | Kind::False, Some(Keyword::ExclusiveMaximum)) => {
                self.refuse(node, key, "boolean-form exclusiveMaximum");
            }
            _ => return Err(Malformed),
        }
        Ok(())
    }

    fn enumeration(&mut self, at: u32) -> u32 {
        let tree = &self.schema.tree;
        let kind = |entry: u32| tree.node(entry).kind;
        let has_null = tree.children(at).any(|entry| kind(entry) == Kind::Null);
        let all_strings = tree.children(at).next().is_some()
            && tree.children(at).all(|entry| kind(entry) == Kind::String);
        let strings = all_strings.then(|| {
            let first = self.schema.names.len();
            // Strings are single nodes, so the entries stand side by side.
            for entry in at + 1..self.schema.tree.node(at).link {
                self.push_name(entry, entry, false);
            }
            self.schema.names.seal(&self.schema.tree, first)
        });
        let enumerations = &mut self.schema.constraints.enumerations;
        enumerations.push(Enumeration::new(at, strings, has_null));
        enumerations.len() as u32 - 1
    }

    fn pattern(&mut self, node: u32, key: u32) -> Result<(), Malformed> {
        let value = self.schema.tree.node(key + 1);
        require(value.kind == Kind::String)?;
        let syntax = match Syntax::parse(&self.schema.tree.spans().decoded(value)) {
            Ok(syntax) => syntax,
            Err(PatternError::Invalid) => return Err(Malformed),
            Err(PatternError::NotCovered) => {
                self.refuse(node, key, "pattern construct");
                return Ok(());
            }
        };
        self.cost = self.cost.saturating_add(syntax.cost());
        self.class_cost = self.class_cost.saturating_add(syntax.class_cost());
        if syntax.cost() > PATTERN_BUDGET
            || self.cost > SCHEMA_BUDGET
            || self.class_cost > SCHEMA_CLASS_BUDGET
        {
            self.refuse(node, key, "pattern budget");
            return Ok(());
        }
        let patterns = &mut self.schema.constraints.patterns;
        let number = patterns.len() as u32;
        patterns.push(Pattern::new(syntax));
        self.with(node, |node| {
            node.pattern = number;
            node.has |= has::PATTERN;
        });
        Ok(())
    }
}

fn require(holds: bool) -> Result<(), Malformed> {
    if holds { Ok(()) } else { Err(Malformed) }
}

fn set_limit(node: &mut SchemaNode, keyword: Keyword, limit: u32) {
    let (slot, bit) = match keyword {
        Keyword::MinLength => (&mut node.min_length, has::LENGTH),
        Keyword::MaxLength => (&mut node.max_length, has::LENGTH),
        Keyword::MinItems => (&mut node.min_items, has::ITEM_COUNT),
        Keyword::MaxItems => (&mut node.max_items, has::ITEM_COUNT),
        Keyword::MinProperties => (&mut node.min_members, has::MEMBER_COUNT),
        _ => (&mut node.max_members, has::MEMBER_COUNT),
    };
    *slot = limit;
    node.has |= bit;
}

fn type_bit(name: &str) -> Option<u8> {
    Some(match name {
        "null" => types::NULL,
        "boolean" => types::BOOLEAN,
        "integer" => types::INTEGER,
        "number" => types::NUMBER,
        "string" => types::STRING,
        "array" => types::ARRAY,
        "object" => types::OBJECT,
        _ => return None,
    })
}
