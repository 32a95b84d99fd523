//! Objects of an answer: decides how members are joined. Callers give them in
//! the order of RFC 8785, so that an answer is its own canonical form.

use crate::json::{double, string};

/// A JSON object that is being appended to a text.
pub(super) struct Object<'o> {
    out: &'o mut String,
    first: bool,
}

impl<'o> Object<'o> {
    pub(super) fn open(out: &'o mut String) -> Self {
        out.push('{');
        Self { out, first: true }
    }

    /// A member whose value `write` appends.
    pub(super) fn member(&mut self, name: &str, write: impl FnOnce(&mut String)) -> &mut Self {
        if !std::mem::take(&mut self.first) {
            self.out.push(',');
        }
        string::write(self.out, name);
        self.out.push(':');
        write(self.out);
        self
    }

    pub(super) fn string(&mut self, name: &str, value: &str) -> &mut Self {
        self.member(name, |out| string::write(out, value))
    }

    pub(super) fn boolean(&mut self, name: &str, value: bool) -> &mut Self {
        self.member(name, |out| {
            out.push_str(if value { "true" } else { "false" });
        })
    }

    pub(super) fn double(&mut self, name: &str, value: f64) -> &mut Self {
        self.member(name, |out| double::write(out, value))
    }

    pub(super) fn close(&mut self) {
        self.out.push('}');
    }
}

/// Appends an array whose items `write` appends, one by one.
pub(super) fn array<T>(
    out: &mut String,
    items: impl IntoIterator<Item = T>,
    write: impl Fn(&mut String, T),
) {
    out.push('[');
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(out, item);
    }
    out.push(']');
}
