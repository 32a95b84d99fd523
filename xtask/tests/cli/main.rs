//! The built runner, started as a user starts it.

// The exemption for tests does not reach the helpers of an integration test.
#![allow(clippy::unwrap_used)]

mod audit;
mod common;
mod fuzz;
mod mutants;
mod real_input;
mod service;
mod stdio;
mod verify;
