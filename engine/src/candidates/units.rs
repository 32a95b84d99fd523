//! UTF-16 offsets: decides how many UTF-16 units stand before a byte of a
//! text. Answers count in those units, everything else here in bytes.

/// How many bytes one entry of the table covers.
const STEP: usize = 256;

/// How many UTF-16 units `text`, whole characters of UTF-8, has.
pub(super) fn count(text: &[u8]) -> usize {
    // One unit a character, and another where four bytes spell it.
    let units = |&byte: &u8| usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0);
    text.iter().map(units).sum()
}

/// A text's units, counted once so that any offset is found in bounded time.
pub(super) struct Units<'t> {
    text: &'t [u8],
    /// Units before every [`STEP`]th byte.
    before: Vec<usize>,
}

impl<'t> Units<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let text = text.as_bytes();
        let mut total = 0;
        let step = |chunk| {
            let before = total;
            total += count(chunk);
            before
        };
        Self {
            text,
            before: text.chunks(STEP).map(step).collect(),
        }
    }

    /// The units before byte `at`, which starts a character or is the end.
    pub(super) fn before(&self, at: usize) -> usize {
        let Some(&before) = self.before.get(at / STEP) else {
            let last = self.before.len().saturating_sub(1);
            return self.before.last().map_or(0, |before| {
                before + count(self.text.get(last * STEP..).unwrap_or_default())
            });
        };
        let from = at - at % STEP;
        before + count(self.text.get(from..at).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offset_is_the_length_of_the_utf_16_text_before_it() {
        for unit in ["a", "é", "…", "😀", "a😀é…"] {
            for length in [0, 1, 63, 64, 65, 128, 255, 256, 257] {
                let text = unit.repeat(length);
                let units = Units::new(&text);
                let mut wanted = 0;
                for (at, character) in text.char_indices() {
                    assert_eq!(units.before(at), wanted, "{at} of {length} × {unit}");
                    wanted += character.len_utf16();
                }
                assert_eq!(units.before(text.len()), wanted);
                assert_eq!(count(text.as_bytes()), wanted);
            }
        }
    }
}
