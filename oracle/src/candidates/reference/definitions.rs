//! Link reference definitions at the beginning of a paragraph (CommonMark
//! 0.31.2, section 4.7): they are no content, so nothing in them is scanned.
//!
//! Decides only how long a definition is. What it defines is of no interest.

/// How many characters the definitions take at the beginning of a paragraph;
/// they always end with a line, or with the paragraph.
pub(super) fn length(paragraph: &[char]) -> usize {
    let mut taken = 0;
    while let Some(rest) = paragraph.get(taken..).filter(|rest| !rest.is_empty()) {
        match definition(rest) {
            Some(length) => taken += length,
            None => break,
        }
    }
    taken
}

/// The length of one definition, its line ending included.
fn definition(text: &[char]) -> Option<usize> {
    let label = skip(text, 0, is_space);
    let colon = label_end(text, label)?;
    if text.get(colon) != Some(&':') {
        return None;
    }
    let destination = gap(text, colon + 1);
    let after = destination_end(text, destination)?;
    let title = gap(text, after);
    let with_title = (title > after)
        .then(|| title_end(text, title))
        .flatten()
        .and_then(|end| line_end(text, end));
    with_title.or_else(|| line_end(text, after))
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

fn skip(text: &[char], from: usize, what: fn(char) -> bool) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|c| what(**c)).count()
}

/// Behind spaces, tabs and at most one line ending.
fn gap(text: &[char], from: usize) -> usize {
    let at = skip(text, from, is_space);
    match text.get(at) {
        Some('\n') => skip(text, at + 1, is_space),
        _ => at,
    }
}

/// Behind the line, if nothing but spaces and tabs is left of it.
fn line_end(text: &[char], from: usize) -> Option<usize> {
    let at = skip(text, from, is_space);
    match text.get(at) {
        None => Some(at),
        Some('\n') => Some(at + 1),
        Some(_) => None,
    }
}

/// Behind a label: 1 to 999 characters in brackets, not all of them white
/// space, no bracket among them but escaped.
fn label_end(text: &[char], from: usize) -> Option<usize> {
    if text.get(from) != Some(&'[') {
        return None;
    }
    let mut at = from + 1;
    let mut filled = false;
    loop {
        match text.get(at)? {
            ']' => break,
            '[' => return None,
            '\\' => {
                filled = true;
                // An escaped line ending is a backslash before a line ending.
                at += if text.get(at + 1).is_some_and(char::is_ascii_punctuation) {
                    2
                } else {
                    1
                };
            }
            c => {
                filled |= !matches!(c, ' ' | '\t' | '\n');
                at += 1;
            }
        }
    }
    (filled && at - from - 1 <= 999).then_some(at + 1)
}

fn destination_end(text: &[char], from: usize) -> Option<usize> {
    if text.get(from) == Some(&'<') {
        return pointed_end(text, from + 1);
    }
    let (mut at, mut open) = (from, 0_usize);
    while let Some(c) = text.get(at) {
        match c {
            '\\' if text.get(at + 1).is_some_and(char::is_ascii_punctuation) => at += 1,
            '(' => open += 1,
            ')' if open == 0 => break,
            ')' => open -= 1,
            // NUL stands for U+FFFD and is no control character.
            ' ' | '\u{1}'..='\u{1f}' | '\u{7f}' => break,
            _ => {}
        }
        at += 1;
    }
    (at > from && open == 0).then_some(at)
}

/// Behind a destination in pointed brackets.
fn pointed_end(text: &[char], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        match text.get(at)? {
            '>' => return Some(at + 1),
            '<' | '\n' => return None,
            '\\' if text.get(at + 1).is_some_and(char::is_ascii_punctuation) => at += 2,
            _ => at += 1,
        }
    }
}

fn title_end(text: &[char], from: usize) -> Option<usize> {
    let close = match text.get(from)? {
        '"' => '"',
        '\'' => '\'',
        '(' => ')',
        _ => return None,
    };
    let mut at = from + 1;
    loop {
        match text.get(at)? {
            c if *c == close => return Some(at + 1),
            '(' if close == ')' => return None,
            '\\' if text.get(at + 1).is_some_and(char::is_ascii_punctuation) => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length_of(text: &str) -> usize {
        length(&text.chars().collect::<Vec<_>>())
    }

    #[test]
    fn whole_definitions_are_taken_and_nothing_else() {
        for (text, length) in [
            ("[a]: b", 6),
            ("[a]:\n  <b c>\n'd\ne' ", 19),
            ("[a]: b\n  [c]: d\nrest", 16),
            ("[a]: b \"c\" d", 0),
            ("[a]: b\n\"c\" d", 7),
            ("[a]:", 0),
            ("[ ]: b", 0),
            ("[a[]: b", 0),
            ("[a\\]]: b", 8),
            ("[a]: (b", 0),
            ("[a]: <>", 7),
            ("[a]:b(c)d", 9),
            ("[{\"a\": 1}]: b", 13),
            ("[a] : b", 0),
        ] {
            assert_eq!(length_of(text), length, "{text:?}");
        }
    }

    #[test]
    fn a_label_has_at_most_999_characters() {
        let label = |n| format!("[{}]: b", "é".repeat(n));
        assert_eq!(length_of(&label(999)), 1004);
        assert_eq!(length_of(&label(1000)), 0);
    }
}
