//! A lossless reading of JSON text for expected answers and corpus files.
//!
//! Numbers keep their spelling and members their order (D30, D90, D99). Duplicate member names, lone
//! surrogates and texts that nest deeper than [`MAX_DEPTH`] are refused with their line. It must never
//! depend on features of a JSON library, because a feature that another crate of the build turns on
//! would change what an expected answer says.

mod read;
mod write;

pub use read::{JsonError, MAX_DEPTH, parse};
pub(crate) use write::quote;

/// A JSON value that lost nothing but insignificant white space and the spelling of escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, by its spelling.
    Number(String),
    /// A string, by its characters.
    String(String),
    /// The items in their order.
    Array(Vec<Value>),
    /// The members in their order; no name occurs twice.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The value of the member of that name, if this is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.members()?
            .iter()
            .find_map(|(key, value)| (key == name).then_some(value))
    }

    /// The members, if this is an object.
    pub fn members(&self) -> Option<&[(String, Value)]> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The items, if this is an array.
    pub fn items(&self) -> Option<&[Value]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The characters, if this is a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}
