//! Finds the end of white space, strings, numbers and literals (RFC 8259,
//! sections 2, 6 and 7). It decides where a token ends and whether the text
//! was cut inside it; it must never look beyond the token.

use wide::u8x16;

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

/// The `N` bytes from `at` on, if there are as many.
///
/// The position is taken for 32 bits, which every text is capped far below:
/// so it is plain that the sum cannot wrap, and one comparison decides.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a load behind one comparison")]
pub(crate) fn window<const N: usize>(text: &[u8], at: usize) -> Option<&[u8; N]> {
    let at = at as u32 as usize;
    text.get(at..at + N)?.first_chunk()
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

/// [`specials`] of sixteen bytes, a bit each.
#[inline]
fn wide_specials(chunk: [u8; 16]) -> u32 {
    let bytes = u8x16::new(chunk);
    let quote = bytes.simd_eq(u8x16::splat(b'"'));
    let slash = bytes.simd_eq(u8x16::splat(b'\\'));
    let control = bytes.min(u8x16::splat(0x1f)).simd_eq(bytes);
    (quote | slash | control).to_bitmask()
}

/// The first `"`, `\` or control at or after `at`, or the end of the text.
#[inline]
pub(crate) fn plain_end(text: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = window(text, at) {
        let found = wide_specials(*chunk);
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        at += 16;
    }
    plain_tail(text, at)
}

/// [`plain_end`] within the last fifteen bytes.
#[inline(never)]
fn plain_tail(text: &[u8], mut at: usize) -> usize {
    if let Some(chunk) = window(text, at) {
        let found = specials(u64::from_le_bytes(*chunk));
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
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
pub(crate) fn string(
    text: &[u8],
    at: usize,
    marks: &mut Marks,
) -> Result<(usize, u8), (usize, Cause)> {
    string_from(text, plain_end(text, at), marks)
}

/// Where the string ends (at its closing quote) whose first byte that is not
/// plain stands at `at`, with the flags of its content.
pub(crate) fn string_from(
    text: &[u8],
    at: usize,
    marks: &mut Marks,
) -> Result<(usize, u8), (usize, Cause)> {
    if byte(text, at) == b'"' {
        return Ok((at, 0));
    }
    escaped_string(text, at, marks)
}

/// [`string_from`] where that byte is not the closing quote.
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
pub(crate) fn number(text: &[u8], at: usize) -> Result<NumberToken, (usize, Cause)> {
    number_from(text, at, byte(text, at))
}

/// [`number`] for a caller who has read its first byte, `token`.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "a short number is decided without leaving the reader"
)]
pub(crate) fn number_from(
    text: &[u8],
    at: usize,
    token: u8,
) -> Result<NumberToken, (usize, Cause)> {
    let negative = token == b'-';
    let first = at + usize::from(negative);
    let sign = if negative { NEGATIVE } else { 0 };
    let mut coefficient = 0;
    let mut end = digits(text, first, &mut coefficient);
    let mut count = end - first;
    if count != 1 && (count == 0 || byte(text, first) == b'0') {
        return odd_number(text, first, count, sign);
    }
    let mut scale = 0;
    if byte(text, end) == b'.' {
        let point = end + 1;
        end = digits(text, point, &mut coefficient);
        scale = end - point;
        count += scale;
        if scale == 0 {
            return Err(cut(text, end));
        }
    }
    if count > 9 || byte(text, end) | 0x20 == b'e' {
        return long_number(text, end, sign);
    }
    Ok(NumberToken {
        end,
        coefficient,
        scale: scale as u16,
        flags: SMALL | sign,
    })
}

/// The rest of [`number`]: no digit, or a zero that ends the token.
#[cold]
fn odd_number(
    text: &[u8],
    first: usize,
    count: usize,
    sign: u8,
) -> Result<NumberToken, (usize, Cause)> {
    if count == 0 {
        return Err(cut(text, first));
    }
    Ok(NumberToken {
        end: first + 1,
        coefficient: 0,
        scale: 0,
        flags: SMALL | sign,
    })
}

/// The rest of [`number`], whose digits end at `end`: an exponent, or too
/// many digits for the small form.
#[inline(never)]
fn long_number(text: &[u8], mut end: usize, sign: u8) -> Result<NumberToken, (usize, Cause)> {
    if byte(text, end) | 0x20 == b'e' {
        end += 1;
        end += usize::from(matches!(byte(text, end), b'+' | b'-'));
        let start = end;
        end = digits(text, end, &mut 0);
        if end == start {
            return Err(cut(text, end));
        }
    }
    Ok(NumberToken {
        end,
        coefficient: 0,
        scale: 0,
        flags: sign,
    })
}

/// The end of the digits at `at`; `coefficient` wraps when there are many,
/// and is used only when there are few.
#[inline]
fn digits(text: &[u8], mut at: usize, coefficient: &mut u32) -> usize {
    while let Some(&found) = text.get(at) {
        let digit = found.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        *coefficient = coefficient.wrapping_mul(10).wrapping_add(u32::from(digit));
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
pub(crate) fn literal<const N: usize>(
    text: &[u8],
    at: usize,
    word: &[u8; N],
) -> Result<usize, (usize, Cause)> {
    if window(text, at) == Some(word) {
        Ok(at + N)
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
            for offset in 0..33 {
                let mut text = vec![b'a'; 40];
                text[offset] = byte;
                let ends = byte < 0x20 || byte == b'"' || byte == b'\\';
                let wanted = if ends { offset } else { 40 };
                assert_eq!(plain_end(&text, 0), wanted, "{byte:#x} at {offset}");
            }
        }
    }

    fn first_number(text: &str) -> Result<NumberToken, (usize, Cause)> {
        number(text.as_bytes(), 0)
    }

    #[test]
    fn a_number_token_is_the_longest_match_of_the_grammar() {
        for (text, end) in [("01", 1), ("-0.50e+1x", 8), ("12]", 2), ("1.5.6", 3)] {
            assert_eq!(first_number(text).expect(text).end, end, "{text}");
        }
    }

    #[test]
    fn an_unfinished_number_is_cut_at_the_end_of_the_text_and_wrong_elsewhere() {
        for text in ["-", "1.", "1e", "1e+"] {
            assert_eq!(first_number(text).unwrap_err().1, Cause::MidToken);
            let longer = format!("{text}]");
            assert_eq!(first_number(&longer).unwrap_err().1, Cause::Syntax);
        }
    }

    #[test]
    fn nine_digits_are_small_and_ten_or_an_exponent_are_not() {
        let small = first_number("1234567.89").expect("a number");
        assert_eq!((small.coefficient, small.scale), (123_456_789, 2));
        assert_eq!(small.flags, SMALL);
        assert_eq!(first_number("1234567890").expect("a number").flags, 0);
        assert_eq!(first_number("-1e0").expect("a number").flags, NEGATIVE);
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
