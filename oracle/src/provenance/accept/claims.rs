//! Whether the claims about keys and leaves hold.

use super::read::steps;
use super::scan::Token;
use super::{Case, Rejection, is_before, value};
use crate::lossless::Value;
use crate::path::{Place, Step};
use crate::provenance::proof::{Claim, EnumEntry, Origin, Part, Through};
use crate::vocabulary::Rule;
use std::collections::HashMap;

/// A key or a leaf of the blob; the leaf has a value.
type Delivered<'b> = (Vec<Step>, Option<&'b Value>);

/// Recursion is bounded by the lossless reader.
fn walk<'b>(node: &'b Value, path: &mut Vec<Step>, found: &mut Vec<Delivered<'b>>) {
    match node {
        Value::Array(items) if !items.is_empty() => {
            for (index, item) in items.iter().enumerate() {
                path.push(Step::Index(index));
                walk(item, path, found);
                path.pop();
            }
        }
        Value::Object(members) if !members.is_empty() => {
            for (key, member) in members {
                path.push(Step::Key(key.clone()));
                found.push((path.clone(), None));
                walk(member, path, found);
                path.pop();
            }
        }
        leaf => found.push((path.clone(), Some(leaf))),
    }
}

impl Case<'_> {
    /// Each key and leaf has one claim, in order, and nothing was lost.
    pub(super) fn claims(&self, claims: &[Claim]) -> Result<(), Rejection> {
        let mut found = Vec::new();
        walk(self.blob, &mut Vec::new(), &mut found);
        if found.len() != claims.len() {
            return Err(Rejection::Incomplete);
        }
        let mut at: HashMap<&[Step], Vec<usize>> = HashMap::new();
        for (number, entry) in self.diff.iter().enumerate() {
            if let Some(place) = steps(entry).filter(|_| entry.rule != Rule::R8) {
                at.entry(place).or_default().push(number);
            }
        }
        let (mut keys, mut leaves) = (0, 0);
        for (number, (claim, delivered)) in claims.iter().zip(&found).enumerate() {
            match delivered.1 {
                None => keys += 1,
                Some(leaf) => {
                    let (token, picked) = self
                        .leaf(&delivered.0, leaf, &at)
                        .ok_or(Rejection::Invented(number))?;
                    leaves += usize::from(token.is_leaf);
                    if picked != claim.entry {
                        return Err(Rejection::Claim(number));
                    }
                }
            }
            if !self.is_right(claim, delivered, &at) {
                return Err(Rejection::Claim(number));
            }
        }
        let removed = self.diff.iter().filter(|entry| entry.rule == Rule::R8);
        let removed = removed.count();
        let submitted = self.tokens.values.values().filter(|token| token.is_leaf);
        if keys + removed != self.tokens.keys.len() || leaves + removed != submitted.count() {
            return Err(Rejection::Lost);
        }
        let sources: Vec<_> = claims.iter().map(|claim| &claim.source).collect();
        match sources
            .windows(2)
            .position(|pair| !is_before(pair[0], pair[1]))
        {
            Some(number) => Err(Rejection::Claim(number + 1)),
            None => Ok(()),
        }
    }

    /// What was submitted for a leaf, and the `enum` entry that it became;
    /// `None` if the leaf is something else.
    fn leaf(
        &self,
        place: &[Step],
        leaf: &Value,
        at: &HashMap<&[Step], Vec<usize>>,
    ) -> Option<(&Token, Option<EnumEntry>)> {
        let token = self.tokens.values.get(place)?;
        let entries = at.get(place).map(Vec::as_slice).unwrap_or_default();
        let entries = entries.iter().map(|number| &self.diff[*number]);
        let (value, picked) = value::becomes(&token.value, entries, self.schema, place)?;
        (value == *leaf).then_some((token, picked))
    }

    fn is_right(
        &self,
        claim: &Claim,
        (place, leaf): &Delivered<'_>,
        at: &HashMap<&[Step], Vec<usize>>,
    ) -> bool {
        let (part, source, text) = if let Some(leaf) = leaf {
            let token = self.tokens.values.get(place);
            (Part::Leaf, token.map(|token| &token.source), leaf.to_text())
        } else {
            let Some(Step::Key(key)) = place.last() else {
                return false;
            };
            let text = Value::String(key.clone()).to_text();
            (Part::Key, self.tokens.keys.get(place), text)
        };
        let origin = match (&claim.entry, claim.source.strings.is_empty()) {
            (Some(_), _) => Origin::Enum,
            (None, true) => Origin::Submitted,
            (None, false) => Origin::Unwrapped,
        };
        // The entries at a key's own place are about its value.
        let reach = place.len() + usize::from(leaf.is_some());
        let through = (0..reach)
            .filter_map(|length| at.get(&place[..length]))
            .flatten();
        let named = |number: &usize| Through {
            entry: *number,
            rule: self.diff[*number].rule.as_str().to_owned(),
        };
        claim.path == Place::Tree(place.clone()).to_string()
            && claim.part == part
            && claim.origin == origin
            && (leaf.is_some() || claim.entry.is_none())
            && source == Some(&claim.source)
            && through.map(named).eq(claim.through.iter().cloned())
            && claim
                .delivered
                .as_ref()
                .is_none_or(|delivered| *delivered == text)
    }
}
