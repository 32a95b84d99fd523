//! `mcp`: the engine's tools for agent hosts, over the Model Context Protocol
//! on standard input and output. It decides what a frame asks for; the answer
//! in a result is the engine's, byte for byte.
//!
//! The loop is our own because no JSON value may stand between a host and the
//! engine: the arguments of a call reach the tool as they were sent, numbers,
//! order and duplicates included, and an answer leaves as it was written.

mod frame;
mod reply;
mod tools;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use anyhow::Result;
use argument_check::ENGINE_VERSION;
use argument_check::json::string;
use argument_check::json::value::{Type, Value};
use clap::Args;

use crate::input::LONGEST;
use crate::lines::{self, Line};
use frame::Frame;
use reply::Fault;

/// Revisions of the protocol that open with `initialize`, newest first. What
/// is used of them here is the same in all.
const REVISIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// What a host is told of the server.
const INSTRUCTIONS: &str = "Deterministic checks before an agent acts; nothing is fetched or \
stored. check_request: before an HTTP request is sent. preflight_tool_call: before a paid tool \
call; only the decision `allow` is permission. argument_check: before a tool is called with \
arguments that a model wrote. json_candidates: to find the JSON in what a model wrote. The text content of a result is the exact answer.";

/// The arguments of `mcp`: none.
#[derive(Args)]
pub(crate) struct Mcp {}

impl Mcp {
    /// Answers every frame of standard input.
    #[expect(clippy::unused_self, reason = "every subcommand runs the same way")]
    pub(crate) fn run(&self) -> Result<ExitCode> {
        converse(&mut io::stdin().lock(), &mut io::stdout().lock())?;
        Ok(ExitCode::SUCCESS)
    }
}

fn converse(frames: &mut impl BufRead, replies: &mut impl Write) -> Result<()> {
    lines::converse(frames, replies, |line| match line {
        Line::Whole(line) => answer(line),
        Line::TooLong => {
            let why = format!("the frame is longer than {LONGEST} bytes; send a shorter one");
            Some(reply::fault("null", &Fault::Parse(why)))
        }
    })
}

/// The reply to one frame; notifications and responses get none.
fn answer(line: &[u8]) -> Option<String> {
    let document = match frame::parse(line) {
        Ok(document) => document,
        Err(fault) => return Some(reply::fault("null", &fault)),
    };
    match Frame::of(document.root()) {
        Ok(Frame::Request { id, method, params }) => Some(match result(&method, params) {
            Ok(result) => reply::result(id, &result),
            Err(fault) => reply::fault(id, &fault),
        }),
        Ok(Frame::Silent) => None,
        Err(fault) => Some(reply::fault("null", &fault)),
    }
}

/// The JSON text of a method's result.
fn result(method: &str, params: Option<Value<'_>>) -> Result<String, Fault> {
    match method {
        "initialize" => Ok(initialize(params)),
        "ping" => Ok("{}".to_owned()),
        "tools/list" => Ok(tools::list()),
        "tools/call" => call(params),
        _ => Err(Fault::UnknownMethod),
    }
}

/// The client's revision if it is spoken here, else the newest that is.
fn initialize(params: Option<Value<'_>>) -> String {
    let asked = params
        .and_then(|params| params.member("protocolVersion"))
        .and_then(|version| version.as_str());
    let revision = REVISIONS
        .into_iter()
        .find(|known| asked.as_deref() == Some(known))
        .unwrap_or(REVISIONS[0]);
    let mut out = String::from("{\"protocolVersion\":");
    string::write(&mut out, revision);
    out.push_str(
        ",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"argument-check\",\"version\":",
    );
    string::write(&mut out, ENGINE_VERSION);
    out.push_str("},\"instructions\":");
    string::write(&mut out, INSTRUCTIONS);
    out.push('}');
    out
}

/// Calls a tool with the raw text of its arguments; `{}` if there are none.
fn call(params: Option<Value<'_>>) -> Result<String, Fault> {
    let invalid = |why: &str| Fault::InvalidParams(why.to_owned());
    let params = params
        .filter(|params| params.kind() == Type::Object)
        .ok_or_else(|| invalid("params must be an object with the name of a tool"))?;
    frame::require_unique(params, &["name", "arguments"]).map_err(Fault::InvalidParams)?;
    let name = params
        .member("name")
        .and_then(|name| name.as_str())
        .ok_or_else(|| invalid("params must hold the name of a tool, a string"))?;
    let tool = tools::find(&name).ok_or_else(|| {
        let known: Vec<_> = tools::TOOLS.iter().map(|tool| tool.name).collect();
        Fault::InvalidParams(format!("unknown tool; the tools are {}", known.join(", ")))
    })?;
    let arguments = match params.member("arguments") {
        Some(arguments) if arguments.kind() == Type::Object => arguments.text(),
        Some(_) => return Err(invalid("the arguments of a tool must be an object")),
        None => "{}",
    };
    Ok((tool.call)(arguments.as_bytes()).result())
}

#[cfg(test)]
mod tests;
