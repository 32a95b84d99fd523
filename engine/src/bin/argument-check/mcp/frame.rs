//! Frames: decides what a line is in JSON-RPC 2.0. It reads the grammar alone:
//! duplicate names and lone surrogates inside a tool's arguments are the
//! engine's to judge, those of the envelope are refused here.

use std::borrow::Cow;

use argument_check::json::value::{Document, Type, Value};

use super::reply::Fault;

/// A frame that is well-formed.
pub(super) enum Frame<'d> {
    /// Somebody waits for a reply.
    Request {
        /// The raw text of the id.
        id: &'d str,
        method: Cow<'d, str>,
        params: Option<Value<'d>>,
    },
    /// A notification, or the response to a request that was never made here.
    Silent,
}

/// Reads a line.
pub(super) fn parse(line: &[u8]) -> Result<Document<'_>, Fault> {
    Document::parse_flawed(line).map_err(|refused| {
        Fault::Parse(format!(
            "the frame is no JSON at byte {}; send one JSON object a line",
            refused.offset
        ))
    })
}

impl<'d> Frame<'d> {
    /// The frame of a document's root.
    pub(super) fn of(root: Value<'d>) -> Result<Self, Fault> {
        let invalid = |why: &str| Fault::InvalidRequest(why.to_owned());
        if root.kind() != Type::Object {
            return Err(invalid(
                "the frame is no JSON object; batches are not taken",
            ));
        }
        require_unique(root, &["jsonrpc", "id", "method", "params"])
            .map_err(Fault::InvalidRequest)?;
        let text = |name| {
            root.member(name)
                .and_then(|value: Value<'d>| value.as_str())
        };
        if text("jsonrpc").as_deref() != Some("2.0") {
            return Err(invalid("the frame must say \"jsonrpc\":\"2.0\""));
        }
        let Some(method) = text("method") else {
            let responds = ["result", "error"]
                .iter()
                .any(|name| root.member(name).is_some());
            return if responds {
                Ok(Self::Silent)
            } else {
                Err(invalid("the frame has no method that is a string"))
            };
        };
        match root.member("id") {
            None => Ok(Self::Silent),
            Some(id) if matches!(id.kind(), Type::String | Type::Number) => Ok(Self::Request {
                id: id.text(),
                method,
                params: root.member("params"),
            }),
            Some(_) => Err(invalid("the id of a request must be a string or a number")),
        }
    }
}

/// Refuses an object that holds one of `names` twice: which of the two counts
/// would be a guess.
pub(super) fn require_unique(object: Value<'_>, names: &[&str]) -> Result<(), String> {
    for name in names {
        if object.members().filter(|(found, _)| found == name).count() > 1 {
            return Err(format!("{name} stands twice"));
        }
    }
    Ok(())
}
