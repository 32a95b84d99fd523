//! `stdio`: the protocol that foreign implementations speak with a runner, one
//! JSON object a line. It decides what a line asks for; the answer in a reply is
//! the engine's, byte for byte.
//!
//! A line that is none of the protocol is answered with an error and the
//! session goes on: one bad line must not take others with it. Each line stands
//! alone, nothing of it is kept for the next.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use anyhow::Result;
use argument_check::json::string;
use argument_check::json::value::{Document, Type, Value};
use argument_check::{ENGINE_VERSION, preflight};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clap::Args;

use crate::input::LONGEST;
use crate::lines::{self, Line};

/// What `--help` says of the protocol.
pub(crate) const PROTOCOL: &str = r#"Requests and their replies, one a line:
  {"seq":0,"op":"start","protocol":1}       {"seq":0,"implementation":{…},"ops":[…]}
  {"seq":1,"op":"check","body":"…"}         {"seq":1,"answer":"…"}
  {"seq":2,"op":"precheck","body_base64":"…"}
  {"seq":3,"op":"candidates","body":"…"}
  {"seq":4,"op":"request","body":"…"}
  {"seq":5,"op":"gate","body":"…"}
  a request that cannot be answered         {"seq":6,"error":"…"}
  a line that is no request                 {"seq":null,"error":"…"}"#;

/// The ops that are answered, as the handshake names them.
const OPS: &str = r#"["check","precheck","candidates","request","gate"]"#;

/// The arguments of `stdio`: none.
#[derive(Args)]
pub(crate) struct Stdio {}

/// What the reply holds beside `seq`.
enum Reply {
    Started,
    Answer(String),
    Error(String),
}

/// An operation of the protocol.
#[derive(Clone, Copy)]
enum Op {
    Start,
    Check,
    Precheck,
    Candidates,
    Request,
    Gate,
}

impl Stdio {
    /// Answers every line of standard input.
    #[expect(clippy::unused_self, reason = "every subcommand runs the same way")]
    pub(crate) fn run(&self) -> Result<ExitCode> {
        converse(&mut io::stdin().lock(), &mut io::stdout().lock())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Answers every line of `requests`.
fn converse(requests: &mut impl BufRead, replies: &mut impl Write) -> Result<()> {
    lines::converse(requests, replies, |line| {
        Some(match line {
            Line::Whole(line) => answer_line(line),
            Line::TooLong => {
                let why = format!("the line is longer than {LONGEST} bytes");
                render("null", &Reply::Error(why))
            }
        })
    })
}

/// The reply to one line.
fn answer_line(line: &[u8]) -> String {
    let broken = |why: String| render("null", &Reply::Error(why));
    let document = match Document::parse(line) {
        Ok(document) => document,
        Err(refused) => {
            return broken(format!(
                "the line is no strict JSON at byte {}; write one JSON object a line",
                refused.offset
            ));
        }
    };
    let request = document.root();
    if request.kind() != Type::Object {
        return broken("the line is no JSON object".to_owned());
    }
    let Some(seq) = request.member("seq").and_then(sequence_number) else {
        return broken(
            "the line has no seq that is a whole number of at most 18 digits".to_owned(),
        );
    };
    render(seq, &answer(request).unwrap_or_else(Reply::Error))
}

/// The spelling of a sequence number.
fn sequence_number(value: Value<'_>) -> Option<&str> {
    let text = value.text();
    (text.len() <= 18 && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

fn answer(request: Value<'_>) -> Result<Reply, String> {
    match op(request)? {
        Op::Start => match request.member("protocol").map(|value| value.text()) {
            Some("1") => Ok(Reply::Started),
            _ => Err("op start must say \"protocol\":1, the only one spoken here".to_owned()),
        },
        Op::Check => Ok(Reply::Answer(argument_check::check(&body(request)?))),
        Op::Precheck => Ok(Reply::Answer(argument_check::precheck(&body(request)?))),
        Op::Candidates => Ok(Reply::Answer(argument_check::candidates(&body(request)?))),
        Op::Request => Ok(Reply::Answer(preflight::request(&body(request)?))),
        Op::Gate => Ok(Reply::Answer(preflight::gate(&body(request)?))),
    }
}

fn op(request: Value<'_>) -> Result<Op, String> {
    let name = request.member("op").and_then(|value| value.as_str());
    match name.as_deref() {
        Some("start") => Ok(Op::Start),
        Some("check") => Ok(Op::Check),
        Some("precheck") => Ok(Op::Precheck),
        Some("candidates") => Ok(Op::Candidates),
        Some("request") => Ok(Op::Request),
        Some("gate") => Ok(Op::Gate),
        Some(_) => {
            Err("op is none of start, check, precheck, candidates, request, gate".to_owned())
        }
        None => Err("the request has no op that is a string".to_owned()),
    }
}

/// The raw request body that a request carries.
fn body(request: Value<'_>) -> Result<Vec<u8>, String> {
    let text = |value: Value<'_>, name: &str| {
        let text = value
            .as_str()
            .ok_or_else(|| format!("{name} is no string"))?;
        Ok::<_, String>(text.into_owned())
    };
    match (request.member("body"), request.member("body_base64")) {
        (Some(body), None) => Ok(text(body, "body")?.into_bytes()),
        (None, Some(encoded)) => STANDARD
            .decode(text(encoded, "body_base64")?)
            .map_err(|why| format!("body_base64 is no padded base64: {why}")),
        _ => Err("the request must hold exactly one of body and body_base64".to_owned()),
    }
}

/// One reply as a line, without its break.
fn render(seq: &str, reply: &Reply) -> String {
    let mut out = format!("{{\"seq\":{seq},");
    let (name, content) = match reply {
        Reply::Started => {
            out.push_str("\"implementation\":{\"name\":\"argument-check\",\"version\":");
            string::write(&mut out, ENGINE_VERSION);
            out.push_str(",\"language\":\"Rust\"},\"ops\":");
            out.push_str(OPS);
            out.push('}');
            return out;
        }
        Reply::Answer(answer) => ("answer", answer.as_str()),
        Reply::Error(why) => ("error", why.as_str()),
    };
    string::write(&mut out, name);
    out.push(':');
    string::write(&mut out, content);
    out.push('}');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The replies to a session.
    fn replies(requests: &[u8]) -> Vec<String> {
        let mut out = Vec::new();
        converse(&mut &requests[..], &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.is_empty() || text.ends_with('\n'));
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_handshake_names_the_implementation_and_its_ops() {
        let wanted = format!(
            "{{\"seq\":0,\"implementation\":{{\"name\":\"argument-check\",\"version\":\"{ENGINE_VERSION}\",\"language\":\"Rust\"}},\"ops\":{OPS}}}"
        );
        assert_eq!(
            replies(b"{\"seq\":0,\"op\":\"start\",\"protocol\":1}\n"),
            [wanted]
        );
        let other = replies(b"{\"seq\":0,\"op\":\"start\",\"protocol\":2}\n");
        assert!(other[0].starts_with("{\"seq\":0,\"error\":"), "{other:?}");
    }

    #[test]
    fn a_body_travels_as_text_or_as_base64_and_gets_the_engines_answer() {
        let body = "{\"arguments\":{\"a\":\"\\u0041\\n\"},\"schema\":{}}";
        let mut wanted = String::from("{\"seq\":7,\"answer\":");
        string::write(&mut wanted, &argument_check::check(body.as_bytes()));
        wanted.push('}');
        let mut as_text = String::from("{\"seq\":7,\"op\":\"check\",\"body\":");
        string::write(&mut as_text, body);
        as_text.push('}');
        let as_base64 = format!(
            "{{\"op\":\"check\",\"body_base64\":\"{}\",\"seq\":7}}\r\n",
            STANDARD.encode(body)
        );
        assert_eq!(replies(as_text.as_bytes()), [wanted.as_str()]);
        assert_eq!(replies(as_base64.as_bytes()), [wanted.as_str()]);
    }

    #[test]
    fn an_error_of_the_candidates_is_an_answer_as_any_other() {
        for (body, answer) in [
            (
                "{\"text\":\"é\"}",
                "{\"candidates\":[],\"candidate_count\":0,\"truncated\":false}",
            ),
            ("{", "{\"error\":\"invalid_json\"}"),
        ] {
            let mut request = String::from("{\"seq\":2,\"op\":\"candidates\",\"body\":");
            string::write(&mut request, body);
            request.push('}');
            let mut wanted = String::from("{\"seq\":2,\"answer\":");
            string::write(&mut wanted, answer);
            wanted.push('}');
            assert_eq!(replies(request.as_bytes()), [wanted.as_str()]);
        }
    }

    #[test]
    fn the_preflight_answers_and_refuses_within_the_answer() {
        for (op, answer) in [
            ("request", preflight::request(b"[]")),
            ("gate", preflight::gate(b"[]")),
        ] {
            let mut wanted = String::from("{\"seq\":1,\"answer\":");
            string::write(&mut wanted, &answer);
            wanted.push('}');
            let line = format!("{{\"seq\":1,\"op\":\"{op}\",\"body\":\"[]\"}}");
            assert_eq!(replies(line.as_bytes()), [wanted]);
            let line = format!("{{\"seq\":1,\"op\":\"{op}\",\"body\":\"[\"}}");
            assert_eq!(
                replies(line.as_bytes()),
                [r#"{"seq":1,"answer":"{\"refused\":\"invalid_json\"}"}"#]
            );
        }
    }

    #[test]
    fn an_op_that_is_unknown_is_an_error() {
        let reply = replies(b"{\"seq\":1,\"op\":\"Check\",\"body\":\"\"}");
        assert!(reply[0].starts_with("{\"seq\":1,\"error\":"), "{reply:?}");
    }

    #[test]
    fn a_malformed_line_is_answered_and_the_session_goes_on() {
        let broken: [&[u8]; 11] = [
            b"",
            b"{",
            b"[]",
            b"{}",
            b"\xff",
            b"{\"seq\":-1,\"op\":\"check\",\"body\":\"\"}",
            b"{\"seq\":1.0,\"op\":\"check\",\"body\":\"\"}",
            b"{\"seq\":\"1\",\"op\":\"check\",\"body\":\"\"}",
            b"{\"seq\":1,\"seq\":1,\"op\":\"check\",\"body\":\"\"}",
            b"{\"seq\":1,\"op\":\"check\",\"body\":\"\\ud800\"}",
            b"{\"seq\":1,\"op\":\"check\",\"body\":\"\"} {}",
        ];
        for line in broken {
            let session = [line, b"\n{\"seq\":1,\"op\":\"candidates\"}\n"].concat();
            let replies = replies(&session);
            assert_eq!(replies.len(), 2, "{replies:?}");
            assert!(
                replies[0].starts_with("{\"seq\":null,\"error\":"),
                "{replies:?}"
            );
            assert!(
                replies[1].starts_with("{\"seq\":1,\"error\":"),
                "{replies:?}"
            );
        }
    }

    #[test]
    fn a_request_without_exactly_one_body_is_an_error_of_that_request() {
        for members in [
            "",
            ",\"body\":null",
            ",\"body_base64\":\"*\"",
            ",\"body_base64\":\"QQ\"",
            ",\"body\":\"\",\"body_base64\":\"\"",
        ] {
            let reply = replies(format!("{{\"seq\":3,\"op\":\"check\"{members}}}\n").as_bytes());
            assert!(reply[0].starts_with("{\"seq\":3,\"error\":"), "{reply:?}");
        }
    }

    #[test]
    fn a_line_beyond_the_limit_is_answered_once_and_never_kept() {
        let mut session = vec![b'['; LONGEST as usize + 70_000];
        session.extend_from_slice(b"\n{\"seq\":1,\"op\":\"candidates\"}\n");
        let replies = replies(&session);
        assert_eq!(replies.len(), 2);
        assert!(replies[0].starts_with("{\"seq\":null,\"error\":\"the line is longer"));
        assert!(replies[1].starts_with("{\"seq\":1,\"error\":"));
    }
}
