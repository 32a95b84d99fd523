//! String content: decides what a JSON string says (decoding) and how a
//! string is written (RFC 8785, section 3.2.2.2).
//!
//! Content is compared and re-emitted by value (D30). Nothing here trims,
//! normalises or folds.

use std::borrow::Cow;

use super::scan::{byte, hex4, plain_end};

/// The content of a string whose raw content (between the quotes) is `raw`.
///
/// `raw` comes from the strict reader; a lone surrogate, which the reader
/// refuses, would become U+FFFD.
pub(crate) fn decode(raw: &str) -> Cow<'_, str> {
    let bytes = raw.as_bytes();
    let mut at = plain_end(bytes, 0);
    if at >= bytes.len() {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut from = 0;
    while byte(bytes, at) == b'\\' {
        out.push_str(raw.get(from..at).unwrap_or_default());
        let (decoded, next) = decode_escape(bytes, at);
        out.push(decoded);
        from = next;
        at = plain_end(bytes, next);
    }
    out.push_str(raw.get(from..).unwrap_or_default());
    Cow::Owned(out)
}

/// The character of the escape at `at` and the position after it.
fn decode_escape(bytes: &[u8], at: usize) -> (char, usize) {
    let plain = match byte(bytes, at + 1) {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return decode_unicode(bytes, at),
        other => char::from(other),
    };
    (plain, at + 2)
}

fn decode_unicode(bytes: &[u8], at: usize) -> (char, usize) {
    let unit = hex4(bytes, at + 2).unwrap_or(0xfffd);
    if (0xd800..0xdc00).contains(&unit)
        && bytes.get(at + 6..at + 8) == Some(b"\\u")
        && let Ok(low @ 0xdc00..=0xdfff) = hex4(bytes, at + 8)
    {
        let scalar = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        let decoded = char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER);
        return (decoded, at + 12);
    }
    let decoded = char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
    (decoded, at + 6)
}

/// Appends `content` to `out` as a JSON string, with its quotes.
///
/// ```
/// let mut out = String::new();
/// argument_check::json::string::write(&mut out, "a\"\u{1}é");
/// assert_eq!(out, r#""a\"\u0001é""#);
/// ```
pub fn write(out: &mut String, content: &str) {
    out.push('"');
    write_content(out, content);
    out.push('"');
}

/// Appends `content` to `out` as the inside of a JSON string.
pub(crate) fn write_content(out: &mut String, content: &str) {
    let bytes = content.as_bytes();
    let mut from = 0;
    loop {
        let at = plain_end(bytes, from);
        out.push_str(content.get(from..at).unwrap_or_default());
        let Some(&special) = bytes.get(at) else {
            return;
        };
        write_escape(out, special);
        from = at + 1;
    }
}

fn write_escape(out: &mut String, special: u8) {
    match special {
        b'"' => out.push_str("\\\""),
        b'\\' => out.push_str("\\\\"),
        0x8 => out.push_str("\\b"),
        b'\t' => out.push_str("\\t"),
        b'\n' => out.push_str("\\n"),
        0xc => out.push_str("\\f"),
        b'\r' => out.push_str("\\r"),
        other => {
            const HEX: &[u8; 16] = b"0123456789abcdef";
            out.push_str("\\u00");
            for nibble in [other >> 4, other & 15] {
                out.push(char::from(byte(HEX, usize::from(nibble))));
            }
        }
    }
}

/// Appends raw string content that may hold escapes, re-spelled as
/// [`write_content`] would spell it.
pub(crate) fn rewrite_content(out: &mut String, raw: &str) {
    if is_canonical(raw.as_bytes()) {
        out.push_str(raw);
    } else {
        write_content(out, &decode(raw));
    }
}

/// Does every escape of `raw` stand as the writer would write it? A `\u`
/// escape may, too, but those are rare enough to be decoded.
fn is_canonical(raw: &[u8]) -> bool {
    let mut at = plain_end(raw, 0);
    while at < raw.len() {
        if !matches!(
            byte(raw, at + 1),
            b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't'
        ) {
            return false;
        }
        at = plain_end(raw, at + 2);
    }
    true
}

/// How many characters (code points, D35) the decoded content has.
pub(crate) fn count_chars(content: &str) -> u32 {
    let continuation = content.bytes().filter(|byte| byte & 0xc0 == 0x80).count();
    (content.len() - continuation) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_escape_decodes_to_its_character() {
        assert_eq!(
            decode(r#"\"\\\/\b\f\n\r\t\u0041\ud83d\ude00x"#),
            "\"\\/\u{8}\u{c}\n\r\tA\u{1f600}x"
        );
    }

    #[test]
    fn content_without_escapes_is_borrowed() {
        assert!(matches!(decode("plain é"), Cow::Borrowed(_)));
    }

    #[test]
    fn rewriting_gives_the_canonical_spelling_of_every_escape() {
        for (raw, wanted) in [
            (r"a\nb", r"a\nb"),
            (r"\u000a", r"\n"),
            (r"\/", "/"),
            (r"\u0041\u001F", r"A\u001f"),
            ("\\u007f", "\u{7f}"),
        ] {
            let mut out = String::new();
            rewrite_content(&mut out, raw);
            assert_eq!(out, wanted, "{raw}");
        }
    }

    #[test]
    fn characters_are_code_points() {
        assert_eq!(count_chars("e\u{301}\u{1f600}"), 3);
    }
}
