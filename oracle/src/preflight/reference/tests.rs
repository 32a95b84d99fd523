//! The second implementation on what the readings say outright.

use super::*;
use crate::preflight::reference::canonical::{canonical, sha256};

fn hash(text: &str) -> String {
    sha256(&canonical(&crate::lossless::read_str(text).unwrap()))
}

#[test]
fn the_hash_of_null_is_the_published_one() {
    assert_eq!(
        hash("null"),
        "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b"
    );
}

#[test]
fn canonical_form_is_by_double_and_by_utf_16() {
    let value =
        crate::lossless::read_str("{\"\u{ff5e}\":-0.0,\"\u{1f600}\":1E2,\"a\":1e21}").unwrap();
    assert_eq!(
        canonical(&value),
        "{\"a\":1e+21,\"\u{1f600}\":100,\"\u{ff5e}\":0}"
    );
}

#[test]
fn exactness_is_by_decimal_value() {
    for exact in [
        "0.1",
        "1.10",
        "1E5",
        "-0.0",
        "0e999999999999999999999",
        "5e-324",
    ] {
        assert!(number::is_exact(exact), "{exact}");
    }
    for inexact in ["9007199254740993", "0.12345678901234567890", "1e-400"] {
        assert!(!number::is_exact(inexact), "{inexact}");
    }
}

#[test]
fn amounts_are_half_even_at_the_ninth_decimal() {
    let written = |spelling: &str| canonical(&money::written(&money::amount(spelling)));
    assert_eq!(written("0.0000000005"), "0");
    assert_eq!(written("0.0000000015"), "2e-9");
    assert_eq!(written("0.0000000025"), "2e-9");
    assert_eq!(written("1e18"), "1000000000000000000");
    assert_eq!(written("-0"), "0");
}

#[test]
fn what_is_no_input_is_refused() {
    for (body, code) in [
        ("", "invalid_json"),
        ("{\"a\":\"\\ud800\"}", "invalid_json"),
        ("{\"a\":1,\"a\":1e999}", "duplicate_key"),
        ("[1e999]", "number_out_of_range"),
        (&("[".repeat(129) + &"]".repeat(129)), "too_deep"),
        (&("[".repeat(2_000) + &"]".repeat(2_000)), "too_deep"),
        (&"[".repeat(2_000), "invalid_json"),
        (
            &format!(
                "[{{\"a\":1,\"a\":1e999}},{}{}]",
                "[".repeat(2_000),
                "]".repeat(2_000)
            ),
            "duplicate_key",
        ),
        (
            &format!("[1e999,{}{}]", "[".repeat(2_000), "]".repeat(2_000)),
            "number_out_of_range",
        ),
    ] {
        let expected = format!("{{\"refused\":\"{code}\"}}");
        assert_eq!(answer(Op::Gate, body.as_bytes()), expected);
        assert_eq!(answer(Op::Request, body.as_bytes()), expected);
    }
    let deep = "[".repeat(128) + &"]".repeat(128);
    assert!(!answer(Op::Request, deep.as_bytes()).contains("refused"));
}
