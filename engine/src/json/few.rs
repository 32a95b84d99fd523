//! A list that mostly stays short: decides where its entries lie. The first
//! few need no memory of their own, which a short check would notice.

/// A list with room for `N` entries before it allocates.
#[derive(Debug)]
pub(crate) struct Few<T, const N: usize> {
    near: [T; N],
    len: usize,
    /// All entries, the near ones too, once there are more than `N`.
    far: Vec<T>,
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// An empty list; `filler` only fills its room.
    #[inline]
    pub(crate) fn new(filler: T) -> Self {
        Self {
            near: [filler; N],
            len: 0,
            far: Vec::new(),
        }
    }

    /// Appends an entry.
    #[inline]
    pub(crate) fn push(&mut self, entry: T) {
        if let Some(slot) = self.near.get_mut(self.len) {
            *slot = entry;
        } else {
            if self.far.is_empty() {
                self.far.extend_from_slice(&self.near);
            }
            self.far.push(entry);
        }
        self.len += 1;
    }

    /// Drops every entry from the one at `len` on.
    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
        self.far.truncate(if self.len > N { self.len } else { 0 });
    }

    /// The entries.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[T] {
        self.near.get(..self.len).unwrap_or(&self.far)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_what_they_were_when_the_list_outgrows_its_room_and_shrinks() {
        for kept in 0..7_usize {
            let mut few: Few<usize, 3> = Few::new(0);
            for entry in 0..6 {
                assert_eq!(few.as_slice().len(), entry);
                few.push(entry);
            }
            few.truncate(kept);
            let mut wanted: Vec<usize> = (0..6.min(kept)).collect();
            assert_eq!(few.as_slice(), wanted);
            for entry in 10..14 {
                few.push(entry);
                wanted.push(entry);
                assert_eq!(few.as_slice(), wanted);
            }
        }
    }
}
