//! Byte search: decides nothing but where the next of two ASCII bytes stands,
//! which is a character of its own in UTF-8.

use wide::u8x16;

use crate::json::scan::window;

/// The first position at or after `at` that holds `one` or `two`, or the end
/// of `text`.
#[inline]
pub(super) fn first_of(text: &[u8], mut at: usize, one: u8, two: u8) -> usize {
    while let Some(chunk) = window::<16>(text, at) {
        let bytes = u8x16::new(*chunk);
        let found = bytes.simd_eq(u8x16::splat(one)) | bytes.simd_eq(u8x16::splat(two));
        let found = found.to_bitmask();
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        at += 16;
    }
    let rest = text.get(at..).unwrap_or_default();
    let found = rest.iter().position(|&byte| byte == one || byte == two);
    at + found.unwrap_or(rest.len())
}

/// Is `byte` one of the two characters that `CommonMark` calls space and tab?
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// `text` without spaces and tabs at its end.
pub(super) fn trim_end(text: &[u8]) -> &[u8] {
    let spaces = text.iter().rev().take_while(|&&byte| is_space(byte));
    let length = text.len() - spaces.count();
    text.get(..length).unwrap_or_default()
}

/// How many spaces and tabs `text` starts with.
#[inline]
pub(super) fn leading_spaces(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| is_space(byte)).count()
}

/// Does `text` hold nothing but spaces and tabs?
#[inline]
pub(super) fn is_blank(text: &[u8]) -> bool {
    text.iter().all(|&byte| is_space(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_byte_is_found_wherever_it_stands_and_nothing_else_is() {
        for length in 0..50 {
            for offset in 0..length {
                let mut text = vec![b'x'; length];
                for byte in [b'\r', b'\n'] {
                    text[offset] = byte;
                    for from in 0..=offset {
                        assert_eq!(first_of(&text, from, b'\n', b'\r'), offset);
                    }
                    assert_eq!(first_of(&text, offset + 1, b'\n', b'\r'), length);
                }
            }
        }
    }

    #[test]
    fn only_space_and_tab_are_trimmed() {
        assert_eq!(trim_end(b"\ta\x0b\x0c\xc2\xa0 \t "), b"\ta\x0b\x0c\xc2\xa0");
        assert_eq!(leading_spaces(b" \t\x0c"), 2);
        assert!(is_blank(b" \t") && is_blank(b"") && !is_blank(b"\x0b"));
    }
}
