//! Which texts there are: every sequence of 1 to N tokens of one alphabet,
//! numbered, shorter ones first.
//!
//! Decides the alphabet and the numbering, so that a number names the same
//! text on every machine. No two sequences make the same text: no token, and no
//! rest that one token leaves of another, begins where another could go on. So
//! sequences are counted, and texts are meant.

use std::ops::Range;

/// What texts are made of: the structure of JSON, white space (D39, D42), and
/// the whole and the cut form of a string, a number and a literal (D38).
pub const ALPHABET: [&str; 13] = [
    "{", "}", "[", "]", ",", ":", " ", "\"a\"", "\"a", "1", "1.", "true", "tru",
];

/// The most tokens that a space may have: 1,941,507,093,539 texts, far from the end of the counter.
pub const MOST_TOKENS: u32 = 11;

/// Every text of 1 to so many tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Space {
    tokens: u32,
}

impl Space {
    /// The texts of 1 to `tokens` tokens; none where `tokens` is 0. `None`
    /// above [`MOST_TOKENS`].
    #[must_use]
    pub fn new(tokens: u32) -> Option<Self> {
        (tokens <= MOST_TOKENS).then_some(Self { tokens })
    }

    /// How many tokens the longest text has.
    #[must_use]
    pub fn tokens(self) -> u32 {
        self.tokens
    }

    /// How many texts there are: 13 + 13² + … up to the number of tokens.
    ///
    /// ```
    /// use argument_check_oracle::exhaustive::Space;
    /// assert_eq!(Space::new(6).unwrap().texts(), 5_229_042);
    /// ```
    #[must_use]
    pub fn texts(self) -> u64 {
        (1..=self.tokens).map(of_length).sum()
    }

    /// The numbers of all texts.
    #[must_use]
    pub fn numbers(self) -> Range<u64> {
        0..self.texts()
    }
}

fn of_length(tokens: u32) -> u64 {
    (ALPHABET.len() as u64).pow(tokens)
}

/// The text of that number, and of how many tokens it is made. Every space that
/// is large enough has the same text under the same number.
///
/// ```
/// use argument_check_oracle::exhaustive::text;
/// assert_eq!(text(0), ("{".to_owned(), 1));
/// assert_eq!(text(14), ("{}".to_owned(), 2));
/// ```
#[must_use]
pub fn text(number: u64) -> (String, u32) {
    let (mut rest, mut length) = (number, 1);
    while rest >= of_length(length) {
        rest -= of_length(length);
        length += 1;
    }
    let mut text = String::with_capacity(4 * length as usize);
    for place in (0..length).rev() {
        let token = rest / of_length(place) % ALPHABET.len() as u64;
        text.push_str(ALPHABET[token as usize]);
    }
    (text, length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_sequences_of_up_to_four_tokens_make_the_same_text() {
        let space = Space::new(4).unwrap();
        let texts: HashSet<String> = space.numbers().map(|number| text(number).0).collect();
        assert_eq!(texts.len(), 13 + 169 + 2_197 + 28_561);
        assert!(texts.contains("{\"a\":1."));
        assert!(!texts.contains(""));
    }

    #[test]
    fn shorter_texts_come_first_and_the_last_one_is_the_last_token_repeated() {
        let space = Space::new(3).unwrap();
        assert_eq!(text(space.texts() - 1), ("trutrutru".to_owned(), 3));
        assert_eq!(text(space.texts()).1, 4);
        let lengths: Vec<u32> = space.numbers().map(|number| text(number).1).collect();
        assert!(lengths.is_sorted());
    }

    #[test]
    fn no_tokens_are_no_texts_and_more_than_a_counter_holds_are_refused() {
        assert_eq!(Space::new(0).unwrap().texts(), 0);
        assert!(Space::new(MOST_TOKENS).unwrap().texts() > 1 << 40);
        assert_eq!(Space::new(MOST_TOKENS + 1), None);
    }
}
