//! The values of `enum` and `const`: decides equality by canonical forms that
//! are made once, and the one entry that a string may be folded into (R9).

use std::collections::HashMap;
use std::sync::OnceLock;

use super::names::Names;
use crate::json::equality;
use crate::json::tree::{Place, Tree};

/// The entries of an `enum`.
pub(crate) struct Enumeration {
    /// Tape index of the array.
    pub(crate) at: u32,
    /// The entries, if there are any and all of them are strings (D78).
    pub(crate) strings: Option<Names>,
    pub(crate) has_null: bool,
    /// Canonical forms of all entries, sorted.
    forms: OnceLock<Vec<Vec<u8>>>,
    /// Lower-cased entries, with the one value that each stands for.
    folded: OnceLock<HashMap<String, Option<u32>>>,
}

impl Enumeration {
    pub(crate) fn new(at: u32, strings: Option<Names>, has_null: bool) -> Self {
        Self {
            at,
            strings,
            has_null,
            forms: OnceLock::new(),
            folded: OnceLock::new(),
        }
    }

    /// Is a value with this canonical form among the entries?
    pub(crate) fn has_form(&self, schema: &Tree<'_>, form: &[u8]) -> bool {
        let forms = self.forms.get_or_init(|| {
            let mut all: Vec<Vec<u8>> = schema
                .children(self.at)
                .map(|entry| {
                    let mut out = Vec::new();
                    equality::write(
                        &mut out,
                        schema,
                        Place {
                            index: entry,
                            wraps: 0,
                        },
                    );
                    out
                })
                .collect();
            all.sort_unstable();
            all
        });
        forms
            .binary_search_by(|entry| entry.as_slice().cmp(form))
            .is_ok()
    }

    /// The tape index of the one entry that equals `content` after
    /// lower-casing (D76, D77); none if there is no entry or a choice.
    pub(crate) fn unique_fold(&self, schema: &Tree<'_>, content: &str) -> Option<u32> {
        let folded = self.folded.get_or_init(|| {
            let mut map: HashMap<String, Option<u32>> = HashMap::new();
            for entry in schema.children(self.at) {
                let value = schema.spans().decoded(schema.node(entry));
                map.entry(value.to_lowercase())
                    .and_modify(|known| {
                        let same = known.is_some_and(|other| {
                            schema.spans().decoded(schema.node(other)) == value
                        });
                        if !same {
                            *known = None;
                        }
                    })
                    .or_insert(Some(entry));
            }
            map
        });
        folded.get(&content.to_lowercase()).copied().flatten()
    }
}

/// The value of a `const`.
pub(crate) struct Constant {
    /// Tape index of the value.
    pub(crate) at: u32,
    form: OnceLock<Vec<u8>>,
}

impl Constant {
    pub(crate) fn new(at: u32) -> Self {
        Self {
            at,
            form: OnceLock::new(),
        }
    }

    /// Is this the canonical form of the value?
    pub(crate) fn is_form(&self, schema: &Tree<'_>, form: &[u8]) -> bool {
        let own = self.form.get_or_init(|| {
            let mut out = Vec::new();
            equality::write(
                &mut out,
                schema,
                Place {
                    index: self.at,
                    wraps: 0,
                },
            );
            out
        });
        own == form
    }
}
