//! The language of a fenced code block: decides from the info string whether
//! its content is searched, and as what (`CommonMark` 4.5, 2.4, 2.5).

use super::model::Source;

/// The languages whose fences are searched as JSON.
const JSON: [&str; 3] = ["json", "jsonc", "json5"];

/// How a fenced code block with the info string `info` is searched; nothing if
/// it is not. The language is the first word, whatever its case.
pub(super) fn source(info: &str) -> Option<Source> {
    let info = decode(info);
    let mut words = info.split([' ', '\t']).filter(|word| !word.is_empty());
    let Some(language) = words.next() else {
        return Some(Source::UntaggedFence);
    };
    let json = |name: &&str| name.eq_ignore_ascii_case(language);
    JSON.iter().any(json).then_some(Source::JsonFence)
}

/// `info` with its backslash escapes and character references decoded. Of the
/// named references only `&Tab;` and `&NewLine;` are: no other one stands for
/// a character that a searched language, or white space beside it, has.
pub(super) fn decode(info: &str) -> String {
    let mut out = String::with_capacity(info.len());
    let mut rest = info;
    while let Some(at) = rest.find(['\\', '&']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let (decoded, length) = escape(from)
            .or_else(|| reference(from))
            .unwrap_or_else(|| (from.chars().next().unwrap_or_default(), 1));
        out.push(decoded);
        rest = from.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// The character of a backslash escape at the start of `text`, and its length.
fn escape(text: &str) -> Option<(char, usize)> {
    let escaped = text.strip_prefix('\\')?.chars().next()?;
    escaped.is_ascii_punctuation().then_some((escaped, 2))
}

/// The same of a character reference.
fn reference(text: &str) -> Option<(char, usize)> {
    for (name, character) in [("&Tab;", '\t'), ("&NewLine;", '\n')] {
        if text.starts_with(name) {
            return Some((character, name.len()));
        }
    }
    let number = text.strip_prefix("&#")?;
    let (digits, radix, most) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16, 6),
        None => (number, 10, 7),
    };
    let digit = |character: &char| character.is_digit(radix);
    let length = digits.chars().take(most + 1).take_while(digit).count();
    let code = u32::from_str_radix(digits.get(..length)?, radix).ok()?;
    if length > most || !digits.get(length..)?.starts_with(';') {
        return None;
    }
    let decoded = char::from_u32(code).filter(|&decoded| decoded != '\0');
    let prefix = text.len() - digits.len();
    Some((
        decoded.unwrap_or(char::REPLACEMENT_CHARACTER),
        prefix + length + 1,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_in_any_case_decides_the_language() {
        use Source::{JsonFence, UntaggedFence};
        for (info, wanted) in [
            ("", Some(UntaggedFence)),
            ("json", Some(JsonFence)),
            ("JSONC title", Some(JsonFence)),
            ("Json5\tx", Some(JsonFence)),
            ("json,x", None),
            ("json\u{a0}x", None),
            ("python json", None),
            ("js\\on", None),
            ("j\\son", None),
            ("json\\,", None),
            ("&#106;son", Some(JsonFence)),
            ("&#x4A;son&Tab;x", Some(JsonFence)),
            ("json&NewLine;x", None),
            ("&#32;json", Some(JsonFence)),
            ("&#32;", Some(UntaggedFence)),
            ("&nbsp;", None),
        ] {
            assert_eq!(source(info), wanted, "{info}");
        }
    }

    #[test]
    fn references_and_escapes_decode_only_where_they_are_whole() {
        for (info, wanted) in [
            ("a\\+b\\c\\", "a+b\\c\\"),
            ("&#65;&#x1F600;", "A😀"),
            ("&#0;&#xD800;&#x110000;", "\u{fffd}\u{fffd}\u{fffd}"),
            (
                "&#12345678;&#x1234567;&#;&#x;&#65",
                "&#12345678;&#x1234567;&#;&#x;&#65",
            ),
            ("&ü\\ü&", "&ü\\ü&"),
        ] {
            assert_eq!(decode(info), wanted, "{info}");
        }
    }
}
