//! Schema compilation.
pub mod pattern;
