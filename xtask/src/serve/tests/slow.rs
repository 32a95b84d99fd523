//! Slow, half-open and too many clients, and the end of a server.

use super::*;
use std::time::Instant;

fn brief() -> Limits {
    Limits {
        time: Duration::from_millis(400),
        in_flight: 2,
    }
}

fn limited(limits: Limits) -> Server {
    Server::with(Wishes {
        limits,
        ..Wishes::default()
    })
}

#[test]
fn half_open_clients_starve_nobody() {
    let server = limited(Limits {
        in_flight: 2,
        ..Limits::default()
    });
    let held: Vec<TcpStream> = (0..40)
        .map(|nth| {
            let mut stream = server.connect();
            let head = "POST /check HTTP/1.1\r\nhost: x\r\ncontent-length: 90\r\n";
            // Some break off in the headers, some in the body, some say nothing.
            let said = [head.to_owned(), format!("{head}\r\n{{"), String::new()];
            stream.write_all(said[nth % 3].as_bytes()).unwrap();
            stream
        })
        .collect();
    let begun = Instant::now();
    for _ in 0..5 {
        assert_eq!(server.pay(VALID, "").status, 200);
    }
    assert!(
        begun.elapsed() < Duration::from_secs(9),
        "{:?}",
        begun.elapsed()
    );
    drop(held);
}

#[test]
fn a_body_that_does_not_come_is_408_and_so_are_headers() {
    let server = limited(brief());
    let head = "POST /check HTTP/1.1\r\nhost: x\r\ncontent-length: 90\r\n";
    for said in [head.to_owned(), format!("{head}\r\n{{\"a")] {
        let answer = server.raw(said.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
        assert!(
            answer.ends_with(r#"{"error":"request_timeout"}"#),
            "{answer}"
        );
    }
    assert_eq!(
        server.raw(b""),
        "",
        "an idle connection is closed without a word"
    );
    assert_eq!(
        server.metric("requests_total{op=\"check\",outcome=\"error\"}"),
        1
    );
}

#[test]
fn more_requests_than_are_taken_on_are_told_so() {
    let slow = |body: &[u8]| {
        std::thread::sleep(Duration::from_millis(500));
        argument_check::check(body)
    };
    let server = Server::with(Wishes {
        limits: Limits {
            in_flight: 2,
            ..Limits::default()
        },
        decisions: Decisions {
            check: slow,
            ..Decisions::published()
        },
        ..Wishes::default()
    });
    let answers: Vec<(u16, String)> = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..6)
            .map(|_| scope.spawn(|| server.pay(VALID, "")))
            .collect();
        let answers = asked.into_iter().map(|it| it.join().unwrap());
        answers.map(|it| (it.status, text(&it))).collect()
    });
    let overloaded = answers.iter().filter(|(status, _)| *status == 503);
    assert!(overloaded.clone().count() >= 1, "{answers:?}");
    for (_, body) in overloaded {
        assert_eq!(body, r#"{"error":"overloaded"}"#);
    }
    let sold = answers.iter().filter(|(status, _)| *status == 200).count();
    assert_eq!(sold, server.ledger().len());
    assert!(sold >= 2);
}

#[test]
fn an_answer_that_takes_too_long_is_given_up_and_its_money_is_owed_back() {
    let slow = |body: &[u8]| {
        std::thread::sleep(Duration::from_millis(900));
        argument_check::check(body)
    };
    let server = Server::with(Wishes {
        limits: brief(),
        decisions: Decisions {
            check: slow,
            ..Decisions::published()
        },
        ..Wishes::default()
    });
    let answer = server.pay(VALID, "");
    assert_eq!(
        (answer.status, &json(&answer)["error"]),
        (500, &"time_limit".into())
    );
    let begun = Instant::now();
    while server.metric("refunds_total{house=\"false\"}") == 0 {
        assert!(begun.elapsed() < Duration::from_secs(10), "no refund");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_server_that_ends_finishes_what_was_begun() {
    let slow = |body: &[u8]| {
        std::thread::sleep(Duration::from_millis(300));
        argument_check::check(body)
    };
    let mut server = Server::with(Wishes {
        decisions: Decisions {
            check: slow,
            ..Decisions::published()
        },
        ..Wishes::default()
    });
    let client = server.client();
    let payment = pay_as(NOBODY, "");
    let asked = std::thread::spawn(move || {
        client
            .post("/check", VALID.as_bytes(), Some(&payment))
            .map(|it| it.status)
    });
    std::thread::sleep(Duration::from_millis(150));
    server.end();
    assert_eq!(asked.join().unwrap().unwrap(), 200);
    assert_eq!(server.ledger().len(), 1);
    assert!(TcpStream::connect(server.base.trim_start_matches("http://")).is_err());
}

#[test]
fn pipelined_and_kept_alive_requests_are_each_delivered_once() {
    let server = Server::start();
    let mut request = String::new();
    for nth in 0..3 {
        let close = if nth == 2 {
            "connection: close\r\n"
        } else {
            ""
        };
        let _ = std::fmt::Write::write_fmt(
            &mut request,
            format_args!(
                "POST /check HTTP/1.1\r\nhost: x\r\n{close}payment-signature: {}\r\n\
             content-length: {}\r\n\r\n{VALID}",
                pay_as(NOBODY, ""),
                VALID.len()
            ),
        );
    }
    let answer = server.raw(request.as_bytes());
    assert_eq!(answer.matches("HTTP/1.1 200 OK").count(), 3, "{answer}");
    assert_eq!(server.metric("refunds_total{house=\"false\"}"), 0);
    let server = server.restart();
    assert_eq!(
        server.ledger().len(),
        3,
        "no line was superseded by a refund"
    );
}
