//! A foreign implementation behind a command: one JSON object a line, on its
//! standard input and output.
//!
//! The runner says `{"seq":0,"op":"start","protocol":1}` and is told
//! `{"seq":0,"implementation":{…},"ops":[…]}`; then every request is
//! `{"seq":n,"op":"check","body":…}` (or `body_base64`) and every reply one of
//! `answer`, `skipped` and `error`. A crash, a time-out and a reply that is
//! none of these fail that case, and the command is started anew: one bad case
//! must neither pass nor take others with it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio as Pipe};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use argument_check_corpus::Op;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

use super::{Response, Target};
use crate::report::Named;

/// Longest reply read; an endless line must not fill the memory.
const LONGEST_REPLY: u64 = 64 * 1024 * 1024;

/// A foreign implementation.
pub(super) struct Stdio {
    words: Vec<String>,
    patience: Duration,
    identity: Named,
    ops: Vec<String>,
    session: Mutex<Option<Session>>,
}

/// One running process of it.
struct Session {
    child: Child,
    requests: Sender<Vec<u8>>,
    replies: Receiver<std::io::Result<Vec<u8>>>,
    seq: u64,
}

#[derive(Deserialize)]
struct Started {
    seq: u64,
    implementation: Implementation,
    ops: Vec<String>,
}

#[derive(Deserialize)]
struct Implementation {
    name: String,
    version: String,
    language: String,
}

#[derive(Deserialize)]
struct Reply {
    seq: Option<u64>,
    answer: Option<String>,
    skipped: Option<String>,
    error: Option<String>,
}

impl Stdio {
    /// Starts `command` and hears who it is.
    pub(super) fn start(command: &str, patience: Duration) -> Result<Self> {
        let words = split(command)?;
        let mut session = Session::spawn(&words)
            .with_context(|| format!("--target stdio:{command}: cannot be started"))?;
        let started = session
            .greet(patience)
            .map_err(|why| anyhow!("--target stdio:{command}: wired wrongly: {why}"))?;
        let implementation = started.implementation;
        Ok(Self {
            words,
            patience,
            identity: Named::new(
                format!("{} ({})", implementation.name, implementation.language),
                implementation.version,
            ),
            ops: started.ops,
            session: Mutex::new(Some(session)),
        })
    }

    fn exchange(&self, slot: &mut Option<Session>, op: Op, body: &[u8]) -> Result<Reply, String> {
        if slot.is_none() {
            let mut session =
                Session::spawn(&self.words).map_err(|why| format!("cannot be restarted: {why}"))?;
            session.greet(self.patience)?;
            *slot = Some(session);
        }
        let session = slot.as_mut().ok_or("no session")?;
        let seq = session.seq + 1;
        let line = session.send(&request(seq, op, body), self.patience)?;
        let reply: Reply = serde_json::from_slice(&line)
            .map_err(|why| format!("a reply that is none of the protocol: {why}"))?;
        if reply.seq != Some(seq) {
            return Err("a reply with another seq than the request".to_owned());
        }
        session.seq = seq;
        Ok(reply)
    }
}

impl Target for Stdio {
    fn identity(&self) -> Named {
        self.identity.clone()
    }

    fn offers(&self, op: Op) -> bool {
        self.ops.iter().any(|known| known == op.as_str())
    }

    fn ask(&self, op: Op, body: &[u8]) -> Response {
        if !self.offers(op) {
            return Response::Skipped(format!("it does not declare op {}", op.as_str()));
        }
        // A panic elsewhere leaves the session as it was between two lines.
        let mut slot = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        match self.exchange(&mut slot, op, body) {
            Ok(Reply {
                answer: Some(answer),
                skipped: None,
                error: None,
                ..
            }) => Response::Answer(answer),
            Ok(Reply {
                answer: None,
                skipped: Some(why),
                error: None,
                ..
            }) => Response::Skipped(why),
            Ok(Reply {
                answer: None,
                skipped: None,
                error: Some(_),
                ..
            }) => Response::Failed("it answered with an error".to_owned()),
            Ok(_) => Response::Failed(
                "a reply must hold exactly one of answer, skipped and error".to_owned(),
            ),
            Err(why) => {
                *slot = None;
                Response::Failed(why)
            }
        }
    }
}

impl Session {
    fn spawn(words: &[String]) -> Result<Self> {
        let (program, arguments) = words.split_first().context("the command is empty")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Pipe::piped())
            .stdout(Pipe::piped())
            .spawn()?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("its standard input or output is not a pipe");
        };
        let (requests, to_write) = channel::<Vec<u8>>();
        // Writing happens in a thread of its own: a target that does not read
        // would otherwise hold the runner once the pipe is full.
        std::thread::spawn(move || {
            for line in to_write {
                if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let (found, replies) = channel();
        std::thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            loop {
                let line = read_line(&mut reader);
                let last = !matches!(&line, Ok(line) if !line.is_empty());
                if found.send(line).is_err() || last {
                    return;
                }
            }
        });
        Ok(Self {
            child,
            requests,
            replies,
            seq: 0,
        })
    }

    fn greet(&mut self, patience: Duration) -> Result<Started, String> {
        let line = self.send("{\"seq\":0,\"op\":\"start\",\"protocol\":1}\n", patience)?;
        let started: Started = serde_json::from_slice(&line)
            .map_err(|why| format!("its answer to op start is none of the protocol: {why}"))?;
        if started.seq != 0 {
            return Err("its answer to op start has another seq than 0".to_owned());
        }
        Ok(started)
    }

    fn send(&mut self, line: &str, patience: Duration) -> Result<Vec<u8>, String> {
        if self.requests.send(line.as_bytes().to_vec()).is_err() {
            return Err("it crashed or closed its standard input".to_owned());
        }
        match self.replies.recv_timeout(patience) {
            Ok(Ok(line)) if line.is_empty() => Err("it crashed or closed its output".to_owned()),
            Ok(Ok(line)) if line.last() != Some(&b'\n') => {
                Err("a reply that does not end, or is over 64 MiB".to_owned())
            }
            Ok(Ok(line)) => Ok(line),
            Ok(Err(why)) => Err(format!("its output cannot be read: {why}")),
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("silent for {} ms", patience.as_millis()))
            }
            Err(RecvTimeoutError::Disconnected) => Err("it closed its output".to_owned()),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to stop.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_line(reader: &mut impl BufRead) -> std::io::Result<Vec<u8>> {
    let mut line = Vec::new();
    reader
        .by_ref()
        .take(LONGEST_REPLY)
        .read_until(b'\n', &mut line)?;
    Ok(line)
}

/// One request as a line.
fn request(seq: u64, op: Op, body: &[u8]) -> String {
    let body = match std::str::from_utf8(body) {
        Ok(text) => format!("\"body\":{}", serde_json::Value::from(text)),
        Err(_) => format!("\"body_base64\":\"{}\"", STANDARD.encode(body)),
    };
    format!("{{\"seq\":{seq},\"op\":\"{}\",{body}}}\n", op.as_str())
}

/// Splits a command at spaces; quotes of either kind hold words together.
fn split(command: &str) -> Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        bail!("--target stdio:{command}: a quote is not closed");
    }
    words.extend(word);
    if words.is_empty() {
        bail!("--target stdio: names no command; write `stdio:./my-adapter --flag`");
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELLO: &str = r#"echo '{"seq":0,"implementation":{"name":"t","version":"1","language":"sh"},"ops":["check"]}'"#;

    /// A target that runs `script`; the script stands in the directory.
    fn open(script: &str) -> (tempfile::TempDir, Result<Stdio>) {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("target.sh");
        std::fs::write(&file, script).unwrap();
        let command = format!("sh '{}'", file.display());
        let target = Stdio::start(&command, Duration::from_secs(5));
        (directory, target)
    }

    #[test]
    fn quotes_hold_words_together() {
        assert_eq!(
            split("python3 'my file.py' \"\" -x").unwrap(),
            ["python3", "my file.py", "", "-x"]
        );
        assert!(split("'open").is_err());
        assert!(split("  ").is_err());
    }

    #[test]
    fn a_body_that_is_no_utf8_travels_as_base64() {
        assert_eq!(
            request(3, Op::Check, b"\xff"),
            "{\"seq\":3,\"op\":\"check\",\"body_base64\":\"/w==\"}\n"
        );
        assert_eq!(
            request(3, Op::Check, b"\"\n"),
            "{\"seq\":3,\"op\":\"check\",\"body\":\"\\\"\\n\"}\n"
        );
    }

    #[test]
    fn an_answer_comes_back_as_it_was_written() {
        let (_directory, target) = open(&format!(
            "read x; {HELLO}; read x; echo '{{\"seq\":1,\"answer\":\"{{}}\"}}'; cat >/dev/null"
        ));
        let target = target.unwrap();
        assert_eq!(target.identity(), Named::new("t (sh)", "1"));
        assert_eq!(
            target.ask(Op::Check, b"{}"),
            Response::Answer("{}".to_owned())
        );
        assert!(matches!(
            target.ask(Op::Precheck, b"{}"),
            Response::Skipped(_)
        ));
    }

    #[test]
    fn a_crash_fails_its_case_and_the_target_is_restarted() {
        let (_directory, target) = open(&format!("read x; {HELLO}; read x; exit 3"));
        let target = target.unwrap();
        for _ in 0..2 {
            let Response::Failed(why) = target.ask(Op::Check, b"{}") else {
                panic!("a crash must never be an answer");
            };
            assert!(why.contains("crashed") || why.contains("closed"), "{why}");
        }
    }

    #[test]
    fn silence_fails_its_case() {
        let (_directory, target) = open(&format!("read x; {HELLO}; while read y; do :; done"));
        let target = target.unwrap();
        let body = vec![b' '; 1 << 20];
        assert_eq!(
            target.ask(Op::Check, &body),
            Response::Failed("silent for 5000 ms".to_owned())
        );
    }

    #[test]
    fn nonsense_and_errors_fail_their_case() {
        let replies = [
            "hello",
            "{\"seq\":9,\"answer\":\"{}\"}",
            "{\"seq\":1}",
            "{\"seq\":1,\"error\":\"no\"}",
            "{\"seq\":1,\"answer\":\"{}\",\"skipped\":\"no\"}",
        ];
        for reply in replies {
            let (_directory, target) = open(&format!(
                "read x; {HELLO}; read x; echo '{reply}'; cat >/dev/null"
            ));
            let target = target.unwrap();
            let response = target.ask(Op::Check, b"{}");
            assert!(matches!(response, Response::Failed(_)), "{reply}");
        }
    }

    #[test]
    fn a_command_that_speaks_something_else_is_wired_wrongly() {
        let (_directory, target) = open("echo hello; cat >/dev/null");
        let error = target.err().unwrap();
        assert!(error.to_string().contains("wired wrongly"), "{error:#}");
    }
}
