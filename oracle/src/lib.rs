//! Independent judges.
