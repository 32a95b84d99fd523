//! Lossless JSON: decides what is JSON (RFC 8259, with the readings D1 and
//! D37 to D44) and keeps every spelling of it.
//!
//! One iterative reader turns a text into a flat tape of nodes. Numbers are
//! never converted, strings are never decoded unless somebody asks, members
//! keep their order. It must never recurse on the depth of the input, and
//! never drop or normalise anything that the caller wrote.

pub mod canonical;
pub(crate) mod depth;
pub mod double;
pub(crate) mod equality;
mod fault;
pub(crate) mod few;
pub(crate) mod name;
pub(crate) mod node;
pub mod number;
pub(crate) mod patch;
pub(crate) mod path;
pub(crate) mod reader;
pub(crate) mod scan;
pub mod string;
pub(crate) mod tree;
pub mod value;
pub(crate) mod writer;
