//! Replies: decides how a result or an error stands in JSON-RPC 2.0.

use argument_check::json::string;

/// Why a frame gets an error instead of a result. Nothing of the frame stands
/// in the message.
#[derive(Debug)]
pub(super) enum Fault {
    /// The frame is no JSON.
    Parse(String),
    /// The frame is none of the protocol.
    InvalidRequest(String),
    /// The method is none that is known here.
    UnknownMethod,
    /// The method cannot be carried out on these params.
    InvalidParams(String),
}

impl Fault {
    fn code(&self) -> i32 {
        match self {
            Self::Parse(_) => -32700,
            Self::InvalidRequest(_) => -32600,
            Self::UnknownMethod => -32601,
            Self::InvalidParams(_) => -32602,
        }
    }

    fn message(&self) -> &str {
        match self {
            Self::Parse(why) | Self::InvalidRequest(why) | Self::InvalidParams(why) => why,
            Self::UnknownMethod => {
                "unknown method; the methods are initialize, ping, tools/list, tools/call"
            }
        }
    }
}

/// The reply with a result, which is JSON text. `id` is raw.
pub(super) fn result(id: &str, result: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}")
}

/// The reply with an error. `id` is raw.
pub(super) fn fault(id: &str, fault: &Fault) -> String {
    let mut message = String::new();
    string::write(&mut message, fault.message());
    let code = fault.code();
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":{code},\"message\":{message}}}}}"
    )
}
