//! Link reference definitions: decides how many lines at the start of a
//! paragraph are definitions and therefore no text (`CommonMark` 4.7, 6.3).

use crate::candidates::bytes::leading_spaces;
use crate::json::scan::byte;

/// The most characters between the brackets of a label.
const LONGEST_LABEL: usize = 999;

/// How many lines of `content` belong to definitions. `content` is that of a
/// paragraph: no line of it is blank or starts with white space.
pub(super) fn lines(content: &[u8]) -> usize {
    let (mut at, mut lines) = (0, 0);
    while let Some(end) = definition(content, at) {
        let taken = content.get(at..end).unwrap_or_default();
        lines += taken.split(|byte| *byte == b'\n').count() - 1;
        if !taken.ends_with(b"\n") {
            return lines + 1;
        }
        at = end;
    }
    lines
}

/// The position after the definition at `at` and its line ending.
fn definition(text: &[u8], at: usize) -> Option<usize> {
    let colon = label_end(text, at)?;
    if byte(text, colon) != b':' {
        return None;
    }
    let destination = skip_break(text, colon + 1);
    let end = destination_end(text, destination)?;
    let title = skip_break(text, end);
    if title > end
        && let Some(titled) = title_end(text, title)
        && let Some(next) = line_end(text, titled)
    {
        return Some(next);
    }
    // What looked like a title on a line of its own is text.
    line_end(text, end)
}

/// The position after the label at `at`.
fn label_end(text: &[u8], at: usize) -> Option<usize> {
    if byte(text, at) != b'[' {
        return None;
    }
    let (mut at, mut length, mut blank) = (at + 1, 0, true);
    loop {
        let found = *text.get(at)?;
        match found {
            b']' if blank => return None,
            b']' => return Some(at + 1),
            b'[' => return None,
            _ => {}
        }
        blank &= matches!(found, b' ' | b'\t' | b'\n');
        length += usize::from(found & 0xc0 != 0x80);
        // A backslash takes the next character with it.
        if found == b'\\' && matches!(byte(text, at + 1), b'[' | b'\\' | b']') {
            length += 1;
            at += 1;
        }
        at += 1;
        if length > LONGEST_LABEL {
            return None;
        }
    }
}

/// The position after the link destination at `at`.
fn destination_end(text: &[u8], at: usize) -> Option<usize> {
    if byte(text, at) == b'<' {
        return bracketed_end(text, at + 1);
    }
    let (mut end, mut depth) = (at, 0_usize);
    while let Some(&found) = text.get(end) {
        match found {
            b'\\' if byte(text, end + 1).is_ascii_punctuation() => end += 1,
            b'(' => depth += 1,
            b')' if depth == 0 => break,
            b')' => depth -= 1,
            // NUL stands for U+FFFD, which is no control character.
            1..=b' ' | 0x7f => break,
            _ => {}
        }
        end += 1;
    }
    (end > at && depth == 0).then_some(end)
}

/// The position after the `>` of a destination in pointed brackets.
fn bracketed_end(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match *text.get(at)? {
            b'>' => return Some(at + 1),
            b'<' | b'\n' => return None,
            b'\\' if byte(text, at + 1).is_ascii_punctuation() => at += 2,
            _ => at += 1,
        }
    }
}

/// The position after the link title at `at`.
fn title_end(text: &[u8], at: usize) -> Option<usize> {
    let opener = byte(text, at);
    let closer = match opener {
        b'"' | b'\'' => opener,
        b'(' => b')',
        _ => return None,
    };
    let mut at = at + 1;
    loop {
        let found = *text.get(at)?;
        if found == closer {
            return Some(at + 1);
        }
        if found == opener {
            return None;
        }
        at += 1 + usize::from(found == b'\\');
    }
}

/// The position after white space that holds at most one line ending.
fn skip_break(text: &[u8], at: usize) -> usize {
    let end = skip_spaces(text, at);
    if byte(text, end) == b'\n' {
        skip_spaces(text, end + 1)
    } else {
        end
    }
}

/// The position after the line ending, if nothing but white space precedes it.
fn line_end(text: &[u8], at: usize) -> Option<usize> {
    let end = skip_spaces(text, at);
    match text.get(end) {
        Some(b'\n') => Some(end + 1),
        Some(_) => None,
        None => Some(text.len()),
    }
}

fn skip_spaces(text: &[u8], at: usize) -> usize {
    at + leading_spaces(text.get(at..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_counted_by_the_lines_they_take() {
        for (content, wanted) in [
            ("[foo]: /url", 1),
            ("[foo]:\n/url\n'title\nmore'  \ntext", 4),
            ("[foo]: /url 'title' ok", 0),
            ("[foo]: /url\n\"title\" ok", 1),
            ("[foo]: /url\n[bar]: /url\n(a)\n[x]", 3),
            ("[foo]: <a b>", 1),
            ("[foo]: <a\nb>", 0),
            ("[foo]: <a>'t'", 0),
            ("[foo]: <a\\>>", 1),
            ("[foo]:", 0),
            ("[foo] : /url", 0),
            ("[ \n]: /url", 0),
            ("[f[oo]: /url", 0),
            ("[f\\[oo\\]]: /url", 1),
            ("[f\\oo]: /url", 1),
            ("[foo]: a(b(c)d)", 1),
            ("[foo]: a(b", 0),
            ("[foo]: a)b", 0),
            ("[foo]: a\\(b", 1),
            ("[foo]: a\u{1}b", 0),
            ("[foo]: a\0b", 1),
            ("[foo]: /url (a(b)", 0),
            ("[foo]: /url\n(a(b)", 1),
            ("[foo]: /url '\\''", 1),
            ("[föö\nbar]:\t/url\t'ü'\t", 2),
            ("[foo", 0),
            ("", 0),
        ] {
            assert_eq!(lines(content.as_bytes()), wanted, "{content}");
        }
    }

    #[test]
    fn a_label_has_at_most_999_characters() {
        for (count, wanted) in [(999, 1), (1000, 0)] {
            let content = format!("[{}]: /url", "ü".repeat(count));
            assert_eq!(lines(content.as_bytes()), wanted, "{count}");
        }
    }
}
