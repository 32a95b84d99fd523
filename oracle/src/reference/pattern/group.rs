//! Groups: what their heads mean, and which of them may share a name.
//!
//! Look-around and modifiers are patterns that are not covered (D29), which
//! must never make of a head that ECMA-262 does not know a pattern.

use super::cost::Frame;
use super::{NotAPattern, Scanned, Scanner};

impl Scanner {
    pub(super) fn open_group(&mut self) -> Scanned<()> {
        let mut repeatable = true;
        if self.take("?:") {
        } else if ["?=", "?!", "?<=", "?<!"]
            .iter()
            .any(|head| self.take(head))
        {
            self.uncovered = true; // D29: look-around
            repeatable = false;
        } else if self.take("?<") {
            let name = self.group_name()?;
            let place: Vec<_> = self.frames.iter().map(|f| (f.id, f.alternative)).collect();
            if self
                .names
                .iter()
                .any(|(other, there)| *other == name && !apart(&place, there))
            {
                return Err(NotAPattern);
            }
            self.names.push((name, place));
            self.captures += 1;
        } else if self.take("?") {
            self.modifiers()?;
        } else {
            self.captures += 1;
        }
        self.opened += 1;
        let id = self.opened;
        self.frames.push(Frame::new(id, repeatable));
        Ok(())
    }

    pub(super) fn close_group(&mut self) -> Scanned<()> {
        let group = self.frames.pop().ok_or(NotAPattern)?;
        if self.frames.is_empty() {
            return Err(NotAPattern);
        }
        self.put(group.end())
    }

    /// D28: ES2025 modifiers, `i:`, `ims-:` or `-i:`; valid but not covered.
    fn modifiers(&mut self) -> Scanned<()> {
        let mut flags: Vec<char> = Vec::new();
        let mut minus = false;
        loop {
            match self.next()? {
                c @ ('i' | 'm' | 's') if !flags.contains(&c) => flags.push(c),
                '-' if !minus => minus = true,
                ':' if !flags.is_empty() => break,
                _ => return Err(NotAPattern),
            }
        }
        self.uncovered = true;
        Ok(())
    }

    /// `name>`, an ECMAScript identifier, perhaps with `\u` escapes in it.
    pub(super) fn group_name(&mut self) -> Scanned<String> {
        let mut name = String::new();
        loop {
            let c = match self.next()? {
                '>' => break,
                '\\' if self.take("u") => {
                    char::from_u32(self.unicode_escape()?).ok_or(NotAPattern)?
                }
                c => c,
            };
            name.push(c);
        }
        let identifier =
            regress::Regex::with_flags(r"^[$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}]*$", "u");
        if identifier.is_ok_and(|i| i.find(&name).is_some()) {
            Ok(name)
        } else {
            Err(NotAPattern)
        }
    }
}

/// Whether two places lie in different alternatives of one group, so that
/// both cannot take part in a match and may share a name.
fn apart(a: &[(usize, usize)], b: &[(usize, usize)]) -> bool {
    a.iter().any(|(id, alternative)| {
        b.iter()
            .any(|(other, there)| id == other && alternative != there)
    })
}
