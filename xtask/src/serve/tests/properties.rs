//! S-1 to S-12 of the specification, one test each.

use super::*;
use argument_check_corpus::{ARTEFACT, Op, pin};
use argument_check_oracle::ledger::{self, DAY_MS, Fold, Line};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::serve::criteria;
use crate::serve::reply::Reply;
use crate::serve::terms::jcs;

/// Bodies of the corpus that may be sent, by case id.
fn corpus() -> Vec<(String, Vec<u8>)> {
    let artefact = pin::parse(ARTEFACT).unwrap();
    let cases = artefact.cases.into_iter().map(|pinned| pinned.case);
    cases
        .filter(|case| matches!(case.op, Op::Check) && case.body.len() <= 262_144)
        .map(|case| (case.id, case.body))
        .collect()
}

fn name_of(reply: &Reply) -> Option<String> {
    let body: serde_json::Value = serde_json::from_slice(&reply.body).unwrap();
    body["refusal"].as_str().map(str::to_owned)
}

#[test]
fn s1_nothing_that_is_not_sold_is_settled_and_a_pre_check_asks_no_facilitator() {
    let server = Server::start();
    let payment = pay_as(NOBODY, "");
    let client = server.client();
    for body in [VALID, "[1]", r#"{"arguments":{}}"#] {
        // A payment at the pre-check is neither decoded nor verified.
        client
            .post("/precheck", body.as_bytes(), Some(&payment))
            .unwrap();
    }
    assert_eq!(server.post("/precheck", VALID).status, 429);
    assert_eq!(server.service.facilitator.calls(), (0, 0));
    assert_eq!(server.offer("[1]", &payment).status, 400);
    assert_eq!(server.post("/check", VALID).status, 402);
    assert_eq!(server.offer(VALID, "%").status, 400);
    assert_eq!(server.service.facilitator.calls(), (0, 0));
    assert_eq!(server.pay(VALID, "f0").status, 402);
    assert_eq!(server.pay(VALID, "f6").status, 500);
    assert_eq!(server.service.facilitator.calls(), (2, 0));
    server.stop_serving();
    assert_eq!(server.offer(VALID, &payment).status, 503);
    assert_eq!(server.service.facilitator.calls(), (2, 0));
}

#[test]
fn s2_a_delivered_verdict_was_settled_once_and_has_one_line() {
    let server = Server::start();
    for (nth, body) in [VALID, REPAIRED, UNREPAIRABLE].iter().enumerate() {
        assert_eq!(server.pay(body, "").status, 200);
        assert_eq!(server.service.facilitator.calls().1, nth as u64 + 1);
        assert_eq!(server.ledger().len(), nth + 1);
        assert_eq!(server.lines("settlements.jsonl").len(), nth + 1);
    }
    for fault in ["f0", "f1", "f2", "f3", "f4", "f5", "f6"] {
        let answer = server.pay(UNREPAIRABLE, fault);
        assert_ne!(answer.status, 200, "{fault}");
        assert!(!text(&answer).contains("UNREPAIRABLE"), "{fault}");
    }
    assert_eq!(server.ledger().len(), 3);
    let payer = Wallet::from_bytes([5; 32]).to_string();
    assert_eq!(server.offer(VALID, &pay_as(&payer, "f7")).status, 200);
    assert!(server.ledger()[3].contains(&payer));
}

#[test]
fn s3_a_submission_is_refused_by_the_same_name_at_both_routes() {
    let server = Server::start();
    let mut refused = 0;
    for (id, body) in corpus() {
        if argument_check::json::value::Document::parse(&body)
            .is_ok_and(|it| it.root().member("caller").is_some())
        {
            continue;
        }
        // Each case is a peer of its own, so that no allowance is in the way.
        let free = server.service.precheck(&id, &body);
        let paid = server.service.check(None, &body);
        assert_eq!(name_of(&free), name_of(&paid), "{id}");
        refused += u32::from(name_of(&free).is_some());
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn s4_pre_checks_tell_nothing_and_equal_outcomes_have_equal_lines() {
    let server = Server::start();
    let mut bodies: Vec<Vec<u8>> = Vec::new();
    for (id, body) in corpus() {
        let reply = server.service.precheck(&id, &body);
        if reply.status == 200 {
            bodies.push(reply.body);
        }
    }
    assert!(bodies.len() > 500);
    bodies.dedup();
    assert_eq!(
        bodies.len(),
        1,
        "every assessable submission has the same bytes"
    );
    // Two checks of equal verdict, counts and codes, under equal payment and
    // clock: nothing else of them is in the ledger.
    let one =
        r#"{"arguments":{"secret":"q"},"schema":{"properties":{"secret":{"type":"integer"}}}}"#;
    let payment = pay_as(NOBODY, "");
    let lines: Vec<Vec<String>> = [one, UNREPAIRABLE]
        .iter()
        .map(|body| {
            let server = Server::start();
            assert_eq!(server.offer(body, &payment).status, 200);
            server.ledger()
        })
        .collect();
    assert_eq!(lines[0], lines[1]);
}

#[test]
fn s5_nothing_submitted_is_written_anywhere() {
    let server = Server::start();
    let mut canaries = Vec::new();
    let mut canary = || {
        canaries.push(format!("canary{:04}zq", canaries.len()));
        canaries.last().unwrap().clone()
    };
    let faults = ["", "f0", "f1", "f21", "f3", "f4", "f5", "f6", "f7"];
    let mut times = (START..).step_by(10_000);
    for fault in faults.into_iter().cycle().take(25) {
        let (key, value, constant, title) = (canary(), canary(), canary(), canary());
        let (text_key, text_value, pattern) = (canary(), canary(), canary());
        let bodies = [
            format!(
                r#"{{"arguments":{{"{key}":"{value}"}},"schema":{{"title":"{title}","properties":{{"{key}":{{"enum":["{constant}",1]}}}}}}}}"#
            ),
            format!(
                r#"{{"arguments_text":"{{\"{text_key}\":\"{text_value}\",","schema":{{"properties":{{"{text_key}":{{"type":"array","default":"{title}"}}}}}}}}"#
            ),
            format!(
                r#"{{"arguments":{{"{key}":"{value}"}},"schema":{{"properties":{{"{key}":{{"{constant}":1}}}}}}}}"#
            ),
            format!(r#"{{"arguments_text":"{text_value}","schema":{{"pattern":"{pattern}"}}}}"#),
            format!(r#"{{"{key}":{value}"#),
            format!(r#"{{"caller":"{value}","arguments":{{}},"schema":{{}}}}"#),
        ];
        for (body, now) in bodies.iter().zip(&mut times) {
            server.clock.set(now);
            server.post("/precheck", body);
            server.post("/check", body);
            server.pay(body, fault);
            server.offer(body, &value);
        }
    }
    server.raw(
        format!(
            "GET /{} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
            canary()
        )
        .as_bytes(),
    );
    let metrics = server.metrics();
    let mut server = server.restart();
    server.end();
    let mut written = metrics + &String::from_utf8_lossy(&server.log.0.lock().unwrap());
    for entry in std::fs::read_dir(server.data.path()).unwrap() {
        let path = entry.unwrap().path();
        written.push_str(&path.display().to_string());
        written.push_str(&String::from_utf8_lossy(&std::fs::read(path).unwrap()));
    }
    assert!(canaries.len() > 170 && written.len() > 20_000);
    for canary in &canaries {
        assert!(!written.contains(canary.as_str()), "{canary} was written");
    }
    assert!(
        !written.to_lowercase().contains("canary"),
        "a fragment was written"
    );
}

#[test]
fn s6_no_caller_exceeds_its_allowance_whatever_the_clock_does() {
    let server = Server::start();
    let accepted: Mutex<Vec<i64>> = Mutex::default();
    std::thread::scope(|scope| {
        for thread in 0..64_i64 {
            let (server, accepted) = (&server, &accepted);
            scope.spawn(move || {
                for step in 0..12_i64 {
                    // Every thread pulls the clock somewhere else.
                    let now = START + (step * 64 + thread) * 1_700 % (2 * DAY_MS);
                    let mut accepted = accepted.lock().unwrap();
                    server.clock.set(now);
                    if server.service.precheck("peer", VALID.as_bytes()).status == 200 {
                        accepted.push(now);
                    }
                }
            });
        }
    });
    let accepted = accepted.into_inner().unwrap();
    // How many depends on who is first: a clock that went back opens nothing.
    assert!(!accepted.is_empty());
    assert!(accepted.windows(2).all(|pair| pair[1] - pair[0] >= 5_000));
    for day in accepted.iter().map(|now| now / DAY_MS) {
        let same = accepted.iter().filter(|now| **now / DAY_MS == day);
        assert!(same.count() <= 100);
    }
    let counted = server.metric("free_calls_total{house=\"false\"}");
    assert_eq!(counted, accepted.len() as u64);
    let server = server.restart();
    assert_eq!(server.metric("free_calls_total{house=\"false\"}"), counted);
}

#[test]
fn s7_the_terms_of_header_and_body_are_those_of_the_criteria() {
    let server = Server::start();
    let bill = server.post("/check", VALID);
    let header = STANDARD
        .decode(bill.header("payment-required").unwrap())
        .unwrap();
    assert_eq!(header, bill.body);
    let terms = json(&bill);
    let document: serde_json::Value = serde_json::from_str(criteria::DOCUMENT).unwrap();
    let units = document["price"]["usdc_units_per_call"].as_u64().unwrap();
    assert_eq!(terms["accepts"][0]["amount"], units.to_string());
    assert_eq!(terms["accepts"].as_array().unwrap().len(), 1);
    assert_eq!(jcs(&terms).as_bytes(), bill.body);
}

#[test]
fn s8_a_payment_buys_one_verdict_for_ever() {
    let server = Server::start();
    let payment = pay_as(NOBODY, "");
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let offers: Vec<_> = (0..16)
            .map(|_| scope.spawn(|| server.offer(VALID, &payment).status))
            .collect();
        offers
            .into_iter()
            .map(|offer| offer.join().unwrap())
            .collect()
    });
    let delivered = answers.iter().filter(|status| **status == 200).count();
    assert_eq!(delivered, 1, "{answers:?}");
    assert!(answers.iter().all(|status| [200, 402].contains(status)));
    let mut server = server;
    for _ in 0..2 {
        server = server.restart();
        let again = server.offer(REPAIRED, &payment);
        assert_eq!(json(&again)["error"], "duplicate_settlement");
    }
    assert_eq!(server.ledger().len(), 1);
}

#[test]
fn s9_the_ledger_is_read_back_as_it_was_written() {
    let server = Server::start();
    let bodies = [VALID, REPAIRED, UNREPAIRABLE];
    for (now, body) in (START..START + 12).zip(bodies.into_iter().cycle()) {
        server.clock.set(now);
        assert_eq!(server.pay(body, "").status, 200);
    }
    let lines = server.ledger();
    for line in &lines {
        let members: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(line).unwrap();
        assert_eq!(members.len(), 12);
        assert_eq!(Line::parse(line).unwrap().to_text(), *line);
    }
    let fold = |lines: &mut dyn Iterator<Item = &String>| {
        let mut fold = Fold::default();
        for (number, line) in lines.enumerate() {
            fold.take(number as u64 + 1, &Line::parse(line).unwrap())
                .unwrap();
        }
        let mut records: Vec<String> = fold
            .iter()
            .map(|record| format!("{} {} {}", record.tx(), record.ts(), record.is_refunded()))
            .collect();
        records.sort_unstable();
        records
    };
    assert_eq!(fold(&mut lines.iter()), fold(&mut lines.iter().rev()));
    let file = server.data.path().join(ledger::FILE_NAME);
    assert_eq!(ledger::read(&file).unwrap().0.len(), 12);
}

/// Whether a text is Prometheus text 0.0.4, as far as this service uses it.
fn is_prometheus(text: &str) -> bool {
    let name = |name: &str| {
        !name.is_empty()
            && name
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let labels = |labels: &str| {
        labels.split(',').all(|label| {
            let Some((key, value)) = label.split_once('=') else {
                return false;
            };
            let value = value
                .strip_prefix('"')
                .and_then(|value| value.strip_suffix('"'));
            name(key) && value.is_some_and(|value| !value.contains(['"', '\\', '\n']))
        })
    };
    let sample = |line: &str| {
        let Some((series, value)) = line.rsplit_once(' ') else {
            return false;
        };
        let well_named = match series.split_once('{') {
            None => name(series),
            Some((of, rest)) => name(of) && rest.strip_suffix('}').is_some_and(labels),
        };
        well_named && value.parse::<u64>().is_ok()
    };
    text.ends_with('\n')
        && text
            .lines()
            .all(|line| line.starts_with("# HELP ") || line.starts_with("# TYPE ") || sample(line))
}

#[test]
fn s10_metrics_agree_with_the_ledger_and_with_what_was_answered() {
    let server = Server::start();
    let (mut sold, mut refused) = (0, 0);
    for (nth, now) in (START..).step_by(10_000).take(20).enumerate() {
        server.clock.set(now);
        let body = [VALID, REPAIRED, UNREPAIRABLE, "[1]", r#"{"schema":{}}"#][nth % 5];
        let answers = [
            server.pay(body, ["", "f1", "f5"][nth % 3]),
            server.post("/precheck", body),
        ];
        sold += u64::from(answers[0].status == 200);
        refused += answers.iter().filter(|it| it.status == 400).count() as u64;
    }
    let text = server.metrics();
    assert!(is_prometheus(&text), "{text}");
    assert_eq!(text, server.metrics(), "a scrape changes nothing");
    let sum = |family: &str| -> u64 {
        let name = format!("argument_check_{family}{{");
        let samples = text.lines().filter(|line| line.starts_with(&name));
        samples
            .map(|line| line.rsplit_once(' ').unwrap().1.parse::<u64>().unwrap())
            .sum()
    };
    assert_eq!(sum("verdicts_total"), sold);
    assert_eq!(sum("refusals_total"), refused);
    assert_eq!(sum("payments_settled_total"), server.ledger().len() as u64);
    let build = format!(
        "argument_check_build_info{{criteria_id=\"tool-argument/v1\",criteria_version=\"1.0.0\",corpus_sha256=\"{}\"}} 1\n",
        criteria::pin()
    );
    assert!(text.ends_with(&build));
}

#[test]
fn s11_the_cap_is_262144_bytes_with_or_without_a_length() {
    let server = Server::start();
    for (length, status) in [(262_144, "402"), (262_145, "413")] {
        let body = padded(length);
        assert_eq!(server.post("/check", &body).status.to_string(), status);
        let mut request = b"POST /check HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
                            transfer-encoding: chunked\r\n\r\n"
            .to_vec();
        for chunk in body.as_bytes().chunks(10_000) {
            request.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
            request.extend_from_slice(chunk);
            request.extend_from_slice(b"\r\n");
        }
        request.extend_from_slice(b"0\r\n\r\n");
        let answer = server.raw(&request);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{answer}"
        );
    }
    // A length that promises too much is refused before anything is read.
    let promise = b"POST /check HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999\r\n\r\n";
    assert!(server.raw(promise).starts_with("HTTP/1.1 413 "));
}

#[test]
fn s12_a_stopped_service_answers_503_before_anything_else_until_it_is_cleared() {
    let server = Server::start();
    server.stop_serving();
    for route in ["/precheck", "/check"] {
        for body in [VALID, "[1]", &"x".repeat(262_145)] {
            let answer = server.post(route, body);
            assert_eq!(
                (answer.status, text(&answer)),
                (503, r#"{"error":"stop_serving"}"#.into())
            );
        }
    }
    assert_eq!(server.pay(VALID, "").status, 503);
    assert_eq!(server.get("/criteria").status, 200);
    assert_eq!(server.metric("kill_line_state"), 2);
    let file = server.data.path().join(incidents::FILE_NAME);
    let open = std::fs::read_to_string(&file).unwrap();
    let cleared = r#""cleared":{"ts":"2026-11-02T00:00:00.000Z","by":"operator"}"#;
    std::fs::write(&file, open.replace("\"cleared\":null", cleared)).unwrap();
    assert_eq!(server.post("/check", VALID).status, 402);
    // A file that cannot be read is no permission to serve.
    std::fs::write(&file, "nonsense\n").unwrap();
    assert_eq!(server.post("/check", VALID).status, 503);
}

#[test]
fn a_failed_self_check_sells_nothing_and_stops_the_service() {
    let server = Server::with(Wishes {
        decisions: Decisions {
            check: |body| argument_check::check(body).replace(":5}", ":6}"),
            ..Decisions::published()
        },
        ..Wishes::default()
    });
    assert_eq!(server.pay(VALID, "").status, 200, "VALID repairs nothing");
    assert_eq!(server.pay(REPAIRED, "").status, 503);
    assert_eq!(server.pay(VALID, "").status, 503);
    assert_eq!(server.ledger().len(), 1);
    assert_eq!(server.service.facilitator.calls(), (2, 1));
    let incidents = server.lines(incidents::FILE_NAME);
    assert_eq!(incidents.len(), 1);
    assert!(
        incidents[0].contains("I6 on a served answer"),
        "{incidents:?}"
    );
    let server = server.restart();
    assert_eq!(server.pay(VALID, "").status, 503, "and stays stopped");
}
