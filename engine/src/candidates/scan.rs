//! The scan of one region: decides where a candidate starts, where it ends and
//! whether it is complete. One pass from left to right; what a candidate took
//! is never looked at again.

use super::bytes::first_of;
use super::model::Incomplete;
use crate::json::scan::{byte, plain_end};

/// A candidate of a region, as byte offsets into the region's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Nothing if the first bracket was closed.
    pub(super) reason: Option<Incomplete>,
}

/// The scan of a region.
pub(super) struct Scan<'r> {
    text: &'r [u8],
    at: usize,
    /// The closers that are owed, the innermost last.
    owed: Vec<u8>,
}

impl<'r> Scan<'r> {
    pub(super) fn new(text: &'r str) -> Self {
        Self {
            text: text.as_bytes(),
            at: 0,
            owed: Vec::new(),
        }
    }

    /// The candidate that starts at `start`, and where scanning resumes.
    fn candidate(&mut self, start: usize) -> (Span, usize) {
        let (text, length) = (self.text, self.text.len());
        let cut = |end, reason| incomplete(text, start, end, reason);
        self.owed.clear();
        let mut at = start;
        loop {
            match text.get(at) {
                None => return (cut(length, Incomplete::Unclosed), length),
                Some(b'"') => match string_end(text, at + 1) {
                    Ok(end) => at = end,
                    Err(end) => {
                        return (cut(end, Incomplete::UnterminatedString), end + 1);
                    }
                },
                Some(b'{') => self.owed.push(b'}'),
                Some(b'[') => self.owed.push(b']'),
                Some(closer @ (b'}' | b']')) => {
                    if self.owed.pop() != Some(*closer) {
                        return (cut(at, Incomplete::MismatchedCloser), at + 1);
                    }
                    if self.owed.is_empty() {
                        let end = at + 1;
                        let reason = None;
                        return (Span { start, end, reason }, end);
                    }
                }
                Some(_) => {}
            }
            at += 1;
        }
    }
}

impl Iterator for Scan<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let start = first_of(self.text, self.at, b'{', b'[');
        if start >= self.text.len() {
            return None;
        }
        let (span, resume) = self.candidate(start);
        self.at = resume;
        Some(span)
    }
}

/// Where the string whose content starts at `at` is closed, or where its line
/// or the text ends before that.
fn string_end(text: &[u8], mut at: usize) -> Result<usize, usize> {
    loop {
        at = plain_end(text, at);
        match text.get(at) {
            None => return Err(text.len()),
            Some(b'"') => return Ok(at),
            Some(b'\n') => return Err(at),
            // A line end cannot be escaped.
            Some(b'\\') if byte(text, at + 1) != b'\n' => at += 2,
            Some(_) => at += 1,
        }
    }
}

/// An incomplete candidate ends with no white space.
fn incomplete(text: &[u8], start: usize, end: usize, reason: Incomplete) -> Span {
    let taken = text.get(start..end).unwrap_or_default();
    let space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    Span {
        start,
        end: end - taken.iter().rev().take_while(space).count(),
        reason: Some(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(text: &str) -> Vec<(&str, Option<Incomplete>)> {
        Scan::new(text)
            .map(|span| (&text[span.start..span.end], span.reason))
            .collect()
    }

    #[test]
    fn a_candidate_is_complete_when_its_first_bracket_closes() {
        assert_eq!(
            spans(r#"é {"a": "}\"]"} ] [[], {}] x"#),
            [(r#"{"a": "}\"]"}"#, None), ("[[], {}]", None)]
        );
    }

    #[test]
    fn a_wrong_closer_ends_a_candidate_and_is_in_none() {
        use Incomplete::MismatchedCloser;
        assert_eq!(
            spans("é[1, 2 }[3]"),
            [("[1, 2", Some(MismatchedCloser)), ("[3]", None)]
        );
    }

    #[test]
    fn a_line_end_in_a_string_ends_a_candidate_and_scanning_goes_on_behind_it() {
        use Incomplete::UnterminatedString;
        assert_eq!(
            spans("{\"é [1] \t\n[2] {\"\\\n[3]"),
            [
                ("{\"é [1]", Some(UnterminatedString)),
                ("[2]", None),
                ("{\"\\", Some(UnterminatedString)),
                ("[3]", None),
            ]
        );
        assert_eq!(spans("[\"é\\"), [("[\"é\\", Some(UnterminatedString))]);
        assert_eq!(spans("[\"😀"), [("[\"😀", Some(UnterminatedString))]);
    }

    #[test]
    fn the_end_of_the_region_takes_the_rest_with_it() {
        use Incomplete::Unclosed;
        assert_eq!(
            spans("é { é {\"a\": 1} \n "),
            [("{ é {\"a\": 1}", Some(Unclosed))]
        );
    }

    #[test]
    fn quotes_backslashes_and_closers_between_candidates_mean_nothing() {
        assert_eq!(spans("\" \\[1] ]}"), [("[1]", None)]);
        assert_eq!(spans("}] \" '"), []);
    }
}
