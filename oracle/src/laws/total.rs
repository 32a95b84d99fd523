//! I27: totality (D8, D29, D31, D34).
//!
//! Every request has an answer, without a panic and within a time that grows
//! with the length of the body alone. The budget is wide, because machines are
//! busy and naive targets are slow; what it must catch is quadratic or worse.

use super::view::NO_TARGET;
use super::{Observation, Ruling, Target};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The time that any body may take.
const BASE: Duration = Duration::from_secs(2);
/// The time that a byte may take on top of it.
const A_BYTE: Duration = Duration::from_micros(50);

/// I27 on the body of an observation.
pub(super) fn answered(observation: &Observation<'_>) -> Ruling {
    match observation.target {
        Some(target) => within_budget(target, observation.body),
        None => Ruling::NotApplicable(NO_TARGET),
    }
}

/// Whether a target answers one body, without a panic and within the budget.
/// A target that never returns has to be run in a process that can be killed.
#[must_use]
pub fn within_budget(target: &dyn Target, body: &[u8]) -> Ruling {
    let length = u32::try_from(body.len()).unwrap_or(u32::MAX);
    let budget = BASE + A_BYTE * length;
    let start = Instant::now();
    // A target that panicked is asked nothing more by this law.
    if catch_unwind(AssertUnwindSafe(|| target.check(body))).is_err() {
        return Ruling::broken(format!("a panic on a body of {length} bytes"), "");
    }
    let taken = start.elapsed();
    if taken <= budget {
        return Ruling::Holds;
    }
    Ruling::broken(
        format!("{length} bytes took {taken:?}, the budget is {budget:?}"),
        "",
    )
}

/// The fixed hostile bodies, by name: what makes recursion overflow, quadratic
/// search slow, powers of ten endless and backtracking explode.
#[must_use]
pub fn hostile_bodies() -> Vec<(&'static str, Vec<u8>)> {
    let call = |arguments: &str, schema: &str| {
        format!(r#"{{"arguments":{arguments},"schema":{schema}}}"#).into_bytes()
    };
    let x = |schema: &str| format!(r#"{{"properties":{{"x":{schema}}}}}"#);
    let items: Vec<String> = (0..30_000).map(|item| item.to_string()).collect();
    let digits = "7".repeat(200_000);
    let deep = "[".repeat(63) + &"]".repeat(63);
    vec![
        ("256 KiB of open brackets", vec![b'['; 262_144]),
        (
            "131,000 open brackets in arguments",
            call(&("[".repeat(131_000) + &"]".repeat(131_000)), "{}"),
        ),
        (
            "131,000 open brackets in a text",
            format!(
                r#"{{"arguments_text":"{}","schema":{{}}}}"#,
                "[".repeat(131_000)
            )
            .into_bytes(),
        ),
        (
            "131,000 open brackets in a string to unwrap",
            call(
                &format!(r#"{{"x":"{}"}}"#, "[".repeat(131_000)),
                &x(r#"{"type":"array"}"#),
            ),
        ),
        (
            "30,000 distinct items under uniqueItems",
            call(
                &format!(r#"{{"x":[{}]}}"#, items.join(",")),
                &x(r#"{"uniqueItems":true}"#),
            ),
        ),
        (
            "100,000 equal items under uniqueItems",
            call(
                &format!(r#"{{"x":[{}0]}}"#, "0,".repeat(99_999)),
                &x(r#"{"uniqueItems":true}"#),
            ),
        ),
        (
            "a number of 200,000 digits",
            call(
                &format!(r#"{{"x":{digits}}}"#),
                &x(r#"{"type":"integer","maximum":1}"#),
            ),
        ),
        (
            "an exponent of 200,000 digits",
            call(
                &format!(r#"{{"x":1e{digits}}}"#),
                &x(r#"{"type":"integer","maximum":1}"#),
            ),
        ),
        (
            "an exponent of 200,000 digits in a string",
            call(
                &format!(r#"{{"x":"1e-{digits}"}}"#),
                &x(r#"{"type":"number","minimum":1}"#),
            ),
        ),
        (
            "a pattern that explodes",
            call(
                &format!(r#"{{"x":"{}!"}}"#, "a".repeat(50_000)),
                &x(r#"{"pattern":"^(a+)+$"}"#),
            ),
        ),
        (
            "64 containers under a schema of as many",
            call(
                &format!(r#"{{"x":{deep}}}"#),
                &x(&(r#"{"items":"#.repeat(62) + "{}" + &"}".repeat(62))),
            ),
        ),
    ]
}
