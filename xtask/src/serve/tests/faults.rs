//! Every fault that the facilitator plants, and what a restart makes of it.

use super::*;
use argument_check_oracle::ledger::{self, Line};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Fault, status, error, and whether the payment may be offered again.
const FAULTS: [(&str, u16, &str); 9] = [
    ("f0", 402, "insufficient_funds"),
    ("f1", 402, "settlement_failed"),
    ("f20", 500, "unexpected_settle_error"),
    ("f21", 500, "unexpected_settle_error"),
    ("f3", 500, "unexpected_settle_error"),
    ("f4", 500, "unexpected_settle_error"),
    ("f5", 500, "internal_after_settlement"),
    ("f6", 500, "unexpected_verify_error"),
    ("f7", 200, ""),
];

#[test]
fn every_planted_fault_has_its_answer_and_only_f7_delivers() {
    let server = Server::start();
    for (fault, status, error) in FAULTS {
        let answer = server.pay(REPAIRED, fault);
        assert_eq!(answer.status, status, "{fault}");
        if status == 200 {
            continue;
        }
        let body = json(&answer);
        assert_eq!(body["error"], error, "{fault}");
        assert!(body.get("report").is_none(), "{fault} delivers");
        assert!(
            !text(&answer).contains("REPAIRED"),
            "{fault} tells the verdict"
        );
    }
    assert_eq!(server.ledger().len(), 1);
    for (stage, count) in [("verify", 2), ("settle", 5), ("ledger", 1)] {
        let series = format!("payment_failures_total{{stage=\"{stage}\"}}");
        assert_eq!(
            server.metric(&series),
            if stage == "settle" { 5 } else { count }
        );
    }
}

#[test]
fn a_settlement_that_is_refused_says_so_in_the_header_too() {
    let server = Server::start();
    let answer = server.pay(VALID, "f1");
    let settled = STANDARD
        .decode(answer.header("payment-response").unwrap())
        .unwrap();
    let settled: serde_json::Value = serde_json::from_slice(&settled).unwrap();
    assert_eq!(settled["success"], false);
    assert_eq!(settled["errorReason"], "settlement_failed");
}

#[test]
fn f7_names_the_sponsor_and_the_ledger_names_the_payer() {
    let server = Server::start();
    let payer = Wallet::from_bytes([7; 32]).to_string();
    let answer = server.offer(VALID, &pay_as(&payer, "f7"));
    let settled = STANDARD
        .decode(answer.header("payment-response").unwrap())
        .unwrap();
    assert!(String::from_utf8(settled).unwrap().contains(NOBODY));
    let line: serde_json::Value = serde_json::from_str(&server.ledger()[0]).unwrap();
    assert_eq!(line["payer"], payer);
}

#[test]
fn what_was_settled_and_not_delivered_is_refunded_at_the_next_start() {
    let server = Server::start();
    for (fault, ..) in FAULTS {
        server.pay(UNREPAIRABLE, fault);
    }
    let server = server.restart();
    let lines = server.ledger();
    let lines: Vec<Line> = lines
        .iter()
        .map(|line| Line::parse(line).unwrap())
        .collect();
    // f7 delivered; f21 and f5 settled and could not.
    assert_eq!(lines.len(), 3);
    let refunds = lines.iter().filter(|line| line.cad_fmv().refund.is_some());
    assert_eq!(refunds.count(), 2);
    assert_eq!(server.lines("settlements.jsonl").len(), 3);
    for (series, count) in [
        ("verdicts_total{verdict=\"UNREPAIRABLE\"}", 1),
        ("payments_settled_total{house=\"false\"}", 3),
        ("refunds_total{house=\"false\"}", 2),
        ("revenue_usdc_units_total", 60_000),
    ] {
        assert_eq!(server.metric(series), count, "{series}");
    }
    let server = server.restart();
    assert_eq!(server.ledger().len(), 3, "a second start owes nothing more");
}

#[test]
fn a_client_that_hangs_up_before_its_answer_is_refunded() {
    // An engine so slow that the client is gone before the answer is there.
    let slow = |body: &[u8]| {
        std::thread::sleep(Duration::from_millis(300));
        argument_check::check(body)
    };
    let server = Server::with(Wishes {
        decisions: Decisions {
            check: slow,
            ..Decisions::published()
        },
        ..Wishes::default()
    });
    let mut stream = server.connect();
    let request = format!(
        "POST /check HTTP/1.1\r\nhost: x\r\npayment-signature: {}\r\ncontent-length: {}\r\n\r\n{VALID}",
        pay_as(NOBODY, ""),
        VALID.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    drop(stream);
    let begun = std::time::Instant::now();
    while server.metric("refunds_total{house=\"false\"}") == 0 {
        assert!(begun.elapsed() < Duration::from_secs(10), "no refund");
        std::thread::sleep(Duration::from_millis(20));
    }
    let (fold, summary) = ledger::read(&server.data.path().join(ledger::FILE_NAME)).unwrap();
    assert_eq!((fold.len(), summary.lines), (1, 2));
    assert!(fold.iter().all(|record| record.is_refunded()));
    let server = server.restart();
    assert_eq!(server.metric("refunds_total{house=\"false\"}"), 1);
}

#[test]
fn a_payment_that_is_none_or_for_something_else_is_not_taken() {
    let server = Server::start();
    let malformed = server.offer(VALID, "eA==");
    assert_eq!(
        (malformed.status, &json(&malformed)["error"]),
        (400, &"invalid_payment".into())
    );
    assert_eq!(json(&malformed)["charged"], false);
    let other = Terms::new(DEFAULT_URL, "solana:other");
    let paid = client::transaction(other.requirement(), NOBODY, &client::nonce(""));
    let other = server.offer(VALID, &client::payment(other.requirement(), &paid));
    assert_eq!(other.status, 402);
    assert_eq!(json(&other)["error"], "invalid_payment_requirements");
    // The right terms, and a transaction that pays something else.
    let terms = Terms::new(DEFAULT_URL, DEVNET);
    let wrong = server.offer(VALID, &client::payment(terms.requirement(), &paid));
    assert_eq!(json(&wrong)["error"], "payment_terms_mismatch");
    assert_eq!(server.service.facilitator.calls(), (1, 0));
    assert_eq!(server.metric("payment_failures_total{stage=\"decode\"}"), 1);
    assert_eq!(server.metric("payment_failures_total{stage=\"match\"}"), 1);
}

#[test]
fn a_payment_that_did_not_verify_may_be_offered_again_and_a_settled_one_may_not() {
    let server = Server::start();
    let faulty = pay_as(NOBODY, "f6");
    assert_eq!(server.offer(VALID, &faulty).status, 500);
    assert_eq!(server.offer(VALID, &faulty).status, 500, "released");
    let refused = pay_as(NOBODY, "f1");
    assert_eq!(server.offer(VALID, &refused).status, 402);
    assert_eq!(
        json(&server.offer(VALID, &refused))["error"],
        "duplicate_settlement"
    );
}

#[test]
fn a_torn_ledger_line_is_moved_away_and_serving_goes_on() {
    let mut server = Server::start();
    assert_eq!(server.pay(VALID, "").status, 200);
    server.end();
    let file = server.data.path().join(ledger::FILE_NAME);
    let whole = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{whole}{}", &whole[..40])).unwrap();
    let server = server.restart();
    assert_eq!(server.ledger().len(), 1);
    assert_eq!(server.lines("ledger.torn").len(), 1);
    assert_eq!(server.pay(VALID, "").status, 200);
}
