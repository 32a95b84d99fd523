//! A place in one line: decides how spaces and tabs count as columns
//! (`CommonMark` 2.2). A tab that a container marker takes only in part leaves
//! `pad` columns, which stand as spaces before the rest of the line.

use crate::json::scan::byte;

/// How many columns apart tab stops are.
const TAB: usize = 4;

/// What is left of a line.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    /// The text up to the end of the line, so that positions are the text's.
    bytes: &'t [u8],
    at: usize,
    /// Columns taken so far.
    column: usize,
    /// Columns left of a tab that was taken in part.
    pad: usize,
    /// The next character that is neither space nor tab, and its column.
    next: usize,
    next_column: usize,
    /// A character, and up to where the line holds only that and white space.
    uniform: (u8, usize),
}

impl<'t> Cursor<'t> {
    /// The whole line that starts at `start` and ends where `bytes` ends.
    #[inline]
    pub(super) fn new(bytes: &'t [u8], start: usize) -> Self {
        let mut cursor = Self {
            bytes,
            at: start,
            column: 0,
            pad: 0,
            next: start,
            next_column: 0,
            uniform: (0, 0),
        };
        cursor.find_next();
        cursor
    }

    #[inline]
    fn find_next(&mut self) {
        let (mut next, mut column) = (self.at, self.column + self.pad);
        while let Some(&found) = self.bytes.get(next) {
            match found {
                b' ' => column += 1,
                b'\t' => column += TAB - column % TAB,
                _ => break,
            }
            next += 1;
        }
        (self.next, self.next_column) = (next, column);
    }

    /// Is there nothing left but white space?
    #[inline]
    pub(super) fn is_blank(&self) -> bool {
        self.next >= self.bytes.len()
    }

    /// How many columns of white space come next.
    #[inline]
    pub(super) fn indent(&self) -> usize {
        self.next_column - self.column
    }

    /// The character after that white space; NUL at the end of the line.
    #[inline]
    pub(super) fn peek(&self) -> u8 {
        byte(self.bytes, self.next)
    }

    /// Where that character stands in the text.
    #[inline]
    pub(super) fn next(&self) -> usize {
        self.next
    }

    /// Where the line ends in the text.
    #[inline]
    pub(super) fn end(&self) -> usize {
        self.bytes.len()
    }

    /// The line from the next character that is no white space on.
    #[inline]
    pub(super) fn rest(&self) -> &'t [u8] {
        self.bytes.get(self.next..).unwrap_or_default()
    }

    /// The columns of pad, and where the rest of the line starts: what a leaf
    /// stores that keeps its white space.
    #[inline]
    pub(super) fn content(&self) -> (usize, usize) {
        (self.pad, self.at)
    }

    /// The bytes from where [`Self::content`] starts.
    #[inline]
    pub(super) fn content_bytes(&self) -> &'t [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Takes up to `columns` columns of white space.
    #[inline]
    pub(super) fn take_columns(&mut self, columns: usize) {
        let mut left = columns.min(self.indent());
        let padded = left.min(self.pad);
        self.pad -= padded;
        self.column += padded;
        left -= padded;
        while left > 0 {
            let width = match byte(self.bytes, self.at) {
                b'\t' => TAB - self.column % TAB,
                _ => 1,
            };
            let taken = width.min(left);
            self.at += 1;
            self.column += taken;
            self.pad = width - taken;
            left -= taken;
        }
    }

    /// Takes all white space that comes next.
    #[inline]
    pub(super) fn take_space(&mut self) {
        self.at = self.next;
        self.column = self.next_column;
        self.pad = 0;
    }

    /// Takes the white space that comes next and `length` characters after it.
    #[inline]
    pub(super) fn take_marker(&mut self, length: usize) {
        self.take_space();
        self.at += length;
        self.column += length;
        self.find_next();
    }

    /// Takes a block quote marker with the white space that belongs to it, if
    /// one stands here.
    #[inline]
    pub(super) fn take_quote(&mut self) -> bool {
        let quote = self.peek() == b'>' && self.indent() < 4;
        if quote {
            self.take_marker(1);
            self.take_columns(1);
        }
        quote
    }

    /// Is the rest of the line a thematic break (4.1)?
    ///
    /// List items may be nested on one line, and every rest of it is asked.
    /// What stopped the search is remembered, so that no long rest is read
    /// more than once.
    pub(super) fn is_thematic_break(&mut self) -> bool {
        let marker = self.peek();
        if !matches!(marker, b'*' | b'-' | b'_')
            || self.uniform.0 == marker && self.next < self.uniform.1
        {
            return false;
        }
        let mut count = 0_u32;
        for (offset, &found) in self.rest().iter().enumerate() {
            if found == marker {
                count += 1;
            } else if !matches!(found, b' ' | b'\t') {
                self.uniform = (marker, self.next + offset);
                return false;
            }
        }
        count >= 3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_goes_to_the_next_stop_and_a_part_of_it_leaves_pad() {
        let mut cursor = Cursor::new(b">\t\tfoo", 0);
        assert!(cursor.take_quote());
        assert_eq!((cursor.indent(), cursor.content()), (6, (2, 2)));
        cursor.take_columns(4);
        assert_eq!((cursor.indent(), cursor.content()), (2, (2, 3)));
        cursor.take_space();
        assert_eq!((cursor.indent(), cursor.content()), (0, (0, 3)));
    }

    #[test]
    fn no_more_columns_are_taken_than_there_are() {
        let mut cursor = Cursor::new(b" \t ", 0);
        assert!(cursor.is_blank());
        cursor.take_columns(9);
        assert_eq!((cursor.indent(), cursor.content()), (0, (0, 3)));
    }

    #[test]
    fn a_rest_that_was_seen_to_be_no_break_is_not_read_again() {
        let mut cursor = Cursor::new(b"* * * * a", 0);
        assert!(!cursor.is_thematic_break());
        assert_eq!(cursor.uniform, (b'*', 8));
        cursor.take_marker(1);
        assert!(!cursor.is_thematic_break());
        let mut cursor = Cursor::new(b"* - - -", 0);
        assert!(!cursor.is_thematic_break());
        cursor.take_marker(1);
        assert!(cursor.is_thematic_break());
    }
}
