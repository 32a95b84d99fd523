//! Faults in the text: one comma too many, or an end that comes too early.

use super::dice::Dice;
use crate::laws::text::{Kind, tokens};

/// The text with a comma before one closing delimiter or at its end (D42 to
/// D44), with white space before or behind it as chance has it.
pub(super) fn trailing_comma(text: &str, dice: &mut Dice) -> Option<String> {
    let tokens = tokens(text).list;
    let closers: Vec<usize> = tokens
        .iter()
        .filter(|token| matches!(token.kind, Kind::Close(_)))
        .map(|token| token.start)
        .chain([text.len()])
        .collect();
    let at = *dice.pick(&closers)?;
    let comma = *dice.pick(&[",", " ,", ", ", ",\n", "\t,\r\n"])?;
    Some(format!("{}{comma}{}", &text[..at], &text[at..]))
}

/// A prefix of the text: cut at a byte, or before the character that the cut
/// would halve.
pub(super) fn truncated<'t>(text: &'t str, dice: &mut Dice) -> Option<&'t str> {
    if text.len() < 2 {
        return None;
    }
    let mut cut = 1 + dice.below(text.len() - 1);
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    text.get(..cut)
}
