//! The worked cases of section 4 of the specification, over HTTP, with its
//! figures.

use super::*;
use argument_check_corpus::canonical::sha256_hex;
use argument_check_oracle::ledger::DAY_MS;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Verifier as _, VerifyingKey};
use serde_json::json;

use crate::serve::signature::signed;
use crate::serve::{candidates, criteria};

/// A wallet of base58 characters, by number.
fn wallet(number: u8) -> String {
    Wallet::from_bytes([number; 32]).to_string()
}

fn precheck_of(caller: &str) -> String {
    format!("{{\"caller\":\"{caller}\",\"arguments\":{{}},\"schema\":{{}}}}")
}

#[test]
fn the_free_tier_answers_the_worked_sequence() {
    let server = Server::start();
    let ask = |millis: i64, caller: u8| {
        server.clock.set(START + millis);
        server.post("/precheck", &precheck_of(&wallet(caller)))
    };
    let left = |response: &Response| json(response)["free_remaining_today"].as_u64();
    let first = ask(0, 1);
    assert_eq!((first.status, left(&first)), (200, Some(99)));
    let early = ask(4_999, 1);
    assert_eq!(early.status, 429);
    assert_eq!(json(&early)["error"], "free_min_interval");
    assert_eq!(json(&early)["retry_after_ms"], 1);
    assert_eq!(early.header("retry-after"), Some("1"));
    assert_eq!(ask(5_000, 1).status, 200);
    let early = ask(5_001, 1);
    assert_eq!(json(&early)["retry_after_ms"], 4_999);
    assert_eq!(early.header("retry-after"), Some("5"));
    for (step, remaining) in (2..100).zip((0..98).rev()) {
        let answer = ask(step * 5_000, 1);
        assert_eq!((answer.status, left(&answer)), (200, Some(remaining)));
    }
    let exhausted = ask(500_000, 1);
    assert_eq!(exhausted.status, 402);
    assert_eq!(json(&exhausted)["error"], "free_tier_exhausted");
    assert_eq!(
        json(&exhausted)["resource"]["url"],
        "http://127.0.0.1:8402/check"
    );
    assert_eq!(exhausted.header("retry-after"), Some("85900"));
    assert_eq!(ask(500_000, 2).status, 200);
    let last = ask(DAY_MS - 1, 1);
    assert_eq!((last.status, last.header("retry-after")), (402, Some("1")));
    assert_eq!(ask(DAY_MS, 1).status, 200);
}

#[test]
fn an_interval_that_midnight_cuts_is_still_an_interval() {
    let server = Server::start();
    server.clock.set(START + DAY_MS - 1);
    assert_eq!(
        server.post("/precheck", &precheck_of(&wallet(1))).status,
        200
    );
    server.clock.set(START + DAY_MS);
    let early = server.post("/precheck", &precheck_of(&wallet(1)));
    assert_eq!(
        (early.status, &json(&early)["retry_after_ms"]),
        (429, &json!(4_999))
    );
}

#[test]
fn the_first_pre_check_has_the_bytes_of_the_specification() {
    let server = Server::start();
    server.post("/precheck", VALID);
    server.clock.set(START + 5_000);
    let answer = server.post("/precheck", REPAIRED);
    assert_eq!(
        text(&answer),
        r#"{"assessable":true,"criteria_version":"1.0.0","free_remaining_today":98,"op":"precheck","price":{"label":"$0.02","usdc_units_per_call":20000},"service":"argument-check"}"#
    );
    assert_eq!(answer.header("cache-control"), Some("no-store"));
}

#[test]
fn a_check_without_payment_is_billed_with_the_worked_bytes() {
    let server = Server::start();
    let bill = server.post("/check", VALID);
    assert_eq!((bill.status, bill.body.len()), (402, 526));
    assert_eq!(
        sha256_hex(&bill.body),
        "3998c7b0f0aec85b8243b418584cc9d528abb91573d8c4ec752d32d04eb94878"
    );
    assert_eq!(bill.header("payment-required").unwrap().len(), 704);
    // A payment of version 1 is no payment.
    let request = format!(
        "POST /check HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-payment: eA==\r\n\
         content-length: {}\r\n\r\n{VALID}",
        VALID.len()
    );
    let answer = server.raw(request.as_bytes());
    assert!(answer.starts_with("HTTP/1.1 402 "), "{answer}");
    assert!(answer.contains("PAYMENT-SIGNATURE header is required"));
}

/// Every refusal in the order of the table, with a body that calls for it.
fn refusals() -> Vec<(&'static str, String)> {
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(64), "]".repeat(64));
    [
        ("CAP-EXCEEDED:body_bytes", padded(262_145)),
        ("invalid_request_body", "[1]".to_owned()),
        ("schema_missing", r#"{"arguments":{}}"#.to_owned()),
        (
            "schema_invalid",
            r#"{"arguments":{},"schema":5}"#.to_owned(),
        ),
        (
            "schema_not_covered",
            r#"{"arguments":{},"schema":{"properties":{"a":{"anyOf":[]}}}}"#.to_owned(),
        ),
        ("arguments_missing", r#"{"schema":{}}"#.to_owned()),
        (
            "arguments_ambiguous",
            r#"{"arguments":{},"arguments_text":null,"schema":{}}"#.to_owned(),
        ),
        (
            "arguments_not_object",
            r#"{"arguments":[],"schema":{}}"#.to_owned(),
        ),
        (
            "arguments_text_invalid",
            r#"{"arguments_text":5,"schema":{}}"#.to_owned(),
        ),
        (
            "arguments_too_deep",
            format!("{{\"arguments\":{deep},\"schema\":{{}}}}"),
        ),
    ]
    .into()
}

#[test]
fn the_refusal_table_holds_at_both_routes() {
    let server = Server::start();
    for (route, op) in [("/precheck", "precheck"), ("/check", "check")] {
        let times = (START..).step_by(10_000);
        for ((name, body), now) in refusals().into_iter().zip(times) {
            server.clock.set(now);
            let answer = server.post(route, &body);
            assert_eq!(
                answer.status,
                if name.starts_with("CAP") { 413 } else { 400 },
                "{name}"
            );
            let answer = json(&answer);
            assert_eq!(answer["refusal"], name);
            assert_eq!(answer["op"], op);
            assert_eq!(answer["charged"], false);
            let named = matches!(name, "schema_invalid" | "schema_not_covered");
            assert_eq!(answer.get("detail").is_some(), named, "{name}");
            let series = format!("refusals_total{{op=\"{op}\",refusal=\"{name}\"}}");
            assert_eq!(server.metric(&series), 1);
        }
    }
    let series = "requests_total{op=\"check\",outcome=\"refused\"}";
    assert_eq!(server.metric(series), 10);
}

#[test]
fn a_refusal_has_the_members_of_the_specification_in_canonical_form() {
    let server = Server::start();
    let answer = server.post("/check", &refusals()[4].1);
    assert_eq!(
        text(&answer),
        r#"{"charged":false,"criteria_version":"1.0.0","detail":[{"keyword":"anyOf","path":"$.properties.a.anyOf"}],"op":"check","refusal":"schema_not_covered","service":"argument-check"}"#
    );
}

#[test]
fn a_pre_check_refuses_a_caller_that_is_no_wallet_and_a_check_does_not_look() {
    let server = Server::start();
    for caller in ["5", "\"x\"", "null", "\"0OIl\""] {
        let body = format!("{{\"caller\":{caller},\"arguments\":{{}},\"schema\":{{}}}}");
        let refused = server.post("/precheck", &body);
        assert_eq!(
            json(&refused)["refusal"],
            "invalid_request_body",
            "{caller}"
        );
        assert_eq!(server.post("/check", &body).status, 402, "{caller}");
    }
    // None of them used the allowance of this address.
    assert_eq!(
        json(&server.post("/precheck", VALID))["free_remaining_today"],
        99
    );
    // A refusal after the allowance uses a unit: the answer is the product.
    server.clock.set(START + 5_000);
    assert_eq!(server.post("/precheck", r#"{"schema":{}}"#).status, 400);
    server.clock.set(START + 10_000);
    assert_eq!(
        json(&server.post("/precheck", VALID))["free_remaining_today"],
        97
    );
}

#[test]
fn the_routes_answer_as_the_table_says() {
    let server = Server::start();
    let document = server.get("/criteria");
    assert_eq!(text(&document), criteria::DOCUMENT);
    assert_eq!(
        document.header("etag").unwrap(),
        format!("\"{}\"", sha256_hex(criteria::DOCUMENT.as_bytes()))
    );
    assert_eq!(document.header("content-type"), Some("application/json"));
    let metrics = server.get("/metrics");
    assert_eq!(
        metrics.header("content-type"),
        Some("text/plain; version=0.0.4; charset=utf-8")
    );
    let missing = server.get("/other");
    assert_eq!(
        (missing.status, text(&missing)),
        (404, r#"{"error":"not_found"}"#.into())
    );
    for (path, allow) in [("/check", "POST"), ("/precheck", "POST")] {
        let wrong = server.get(path);
        assert_eq!((wrong.status, wrong.header("allow")), (405, Some(allow)));
        assert_eq!(text(&wrong), r#"{"error":"method_not_allowed"}"#);
    }
    let wrong = server.post("/criteria", "");
    assert_eq!(
        (wrong.status, wrong.header("allow")),
        (405, Some("GET, HEAD"))
    );
}

#[test]
fn a_delivered_report_embeds_the_exact_answer_and_its_signature_verifies() {
    let server = Server::start();
    let spelled =
        r#"{"arguments":{"x":"5.0e0","y":1.50},"schema":{"properties":{"x":{"type":"integer"}}}}"#;
    let answer = server.pay(spelled, "");
    assert_eq!(answer.status, 200);
    let body = text(&answer);
    let report = argument_check::check(spelled.as_bytes());
    let head = format!(
        "{{\"service\":\"argument-check\",\"op\":\"check\",\"corpus_sha256\":\"{}\",\"report\":{report},\
         \"counts\":{{\"repairs\":1,\"defects\":0}},\"boundary\":\"Boundary: ",
        criteria::pin()
    );
    assert!(body.starts_with(&head), "{body}");
    let parsed = json(&answer);
    let issued_at = parsed["issued_at"].as_str().unwrap();
    assert_eq!(issued_at, "2026-11-01T00:00:00.000Z");
    let signature = &parsed["signature"];
    assert_eq!(signature["alg"], "ed25519");
    let id = signature["key_id"].as_str().unwrap();
    let key: Vec<u8> = (0..32)
        .map(|at| u8::from_str_radix(&id[2 * at..2 * at + 2], 16).unwrap())
        .collect();
    let key = VerifyingKey::from_bytes(&key.try_into().unwrap()).unwrap();
    let value = STANDARD
        .decode(signature["value"].as_str().unwrap())
        .unwrap();
    let value = Signature::from_bytes(&value.try_into().unwrap());
    let parts = [
        "argument-check",
        "check",
        criteria::pin(),
        issued_at,
        &report,
    ];
    assert!(key.verify(signed(parts).as_bytes(), &value).is_ok());
    let settled = STANDARD
        .decode(answer.header("payment-response").unwrap())
        .unwrap();
    let settled: serde_json::Value = serde_json::from_slice(&settled).unwrap();
    assert_eq!(settled["success"], true);
    let line: serde_json::Value = serde_json::from_str(&server.ledger()[0]).unwrap();
    assert_eq!(line["tx"], settled["transaction"]);
    assert_eq!(line["verdict_line"], "REPAIRED - 1 repair(s)");
}

#[test]
fn all_three_verdicts_are_sold() {
    let server = Server::start();
    for (body, line) in [
        (VALID, "VALID - no repair was needed"),
        (REPAIRED, "REPAIRED - 1 repair(s)"),
        (UNREPAIRABLE, "UNREPAIRABLE - 1 defect(s)"),
    ] {
        assert_eq!(server.pay(body, "").status, 200);
        assert!(server.ledger().last().unwrap().contains(line));
    }
    for series in [
        "verdicts_total{verdict=\"UNREPAIRABLE\"}",
        "repairs_total{rule=\"R3\"}",
        "defects_total{code=\"type_mismatch\"}",
    ] {
        assert_eq!(server.metric(series), 1, "{series}");
    }
}

#[test]
fn calls_of_the_house_are_counted_apart() {
    let server = Server::with(Wishes {
        house: [Wallet::from_bytes([9; 32])].into(),
        ..Wishes::default()
    });
    assert_eq!(
        server.post("/precheck", &precheck_of(&wallet(9))).status,
        200
    );
    assert_eq!(server.offer(VALID, &pay_as(&wallet(9), "")).status, 200);
    for (series, count) in [
        ("free_calls_total{house=\"true\"}", 1),
        ("free_calls_total{house=\"false\"}", 0),
        ("payments_settled_total{house=\"true\"}", 1),
        ("payments_settled_total{house=\"false\"}", 0),
        ("kill_line_state", 0),
    ] {
        assert_eq!(server.metric(series), count, "{series}");
    }
    assert_eq!(server.post("/precheck", VALID).status, 200);
    assert_eq!(
        server.metric("kill_line_state"),
        1,
        "free use and nothing paid"
    );
}

#[test]
fn json_candidates_are_found_on_the_same_server_and_written_nowhere() {
    let server = Server::start();
    let descriptor = server.get(candidates::PATH);
    assert_eq!(text(&descriptor), candidates::DESCRIPTOR);
    let input = r#"{"text":"canary {\"a\": 1} is what you need."}"#;
    let found = server.post(candidates::EXECUTE, input);
    assert_eq!(found.status, 200);
    assert_eq!(text(&found), argument_check::candidates(input.as_bytes()));
    let longest = format!("{{\"text\":\"{}\"}}", "\\u0041".repeat(131_072));
    assert_eq!(server.post(candidates::EXECUTE, &longest).status, 200);
    let over = longest + &" ".repeat(5_000);
    let refused = server.post(candidates::EXECUTE, &over);
    assert_eq!(
        (refused.status, text(&refused)),
        (413, r#"{"error":"text_too_long"}"#.into())
    );
    assert_eq!(server.post(candidates::EXECUTE, "{}").status, 400);
    assert_eq!(server.get(candidates::EXECUTE).status, 405);
    assert!(server.log.0.lock().unwrap().is_empty());
    assert_eq!(
        server.metric("requests_total{op=\"check\",outcome=\"served\"}"),
        0
    );
}
