//! Brackets, strings and comments as the laws see them: small functions of
//! their own, over bytes, written without the second implementation.

/// How a text that begins with a bracket goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The first bracket closes; behind it.
    Closed(usize),
    /// A closer at this place does not match.
    Mismatched(usize),
    /// A line or the text ends at this place, inside a string.
    InString(usize),
    /// The text ends.
    Open,
}

/// How the text goes on that begins with the bracket at `from`.
pub(super) fn end(text: &str, from: usize) -> End {
    let bytes = text.as_bytes();
    let mut open: Vec<u8> = Vec::new();
    let (mut at, mut in_string) = (from, false);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\n' if in_string => return End::InString(at),
            b'\\' if in_string && bytes.get(at + 1).is_some_and(|next| *next != b'\n') => at += 1,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => open.push(*byte),
            b'}' | b']' => {
                let opener = if *byte == b'}' { b'{' } else { b'[' };
                if open.pop() != Some(opener) {
                    return End::Mismatched(at);
                }
                if open.is_empty() {
                    return End::Closed(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    if in_string {
        End::InString(bytes.len())
    } else {
        End::Open
    }
}

/// The candidates of a leaf text, trimmed where they are incomplete: where they
/// begin and their text.
pub(super) fn candidates(leaf: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = leaf.get(at..).and_then(|rest| rest.find(['{', '['])) {
        let from = at + next;
        let (to, resume, whole) = match end(leaf, from) {
            End::Closed(to) => (to, to, true),
            End::Mismatched(to) | End::InString(to) => (to, to + 1, false),
            End::Open => (leaf.len(), leaf.len(), false),
        };
        let text = leaf.get(from..to).unwrap_or_default();
        found.push((from, if whole { text } else { trimmed(text) }));
        at = resume;
    }
    found
}

/// A text without white space of JSON at its end.
pub(super) fn trimmed(text: &str) -> &str {
    text.trim_end_matches([' ', '\t', '\n', '\r'])
}

/// What a piece of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// One character that is nothing in particular.
    Plain,
    /// A string, its quotes included.
    String,
    /// A string without an end.
    OpenString,
    /// `//` up to the line ending.
    LineComment,
    /// `/*` to `*/`.
    BlockComment,
    /// `/*` without an end.
    OpenComment,
}

impl Part {
    /// Whether `remove_comments` takes it.
    pub(super) fn is_removed(self) -> bool {
        matches!(self, Part::LineComment | Part::BlockComment)
    }
}

/// The pieces of a text, in their order.
pub(super) fn pieces(text: &str) -> Vec<(Part, &str)> {
    split(text, true)
}

/// The pieces of a text in which nothing is a comment.
pub(super) fn uncommented_pieces(text: &str) -> Vec<(Part, &str)> {
    split(text, false)
}

fn split(text: &str, comments: bool) -> Vec<(Part, &str)> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (part, length) = if first == '"' {
            match string_length(rest) {
                Some(length) => (Part::String, length),
                None => (Part::OpenString, rest.len()),
            }
        } else if comments && rest.starts_with("//") {
            (Part::LineComment, rest.find('\n').unwrap_or(rest.len()))
        } else if let Some(body) = rest.strip_prefix("/*").filter(|_| comments) {
            match body.find("*/") {
                Some(end) => (Part::BlockComment, end + 4),
                None => (Part::OpenComment, rest.len()),
            }
        } else {
            (Part::Plain, first.len_utf8())
        };
        let (piece, behind) = rest.split_at(length);
        pieces.push((part, piece));
        rest = behind;
    }
    pieces
}

fn string_length(rest: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if c == '"' && !escaped {
            return Some(at + 1);
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

/// Whether a text ends inside a comment, removable or not.
pub(super) fn ends_in_comment(text: &str) -> bool {
    let pieces = pieces(text);
    matches!(
        pieces.last(),
        Some((Part::LineComment | Part::OpenComment, _))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bracket_is_closed_mismatched_in_a_string_or_open() {
        assert_eq!(end("[{\"]\"}] x", 0), End::Closed(7));
        assert_eq!(end("x[1}", 1), End::Mismatched(3));
        assert_eq!(end("[\"a\nb\"]", 0), End::InString(3));
        assert_eq!(end("[\"\\", 0), End::InString(3));
        assert_eq!(end("[[]", 0), End::Open);
    }

    #[test]
    fn pieces_are_the_whole_text() {
        let text = "[\"/*\", /* é */ 1 // a\n, \"\\\"\" /* b";
        let pieces = pieces(text);
        assert_eq!(
            pieces.iter().map(|(_, piece)| *piece).collect::<String>(),
            text
        );
        let parts: Vec<Part> = pieces
            .iter()
            .map(|(part, _)| *part)
            .filter(|part| *part != Part::Plain)
            .collect();
        assert_eq!(
            parts,
            [
                Part::String,
                Part::BlockComment,
                Part::LineComment,
                Part::String,
                Part::OpenComment
            ]
        );
    }

    #[test]
    fn a_closed_comment_at_the_end_is_left() {
        assert!(ends_in_comment("[1 // a"));
        assert!(ends_in_comment("[1 /* a"));
        assert!(!ends_in_comment("[1 /* a */"));
        assert!(!ends_in_comment("[1 // a\n"));
    }
}
