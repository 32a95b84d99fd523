//! Finds the end of white space, strings, numbers and literals (RFC 8259,
//! sections 2, 6 and 7). It decides where a token ends and whether the text
//! was cut inside it; it must never look beyond the token.

use super::node::{ESCAPED, NEGATIVE, SMALL};

/// Why a text is not JSON, even after R1 and R2 (the causes of D50).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The text ends inside a string.
    InString,
    /// The text ends inside a token, or in a number that may be cut (D39).
    MidToken,
    /// A closer does not fit what is open (D41).
    Mismatch,
    /// Something follows the complete root (D41).
    Trailing,
    /// Anything else at some token.
    Syntax,
    /// A lone surrogate escape (D1).
    Surrogate,
    /// The same member name twice in one object (D1).
    Duplicate,
}

/// The byte at `at`, or NUL past the end. NUL is no JSON token, so that only
/// cold paths have to tell the two apart.
#[inline]
pub(crate) fn byte(text: &[u8], at: usize) -> u8 {
    match text.get(at) {
        Some(&byte) => byte,
        None => 0,
    }
}

/// The first position at or after `at` that holds no white space.
#[inline]
pub(crate) fn skip_space(text: &[u8], mut at: usize) -> usize {
    while let Some(&found) = text.get(at) {
        if found > b' ' || !matches!(found, b' ' | b'\n' | b'\r' | b'\t') {
            break;
        }
        at += 1;
    }
    at
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// High bits at bytes of `word` that end plain string content: `"`, `\` and
/// controls. Only the lowest one is exact, which is the one that is used.
#[inline]
fn specials(word: u64) -> u64 {
    let quote = word ^ (ONES * 0x22);
    let slash = word ^ (ONES * 0x5c);
    // Bytes of 0x80 and above are never special, and mask the false high bits
    // of all three differences.
    let below =
        quote.wrapping_sub(ONES) | slash.wrapping_sub(ONES) | word.wrapping_sub(ONES * 0x20);
    below & !word & HIGHS
}

/// The first `"`, `\` or control at or after `at`, or the end of the text.
#[inline]
pub(crate) fn plain_end(text: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = text.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let found = specials(u64::from_le_bytes(*chunk));
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    plain_tail(text, at)
}

/// [`plain_end`] within the last seven bytes.
#[inline(never)]
fn plain_tail(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let (Some(last), false) = (text.last_chunk::<8>(), rest.is_empty()) else {
        let special = |&byte: &u8| byte < 0x20 || byte == b'"' || byte == b'\\';
        return at + rest.iter().position(special).unwrap_or(rest.len());
    };
    // Shifted down, the word ends in zeros, which count as controls.
    let word = u64::from_le_bytes(*last) >> (64 - rest.len() * 8);
    at + (specials(word).trailing_zeros() / 8) as usize
}

/// What the escapes of a text's strings had about them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// A surrogate stood alone (D1).
    pub(crate) surrogate: bool,
    /// The writer may spell an escape otherwise.
    pub(crate) respelled: bool,
}

/// Where the string whose content starts at `at` ends (its closing quote),
/// with the flags of its content.
#[inline]
pub(crate) fn string(
    text: &[u8],
    at: usize,
    marks: &mut Marks,
) -> Result<(usize, u8), (usize, Cause)> {
    let end = plain_end(text, at);
    if byte(text, end) == b'"' {
        return Ok((end, 0));
    }
    escaped_string(text, end, marks)
}

/// The rest of [`string`], from its first byte that is not plain.
pub(crate) fn escaped_string(
    text: &[u8],
    mut at: usize,
    marks: &mut Marks,
) -> Result<(usize, u8), (usize, Cause)> {
    loop {
        match text.get(at) {
            Some(b'"') => return Ok((at, ESCAPED)),
            Some(b'\\') => at = escape(text, at, marks)?,
            Some(_) => return Err((at, Cause::Syntax)),
            None => return Err((at, Cause::InString)),
        }
        at = plain_end(text, at);
    }
}

/// The position after the escape that starts at `at`.
fn escape(text: &[u8], at: usize, marks: &mut Marks) -> Result<usize, (usize, Cause)> {
    match text.get(at + 1) {
        Some(b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
        Some(b'/') => {
            marks.respelled = true;
            Ok(at + 2)
        }
        Some(b'u') => {
            marks.respelled = true;
            let unit = hex4(text, at + 2)?;
            match unit {
                0xd800..=0xdbff => {
                    let low = text.get(at + 6..at + 8) == Some(b"\\u")
                        && matches!(hex4(text, at + 8), Ok(0xdc00..=0xdfff));
                    if low {
                        return Ok(at + 12);
                    }
                    marks.surrogate = true;
                }
                0xdc00..=0xdfff => marks.surrogate = true,
                _ => {}
            }
            Ok(at + 6)
        }
        Some(_) => Err((at, Cause::Syntax)),
        None => Err((at, Cause::InString)),
    }
}

/// The four hexadecimal digits at `at`.
pub(crate) fn hex4(text: &[u8], at: usize) -> Result<u32, (usize, Cause)> {
    let mut unit = 0;
    for offset in 0..4 {
        match text.get(at + offset) {
            Some(&digit) => match char::from(digit).to_digit(16) {
                Some(value) => unit = unit * 16 + value,
                None => return Err((at, Cause::Syntax)),
            },
            None => return Err((at, Cause::InString)),
        }
    }
    Ok(unit)
}

/// A number token: where it ends, and its small form where it has one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberToken {
    pub(crate) end: usize,
    pub(crate) coefficient: u32,
    pub(crate) scale: u16,
    pub(crate) flags: u8,
}

/// The longest number token at `at`, where a digit or `-` stands.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "a short integer is decided without leaving the reader"
)]
pub(crate) fn number(text: &[u8], at: usize) -> Result<NumberToken, (usize, Cause)> {
    let negative = byte(text, at) == b'-';
    let first = at + usize::from(negative);
    let mut coefficient: u64 = 0;
    let mut end = first;
    if byte(text, first) == b'0' {
        end += 1;
    } else {
        end = digits(text, end, &mut coefficient);
        if end == first {
            return Err(cut(text, end));
        }
    }
    let sign = if negative { NEGATIVE } else { 0 };
    if !matches!(byte(text, end), b'.' | b'e' | b'E') && end - first <= 9 {
        return Ok(NumberToken {
            end,
            coefficient: coefficient as u32,
            scale: 0,
            flags: SMALL | sign,
        });
    }
    long_number(text, first, end, coefficient, sign)
}

/// The rest of [`number`]: a fraction, an exponent or many digits.
#[inline(never)]
fn long_number(
    text: &[u8],
    first: usize,
    mut end: usize,
    mut coefficient: u64,
    sign: u8,
) -> Result<NumberToken, (usize, Cause)> {
    let mut count = end - first;
    let mut scale = 0;
    let mut small = true;
    if byte(text, end) == b'.' {
        let point = end + 1;
        end = digits(text, point, &mut coefficient);
        if end == point {
            return Err(cut(text, end));
        }
        scale = end - point;
        count += scale;
    }
    if matches!(byte(text, end), b'e' | b'E') {
        small = false;
        end += 1;
        end += usize::from(matches!(byte(text, end), b'+' | b'-'));
        let start = end;
        end = digits(text, end, &mut coefficient);
        if end == start {
            return Err(cut(text, end));
        }
    }
    small &= count <= 9;
    Ok(NumberToken {
        end,
        coefficient: if small { coefficient as u32 } else { 0 },
        scale: if small { scale as u16 } else { 0 },
        flags: if small { SMALL | sign } else { sign },
    })
}

/// The end of the digits at `at`; `coefficient` wraps when there are many,
/// and is used only when there are few.
#[inline]
fn digits(text: &[u8], mut at: usize, coefficient: &mut u64) -> usize {
    while let Some(&found) = text.get(at) {
        let digit = found.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        *coefficient = coefficient.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    at
}

/// A token that lacks something at `at`: cut if the text ends there.
#[cold]
fn cut(text: &[u8], at: usize) -> (usize, Cause) {
    if at >= text.len() {
        (at, Cause::MidToken)
    } else {
        (at, Cause::Syntax)
    }
}

/// The end of the literal `word` at `at`.
#[inline]
pub(crate) fn literal(text: &[u8], at: usize, word: &[u8]) -> Result<usize, (usize, Cause)> {
    let end = at + word.len();
    if text.get(at..end) == Some(word) {
        Ok(end)
    } else {
        Err(cut_literal(text, at, word))
    }
}

#[cold]
fn cut_literal(text: &[u8], at: usize, word: &[u8]) -> (usize, Cause) {
    let rest = text.get(at..).unwrap_or_default();
    if word.starts_with(rest) {
        (at, Cause::MidToken)
    } else {
        (at, Cause::Syntax)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_content_ends_at_quote_backslash_or_control_and_nowhere_else() {
        for byte in 0..=255_u8 {
            for offset in 0..17 {
                let mut text = vec![b'a'; 20];
                text[offset] = byte;
                let ends = byte < 0x20 || byte == b'"' || byte == b'\\';
                let wanted = if ends { offset } else { 20 };
                assert_eq!(plain_end(&text, 0), wanted, "{byte:#x} at {offset}");
            }
        }
    }

    #[test]
    fn a_number_token_is_the_longest_match_of_the_grammar() {
        for (text, end) in [("01", 1), ("-0.50e+1x", 8), ("12]", 2), ("1.5.6", 3)] {
            assert_eq!(number(text.as_bytes(), 0).expect(text).end, end, "{text}");
        }
    }

    #[test]
    fn an_unfinished_number_is_cut_at_the_end_of_the_text_and_wrong_elsewhere() {
        for text in ["-", "1.", "1e", "1e+"] {
            assert_eq!(number(text.as_bytes(), 0).unwrap_err().1, Cause::MidToken);
            let longer = format!("{text}]");
            assert_eq!(number(longer.as_bytes(), 0).unwrap_err().1, Cause::Syntax);
        }
    }

    #[test]
    fn nine_digits_are_small_and_ten_or_an_exponent_are_not() {
        let small = number(b"1234567.89", 0).expect("a number");
        assert_eq!((small.coefficient, small.scale), (123_456_789, 2));
        assert_eq!(small.flags, SMALL);
        assert_eq!(number(b"1234567890", 0).expect("a number").flags, 0);
        assert_eq!(number(b"-1e0", 0).expect("a number").flags, NEGATIVE);
    }

    #[test]
    fn a_surrogate_escape_is_lone_unless_a_low_one_follows_a_high_one() {
        for (text, lone) in [
            (r#"\ud83d\ude00""#, false),
            (r#"\ud83d""#, true),
            (r#"\ude00""#, true),
            (r#"\ud83dx\ude00""#, true),
            (r#"\ud83d\ud83d\ude00""#, true),
        ] {
            let mut marks = Marks::default();
            string(text.as_bytes(), 0, &mut marks).expect(text);
            assert_eq!(marks.surrogate, lone, "{text}");
        }
    }
}
