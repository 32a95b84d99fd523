//! A deployment of the service, asked over HTTP.
//!
//! The answer of an engine is taken from, or rebuilt from, what the service
//! says: a report is embedded word for word, a refusal and a pre-check are put
//! back into the form of the contract. A reference server is paid in mock
//! money; others take what `--header` gives. Only a fault of the connection is
//! tried again, with another payment. What the surface cannot be asked is
//! skipped with its reason, and never counts as an answer.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use argument_check_corpus::Op;
use argument_check_oracle::vocabulary::CRITERIA_ID;
use serde::Deserialize;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use super::{Response, Target};
use crate::report::Named;
use crate::serve::candidates::EXECUTE;
use crate::serve::client::{self, Client, NoAnswer, mock_terms};
use crate::serve::terms::{NOBODY, Requirement};

/// How often a request is tried when the connection fails.
const TRIES: u32 = 3;

/// A body that every deployment can assess.
const PROBE: &[u8] = br#"{"arguments":{},"schema":{}}"#;

/// A deployment.
pub(super) struct Http {
    client: Client,
    identity: Named,
    /// The terms, where mock money pays.
    terms: Option<Requirement>,
    /// How often each body was pre-checked.
    prechecked: Mutex<HashMap<[u8; 32], u32>>,
}

/// What a deployment says of itself.
#[derive(Deserialize)]
struct Criteria {
    criteria_id: String,
    version: String,
    service: String,
}

/// The 200 of a check, as far as it is the engine's.
#[derive(Deserialize)]
struct Delivered<'a> {
    #[serde(borrow)]
    report: &'a RawValue,
}

/// A free refusal.
#[derive(Deserialize)]
struct Refusal {
    criteria_version: String,
    #[serde(default)]
    detail: Vec<Place>,
    refusal: String,
}

#[derive(Deserialize)]
struct Place {
    keyword: String,
    path: String,
}

/// The 200 of a pre-check.
#[derive(Deserialize)]
struct Assessable {
    assessable: bool,
    criteria_version: String,
}

#[derive(Deserialize)]
struct Failure {
    error: String,
}

impl Http {
    /// Hears who answers at `base`, and what a check costs there.
    pub(super) fn open(
        base: &str,
        patience: Duration,
        connections: usize,
        headers: Vec<(String, String)>,
    ) -> Result<Self> {
        let client = Client::new(base, patience, connections, headers);
        let wired = |what: &str| format!("--target {base}: {what}; check the address");
        let criteria = client
            .get("/criteria")
            .with_context(|| wired("GET /criteria has no answer"))?;
        if criteria.status != 200 {
            bail!(wired(&format!("GET /criteria answers {}", criteria.status)));
        }
        let criteria: Criteria = serde_json::from_slice(&criteria.body)
            .with_context(|| wired("GET /criteria answers no criteria"))?;
        if criteria.criteria_id != CRITERIA_ID {
            bail!("--target {base}: it does not answer under {CRITERIA_ID}");
        }
        let bill = client
            .post("/check", PROBE, None)
            .with_context(|| wired("POST /check has no answer"))?;
        let terms = (bill.status == 402).then(|| mock_terms(&bill.body));
        Ok(Self {
            client,
            identity: Named::new(
                format!("{} at {base}", criteria.service),
                format!("{} {}", criteria.criteria_id, criteria.version),
            ),
            terms: terms.flatten(),
            prechecked: Mutex::default(),
        })
    }

    fn check(&self, body: &[u8]) -> Response {
        // Another payment for every try: the last one may have been settled.
        let answer = Self::try_again(|| {
            let payment = self.terms.as_ref().map(|terms| {
                let paid = client::transaction(terms, NOBODY, &client::nonce(""));
                client::payment(terms, &paid)
            });
            self.client.post("/check", body, payment.as_deref())
        });
        let answer = match answer {
            Ok(answer) => answer,
            Err(failed) => return failed,
        };
        match answer.status {
            200 => match serde_json::from_slice::<Delivered<'_>>(&answer.body) {
                Ok(delivered) => Response::Answer(delivered.report.get().to_owned()),
                Err(_) => Response::Failed("a 200 that embeds no report".to_owned()),
            },
            402 if self.terms.is_none() => Response::Skipped(
                "a payment is asked for, and only a reference server is paid in mock money; \
                 --header may carry what it takes instead"
                    .to_owned(),
            ),
            _ => refusal(&answer),
        }
    }

    fn precheck(&self, body: &[u8]) -> Response {
        let body = match with_caller(body, &self.caller(body)) {
            Ok(body) => body,
            Err(why) => return Response::Skipped(why.to_owned()),
        };
        let answer = Self::try_again(|| self.client.post("/precheck", &body, None));
        let answer = match answer {
            Ok(answer) => answer,
            Err(failed) => return failed,
        };
        match answer.status {
            200 => match serde_json::from_slice::<Assessable>(&answer.body) {
                Ok(it) => Response::Answer(format!(
                    "{},\"assessable\":{}}}",
                    opening(&it.criteria_version),
                    it.assessable
                )),
                Err(_) => Response::Failed("a 200 that is no pre-check".to_owned()),
            },
            402 | 429 => Response::Skipped(format!(
                "the free allowance says {}, so there is no pre-check",
                answer.status
            )),
            _ => refusal(&answer),
        }
    }

    /// JSON candidates: the answer is the body, typed errors too.
    fn candidates(&self, body: &[u8]) -> Response {
        let answer = Self::try_again(|| self.client.post(EXECUTE, body, None));
        match answer {
            Ok(answer) if matches!(answer.status, 200 | 400 | 413) => {
                String::from_utf8(answer.body).map_or_else(
                    |_| Response::Failed("an answer that is not UTF-8".to_owned()),
                    Response::Answer,
                )
            }
            Ok(answer) if answer.status == 404 => {
                Response::Skipped("the deployment does not offer json-candidate-list".to_owned())
            }
            Ok(answer) => failure(&answer),
            Err(failed) => failed,
        }
    }

    /// A wallet for a pre-check of this body: the same in every run, and
    /// another one each time that the body is asked again, since a caller has
    /// to wait between two of them.
    fn caller(&self, body: &[u8]) -> String {
        let digest: [u8; 32] = Sha256::digest(body).into();
        let mut prechecked = self
            .prechecked
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let times = prechecked.entry(digest).or_default();
        *times += 1;
        let mut wallet = Sha256::new();
        wallet.update(b"caller ");
        wallet.update(digest);
        wallet.update(times.to_le_bytes());
        bs58::encode(wallet.finalize()).into_string()
    }

    fn try_again(
        ask: impl Fn() -> Result<client::Response, NoAnswer>,
    ) -> Result<client::Response, Response> {
        let mut tries = 0;
        loop {
            tries += 1;
            match ask() {
                Ok(answer) => return Ok(answer),
                Err(NoAnswer::Connection(_)) if tries < TRIES => {}
                Err(why) => return Err(Response::Failed(format!("{why}, {tries} tries"))),
            }
        }
    }
}

impl Target for Http {
    fn identity(&self) -> Named {
        self.identity.clone()
    }

    fn offers(&self, op: Op) -> bool {
        matches!(op, Op::Check | Op::Precheck | Op::Candidates)
    }

    fn ask(&self, op: Op, body: &[u8]) -> Response {
        match op {
            Op::Check => self.check(body),
            Op::Precheck => self.precheck(body),
            Op::Candidates => self.candidates(body),
            other => Response::Skipped(format!(
                "the HTTP surface has no route for op {}",
                other.as_str()
            )),
        }
    }
}

/// The members that every answer begins with.
fn opening(version: &str) -> String {
    format!(
        "{{\"criteria_id\":{},\"criteria_version\":{}",
        quoted(CRITERIA_ID),
        quoted(version)
    )
}

/// A refusal in the form of the contract, or why the answer is none.
fn refusal(answer: &client::Response) -> Response {
    let named = matches!(answer.status, 400 | 413);
    let refusal = serde_json::from_slice::<Refusal>(&answer.body);
    let Some(refusal) = refusal.ok().filter(|_| named) else {
        return failure(answer);
    };
    let mut text = format!(
        "{},\"refusal\":{},\"detail\":[",
        opening(&refusal.criteria_version),
        quoted(&refusal.refusal)
    );
    for (number, place) in refusal.detail.iter().enumerate() {
        let comma = if number > 0 { "," } else { "" };
        let (path, keyword) = (quoted(&place.path), quoted(&place.keyword));
        let _ = write!(text, "{comma}{{\"path\":{path},\"keyword\":{keyword}}}");
    }
    text.push_str("]}");
    Response::Answer(text)
}

/// What failed; an error of the closed list is named, nothing else is quoted.
fn failure(answer: &client::Response) -> Response {
    let error = serde_json::from_slice::<Failure>(&answer.body);
    let error = error.map_or_else(|_| String::new(), |it| it.error);
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let named = !error.is_empty() && error.len() <= 40 && error.chars().all(plain);
    let error = if named { error } else { "unnamed".to_owned() };
    Response::Failed(format!("HTTP {} ({error})", answer.status))
}

/// RFC 8785 spells a string as this library does.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The body with a member `caller`, so that it does not share the allowance of
/// this machine's address. A body that is no object is refused before any
/// allowance, and goes as it is.
fn with_caller(body: &[u8], caller: &str) -> Result<Vec<u8>, &'static str> {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let Some(open) = body.iter().position(|byte| !blank(byte)) else {
        return Ok(body.to_owned());
    };
    if body.get(open) != Some(&b'{') {
        return Ok(body.to_owned());
    }
    if body.windows(8).any(|part| part == b"\"caller\"") {
        return Err("the body may name a caller itself, so none can be added");
    }
    let rest = body.get(open + 1..).unwrap_or_default();
    let empty = rest.iter().find(|byte| !blank(byte)) == Some(&b'}');
    let comma = if empty { "" } else { "," };
    let member = format!("\"caller\":\"{caller}\"{comma}");
    let cap = argument_check_corpus::vocabulary::BODY_CAP;
    if body.len() <= cap && body.len() + member.len() > cap {
        return Err("with a caller the body would be over the cap");
    }
    let mut with = body.get(..=open).unwrap_or_default().to_vec();
    with.extend_from_slice(member.as_bytes());
    with.extend_from_slice(rest);
    Ok(with)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::tests::Server;
    use argument_check_corpus::{ARTEFACT, pin};
    use rayon::prelude::*;

    fn open(server: &Server) -> Http {
        Http::open(&server.base, Duration::from_secs(10), 8, Vec::new()).unwrap()
    }

    /// Every case of the corpus, in this process and over HTTP.
    #[test]
    fn the_corpus_has_the_same_answers_over_http_as_in_this_process() {
        let server = Server::start();
        let http = open(&server);
        let engine = super::super::engine::Engine;
        let artefact = pin::parse(ARTEFACT).unwrap();
        let skipped: Vec<String> = artefact
            .cases
            .par_iter()
            .filter_map(|pinned| {
                let case = &pinned.case;
                let here = engine.ask(case.op, &case.body);
                match (http.ask(case.op, &case.body), here) {
                    (Response::Skipped(_), _) => Some(case.id.clone()),
                    (there, here) if there == here => None,
                    (there, here) => panic!("{}: {there:?} is not {here:?}", case.id),
                }
            })
            .collect();
        // Bodies that are as long as admitted leave no room for a caller.
        assert!(skipped.len() * 100 < artefact.cases.len(), "{skipped:?}");
    }

    #[test]
    fn a_caller_is_put_into_an_object_and_into_nothing_else() {
        let put = |body: &str| {
            with_caller(body.as_bytes(), "W").map(|body| String::from_utf8(body).unwrap())
        };
        assert_eq!(put("{}").unwrap(), r#"{"caller":"W"}"#);
        assert_eq!(put(" { } ").unwrap(), r#" {"caller":"W" } "#);
        assert_eq!(put(r#"{"a":1}"#).unwrap(), r#"{"caller":"W","a":1}"#);
        for body in ["", " ", "[1]", "5", "\u{feff}{}"] {
            assert_eq!(put(body).unwrap(), body);
        }
        assert!(put(r#"{"caller":5}"#).is_err());
        let full = format!("{{\"a\":\"{}\"}}", "x".repeat(262_144 - 8));
        assert_eq!(full.len(), 262_144);
        assert!(put(&full).is_err());
        assert!(put(&format!("{full} ")).is_ok(), "over the cap already");
    }

    #[test]
    fn a_body_asked_again_has_another_caller() {
        let server = Server::start();
        let http = open(&server);
        for _ in 0..3 {
            assert!(matches!(http.ask(Op::Precheck, PROBE), Response::Answer(_)));
        }
        let skipped = http.ask(Op::Gate, PROBE);
        assert!(matches!(skipped, Response::Skipped(_)));
    }

    #[test]
    fn an_address_that_does_not_answer_is_wired_wrongly() {
        let nobody = "http://127.0.0.1:1";
        let error = Http::open(nobody, Duration::from_secs(1), 1, Vec::new());
        let error = format!("{:#}", error.err().unwrap());
        assert!(error.contains("GET /criteria has no answer"), "{error}");
    }

    #[test]
    fn a_stopped_service_fails_its_cases() {
        let server = Server::start();
        let http = open(&server);
        server.stop_serving();
        let Response::Failed(why) = http.ask(Op::Check, PROBE) else {
            panic!("a stopped service has no answer");
        };
        assert_eq!(why, "HTTP 503 (stop_serving)");
    }
}
