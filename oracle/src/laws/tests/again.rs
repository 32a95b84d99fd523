//! Laws that ask again: each is broken by a target that is wrong in its way.

use super::*;
use crate::laws::{hostile_bodies, within_budget};
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn laws_that_ask_again_see_another_answer() {
    let original = r#"{"arguments":{"a":[1,"b"],"c":{"d":12}},"schema":{"title":"t","type":"object","properties":{"a":{},"c":{"type":"object"}}}}"#;
    let right = Engine.check(original.as_bytes());
    // Right on the one body, and blind to everything in any other.
    let stubborn = Made(|body: &[u8]| {
        Engine.check(if body == original.as_bytes() {
            body
        } else {
            b"{}"
        })
    });
    for id in ["I14", "I15", "I16", "I18", "I19", "I21", "I24"] {
        assert_eq!(
            ruling(id, original, &right, Some(&Engine)),
            Ruling::Holds,
            "{id}"
        );
        assert!(
            ruling(id, original, &right, Some(&stubborn)).is_broken(),
            "{id}"
        );
        assert!(
            matches!(ruling(id, original, &right, None), Ruling::NotApplicable(_)),
            "{id}"
        );
    }
}

#[test]
fn i19_sees_a_keyword_that_is_ignored() {
    let body = x(r#"{"type":"integer"}"#, r#"{"x":1}"#);
    let right = Engine.check(body.as_bytes());
    let ignorant = Made(|_: &[u8]| right.clone());
    assert!(ruling("I19", &body, &right, Some(&ignorant)).is_broken());
}

#[test]
fn i11_and_i22_see_a_fickle_target() {
    let right = Engine.check(TWO.as_bytes());
    let calls = AtomicUsize::new(0);
    let fickle = Made(|_: &[u8]| calls.fetch_add(1, Ordering::Relaxed).to_string());
    assert_eq!(ruling("I11", TWO, &right, Some(&Engine)), Ruling::Holds);
    assert!(ruling("I11", TWO, &right, Some(&fickle)).is_broken());
    // The delivered blob is repaired again.
    let restless = Made(|_: &[u8]| right.clone());
    assert!(ruling("I11", TWO, &right, Some(&restless)).is_broken());
    assert_eq!(ruling("I22", TWO, &right, Some(&Engine)), Ruling::Holds);
    assert!(ruling("I22", TWO, &right, Some(&restless)).is_broken());
}

#[test]
fn i17_sees_a_cut_number_and_a_prefix_that_passes() {
    let body = r#"{"arguments":{"a":12,"b":true},"schema":{}}"#;
    let right = Engine.check(body.as_bytes());
    assert_eq!(ruling("I17", body, &right, Some(&Engine)), Ruling::Holds);
    let closed = entry("$arguments_text", "R1", "append", "null", r#""}""#);
    let hasty = Made(|_: &[u8]| repaired(r#"{"a":1}"#, &[&closed]));
    assert!(ruling("I17", body, &right, Some(&hasty)).is_broken());
    let blind = Made(|_: &[u8]| VALID.to_owned());
    assert!(ruling("I17", body, &right, Some(&blind)).is_broken());
}

#[test]
fn i27_sees_a_panic() {
    let body = r#"{"arguments":{},"schema":{}}"#;
    let right = Engine.check(body.as_bytes());
    assert_eq!(ruling("I27", body, &right, Some(&Engine)), Ruling::Holds);
    let fragile = Made(|_: &[u8]| -> String { panic!("on purpose") });
    assert!(ruling("I27", body, &right, Some(&fragile)).is_broken());
    for (name, body) in hostile_bodies() {
        assert!(body.len() <= 262_144, "{name}: {}", body.len());
        assert_eq!(within_budget(&Engine, &body), Ruling::Holds, "{name}");
    }
}
