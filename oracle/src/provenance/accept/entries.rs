//! Whether the claims about the entries of the diff hold.

use super::needed::{self, Validator};
use super::read::steps;
use super::scan::Token;
use super::{Case, Rejection, is_before, value};
use crate::answer::Entry;
use crate::path::Step;
use crate::provenance::proof::{EntryClaim, Range, Source};
use crate::submission;
use crate::vocabulary::Rule;

impl Case<'_> {
    /// Each entry has one claim, does what its rule does, and is needed.
    pub(super) fn entries(
        &self,
        claims: &[EntryClaim],
        form: &submission::Form,
    ) -> Result<(), Rejection> {
        if claims.len() != self.diff.len() {
            return Err(Rejection::Incomplete);
        }
        let validator = Validator::new();
        if !validator.passes(self.schema, self.blob) {
            return Err(Rejection::StillFails);
        }
        let mut previous = None;
        for (number, (claim, entry)) in claims.iter().zip(self.diff).enumerate() {
            let named = claim.entry == number
                && claim.path == entry.path.to_string()
                && claim.rule == entry.rule.as_str();
            if !named || self.works_on(number, entry, form).as_ref() != Some(&claim.source) {
                return Err(Rejection::EntryClaim(number));
            }
            let Some(place) = steps(entry) else {
                needed::in_text(number, claim, entry, form, &self.tokens.trailing)?;
                continue;
            };
            if previous.is_some_and(|previous| is_before(&claim.source, previous)) {
                return Err(Rejection::Order(number));
            }
            previous = Some(&claim.source);
            let inside = |entry: &&Entry| steps(entry).is_some_and(|p| p.starts_with(place));
            let count = self.diff[number..].iter().take_while(inside).count();
            if !claim.left_out.iter().copied().eq(number..number + count) {
                return Err(Rejection::EntryClaim(number));
            }
            if !value::obeys(entry) {
                return Err(Rejection::Entry(number));
            }
            validator.needs(number, claim, entry, self.schema, place)?;
        }
        Ok(())
    }

    /// What an entry works on.
    fn works_on(&self, number: usize, entry: &Entry, form: &submission::Form) -> Option<Source> {
        let flat = |from, to| Source {
            strings: Vec::new(),
            at: Range(from, to),
        };
        let Some(place) = steps(entry) else {
            return match (entry.rule, form) {
                (Rule::R2, _) => {
                    let comma = *self.tokens.trailing.get(number)?;
                    Some(flat(comma, comma + 1))
                }
                (_, submission::Form::Text(text)) => Some(flat(text.len(), text.len())),
                _ => None,
            };
        };
        let mut place = place.to_vec();
        while self.moves.wrapped.contains(place.as_slice()) {
            place.push(Step::Index(0));
        }
        let Token { source, .. } = self.tokens.values.get(&place)?;
        let mut source = source.clone();
        // An unwrapped string is the last of those around its content.
        if self.moves.unwrapped.contains(place.as_slice()) {
            source.at = source.strings.pop()?;
        }
        Some(source)
    }
}
